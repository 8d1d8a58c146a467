# SPDX-License-Identifier: Apache-2.0
"""Runs smaller versions of the coupled jobs of cases/toys; checks numbers, what coupling changes, and that any split
of the processes gives the same bits of all components."""

import re
import sys
import unittest

import netCDF4
import numpy as np
import yaml
from program_case import ROOT, ProgramTest, overrides, run_program

sys.path.insert(0, str(ROOT / "tools"))
from check_case import check_output  # noqa: E402

CASE = ROOT / "cases/toys"
SMALL = ["waves.spectrum.directions=12", "waves.spectrum.frequencies=20", "ocean.grid.step=0.5"]
SPLITS = ([1, 1, 1], [2, 1, 3], [1, 2, 2])  # processes of atmosphere, ocean and waves


def until(hour):
    return [f"{component}.time.end=2000-09-01T{hour}Z" for component in ("atmosphere", "ocean", "waves")]


class Toys(ProgramTest):
    def setUp(self):
        super().setUp()
        self.expected = yaml.safe_load((CASE / "expected.yaml").read_text())

    def make_mesh(self, changes):
        mesh = self.folder / "mesh.nc"
        self.succeed("mesh", CASE / "mesh.yaml", "--output", mesh, *overrides(changes))
        return [f"waves.mesh.file={mesh}"]

    def write_job(self, name, ranks):
        """A copy of a job file with other numbers of processes."""
        numbers = iter(ranks)
        text = re.sub(r"ranks: \d+", lambda _: f"ranks: {next(numbers)}", (CASE / name).read_text())
        path = self.folder / name
        path.write_text(text.replace("file: ", f"file: {CASE}/"))
        return path

    def run_toys(self, name, changes, ranks=(1, 1, 1), out="out"):
        place = [f"waves.output.folder={self.folder / out}"]
        return self.succeed("run", self.write_job(name, ranks), *overrides(changes + place), ranks=sum(ranks))

    def refuse(self, *words, changes=(), ranks=(1, 1, 1)):
        self.assert_refused(run_program("check", self.write_job("job.yaml", ranks), *overrides(changes)), *words)

    def test_expected_numbers_and_what_coupling_changes(self):
        changes = self.make_mesh(self.expected["mesh_set"]) + self.expected["set"]
        self.run_toys("job.yaml", changes)
        for holds, sentence in check_output(self.expected, self.expected["values"], self.folder / "out"):
            with self.subTest(sentence):
                self.assertTrue(holds, sentence)
        self.run_toys("no_charnock.yaml", changes, out="alone")
        self.drag_slows_the_wind()

    def drag_slows_the_wind(self):
        """The rougher the waves beside the default of the atmosphere, the weaker the wind."""
        wind = {}
        for out in ("out", "alone"):
            with netCDF4.Dataset(self.folder / out / "fields.nc") as file:
                wind[out] = np.hypot(file["uwnd"][-1], file["vwnd"][-1])
                if out == "out":
                    roughness = np.log(file["cha"][-1] / 0.0185)
        change = wind["out"] / wind["alone"] - 1
        self.assertLess(np.corrcoef(roughness, change)[0, 1], -0.6)  # is -0.80
        rough = (roughness > 0.3) & (wind["alone"] > 10)
        self.assertGreater(rough.sum(), 60)
        self.assertLess(change[rough].mean(), -0.015)

    def test_the_same_bits_on_any_processes(self):
        changes = self.make_mesh(["spacing=150 km", "coast_spacing=100 km"]) + SMALL + until("01:30:00")
        sums = {}
        for job in ("job.yaml", "concurrent.yaml"):
            for split in SPLITS:
                said = self.run_toys(job, changes, split)
                found = dict(re.findall(r"(\w+): state checksum (\w{16})", said))
                self.assertEqual(sorted(found), ["atmosphere", "ocean", "waves"], said)
                self.assertEqual(sums.setdefault(job, found), found, split)
        for component, checksum in sums["job.yaml"].items():
            self.assertNotEqual(checksum, sums["concurrent.yaml"][component])

    def test_impossible_toys_are_refused(self):
        self.refuse("ocean: ", "26 rows", "27 processes", changes=["ocean.grid.step=0.5"], ranks=[1, 27, 1])
        self.refuse("no component 'oceans'", "ocean", changes=["oceans.grid.step=0.5"])
        self.refuse("ocean.yaml", "least_depth is 200 m", changes=["ocean.water.least_depth=200 m"])
        self.refuse("ocean.yaml", "whole number of steps", changes=["ocean.grid.step=0.7"])
        self.refuse("atmosphere.yaml", "2000-13-1", changes=["atmosphere.time.end=2000-13-01"])
        interval = ["atmosphere.restart.interval", "ocean.restart.interval", "waves.output.restart.interval"]
        self.refuse("atmosphere writes a restart", "restart.folder", changes=[f"{key}=1 h" for key in interval])
        self.refuse("storm.radius", "less than 1 km", changes=["atmosphere.storm.radius=10 m"])


if __name__ == "__main__":
    unittest.main()
