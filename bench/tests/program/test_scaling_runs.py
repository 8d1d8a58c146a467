# SPDX-License-Identifier: Apache-2.0
"""The experiment of bench/scripts/scaling_runs.sh."""

import subprocess
import unittest

from bench_case import BenchTest, script_environment
from program_case import ROOT, TIME_LIMIT

NOT_HERE = 77  # exit status if the system does not allow emulated hosts


class ScalingRuns(BenchTest):
    def test_makes_the_runs_that_are_not_there_and_draws_all(self):
        place = {"NS": "1 2", "MS": "1 4", "HOSTS": "1", "CORES": "1", "REPEATS": "2", "BINDINGS": "core",
                 "WIDEST": "1e9"}  # fmt: skip
        environment = script_environment(**place)
        words = [ROOT / "bench/scripts/scaling_runs.sh", self.write_case(), self.folder / "runs"]
        for made in (4, 0):  # runs made; the second time, all runs exist
            process = subprocess.run(words, capture_output=True, text=True, timeout=TIME_LIMIT, env=environment)
            if process.returncode == NOT_HERE:
                self.skipTest(process.stderr.strip())
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            self.assertEqual(process.stdout.count(" s\n"), made, process.stdout)
            self.assertTrue((self.folder / "runs" / "scaling.png").exists())
            rows = [line.split(" | ") for line in (self.folder / "runs" / "scaling.md").read_text().splitlines()]
            for n in (1, 2):
                self.assertGreaterEqual(float((self.folder / f"runs/n{n}_m1_core_1/load.txt").read_text()), 0.0)
                self.assertRegex(rows[1 + n][11], r"^\d+\.\d, \d+\.\d$")
            self.assertEqual([(row[1], row[2], row[3], row[5]) for row in rows[2:4]],
                             [("1", "1", "2", "1.000"), ("1", "2", "2", "2.000")])  # fmt: skip

    def test_series_that_waver_are_made_again(self):
        place = {"NS": "1 2", "MS": "1", "HOSTS": "1", "CORES": "1", "REPEATS": "1", "BINDINGS": "core", "TRIES": "2",
                 "WIDEST": "0.5"}  # fmt: skip
        environment = script_environment(**place)
        words = [ROOT / "bench/scripts/scaling_runs.sh", self.write_case(), self.folder / "runs"]
        process = subprocess.run(words, capture_output=True, text=True, timeout=TIME_LIMIT, env=environment)
        if process.returncode == NOT_HERE:
            self.skipTest(process.stderr.strip())
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(process.stdout.count(" s\n"), 4, process.stdout)
        self.assertIn("n 2, m 1, core: times differ too much", process.stdout)
        for folder in ("runs", "runs/before_1"):
            self.assertEqual(len(list((self.folder / folder).glob("n*/timers.json"))), 2)
        self.assertFalse((self.folder / "runs/before_2").exists())


if __name__ == "__main__":
    unittest.main()
