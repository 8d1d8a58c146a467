# SPDX-License-Identifier: Apache-2.0
"""Every mistake results in an error message of one line and exit status 1."""

import os
import subprocess
import sys
import unittest
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[3] / "python")]
from groundswell_view import cli, writing  # noqa: E402
from groundswell_view.errors import ViewError  # noqa: E402
from support import WithFiles, run  # noqa: E402


class Mistakes(WithFiles):
    def refused(self, *words) -> str:
        """Runs a command that must be refused; returns its error message."""
        status, _, err = run(*words, "-o", self.folder / "none.png")
        self.assertEqual(status, 1)
        self.assertTrue(err.startswith("groundswell-view: error: "), err)
        self.assertEqual(err.strip().count("\n"), 0, err)
        self.assertFalse((self.folder / "none.png").exists())
        return err

    def test_files(self):
        self.assertIn("there is no file", self.refused("map", self.folder / "no.nc"))
        broken = self.folder / "broken.nc"
        broken.write_bytes(self.globe.read_bytes()[:100])
        self.assertIn("empty or cut off", self.refused("map", broken))
        broken.write_text("no NetCDF at all")
        self.assertIn("cannot be read as NetCDF", self.refused("map", broken))
        self.assertIn("is a folder", self.refused("map", self.folder))
        self.assertIn("contains no map", self.refused("map", self.points))
        self.assertIn("contains no spectra", self.refused("spectrum", self.points))

    def test_variables_dates_regions_and_projections(self):
        said = self.refused("map", self.globe, "-v", "hmax")
        self.assertIn("no variable hmax; it has hs, fp, dir, uwnd, vwnd, tp, wind", said)
        self.assertIn("'yesterday' is not a date", self.refused("map", self.globe, "-t", "yesterday"))
        self.assertIn("the nearest is", self.refused("map", self.globe, "-t", "2001-01-01"))
        self.assertIn("needs south < north", self.refused("map", self.globe, "--region", "-10/10/50/20"))
        self.assertIn("no cells with values", self.refused("map", self.region, "--region", "100/110/-50/-40"))
        self.assertIn("no projection lambda", self.refused("map", self.globe, "--projection", "lambda"))
        self.assertIn("no two dates 100 hours apart", run("animate", self.region, "--every", 100, "-o", "a.gif")[2])

    def test_places_and_stations(self):
        self.assertIn("there is no place Inland", self.refused("series", self.region, "-p", "Inland=60,50"))
        self.assertIn("is not a place; write NAME=LON,LAT", self.refused("series", self.region, "-p", "Boston"))
        self.assertIn("no station X; it has 44011, Bermuda", self.refused("series", self.points, "-s", "X"))
        self.assertIn("name at least one place", self.refused("series", self.region))
        self.assertIn("no station 9; it has 44011", self.refused("spectrum", self.spectra, "-s", "9"))

    def test_a_place_that_cannot_be_written(self):
        blocked = self.globe / "map.png"
        status, _, err = run("map", self.globe, "-o", blocked)
        self.assertEqual(status, 1)
        self.assertIn("cannot be written", err)
        self.assertIn("ends in .gif or .mp4", run("animate", self.region, "-o", self.folder / "a.avi")[2])

    def test_nothing_but_a_plain_file_that_is_no_input_is_replaced(self):
        other = self.folder / "other.txt"
        other.write_text("mine")
        target = self.folder / "target.gif"
        obstacles = (lambda path: path.symlink_to(other), os.mkfifo, os.mkdir)
        for path in (target, self.folder / "target.gif.part"):
            for make, remove, words in zip(obstacles, (os.unlink, os.unlink, os.rmdir), ("link", "pipe", "folder")):
                make(path)
                for command in ("map", "animate"):
                    status, _, err = run(command, self.region, "-o", target)
                    self.assertEqual(status, 1)
                    self.assertIn(f"error: '{path}' is a {words}", err)
                remove(path)
        self.assertEqual(other.read_text(), "mine")
        data = self.folder / "data.nc"
        data.write_bytes(self.points.read_bytes())
        (self.folder / "by_link.nc").symlink_to(data)
        for read in (data, self.folder / "by_link.nc"):
            for command in ("map", "series"):
                status, _, err = run(command, read, "-o", data)
                self.assertEqual(status, 1)
                self.assertIn("this command reads it", err)
        self.assertEqual(data.read_bytes(), self.points.read_bytes())

    def test_a_picture_that_fails_leaves_the_one_before(self):
        target = self.folder / "kept.xyz"
        target.write_text("before")
        status, _, err = run("series", self.points, "-o", target)
        self.assertEqual(status, 1)
        self.assertIn("kept.xyz' cannot be written", err)
        self.assertEqual(target.read_text(), "before")
        self.assertFalse((self.folder / "kept.xyz.part").exists())

    def test_a_picture_has_one_writer_and_leaves_other_names_as_they_are(self):
        target = self.folder / "one.png"
        part = self.folder / "one.png.part"
        part.write_text("old")
        os.link(part, self.folder / "backup")
        with writing.written(target) as first:
            first.write_text("first")
            with self.assertRaisesRegex(ViewError, "another program is writing"), writing.written(target):
                pass
        self.assertEqual(target.read_text(), "first")
        self.assertEqual((self.folder / "backup").read_text(), "old")
        self.assertFalse(part.exists())

    def test_the_module_runs_as_a_program_and_shows_no_traceback(self):
        words = [sys.executable, "-m", "groundswell_view", "map", str(self.folder / "no.nc")]
        root = Path(cli.__file__).parent.parent
        made = subprocess.run(words, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(root)})
        self.assertEqual(made.returncode, 1)
        self.assertNotIn("Traceback", made.stderr)
        self.assertIn("error: there is no file", made.stderr)


if __name__ == "__main__":
    unittest.main()
