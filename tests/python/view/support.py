# SPDX-License-Identifier: Apache-2.0
"""Sample files for tests of whole commands, and a function that runs a command inside the test."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import matplotlib.pyplot as plt
import samples
from groundswell_view import cli
from PIL import Image


def run(*words) -> tuple[int, str, str]:
    """Exit status, output and errors of a command run in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = cli.main([str(word) for word in words])
        except SystemExit as stop:
            status = stop.code
    plt.close("all")
    return status, out.getvalue(), err.getvalue()


def atlantic(lon, lat):
    return (lon > -80) & (lon < -10) & (lat > 20) & (lat < 70)


class WithFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.place.name)
        cls.globe, cls.region = cls.folder / "globe.nc", cls.folder / "region.nc"
        cls.points, cls.spectra = cls.folder / "points.nc", cls.folder / "spectra.nc"
        samples.write_cells(cls.globe, level=3)
        samples.write_cells(cls.region, level=4, hours=range(0, 25, 6), keep=atlantic)
        samples.write_points(cls.points)
        cls.spectra_hs = samples.write_spectra(cls.spectra)

    @classmethod
    def tearDownClass(cls):
        cls.place.cleanup()

    def tearDown(self):
        plt.close("all")

    def picture(self, name: str) -> Image.Image:
        path = self.folder / name
        self.assertGreater(path.stat().st_size, 5000)
        picture = Image.open(path)
        self.addCleanup(picture.close)
        return picture
