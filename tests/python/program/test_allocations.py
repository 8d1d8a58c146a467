# SPDX-License-Identifier: Apache-2.0
"""If an allocation fails, the run ends with an error message.

`test_allocations.py 2 5000 100` makes every second of the first 5,000 allocations fail, then every hundredth to the end
(failing_new.cpp).
"""

import concurrent.futures
import sys
import unittest

from faults import run_with_faults
from program_case import ProgramTest

STEP, N_FIRST, LATER_STEP = map(int, sys.argv[-3:])
del sys.argv[-3:]
NEVER = 10**9
N_AT_ONCE = 2  # the number of runs at the same time


class Allocations(ProgramTest):
    def failures(self, first, last, step):
        """The exit code and the messages of the run for each allocation that fails, by the number of the allocation."""
        folder = self.folder / f"from_{first}"
        of_mpi = folder / "mpi"  # a run that ends removes the folder in which MPI keeps its files
        of_mpi.mkdir(parents=True)
        (folder / "case.yaml").write_text(self.content)
        report = folder / "report"
        report.touch()
        faults = {"DISK_BELOW": folder / "out", "NEW_FAILS": f"{first} {last} {step}", "NEW_REPORT": report}
        faults["LD_BIND_NOW"] = "yes"  # symbols are looked up once, not by each child process
        process = run_with_faults("run", "case.yaml", faults=faults, of_mpi=of_mpi, cwd=folder, time_limit=3600)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        found = {}
        for record in report.read_bytes().decode(errors="replace").split("\0")[:-1]:
            head, said = record.split("\n", 1)
            number, code = map(int, head.split())
            found[number] = code, said
        return found

    def is_right(self, code, said):
        """An allocation after the last word of the run may also fail unnoticed: all is written by then."""
        return (code, said) == (0, "") or (code > 0 and "error: " in said and "terminate called" not in said)

    def test_that_fail_end_the_run_with_a_sentence(self):
        path = self.write_case(("bisections: 2", "bisections: 0"))
        self.content = path.read_text().replace(f"{self.folder}/", "")
        parts = [(1 + STEP * part, N_FIRST, STEP * N_AT_ONCE) for part in range(N_AT_ONCE)]
        parts.append((N_FIRST + LATER_STEP, NEVER, LATER_STEP))
        with concurrent.futures.ThreadPoolExecutor(N_AT_ONCE) as pool:
            found = {number: end for ends in pool.map(self.failures, *zip(*parts)) for number, end in ends.items()}
        self.assertGreater(len(found), N_FIRST // STEP)
        failures = [
            f"allocation {number}: exit code {code}\n{said}"
            for number, (code, said) in sorted(found.items())
            if not self.is_right(code, said)
        ]
        self.assertFalse(failures, f"{len(failures)} of {len(found)}\n" + "\n".join(failures))


if __name__ == "__main__":
    unittest.main()
