# SPDX-License-Identifier: Apache-2.0
"""A run and those nested in it write the same bytes in one job as one after another, even if the job is interrupted.

`test_nesting_online.py N` only starts a job about N times and kills three of four of these attempts at random moments;
test_faults.py kills runs at counted calls.
"""

import fcntl
import os
import random
import re
import shutil
import signal
import time
import unittest
from pathlib import Path

import test_restart
from program_case import LOG, ProgramTest, contents, run_program
from test_restart import KILLS, TO_GO_ON, end_of, signal_ranks, start, wait_for_date

# Name, the run it is nested in, west and east, south and north, spacing [km], start and step.
NESTS = (
    ("warm", "larger", (-60, -30), (-15, 15), 400, "2000-01-01T00:30:00Z", "10 min"),
    ("cold", "larger", (150, 180), (30, 60), 400, "2000-01-01", "15 min"),
    ("inner", "warm", (-50, -40), (-5, 5), 200, "2000-01-01T01:00:00Z", "5 min"),
)
MESH = """
kind: region
region: {{west: {0}, east: {1}, south: {2}, north: {3}}}
spacing: {4} km
bathymetry: {{depth: 4000 m}}
"""
CASE = """
time: {{start: {start}, end: 2000-01-01T03:00:00Z, step: {step}}}
mesh: {mesh}
spectrum: {{directions: {directions}, frequencies: 12, first_frequency: 0.06 Hz}}
{sea}
output:
  folder: {name}
  servers: {servers}
  fields: {{interval: 30 min, names: [hs]}}
  lat_lon: {{interval: 0}}
  restart: {{interval: 1 h}}
  boundaries: [{boundaries}]
  serve: {serve}
"""


class OnlineTest(ProgramTest):
    made = {}  # shared by all tests: meshes, and the output of the runs when made one after another

    def setUp(self):
        super().setUp()
        for name, _, longitudes, latitudes, spacing, *_ in NESTS:
            path = self.folder / f"{name}.nc"
            if name not in self.made:
                (self.folder / "mesh.yaml").write_text(MESH.format(*longitudes, *latitudes, spacing))
                self.succeed("mesh", self.folder / "mesh.yaml", "--output", path)
                self.made[name] = path.read_bytes()
            path.write_bytes(self.made[name])
        self.write_cases()

    def write_cases(self, online=True, servers=0, warm_limit=0):
        """Writes the cases of one job.

        It needs at least 4 ranks, plus `servers` each for the runs larger and warm, or, without servers, one process.
        If there are several servers, each writes other kinds of files (output.serve: kinds).
        """
        ranks = {"warm": 2 + servers, "cold": 1, "inner": 1}

        def write(name, **values):
            boundaries = [
                f"{{name: {nest}, mesh: {nest}.nc, interval: 30 min"
                + (f", run: {nest}.yaml, ranks: {ranks[nest]}}}" if online else "}")
                for nest, larger, *_ in NESTS
                if larger == name
            ]
            text = CASE.format(
                name=name,
                servers=servers if name in ("larger", "warm") else 0,
                serve="kinds" if servers > 1 else "together",
                boundaries=", ".join(boundaries),
                **values,
            )
            if name == "warm" and warm_limit:
                text = text.replace("time: {", f"time: {{wall_clock_limit: {warm_limit} s, ")
            (self.folder / f"{name}.yaml").write_text(text)

        sea = "wind: {kind: constant, speed: 10 m/s}\ninitial: {kind: jonswap, fetch: 300 km}"
        whole = "{kind: icosahedral, bisections: 4}"
        write("larger", start="2000-01-01", step="30 min", mesh=whole, directions=24, sea=sea)
        for name, larger, _, _, _, begin, step in NESTS:
            sea = f"boundary: {{kind: file, files: [{larger}/boundary_{name}.nc], max_distance: 300 km}}"
            write(
                name,
                start=begin,
                step=step,
                mesh=f"{{file: {name}.nc}}",
                directions=12,
                sea=f"wind: {{kind: none}}\n{sea}",
            )
        self.case = self.folder / "larger.yaml"

    def output(self):
        """All complete files except restarts, without the path of the test's folder in their headers."""
        return {
            f"{path.parent.name}/{path.name}": path.read_bytes().replace(str(self.folder).encode(), b"")
            for path in self.folder.glob("*/*.nc")
            if not path.name.startswith("restart")
        }

    def one_after_another(self):
        if "output" not in self.made:
            self.write_cases(online=False)
            for name in ("larger", "warm", "cold", "inner"):
                self.succeed("run", self.folder / f"{name}.yaml")
            self.made["output"] = self.output()
            self.clear()
            self.write_cases()
        self.assertEqual(len(self.made["output"]), 7)
        return self.made["output"]

    def clear(self):
        for folder in self.folder.glob("*/"):
            shutil.rmtree(folder)

    def assert_table(self, said, state):
        """Checks that `said` ends with a table of all runs, whose facts are those of each run's log."""
        head, *lines = said.splitlines()[-5:]
        self.assertEqual(head.split()[:2], ["run", "state"])
        names = ("larger.yaml", "warm: warm.yaml", "warm: inner: inner.yaml", "cold: cold.yaml")
        for name, line in zip(names, lines, strict=True):
            self.assertTrue(line.startswith(f"{name} "), said)
            self.assertEqual(line[head.index("state") :].split()[0], state)
            if state == "complete":
                folder = self.folder / Path(name.rpartition(" ")[2]).stem
                self.assertIn(f" in {folder}", line)
                highest = re.search(r"the highest sea was (.*)", (folder / LOG).read_text())[1]
                self.assertEqual(line[head.index("highest sea") : head.index("output")].rstrip(), highest)
        self.assertNotIn("the highest sea was", said)

    def assert_output(self, expected):
        found = self.output()
        self.assertEqual(sorted(found), sorted(expected))
        for name, content in expected.items():
            self.assertTrue(found[name] == content, name)
        self.assertEqual(list(self.folder.glob("*/*.part")), [])


