# SPDX-License-Identifier: Apache-2.0
"""The placement benchmarks (`groundswell-bench alltoall`, `stencil`, `bcast`, `fft`, `md`): short runs before and after
reordering the ranks, their JSON files, and wrong usage."""

import json
import unittest

from bench_case import BenchTest
from program_case import run_bench

QUANTILES = ("fastest", "lower_quartile", "median", "upper_quartile", "slowest")
TIMES = {*QUANTILES, "kept", "dropped"}


class BenchNetwork(BenchTest):
    def bench(self, name, ranks, *words):
        """The content of the JSON file of a short run, in which the mapping reverses the ranks."""
        order = self.folder / "order.txt"
        order.write_text("\n".join(str(rank) for rank in reversed(range(ranks))))
        path = self.folder / "bench.json"
        words = ["--repetitions", 3, "--order", order, "--json", path, *words]
        self.measure(name, *words, ranks=ranks)
        found = json.loads(path.read_text())
        self.assertEqual((found["bench"], found["ranks"]), (name, ranks))
        self.assertEqual(found["order"], list(reversed(range(ranks))))
        return found

    def check_times(self, times):
        """Checks that the numbers from three repetitions are consistent."""
        before, after = times["before"], times["after"]
        for found in (before, after):
            self.assertLessEqual(TIMES, set(found))
            self.assertEqual(found["kept"] + found["dropped"], 3)
            fastest, low, median, high, slowest = (found[name] for name in QUANTILES)
            self.assertGreater(fastest, 0.0)
            if found["kept"] < 3:  # the median is then the mean of two times, or the only time
                self.assertAlmostEqual(median / (0.5 * (fastest + slowest)), 1.0)
            else:
                self.assertTrue(fastest <= median <= slowest)
                self.assertAlmostEqual(low / (0.5 * (fastest + median)), 1.0)
                self.assertAlmostEqual(high / (0.5 * (median + slowest)), 1.0)
        low, high = times["interval"]
        self.assertTrue(0.0 < low <= times["speed_up"] <= high, times)
        if before["dropped"] + after["dropped"] == 0:
            self.assertAlmostEqual(times["speed_up"] * after["median"] / before["median"], 1.0)
            least, most = before["fastest"] / after["slowest"], before["slowest"] / after["fastest"]
            self.assertTrue(0.999 * least <= low <= high <= 1.001 * most, times)

    def test_all_to_all_in_groups(self):
        found = self.bench("alltoall", 4, "--bytes", "1024,4096", "--groups", 2)
        self.assertEqual([case["bytes"] for case in found["cases"]], [1024, 4096])
        for case in found["cases"]:
            self.check_times(case)
            for placement in ("before", "after"):
                self.assertEqual(len(case["groups"][placement]["times"]), 2)
                self.assertGreaterEqual(case["groups"][placement]["variation"], 1.0)

    def test_stencil_by_mode_and_axes(self):
        found = self.bench("stencil", 4, "--grid", "2,2,1", "--bytes", "2048,8192")
        self.assertEqual(len(found["cases"]), 2 * 3 * 2)
        for case in found["cases"]:
            self.assertEqual(case["grid"], [2, 2, 1])
            self.assertEqual(list(case["modes"]), ["26", "8+2", "2+2+2"])
            for times in case["modes"].values():
                self.check_times(times)
                self.assertEqual("computing_seconds" in times, case["computes"])

    def test_broadcast_along_a_given_tree(self):
        tree = self.folder / "tree.txt"
        tree.write_text("1 2 -1\n")
        found = self.bench("bcast", 3, "--bytes", "1000", "--tree", tree)
        self.assertEqual(found["parents"], [1, 2, -1])
        self.check_times(found["cases"][0]["mpi"])
        self.check_times(found["cases"][0]["tree"])

    def test_turbulence(self):
        for words in [], ["--pencils"], ["--method", "butterfly"]:
            found = self.bench("fft", 3, "--points", 12, *words)
            self.check_times(found["step"])
            self.assertTrue(0.0 < found["step"]["before"]["communication_share"] < 1.0)
            self.assertTrue(0.12 < found["energy"] < 0.125)
            self.assertLess(found["divergence"], 1e-12)
            self.assertLess(abs(found["nonlinear_gain"]), 1e-12)

    def test_molecules(self):
        found = self.bench("md", 2, "--cells", 4, "--axes", "zxy")
        self.check_times(found["step"])
        self.assertEqual((found["atoms"], found["grid"]), (256, [2, 1, 1]))
        self.assertTrue(0.0 < found["step"]["after"]["communication_share"] < 1.0)
        energy = found["energy"]
        self.assertLess(abs(energy["at_last"] - energy["at_first"]), 1e-2 * 256)

    def test_steps_that_blow_up_are_refused(self):
        path = self.folder / "bench.json"
        for name, steps, words in (
            ("fft", (1e300, 1e10), ["--points", 8]),
            ("md", (1e300, 1e10, 1.0), ["--cells", 4]),
        ):
            for step in steps:
                more = ["--repetitions", 3, "--json", path, "--step", step]
                self.assert_refused(run_bench(name, *words, *more), "short")
                self.assertFalse(path.exists())

    def test_mistakes_get_a_sentence(self):
        twice = self.folder / "twice.txt"
        twice.write_text("0 0")
        self.assert_refused(run_bench("alltoall", "--order", twice, ranks=2), "each rank once")
        self.assert_refused(run_bench("alltoall", "--order", self.folder / "none", ranks=2), "none")
        self.assert_refused(run_bench("alltoall", "--groups", 3, ranks=2), "--groups", "1 to 2")
        self.assert_refused(run_bench("stencil", "--grid", "3,1,1", ranks=2), "--grid", "2 ranks")
        self.assert_refused(run_bench("bcast", "--tree", twice, ranks=2), "-1")
        self.assert_refused(run_bench("bcast", "--root", 2, ranks=2), "--root")
        self.assert_refused(run_bench("md", "--cells", 2, ranks=2), "too small")
        self.assert_refused(run_bench("md", "--axes", "xxz"), "xxz")


if __name__ == "__main__":
    unittest.main()
