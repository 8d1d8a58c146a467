# SPDX-License-Identifier: Apache-2.0
"""Several files of one case: patterns, order, overlaps, gaps, and what cannot be joined."""

import sys
import unittest
from pathlib import Path

import netCDF4
import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[3] / "python")]
import samples  # noqa: E402
from groundswell_view import panel, series, times  # noqa: E402
from groundswell_view.maps import MapOptions  # noqa: E402
from groundswell_view.reading import FieldFile, open_dataset  # noqa: E402
from support import WithFiles, atlantic, run  # noqa: E402


def set_attributes(path: Path, **attributes) -> None:
    """Sets global attributes of a file."""
    with netCDF4.Dataset(path, "a") as data:
        data.setncatts(attributes)


class Joining(WithFiles):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.days = cls.folder / "days"
        cls.days.mkdir()
        for day in range(3):
            hours = range(24 * day, 24 * day + 24, 6)
            samples.write_cells(cls.days / f"fields_{day}.nc", level=3, hours=hours, keep=atlantic)
        samples.write_points(cls.days / "points_0.nc", hours=range(0, 24))
        samples.write_points(cls.days / "points_1.nc", hours=range(24, 48))

    def draw(self, *words, name="joined.png") -> tuple[str, str]:
        """Runs a command, which must succeed; returns its message and its notes."""
        status, said, err = run(*words, "-o", self.folder / name)
        self.assertEqual(status, 0, err)
        self.picture(name)
        return said, err

    def refused(self, *words) -> str:
        status, _, err = run(*words, "-o", self.folder / "none.png")
        self.assertEqual(status, 1)
        self.assertEqual(err.strip().count("\n"), 0, err)
        self.assertFalse((self.folder / "none.png").exists())
        return err

    def test_files_of_days_are_one_forecast_in_any_order_and_by_pattern(self):
        whole = self.folder / "whole.nc"
        samples.write_cells(whole, level=3, hours=range(0, 72, 6), keep=atlantic)
        expected = FieldFile(whole)
        names = [self.days / f"fields_{day}.nc" for day in (2, 0, 1)]
        for sources in (names, str(self.days / "fields_*.nc"), [self.days / "fields_?.nc", names[0]]):
            found = FieldFile(sources)
            np.testing.assert_array_equal(found.times, expected.times)
            for index in (0, 5, 11):
                np.testing.assert_array_equal(found.field("hs", index).values, expected.field("hs", index).values)
            found.data.close()
        self.assertEqual(found.reference_time, np.datetime64(samples.START.replace(" ", "T")))
        expected.data.close()

    def test_panels_and_animations_go_past_midnight(self):
        said, err = self.draw("panel", self.days / "fields_*.nc", "--dpi", 60)
        self.assertIn("2 maps", said)
        self.assertEqual(err, "")
        said, _ = self.draw("animate", self.days / "fields_*.nc", "--every", 12, "--dpi", 40, name="joined.gif")
        self.assertIn("6 frames", said)
        file = FieldFile(self.days / "fields_*.nc")
        figure = panel.draw_panel(file, ["hs"], [4, 8], MapOptions(dpi=60), self.folder / "dates.png")
        titles = [axes.get_title(loc="left") for axes in figure.axes]
        self.assertIn("Wed 17 Jan 18:00 UTC, +48 h", titles)
        file.data.close()

    def test_maps_series_and_spectra_take_several_files(self):
        self.draw("map", self.days / "fields_*.nc", "-t", "1996-01-17T12", "--dpi", 60)
        said, err = self.draw("series", self.days / "points_1.nc", self.days / "points_0.nc")
        self.assertEqual(err, "")
        found = series.read_series([self.days / "points_1.nc", self.days / "points_0.nc"], [], ["Bermuda"])[0]
        hs = samples.height(np.array([-50.0]), np.array([45.0]), 47.0)
        self.assertEqual(len(found.dates), 48)
        self.assertAlmostEqual(found.fields["hs"].values[47], hs[0], places=5)
        other = self.folder / "later.nc"
        samples.write_spectra(other, hours=(12, 18, 24))
        said, _ = self.draw("spectrum", self.spectra, other, "-t", "last")
        self.assertIn(f"Hs {2.0 * self.spectra_hs[1]:.2f} m", said)

    def test_gaps_and_dates_in_two_files_are_said(self):
        twice = self.folder / "twice.nc"
        samples.write_cells(twice, level=3, hours=(18, 24), keep=atlantic)
        _, err = self.draw("map", self.days / "fields_0.nc", twice, "--dpi", 60)
        self.assertIn("note: 1 of 5 dates is in more than one file; the file that begins later is used", err)
        _, err = self.draw("map", self.days / "fields_0.nc", self.days / "fields_2.nc", "--dpi", 60)
        self.assertIn("note: there are no dates between 1996-01-16 12:00 UTC and 1996-01-17 18:00 UTC", err)
        self.assertEqual(err.count("note"), 1)

    def test_a_line_has_a_break_where_dates_are_missing(self):
        dates = np.datetime64("2000-01-01", "s") + times.HOUR * np.array([0, 1, 2, 6, 7])
        _, values = series.with_breaks(dates, np.arange(5.0))
        np.testing.assert_array_equal(values, [0.0, 1.0, 2.0, np.nan, 3.0, 4.0])

    def test_of_two_forecasts_the_later_counts_and_no_lead_is_named(self):
        first, second = self.folder / "cycle_1.nc", self.folder / "cycle_2.nc"
        samples.write_points(first, hours=(0, 6, 12))
        samples.write_points(second, hours=(6, 12, 18))
        set_attributes(first, forecast_reference_time="1996-01-16T00:00:00Z")
        set_attributes(second, forecast_reference_time="1996-01-15T18:00:00Z")
        with netCDF4.Dataset(first, "a") as data:
            data["hs"][:] = 1.25
        with self.assertWarnsRegex(UserWarning, "start at different dates"):
            data = open_dataset([second, first])
        np.testing.assert_allclose(data["hs"].values[:3, 0], 1.25)
        self.assertNotEqual(float(data["hs"].values[3, 0]), 1.25)
        self.assertIsNone(times.reference(data))
        data.close()

    def test_a_file_that_has_just_begun_has_nothing_to_draw(self):
        empty, day = self.folder / "begun.nc", self.days / "fields_1.nc"
        samples.write_cells(empty, level=3, hours=(), keep=atlantic)
        self.assertIn("has no date yet", self.refused("map", empty))
        self.assertIn("has no date yet", self.refused("panel", empty))
        self.assertIn("has no dates", run("animate", empty, "-o", self.folder / "none.gif")[2])
        self.assertIn("has no dates", self.refused("series", empty, "-p", "A=-60,45"))
        _, err = self.draw("map", empty, day, "--dpi", 60)  # the empty file does not prevent a picture of the other
        self.assertEqual(err, "")
        samples.write_spectra(self.folder / "begun_spectra.nc", hours=())
        self.assertIn("has no date yet", self.refused("spectrum", self.folder / "begun_spectra.nc"))

    def test_files_that_do_not_belong_together_are_refused(self):
        day = self.days / "fields_0.nc"
        self.assertIn("no file matches the pattern", self.refused("map", self.days / "wind_*.nc"))
        self.assertIn("name files of one kind", self.refused("map", day, self.days / "points_0.nc"))
        self.assertIn("name files of one kind", self.refused("series", self.days / "*_0.nc", "-p", "A=-60,45"))
        self.assertIn("they have different meshes", self.refused("map", day, self.region))
        other = self.folder / "other_case.nc"
        other.write_bytes((self.days / "fields_1.nc").read_bytes())
        set_attributes(other, title="Another storm")
        said = self.refused("map", day, other)
        self.assertIn("one is of the case 'Sample storm', the other of 'Another storm'", said)
        mesh = self.folder / "mesh.nc"
        samples.write_cells(mesh, level=3, hours=(0,), keep=atlantic)
        with open_dataset(mesh) as data:
            data.isel(time=0, drop=True).to_netcdf(self.folder / "dateless.nc")
        self.assertIn("has no dates, so it cannot be joined", self.refused("map", day, self.folder / "dateless.nc"))
        moved = self.folder / "moved.nc"
        samples.write_points(moved, names=("44011", "Elsewhere"), hours=range(24, 48))
        self.assertIn("they have different places", self.refused("series", self.days / "points_0.nc", moved))
        target = self.days / "fields_2.nc"
        before = target.read_bytes()
        status, _, err = run("map", self.days / "fields_*.nc", "-o", target)
        self.assertEqual((status, target.read_bytes()), (1, before))
        self.assertIn("this command reads it", err)


if __name__ == "__main__":
    unittest.main()
