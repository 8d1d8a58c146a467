# SPDX-License-Identifier: Apache-2.0
"""`groundswell-bench io`: its report on outputs that find a free slot, and on those that must wait."""

import json
import unittest

from bench_case import BenchTest
from program_case import run_bench

BYTES = 280 * 8 * (2 + 3 * 12)  # of 24 x 12 cells, eight are land far from the sea and left out
DISK = 40 * BYTES


class BenchIo(BenchTest):
    def bench(self, *arguments, ranks=2):
        path = self.folder / "io.json"
        load = ("--lon", 24, "--lat", 12, "--flat", 2, "--deep", 3, "--levels", 12)
        words = ("--outputs", 4, "--pairs", 1, "--step", 0.01, "--disk", DISK, *load)
        said = self.measure("io", *words, "--folder", self.folder, "--json", path, *arguments, ranks=ranks)
        return said, json.loads(path.read_text())

    def test_with_a_slot_per_output_nobody_waits(self):
        said, facts = self.bench("--slots", 4, "--every", 1, 3, ranks=3)
        self.assertIn("2 computing and 1 output ranks, 4 outputs of 0.1 MB", said)
        self.assertEqual((facts["computing"], facts["servers"], facts["bytes"]), (2, 1, BYTES))
        self.assertGreater(min(facts["limit_seconds"]), 0.0)
        self.assertEqual([case["every"] for case in facts["cases"]], [1, 3])
        for case in facts["cases"]:
            self.assertEqual(case["n_waited"], [0])
            self.assertTrue(all(len(values) == 1 for key, values in case.items() if key not in ("every", "ratio")))
            self.assertGreater(min(case["wall_with"]), 0.09)  # four outputs; the disk takes 0.025 s for each
            for hidden, calls, disk in zip(case["hidden"], case["call_seconds"], case["write_seconds"]):
                self.assertGreater(disk, 0.09)
                self.assertAlmostEqual(hidden, 1.0 - calls / disk)
        self.assertEqual([file.name for file in self.folder.iterdir()], ["io.json"])

    def test_without_servers_nothing_is_hidden(self):
        for words in ((), ("--levels-inside",)):
            case = self.bench("--servers", 0, *words)[1]["cases"][0]
            for calls, disk in zip(case["call_seconds"], case["write_seconds"]):
                self.assertGreater(disk, 0.09)
                self.assertGreater(calls, disk)

    def test_with_one_slot_and_little_memory_the_disk_holds_back(self):
        for words in ((), ("--transport", "primary", "--levels-inside")):
            case = self.bench("--slots", 1, "--memory", 1, "--burst", 4, *words)[1]["cases"][0]
            self.assertGreater(min(case["n_waited"]), 0)
            self.assertGreater(min(case["call_seconds"]), 0.03)  # waits for much of the disk's 0.1 s for four outputs

    def test_a_thread_can_move_messages(self):
        facts = self.bench("--slots", 4, "--progress", "thread", ranks=3)[1]
        self.assertEqual((facts["progress"], facts["cases"][0]["n_waited"]), ("thread", [0]))

    def test_what_cannot_be_is_refused(self):
        self.assert_refused(run_bench("io", "--servers", 2, ranks=2, quiet=True), "at least one rank")
        nothing = run_bench("io", "--servers", 0, "--flat", 0, "--deep", 0)
        self.assert_refused(nothing, "no variable to write")
        pigeons = (("--transport", "pigeon"), ("--progress", "pigeon"))
        for option, value in (*pigeons, ("--slots", 0), ("--every", 0), ("--lon", 1e9)):
            process = run_bench("io", option, value)
            self.assert_refused(process, f"{option}: ", "pigeon not in" if value == "pigeon" else "not in range")


if __name__ == "__main__":
    unittest.main()
