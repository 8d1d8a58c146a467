# SPDX-License-Identifier: Apache-2.0
"""Coupled jobs that are told to end, or end early, go on to the same bits, also with another split of processes."""

import itertools
import json
import re
import shutil
import signal
import unittest

import netCDF4
from coupled_chain import ChainTest
from faults import at_calls, run_timed_by_calls, run_with_faults
from program_case import overrides, run_program

TO_GO_ON = 75  # exit code of a run that can be resumed
WAVES = 2  # the first rank of the waves


def checksums(said):
    return dict(re.findall(r"(\w+): state checksum (\w+)", said))


class EndsTest(ChainTest):
    def run_unbroken(self):
        folder = self.make_folder("unbroken")
        process = run_program("run", "case.yaml", **self.place(folder))
        self.assertEqual(process.returncode, 0, process.stderr)
        self.expected = self.files_in(folder)
        self.checksums = checksums(process.stdout)
        self.assertEqual(sorted(self.checksums), ["air", "sea", "waves"])

    def finish(self, folder, *how):
        """Goes on to the end, which must be that of the unbroken job."""
        said = self.go_on(folder, *how)
        self.assertEqual(checksums(said), self.checksums, said)
        shutil.rmtree(folder)


class ToldToEnd(EndsTest):
    """A component that is told to end, or finds its time limit near, ends the whole job between two of its steps."""

    def setUp(self):
        super().setUp()
        self.END, self.KEEP = "2000-01-01T03:00:00Z", 2
        self.write((1, 1, 2))
        self.run_unbroken()

    def assert_told(self, process, why, folder):
        self.assertEqual(process.returncode, TO_GO_ON, process.stdout + process.stderr)
        self.assertEqual(process.stderr.count("error: "), 1, process.stderr)
        self.assertRegex(
            process.stderr, rf"error: waves: the run was told to end \({why}\) at 2000-01-01T0\d:[03]0:00Z"
        )
        self.assertEqual(json.loads((folder / "out/status.json").read_text())["state"], "told_to_end")
        self.check_complete(folder)

    def signal_at_rename(self, n, number, rank, *, mpirun):
        """Signals mpirun, or the process itself, when a rank of the job renames its n-th file."""
        folder = self.make_folder(f"{number.name}_{rank}_{n}")
        faults = at_calls(calls="rename", KILL_AT_CALL=n, KILL_WITH=int(number))
        if mpirun:
            faults["KILL_PARENT"] = "yes"
        return run_with_faults("run", "case.yaml", rank=rank, faults=faults, **self.place(folder)), folder

    def test_by_a_signal_to_all_processes(self):
        for number, rank, n in (
            (signal.SIGUSR1, WAVES, 3),
            (signal.SIGUSR2, WAVES, 20),
            (signal.SIGUSR1, 0, 4),
            (signal.SIGUSR2, 1, 4),
        ):
            with self.subTest(number=number.name, rank=rank, n=n):
                process, folder = self.signal_at_rename(n, number, rank, mpirun=True)
                self.assert_told(process, number.name, folder)
                self.finish(folder)

    def test_by_a_signal_to_a_process_of_the_waves(self):
        for number, rank in ((signal.SIGUSR1, WAVES), (signal.SIGTERM, WAVES), (signal.SIGINT, WAVES)):
            with self.subTest(number=number.name):
                process, folder = self.signal_at_rename(12, number, rank, mpirun=False)
                self.assert_told(process, "Ctrl-C" if number == signal.SIGINT else number.name, folder)
                self.finish(folder)

    def test_not_by_a_signal_to_another_component(self):
        process, folder = self.signal_at_rename(2, signal.SIGUSR1, 0, mpirun=False)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(checksums(process.stdout), self.checksums)
        self.assertEqual(self.files_in(folder), self.expected)

    def test_by_a_signal_with_which_mpirun_kills_all(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number=number.name):
                process, folder = self.signal_at_rename(12, number, WAVES, mpirun=True)
                self.assertNotEqual(process.returncode, 0)
                self.check_complete(folder)
                self.finish(folder)

    def test_without_restarts_it_cannot_go_on(self):
        folder = self.make_folder("no_restarts")
        intervals = ("air.restart.interval=0 s", "sea.restart.interval=0 s", "waves.output.restart.interval=0 s")
        limit = overrides((*intervals, "waves.time.wall_clock_limit=1 s"))
        process = run_program("run", "case.yaml", *limit, **self.place(folder))
        self.assertEqual(process.returncode, 1, process.stderr)
        told = "error: waves: the run was told to end (time.wall_clock_limit) at 2000-01-01T00:30:00Z"
        self.assertIn(told, process.stderr)
        self.assertIn("they write no restarts", process.stderr)

    def test_by_the_time_limit(self):
        """A second passes at each rename of any process."""
        folder = self.make_folder("limit")
        limit = ("--set", "waves.time.wall_clock_limit=30 s")
        process, _ = run_timed_by_calls(1.0, "rename", "run", "case.yaml", *limit, below=folder, **self.place(folder))
        self.assert_told(process, "time.wall_clock_limit", folder)
        self.finish(folder)


