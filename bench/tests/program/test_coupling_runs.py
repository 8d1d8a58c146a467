# SPDX-License-Identifier: Apache-2.0
"""The experiment of bench/scripts/coupling_runs.py, on a sea too small for meaningful results."""

import json
import subprocess
import sys
import unittest

from bench_case import ROOT, BenchTest, script_environment
from program_case import PROGRAM, TIME_LIMIT

sys.path.insert(0, str(ROOT / "bench/scripts"))
from coupling_table import interval, make_table, row  # noqa: E402

WAYS = 9


class CouplingRuns(BenchTest):
    def call(self, *words):
        command = [sys.executable, ROOT / "bench/scripts/coupling_runs.py", self.folder / "runs", *words]
        command += ["--program", PROGRAM, "--start", "2000-01-01T00:00:00Z"]
        environment = script_environment()
        return subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT, env=environment)

    def test_makes_the_runs_that_are_not_there_and_their_table(self):
        words = "--case", self.write_case(), "--data-mesh", "{kind: icosahedral, bisections: 3}", "--hours", "1.5"
        for n_made in (WAYS, 0):
            process = self.call(*words, "--rounds", "1")
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertEqual(process.stderr.count("round 1, "), n_made)
        self.assertEqual(process.stdout, (self.folder / "runs/coupling.md").read_text())
        self.assertIn("| two runs, one after the other: waits in 6 steps | ", process.stdout)
        data = json.loads((self.folder / "runs/coupling.json").read_text())
        runs = {run["way"]: run for run in data["runs"]}
        self.assertEqual(set(runs["five"]["work"]), {"data", "waves"})
        self.assertGreater(runs["five"]["work"]["waves"]["regridding"], 0.0)
        self.assertEqual(runs["five"]["timed"], {})  # one process on each side has one way alone
        self.assertEqual(set(runs["timed_on_three"]["timed"]), {"data", "waves"})
        self.assertGreater(runs["timed_on_three"]["timed"]["data"][0], 0)
        runs["wind"]["checksums"]["waves"] = "0123"
        with self.assertRaisesRegex(SystemExit, "state checksums differ"):
            make_table(data)
        process = self.call(*words, "--rounds", "1", "--hours", "2")
        self.assertEqual(process.returncode, 1)
        self.assertIn("remove the file", process.stderr)

    def test_intervals_and_verdicts(self):
        self.assertEqual(interval([3.0]), (3.0, 3.0))
        self.assertEqual(interval([4, 1, 3, 2, 5, 8, 7, 6]), (1, 8))
        self.assertEqual(interval(range(9)), (1, 7))  # 1 - 2 (1 + 9) / 2^9 = 96 %
        self.assertEqual(row("a", [1.0, 1.02], 2, 1.05), "| a | 1.01 | 1.00 to 1.02 | 1.05 | yes |\n")
        self.assertEqual(row("a", [1.0, 1.12], 2, 1.05), "| a | 1.06 | 1.00 to 1.12 | 1.05 | *undecided* |\n")
        self.assertEqual(row("a", [1.1, 1.12], 2, 1.05), "| a | 1.11 | 1.10 to 1.12 | 1.05 | no |\n")


if __name__ == "__main__":
    unittest.main()
