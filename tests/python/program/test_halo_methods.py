# SPDX-License-Identifier: Apache-2.0
"""Every halo method gives the same bits, three of them on several hosts, too; a rank that dies ends the run."""

import concurrent.futures
import os
import re
import signal
import subprocess
import unittest

from program_case import MPI, PROGRAM, ROOT, TIME_LIMIT, ProgramTest, run_program
from test_restart import ranks_of, start, wait_for_date

NOT_HERE = 77  # exit status if the system does not allow emulated hosts
METHODS = (
    "point_to_point_ordered",
    "point_to_point",
    "persistent",
    "graph",
    "graph_blocking",
    "graph_persistent",
    "datatypes",
    "shared_window",
    "node_aware",
    "auto",
)


def method(name):
    return "--set", f"parallel.halo_method={name}"


def checksum(said):
    return re.search(r"state checksum (\w+)", said).group(1)


class HaloMethods(ProgramTest):
    def setUp(self):
        super().setUp()
        self.case = self.write_case(("step: 30 min", "step: 2 min"), ("bisections: 2", "bisections: 3"))

    def test_the_sea_is_the_same_by_every_method(self):
        alone = checksum(self.succeed("run", self.case))
        for name in METHODS:
            self.assertEqual(checksum(self.succeed("run", self.case, *method(name), ranks=3)), alone, name)
        late = self.succeed("run", self.case, *method("graph"), "--set", "parallel.overlap=false", ranks=3)
        self.assertEqual(checksum(late), alone)

    def test_the_sea_is_the_same_on_several_hosts(self):
        alone = checksum(self.succeed("run", self.case))
        for name in ("shared_window", "node_aware", "auto"):
            words = [ROOT / "bench/scripts/pretend_hosts.sh", "-n", "5", "--group", "2", PROGRAM, "run", self.case]
            process = subprocess.run([*words, *method(name)], capture_output=True, text=True, timeout=TIME_LIMIT,
                                     env={**os.environ, **MPI})  # fmt: skip
            if process.returncode == NOT_HERE:
                self.skipTest(process.stderr.strip())
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            self.assertEqual(checksum(process.stdout), alone, name)

    def test_auto_says_what_it_chose_and_keeps_it(self):
        keep = (
            *method("auto"),
            "--set",
            "time.end=2000-01-01T06:00:00Z",
            "--set",
            f"parallel.halo_choices={self.folder / 'choices'}",
        )
        said = self.succeed("run", self.case, *keep, ranks=2)
        chosen = re.search(r"of the halo methods, (\w+) was found to be the fastest for (\d+) bytes", said)
        self.assertIsNotNone(chosen, said)
        self.assertIn(chosen.group(1), METHODS)
        self.assertTrue((self.folder / "choices" / f"halo_{chosen.group(2)}_bytes.txt").exists())
        again = self.succeed("run", self.case, *keep, ranks=2)
        self.assertIn(f"{chosen.group(1)} was the fastest in an earlier run for {chosen.group(2)} bytes", again)
        other = self.succeed("run", self.case, *keep, ranks=3)
        self.assertIn("is not used, because it was made for another machine", other)

    def test_an_unknown_method_lists_the_known(self):
        process = run_program("run", self.case, *method("pigeon"), ranks=2, quiet=True)
        self.assert_refused(process, "parallel.halo_method", "pigeon", *METHODS)
        self.assertFalse(self.out.exists())

    def test_a_rank_that_dies_ends_the_run(self):
        def status_after_death(name):
            out = self.folder / f"out_{name}"
            words = ("--set", "time.end=2003-01-01", "--set", f"output.folder={out}", *method(name))
            process = start("run", self.case, *words, ranks=3)
            wait_for_date(process, out, "2000-01-01T0")
            os.kill(ranks_of(process)[1], signal.SIGKILL)
            said = process.communicate(timeout=TIME_LIMIT)[0]
            return process.returncode, said

        names = ("point_to_point", "graph", "shared_window", "node_aware")
        with concurrent.futures.ThreadPoolExecutor() as pool:  # at the same time, as mpirun ends slowly
            for status, said in pool.map(status_after_death, names):
                self.assertNotEqual(status, 0, said)


if __name__ == "__main__":
    unittest.main()
