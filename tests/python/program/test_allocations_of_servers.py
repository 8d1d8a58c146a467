# SPDX-License-Identifier: Apache-2.0
"""If an allocation fails on one rank of a run with output servers, all ranks end, and the run ends with a sentence.

`test_allocations_of_servers.py 8` lets 8 allocations fail on each of the ranks in turn, evenly spaced on a logarithmic
scale.
"""

import sys
import unittest

from faults import run_with_faults
from program_case import ProgramTest

N_FAILURE = int(sys.argv.pop())
FIRST, LAST = 2_000, 60_000  # allocations: the first files are open, the last ones are near the end of the run


class AllocationsOfServers(ProgramTest):
    def check(self, rank):
        """Returns how many runs ended with a failure of this rank."""
        n_failed = 0
        for i in range(N_FAILURE):
            n = round(FIRST * (LAST / FIRST) ** (i / (N_FAILURE - 1)))
            path = self.write_case(
                ("bisections: 2", "bisections: 1"), ("out\n", f"out_{rank}_{i}\n"), more="  servers: 1"
            )
            process = run_with_faults("run", path, ranks=2, rank=rank, faults={"NEW_FAILS_AT": n})
            said = process.stdout + process.stderr
            with self.subTest(rank=rank, allocation=n):
                self.assertNotIn("terminate called", said)
                self.assertEqual(process.returncode != 0, "error: " in said, said)
                self.assertEqual(process.returncode != 0, "memory" in said, said)
            n_failed += process.returncode != 0
        return n_failed

    def test_that_fail_on_the_rank_that_computes_end_the_run(self):
        self.assertGreater(self.check(0), N_FAILURE // 2)

    def test_that_fail_on_a_server_end_the_run(self):
        self.assertGreater(self.check(1), N_FAILURE // 2)


if __name__ == "__main__":
    unittest.main()
