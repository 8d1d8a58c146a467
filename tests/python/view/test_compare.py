# SPDX-License-Identifier: Apache-2.0
"""Scores of a model beside observations: numbers worked by hand, pairing in time, the picture, and mistakes."""

import csv
import json
import os
import sys
import unittest
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import xarray as xr

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[3] / "python")]
import samples  # noqa: E402
from groundswell_view import compare  # noqa: E402
from groundswell_view.observations import interpolate, read_observations  # noqa: E402
from groundswell_view.scores import compute_scores  # noqa: E402
from support import WithFiles, run  # noqa: E402

# Ten pairs. Model minus observation is 1 0 -1 1 0 1 -1 0 1 0, whose mean is 0.2 and whose mean square is 0.6. The
# observations have the mean 5.5 and the sum of squares about it 82.5; the model has the mean 5.7 and 86.1; the sum of
# their products is 81.5.
OBSERVED = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0])
MODELLED = np.array([2.0, 2.0, 2.0, 5.0, 5.0, 7.0, 6.0, 8.0, 10.0, 10.0])


class Scores(unittest.TestCase):
    def test_ten_pairs_worked_by_hand(self):
        found = compute_scores(OBSERVED, MODELLED)
        self.assertEqual(found.n, 10)
        self.assertAlmostEqual(found.bias, 0.2)
        self.assertAlmostEqual(found.rmse, 0.6**0.5)
        self.assertAlmostEqual(found.si, 0.56**0.5 / 5.5)  # 0.6 - 0.2^2 = 0.56
        self.assertAlmostEqual(found.r, 81.5 / (82.5 * 86.1) ** 0.5)
        self.assertAlmostEqual(found.slope, 81.5 / 82.5)
        self.assertAlmostEqual(found.intercept, 5.7 - 5.5 * 81.5 / 82.5)

    def test_directions_differ_by_the_shorter_arc(self):
        found = compute_scores(np.array([350.0, 10.0, 180.0]), np.array([10.0, 350.0, 180.0]), angle=True)
        self.assertAlmostEqual(found.bias, 0.0)  # +20, -20, 0
        self.assertAlmostEqual(found.rmse, (800 / 3) ** 0.5)
        self.assertTrue(np.isnan([found.si, found.r, found.slope]).all())
        found = compute_scores(np.array([90.0, 90.0, 90.0]), np.array([90.0, 180.0, 180.0]), angle=True)
        self.assertAlmostEqual(found.bias, np.degrees(np.arctan2(2.0, 1.0)))  # unit vectors: not the mean of 60 degrees

    def test_scores_that_are_not_defined_are_missing(self):
        one = compute_scores(np.array([2.0]), np.array([3.0]))
        self.assertEqual((one.n, one.bias, one.rmse, one.si), (1, 1.0, 1.0, 0.0))
        self.assertTrue(np.isnan([one.r, one.slope]).all())
        self.assertEqual(compute_scores(np.array([]), np.array([])).n, 0)
        calm = compute_scores(np.zeros(3), np.ones(3))
        self.assertTrue(np.isnan([calm.si, calm.r, calm.slope]).all())


def hours(*numbers) -> np.ndarray:
    return np.datetime64("1996-01-15T18:00", "s") + np.array([int(3600 * n) for n in numbers]).astype("timedelta64[s]")


class Pairing(unittest.TestCase):
    def test_values_are_linear_between_dates_that_are_near_enough(self):
        dates, values = hours(0, 1, 2, 3, 7), np.array([0.0, 10.0, np.nan, 30.0, 70.0])
        wanted = hours(-0.5, 0, 0.25, 2, 2.5, 3, 5, 7, 8)
        found = interpolate(dates, values, wanted, np.timedelta64(2, "h"))
        np.testing.assert_allclose(found, [np.nan, 0.0, 2.5, 20.0, 25.0, 30.0, np.nan, 70.0, np.nan])
        found = interpolate(dates, values, wanted, np.timedelta64(1, "h"))
        np.testing.assert_allclose(found, [np.nan, 0.0, 2.5, np.nan, np.nan, 30.0, np.nan, 70.0, np.nan])
        self.assertTrue(np.isnan(interpolate(dates, values * np.nan, wanted, np.timedelta64(1, "h"))).all())

    def test_directions_turn_across_north(self):
        found = interpolate(hours(0, 1), np.array([350.0, 20.0]), hours(0.2, 0.5), np.timedelta64(1, "h"), angle=True)
        np.testing.assert_allclose(found, [356.0, 5.0])


