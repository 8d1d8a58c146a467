# SPDX-License-Identifier: Apache-2.0
"""Each allocation of a run may fail: the run ends with a sentence.

Each of the first 5,000 fails, and then each hundredth (failing_new.cpp); `test_allocations.py 10` takes ten times as
many.
"""

import concurrent.futures
import sys
import unittest

from faults import run_with_faults
from program_case import ProgramTest

MORE = int(sys.argv.pop()) if sys.argv[-1].isdigit() else 1
N_FIRST = 5000 * MORE
STEP = 100 // MORE
NEVER = 10**9
N_AT_ONCE = 2  # runs


class Allocations(ProgramTest):
    def failures(self, first, last, step):
        """What the run says, by the number of the allocation that fails: its exit code and its words."""
        folder = self.folder / f"from_{first}"
        folder.mkdir()
        (folder / "case.yaml").write_text(self.content)
        report = folder / "report"
        faults = {"DISK_BELOW": folder / "out", "NEW_FAILS": f"{first} {last} {step}", "NEW_REPORT": report}
        process = run_with_faults("run", "case.yaml", faults=faults, cwd=folder, time_limit=3600)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        found = {}
        for record in report.read_bytes().decode(errors="replace").split("\0")[:-1]:
            head, said = record.split("\n", 1)
            number, code = map(int, head.split())
            found[number] = code, said
        return found

    def test_that_fail_end_the_run_with_a_sentence(self):
        path = self.write_case(
            ("bisections: 2", "bisections: 0"), ("directions: 12, frequencies: 12", "directions: 8, frequencies: 5")
        )
        self.content = path.read_text().replace(f"{self.folder}/", "")
        parts = [(first, N_FIRST, N_AT_ONCE) for first in range(1, N_AT_ONCE + 1)]
        parts.append((N_FIRST + STEP, NEVER, STEP))
        with concurrent.futures.ThreadPoolExecutor(N_AT_ONCE) as pool:
            found = {number: end for ends in pool.map(self.failures, *zip(*parts)) for number, end in ends.items()}
        self.assertGreater(len(found), N_FIRST)
        for number, (code, said) in found.items():
            sentence = code > 0 and "error: " in said and "terminate called" not in said
            self.assertTrue(sentence, f"allocation {number}: exit code {code}\n{said}")


if __name__ == "__main__":
    unittest.main()
