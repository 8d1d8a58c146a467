# SPDX-License-Identifier: Apache-2.0
"""Runs smaller versions of the coupled jobs of cases/toys; checks numbers, what coupling changes, that the air loses
what the waves report, and that any split of the processes gives the same bits of all components."""

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


def axes_at(lon, lat):
    """Unit vectors [n, 3] to places [rad], and to the east and north there."""
    sin_lon, cos_lon, sin_lat, cos_lat = np.sin(lon), np.cos(lon), np.sin(lat), np.cos(lat)
    return (
        np.stack([cos_lat * cos_lon, cos_lat * sin_lon, sin_lat], axis=1),
        np.stack([-sin_lon, cos_lon, 0 * lon], axis=1),
        np.stack([-sin_lat * cos_lon, -sin_lat * sin_lon, cos_lat], axis=1),
    )


class Toys(ProgramTest):
    def setUp(self):
        super().setUp()
        self.expected = yaml.safe_load((CASE / "expected.yaml").read_text())

    def make_mesh(self, changes):
        mesh = self.folder / "mesh.nc"
        self.succeed("mesh", CASE / "mesh.yaml", "--output", mesh, *overrides(changes))
        return [f"waves.mesh.file={mesh}"]

    def write_job(self, name, ranks, change=lambda text: text):
        """A copy of a job file with other numbers of processes and other changes."""
        numbers = iter(ranks)
        text = re.sub(r"ranks: \d+", lambda _: f"ranks: {next(numbers)}", (CASE / name).read_text())
        path = self.folder / name
        path.write_text(change(text).replace("file: ", f"file: {CASE}/"))
        return path

    def run_toys(self, name, changes, ranks=(1, 1, 1), out="out", how=(), **others):
        place = [f"waves.output.folder={self.folder / out}"]
        job = self.write_job(name, ranks, **others)
        return self.succeed("run", *how, job, *overrides(changes + place), ranks=sum(ranks))

    def refuse(self, *words, name="job.yaml", changes=(), ranks=(1, 1, 1), **others):
        self.assert_refused(run_program("check", self.write_job(name, ranks, **others), *overrides(changes)), *words)

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
        for job in ("job.yaml", "concurrent.yaml", "fluxes.yaml"):
            for split in SPLITS:
                said = self.run_toys(job, changes, split)
                found = dict(re.findall(r"(\w+): state checksum (\w{16})", said))
                self.assertEqual(sorted(found), ["atmosphere", "ocean", "waves"], said)
                self.assertEqual(sums.setdefault(job, found), found, split)
        for component, checksum in sums["job.yaml"].items():
            for other in ("concurrent.yaml", "fluxes.yaml"):
                self.assertNotEqual(checksum, sums[other][component], other)

    def test_the_air_loses_what_the_waves_report(self):
        """Each point of the air takes the stress of the nearest cell, mean over each half hour, half an hour later; the
        job goes on from a restart."""
        changes = self.make_mesh(["spacing=150 km", "coast_spacing=100 km"]) + SMALL
        changes += [f"{name}.restart.folder={self.folder / name}" for name in ("atmosphere", "ocean")]
        changes += [f"{name}.restart.interval=1 h" for name in ("atmosphere", "ocean", "waves.output")]
        changes += ["waves.output.fields.interval=30 min", "waves.output.fields.names=[tauax_mean,tauay_mean]"]

        def to_nearest(text):
            return text.replace("three_points, no_source: value, value: 0", "nearest")

        for hour, how in (("02:00:00", ()), ("03:00:00", ("--continue",))):
            self.run_toys("air_stress.yaml", changes + until(hour), how=how, change=to_nearest)
        with netCDF4.Dataset(self.folder / "out/fields.nc") as file:
            file.set_auto_mask(False)
            cells = axes_at(np.radians(file["lon"][:]), np.radians(file["lat"][:]))
            # What the waves report in the last half hour is still to be taken.
            stress = [1800.0 * np.sum(file[name][1:-1], axis=0, dtype=float) for name in ("tauax_mean", "tauay_mean")]
        lon, lat = np.meshgrid(np.arange(-99, -79, 0.25) + 0.125, np.arange(16, 33, 0.25) + 0.125)
        points = axes_at(np.radians(lon.ravel()), np.radians(lat.ravel()))
        nearest = np.argmax(points[0] @ cells[0].T, axis=1)
        given = sum(part[nearest, None] * axis[nearest] for part, axis in zip(stress, cells[1:], strict=True))
        with netCDF4.Dataset(max((self.folder / "atmosphere").glob("restart_*.nc"))) as file:
            for name, axis in zip(("momentum_taken_east", "momentum_taken_north"), points[1:], strict=True):
                taken, expected = file[name][:], np.sum(given * axis, axis=1)
                self.assertGreater(np.max(np.abs(expected)), 1e4)
                np.testing.assert_allclose(taken, expected, rtol=1e-12, atol=1e-12 * np.max(np.abs(expected)))

    def test_impossible_toys_are_refused(self):
        self.refuse("ocean: ", "26 rows", "27 processes", changes=["ocean.grid.step=0.5"], ranks=[1, 27, 1])
        self.refuse("no component 'oceans'", "ocean", changes=["oceans.grid.step=0.5"])
        self.refuse("ocean.yaml", "least_depth is 200 m", changes=["ocean.water.least_depth=200 m"])
        self.refuse("ocean.yaml", "whole number of steps", changes=["ocean.grid.step=0.7"])
        self.refuse("atmosphere.yaml", "2000-13-1", changes=["atmosphere.time.end=2000-13-01"])
        interval = ["atmosphere.restart.interval", "ocean.restart.interval", "waves.output.restart.interval"]
        self.refuse("atmosphere writes a restart", "restart.folder", changes=[f"{key}=1 h" for key in interval])
        first = "  - {name: wind, "
        drag = "  - {name: drag, source: waves, source_field: cha, target: atmosphere, target_field: charnock, "
        drag += "period: 30 min, offset: 30 min, first: 0}\n"
        self.refuse(
            *("air_stress.yaml': atmosphere: ", "both 'charnock'", "and 'stress'"),
            name="air_stress.yaml",
            change=lambda text: text.replace(first, drag + first),
        )
        self.refuse("storm.radius", "less than 1 km", changes=["atmosphere.storm.radius=10 m"])


if __name__ == "__main__":
    unittest.main()
