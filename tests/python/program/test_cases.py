# SPDX-License-Identifier: Apache-2.0
"""Runs a smaller version of one case with the real program; checks its numbers and that all runs have the same bits.

Usage: test_cases.py CASE [Case.long_same_bits | Case.long_numbers]. cases/CASE/expected.yaml has the
settings of the smaller version, the options that name files made by inputs/make.sh, and the expected numbers.
"""

import json
import re
import subprocess
import sys
import unittest

import yaml
from program_case import ROOT, TIME_LIMIT, ProgramTest, overrides

sys.path.insert(0, str(ROOT / "tools"))
from check_case import check_output  # noqa: E402

RANKS = (1, 2, 3, 5, 8)
HALO_METHODS = ("point_to_point_ordered", "point_to_point", "graph")


class Case(ProgramTest):
    name = ""

    def setUp(self):
        super().setUp()
        self.case = ROOT / "cases" / self.name
        self.expected = yaml.safe_load((self.case / "expected.yaml").read_text())

    def make_mesh(self, changes=None, **keywords):
        """Makes a small mesh, or one with other `changes`; returns the overrides that name it, if any."""
        if not (self.case / "mesh.yaml").exists():
            return []
        mesh = self.folder / "mesh.nc"
        changes = self.expected["mesh_set"] if changes is None else changes
        self.succeed("mesh", self.case / "mesh.yaml", "--output", mesh, *overrides(changes), **keywords)
        return [f"mesh.file={mesh}"]

    def run_outer(self, more=()):
        """If this case is nested in another one, runs a smaller version of that one, with the overrides `more`; returns
        the overrides that name the spectra written for the mesh of make_mesh."""
        if "outer" not in self.expected:
            return []
        outer = ROOT / "cases" / self.expected["outer"]
        changes = yaml.safe_load((outer / "expected.yaml").read_text())
        mesh, folder = self.folder / "outer.nc", self.folder / "outer"
        self.succeed("mesh", outer / "mesh.yaml", "--output", mesh, *overrides(changes["mesh_set"]))
        nest = f"{{name: {self.name}, mesh: {self.folder / 'mesh.nc'}}}"
        place = [f"mesh.file={mesh}", f"output.folder={folder}", f"output.boundaries=[{nest}]"]
        self.succeed("run", outer / "case.yaml", *overrides([*changes["set"], *more, *place]), ranks=2)
        return [f"boundary.files=[{folder / f'boundary_{self.name}.nc'}]"]

    def make_inputs(self):
        """Makes the input files of the case that a script makes, if any; returns the overrides that name them."""
        inputs = self.expected.get("inputs", {})
        if inputs:
            subprocess.run([self.case / "inputs/make.sh", self.folder, sys.executable], check=True, timeout=TIME_LIMIT)
        return [f"{option}=[{self.folder / file}]" for option, file in inputs.items()]

    def run_case(self, changes, ranks=1, **keywords):
        place = [f"output.folder={self.folder / 'out'}", "output.boundaries=[]"]
        return self.succeed("run", self.case / "case.yaml", *overrides(changes + place), ranks=ranks, **keywords)

    def expect_one_checksum(self, ways):
        """Checks that all runs have the same checksum; `ways` yields pairs of a name and the output of a run."""
        sums = {way: re.search(r"state checksum (\w+)", output).group(1) for way, output in ways}
        self.assertEqual(len(set(sums.values())), 1, sums)

    def test_expected_numbers(self):
        changes = self.make_mesh() + self.make_inputs() + self.run_outer() + self.expected["set"]
        self.run_case(changes, ranks=len(self.expected.get("mesh_set", [])) and 2 or 1)
        folders = self.folder / "out", self.folder / "outer"
        for holds, sentence in check_output(self.expected, self.expected["values"], *folders):
            with self.subTest(sentence):
                self.assertTrue(holds, sentence)

    def test_same_bits(self):
        if "same_bits" not in self.expected:
            self.skipTest("its expected.yaml demands none")
        same_bits = self.expected["same_bits"]
        changes = self.make_mesh() + self.run_outer(same_bits.get("outer_set", ())) + same_bits["set"]
        self.expect_one_checksum(
            ((ranks, method), self.run_case([*changes, f"parallel.halo_method={method}"], ranks))
            for ranks in RANKS
            for method in (HALO_METHODS if ranks == 3 else HALO_METHODS[1:2])
        )

    def long_same_bits(self):
        """Runs the full case, not its smaller version, on several numbers of ranks."""
        hour = {"time_limit": 3000}
        same_bits = self.expected["same_bits"]
        changes = self.make_mesh([], **hour) + self.run_outer() + same_bits["long_set"]
        ranks = same_bits.get("long_ranks", (1, 2, 3))
        self.expect_one_checksum((n, self.run_case(changes, n, **hour)) for n in ranks)

    def long_numbers(self):
        """Runs the full case, not its smaller version; checks the numbers under `full` and the memory used."""
        ranks = self.expected["ranks"]
        self.run_case(self.make_mesh([]), ranks, time_limit=3000)
        out = self.folder / "out"
        for holds, sentence in check_output(self.expected, self.expected["full"], out, out):
            with self.subTest(sentence):
                self.assertTrue(holds, sentence)
        highest = json.loads((out / "timers.json").read_text())["memory_bytes"]["highest_on_a_rank"]
        self.assertLess(ranks * highest, 1e9 * self.expected["most_gigabytes"])


if __name__ == "__main__":
    Case.name = sys.argv.pop(1)
    unittest.main()
