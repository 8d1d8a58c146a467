# SPDX-License-Identifier: Apache-2.0
"""Means, minima and maxima over output intervals agree with the values of every step and always have the same bytes."""

import unittest

import netCDF4
import numpy as np
import test_restart
from program_case import run_program, write_wind
from test_restart import OUTPUT

STATISTICS = "[hs, hs_mean, hs_max, hs_min, dir_mean, uwnd_mean, spr_max, tp_mean]"
CHANGES = (
    ("end: 2000-01-01T01:00:00Z", "end: 2000-01-01T06:00:00Z"),
    ("step: 30 min", "step: 15 min"),
    ("fields: {interval: 30 min, names: [hs]}", f"fields: {{interval: 1 h, names: {STATISTICS}}}"),
    (
        "lat_lon: {interval: 0}",
        "lat_lon: {interval: 90 min, spacing: 10 degree, names: [hs_max, hs_mean, uwnd_mean, dir_mean]}\n"
        "  restart: {interval: 1 h}",
    ),
    ("wind: {kind: constant, speed: 10 m/s}", "wind: {kind: turning, speed: 12 m/s}"),
)
EACH_STEP = ("--set", "output.fields.interval=900", "--set", "output.fields.names=[hs,dir,uwnd,spr,tp]")


def end(date):
    return ("--set", f"time.end=2000-01-01T{date}:00Z")


def mean_direction(degrees):
    angle = np.radians(degrees)
    return np.degrees(np.arctan2(np.sin(angle).sum(0), np.cos(angle).sum(0))) % 360


REFERENCES = {
    "hs_mean": lambda step: step["hs"].mean(0),
    "hs_max": lambda step: step["hs"].max(0),
    "hs_min": lambda step: step["hs"].min(0),
    "spr_max": lambda step: step["spr"].max(0),
    "uwnd_mean": lambda step: step["uwnd"].mean(0),
    "tp_mean": lambda step: step["tp"].mean(0),
    "dir_mean": lambda step: mean_direction(step["dir"]),
}


class StatisticsTest(test_restart.RestartTest):
    changes = CHANGES

    def values(self, name, *arguments):
        """All values in an output file of a new run, in double precision."""
        self.succeed("run", self.case, *arguments)
        with netCDF4.Dataset(self.out / name) as file:
            numbers = [variable for variable in file.variables.values() if variable.dtype.kind in "fi"]
            return {variable.name: np.ma.asarray(variable[:], float) for variable in numbers}

    def check(self, found, steps):
        """Compares statistics with the steps of each interval; the first date has none, as no step precedes it."""
        begin, dates = found["time_bnds"][:, 0], found["time_bnds"][:, 1]
        np.testing.assert_array_equal(dates, found["time"])
        np.testing.assert_array_equal(begin[1:], dates[:-1])
        self.assertEqual(begin[0], dates[0])
        for name in set(found) & set(REFERENCES):
            self.assertTrue(np.ma.getmaskarray(found[name][0]).all(), name)
            for i in range(1, len(dates)):
                chosen = (steps["time"] > begin[i]) & (steps["time"] <= dates[i])
                reference = REFERENCES[name](
                    {field: values[chosen] for field, values in steps.items() if field in name}
                )
                np.testing.assert_array_equal(np.ma.getmaskarray(found[name][i]), np.ma.getmaskarray(reference), name)
                error = np.abs(found[name][i] - reference)
                error = np.minimum(error, 360 - error) if name == "dir_mean" else error
                self.assertLess(np.ma.max(error) if np.ma.count(error) else 0, 2e-4, (name, i))


class Values(StatisticsTest):
    def test_are_those_of_the_steps_in_each_interval(self):
        found = self.values("fields.nc")
        with netCDF4.Dataset(self.out / "fields.nc") as file:
            methods = {name: file[name].cell_methods for name in ("hs", "hs_mean", "hs_min", "hs_max")}
            self.assertEqual(file["time"].bounds, "time_bnds")
            self.assertEqual(file["hs_max"].standard_name, file["hs"].standard_name)
        self.assertEqual(list(methods.values()), ["time: point", "time: mean", "time: minimum", "time: maximum"])
        steps = self.values("fields.nc", *EACH_STEP)
        self.assertEqual(len(steps["time"]), 25)
        self.assertNotIn("time_bnds", steps)
        self.check(found, steps)
        np.testing.assert_array_equal(found["hs"][-1], steps["hs"][-1])

    def test_leave_out_steps_of_missing_values(self):
        lon, lat, hours = range(0, 360, 30), range(-90, 91, 30), range(7)
        ice = np.zeros((7, 7, 12))
        ice[2:4, :, :6], ice[:, :, 8] = 1, 1  # ice for two hours, and ice at all times
        path = write_wind(self.folder / "ice.nc", lon, lat, hours, ice)
        with netCDF4.Dataset(path, "a") as file:
            file.renameVariable("u10", "siconc")
            file["siconc"].units = "1"
        ice = ("--set", "ice.kind=file", "--set", f"ice.files=[{path}]")
        found = self.values("fields.nc", *ice)
        steps = self.values("fields.nc", *ice, *EACH_STEP)
        masks = np.ma.getmaskarray(steps["tp"][1:]).sum(0)  # there are no waves under ice
        self.assertTrue((masks == 24).any() and ((masks > 0) & (masks < 24)).any())
        self.check(found, steps)

    def test_at_the_nearest_place_and_from_a_later_start(self):
        nearest = ("--set", "output.points.value=nearest", "--set", "output.points.interval=1 h")
        names = (
            "--set",
            "output.points.names=[hs_mean,hs_max,dir_mean]",
            "--set",
            "output.points.start=2000-01-01T01:30",
        )
        found = self.values("points.nc", *nearest, *names)
        self.assertEqual(found["time_bnds"][:, 0].tolist(), [1800, 5400, 9000, 12600, 16200])
        steps = ("--set", "output.points.interval=900", "--set", "output.points.names=[hs,dir]")
        steps = self.values("points.nc", *nearest, *steps)
        for i, (begin, date) in enumerate(found["time_bnds"]):
            chosen = (steps["time"] > begin) & (steps["time"] <= date)
            np.testing.assert_allclose(found["hs_mean"][i], steps["hs"][chosen].mean(0), atol=1e-6)
            np.testing.assert_allclose(found["hs_max"][i], steps["hs"][chosen].max(0), atol=1e-6)


