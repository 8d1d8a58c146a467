# SPDX-License-Identifier: Apache-2.0
"""The maps and tables of bench/scripts/package_maps.py, of a sea too small for meaningful results."""

import contextlib
import io
import sys
import unittest
from pathlib import Path
from unittest import mock

import netCDF4
import numpy as np
from bench_case import ROOT, BenchTest
from PIL import Image
from program_case import PROGRAM

sys.path.insert(0, str(ROOT / "bench/scripts"))
import package_maps  # noqa: E402
from package_differences import HEIGHT, PERIOD, write_place  # noqa: E402
from package_pictures import make_difference  # noqa: E402

MESH = """
kind: region
region: {west: -70, east: -50, south: 15, north: 35}
spacing: 300 km
bathymetry: {depth: 4000}
"""
CASE = """
title: Small sea
time: {start: 2000-01-01, end: 2000-01-01T03:00:00Z, step: 30 min}
mesh: {file: none.nc}
spectrum: {directions: 12, frequencies: 25}
wind: {kind: vortex, vortex: {lon: -60, lat: 25, max_speed: 40, radius: 60 km}}
output:
  points: {interval: 1 h, max_distance: 300 km, places: [{name: A, lon: -60, lat: 24}, {name: B, lon: -55, lat: 20}]}
"""


class PackageMaps(BenchTest):
    def setUp(self):
        super().setUp()
        (self.folder / "mesh.yaml").write_text(MESH)
        (self.folder / "case.yaml").write_text(CASE)

    def call(self, seas, *words):
        """Exit status, output and errors of the script with these seas."""
        said = io.StringIO(), io.StringIO()
        with (
            mock.patch.dict(package_maps.SEAS, seas, clear=True),
            contextlib.redirect_stdout(said[0]),
            contextlib.redirect_stderr(said[1]),
        ):
            status = package_maps.main([str(self.folder / "runs"), "--program", PROGRAM, *words])
        return status, *(text.getvalue() for text in said)

    def read(self, package, name):
        with netCDF4.Dataset(self.folder / "runs/small" / package / "fields.nc") as data:
            return np.asarray(data[name][:], dtype=float)

    def test_makes_the_runs_that_are_not_there_with_maps_and_tables(self):
        seas = {"small": package_maps.Sea(self.folder), "lost": package_maps.Sea(self.folder, data=(Path("/no/file"),))}
        made = []
        for draw in (package_maps.draw, mock.Mock()):
            with mock.patch.object(package_maps, "draw", draw):
                status, table, said = self.call(seas, "--only", "small", "--only", "lost")
            self.assertEqual((status, said.count("\n")), (1, 2))
            self.assertIn("the lost is left out, for want of /no/file", said)
            made.append(
                [file.stat().st_mtime_ns for file in sorted(self.folder.glob("runs/small/*/finished_run.json"))]
            )
        self.assertEqual(len(made[0]), 2)
        self.assertEqual(*made)
        self.assertEqual(table, (self.folder / "runs/package_maps.md").read_text())
        self.assertEqual([file.name for file in self.folder.glob("runs/*.png")], ["small.png"])
        with Image.open(self.folder / "runs/small.png") as picture:
            self.assertGreater(len(picture.convert("RGB").getcolors(1 << 24)), 100)
        self.check_table(table)
        self.check_periods()

    def check_table(self, table):
        first, second = (self.read(package, "hs") for package in ("wam4", "st4_t471"))
        date = int(np.argmax(first.max(axis=1)))
        self.assertIn(f"**Small sea**, Sat 1 Jan 2000 {date:02}:00 UTC", table)
        areas, lon, lat = (self.read("wam4", name) for name in ("areaCell", "lon", "lat"))
        sums = np.zeros(3)
        for a, b, area in zip(first[date], second[date], areas):
            sums += np.array([a, b, (b - a) ** 2]) * area / areas.sum()
        row = [line.split(" | ") for line in table.splitlines() if line.startswith("| wave height [m]")][0]
        self.assertEqual(row[1:3], [f"{sums[0]:.2f}", f"{sums[1]:.2f}"])
        self.assertTrue(row[3].startswith(f"{sums[1] - sums[0]:+.2f}"))
        self.assertEqual(row[5], f"{np.sqrt(sums[2]):.2f}")
        most = int(np.argmax(second[date] - first[date]))
        place = write_place(lon[most], lat[most])
        self.assertEqual(row[6], f"{second[date][most] - first[date][most]:+.2f} at {place}")
        self.assertIn(f"Highest of all dates: {first.max():.2f} m with `wam4`", table)
        self.assertRegex(table, r"\n\| A \| \d\.\d\d / \d\.\d\d \| \d\.\d\d / \d\.\d\d \| 01 Jan 0\d h \|")

    def check_periods(self):
        """Periods of low seas are not compared."""
        folders = [self.folder / "runs/small" / name for name in ("wam4", "st4_t471")]
        pair = package_maps.Pair(["wam4", "st4"], folders, 3)
        heights = np.minimum(*pair.values(HEIGHT))
        self.assertTrue((heights < 0.5).any() and (heights >= 0.5).any())
        fields = [file.field("t02", 3) for file in pair.files]
        change = make_difference(pair, PERIOD, fields).values
        wanted = [b - a if h >= 0.5 else np.nan for a, b, h in zip(fields[0].values, fields[1].values, heights)]
        np.testing.assert_array_equal(change, wanted)

    def test_what_is_wrong_is_said(self):
        said = io.StringIO()
        with contextlib.redirect_stderr(said), self.assertRaises(SystemExit) as end:
            package_maps.parse(["--program", PROGRAM, "--packages", "wam4"])
        self.assertEqual(end.exception.code, 2)
        self.assertIn("--packages needs two packages with a comma between them", said.getvalue())

    def test_names(self):
        for words, names in (("wam4,st4:t471", ["wam4", "st4"]), ("wam4:0,wam4:0.003", ["wam4, none", "wam4, 3e-3"])):
            chosen = package_maps.parse(["--program", PROGRAM, "--packages", words])
            self.assertEqual(package_maps.name_packages(chosen.physics), names)

    def test_places(self):
        self.assertEqual(write_place(-70.04, 39.96), "40.0N 70.0W")
        self.assertEqual(write_place(84.6, -45.5), "45.5S 84.6E")


if __name__ == "__main__":
    unittest.main()
