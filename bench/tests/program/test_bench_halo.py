# SPDX-License-Identifier: Apache-2.0
"""`groundswell-bench halo` and bench/scripts/halo_runs.py: short runs, their files and pictures, and wrong usage."""

import json
import subprocess
import sys
import unittest

import netCDF4
import numpy as np
from bench_case import BenchTest, script_environment
from bench_support import BenchPictures, run
from program_case import PROGRAM, ROOT, TIME_LIMIT, run_bench

SHORT = ["--bisections", 2, "--repetitions", 2, "--seconds", 0, "--choices", 2, "--cold", 1]
METHODS = ["point_to_point_ordered", "point_to_point", "persistent", "graph", "graph_blocking", "shared_window", "auto"]


class BenchHalo(BenchPictures, BenchTest):
    def view(self, *words):
        self.assertEqual(run(*words)[0], 0)

    def test_every_method_on_two_and_three_ranks(self):
        file, parts = self.folder / "halo.json", self.folder / "parts.nc"
        words = ["--ranks", "3,2", "--floats", "12,5", "--json", file, "--parts", parts]
        said = self.measure("halo", *SHORT, *words, ranks=3)
        self.assertIn("162 cells on 2 ranks, 12 floats per cell", said)
        found = json.loads(file.read_text())
        cases = found["cases"]
        self.assertEqual([(case["ranks"], case["floats"]) for case in cases], [(2, 12), (2, 5), (3, 12), (3, 5)])
        for case in cases:
            self.assertEqual((case["cells"], case["rings"], case["repetitions"]), (162, 1, 2))
            for method in METHODS:
                self.assertTrue(0.0 < case["medians"][method] < 10.0)
                times = case["methods"][method]
                for state in ("warm", "cold"):
                    ranks = times[state]["ranks"]
                    self.assertTrue(0.0 < ranks["min"] <= ranks["mean"] <= ranks["max"])
                    sums = times[state]["sums"]
                    self.assertTrue(0.0 < sums["min"] <= sums["mean"] <= sums["max"])
                    self.assertAlmostEqual(sums["mean"] / ranks["mean"], 2.0)  # sum of two times / their mean
                    parts_of_it = sum(times[state][part]["min"] for part in ("pack", "wait", "unpack"))
                    self.assertTrue(0.0 < parts_of_it <= ranks["max"], (method, state))
            self.assertEqual(len(case["choices"]), 2)
            self.assertIn(case["chosen"], case["medians"])
            low, high = case["interval"]
            self.assertTrue(low <= case["regret"] <= high, case)
            self.assertGreater(case["copy_bound"]["warm"]["median"], 0.0)
        self.assertEqual(cases[0]["neighbours"], {"mean": 1.0, "max": 1.0, "min": 1.0})
        self.check_parts(parts, cases[2])
        table = self.folder / "halo.md"
        self.view("halo", file, "-o", self.folder / "halo.png", "--table", table, "--dpi", 40)
        self.view("parts", parts, "-o", self.folder / "parts.png", "--part", 2, "--dpi", 40)
        for picture in ("halo_exchange.png", "parts.png"):
            self.assert_drawn(self.folder / picture)
        self.assertTrue(table.read_text().startswith("| machine |"))

    def check_parts(self, path, case):
        """Checks that the file has all parts, and that its links carry all halo cells, with the bytes that the case
        states."""
        with netCDF4.Dataset(path) as file:
            part, sent = file["part"][:].astype(int), np.zeros((3, 3))
            sent[file["link_from"][:].astype(int), file["link_to"][:].astype(int)] = file["link_cells"][:]
            received = np.zeros((3, 3))
            owners = part[file["halo_cell"][:].astype(int)]
            np.add.at(received, (owners, file["halo_part"][:].astype(int)), 1)
            self.assertTrue(np.all(np.abs(file["x_corner"][:] - file["x"][:][:, None]) <= 360.0))
        self.assertEqual(sorted(set(part)), [0, 1, 2])
        np.testing.assert_array_equal(sent, received)
        self.assertEqual(sent.sum(axis=1).max() * 4 * case["floats"], case["sent_bytes"]["max"])

    def test_mistakes_get_a_sentence(self):
        for ranks, words, told in (
            (1, [], ["mpirun -n 2"]),
            (2, ["--ranks", "2,4"], ["names 4 ranks, but there are 2"]),
            (2, ["--methods", "graf"], ["graf", "graph", "point_to_point"]),
            (2, ["--partition", "flat,flut"], ["flut", "hierarchical"]),
            (2, ["--reorder", "maybe"], ["maybe", "nodes"]),
            (2, ["--json", self.folder / "none" / "halo.json"], ["--json", "none"]),
            (2, ["--parts", self.folder / "none" / "parts.nc"], ["--parts", "none"]),
            (2, ["--mesh", self.folder / "none.nc"], ["none.nc"]),
            (
                2,
                ["--bisections", 0, "--methods", "auto", "--floats", 1, "--cold", 0, "--seconds", 0],
                ["--methods", "name it"],
            ),
        ):
            with self.subTest(words=words):
                self.assert_refused(run_bench("halo", *words, ranks=ranks), *told)

    def test_runs_of_a_model(self):
        command = [sys.executable, ROOT / "bench/scripts/halo_runs.py", self.write_case(), self.folder / "runs",
                   "--ranks", "2", "--methods", "point_to_point_ordered,persistent", "--program", PROGRAM]  # fmt: skip
        for rounds, n_made in ((1, 4), (1, 0)):
            process = subprocess.run([*map(str, command), "--rounds", str(rounds)], capture_output=True, text=True,
                                     timeout=TIME_LIMIT, env=script_environment())  # fmt: skip
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            self.assertEqual(sum(line.startswith("round ") for line in process.stdout.splitlines()), n_made)
        data = json.loads((self.folder / "runs/runs.json").read_text())
        self.assertEqual({(run["method"], run["overlap"]) for run in data["runs"]},
                         {(method, overlap) for method in ("point_to_point_ordered", "persistent")
                          for overlap in (True, False)})  # fmt: skip
        for one in data["runs"]:
            self.assertTrue(0.0 < one["wait"]["mean"] < one["seconds"])
        words = "halo", self.folder / "runs/runs.json", "-o", self.folder / "runs/again_halo.png"
        self.assert_same_picture(self.folder / "runs/halo_model.png", *words)
        self.assertEqual((self.folder / "runs/runs.md").read_text().count("| 2 | persistent | "), 2)


if __name__ == "__main__":
    unittest.main()
