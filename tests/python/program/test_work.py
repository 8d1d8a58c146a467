# SPDX-License-Identifier: Apache-2.0
"""The work of a small storm over a shelf, by the counts in timers.json: nothing may add to it unnoticed."""

import json
import unittest

import netCDF4
import numpy as np
from program_case import ProgramTest

MESH = """
kind: region
region: {west: -58.5, east: -55, south: 32.5, north: 35.5}
spacing: 15 km
bathymetry: {file: depth.nc, positive: down}
"""
CASE = """
title: a storm over a shelf
time: {start: 2000-01-01, end: 2000-01-01T06:00:00Z}
mesh: {file: mesh.nc}
wind: {kind: vortex, vortex: {lon: -57, lat: 34, max_speed: 30 m/s, travel_speed: 10 m/s, travel_to: 45 degree}}
output: {folder: out, fields: {interval: 6 h, names: [hs]}, lat_lon: {interval: 0}}
"""
# Counts per cell and step of 600 s, rows per frequency too. A change that costs more shows here; enter the new values
# if it is worth them.
EXPECTED = {
    "passes": 2.0,
    "moved_rows": 1.2,
    "turned_rows": 1.1923,
    "fast_fluxes": 1.3234,
    "general_fluxes": 2.548,
    "source_steps": 5.5825,
    "computed_steps": 5.9281,
    "transposed_rows": 2.6609,
    "lossy_rows": 0.3564,
}
TOLERANCE = 0.01  # compilers round differently, which changes a few source steps


class Work(ProgramTest):
    def test_of_a_small_storm_is_what_it_was(self):
        with netCDF4.Dataset(self.folder / "depth.nc", "w") as file:
            lon, lat = np.arange(-59.5, -53.9, 0.125), np.arange(31.5, 36.6, 0.125)
            for name, values, units in (("lon", lon, "degrees_east"), ("lat", lat, "degrees_north")):
                file.createDimension(name, len(values))
                file.createVariable(name, "f8", (name,))[:] = values
                file[name].units = units
            depth = 4.0 * 3.0 ** (lon + 59.0)  # from 4 to 324 m
            file.createVariable("depth", "f4", ("lat", "lon"))[:] = np.broadcast_to(depth, (len(lat), len(lon)))
            file["depth"].units = "m"
        (self.folder / "mesh.yaml").write_text(MESH)
        (self.folder / "case.yaml").write_text(CASE)
        self.succeed("mesh", "mesh.yaml", "--output", "mesh.nc", cwd=self.folder)
        self.succeed("run", "case.yaml", cwd=self.folder)
        found = json.loads((self.out / "timers.json").read_text())
        n_step, n_freq = 36, 35
        per_cell = {name: count / n_step / found["cells"] for name, count in found["work"].items()}
        per_cell["passes"] *= found["cells"]
        for name in per_cell:
            if name.endswith(("rows", "fluxes")):
                per_cell[name] /= n_freq
        self.assertEqual(list(per_cell), list(EXPECTED))
        for name, expected in EXPECTED.items():
            with self.subTest(name):
                said = f"{name}: {per_cell[name]:.4f} instead of {expected}"
                self.assertLess(abs(per_cell[name] - expected), TOLERANCE * expected, said)


if __name__ == "__main__":
    unittest.main()
