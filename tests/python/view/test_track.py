# SPDX-License-Identifier: Apache-2.0
"""Tracks of storms: what a b-deck contains, where the centre is, what maps show, and mistakes."""

import sys
import unittest
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[3] / "python")]
import samples  # noqa: E402
from groundswell_view import animation, maps, track  # noqa: E402
from groundswell_view.errors import ViewError  # noqa: E402
from groundswell_view.projection import LON_LAT  # noqa: E402
from groundswell_view.reading import FieldFile  # noqa: E402
from support import WithFiles, run  # noqa: E402

TAIL = "990, TS, 34, NEQ, 0, 0, 0, 0, 1010, 0, 0, 0, 0, L, 0, , 0, 0, GALE, D,"
DECK = f"""\ufeffAL, 05, 1996011506,   , BEST,   0, 400N,  600W,  50, {TAIL}
al, 5, 1996011518,   , BEST,   0, 420N,  560W,  50, {TAIL}
AL, 05, 1996011518,   , BEST,   0, 420N,  560W,  50, {TAIL.replace("34,", "50,")}

AL, 05, 1996011606, 30, CARQ,  12, 900N,  560W,  50
AL, 05, 1996011606, 30, BEST,   0, 440N,  500W,  50
AL, 05, 1996011706, 30, BEST,   0,     ,      ,  50
AL, 05, 1996011712,   , BEST,   0, 500N,  300W,  50
"""


class Tracks(WithFiles):
    def write(self, text):
        path = self.folder / "deck.dat"
        path.write_text(text, encoding="utf-8")
        return path

    def test_a_track_has_its_centres_and_others_on_great_circles(self):
        (storm,) = track.read_tracks(self.write(DECK))
        self.assertEqual(storm.name, "Gale")
        dates = ["1996-01-15T06:00", "1996-01-15T18:00", "1996-01-16T06:30", "1996-01-17T12:00"]
        self.assertEqual(list(storm.dates), [np.datetime64(date, "s") for date in dates])
        np.testing.assert_allclose(storm.lon, [-60, -56, -50, -30])
        np.testing.assert_allclose(storm.lat, [40, 42, 44, 50])
        np.testing.assert_allclose(storm.at(storm.dates), [storm.lon, storm.lat], atol=1e-9)
        crossing = "WP, 01, 1996011500, , BEST, 0, 0N, 1780E, 50\nWP, 01, 1996011512, , BEST, 0, 0S, 1780W, 50\n"
        (storm,) = track.read_tracks(self.write(crossing))
        lon, lat = storm.at(np.array(["1996-01-15T03", "1996-01-15T09"], dtype="datetime64[s]"))
        np.testing.assert_allclose([lon, lat], [[179, -179], [0, 0]], atol=1e-9)
        self.assertEqual([one.name for one in track.read_tracks(self.write(DECK + crossing))], ["Gale", "Wp01"])

    def test_a_map_shows_line_dots_dates_and_the_centre(self):
        file, deck = FieldFile(self.globe), track.read_tracks(self.write(DECK))
        options = maps.MapOptions(region=maps.Box(-75, -20, 30, 60), tracks=deck, dpi=60)
        axes = maps.draw_map(file, "hs", 1, options, self.folder / "track.png").axes[0]
        place = axes.projection.transform_points(LON_LAT, *deck[0].at(file.times[1:2]))[0, :2]
        rings = [line for line in axes.lines if line.get_markeredgecolor() == "white" and line.get_marker() == "o"]
        np.testing.assert_allclose(rings[-1].get_xydata()[0], place, atol=1.0)  # [m]
        longest = max(axes.lines, key=lambda line: len(line.get_xdata()))
        self.assertEqual(len(longest.get_xdata()), 54 * 4 + 2)  # a point each quarter of an hour, and the last
        self.assertTrue(np.isfinite(longest.get_xydata()).all())
        self.assertEqual([text.get_text() for text in axes.texts if "Jan" in text.get_text()], ["16 Jan", "17 Jan"])
        self.assertIn(track.NOTE, " ".join(text.get_text() for text in axes.figure.texts))
        self.picture("track.png")
        plt.close("all")
        # On a map that is cut at 20E, 60E to 40W does not run across the map.
        cut = maps.MapOptions(centre=120.0, projection="platecarree", tracks=deck, dpi=60)
        axes = maps.draw_map(file, "hs", 0, cut, self.folder / "track.png").axes[0]
        longest = max(axes.lines, key=lambda line: len(line.get_xdata()))
        self.assertLess(np.nanmax(np.abs(np.diff(longest.get_xdata()))), 10.0)
        file.data.close()

    def test_the_centre_moves_in_an_animation(self):
        file = FieldFile(self.region)
        options = maps.MapOptions(dpi=50, arrows=False, tracks=track.read_tracks(self.write(DECK)))
        painter = animation._Painter(file, "hs", [0, 4], options)
        with_ring = np.asarray(painter.image(0)).astype(int)
        options.tracks.clear()
        without = np.asarray(painter.image(0)).astype(int)
        changed = (np.abs(with_ring - without).sum(axis=2) > 60).mean()
        self.assertTrue(0.0 < changed < 0.01, changed)
        file.data.close()

    def test_commands_draw_tracks(self):
        deck = self.write(DECK)
        status, _, err = run("panel", self.globe, "--track", deck, "--dpi", 40, "-o", self.folder / "panel.png")
        self.assertEqual((status, err), (0, ""))
        self.picture("panel.png")

    def test_mistakes(self):
        plain = "AL, 05, 1996011506,   , BEST,   0, 400N,  600W,  50\n"
        for text, words in (
            ("", "no best track (technique BEST, column 5)"),
            (plain, "of two dates or more"),
            ("time,lon,lat\n", "deck.dat:1: the line ends before its 8th column"),
            (plain.replace("400N", "400W"), "deck.dat:1: '400W' is not tenths of a degree, up to 900, and N or S"),
            (plain.replace("600W", "9000W"), "deck.dat:1: '9000W'"),
            (plain.replace("1996011506", "1996011x06"), "deck.dat:1: the date '1996011x06'"),
            (plain.replace("1996011506", "1996023106"), "deck.dat:1: there is no date '1996023106'"),
        ):
            with self.assertRaises(ViewError) as caught:
                track.read_tracks(self.write(text))
            self.assertIn(words, str(caught.exception))
        status, _, err = run("map", self.globe, "--track", self.folder / "no.dat", "-o", self.folder / "none.png")
        self.assertEqual(status, 1)
        self.assertIn("no.dat cannot be read", err)
        plane, deck = self.folder / "plane.nc", self.write(DECK)
        samples.write_plane(plane)
        self.assertIn("leave out --track", run("map", plane, "--track", deck, "-o", self.folder / "none.png")[2])
        self.assertIn("this command reads it", run("map", self.globe, "--track", deck, "-o", deck)[2])


if __name__ == "__main__":
    unittest.main()