class Online(OnlineTest):
    def test_gives_the_bytes_of_one_run_after_another(self):
        expected = self.one_after_another()
        for servers, ranks in ((0, 1), (0, 5), (1, 6), (2, 8)):
            with self.subTest(servers=servers, ranks=ranks):
                self.write_cases(servers=servers)
                said = self.succeed("run", self.case, ranks=ranks)
                self.assertIn("warm: inner: state checksum", said)
                self.assert_table(said, "complete")
                self.assert_output(expected)
                self.clear()

    def test_goes_on_from_where_each_was_told_to_end(self):
        expected = self.one_after_another()
        # The larger run is told to end, so the others must end, too.
        process = run_program("run", self.case, "--set", "time.wall_clock_limit=1 s", ranks=4)
        self.assertEqual(process.returncode, TO_GO_ON, process.stderr)
        self.assertIn("cold: the run was told to end (the run that it is nested in has ended)", process.stdout)
        self.assertIn("warm: inner: the run in", process.stdout)
        self.assertIn("warm: inner: inner.yaml  did not begin  -", process.stdout.splitlines()[-2])
        self.assertIn("did not begin at 2000-01-01T01:00:00Z, as the run that it is nested in ended", process.stdout)
        # A nested run is told to end, and so is the one nested in it; the larger run reaches its end.
        self.write_cases(warm_limit=1)
        process = run_program("run", "--continue", self.case, ranks=5)
        self.assertEqual(process.returncode, TO_GO_ON, process.stderr)
        self.assertIn("warm: the run was told to end (time.wall_clock_limit)", process.stdout)
        self.assertIn("cold: state checksum", process.stdout)
        self.write_cases(servers=1)
        said = self.succeed("run", "--continue", self.case, ranks=6)
        self.assertRegex(said, "(?m)^the run in '.*larger' has reached its end")
        self.assertIn("warm: the run goes on from", said)
        self.assert_output(expected)
        self.assertIn("warm: inner: the run in", self.succeed("run", "--continue", self.case, ranks=6))
        self.assert_output(expected)

    def test_a_larger_run_that_falls_back_computes_again_what_nested_ones_took(self):
        expected = self.one_after_another()
        self.succeed("run", self.case, ranks=4)
        for name in ("larger", "warm"):
            record = self.folder / name / ".groundswell_run"
            record.write_text(record.read_text().replace("finished\n", ""))
        fields = self.folder / "larger" / "fields.nc"
        os.truncate(fields, fields.stat().st_size - 8)
        said = self.succeed("run", "--continue", self.case, ranks=5)
        self.assertIn("\nthe run goes on from 2000-01-01T02:00:00Z", said)
        self.assertIn("\nwarm: the run goes on from 2000-01-01T03:00:00Z", said)
        self.assert_output(expected)
        # All restarts of the run warm, which begins at 00:30, are later than 02:00.
        chosen = ("--from", "2000-01-01T02:00:00Z", self.case)
        before = contents(self.folder)
        for ranks in (4, 1):
            process = run_program("run", *chosen, ranks=ranks, quiet=True)
            self.assertEqual(process.returncode, 3, process.stdout + process.stderr)
            self.assert_refused(
                process, "error: warm: a run had begun", "there is no restart up to 2000-01-01T02:00:00Z"
            )
            self.assertTrue(contents(self.folder) == before)
        said = self.succeed("run", "--continue=or-begin", *chosen, ranks=4)
        for name in ("", "cold: ", "warm: inner: "):
            self.assertIn(f"\n{name}the run goes on from 2000-01-01T02:00:00Z", said)
        self.assert_output(expected)

    def test_one_run_that_would_be_refused_keeps_all_from_changing_a_file(self):
        self.succeed("run", self.case, ranks=4)
        for name in ("larger", "warm", "cold", "inner"):
            record = self.folder / name / ".groundswell_run"
            record.write_text(record.read_text().replace("finished\n", ""))
        os.truncate(self.folder / "larger" / "fields.nc", 2000)  # otherwise the larger run would have nothing to do

        def assert_refused_before_any_changes(ways, *words):
            before = contents(self.folder)
            for i, way in enumerate(ways):
                process = run_program("run", *way, self.case, ranks=(4, 1)[i % 2], quiet=True)
                self.assert_refused(process, *words)
                self.assertTrue(contents(self.folder) == before, way)

        ways = ([], ["--continue=or-begin"])
        record = self.folder / "cold" / ".groundswell_run"
        with record.open("r+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            assert_refused_before_any_changes(ways, "cold: another run is writing")
        status = self.folder / "inner" / "status.json"
        status.unlink()
        status.mkdir()
        assert_refused_before_any_changes(ways, "warm: inner: ", "status.json")
        status.rmdir()
        record.write_text(record.read_text().replace("file fields.nc\n", ""))
        assert_refused_before_any_changes(ways[:1], "cold: ", "fields.nc", "no run recorded")
        with (self.folder / "cold.yaml").open("a") as case:
            case.write("initial: {kind: restart, file: none.nc}\n")
        assert_refused_before_any_changes(ways[:1], "cold: ", "none.nc")

    def test_a_nested_run_may_read_what_the_larger_one_writes_before(self):
        self.succeed("run", self.case)
        first = self.folder / "larger" / "restart_20000101T020000Z.nc"
        os.truncate(first, 1000)
        case = self.folder / "cold.yaml"
        text = case.read_text().replace("start: 2000-01-01,", "start: 2000-01-01T02:00:00Z,")
        case.write_text(
            f"{text}initial: {{kind: restart, file: larger/{first.name}}}\nparallel: {{cost_file: larger/costs.nc}}\n"
        )
        for _ in range(2):
            self.succeed("run", self.case)
            self.assertTrue((self.folder / "larger" / "costs.nc").exists())
            before = contents(self.folder)
            process = run_program("run", self.case, ranks=4, quiet=True)
            self.assert_refused(process, "cold: ", "from the folder of another run of this job", "one process")
            self.assertTrue(contents(self.folder) == before)
            shutil.rmtree(self.folder / "larger")
        (self.folder / "larger").mkdir()
        (self.folder / "larger" / "costs.nc").write_text("junk")
        before = contents(self.folder)
        self.assert_refused(run_program("run", self.case), "cold: ", "costs.nc")
        self.assertTrue(contents(self.folder) == before)

    def test_mistakes(self):
        for name, old, new, words in (
            ("larger", "run: warm.yaml", "run: none.yaml", ("none.yaml",)),
            ("larger", "run: warm.yaml", "run: larger.yaml", ("larger.yaml' is nested in itself",)),
            ("larger", "ranks: 2", "ranks: 0", ("larger.yaml:13: output.boundaries[1].ranks", "0")),
            (
                "larger",
                "ranks: 2",
                "ranks: 3",
                ("have 4 ranks, but needs at least 5: 1 that computes, 4 of", "run with mpirun -n 5"),
            ),
            ("larger", "interval: 30 min, run", "interval: 0, run", ("warm of", "its interval is 0")),
            ("larger", "mesh: warm.nc", "mesh: cold.nc", ("must be on the mesh", "cold.nc")),
            ("warm", "larger/boundary_warm.nc", "larger/other.nc", ("must take its waves from", "boundary_warm.nc")),
            ("warm", "kind: file, ", "kind: absorbing, ", ("must take its waves from", "boundary_warm.nc")),
            ("cold", "folder: cold", "folder: inner", ("both write into",)),
            ("warm", "T03:00:00Z", "T07:00:00Z", ("warm.yaml'", "to 2000-01-01T07:00:00Z", "change time.start or")),
            ("cold", "time: {", "time: {calendar: noleap, ", ("cold.yaml'", "calendar noleap")),
            ("inner", "spectrum", "spectra", ("inner.yaml:4", "spectra")),
            (
                "inner",
                "servers: 0",
                "servers: 1",
                ("1 for output (output.servers); raise the ranks of inner in", "inner.yaml'"),
            ),
            (
                "warm",
                "ranks: 1",
                "ranks: 2",
                ("have 2 ranks, but needs at least 3: 1 that computes, 2 of", "the ranks of warm in"),
            ),
        ):
            with self.subTest(name=name, new=new):
                self.write_cases()
                path = self.folder / f"{name}.yaml"
                self.assertIn(old, path.read_text())
                path.write_text(path.read_text().replace(old, new, 1))
                process = run_program("run", self.case, ranks=4 if "ranks" in words[0] else 1)
                self.assert_refused(process, *words)
                self.assertEqual(list(self.folder.glob("*/")), [])

    def test_folders_that_are_not_there_yet_may_be_relative(self):
        path = self.folder / "warm.yaml"
        path.write_text(path.read_text().replace("[larger/", f"[{self.folder}/larger/"))
        self.succeed("run", "larger.yaml", ranks=4, cwd=self.folder)

    def test_servers_of_a_run_that_did_not_begin_say_so(self):
        self.write_cases(servers=1)
        path = self.folder / "warm.yaml"
        path.write_text(path.read_text().replace("start: 2000-01-01T00:30:00Z", "start: 2000-01-01T01:00:00Z"))
        process = run_program("run", self.case, "--set", "time.wall_clock_limit=1 s", ranks=8)
        self.assertEqual(process.returncode, TO_GO_ON, process.stderr)
        for name, date in (("warm: ", "01:00"), ("warm: inner: ", "01:00")):
            self.assertRegex(process.stdout, rf"(?m)^{name}the run in '.*' did not begin at 2000-01-01T{date}")

    def end_when(self, name, date, *changes):
        """Runs a long job with changes (case, old, new) until a run reaches a date; returns exit code and output."""
        longer = [(case, "end: 2000-01-01T03", "end: 2000-01-09T03") for case in ("larger", "warm", "cold", "inner")]
        for case, old, new in (("larger", "bisections: 4", "bisections: 5"), *longer, *changes):
            path = self.folder / f"{case}.yaml"
            self.assertIn(old, path.read_text())
            path.write_text(path.read_text().replace(old, new))
        process = start("run", self.case, ranks=4)
        wait_for_date(process, self.folder / name, date)
        signal_ranks(process, signal.SIGTERM)
        said = end_of(process)
        return process.returncode, said

    def test_a_signal_to_end_reaches_runs_that_wait_to_begin(self):
        change = ("inner", "start: 2000-01-01T01", "start: 2000-01-01T11")
        code, said = self.end_when("warm", "2000-01-01T01", change)
        self.assertEqual(code, TO_GO_ON, said)
        self.assertRegex(said, "warm: inner: the run in '.*' did not begin at .*, as it was told to end .SIGTERM.")
        self.assertRegex(said, "(?m)^the run was told to end .SIGTERM.")

    def test_a_run_without_restarts_ends_when_the_others_have_theirs(self):
        change = ("cold", "restart: {interval: 1 h}", "restart: {interval: 0}")
        code, said = self.end_when("cold", "2000-01-01T01", change)
        self.assertIn(code, (1, -signal.SIGKILL, -signal.SIGSEGV), said)  # mpirun may hang or crash after an error
        self.assertNotIn("groundswell(", said)  # in the report of a crash
        self.assertIn("error: cold: the run was told to end (SIGTERM)", said)
        for name in ("", "warm: "):
            self.assertRegex(said, f"(?m)^{name}the run was told to end .SIGTERM. and did so at .* with a restart")

    def test_an_error_of_a_nested_run_ends_the_job_and_names_it(self):
        self.write_cases()
        path = self.folder / "inner.yaml"
        path.write_text(path.read_text().replace("max_distance: 300 km", "max_distance: 1 m"))
        path = self.folder / "warm.yaml"
        path.write_text(path.read_text().replace("ranks: 1", "ranks: 3"))
        path = self.folder / "larger.yaml"
        path.write_text(path.read_text().replace("ranks: 2", "ranks: 4"))
        process = run_program("run", self.case, ranks=6)
        self.assert_refused(process, "warm: inner: no place with values", "boundary.max_distance")
        self.assertEqual(process.stderr.count("error: warm: inner: "), 1, process.stderr)

    def test_check_reports_all(self):
        for ranks in (1, 4):
            said = self.succeed("check", self.case, ranks=ranks)
            for name in ("warm: ", "cold: ", "warm: inner: "):
                self.assertIn(f"\n{name}  enters    spectra of the larger run in the same job, 2000-01-01T0", said)
        self.assertEqual(list(self.folder.glob("*/")), [])


@test_restart.by_chance
class Kills(OnlineTest):
    def test_at_any_moment_the_job_goes_on(self):
        """Kills a job at random moments and continues it until it reaches its end; with servers and without."""
        chance = random.Random(time.time_ns())
        expected = self.one_after_another()
        begun = time.monotonic()
        self.succeed("run", self.case, ranks=4)
        length = time.monotonic() - begun
        self.clear()
        n_kill = n_whole = 0
        while n_kill < KILLS or n_whole == 0:
            servers = chance.choice((0, 1, 2))
            self.write_cases(servers=servers)
            process = start("run", "--continue=or-begin", self.case, ranks=4 + 2 * servers)
            said = process.stdout.readline()  # MPI has started
            killed = n_kill < KILLS and n_kill % 4 < 3
            if killed:  # every fourth try is not killed, and so completes the job
                time.sleep(chance.uniform(0.0, length))
                signal_ranks(process, signal.SIGKILL)
            said += end_of(process)
            self.assertNotIn("error:", said)
            n_kill += 1
            if process.returncode == 0:
                n_whole += 1
                self.assert_output(expected)
                self.clear()


if __name__ == "__main__":
    unittest.main(defaultTest="Kills" if KILLS else None)
