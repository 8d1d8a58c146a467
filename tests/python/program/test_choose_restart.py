# SPDX-License-Identifier: Apache-2.0
"""A run is resumed from the newest intact restart that all its output files reach; status.json reports its state."""

import fcntl
import json
import os
import shutil
import signal
import subprocess
import unittest

import test_restart
from faults import run_killed_at_rename
from program_case import MPI, PROGRAM, contents, overrides, run_program
from test_restart import TO_GO_ON, end_of, line_with, start, wait_for_date, wait_in_log

NOTHING_LEFT = 3  # exit code of a run that finds no usable restart
FIRST_END = ("--set", "time.end=2000-01-01T03:00:00Z", "--set", "output.restart.keep=3")
LAST_END = ("--set", "time.end=2000-01-01T04:00:00Z", "--set", "output.restart.keep=3")


def name_of(hour):
    return f"restart_20000101T{hour:02}0000Z.nc"


class ChoiceTest(test_restart.RestartTest):
    made = {}  # shared by all tests: the files of a run up to FIRST_END, files and messages of another up to LAST_END

    def setUp(self):
        super().setUp()
        if not self.made:
            self.made["said"] = self.succeed("run", self.case, *LAST_END)
            self.made["whole"] = {name: (self.out / name).read_bytes() for name in self.output}
            self.made["last"] = (self.out / name_of(4)).read_bytes()
            shutil.rmtree(self.out)
            self.succeed("run", self.case, *FIRST_END)
            record = self.out / ".groundswell_run"
            record.write_text(record.read_text().replace("finished\n", ""))
            self.made["begun"] = {path.name: path.read_bytes() for path in self.out.iterdir()}
        self.put_back()

    def put_back(self):
        shutil.rmtree(self.out, ignore_errors=True)
        self.out.mkdir()
        for name, content in self.made["begun"].items():
            (self.out / name).write_bytes(content)
        self.manifest = self.out / "restarts.txt"

    def forget_line(self, hour):
        """Takes a restart out of the manifest."""
        lines = self.manifest.read_text().splitlines()
        self.manifest.write_text("\n".join(line for line in lines if name_of(hour) not in line) + "\n")

    def assert_goes_on(self, hour, *arguments, **keywords):
        """Checks that a run is resumed from this hour and ends like an uninterrupted one; returns its messages."""
        how = arguments if "--from" in arguments else ("--continue", *arguments)
        said = self.succeed("run", *how, self.case, *LAST_END, **keywords)
        self.assertIn(f"goes on from 2000-01-01T{hour:02}:00:00Z", said)
        self.assertEqual(line_with(said, "state checksum"), line_with(self.made["said"], "state checksum"))
        for name, content in self.made["whole"].items():
            self.assertTrue((self.out / name).read_bytes() == content, name)
        return said

    def assert_nothing_left(self, *words, arguments=("--continue",), **keywords):
        before = contents(self.out)
        process = run_program("run", *arguments, self.case, *LAST_END, **keywords)
        self.assert_refused(process, *words)
        self.assertEqual(process.returncode, NOTHING_LEFT, process.stderr)
        self.assertEqual(contents(self.out), before)
        return process


