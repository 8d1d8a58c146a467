# SPDX-License-Identifier: Apache-2.0
"""A run that was killed or told to end is resumed from its newest intact restart and ends as if uninterrupted.

`test_restart.py N` only kills a run N times, at random moments; test_faults.py kills runs at counted calls.
"""

import contextlib
import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

import netCDF4
from faults import run_signalled_at_rename
from program_case import LOG, MPI, POINTS, PROGRAM, ProgramTest, UserTest, run_program

KILLS = int(sys.argv.pop()) if sys.argv[-1].isdigit() else 0
by_chance = unittest.skipUnless(KILLS, "long")
OUTPUT = ("fields.nc", "lat_lon.nc", "points.nc", "spectra.nc")
TO_GO_ON = 75  # exit code of a run that can be resumed
CHANGES = (
    ("end: 2000-01-01T01:00:00Z", "end: 2000-01-01T08:00:00Z"),
    ("lat_lon: {interval: 0}", "lat_lon: {interval: 1 h, spacing: 10 degree}\n  restart: {interval: 1 h}"),
    ("wind: {kind: constant, speed: 10 m/s}", "wind: {kind: turning, speed: 12 m/s}"),
)
MORE = POINTS.replace("spectra_interval: 0", "spectra_interval: 1 h")


def line_with(said, words):
    """The line that begins with the words."""
    return next(line for line in said.splitlines() if line.startswith(words))


