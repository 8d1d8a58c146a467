# SPDX-License-Identifier: Apache-2.0
"""`groundswell-bench land`: the land rule of the output library on a synthetic globe, and on the mask of ETOPO5."""

import unittest
from pathlib import Path

import netCDF4
import numpy as np
from bench_case import BenchTest
from program_case import run_bench

ETOPO5 = Path("/usr/share/ferret-vis/data/etopo5.cdf")  # Debian's ferret-datasets


class BenchLand(BenchTest):
    def shares(self, *words):
        """Land and savings, by number of cells and by area [%]: on the file's grid, then on an equal-area grid."""
        said = self.measure("land", *words).splitlines()
        return [list(map(float, line.split()[-4:])) for line in said[-2:]]

    def write_globe(self, n_lat=18):
        """Writes a file of heights: land in the northern hemisphere, sea in the southern; returns its path."""
        path = self.folder / "heights.nc"
        with netCDF4.Dataset(path, "w") as file:
            for name, size, unit in (("lat", n_lat, "degrees_north"), ("lon", 2 * n_lat, "degrees_east")):
                step = 180 / n_lat
                file.createDimension(name, size)
                axis = file.createVariable(name, "f8", (name,))
                axis.units = unit
                axis[:] = step / 2 + step * np.arange(size) - (90 if name == "lat" else 0)
            heights = file.createVariable("height", "f4", ("lat", "lon"))
            heights.units = "m"
            heights[:] = np.where(file["lat"][:] > 0, 100.0, -100.0)[:, None]
        return path

    def test_one_row_of_land_beside_the_sea_is_kept(self):
        own, equal = self.shares(self.write_globe(), "--lon", 20, "--lat", 10)
        self.assertEqual((own[:2], equal[:2]), ([50.0, round(800 / 18, 1)], [50.0, 40.0]))
        first_row = 100 * np.cos(np.radians(5)) / (2 * np.cos(np.radians(np.arange(5, 90, 10))).sum())
        self.assertAlmostEqual(own[3], 50.0 - first_row, delta=0.06)
        self.assertEqual(equal[2:], equal[:2])
        none, _ = self.shares(self.write_globe(), "--around", 0)
        self.assertEqual(none[:2], [50.0, 50.0])

    @unittest.skipUnless(ETOPO5.exists(), f"{ETOPO5} is not there (Debian's ferret-datasets)")
    def test_of_the_globe_nearly_28_percent_are_saved(self):
        own, equal = self.shares(ETOPO5)
        self.assertEqual(own, [33.4, 32.3, 28.6, 27.6])
        self.assertEqual(equal[3], 27.6)
        _, coarse = self.shares(ETOPO5, "--lon", 360, "--lat", 180)
        self.assertEqual(coarse[3], 22.6)

    def test_mistakes_get_a_sentence(self):
        self.assert_refused(run_bench("land", self.folder / "none.nc"), "none.nc")
        self.assert_refused(run_bench("land", self.write_globe(), "--around", 5), "--around")
        with netCDF4.Dataset(self.write_globe(), "a") as file:
            file["lat"][:] = file["lat"][:] / 4
        self.assert_refused(run_bench("land", self.folder / "heights.nc"), "do not cover the globe")


if __name__ == "__main__":
    unittest.main()