class Manifest(ChoiceTest):
    def test_is_not_needed(self):
        whole = self.manifest.read_bytes()
        for content in (None, b"", whole[: len(whole) // 2], bytes(range(256)) * 20, b"restart restart restart 5\n"):
            self.put_back()
            self.manifest.unlink() if content is None else self.manifest.write_bytes(content)
            self.assert_goes_on(3)
            self.assertEqual([path.name for path in self.restarts()], [name_of(hour) for hour in (2, 3, 4)])
            self.assertEqual([name_of(hour) in self.manifest.read_text() for hour in (2, 3, 4)], [True] * 3)

    def test_may_lack_a_restart_or_have_one_too_many(self):
        self.forget_line(3)
        self.assert_goes_on(3)
        self.put_back()
        (self.out / name_of(3)).unlink()
        self.assertRegex(self.assert_goes_on(2), f"warning: .*{name_of(3)}.* is not there")

    def test_removes_no_file_that_was_put_back(self):
        self.assert_goes_on(3)  # this run removes the restart of hour 1
        removed = self.out / name_of(1)
        self.assertFalse(removed.exists())
        removed.write_bytes(self.made["begun"][removed.name])
        later = ("time.end=2000-01-01T05:00:00Z", "output.restart.keep=3")
        self.succeed("run", "--continue", self.case, *overrides(later))
        self.assertEqual([path.name for path in self.restarts()], [name_of(hour) for hour in (1, 3, 4, 5)])

    def test_is_not_needed_on_several_ranks_and_with_servers(self):
        self.manifest.unlink()
        self.assert_goes_on(3, "--set", "output.servers=1", ranks=3)


class Found(ChoiceTest):
    def test_none_is_an_error_of_its_own_or_begins_anew(self):
        for path in self.restarts():
            os.truncate(path, 1000)
        words = f"a run had begun in '{self.out}'", name_of(3), "--continue=or-begin", "unfinished/"
        said = self.assert_nothing_left(*words).stdout
        self.assertEqual(said.count("warning: "), 1)  # a single one about all three restarts
        self.assert_nothing_left(name_of(3), arguments=("--continue", "--set", "output.servers=1"), ranks=3, quiet=True)
        said = self.succeed("run", "--continue=or-begin", self.case, *LAST_END)
        self.assertRegex(said, "warning: a run had begun .* the run starts from the beginning")
        self.assertTrue((self.out / "unfinished" / name_of(3)).exists())
        self.assertEqual(line_with(said, "state checksum"), line_with(self.made["said"], "state checksum"))

    def test_none_at_all_is_an_error_where_a_run_had_begun(self):
        for path in (*self.restarts(), self.manifest):
            path.unlink()
        self.assert_nothing_left("a run had begun", "there is no restart")
        (self.out / ".groundswell_run").unlink()
        (self.out / name_of(3)).write_bytes(b"CDF")
        self.assert_nothing_left("a run had begun", name_of(3))
        shutil.rmtree(self.out)
        said = self.succeed("run", "--continue", self.case, *FIRST_END)
        self.assertIn("nor had a run begun there; the run starts from the beginning", said)

    def test_is_judged_only_where_no_other_run_writes(self):
        for path in self.restarts():
            os.truncate(path, 1000)
        before = contents(self.out)
        with (self.out / ".groundswell_run").open("r+") as record:
            fcntl.flock(record, fcntl.LOCK_EX)
            for how in ("--continue", "--continue=or-begin", "--from=2000-01-01T02"):
                process = run_program("run", how, self.case, *LAST_END)
                self.assert_refused(process, f"another run is writing into '{self.out}'")
                self.assertEqual(process.returncode, 1)
        self.assertEqual(contents(self.out), before)

    def test_chosen_by_its_date(self):
        self.assert_goes_on(1, "--from", "2000-01-01T01:00")
        self.assertEqual([path.name for path in self.restarts()], [name_of(hour) for hour in (2, 3, 4)])
        self.put_back()
        process = run_program("run", "--from", "2000-01-01T01:30:00Z", self.case, *LAST_END)
        dates = ", ".join(f"2000-01-01T0{hour}:00:00Z" for hour in (3, 2, 1))
        self.assert_refused(process, f"no restart of 2000-01-01T01:30:00Z in '{self.out}'; there are those of {dates}")
        os.truncate(self.out / name_of(2), 1000)
        self.assert_nothing_left("cannot go on from 2000-01-01T02:00:00Z", arguments=("--from", "2000-01-01T02"))
        self.assert_refused(run_program("run", "--from", "yesterday", self.case), "yesterday")

    def test_of_the_same_start_however_it_is_written(self):
        written = ("time.start=2000-01-01 00:00", "output.fields.start=2000-01-01T00:00:00Z")
        self.assert_goes_on(3, *overrides(written))
        end = ("--set", "time.end=2000-01-01 04:00", "--set", "output.restart.keep=3")
        self.assertIn("nothing to do", self.succeed("run", "--continue", self.case, *end))
        self.put_back()
        other = ("--continue", "--set", "output.fields.start=2000-01-01T00:30:00Z")
        process = run_program("run", *other, self.case, *LAST_END)
        self.assert_refused(process, "output.fields.start was 'none' and is now '2000-01-01T00:30:00Z'")

    def test_falls_back_to_what_all_files_reach(self):
        for name, ranks in (("fields.nc", 1), ("spectra.nc", 2)):
            self.put_back()
            part = (self.out / name).rename(self.out / f"{name}.part")
            os.truncate(part, part.stat().st_size - 8)
            said = self.assert_goes_on(2, ranks=ranks)
            self.assertRegex(said, f"warning: the restart '.*{name_of(3)}' cannot be used: .*{name}.part")
        self.put_back()
        (self.out / "fields.nc").unlink()
        said = self.assert_nothing_left("there is no", "fields.nc", "put it back, or", "--continue=or-begin does that")
        self.assertNotIn("put a restart back", said.stderr)
        self.assertEqual(said.stdout.count("warning: "), 1)
        self.assertIn(
            f"3 restarts in '{self.out}', from {name_of(3)} back to {name_of(1)}, cannot be used: ", said.stdout
        )

    def test_of_others_stays(self):
        foreign = self.out / name_of(5)
        self.succeed(
            "run", self.case, *FIRST_END, "--set", "wind.speed=13 m/s", "--set", f"output.folder={self.folder}/b"
        )
        foreign.write_bytes((self.folder / "b" / name_of(3)).read_bytes())
        renamed = self.out / name_of(6)
        renamed.write_bytes((self.out / name_of(3)).read_bytes())
        other = self.out / name_of(7)  # unlike `renamed`, named after its own date
        later = (
            "--set",
            "wind.speed=13 m/s",
            "--set",
            f"output.folder={self.folder}/b",
            "--set",
            "time.end=2000-01-01T07",
        )
        self.succeed("run", "--continue", self.case, *later)
        other.write_bytes((self.folder / "b" / name_of(7)).read_bytes())
        days = ("time.calendar=360_day", "time.start=2000-02-30", "time.end=2000-02-30T01:00")
        days = (f"output.folder={self.folder}/b", *days)
        self.succeed("run", self.case, *overrides(days))
        newest = self.out / "restart_20000230T010000Z.nc"
        newest.write_bytes((self.folder / "b" / newest.name).read_bytes())
        before = contents(self.out)
        said = self.assert_goes_on(3)
        self.assertRegex(said, f"warning: .*{name_of(7)}.*wind.speed")
        self.assertIn(f"'{newest}' cannot be used: time.calendar was '360_day' and is now 'standard'", said)
        for path in (foreign, renamed, other, newest):
            self.assertEqual(contents(self.out)[path.name], before[path.name])
        self.manifest.unlink()
        self.assert_refused(run_program("run", "--continue", self.case), newest.name, "time.calendar was '360_day'")
        newest.unlink()
        self.assert_refused(run_program("run", "--continue", self.case), name_of(7), "wind.speed")

    def test_of_others_is_kept_where_the_run_writes_one_of_its_name(self):
        self.succeed(
            "run", self.case, *LAST_END, "--set", "wind.speed=13 m/s", "--set", f"output.folder={self.folder}/b"
        )
        others = (self.folder / "b" / name_of(4)).read_bytes()
        manifest = self.manifest.read_text()
        for how, listed in ((["--continue"], manifest), (["--from", "2000-01-01T02"], ""), ([], manifest)):
            self.put_back()
            self.manifest.write_text(listed)
            (self.out / name_of(4)).write_bytes(others)
            said = self.succeed("run", *how, self.case, *LAST_END)
            kept = self.out / f"{name_of(4)}.other"
            self.assertIn(f"; the file of another run that had this name is kept as '{kept}'", said)
            self.assertEqual(kept.read_bytes(), others)
            self.assertEqual((self.out / name_of(4)).read_bytes(), self.made["last"])
        (self.out / name_of(4)).write_bytes(b"no restart")
        self.forget_line(4)
        self.succeed("run", self.case, *LAST_END)
        self.assertEqual((self.out / f"{name_of(4)}.other2").read_bytes(), b"no restart")
        self.assertEqual(kept.read_bytes(), others)
        self.put_back()
        self.forget_line(3)  # as if the run had been killed before it announced this restart
        self.assert_goes_on(2, "--from", "2000-01-01T02")
        self.assertEqual(list(self.out.glob("*.other*")), [])

    def test_of_others_stays_where_it_is_when_the_run_begins_anew(self):
        foreign = self.out / name_of(9)

        def begin(moved_to, *how):
            said = self.succeed("run", *how, self.case, *LAST_END)
            self.assertEqual(foreign.read_bytes(), b"mine")
            there = {path.name for path in (self.out / moved_to).glob("restart_*.nc")}
            self.assertIn(name_of(3), there)
            self.assertNotIn(foreign.name, there)
            self.assertNotIn("count as those", said)

        foreign.write_bytes(b"mine")
        self.forget_line(3)  # as if the run had been killed before it announced this restart
        begin("unfinished")
        begin("previous")
        self.succeed("run", self.case, *LAST_END, "--set", "output.restart.interval=0")  # no restart is announced
        self.succeed("run", self.case, *LAST_END)
        self.assertEqual(foreign.read_bytes(), b"mine")
        self.put_back()
        for path in self.restarts():
            os.truncate(path, 1000)
        foreign.write_bytes(b"mine")
        begin("unfinished", "--continue=or-begin")
        self.put_back()
        self.manifest.unlink()
        foreign.write_bytes(b"mine")
        said = self.succeed("run", self.case, *LAST_END)
        self.assertIn(f"'{self.manifest}' announces no restarts, so all in the folder count as those", said)
        self.assertEqual((self.out / "unfinished" / foreign.name).read_bytes(), b"mine")

    def test_among_a_thousand_and_odd_names(self):
        first = (self.out / name_of(1)).read_bytes()
        names = [f"restart_1999{1 + i // 84:02}{1 + i % 28:02}T{i // 28 % 3:02}0000Z.nc" for i in range(1000)]
        for name in {*names, "restart_spring.nc", "restart_20000101.nc", "restart_99999999T999999Z.nc"}:
            (self.out / name).write_bytes(first)
        before = contents(self.out)
        said = self.assert_goes_on(3)
        self.assertIn("restart_99999999T999999Z.nc", said)
        after = contents(self.out)
        self.assertEqual({name: after[name] for name in names}, {name: before[name] for name in names})

    def test_that_the_run_reads_is_none_of_its_own(self):
        spring = self.folder / "spring" / name_of(3)
        self.out.rename(self.folder / "spring")
        self.out.mkdir()
        shutil.copy(spring, self.out / "restart_19990101T000000Z.nc")
        hot = ("--set", "initial.kind=restart", "--set", f"initial.file={self.out}/restart_19990101T000000Z.nc")
        said = self.succeed("run", "--continue", self.case, *FIRST_END, *hot)
        self.assertIn("nor had a run begun there", said)

    def test_goes_on_where_the_record_is_lost_and_through_a_link(self):
        (self.out / ".groundswell_run").unlink()
        real = self.out.rename(self.folder / "real")
        self.out.symlink_to(real)
        self.assert_goes_on(3)


class Hangup(ChoiceTest):
    def hang_up(self, prefix, **keywords):
        process = subprocess.Popen(
            [*prefix, PROGRAM, "run", str(self.case), "--set", "time.end=2000-03-01"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, **MPI},
            **keywords,
        )
        wait_for_date(process, self.out, "2000-01-01T0")
        process.send_signal(signal.SIGHUP)
        return process

    def test_ends_a_run_with_a_restart_though_nobody_reads(self):
        process = self.hang_up([])
        process.send_signal(signal.SIGHUP)  # the shell sends the signal, too
        process.stdout.close()
        self.assertEqual(process.wait(60), TO_GO_ON)
        self.assertIn("told to end (SIGHUP)", (self.out / "groundswell.log").read_text())
        self.assertEqual(json.loads((self.out / "status.json").read_text())["state"], "told_to_end")

    def test_does_not_end_one_that_nohup_started(self):
        process = self.hang_up(["nohup"], stdin=subprocess.DEVNULL)
        wait_in_log(process, self.out, "2000-01-01T18")
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        self.assertIn("told to end (SIGTERM)", end_of(process))


class Status(ChoiceTest):
    packed = ("--set", "output.fields.format=netcdf4", "--set", "output.fields.dates=date")

    def status(self):
        return json.loads((self.out / "status.json").read_text())

    def test_is_whole_after_a_kill_between_any_two_names_and_at_the_end(self):
        shutil.rmtree(self.out)
        states, n_complete = [], []
        n = 1
        while run_killed_at_rename(n, "run", self.case, *FIRST_END, *self.packed):
            if (self.out / "status.json").exists():
                status = self.status()
                states.append(status["state"])
                n_complete.append(len(status["complete"]))
                for each in status["restarts"] + status["complete"]:
                    self.assertTrue((self.out / each["file"]).exists(), each)
            shutil.rmtree(self.out)
            n += 5
        self.assertIn("running", states)
        self.assertGreater(max(n_complete), 3)
        status = self.status()
        self.assertEqual((status["state"], status["date"]), ("finished", "2000-01-01T03:00:00Z"))
        self.assertEqual([each["file"] for each in status["restarts"]], [name_of(hour) for hour in (1, 2, 3)])
        complete = {each["file"]: (each["first"], each["last"]) for each in status["complete"]}
        files = {path.name for path in self.out.glob("*.nc") if "restart" not in path.name}
        self.assertEqual(set(complete), files)
        self.assertEqual(complete["points.nc"], ("2000-01-01T00:00:00Z", "2000-01-01T03:00:00Z"))
        self.assertEqual(complete["fields_20000101T013000Z.nc"], ("2000-01-01T01:30:00Z",) * 2)

    def test_names_no_restart_that_was_removed(self):
        keep_one = ("--set", "time.end=2000-01-01T02:00:00Z", "--set", "output.restart.keep=1")
        n_removed = 0
        for n in range(6, 16):  # renames around and after that of the second restart, for which the first is removed
            shutil.rmtree(self.out)
            run_killed_at_rename(n, "run", self.case, *keep_one)
            for each in self.status()["restarts"]:
                self.assertTrue((self.out / each["file"]).exists(), (n, each))
            n_removed += (self.out / name_of(2)).exists() and not (self.out / name_of(1)).exists()
        self.assertGreater(n_removed, 1)

    def test_is_the_same_with_servers_and_when_a_run_goes_on(self):
        found = []
        for servers, ranks in ((0, 1), (2, 3)):
            shutil.rmtree(self.out)
            way = (*self.packed, "--set", f"output.servers={servers}", "--set", "output.serve=kinds")
            ended = start("run", self.case, *way, "--set", "time.end=2000-02-01", ranks=ranks)
            for line in ended.stdout:
                if line.startswith("restart"):
                    break
            status = self.status()
            self.assertEqual(status["state"], "running")
            test_restart.signal_ranks(ended, signal.SIGKILL)
            end_of(ended)
            taken = self.out / "fields_20000101T000000Z.nc"
            taken.unlink()
            said = self.succeed("run", "--continue", self.case, *way, *LAST_END, ranks=ranks)
            self.assertIn(f"no longer in the folder: {taken.name}", said)
            status = self.status()
            found.append((status["state"], status["restarts"][-1], status["complete"]))
        self.assertEqual(found[0], found[1])
        self.assertNotIn(taken.name, str(found[0]))

    def test_says_why_a_run_failed_and_is_not_needed(self):
        limited = "export OMPI_MCA_btl=self,tcp; ulimit -f 100;"
        process = run_program("run", self.case, rank_prefix=limited)
        self.assert_refused(process, "(ulimit -f)")
        status = self.status()
        self.assertEqual(status["state"], "failed")
        self.assertIn("(ulimit -f)", status["error"])
        self.put_back()
        (self.out / "status.json").write_bytes(b"\xff{")
        self.assert_goes_on(3)


if __name__ == "__main__":
    unittest.main()