def start(*arguments, ranks=1):
    command = ["mpirun", "-q", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
    return subprocess.Popen(
        [*command, PROGRAM, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **MPI},
    )


def wait_for_date(process, folder, date):
    """Waits until a run in `folder` has reached a date in its log, which has more dates than the console.

    Until the console shows the banner, the log may be that of an earlier run.
    """
    for line in process.stdout:
        if "  spectrum  " in line:
            break
    wait_in_log(process, folder, date)


def wait_in_log(process, folder, date):
    """Waits for a date in the log of a run whose banner has been read."""
    while process.poll() is None:
        lines = (folder / LOG).read_text() if (folder / LOG).exists() else ""
        if re.search(rf"Z  {date}\S*  step", lines.rpartition("  Groundswell ")[2]):
            return
        time.sleep(0.02)


def ranks_of(process):
    """The process ids of the ranks: children of mpirun, or the process itself (whose child is a helper of MPI)."""
    if process.args[0] != "mpirun":
        return [process.pid]
    try:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    except FileNotFoundError:
        children = []
    return [int(child) for child in children]


def signal_ranks(process, number):
    for rank in ranks_of(process):
        with contextlib.suppress(ProcessLookupError):
            os.kill(rank, number)


def is_alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def end_of(process):
    """Waits for a process to end and returns its output; if ranks hang, fails with their call stacks.

    Open MPI 4.1 may hang although all ranks have ended, by kills or by MPI_Abort; mpirun is then killed.
    """
    living = None
    for _ in range(20):
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.communicate(timeout=5)[0]
        lived, living = living, [rank for rank in ranks_of(process) if is_alive(rank)]
        if lived == living == []:
            break
    for rank in living:
        os.kill(rank, signal.SIGABRT)  # Open MPI then prints the call stack of the rank
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.communicate(timeout=10)
    process.kill()
    said = process.communicate()[0]
    if living:
        raise AssertionError(f"{len(living)} ranks and mpirun did not end\n{said}")
    return said


class RestartTest(ProgramTest):
    changes, output = CHANGES, OUTPUT

    def setUp(self):
        super().setUp()
        self.case = self.write_case(*self.changes, more=MORE)

    def unbroken(self):
        """Checksum, highest sea and bytes of output of an uninterrupted run; moves its output away."""
        said = self.succeed("run", self.case)
        output = {name: (self.out / name).read_bytes() for name in self.output}
        self.out.rename(self.folder / "unbroken")
        return line_with(said, "state checksum"), line_with(said, "the highest sea"), output

    def assert_as_unbroken(self, said, unbroken):
        checksum, highest, output = unbroken
        if "nothing to do" not in said:  # otherwise the run had ended before it was killed
            self.assertEqual(line_with(said, "state checksum"), checksum)
            self.assertEqual(line_with(said, "the highest sea"), highest)
        for name in self.output:
            self.assertTrue((self.out / name).read_bytes() == output[name], name)

    def restarts(self):
        return sorted(self.out.glob("restart_*.nc"))

    def end_by_signal(self, number, ranks):
        """Signals a run when it renames its third file; its exit code must be that of a run that can be resumed."""
        process = run_signalled_at_rename(3, number, "run", "--continue", self.case, ranks=ranks)
        said = process.stdout + process.stderr
        self.assertEqual(process.returncode, TO_GO_ON, said)
        self.assertIn(f"told to end ({number.name})", said)

    def kill_and_go_on(self, kills, choose, *last, ranks):
        """Kills a run at random moments and continues it each time; `choose(chance)` returns ranks and arguments.

        A last run, with its own arguments and ranks, must end like an uninterrupted one.
        """
        chance = random.Random(time.time_ns())
        begun = time.monotonic()
        unbroken = self.unbroken()
        length = (time.monotonic() - begun) * (1.0 if kills < 10 else 1.5)
        end = re.search(r"end: (\S+)Z", self.case.read_text())[1]
        n_kill = 0
        while n_kill < kills:
            # If the previous run reached its end, its output was moved away, and this run begins anew.
            n_rank, arguments = choose(chance)
            process = start("run", "--continue=or-begin", self.case, *arguments, ranks=n_rank)
            said = process.stdout.readline()  # MPI has started
            at_the_end = chance.random() < 0.5  # half of the kills hit while files are renamed
            if at_the_end:
                said += "".join(itertools.takewhile(lambda line: not line.startswith(end), process.stdout))
            time.sleep(chance.uniform(0.0, 0.1 if at_the_end else length))
            if process.poll() is None:
                signal_ranks(process, signal.SIGKILL)
            said += end_of(process)
            self.assertNotIn("error:", said)
            if process.returncode == 0:
                self.assert_as_unbroken("nothing to do" if at_the_end else said, unbroken)  # `said` may lack lines
                self.out.rename(self.folder / f"whole_{time.time_ns()}")
                length *= 0.8
                continue
            n_kill += 1
            for name in {*OUTPUT, *self.output}:  # output files contain only whole dates
                for path in (self.out / name, self.out / f"{name}.part"):
                    if path.exists() and path.stat().st_size > 0:
                        self.check_dates(path)
        said = self.succeed("run", "--continue=or-begin", self.case, *last, ranks=ranks)
        self.assert_as_unbroken(said, unbroken)

    def check_dates(self, path):
        try:
            with netCDF4.Dataset(path) as file:
                hours = file["time"][:].data
        except OSError:  # killed before the header was written
            return
        self.assertTrue((hours[1:] > hours[:-1]).all(), hours)


@by_chance
class Killed(RestartTest):
    def test_at_any_moment_goes_on_with_the_same_bits_on_any_number_of_ranks(self):
        self.kill_and_go_on(KILLS, lambda chance: (chance.choice((1, 2, 3)), ()), ranks=2)


class Ended(RestartTest):
    def test_by_signal_or_limit_writes_a_restart_and_has_its_own_exit_code(self):
        unbroken = self.unbroken()
        for number, ranks in ((signal.SIGUSR1, 2), (signal.SIGUSR2, 1), (signal.SIGTERM, 1)):
            self.end_by_signal(number, ranks)
        limited = run_program("run", "--continue", self.case, "--set", "time.wall_clock_limit=1 s")
        self.assertEqual(limited.returncode, TO_GO_ON, limited.stdout + limited.stderr)
        self.assertIn("time.wall_clock_limit", limited.stdout)
        said = self.succeed("run", "--continue", self.case)
        self.assertIn("goes on from 2000", said)
        self.assert_as_unbroken(said, unbroken)

    def test_at_an_earlier_end_goes_on_to_a_later_one(self):
        unbroken = self.unbroken()
        self.succeed("run", self.case, "--set", "time.end=2000-01-01T03:30:00Z", ranks=2)
        self.assertEqual(self.restarts()[-1].name, "restart_20000101T033000Z.nc")
        said = self.succeed("run", "--continue", self.case)
        self.assertIn("goes on from 2000-01-01T03:30:00Z", said)
        self.assert_as_unbroken(said, unbroken)
        self.assertEqual(len(self.restarts()), 2)
        before = {path: path.stat().st_mtime_ns for path in self.out.iterdir()}
        self.assertIn("nothing to do", self.succeed("run", "--continue", self.case))
        self.assertIn("nothing to do", self.succeed("run", "--continue", self.case, "--set", "parallel.backend=openmp"))
        self.assertEqual({path: path.stat().st_mtime_ns for path in self.out.iterdir()}, before)

    def test_at_its_end_corrects_a_status_that_could_not_be_written(self):
        self.succeed("run", self.case)
        status = self.out / "status.json"
        finished = json.loads(status.read_text())
        self.assertEqual(finished["state"], "finished")
        for old in (finished | {"state": "running", "complete": []}, []):
            status.write_text(json.dumps(old))
            self.assertIn("nothing to do", self.succeed("run", "--continue", self.case, ranks=2))
            self.assertEqual(json.loads(status.read_text()) | {"written": ""}, finished | {"written": ""})

    def test_goes_on_across_30_february(self):
        days = ("--set", "time.calendar=360_day", "--set", "time.start=2000-02-30T20:00:00Z")
        late = ("--set", "output.fields.start=2000-02-30T23:00:00Z", "--set", "output.points.end=2000-02-30T22:00:00Z")
        end = "time.end=2000-03-01T02:00:00Z"
        whole = self.succeed("run", self.case, *days, *late, "--set", end)
        output = {name: (self.out / name).read_bytes() for name in OUTPUT}
        self.succeed("run", self.case, *days, *late, "--set", "time.end=2000-02-30T23:30:00Z")
        said = self.succeed("run", "--continue", self.case, *days, *late, "--set", end)
        self.assertIn("goes on from 2000-02-30T23:30:00Z", said)
        self.assertEqual(line_with(said, "state checksum"), line_with(whole, "state checksum"))
        for name in OUTPUT:
            self.assertTrue((self.out / name).read_bytes() == output[name], name)
        for name, hours in (("fields.nc", [3, 3.5, 4, 4.5, 5, 5.5, 6]), ("points.nc", [0, 0.5, 1, 1.5, 2])):
            with netCDF4.Dataset(self.out / name) as file:
                self.assertEqual((file["time"][:] / 3600.0).tolist(), hours, name)

    def test_without_restart_starts_at_the_beginning(self):
        said = self.succeed("run", "--continue", self.case, "--set", "time.end=2000-01-01T01:00:00Z")
        self.assertIn("there is no restart", said)
        self.assertIn("from the beginning", said)


class Damaged(RestartTest):
    def setUp(self):
        super().setUp()
        self.end = ("--set", "time.end=2000-01-01T03:00:00Z")

    def test_in_any_block_is_passed_over(self):
        whole = self.succeed("run", self.case, *self.end)
        before = {path.name: path.read_bytes() for path in self.out.iterdir()}
        chance = random.Random(5)
        first, last = self.restarts()[-2:]
        size = len(before[last.name])
        for where in (20, 900, size // 3, size // 2, size - 8, "cut"):
            for path in self.out.iterdir():
                path.unlink()
            for name, content in before.items():
                (self.out / name).write_bytes(content)
            damaged = bytearray(before[last.name])
            if where == "cut":
                del damaged[size // 2 :]
            else:
                damaged[where] ^= 1 << chance.randrange(8)
            last.write_bytes(damaged)
            record = self.out / ".groundswell_run"
            record.write_text(record.read_text().replace("finished\n", ""))
            said = self.succeed("run", "--continue", self.case, *self.end)
            self.assertRegex(said, f"warning: .*'{last}'.* damaged", where)
            self.assertIn("goes on from 2000-01-01T02:00:00Z", said, where)
            self.assertEqual(line_with(said, "state checksum"), line_with(whole, "state checksum"))
            for name in OUTPUT:
                self.assertTrue((self.out / name).read_bytes() == before[name], name)
            self.assertEqual(last.read_bytes(), before[last.name])

    def test_list_of_restarts_never_removes_another_file(self):
        self.succeed("run", self.case, "--set", "time.end=2000-01-01T02:00:00Z")
        (self.out / "restart_notes.txt").write_text("mine")
        listed = (self.out / "restarts.txt").read_text()
        names = "restart_notes.txt", "../case.yaml", "restart_/../points.nc"
        lines = "".join(f"restart 2000-01-01T00:30:00Z {name} 4\n" for name in names)
        (self.out / "restarts.txt").write_text(lines + listed + "restart 2000-01-01T0")
        self.assertIn("goes on from 2000-01-01T02:00:00Z", self.succeed("run", "--continue", self.case, *self.end))
        self.assertEqual((self.out / "restart_notes.txt").read_text(), "mine")
        self.assertTrue(self.case.exists())

    def test_or_of_another_case_is_refused(self):
        self.succeed("run", self.case, "--set", "time.end=2000-01-01T02:00:00Z")
        before = {path: path.stat().st_mtime_ns for path in self.out.iterdir()}
        for change, words in (
            ("physics.max_drag=0.002", ["physics.max_drag was 'by_package' and is now '0.002'"]),
            ("wind.speed=13 m/s", ["wind.speed", "12", "13"]),
            ("mesh.bisections=3", ["its mesh is 162 cells", "642 cells"]),
            ("spectrum.directions=13", ["spectrum.directions was '12' and is now '13'"]),
            ("output.fields.names=[hs, tp]", ["output.fields.names was 'hs' and is now 'hs, tp'"]),
            ("time.end=2000-01-01T01:00:00Z", ["after time.end"]),
        ):
            process = run_program("run", "--continue", self.case, *self.end, "--set", change)
            self.assert_refused(process, *words)
            self.assertEqual({path: path.stat().st_mtime_ns for path in self.out.iterdir()}, before)


class Failing(UserTest):
    def test_for_lack_of_space_or_permission_says_so(self):
        case = self.write_case(
            ("lat_lon: {interval: 0}", "lat_lon: {interval: 0}\n  restart: {interval: 30 min}"),
            ("directions: 12, frequencies: 12", "directions: 36, frequencies: 30"),
        )
        # Limits files to 300 kB. Processes use TCP, because shared memory would be a file above the limit.
        limited = "export OMPI_MCA_btl=self,tcp; ulimit -f 300;"
        process = run_program("run", case, ranks=2, rank_prefix=limited, quiet=True)
        self.assert_refused(process, "restart_20000101T003000Z.nc", "(ulimit -f)")
        self.assertEqual(list(self.out.glob("restart*")), [])
        self.assertTrue((self.out / "fields.nc.part").exists())
        self.succeed("run", case)
        (self.out / ".groundswell_run").chmod(0o444)
        self.out.chmod(0o555)
        self.folder.chmod(0o755)
        process = self.run_as_user("run", "--continue", case, "--set", "time.end=2000-01-01T02:00:00Z")
        self.assert_refused(process, str(self.out), "ermission")


if __name__ == "__main__":
    unittest.main(defaultTest="Killed" if KILLS else None)