class Comparison(WithFiles):
    def observed(self, text: str, name: str = "buoy.csv") -> Path:
        path = self.folder / name
        path.write_text(text)
        return path

    def compare(self, observed: Path, *words) -> tuple[int, str, str]:
        return run("compare", self.points, "--observed", observed, "-o", self.folder / "compare.png", *words)

    def test_a_table_of_a_buoy_is_scored_and_drawn(self):
        at = [0.5, 2.0, 3.0, 9.5, 10.5, 30.0]  # the last date lies beyond the model's
        height = np.interp(at, np.arange(25), samples.height(np.float64(-50.0), 45.0, np.arange(25)))
        seen = height - np.array([0.1, 0.2, 0.3, 0.4, 0.5, 9.0])
        lines = ["# a comment", "Time,WVHT [m],mwd_from,temperature"]
        for date, value in zip(hours(*at), seen):
            lines.append(f"{str(date).replace('T', ' ')},{value:.5f},{'' if value == seen[1] else '240'},25")
        path = self.observed("\n".join(lines) + "\n")
        scores = self.folder / "scores.json"
        status, said, err = self.compare(path, "-s", "Bermuda", "--scores", scores, "--dpi", 60)
        self.assertEqual((status, err), (0, f"groundswell-view: note: temperature of {path} is not compared; name it "
                                            "with --pairs MODEL=COLUMN\n"))  # fmt: skip
        height_score, direction = json.loads(scores.read_text())
        self.assertEqual((height_score["variable"], height_score["unit"], height_score["n"]), ("hs", "m", 5))
        self.assertAlmostEqual(height_score["bias"], 0.3, places=5)
        self.assertAlmostEqual(height_score["rmse"], 0.11**0.5, places=5)
        self.assertEqual(direction, {"variable": "dir", "unit": "degree", "n": 4, "bias": direction["bias"],
                                     "rmse": direction["rmse"], "si": None, "r": None, "slope": None})  # fmt: skip
        self.assertAlmostEqual(direction["bias"], 10.0)
        self.assertRegex(said, r"hs +m +5 +0\.300 +0\.332")
        self.picture("compare.png")
        # The same scores as CSV, with a chosen pair under a name of the model.
        scores = self.folder / "scores.csv"
        self.assertEqual(self.compare(path, "-s", "2", "--pairs", "hs=WVHT", "--scores", scores)[::2], (0, ""))
        (row,) = csv.DictReader(scores.read_text().splitlines())
        self.assertAlmostEqual(float(row["slope"]), height_score["slope"])

    def test_lines_are_broken_where_dates_are_missing(self):
        at = [0, 1, 2, 8, 9, 10]
        path = self.observed("time,hs\n" + "".join(f"{date},3.0\n" for date in hours(*at)))
        made = compare.draw_comparison(
            self.points, path, ([], ["Bermuda"]), "", 3.0, self.folder / "broken.png", dpi=60
        )
        self.assertEqual(made[1], "1 variable")
        line = next(line for line in plt.gcf().axes[0].lines if line.get_label() == "observed")
        np.testing.assert_array_equal(line.get_ydata(), [3.0, 3.0, 3.0, np.nan, 3.0, 3.0, 3.0])

    def test_only_the_common_dates_are_drawn(self):
        dates = hours(0, 1, 2, 3, 4)
        for begin, end, expected in ((1.5, 2.5, [1, 2, 3]), (1, 3, [1, 2, 3]), (-5, 0.5, [0, 1]), (3.5, 9, [3, 4])):
            found = compare.within(dates, np.arange(5), *hours(begin, end))
            self.assertEqual(found[1].tolist(), expected)
            np.testing.assert_array_equal(found[0], dates[expected])

    def test_a_netcdf_file_states_units_and_the_sense_of_directions(self):
        path = self.folder / "buoy.nc"
        going = xr.DataArray([70.0, 70.0], dims="time", attrs={"units": "degrees_true"})
        going.attrs["standard_name"] = "sea_surface_wave_to_direction"
        high = xr.DataArray([[2.0], [3.0]], dims=("time", "station"), attrs={"units": "meters"})
        dates = hours(4, 1).astype("datetime64[ns]")  # in any order
        xr.Dataset({"dir": going, "hs": high}, {"time": dates}).to_netcdf(path)
        self.assertEqual(read_observations(path).columns["hs"].values.tolist(), [3.0, 2.0])
        status, said, err = self.compare(path, "-s", "44011", "--dpi", 60)
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(said, r"dir +degree +2 +0\.000 +0\.000")  # the model's waves come from 250
        high.attrs["units"] = "ft"
        path.unlink()
        xr.Dataset({"hs": high}, {"time": dates}).to_netcdf(path)
        self.assertIn("hs is in ft, but hs of the model in m; convert", self.compare(path, "-s", "44011")[2])

    def test_fields_are_compared_at_a_place(self):
        path = self.observed(f"time,hs\n{hours(3)[0]},5\n")
        words = ["compare", self.region, "--observed", path, "-o", self.folder / "field.png", "-p", "Storm=-60,45"]
        self.assertIn("another --max-gap", run(*words)[2])  # the fields are 6 hours apart
        self.assertRegex(run(*words, "--max-gap", 6)[1], r"hs +m +1 ")

    def test_tables_as_buoys_have_them(self):
        """Time zones, codes of missing values, names that differ in case alone."""
        one, two, five = (str(date) for date in hours(1, 2, 5))
        path = self.observed(f"time,HS,hs,mwd_from\n{one}+00:00,1,4,99\n{two}Z,1,99.00,999\n{five}+02:00,1,6,270\n")
        scores = self.folder / "scores.json"
        status, _, err = self.compare(path, "-s", "Bermuda", "--scores", scores)
        self.assertEqual(status, 0, err)
        self.assertEqual([row["n"] for row in json.loads(scores.read_text())], [2, 2])
        height = np.interp([1, 3], np.arange(25), samples.height(np.float64(-50.0), 45.0, np.arange(25)))
        self.assertAlmostEqual(json.loads(scores.read_text())[0]["bias"], (height - [4, 6]).mean(), places=4)
        for words in ("1 of 3 values of hs", ": 99 means missing", "1 of 3 values of mwd_from", "HS of"):
            self.assertIn(words, err)
        self.assertNotIn("Warning", err)

    def test_a_pipe_is_refused(self):
        os.mkfifo(self.folder / "pipe.csv")
        self.assertIn("it is a pipe or a device", self.compare(self.folder / "pipe.csv", "-s", "Bermuda")[2])

    def test_mistakes(self):
        good = f"time,hs\n{hours(1)[0]},5\n"
        one = ("-s", "Bermuda")
        for text, words, sentence in (
            (good, [], "observations are of one place; choose one of 44011, Bermuda with --station"),
            (good, ["-s", "X"], "no station X; it has 44011, Bermuda"),
            (good, [*one, "--pairs", "hs"], "'hs' is not a pair; write MODEL=COLUMN"),
            (good, [*one, "--pairs", "hs=height"], "has no column height; it has hs"),
            (good, [*one, "--pairs", "hmax=hs"], "has no variable hmax; it has hs, fp"),
            (good, [*one, "--scores", self.folder / "scores.txt"], "scores end in .csv or .json"),
            ("time,height\n2000-01-01,5\n", one, "name them with --pairs, such as hs=height"),
            ("time,hs\n2000-01-01,5\n", one, "from 2000-01-01 00:00 UTC to 2000-01-01 00:00 UTC) lies between"),
            (good.replace(",5", ","), one, "that have a value"),
            (good.replace(",5", ",five"), one, "buoy.csv:2: hs is 'five', which is not a number"),
            (good.replace(",5", ",inf"), one, "buoy.csv:2: hs is 'inf', which is not a number"),
            (good.replace(",5", ",5,6"), one, "buoy.csv:2: the line has 3 values, but there are 2 columns"),
            ("time,hs\nyesterday,5\n", one, "buoy.csv:2: 'yesterday' is not a date"),
            ("time,hs\nNaT,5\n", one, "buoy.csv:2: 'NaT' is not a date"),
            (good + f"{hours(1)[0]},6\n", one, "has the date 1996-01-15 19:00 UTC twice"),
            ("time,hs,hs\n", one, "has two columns hs"),
            (good + "9" * 200000 + "\n", one, "cannot be read as a table: field larger than"),
            ("hs,time\n", one, "the first column is 'hs' instead of time"),
            ("time,hs\n", one, "has no dates"),
            ("# nothing\n", one, "is empty; its first line must name the columns"),
            ("time,hs [ft]\n" + good.partition("\n")[2], one, "hs is in ft, but hs of the model in m"),
        ):
            with self.subTest(sentence=sentence):
                status, _, err = self.compare(self.observed(text), "-o", self.folder / "none.png", *words)
                self.assertEqual(status, 1)
                self.assertIn(sentence, err)
                self.assertEqual(err.strip().count("\n"), 0, err)
                self.assertFalse((self.folder / "none.png").exists())
        self.assertIn("cannot be read: No such file", self.compare(self.folder / "no.csv", *one)[2])
        self.assertIn("there is no file", self.compare(self.folder / "no.nc", *one)[2])
        self.assertIn(
            "2 stations; name a file of observations at one place", self.compare(self.spectra_of_two(), *one)[2]
        )
        path = self.observed(good)
        self.assertIn("this command reads it", self.compare(path, *one, "-o", path)[2])
        self.assertEqual(path.read_text(), good)

    def spectra_of_two(self) -> Path:
        path = self.folder / "two.nc"
        samples.write_points(path)
        return path


if __name__ == "__main__":
    unittest.main()
