# SPDX-License-Identifier: Apache-2.0
"""Cells and arrows on maps: reading, outlines that tile the map, arrows in the direction of travel."""

import sys
import tempfile
import time
import unittest
from pathlib import Path

import netCDF4
import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[3] / "python")]
import samples  # noqa: E402
from groundswell_view import drawing, maps, polygons, projection, times, variables  # noqa: E402
from groundswell_view.errors import ViewError  # noqa: E402
from groundswell_view.reading import Cells, FieldFile  # noqa: E402

GLOBE = projection.Box(-180.0, 180.0, -90.0, 90.0)


def sample_cells(level: int = 3) -> Cells:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fields.nc"
        samples.write_cells(path, level, hours=(0,))
        file = FieldFile(path)
        cells = file.cells
        file.data.close()
        return cells


def areas(outlines: np.ndarray) -> np.ndarray:
    """Areas [n] of polygons [n, n_corners, 2] by the shoelace rule."""
    x, y = outlines[..., 0], outlines[..., 1]
    return 0.5 * np.abs((x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1))


class Reading(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = Path(cls.folder.name) / "fields.nc"
        cls.hs = samples.write_cells(cls.path)
        cls.file = FieldFile(cls.path)

    @classmethod
    def tearDownClass(cls):
        cls.file.data.close()
        cls.folder.cleanup()

    def test_values_of_each_date_with_fill_values_as_nan(self):
        for index in range(3):
            values = self.file.field("hs", index).values
            self.assertTrue(np.isnan(values[0]))
            np.testing.assert_allclose(values[1:], self.hs[index, 1:], rtol=1e-6)

    def test_pentagons_repeat_a_corner_and_every_corner_is_near_its_cell(self):
        cells = self.file.cells
        self.assertEqual(len(cells), 642)
        last_twice = (cells.corner_lon[:, -1] == cells.corner_lon[:, -2]) & (
            cells.corner_lat[:, -1] == cells.corner_lat[:, -2]
        )
        self.assertEqual(last_twice.sum(), 12)
        cosine = np.sin(np.radians(cells.lat))[:, None] * np.sin(np.radians(cells.corner_lat)) + np.cos(
            np.radians(cells.lat)
        )[:, None] * np.cos(np.radians(cells.corner_lat)) * np.cos(np.radians(cells.lon[:, None] - cells.corner_lon))
        self.assertLess(np.degrees(np.arccos(cosine.min())), 6.0)

    def test_dates_start_model_and_lead_time(self):
        self.assertEqual(str(self.file.times[1]), "1996-01-16T18:00:00")
        self.assertEqual(times.lead(self.file.times[2], self.file.reference_time), "+48 h")
        self.assertEqual(times.spoken(self.file.times[0]), "Mon 15 Jan 1996 18:00 UTC")
        self.assertEqual(self.file.model, "Groundswell 0.1.0")
        self.assertEqual(times.daily(self.file.times), [1, 2])
        self.assertEqual(times.index_of("1996-01-17T18", self.file.times, self.path), 2)
        with self.assertRaisesRegex(ViewError, "the nearest is 1996-01-16 18:00 UTC"):
            times.index_of("1996-01-16T12", self.file.times, self.path)

    def test_peak_period_and_wind_are_derived(self):
        period = variables.load(self.file, "tp", 0)
        np.testing.assert_allclose(period.values[1:], 8.0 + self.hs[0, 1:], rtol=1e-5)
        self.assertEqual((period.units, period.long_name), ("s", "peak period"))
        wind = variables.load(self.file, "wind", 0)
        np.testing.assert_allclose(wind.values[1:], 10.0, rtol=1e-6)
        towards = variables.arrows_of(self.file, "wind", 0)
        np.testing.assert_allclose(towards[1:], np.degrees(np.arctan2(8, 6)), rtol=1e-5)

    def test_a_wind_without_components_has_no_arrows(self):
        path = Path(self.folder.name) / "speed.nc"
        samples.write_cells(path)
        with netCDF4.Dataset(path, "a") as file:
            file.renameVariable("uwnd", "wind")
        file = FieldFile(path)
        self.assertTrue(np.isfinite(variables.load(file, "wind", 0).values[1:]).all())
        self.assertIsNone(variables.arrows_of(file, "wind", 0))
        file.data.close()

    def test_lat_lon_product_gives_the_same_values_under_other_names(self):
        path = Path(self.folder.name) / "lat_lon.nc"
        samples.write_lat_lon(path)
        file = FieldFile(path)
        item = variables.load(file, "hs", 1)
        cells = file.cells
        np.testing.assert_allclose(item.values, samples.height(cells.lon, cells.lat, 24), rtol=1e-6)
        np.testing.assert_allclose(np.mod(variables.arrows_of(file, "hs", 0), 360), 70.0)
        frame = projection.frame_for(GLOBE, "platecarree", 0.0)
        outlines = polygons.project_cells(cells, frame).outlines
        self.assertAlmostEqual(areas(outlines).sum(), 360.0 * 180.0, delta=0.1)
        file.data.close()


class Outlines(unittest.TestCase):
    def test_cells_tile_a_global_map_whatever_its_middle(self):
        cells = sample_cells()
        for centre in (-160.0, 0.0, 77.7, 180.0):
            frame = projection.frame_for(GLOBE, "platecarree", centre)
            found = polygons.project_cells(cells, frame)
            self.assertEqual(set(found.cell), set(range(642)))
            self.assertAlmostEqual(areas(found.outlines).sum() / 64800.0, 1.0, places=6)

    def test_a_cell_on_the_date_line_has_two_parts_and_none_spans_the_map(self):
        cells = sample_cells()
        found = polygons.project_cells(cells, projection.frame_for(GLOBE, "platecarree", 0.0))
        width = np.ptp(found.outlines[:, :, 0], axis=1)
        self.assertLess(width[np.abs(cells.lat[found.cell]) < 60].max(), 25.0)
        east, west = (side * cells.corner_lon > 90.0 for side in (1, -1))
        inside = np.abs(cells.corner_lon) < 179.999
        crossing = (east & inside).any(axis=1) & (west & inside).any(axis=1) & (np.abs(cells.lat) < 80.0)
        counts = np.bincount(found.cell, minlength=642)
        self.assertGreater(crossing.sum(), 10)
        self.assertTrue((counts[crossing] == 2).all())
        self.assertEqual(counts.sum(), len(found))

    def test_the_cell_on_a_pole_fills_the_whole_upper_edge(self):
        cells = sample_cells()
        found = polygons.project_cells(cells, projection.frame_for(GLOBE, "platecarree", 0.0))
        for pole in (1, -1):
            parts = found.outlines[cells.lat[found.cell] * pole > 89.0]
            self.assertAlmostEqual(np.ptp(parts[:, :, 0], axis=1).sum(), 360.0, places=5)
            for part in parts:
                self.assertAlmostEqual((part[:, 1] * pole).max(), 90.0, places=6)

    def test_a_polar_map_has_each_cell_once_and_no_hole_at_the_pole(self):
        cells = sample_cells()
        frame = projection.frame_for(projection.Box(-180.0, 180.0, 50.0, 90.0))
        found = polygons.project_cells(cells, frame)
        self.assertEqual(len(found), len(set(found.cell)))
        at_pole = found.outlines[cells.lat[found.cell] > 89.0]
        self.assertEqual(len(at_pole), 1)
        self.assertTrue((at_pole[0].min(axis=0) < 0).all() and (at_pole[0].max(axis=0) > 0).all())

    def test_a_region_across_the_date_line_is_small(self):
        box = projection.box_of(np.array([170.0, -175.0, 178.0]), np.array([30.0, 40.0, 35.0]))
        self.assertEqual((box.west, box.east), (170.0, 185.0))
        frame = projection.frame_for(box)
        self.assertAlmostEqual(frame.centre, 177.5)
        found = polygons.project_cells(sample_cells(4), frame)
        x0, x1, _, _ = frame.extent
        self.assertLess(np.ptp(found.outlines[:, :, 0], axis=1).max(), 0.5 * (x1 - x0))
        self.assertGreater(len(found), 6)

    def test_the_projection_suits_the_extent(self):
        kinds = {
            (-180, 180, -78, 90): "Robinson",
            (-180, 180, 50, 90): "NorthPolarStereo",
            (-180, 180, -90, -45): "SouthPolarStereo",
            (-82, -52, 20, 60): "LambertConformal",
            (40, 100, -20, 25): "Mercator",
        }
        for box, kind in kinds.items():
            frame = projection.frame_for(projection.Box(*map(float, box)))
            self.assertEqual(type(frame.projection).__name__, kind)


class Arrows(unittest.TestCase):
    def test_compass_directions_on_a_cylinder(self):
        frame = projection.frame_for(GLOBE, "platecarree", 0.0)
        towards = np.array([0.0, 90.0, 180.0, 270.0, 45.0])
        found = drawing.on_map(frame, np.full(5, 12.0), np.zeros(5), towards)
        half = 0.5**0.5
        np.testing.assert_allclose(found, [(0, 1), (1, 0), (0, -1), (-1, 0), (half, half)], atol=1e-4)

    def test_northward_points_to_the_pole_on_a_polar_map(self):
        frame = projection.frame_for(projection.Box(-180.0, 180.0, 50.0, 90.0))
        lon = np.array([0.0, 90.0, 180.0, -90.0])
        found = drawing.on_map(frame, lon, np.full(4, 70.0), np.zeros(4))
        np.testing.assert_allclose(found, [(0, 1), (-1, 0), (0, -1), (1, 0)], atol=1e-4)

    def test_an_arrow_across_the_pole_keeps_its_direction(self):
        frame = projection.frame_for(projection.Box(-180.0, 180.0, 50.0, 90.0))
        before = drawing.on_map(frame, np.array([0.0]), np.array([89.0]), np.array([0.0]))
        after = drawing.on_map(frame, np.array([180.0]), np.array([89.0]), np.array([180.0]))
        np.testing.assert_allclose(before, after, atol=1e-4)

    def test_directions_in_files_say_where_waves_come_from(self):
        item = variables.Field(np.array([250.0]), "dir", "", "degree", "sea_surface_wave_from_direction")
        self.assertEqual(variables.goes_to(item)[0] % 360, 70.0)
        item = variables.Field(np.array([250.0]), "dir", "", "degree", "sea_surface_wave_to_direction")
        self.assertEqual(variables.goes_to(item)[0], 250.0)

    def test_arrows_are_evenly_spread(self):
        cells = sample_cells(4)
        scene = drawing.Scene.of(cells, projection.frame_for(GLOBE, "platecarree", 0.0))
        chosen = drawing.arrow_cells(scene, np.ones(len(cells), bool), 20)
        tile = 360.0 / 20
        place = scene.centres[chosen]
        apart = np.hypot(*(place[:, None] - place[None]).transpose(2, 0, 1)) + 1e9 * np.eye(len(chosen))
        self.assertGreater(len(chosen), 150)
        self.assertGreater(np.median(apart.min(axis=1)), 0.6 * tile)


class Speed(unittest.TestCase):
    def test_a_global_map_of_40962_cells_takes_less_than_15_seconds(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "fields.nc"
            samples.write_cells(path, level=6, hours=(0,))
            start = time.process_time()
            file = FieldFile(path)
            figure = maps.draw_map(file, "hs", 0, maps.MapOptions(), Path(folder) / "map.png")
            spent = time.process_time() - start
            file.data.close()
            patches = next(c for c in figure.axes[0].collections if type(c).__name__ == "PolyCollection")
            self.assertGreaterEqual(len(patches.get_array()), 40961)
        self.assertLess(spent, 15.0)


if __name__ == "__main__":
    unittest.main()
