# SPDX-License-Identifier: Apache-2.0
"""A smaller version of one case, through the real program: its numbers, and the same bits on any ranks.

Usage: test_cases.py CASE. What is smaller and which numbers are expected stands in cases/CASE/expected.yaml.
"""

import re
import sys
import unittest

import numpy as np
import xarray as xr
import yaml
from program_case import ROOT, ProgramTest, run_program

RANKS = (1, 2, 3, 5, 8)
HALO_METHODS = ("point_to_point_ordered", "point_to_point", "graph")


def overrides(items):
    return [word for item in items for word in ("--set", item)]


def distance_km(lon, lat, lon_0, lat_0):
    """Along the great circle; degrees."""
    lon, lat, lon_0, lat_0 = np.radians([lon, lat, lon_0, lat_0])
    haversine = np.sin((lat - lat_0) / 2) ** 2 + np.cos(lat) * np.cos(lat_0) * np.sin((lon - lon_0) / 2) ** 2
    return 2 * 6371 * np.arcsin(np.sqrt(haversine))


def highest(values):
    """(time, cell) of the largest value."""
    return np.unravel_index(np.argmax(values), values.shape)


def running_mean(values, length):
    """Means of `length` + 1 dates in a row."""
    total = np.cumsum(np.vstack([np.zeros_like(values[:1]), values]), axis=0, dtype=float)
    return (total[length + 1 :] - total[: -length - 1]) / (length + 1)


class Case(ProgramTest):
    name = ""

    def setUp(self):
        super().setUp()
        self.case = ROOT / "cases" / self.name
        self.expected = yaml.safe_load((self.case / "expected.yaml").read_text())

    def succeed(self, *arguments, **keywords):
        process = run_program(*arguments, **keywords)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        return process.stdout

    def make_mesh(self):
        """The overrides that name a small mesh; none for a case without a mesh file."""
        if not (self.case / "mesh.yaml").exists():
            return []
        mesh = self.folder / "mesh.nc"
        self.succeed("mesh", self.case / "mesh.yaml", "--output", mesh, *overrides(self.expected["mesh_set"]))
        return [f"mesh.file={mesh}"]

    def run_case(self, changes, ranks=1):
        place = [f"output.folder={self.folder / 'out'}"]
        return self.succeed("run", self.case / "case.yaml", *overrides(changes + place), ranks=ranks)

    def test_expected_numbers(self):
        self.run_case(self.make_mesh() + self.expected["set"], ranks=len(self.expected.get("mesh_set", [])) and 2 or 1)
        for item in self.expected["values"]:
            with self.subTest(**item):
                self.check_value(item)
        for path in (self.folder / "out").glob("fields.nc"):
            with xr.open_dataset(path) as file:
                self.assertTrue(np.isfinite(file["hs"].values).all(), "hs has holes at sea")
                if "duration" in self.expected:
                    self.check_duration(file, self.expected["duration"])

    def check_value(self, item):
        with xr.open_dataset(self.folder / "out" / item["file"]) as file:
            values = file[item["name"]]
            if "hour" in item:
                date = file["time"][0] + np.timedelta64(item["hour"], "h")
                values = values.sel(time=date)
            if "station" in item:
                values = values[[name.decode() for name in file["station_name"].values].index(item["station"])]
            if "box" in item:  # west, east, south, north
                west, east, south, north = item["box"]
                lon, lat = (file["lon"].values - west) % 360, file["lat"].values
                values = values[(lon <= (east - west) % 360.0001) & (lat >= south) & (lat <= north)]
                self.assertGreater(values.size, 0)
            value = float(getattr(values, item.get("reduce", "max"))())
        low, high = item["between"]
        self.assertTrue(low <= value <= high, f"{value:.4g} is not between {low} and {high}")

    def check_duration(self, file, bound):
        """Hourly fields: peak height against growth under the largest mean wind, near it in place and time."""
        lon, lat, hs = file["lon"].values, file["lat"].values, file["hs"].values
        wind = np.hypot(*(running_mean(file[name].values, bound["mean_hours"]) for name in ("uwnd", "vwnd")))
        wind_time, wind_cell = highest(wind)
        time, cell = highest(hs)
        heights = [
            np.exp(np.interp(np.log(wind.max()), np.log(bound["speeds"]), np.log(bound[f"after_{hours}_hours"])))
            for hours in (6, 24)
        ]
        said = f"largest mean wind {wind.max():.1f} m/s, highest waves {hs.max():.2f} m, bounds {heights}"
        print(said)
        self.assertTrue(heights[0] <= hs.max() <= heights[1], said)
        first, last = wind_time, wind_time + bound["mean_hours"]
        self.assertLessEqual(max(first - time, time - last, 0), bound["within_hours"])
        self.assertLessEqual(
            distance_km(lon[cell], lat[cell], lon[wind_cell], lat[wind_cell]), bound["within_km"], said
        )

    def test_same_bits(self):
        if "same_bits" not in self.expected:
            self.skipTest("a case of few cells")
        changes = self.make_mesh() + self.expected["same_bits"]["set"]
        sums = {}
        for ranks in RANKS:
            for method in HALO_METHODS if ranks == 3 else HALO_METHODS[1:2]:
                output = self.run_case([*changes, f"parallel.halo_method={method}"], ranks)
                sums[ranks, method] = re.search(r"state checksum (\w+)", output).group(1)
        self.assertEqual(len(set(sums.values())), 1, sums)


if __name__ == "__main__":
    Case.name = sys.argv.pop(1)
    unittest.main()
