# SPDX-License-Identifier: Apache-2.0
"""Time series, balances and spectra: the values, dates and directions that are drawn."""

import re
import sys
import unittest
from pathlib import Path

import matplotlib.dates as mdates
import matplotlib.pyplot as plt
import numpy as np
import xarray as xr

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[3] / "python")]
import samples  # noqa: E402
from groundswell_view import balance, series, spectrum  # noqa: E402
from groundswell_view.reading import FieldFile  # noqa: E402
from support import WithFiles, run  # noqa: E402


class Points(WithFiles):
    def test_a_series_of_the_nearest_cell_has_its_values_and_dates(self):
        found = series.read_series(self.region, ["Storm=-60,45"], [])[0]
        file = FieldFile(self.region)
        cell = int(np.argmin(np.hypot(file.cells.lon + 60, file.cells.lat - 45)))
        expected = [file.field("hs", index).values[cell] for index in range(5)]
        np.testing.assert_allclose(series.value_of(found, "hs").values, expected, rtol=1e-6)
        self.assertEqual(str(found.dates[4]), "1996-01-16T18:00:00")
        self.assertIn("km away", found.place.note)
        file.data.close()

    def test_the_picture_of_stations_has_the_right_time_axis(self):
        remark = series.draw_series(self.points, [], ["berm"], ["hs", "dir"], self.folder / "series.png", 60)
        self.assertEqual(remark, "1 place, 2 rows")
        figure = plt.gcf()
        low, high = mdates.num2date(figure.axes[1].get_xlim())
        self.assertEqual((low.day, low.hour, high.day, high.hour), (15, 18, 16, 18))
        drawn = figure.axes[0].lines[0].get_ydata()
        hours = np.arange(25)
        np.testing.assert_allclose(drawn, samples.height(np.float64(-50.0), 45.0, hours), rtol=1e-5)
        np.testing.assert_allclose(figure.axes[1].lines[0].get_ydata(), 250.0)
        self.picture("series.png")

    def test_series_of_several_stations_and_of_a_field_file(self):
        self.assertEqual(run("series", self.points, "-o", self.folder / "all.png")[0], 0)
        place = ["series", self.region, "-p", "A=-60,45", "-p", "B=-40,50", "-o", self.folder / "two.png"]
        status, said, err = run(*place)
        self.assertEqual((status, err), (0, ""))
        self.assertIn("2 places", said)

    def test_a_balance_adds_up_its_terms_and_turns_their_directions(self):
        path = self.folder / "balance.nc"
        frequency, direction = 0.05 * 1.1 ** np.arange(12), np.arange(5.0, 360.0, 10.0)
        bins = np.zeros((12, 36))
        bins[3, 8] = 1.0  # waves travel towards 85 degrees
        names = {"wind_input": 4.0, "linear_input": 2.0, "whitecapping": -3.0, "bottom_friction": -1e-9}
        terms = {name: (("frequency", "direction"), factor * bins) for name, factor in names.items()}
        xr.Dataset({**terms, "tail_frequency": 0.12}, {"frequency": frequency, "direction": direction}).to_netcdf(path)
        found, numbers = balance.read_terms(path)
        self.assertEqual(list(found), ["wind input", "whitecapping"])  # friction is negligible in comparison
        self.assertEqual(numbers, {"tail_frequency": 0.12})
        where = tuple(index[0] for index in np.nonzero(found["wind input"].density))
        self.assertEqual((where[0], found["wind input"].coming_from[where[1]]), (3, 265.0))
        self.assertAlmostEqual(found["wind input"].by_frequency[3], 6.0 * np.radians(10.0))
        status, said, err = run("balance", path, "-o", self.folder / "balance.png")
        self.assertEqual((status, err), (0, ""))
        self.picture("balance.png")
        status, said, err = run("balance", self.spectra, "-o", self.folder / "none.png")
        self.assertEqual(status, 1)
        self.assertIn("contains no balance", err)

    def test_a_balance_has_all_terms_of_the_model(self):
        source = Path(__file__).parents[3] / "src/source_terms/source_term_list.hpp"
        known = set(re.findall(r"&SourceTermFlags::(\w+)", source.read_text()))
        self.assertGreater(len(known), 8)
        self.assertEqual({term for _, terms, _ in balance.TERMS for term in terms}, known)

    def test_a_spectrum_shows_where_waves_come_from_and_its_height(self):
        file = spectrum.SpectraFile(self.spectra)
        found = file.spectrum(0, 1)
        self.assertAlmostEqual(found.height, self.spectra_hs[1], places=3)
        self.assertAlmostEqual(found.mean_from[0], 240.0, places=3)
        self.assertLess(found.mean_from[1], 1e-3)
        self.assertAlmostEqual(found.peak_period, 1 / (0.04177248 * 1.1**10), places=4)
        self.assertTrue((np.diff(found.coming_from) > 0).all())
        self.assertEqual(file.wind(0, 0), (15.0, 250.0))
        status, said, err = run("spectrum", self.spectra, "--station", "44011", "-o", self.folder / "spectrum.png")
        self.assertEqual((status, err), (0, ""))
        self.assertIn(f"Hs {self.spectra_hs[1]:.2f} m", said)  # the date of the highest waves
        self.picture("spectrum.png")

    def test_a_series_of_one_date_shows_its_points(self):
        path = self.folder / "one_date.nc"
        samples.write_points(path, hours=(3,))
        self.assertEqual(run("series", path, "-o", self.folder / "one_date.png", "-v", "hs,dir")[0], 0)
        self.picture("one_date.png")

    def test_the_spectrum_of_a_track_names_the_position_of_its_date(self):
        path = self.folder / "track.nc"
        samples.write_spectra(path, hours=(0, 6, 12), speed=0.5)
        for date, position in (("first", "66.60°W"), ("1996-01-16T00", "63.60°W"), ("last", "60.60°W")):
            spectrum.draw_spectrum(path, "", date, self.folder / "track.png", 60)
            words = [text.get_text() for text in plt.gcf().texts]
            self.assertIn(f"44011 (41.10°N {position})", words)
            plt.close("all")
        self.assertIn("Sample storm", words)
        self.assertFalse(any("bins" in word for word in words), words)

    def test_a_spectrum_in_the_plane_names_its_position_in_kilometres(self):
        path = self.folder / "plane.nc"
        with xr.open_dataset(self.spectra) as data:
            plane = data.rename(longitude="x", latitude="y").load()
        for name, metres in (("x", 20e3), ("y", -5e3)):
            plane[name][:] = metres
            plane[name].attrs["units"] = "m"
        plane.to_netcdf(path)
        place = spectrum.SpectraFile(path).place(0, 1)
        self.assertEqual((place.lon, place.lat, place.plane), (20.0, -5.0, True))


if __name__ == "__main__":
    unittest.main()
