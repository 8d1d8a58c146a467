# SPDX-License-Identifier: Apache-2.0
"""`groundswell-bench transfer`: a short run, its JSON file and picture, and wrong usage."""

import json
import unittest

from bench_case import BenchTest
from bench_support import BenchPictures, run
from program_case import run_bench

METHODS = ["plain", "p2p", "butterfly", "adaptive", "published_greedy"]
SHORT = ["--repetitions", 3, "--seconds", 0, "--choices", 2, "--fields", "1,3", "--values", "128,2048"]


class BenchTransfer(BenchPictures, BenchTest):
    def bench(self, ranks, *words):
        """The content of the JSON file of a short run."""
        path = self.folder / "bench.json"
        self.measure("transfer", *SHORT, "--json", path, *words, ranks=ranks)
        return json.loads(path.read_text())

    def test_two_processes_run_every_experiment(self):
        found = self.bench(2)
        self.assertEqual(found["ranks"], 2)
        cases = {case["name"]: case for case in found["cases"]}
        self.assertGreaterEqual(len(cases), 10)
        for case in cases.values():
            self.assertEqual(list(case["medians"]), METHODS)
            self.assertEqual((case["ranks"], case["repetitions"]), (2, 3))
            for time in case["medians"].values():
                self.assertTrue(0.0 < time < 1e7, case["name"])
            low, high = case["interval"]
            self.assertLessEqual(low, high)
            self.assertEqual(len(case["choices"]), 2)
            for method in METHODS[1:]:
                details = case["methods"][method]
                self.assertEqual(details["messages"], {"total": 1, "mean": 1.0, "max": 1, "min": 1})
                self.assertGreater(details["ideal_mb_per_s"], 0.0)
        header = 24  # bytes
        self.assertEqual(cases["messages.q1.1+1"]["methods"]["p2p"]["bytes"]["total"], header + 192 * 96 * 10 * 8)
        self.assertEqual(cases["gamil.1+1"]["methods"]["p2p"]["bytes"]["total"], header + 128 * 60 * 14 * 8)
        sizes = [message["bytes"] for message in found["single_messages"]]
        self.assertEqual(sizes, sorted(sizes))
        self.picture()

    def picture(self):
        """Draws the results of the last run."""
        out = self.folder / "bench.png"
        self.assertEqual(run("transfer", self.folder / "bench.json", "-o", out, "--dpi", "50")[0], 0)
        self.assert_drawn(out, empty=3)  # panels of fields that need more processes or more messages

    def test_messages_are_counted_on_four_processes(self):
        found = self.bench(4, "--only", "messages")
        cases = {case["name"]: case for case in found["cases"]}
        two = cases["messages.q2.2+2"]["methods"]
        self.assertEqual(two["p2p"]["messages"], {"total": 4, "mean": 2.0, "max": 2, "min": 2})
        self.assertEqual(two["p2p"]["bytes"]["total"], 4 * 24 + 192 * 96 * 10 * 8)
        self.assertGreaterEqual(two["butterfly"]["bytes"]["total"], two["p2p"]["bytes"]["total"])
        self.assertIn("messages.q1.1+1", cases)
        self.assertNotIn("cesm.2+2", cases)

    def test_mistakes_get_a_sentence(self):
        self.assert_refused(run_bench("transfer"), "mpirun -n 2")
        self.assert_refused(run_bench("transfer", "--only", "nonsense", ranks=2), "nonsense", "--list")
        missing = self.folder / "none" / "bench.json"
        self.assert_refused(run_bench("transfer", "--json", missing, ranks=2), "none")
        listed = self.measure("transfer", "--list", ranks=2).split()
        self.assertIn("cesm.1+1", listed)


if __name__ == "__main__":
    unittest.main()
