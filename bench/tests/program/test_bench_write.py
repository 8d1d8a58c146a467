# SPDX-License-Identifier: Apache-2.0
"""`groundswell-bench write`: its report on each method of writing, and rejected usage."""

import json
import unittest

from bench_case import BenchTest
from program_case import run_bench

WAYS = ["limit_one", "limit_all", "plain", "reordered", "combined"]
PARTS = ["close", "exchange", "open", "reorder", "write"]


class BenchWrite(BenchTest):
    def test_all_ways_write_all_variables_and_leave_no_file(self):
        path = self.folder / "write.json"
        words = ("--lon", 24, "--lat", 10, "--levels", 3, "--parts", 18, "--flat", 2, "--deep", 2, "--rounds", 2)
        for ranks, share in ((1, "cells"), (2, "levels"), (3, "cells")):
            where = ("--share", share, "--folder", self.folder, "--json", path)
            said = self.measure("write", *words, *where, ranks=ranks)
            self.assertIn(f"{ranks} output ranks, 2 variables of 240 cells and 2 with 3 levels", said)
            facts = json.loads(path.read_text())
            self.assertEqual((facts["output_ranks"], facts["bytes"]), (ranks, 8 * 240 * (2 + 2 * 3)))
            self.assertEqual(facts["mean_run"], 4)  # 3 rows and 6 columns of patches: 24 / 6 cells in a row
            self.assertEqual([way["name"] for way in facts["ways"]], WAYS)
            self.assertEqual(facts["limit_seconds"], min(min(way["seconds"]) for way in facts["ways"][:2]))
            for way in facts["ways"]:
                self.assertEqual((len(way["seconds"]), len(way["set_up_seconds"])), (2, 2))
                self.assertEqual(min(way["set_up_seconds"]) > 0.0, way["name"] in WAYS[3:])
                self.assertAlmostEqual(way["of_limit"]["most"], facts["limit_seconds"] / min(way["seconds"]))
                self.assertAlmostEqual(way["of_limit"]["least"], facts["limit_seconds"] / max(way["seconds"]))
                parts = way["parts"] if way["name"] in WAYS[3:] else dict.fromkeys(PARTS, [0.0, 0.0])
                self.assertEqual(sorted(parts), PARTS)
                for took, *of_parts in zip(way["seconds"], *parts.values()):
                    self.assertTrue(ranks > 1 or sum(of_parts) <= took)
            self.assertEqual([file.name for file in self.folder.iterdir()], ["write.json"])

    def test_what_cannot_be_is_refused(self):
        nothing = run_bench("write", "--flat", 0, "--deep", 0)
        self.assert_refused(nothing, "there is no variable to write")
        nowhere = run_bench("write", "--lon", 8, "--lat", 4, "--parts", 2, "--folder", self.folder / "none")
        self.assert_refused(nowhere, "none")
        for option, value in (("--share", "pigeon"), ("--lon", 0), ("--rounds", 0)):
            process = run_bench("write", option, value)
            self.assert_refused(process, f"{option}: ", "pigeon not in" if value == "pigeon" else "not in range")


if __name__ == "__main__":
    unittest.main()
