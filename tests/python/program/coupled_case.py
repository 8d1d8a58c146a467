# SPDX-License-Identifier: Apache-2.0
"""Shared by the tests of coupled jobs: a job of a data component and a run of the wave model."""

import re
import shutil

import netCDF4
import numpy as np
from program_case import ProgramTest

START = "2000-01-01"
LON, LAT = np.arange(0.0, 360, 30), np.arange(-90.0, 91, 30)  # of winds [degree]
SEA = """
title: test
{time}
{mesh}
spectrum: {{directions: 12, frequencies: 12, first_frequency: 0.06 Hz}}
{forcing}
initial: {{kind: jonswap, fetch: 300 km}}
output:
  folder: {folder}/{out}
  fields: {{interval: 30 min, names: [hs, uwnd]}}
  lat_lon: {{interval: 0}}
{more}
"""
TIME = "time: {start: 2000-01-01, end: 2000-01-01T01:30:00Z, step: 30 min}"
MESH = "mesh: {kind: icosahedral, bisections: 2}"
QUANTITIES = ("wind", "current", "water_level", "ice", "air_density")
FROM_FILES = """
wind: {kind: file, files: [forcing.nc], air_density: {kind: file, files: [forcing.nc]}}
current: {kind: file, files: [forcing.nc]}
water_level: {kind: file, files: [forcing.nc]}
ice: {kind: file, files: [forcing.nc]}
"""
WIND_FROM_FILE = "wind: {kind: file, files: [forcing.nc]}"
COUPLED_WIND = "wind: {kind: coupled}"
COUPLED = """
wind: {kind: coupled, air_density: {kind: coupled}}
current: {kind: coupled}
water_level: {kind: coupled}
ice: {kind: coupled}
"""

ALL_FIELDS = [f"name: {name}, period: 30 min, use: linear, regridding: none" for name in QUANTITIES]
REGION = """
kind: region
region: {{west: {west}, east: {east}, south: 0, north: 30}}
spacing: 400 km
bathymetry: {{depth: 4000 m}}
"""


def write_forcing(path):
    """Writes winds, currents, levels, ice and density that differ from date to date and from place to place."""
    hours, lat, lon = np.arange(0, 2.01, 0.5), LAT, LON
    t, y, x = np.meshgrid(hours, np.radians(lat), np.radians(lon), indexing="ij")
    fields = {
        "u10": ("m s-1", 12 + 4 * t + 3 * np.sin(x)),
        "v10": ("m s-1", -3 + 2 * t * t + 2 * np.cos(y)),
        "uo": ("m s-1", 0.3 * np.sin(x) * (1 + t)),
        "vo": ("m s-1", 0.2 * np.cos(x) * (1 + t * t)),
        "zos": ("m", 0.5 * np.sin(x) + 0.2 * t),
        "siconc": ("1", np.clip(0.5 * np.sin(y) + 0.1 * t, 0, 1)),
        "rhoa": ("kg m-3", 1.2 + 0.05 * np.cos(x) + 0.02 * t),
    }
    with netCDF4.Dataset(path, "w", format="NETCDF3_CLASSIC") as file:
        for name, values in (("time", hours), ("latitude", lat), ("longitude", lon)):
            file.createDimension(name, len(values))
            file.createVariable(name, "f8", (name,))[:] = values
        file["time"].units = f"hours since {START} 00:00"
        file["latitude"].units, file["longitude"].units = "degrees_north", "degrees_east"
        for name, (unit, values) in fields.items():
            variable = file.createVariable(name, "f4", ("time", "latitude", "longitude"))
            variable.units = unit
            variable[:] = values


class CoupledTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.job = self.folder / "job.yaml"

    def write_sea(self, name, forcing=COUPLED_WIND, time=TIME, mesh=MESH, more=""):
        path = self.folder / f"{name}.yaml"
        path.write_text(SEA.format(folder=self.folder, out=name, forcing=forcing, time=time, mesh=mesh, more=more))
        return path

    def write_data(self, forcing=WIND_FROM_FILE, time=TIME, mesh=MESH):
        (self.folder / "data.yaml").write_text(f"{time}\n{mesh}\n{forcing}")

    def write_job(self, *fields, data=1, waves=1, coupling=""):
        """Writes job.yaml; each of `fields` has the words of one field behind its source and target."""
        lines = [f"  - {{name: data, kind: data, file: data.yaml, ranks: {data}}}"]
        lines += [f"  - {{name: waves, kind: run, file: waves.yaml, ranks: {waves}}}"]
        items = [f"  - {{source: data, target: waves, {words}}}" for words in fields]
        self.job.write_text("\n".join(("components:", *lines, "fields:", *items, f"coupling: {{{coupling}}}\n")))

    def answer(self, case, name, ranks=1):
        """Runs a case or job; returns the checksum of the run that writes to the folder `name`, and its fields."""
        said = self.succeed("run", case, ranks=ranks)
        with netCDF4.Dataset(self.folder / name / "fields.nc") as file:
            fields = {key: np.ma.filled(variable[:], -999) for key, variable in file.variables.items()}
        shutil.rmtree(self.folder / name)
        return re.search(r"state checksum \w+", said).group(), fields

    def assert_same(self, found, expected, what):
        self.assertEqual(found[0], expected[0], what)
        self.assertEqual(found[1].keys(), expected[1].keys())
        for name, values in expected[1].items():
            np.testing.assert_array_equal(found[1][name], values, f"{what}: {name}")
