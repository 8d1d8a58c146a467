# SPDX-License-Identifier: Apache-2.0
"""Sample files for tests of whole commands, and a function that runs a command inside the test."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import samples
from groundswell_view import cli, maps
from PIL import Image

COLOURFUL = 40  # least difference between channels of a coloured pixel; that of axes, grids, land and text is smaller
FEW = 1e-4  # fraction of the pixels of axes; the smallest coloured marks cover more
PLACES: dict[Path, list] = {}  # bounds of the visible axes, by saved picture
save = maps.save


def _save_with_places(figure, out: Path) -> None:
    PLACES[out.resolve()] = [axes.get_position().bounds for axes in figure.axes if axes.get_visible()]
    save(figure, out)


maps.save = _save_with_places


def colourful_shares(path: Path) -> list[float]:
    """The coloured fraction of each visible axes of a picture that was saved in this process."""
    pixels = np.asarray(Image.open(path).convert("RGB")).astype(int)
    colourful = np.ptp(pixels, axis=2) > COLOURFUL
    height, width = colourful.shape
    shares = []
    for x, y, across, up in PLACES[path.resolve()]:
        rows = slice(round((1.0 - y - up) * height), round((1.0 - y) * height))
        shares.append(float(colourful[rows, round(x * width) : round((x + across) * width)].mean()))
    return shares


class Pictures:
    """A mixin for test cases that check pictures."""

    main = staticmethod(cli.main)  # the command line that draws them

    def assert_drawn(self, path: Path, empty: int = 0) -> None:
        """Checks that all of the picture's axes except `empty` of them show something in colour."""
        shares = colourful_shares(path)
        self.assertGreater(len(shares), empty)
        self.assertEqual(sum(share < FEW for share in shares), empty, [f"{share:.4f}" for share in shares])

    def assert_same_picture(self, made: Path, *words, empty: int = 0) -> None:
        """Checks that a command, run here, draws the same picture, which is not empty, as a script did (`made`)."""
        again = made.with_name(f"again_{made.name}")
        status, _, err = run(*words, main=self.main)
        self.assertEqual(status, 0, err)
        self.assert_drawn(again, empty)
        first, second = (np.asarray(Image.open(path).convert("RGB")) for path in (made, again))
        np.testing.assert_array_equal(first, second)


def run(*words, main=cli.main) -> tuple[int, str, str]:
    """Exit status, output and errors of a command run in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main([str(word) for word in words])
        except SystemExit as stop:
            status = stop.code
    plt.close("all")
    return status, out.getvalue(), err.getvalue()


def atlantic(lon, lat):
    return (lon > -80) & (lon < -10) & (lat > 20) & (lat < 70)


class WithFiles(Pictures, unittest.TestCase):
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
        """Opens the picture or animation drawn by a command."""
        path = self.folder / name
        if path.suffix != ".gif":
            self.assert_drawn(path)
        picture = Image.open(path)
        self.addCleanup(picture.close)
        return picture
