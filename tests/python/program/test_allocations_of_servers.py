# SPDX-License-Identifier: Apache-2.0
"""If an allocation fails on one rank of a run with output servers, all ranks end, and the run ends with a sentence.

`test_allocations_of_servers.py 8` lets 8 allocations fail on each of the ranks, one per run: every so many of the
last sixteenth of all that the rank makes; most of the others are for its mesh, before it meets the other.
"""

import sys
import unittest

from faults import run_with_faults
from program_case import ProgramTest

N_FAILURE = int(sys.argv.pop())


class AllocationsOfServers(ProgramTest):
    def run_with(self, rank, n, **more):
        """Runs a case whose n-th allocation on a rank fails."""
        name = f"out_{rank}_{n}"
        path = self.write_case(("bisections: 2", "bisections: 0"), ("out\n", f"{name}\n"), more="  servers: 1")
        return run_with_faults("run", path, ranks=2, rank=rank, faults={"NEW_FAILS_AT": n, **more})

    def check(self, rank):
        report = self.folder / "report"
        self.assertEqual(self.run_with(rank, 0, NEW_REPORT=report).returncode, 0)
        n_all, n_open = int(report.read_text()), 0
        for n in range(n_all - n_all // 16, n_all, n_all // 16 // N_FAILURE + 1):
            process = self.run_with(rank, n)
            said = process.stdout + process.stderr
            with self.subTest(rank=rank, allocation=n, of=n_all):
                self.assertNotIn("terminate called", said)
                self.assertEqual(process.returncode != 0, "error: " in said, said)
                self.assertEqual(process.returncode != 0, "memory" in said, said)
            n_open += process.returncode != 0 and (self.folder / f"out_{rank}_{n}").exists()
        self.assertGreater(n_open, 0)  # failures when the ranks that compute and the servers already had met

    def test_that_fail_on_the_rank_that_computes_end_the_run(self):
        self.check(0)

    def test_that_fail_on_a_server_end_the_run(self):
        self.check(1)


if __name__ == "__main__":
    unittest.main()