class Bytes(StatisticsTest):
    def test_are_the_same_after_any_interruption_on_any_ranks(self):
        unbroken = self.unbroken()
        for dates, ranks in ((["00:15", "01:15"], (1, 2, 3)), (["02:45", "03:00"], (3, 1, 2))):
            for i, date in enumerate(dates):
                self.succeed("run", *(["--continue"] if i else []), self.case, *end(date), ranks=ranks[i])
            said = self.succeed("run", "--continue", self.case, ranks=ranks[2])
            self.assertIn(f"goes on from 2000-01-01T{dates[-1]}", said)
            self.assert_as_unbroken(said, unbroken)
        self.succeed("run", self.case, *end("01:15"), "--set", "output.servers=1", ranks=3)
        said = self.succeed("run", "--continue", self.case, "--set", "output.servers=2", ranks=3)
        self.assert_as_unbroken(said, unbroken)

    def test_or_values_in_netcdf4(self):
        self.succeed("run", self.case)
        names = [name for name in OUTPUT if name != "lat_lon.nc"]
        with netCDF4.Dataset(self.out / "fields.nc") as file:
            expected = {name: variable[:] for name, variable in file.variables.items()}
        packed = ("--set", "output.fields.format=netcdf4")
        self.succeed("run", self.case, *packed, *end("02:45"))
        self.succeed("run", "--continue", self.case, *packed, ranks=2)
        self.assertTrue((self.out / names[1]).exists())
        with netCDF4.Dataset(self.out / "fields_20000101.nc") as file:
            for name, values in expected.items():
                np.testing.assert_array_equal(np.ma.filled(file[name][:], 0), np.ma.filled(values, 0), name)


class Depths(StatisticsTest):
    def test_of_the_stokes_drift_are_in_all_files_that_have_it(self):
        names = "[uuss, uus1, uus2, uus2_mean]"
        wanted = [("--set", f"output.{kind}.names={names}") for kind in ("fields", "lat_lon", "points")]
        options = ("--set", "output.stokes_depths=[5 m, 1]", *sum(wanted, ()), *end("03:00"))
        for ranks in (1, 2):
            servers = ("--set", f"output.servers={ranks // 2}")
            self.succeed("run", self.case, *options, *servers, ranks=ranks)
            for name in ("fields.nc", "lat_lon.nc", "points.nc"):
                with netCDF4.Dataset(self.out / name) as file:
                    depths = {field: getattr(file[field], "depth", None) for field in names[1:-1].split(", ")}
                    drift = [abs(file[field][-1]).max() for field in ("uus1", "uus2", "uuss")]
                self.assertEqual(depths, {"uuss": None, "uus1": 5, "uus2": 1, "uus2_mean": 1}, name)
                self.assertTrue(0 < drift[0] < drift[1] < drift[2], (name, drift))


class Refused(StatisticsTest):
    def test_names_that_cannot_be(self):
        for name, words in (
            ("dir_max", ["dir_max", "direction", "dir_mean"]),
            ("uwnd_min", ["uwnd_min", "component", "uwnd_mean"]),
            ("hs_median", ["hs_median", "not known", "did you mean 'hs_mean'?"]),
            ("nothing_mean", ["nothing_mean", "not known"]),
            ("ice_mean", ["ice_mean", "nothing to compute it from"]),
            ("uus1", ["uus1", "nothing to compute it from", "output.stokes_depths"]),
        ):
            for key in ("fields", "lat_lon", "points"):
                change = ("--set", f"output.{key}.names=[{name}]")
                self.assert_refused(run_program("check", self.case, *change), *words)
        change = ("--set", "output.fields.names=[phioc_mean]", "--set", "physics.enabled=false")
        self.assert_refused(run_program("check", self.case, *change), "phioc_mean", "needs physics.enabled")
        for name, words in (("swh_mean", "'hs_mean', since swh is hs"), ("mwd_max", "'dir_mean'")):
            change = ("--set", f"output.lat_lon.names=[{name}]")
            self.assert_refused(run_program("check", self.case, *change), words)

    def test_nothing_but_a_run_without_their_interval_is_warned_of(self):
        once = "'hs_mean' in '.*fields.nc' will have no values"
        said = self.succeed("check", self.case, "--set", "output.fields.interval=1 d")
        self.assertRegex(said, once)
        self.assertNotRegex(self.succeed("check", self.case), once)


if __name__ == "__main__":
    unittest.main()