class FromEachDate(EndsTest):
    """The job goes on from each of its 20 dates of restarts, with other splits of processes, to the same end."""

    END, KEEP = "2000-01-01T10:00:00Z", 20
    since = ""
    SPLITS = ((1, 1, 1), (2, 1, 1), (1, 2, 2), (1, 1, 3), (3, 2, 1))
    DATES = [f"2000-01-01T{half_hours // 2:02}:{half_hours % 2 * 30:02}:00Z" for half_hours in range(1, 21)]

    def setUp(self):
        super().setUp()
        self.run_unbroken()
        self.all_expected = self.expected
        self.splits = itertools.cycle(self.SPLITS[1:])

    def files_in(self, folder):
        """All but restarts up to the date `since`, which the job has not written."""
        files = super().files_in(folder)
        return {name: content for name, content in files.items() if "restart_" not in name or self.is_later(name)}

    def is_later(self, name):
        return re.sub("[-:]", "", self.since) < re.search(r"restart_(\w+).nc", name)[1]

    def copy(self, folder, date):
        """A copy of a folder, with another split of processes."""
        to = self.folder / date
        shutil.copytree(folder, to)
        self.write(next(self.splits))
        self.put_files(to)
        self.since = date
        self.expected = {n: file for n, file in self.all_expected.items() if "restart_" not in n or self.is_later(n)}
        return to

    def put_files(self, folder):
        for file, content in self.files.items():
            (folder / file).write_bytes(content)

    def test_of_a_job_that_has_reached_its_end(self):
        """The values of later dates are wrong."""
        for n, date in enumerate(self.DATES[:-1]):
            with self.subTest(date):
                folder = self.copy(self.folder / "unbroken", date)
                with netCDF4.Dataset(folder / "out/fields.nc", "a") as file:
                    file["hs"][n + 2 :] = -1.0
                for path in folder.glob("out*/restart_*.nc"):
                    if self.is_later(path.name):
                        path.write_bytes(b"")
                for path in folder.glob("ledger*.txt"):
                    head, *lines = path.read_text().splitlines()
                    lines = [line[:-1] if line[:20] > date else line for line in lines]
                    path.write_text("\n".join((head, *lines, "")))
                self.finish(folder, "--from", date)

    def test_of_a_job_that_ends_there(self):
        folder = self.make_folder("early")
        for date in self.DATES:
            self.since = date
            self.write(next(self.splits), date)
            self.put_files(folder)
            process = run_program("run", "--continue=or-begin", "case.yaml", **self.place(folder))
            self.assertEqual(process.returncode, 0, process.stderr)
            if date == self.END:
                self.assertEqual(checksums(process.stdout), self.checksums)
                break
            with self.subTest(date):
                self.finish(self.copy(folder, date))


if __name__ == "__main__":
    unittest.main()
