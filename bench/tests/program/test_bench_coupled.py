# SPDX-License-Identifier: Apache-2.0
"""`groundswell-bench coupled`: short runs of two components, their JSON files, and wrong usage."""

import json
import subprocess
import sys
import unittest

from bench_case import ROOT, BenchTest, script_environment
from program_case import BENCH, TIME_LIMIT, run_bench

METHODS = ["p2p", "butterfly", "adaptive", "published_greedy"]
SHORT = ["--steps", 2, "--computing", "0.002", "--least", 1, "--most", 2]
HEADER, VALUES = 24, 128 * 60 * 14 * 8  # bytes


class BenchCoupled(BenchTest):
    def bench(self, ranks, *words):
        """The content of the JSON file of a short run."""
        path = self.folder / "coupled.json"
        said = self.measure("coupled", *SHORT, "--json", path, *words, ranks=ranks)
        self.assertIn("adaptive / p2p: ", said)
        return json.loads(path.read_text())

    def check(self, found, messages):
        """What holds for all runs; `messages` are those of p2p in each direction."""
        self.assertEqual(list(found["methods"]), METHODS)
        low, high = found["adaptive_to_p2p"]["interval"]
        self.assertTrue(low <= found["adaptive_to_p2p"]["median"] <= high)
        for name, method in found["methods"].items():
            self.assertIn(len(method["seconds"]), (1, 2), name)
            parts = method["apart"]
            self.assertGreater(min(method["set_up_seconds"], parts["transfer_seconds"], parts["waiting_seconds"]), 0.0)
            self.assertLess(max(parts["slowest_seconds"], parts["transfer_seconds"]), parts["run_seconds"])
            self.assertAlmostEqual(parts["share"], parts["transfer_seconds"] / parts["run_seconds"])
        for direction in "there", "back":
            self.assertEqual(found["methods"]["p2p"][direction]["messages"]["total"], messages)

    def test_busy_loops(self):
        for ranks, messages, order in (2, 1, "at_once"), (4, 4, "in_turn"):
            found = self.bench(ranks, *(["--at-once"] if order == "at_once" else []))
            self.check(found, messages)
            self.assertEqual(found["order"], order)
            self.assertEqual((found["kind"], found["ranks"], found["fields"]), ("loop", ranks, 14))
            for direction in "there", "back":
                moved = found["methods"]["p2p"][direction]["bytes"]["total"]
                self.assertEqual(moved, messages * HEADER + VALUES)
            for computing in found["methods"]["p2p"]["apart"]["component_computing_seconds"]:
                self.assertTrue(0.0018 < computing < 0.008, computing)

    def test_waves_and_their_partner(self):
        later = "time.end=2000-01-05"
        found = self.bench(4, "--waves", self.write_case(), "--set", later, "--fields", 5, "--every", 2)
        self.assertEqual((found["kind"], found["fields"]), ("waves", 5))
        self.check(found, 4)

    def test_the_script_makes_the_runs_that_are_not_there_and_their_table(self):
        case = self.folder / "later.yaml"
        case.write_text(self.write_case().read_text().replace("end: 2000-01-01T01:00:00Z", "end: 2000-02-01"))
        command = [sys.executable, ROOT / "bench/scripts/coupled_runs.py", self.folder / "runs", "--program", BENCH]
        command += ["--case", case, "--computing", "0.002", "--steps", "2", "--rounds", "1"]
        for n_made in (4, 0):
            process = subprocess.run(
                command, capture_output=True, text=True, timeout=TIME_LIMIT, env=script_environment()
            )
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertEqual(process.stderr.count(" processes\n"), n_made)
        self.assertEqual(process.stdout, (self.folder / "runs/coupled_run.md").read_text())
        for run in "busy loops, 1 + 1", "busy loops, 2 + 2", "waves and partner, 1 + 1", "waves and partner, 2 + 2":
            self.assertEqual(process.stdout.count(f"| {run} | "), len(METHODS) + 1)

    def test_mistakes_get_a_sentence(self):
        self.assert_refused(run_bench("coupled"), "1 process", "mpirun -n 2")
        self.assert_refused(run_bench("coupled", ranks=3), "3 process", "even number")
        self.assert_refused(run_bench("coupled", "--methods", "p2p,pigeon", ranks=2), "pigeon", "butterfly")
        self.assert_refused(run_bench("coupled", "--methods", "p2p,p2p", ranks=2), "'p2p' more than once")
        self.assert_refused(run_bench("coupled", "--imbalance", "nan", ranks=2), "--imbalance", "nan")
        self.assert_refused(run_bench("coupled", "--least", 4, "--most", 2, ranks=2), "--least 4", "--most 2")
        self.assert_refused(run_bench("coupled", "--set", "time.step=1 h", ranks=2), "--waves")
        self.assert_refused(run_bench("coupled", "--waves", self.folder / "none.yaml", ranks=2), "none.yaml")
        missing = self.folder / "none" / "coupled.json"
        self.assert_refused(run_bench("coupled", "--json", missing, ranks=2), "none")
        short = "time.end=2000-01-01T01:00:00Z"
        process = run_bench("coupled", *SHORT, "--waves", self.write_case(), "--set", short, ranks=2)
        self.assert_refused(process, "the end of their case", "time.end")


if __name__ == "__main__":
    unittest.main()
