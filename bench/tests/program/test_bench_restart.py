# SPDX-License-Identifier: Apache-2.0
"""`groundswell-bench restart`: its table of modes, the files that are kept, and the wave heights of damaged files."""

import json
import subprocess
import sys
import unittest

import netCDF4
import numpy as np
from bench_case import BenchTest
from program_case import ROOT, run_bench, run_program

MODES = ("single", "direct", "direct_damaged", "striped", "gathered", "blocked", "blocked_buffered", "parallel")


class BenchRestart(BenchTest):
    def bench(self, *arguments, ranks):
        path = self.folder / "bench.json"
        words = ("--steps", 2, "--pairs", 2, "--folder", self.folder, "--json", path, *arguments)
        said = self.measure("restart", self.case, *words, ranks=ranks)
        return said, json.loads(path.read_text())

    def setUp(self):
        super().setUp()
        self.case = self.write_case()

    def kept(self, mode):
        return self.folder / f"bench_restart_{mode}.nc"

    def test_all_modes_in_one_table(self):
        said, facts = self.bench("--modes", "all", "--keep", ranks=3)
        self.assertEqual((facts["computing"], facts["servers"]), (2, 1))
        self.assertEqual([mode["name"] for mode in facts["modes"]], [*MODES, "plain_one", "plain_shares"])
        for mode in facts["modes"]:
            self.assertIn(mode["name"], said)
            self.assertEqual(len(mode["seconds"]), 2)
            self.assertGreater(min(mode["seconds"]), 0.0)
        memory = {mode["name"]: mode["memory"] for mode in facts["modes"]}
        self.assertLess(memory["blocked"], memory["blocked_buffered"])
        self.assertLess(memory["blocked_buffered"], memory["gathered"])
        sound = self.kept("parallel").read_bytes()
        self.assertEqual(len(sound), facts["bytes"])
        for mode in MODES:
            self.assertEqual(self.kept(mode).read_bytes() == sound, mode != "direct_damaged", mode)

    def test_damage_shows_in_the_heights(self):
        self.bench("--modes", "direct,direct_damaged", "--keep", ranks=3)
        mesh, heights = self.folder / "mesh.nc", self.folder / "heights.nc"
        with netCDF4.Dataset(mesh, "w") as file:
            file.createDimension("nCells", 162)
            file.createDimension("six", 6)
            file.createVariable("verticesOnCell", "i4", ("nCells", "six"))[:] = 1
        named = (f"hs={self.kept('direct')}", f"hs_damaged={self.kept('direct_damaged')}")
        tool = (sys.executable, ROOT / "bench/scripts/restart_heights.py", mesh, heights, *named)
        subprocess.run(tool, check=True)
        with netCDF4.Dataset(heights) as file:
            sound, damaged = file["hs"][:], file["hs_damaged"][:]
        self.assertGreater(sound.min(), 0.0)
        self.assertTrue(np.all(damaged <= sound))
        n_lost = np.count_nonzero(damaged < sound)
        self.assertTrue(0 < n_lost < len(sound), n_lost)
        refused = subprocess.run(tool, capture_output=True, text=True)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("exists", refused.stderr)
        damaged_start = ("--set", f"initial={{kind: restart, file: {self.kept('direct_damaged')}}}")
        self.assert_refused(run_program("run", self.case, *damaged_start), "is damaged: the values of cell")

    def test_one_process_needs_no_server(self):
        said, facts = self.bench(ranks=1)
        self.assertEqual((facts["computing"], facts["servers"]), (1, 0))
        self.assertIn("parallel", said)
        self.assertFalse(list(self.folder.glob("bench_restart*")))

    def test_what_cannot_be_is_refused(self):
        for words, sentence in (
            (("--modes", "fast"), "no restart mode 'fast'; known are single"),
            (("--modes", "blocked"), "'blocked' needs a process that only writes"),
            (("--folder", self.folder / "nowhere"), "nowhere"),
        ):
            self.assert_refused(run_bench("restart", self.case, *words), sentence)


if __name__ == "__main__":
    unittest.main()
