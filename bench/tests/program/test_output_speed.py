# SPDX-License-Identifier: Apache-2.0
"""The experiments of bench/scripts/output_speed.sh, with sizes too small for meaningful results, and the reading of
their files."""

import json
import subprocess
import sys
import unittest

from bench_case import BenchTest, script_environment
from groundswell_bench_view.output_results import fit_cost_model, read_results
from program_case import ROOT, TIME_LIMIT

OCEAN = "--lon 24 --lat 12 --step 0.01 --outputs 2"
SIZES = {
    "OCEAN": OCEAN, "OCEAN_ON_DISK": OCEAN, "DISK": "2e6", "STEPS": "2", "REPEATS": "1", "PAIRS": "1", "ROUNDS": "1",
    "RANKS": "2", "RUNS": "1:0 1:1", "FLAT": "--lon 24 --lat 12 --flat 2 --deep 0",
    "DEEP": "--lon 24 --lat 12 --levels 4 --flat 0 --deep 2",
}  # fmt: skip
CASE = (("step: 30 min", "step: 10 min"), ("T01:00:00Z", "T00:30:00Z"), ("30 min, names", "10 min, names"))


class OutputSpeed(BenchTest):
    def test_measures_and_joins(self):
        place = {"CASE": str(self.write_case(*CASE))}
        place |= {"MODEL_CASE": place["CASE"], "MODEL_OPTIONS": "--set output.lat_lon.interval=0"}
        environment = script_environment(**SIZES, **place)

        def succeed(*words):
            process = subprocess.run(words, capture_output=True, text=True, timeout=TIME_LIMIT, env=environment)
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            return process.stdout

        results = self.folder / "results"
        script = ROOT / "bench/scripts/output_speed.sh"
        process = subprocess.run([script, results, "pigeon"], capture_output=True, text=True, env=environment)
        self.assertEqual(process.returncode, 2)
        self.assertIn("'pigeon' is no experiment", process.stderr)
        self.assertEqual(len(succeed(script, results, "io", "interval", "ranks").splitlines()), 8 + 3 + 2)
        self.assertEqual(len(succeed(script, results).splitlines()), 3)  # only the results of `write` are missing
        runs = json.loads((results / "interval.json").read_text())["runs"]
        self.assertEqual([(run["every"], run["servers"], run["steps"]) for run in runs],
                         [(2, 0, 10), (2, 1, 10), (0, 0, 10)])  # fmt: skip
        for run in runs[:2]:
            self.assertEqual((run["outputs"], run["field_bytes"]), (6, 4 * 162 * 6))
            self.assertEqual("server_seconds" in run, run["servers"] == 1)
            self.assertGreater(run["seconds"], run["output_seconds"] + run["communication_seconds"])
        found = read_results(sorted(results.glob("*.json")))
        self.assertEqual([len(kind) for kind in (found.io, found.write, found.interval, found.bare, found.ranks)],
                         [8, 3, 2, 1, 2])  # fmt: skip
        model = fit_cost_model(found)
        self.assertEqual((model.bytes, model.outputs), (4 * 162 * 4, 4))
        self.assertLess(model.asynchronous(64).total, model.synchronous(64).total)
        page = results / "page.md"
        page.write_text((ROOT / "docs/experiments/output_speed.md").read_text())
        succeed(sys.executable, ROOT / "bench/scripts/output_speed_table.py", *results.glob("*.json"), page)
        text = page.read_text()
        for row in ("0.9 MB per output, a disk of 2 MB/s (",
                    "| 2 variables x 4 levels, divided along levels | 2 | all |",
                    "| 1 | asynchronous, measured |", "| 1024 | synchronous, *modelled* |"):  # fmt: skip
            self.assertEqual(text.count(row), 1, text)


if __name__ == "__main__":
    unittest.main()
