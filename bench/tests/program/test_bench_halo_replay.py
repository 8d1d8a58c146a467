# SPDX-License-Identifier: Apache-2.0
"""`groundswell-bench halo_plans` and `halo_replay`, and bench/scripts/halo_replay.sh with small globes; the replay
compared with SimGrid's MPI, if that is installed."""

import json
import shutil
import subprocess
import unittest

from bench_case import BenchTest, script_environment
from bench_support import BenchPictures
from program_case import ROOT, run_bench

SCHEDULES = ["ordered", "non_blocking", "all_at_once", "by_node"]


class BenchHaloReplay(BenchPictures, BenchTest):
    def call(self, **sizes):
        """Runs the script; returns its output."""
        command = [ROOT / "bench/scripts/halo_replay.sh", self.folder]
        environment = script_environment(**sizes)
        # Compiling for SimGrid may take a while.
        process = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        return process.stdout

    def cases(self, name):
        return json.loads((self.folder / name).read_text())["cases"]

    def test_the_script_counts_replays_and_draws(self):
        said = self.call(DIVISIONS="16 32", PARTS="64 128", SIMULATED="", LATE="10000")
        self.assertIn("not compared with SimGrid", said)
        flat = self.cases("flat.json")
        self.assertEqual([(case["cells"], case["ranks"], case["placement"]) for case in flat],
                         [(cells, ranks, placement) for cells in (2562, 10242) for ranks in (64, 128)
                          for placement in ("block", "cyclic", "random")])  # fmt: skip
        for case in flat:
            self.assertEqual(list(case["schedules"]), SCHEDULES)
            for times in case["schedules"].values():
                self.assertLess(0.0, times["min"])
                self.assertLessEqual(times["min"], times["mean"])
                self.assertLessEqual(times["mean"], times["max"])
                self.assertGreater(times["max"], case["busiest_link_us"])
        for block, random in zip(flat[0::3], flat[2::3]):
            self.assertLess(block["bytes_between_nodes"], random["bytes_between_nodes"])
            self.assertEqual(block["bytes"], random["bytes"])
        block = flat[0::3]
        late, two, hierarchical = (self.cases(f"{name}.json") for name in ("late", "two_rings", "hierarchical"))
        self.assertEqual([len(cases) for cases in (block, late, two, hierarchical)], [4, 4, 4, 2])
        for one, delayed, wide in zip(block, late, two):
            self.assertAlmostEqual(delayed["late_us"], 10000.0)
            self.assertEqual((one["rings"], wide["rings"]), (1, 2))
            self.assertGreater(wide["bytes"], 1.9 * one["bytes"])
            self.assertGreater(wide["schedules"]["ordered"]["max"], one["schedules"]["ordered"]["max"])
            self.assertGreater(delayed["schedules"]["ordered"]["max"], 2000.0)  # a rank waits for a late one
        slow = self.cases("others/slow_network.json")[0]
        self.assertAlmostEqual(slow["busiest_link_us"], 10.0 * flat[0]["busiest_link_us"])
        again = self.folder / "again_halo_replay.png"
        words = "halo_replay", *sorted(self.folder.glob("*.json")), "-o", again
        self.assert_same_picture(self.folder / "halo_replay.png", *words, empty=1)  # empty: SimGrid's panel
        self.assertIn("| 2,562 | 64 |", (self.folder / "halo_replay.md").read_text())

    @unittest.skipUnless(shutil.which("smpicxx"), "SimGrid is not installed (libsimgrid-dev)")
    def long_the_replay_agrees_with_simgrid(self):
        self.call(DIVISIONS="64", PARTS="64", SIMULATED="64")
        for case in self.cases("check.star.64.0.json"):
            for name, times in case["schedules"].items():
                self.assertAlmostEqual(times["replay"]["max"] / times["smpi"]["max"], 1.0, delta=0.05, msg=name)

    def test_mistakes_get_a_sentence(self):
        plans = "halo_plans", "--folder", self.folder
        self.assert_refused(run_bench(*plans, "--divisions", 4, "--parts", 512), "162 cells", "512")
        self.assert_refused(run_bench(*plans, "--partitions", "round"), "round", "hierarchical")
        self.assert_refused(run_bench("halo_replay", self.folder / "none.pairs"), "none.pairs")
        self.assert_refused(run_bench("halo_replay", self.folder), str(self.folder))
        pairs = self.folder / "a.pairs"
        pairs.write_text("groundswell halo pairs 1\ncells 9 parts 2 partition flat pairs 2\n0 1 3 4\n")
        self.assert_refused(run_bench("halo_replay", pairs), "ends after 1 of 2")
        self.assert_refused(run_bench("halo_replay", pairs, "--bandwidth", 0), "bandwidth")
        self.assert_refused(run_bench("halo_replay", pairs, "--json", pairs), "a.pairs")


if __name__ == "__main__":
    unittest.main()
