# SPDX-License-Identifier: Apache-2.0
"""`groundswell-bench network_replay` and bench/scripts/network_replay.sh with small sizes; the replay compared
with SimGrid's MPI, if that is installed."""

import json
import shutil
import subprocess
import unittest

from bench_case import BenchTest, script_environment
from bench_support import BenchPictures
from program_case import ROOT, run_bench


class BenchNetworkReplay(BenchPictures, BenchTest):
    def call(self, **sizes):
        """Runs the script; returns its output."""
        command = [ROOT / "bench/scripts/network_replay.sh", self.folder]
        environment = script_environment(SMALL="yes", **sizes)
        process = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        return process.stdout

    def read(self, name):
        return json.loads((self.folder / f"{name}.json").read_text())

    def times(self, case, key="us"):
        return {placed["placement"]: placed[key] for placed in case["placements"]}

    def test_the_script_replays_everything_and_draws(self):
        self.assertIn("not compared with SimGrid", self.call(SIMULATED=""))
        cases = self.read("all_to_all")["cases"]
        self.assertEqual([(case["network"], case["situation"]) for case in cases],
                         [(network, situation) for network in ("fat_tree_2", "dragonfly")
                          for situation in ("compact", "fragmented")])  # fmt: skip
        for case in cases:
            times = self.times(case)
            self.assertEqual(list(times), ["first", "scattered", "chosen", "improved"])
            for small, large in times.values():
                self.assertLess(63 * 1024 / 12.5e3, small)  # [us] for 63 messages of 1 KB on a node's own link
                self.assertLess(10 * small, 70 * large)
                self.assertLess(small, large)
        stencil = self.times(self.read("stencil")["cases"][0])
        self.assertEqual(list(stencil["chosen"]), ["26", "8+2", "2+2+2"])
        groups = self.read("groups")["cases"][0]
        self.assertEqual([len(placed["mean_us"]) for placed in groups["placements"]], [4, 4, 4])
        self.assertEqual([case["nodes"] for case in self.read("molecules")["cases"]], [64, 125])
        halo = self.read("halo")["cases"][0]
        self.assertEqual((halo["cells"], halo["ranks"], halo["nodes"]), (2562, 64, 16))
        again = self.folder / "again_network_replay.png"
        words = "network_replay", *sorted(self.folder.glob("*.json")), "-o", again
        # Three panels are empty: that of SimGrid, and two that need more sizes than the small runs have.
        self.assert_same_picture(self.folder / "network_replay.png", *words, empty=3)
        self.assertIn("Halos of one ring", (self.folder / "network_replay.md").read_text())

    # The first half of the 1,024 free nodes includes a loaded supernode, the chosen half none.
    def test_chosen_nodes_avoid_the_load(self):
        file = self.folder / "a.json"
        command = ["network_replay", "all_to_all", "--nodes", 512, "--free", 2, "--networks", "fat_tree_2",
                   "--situations", "compact", "--bytes", 65536, "--rounds", 20, "--json", file]  # fmt: skip
        self.assertEqual(run_bench(*command).returncode, 0)
        case = json.loads(file.read_text())["cases"][0]
        loaded = {placed["placement"]: placed["nodes_under_load"] for placed in case["placements"]}
        self.assertEqual((loaded["first"], loaded["chosen"], loaded["improved"]), (256, 0, 0))
        times = self.times(case)
        self.assertGreater(times["first"][0], 1.5 * times["chosen"][0])
        self.assertGreater(times["scattered"][0], 1.5 * times["chosen"][0])

    @unittest.skipUnless(shutil.which("smpicxx"), "SimGrid is not installed (libsimgrid-dev)")
    def long_the_replay_agrees_with_simgrid(self):
        self.call(SIMULATED="64")
        for name in ("check_fat_tree_2_64", "check_dragonfly_64"):
            for check in self.read(name)["checks"]:
                close = 0.02 if check["bytes"] > 1e5 or "fat_tree" in name else 0.15
                self.assertAlmostEqual(check["replay_us"] / check["smpi_us"], 1.0, delta=close, msg=check)

    def test_mistakes_get_a_sentence(self):
        self.assert_refused(run_bench("network_replay", "gossip"), "gossip")
        self.assert_refused(run_bench("network_replay", "all_to_all", "--networks", "torus"), "torus", "dragonfly")
        self.assert_refused(run_bench("network_replay", "all_to_all", "--load", 1), "load")
        self.assert_refused(run_bench("network_replay", "halo"), "no halos are given")
        self.assert_refused(run_bench("network_replay", "halo", "--pairs", self.folder / "none.pairs"), "none.pairs")
        self.assert_refused(
            run_bench("network_replay", "molecules", "--nodes", 5000, "--networks", "fat_tree_2"), "blocks of 4"
        )


if __name__ == "__main__":
    unittest.main()
