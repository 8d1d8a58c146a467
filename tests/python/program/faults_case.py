# SPDX-License-Identifier: Apache-2.0
"""Shared by tests that interrupt runs: many folders of one case, whose files must be those of an uninterrupted run."""

import concurrent.futures
import json
import shutil

from faults import ROOM, at_calls, list_calls, run_killed_at_call, run_with_faults
from program_case import ProgramTest, run_program

NOTHING_LEFT = 3  # exit code of a run that finds no usable restart
N_AT_ONCE = 2  # the number of runs at the same time


class FaultsTest(ProgramTest):
    """Runs one case in many folders and compares the files of each with those of an uninterrupted run."""

    step = 1  # of the calls at which faults are planted

    def setUp(self):
        super().setUp()
        self.files = {}  # contents of files beside the case, by name

    def without_folder(self, path):
        return path.read_text().replace(f"{self.folder}/", "")

    def begin(self, *changes, more="", ranks=1, with_faults=None):
        """Writes the case and lists the calls of an uninterrupted run; faults hit the rank `with_faults`, or all."""
        self.ranks, self.with_faults = ranks, with_faults
        self.files["case.yaml"] = self.without_folder(self.write_case(*changes, more=more)).encode()
        folder = self.make_folder(f"unbroken_{with_faults}")
        self.calls = list_calls("run", "case.yaml", below=folder, **self.faulty(folder))
        self.expected = self.files_in(folder)

    def place(self, folder):
        """Arguments of run_program. In one folder, simultaneous runs of mpirun would disturb each other."""
        of_mpi = self.folder / f"mpi_{folder.name}"
        of_mpi.mkdir(exist_ok=True)
        return {"cwd": folder, "ranks": self.ranks, "of_mpi": of_mpi}

    def faulty(self, folder):
        return {"rank": self.with_faults, **self.place(folder)}

    def make_folder(self, name):
        folder = self.folder / name
        folder.mkdir()
        for file, content in self.files.items():
            (folder / file).write_bytes(content)
        return folder

    def files_in(self, folder):
        """The bytes of complete NetCDF files; other files contain times of day."""
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("out*/*.nc")}

    def check_at_each(self, calls, check):
        """Calls check(folder, n) for the number n of every call, or of every `step`-th.

        Calls that follow an fsync are left out, since an fsync leaves the files as they were.
        """

        def check_at(n):
            folder = self.make_folder(f"at_{self.with_faults}_{n}")
            try:
                check(folder, n)
            except AssertionError as error:
                return f"at call {n}, {' '.join(calls[n - 1])}: {error}"
            shutil.rmtree(folder)
            return ""

        numbers = [n for n in range(1, len(calls) + 1) if n == 1 or calls[n - 2][0] != "fsync"]
        self.assertGreater(len(numbers), 1)
        numbers = numbers[:: min(self.step, len(numbers) - 1)]  # at least the first and a later one
        with concurrent.futures.ThreadPoolExecutor(N_AT_ONCE) as pool:
            failures = [failure for failure in pool.map(check_at, numbers) if failure]
        self.assertFalse(failures, "\n".join(failures))

    def check_complete(self, folder):
        """Checks that files with their final names are complete."""
        for name, content in self.files_in(folder).items():
            if name in self.expected and name.endswith(".nc"):
                self.assertTrue(content == self.expected[name], f"{name} is not whole")

    def has_restart(self, folder):
        return all(list(out.glob("restart_*.nc")) for out in folder.glob("out*"))

    def go_on(self, folder, *how):
        """Continues the run, or starts it again if it has left no restart; the files must be as expected.

        Returns its messages.
        """
        had_restart = self.has_restart(folder)
        process = run_program("run", *(how or ("--continue",)), "case.yaml", **self.place(folder))
        if process.returncode == NOTHING_LEFT and not had_restart:
            process = run_program("run", "--continue=or-begin", "case.yaml", **self.place(folder))
        said = process.stdout + process.stderr
        self.assertEqual(process.returncode, 0, said)
        found = self.files_in(folder)
        self.assertEqual(sorted(found), sorted(self.expected), said)
        for name, content in found.items():
            self.assertTrue(content == self.expected[name], f"{name}\n{said}")
        self.assertEqual(list(folder.glob("out*/*.part")), [], said)
        for path in folder.glob("out*/status.json"):
            self.assertEqual(json.loads(path.read_text())["state"], "finished")
        return process.stdout

    def kill_at_each_call(self):
        def check(folder, n):
            is_killed = run_killed_at_call(n, "run", "case.yaml", below=folder, **self.faulty(folder))
            self.assertTrue(is_killed or self.ranks > 1)  # with servers, the number of calls varies
            self.check_complete(folder)
            self.go_on(folder)

        self.check_at_each(self.calls, check)

    def fill_disk_at_each_call(self, **more):
        """Fills the disk at the n-th call that needs space, for each n in turn; `more` are other faults."""

        def check(folder, n):
            full = at_calls(folder, ROOM, FULL_AT_CALL=n, **more)
            process = run_with_faults("run", "case.yaml", faults=full, **self.faulty(folder))
            if process.returncode == 0:  # only the final status was lost
                self.assertRegex(process.stdout, "warning: cannot write .*status.json.*No space left")
                self.assertEqual(self.files_in(folder), self.expected)
                return
            self.assert_refused(process, "No space left")
            self.check_complete(folder)
            self.go_on(folder)

        folder = self.make_folder(f"full_{'_'.join(more)}_{self.with_faults}")
        calls = list_calls("run", "case.yaml", below=folder, calls=ROOM, more=more, **self.faulty(folder))
        self.check_at_each(calls, check)
