# SPDX-License-Identifier: Apache-2.0
"""The buoy of cases/dorian_2019: its tables agree with each other, and spectra.py draws the model beside it."""

import math
import sys
import unittest
from pathlib import Path
from unittest import mock

import netCDF4
import numpy as np

ROOT = Path(__file__).parents[3]
CASE = ROOT / "cases/dorian_2019"
sys.path[:0] = [str(Path(__file__).parent), str(ROOT / "python"), str(CASE)]
import buoy  # noqa: E402
import spectra  # noqa: E402
from groundswell_view.observations import read_observations  # noqa: E402
from support import WithFiles  # noqa: E402

START = "2019-09-04 12:00:00"


def parameters(rows: dict, frequencies: list, widths: list) -> list[float]:
    """The six parameters of one date, by the formulas in the head of the table."""
    density, alpha1, r1 = (rows[name] for name in ("density", "alpha1", "r1"))
    moments = {p: sum(e * w * f**p for e, w, f in zip(density, widths, frequencies)) for p in (-1, 0, 2)}
    east = sum(e * w * 0.01 * r * math.sin(math.radians(a)) for e, w, a, r in zip(density, widths, alpha1, r1))
    north = sum(e * w * 0.01 * r * math.cos(math.radians(a)) for e, w, a, r in zip(density, widths, alpha1, r1))
    length = math.hypot(east, north) / moments[0]
    return [
        4 * math.sqrt(moments[0]),
        1 / frequencies[density.index(max(density))],
        math.sqrt(moments[0] / moments[2]),
        moments[-1] / moments[0],
        math.degrees(math.atan2(east, north)) % 360,
        math.degrees(math.sqrt(2 * (1 - length))),
    ]


class Buoy(WithFiles):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for path in (cls.spectra, cls.points):
            with netCDF4.Dataset(path, "a") as data:
                data["time"].units = f"seconds since {START}"
                data["station_name"][0, :5] = np.array(list("41010"), dtype="S1")

    def test_parameters_follow_from_the_spectra(self):
        lines = [line.split(",") for line in buoy.SPECTRA.read_text().splitlines() if line[0] != "#"]
        frequencies, widths = ([float(word) for word in line[2:]] for line in lines[:2])
        self.assertAlmostEqual(sum(widths), 0.495 - 0.04)  # the bins leave no gap
        np.testing.assert_allclose(0.04 + np.cumsum(widths) - 0.5 * np.array(widths), frequencies, atol=3e-3)
        by_date: dict = {}
        for date, name, *words in lines[2:]:
            by_date.setdefault(date, {})[name] = [float(word) for word in words]
        table, found = read_observations(buoy.BULK), buoy.compute_parameters(buoy.read_buoy())
        self.assertEqual([str(date)[:16] for date in table.dates], list(by_date))
        for index, rows in enumerate(by_date.values()):
            expected = parameters(rows, frequencies, widths)
            for name, value in zip(buoy.NAMES, expected):
                self.assertAlmostEqual(table.columns[name].values[index], value, delta=6e-4)
                self.assertAlmostEqual(found[name][index], value, places=9)
        highest = table.columns["hs"].values.argmax()
        self.assertEqual(str(table.dates[highest]), "2019-09-04T12:40:00")

    def test_the_track_covers_the_days_with_a_date_to_spare_on_each_side(self):
        dates = [line.split(",")[2].strip() for line in (CASE / "best_track.dat").read_text().splitlines()]
        self.assertEqual((dates[0], dates[-1]), ("2019082818", "2019090506"))
        self.assertEqual(dates, sorted(dates))

    def test_a_spectrum_of_the_model_has_its_parameters_within_the_band(self):
        model, _ = spectra.read_model(self.spectra, (0.04, 0.495))
        found = buoy.compute_parameters(model)
        np.testing.assert_allclose(found["hs"], self.spectra_hs, rtol=1e-3)
        np.testing.assert_allclose(found["mwd_from"], 240.0, rtol=1e-5)
        np.testing.assert_allclose(found["dspr"], 0.0, atol=0.1)
        frequency = 0.04177248 * 1.1**10
        for name in ("tp", "tm02", "tm10"):
            np.testing.assert_allclose(found[name], 1 / frequency, rtol=1e-5)
        edge = frequency * 1.1**0.25  # half of the logarithm of the bin that has all energy
        half, _ = spectra.read_model(self.spectra, (0.04, edge))
        share = (edge - frequency * 1.1**-0.5) / (frequency * (1.1**0.5 - 1.1**-0.5))
        np.testing.assert_allclose(buoy.compute_parameters(half)["hs"], self.spectra_hs * share**0.5, rtol=1e-3)

    def test_spectra_are_interpolated_between_neighbouring_dates_only(self):
        dates = np.datetime64("2019-09-04T00:00", "s") + np.array([0, 3600, 3 * 3600]).astype("timedelta64[s]")
        density, from_east, from_north = np.array([[4.0], [8.0], [8.0]]), [[1.0], [0.0], [0.0]], [[0.0], [1.0], [1.0]]
        one = buoy.Spectra(dates, np.array([0.1]), np.array([0.01]), density, np.array(from_east), np.array(from_north))
        found, angle = spectra.at_date(one, np.datetime64("2019-09-04T00:45", "s"))
        np.testing.assert_allclose(found, 7.0)
        np.testing.assert_allclose(angle, np.degrees(np.arctan2(0.25 * 4.0, 0.75 * 8.0)))
        np.testing.assert_allclose(spectra.at_date(one, dates[2])[0], 8.0)
        for date in ("2019-09-04T02:00", "2019-09-03T23:59", "2019-09-04T03:01"):
            self.assertIsNone(spectra.at_date(one, np.datetime64(date, "s")))

    def test_the_picture_is_drawn(self):
        words = ["spectra.py", str(self.folder), str(self.folder / "both.png")]
        with mock.patch.object(sys, "argv", words), mock.patch("builtins.print"):
            spectra.main()
        self.picture("both.png")


if __name__ == "__main__":
    unittest.main()
