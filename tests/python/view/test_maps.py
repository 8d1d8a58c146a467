# SPDX-License-Identifier: Apache-2.0
"""Maps, panels and animations: what the pictures contain."""

import sys
import unittest
from pathlib import Path

import matplotlib.pyplot as plt
import netCDF4
import numpy as np
from PIL import Image

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[3] / "python")]
import samples  # noqa: E402
from groundswell_view import animation, maps, panel, variables  # noqa: E402
from groundswell_view import colours as colours_of  # noqa: E402
from groundswell_view.reading import FieldFile  # noqa: E402
from support import WithFiles, run  # noqa: E402


def patches_of(axes):
    return next(item for item in axes.collections if type(item).__name__ == "PolyCollection")


def arrows_of(axes):
    return next(item for item in axes.collections if type(item).__name__ == "Quiver")


class Maps(WithFiles):
    def test_a_map_has_every_cell_with_its_value_arrows_and_text(self):
        file = FieldFile(self.globe)
        figure = maps.draw_map(file, "hs", 1, maps.MapOptions(dpi=80), self.folder / "map.png")
        axes = figure.axes[0]
        values = patches_of(axes).get_array()
        self.assertGreaterEqual(len(values), 641)  # the cell without a value is left out, cut cells count twice
        self.assertAlmostEqual(float(values.max()), float(np.nanmax(file.field("hs", 1).values)))
        arrows = arrows_of(axes)
        self.assertGreater(len(arrows.U), 100)
        self.assertTrue((arrows.U > 0).all(), "waves from 250 degrees travel eastward")
        words = " ".join(text.get_text() for text in figure.texts)
        for part in ("Significant wave height [m]", "Sample storm", "Tue 16 Jan 1996 18:00 UTC, +24 h",
                     "Start: Mon 15 Jan 1996 18:00 UTC", "Groundswell 0.1.0", "Hatched: no forecast."):  # fmt: skip
            self.assertIn(part, words)
        self.assertIn("m", [axis.get_xlabel() for axis in figure.axes])
        self.picture("map.png")
        file.data.close()

    def test_titles_stand_as_they_are_within_the_figure(self):
        path, out = self.folder / "titled.nc", self.folder / "titled.png"
        start = "Start: Mon 15 Jan 1996 06:00 UTC · Groundswell 0.1.0"
        for title in ("Gale of $10^6 and swell_height $5", "\\frac{1}{2} {x} $\\nope$", 30 * "a very long title ", ""):
            samples.write_plane(path)
            with netCDF4.Dataset(path, "a") as data:
                data.setncatts({"title": title, "forecast_reference_time": "1996-01-15T06:00:00Z"})
            file = FieldFile(path)
            for figure in (
                maps.draw_map(file, "hs", 0, maps.MapOptions(dpi=60), out),
                panel.draw_panel(file, ["hs"], [0, 0], maps.MapOptions(dpi=60), out),
                panel.draw_panel(file, ["hs", "dir"], [0], maps.MapOptions(dpi=60), out),
            ):
                words = [text.get_text() for text in figure.texts]
                if len(title) < 100:
                    self.assertIn(title or start, words)
                else:
                    self.assertTrue(any(word.startswith("a very long") and word.endswith("…") for word in words), words)
                for text in figure.texts:
                    box = text.get_window_extent()
                    self.assertTrue(0.0 <= box.x0 <= box.x1 <= figure.bbox.x1, text)
            file.data.close()

    def test_higher_values_are_darker(self):
        file = FieldFile(self.region)
        options = maps.MapOptions(limits=(0.0, 10.0), arrows=False, dpi=60)
        figure = maps.draw_map(file, "hs", 0, options, self.folder / "plain.png")
        patches = patches_of(figure.axes[0])
        patches.update_scalarmappable()
        light = patches.get_facecolors()[:, :3] @ [0.2126, 0.7152, 0.0722]
        values = np.asarray(patches.get_array())
        self.assertGreater(light[values < 3].min(), light[values > 7].max())
        self.assertFalse(any(type(item).__name__ == "Quiver" for item in figure.axes[0].collections))
        file.data.close()

    def test_a_height_keeps_its_colour_from_map_to_map(self):
        colours = []
        for high in (0.7, 2.0, 4.2, 9.0, 15.0):
            colour_map, norm, _ = colours_of.scale(variables.HEIGHT, 0.3, high)
            colours.append(colour_map(norm(0.6)))
        self.assertEqual(len(set(colours)), 1)

    def test_islands_of_a_mesh_are_drawn_as_the_share_that_crosses(self):
        path = self.folder / "mesh.nc"
        samples.write_cells(path, level=2, hours=(0,))
        with netCDF4.Dataset(path, "a") as mesh:
            self.assertNotIn("transparency", variables.available(FieldFile(self.globe)))
            mesh.createDimension("nObstacleDirections", 4)
            shares = mesh.createVariable("obstacleThrough", "i1", ("nCells", "nObstacleDirections"))
            shares.scale_factor = 0.01
            shares.set_auto_scale(False)
            shares[:] = 100
            shares[7] = [100, 30, 0, 70]
        file = FieldFile(path)
        values = variables.load(file, "transparency", 0).values
        np.testing.assert_allclose([values[7], values.max(), values.sum()], [0.5, 1.0, len(values) - 0.5], atol=1e-6)
        maps.draw_map(file, "transparency", 0, maps.MapOptions(dpi=60), self.folder / "islands.png")
        self.picture("islands.png")
        file.data.close()

    def test_cells_on_a_plane_are_drawn_in_kilometres(self):
        path = self.folder / "plane.nc"
        samples.write_plane(path)
        file = FieldFile(path)
        figure = maps.draw_map(file, "hs", 0, maps.MapOptions(dpi=60, edges=True), self.folder / "plane.png")
        axes = figure.axes[0]
        self.assertEqual(len(patches_of(axes).get_array()), 40)
        self.assertAlmostEqual(np.diff(axes.get_xlim())[0], 205.0, delta=1e-3)
        arrows = arrows_of(axes)
        np.testing.assert_allclose(arrows.V, 0.0, atol=1e-6)
        self.assertAlmostEqual(float(arrows.U.max()), 1.0, 2)  # arrows are longest where waves are highest
        self.assertAlmostEqual(float(arrows.U.min()), 0.3**0.5, 5)
        file.data.close()

    def test_highest_chooses_the_date_and_region_and_contours_work(self):
        out = self.folder / "part.png"
        part = ["--region", "-75/-40/35/55", "--contours", "4,6", "--dpi", 60]
        status, said, _ = run("map", self.region, "-t", "highest", *part, "-o", out)
        self.assertEqual(status, 0)
        self.assertIn("part.png", said)
        self.assertGreater(len(self.picture("part.png").convert("RGB").getcolors(1 << 24)), 20)

    def test_a_panel_has_a_map_for_each_variable_and_day_with_one_scale(self):
        file = FieldFile(self.globe)
        figure = panel.draw_panel(file, ["hs", "tp"], [1, 2], maps.MapOptions(dpi=60), self.folder / "panel.png")
        charts = [axes for axes in figure.axes if hasattr(axes, "projection")]
        self.assertEqual(len(charts), 4)
        norms = [tuple(patches_of(axes).norm.boundaries) for axes in charts]
        self.assertEqual(norms[0], norms[1])
        self.assertNotEqual(norms[0], norms[2])
        self.assertEqual(len(figure.axes), 6)
        self.picture("panel.png")
        file.data.close()

    def test_a_picture_of_empty_axes_is_no_picture(self):
        out = self.folder / "empty.png"
        figure, panels = plt.subplots(2, 2, figsize=(12, 8), dpi=100)
        for axes in panels.flat:
            axes.set(title="Time", xlabel="ranks", ylabel="s")
            axes.grid(color="#dddddd")
        panels[0, 0].plot([1, 2], [3, 4], color="#0b5fa5", linestyle="none", marker="o", markersize=3)
        maps.save(figure, out)
        self.assert_drawn(out, empty=3)
        with self.assertRaises(AssertionError):
            self.assert_drawn(out)

    def test_an_animation_has_a_frame_per_date_and_they_differ(self):
        out = self.folder / "hs.gif"
        status, said, err = run("animate", self.region, "--every", 12, "--dpi", 50, "-o", out)
        self.assertEqual((status, err), (0, ""))
        self.assertIn("3 frames", said)
        picture = self.picture("hs.gif")
        self.assertEqual(picture.n_frames, 3)
        frames = []
        for number in range(3):
            picture.seek(number)
            frames.append(np.asarray(picture.convert("RGB")).astype(int))
        self.assertGreater((np.abs(frames[0] - frames[2]).sum(axis=2) > 60).mean(), 0.01)
        # Land and frame stay the same, and so does much of the picture.
        self.assertGreater((np.abs(frames[0] - frames[2]).sum(axis=2) == 0).mean(), 0.3)

    def test_a_frame_of_an_animation_looks_like_the_map(self):
        file = FieldFile(self.region)
        options = maps.MapOptions(dpi=50, limits=(0.0, 10.0), arrows=False)
        painter = animation._Painter(file, "hs", [0, 4], options)
        frame = np.asarray(painter.image(4)).astype(int)
        maps.draw_map(file, "hs", 4, options, self.folder / "same.png")
        still = np.asarray(Image.open(self.folder / "same.png").convert("RGB")).astype(int)
        self.assertEqual(frame.shape, still.shape)
        self.assertGreater((np.abs(frame - still).sum(axis=2) < 30).mean(), 0.97)
        file.data.close()


if __name__ == "__main__":
    unittest.main()
