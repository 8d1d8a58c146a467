#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Follows add_source_term.md and add_output_variable.md word for word in a copy of the project, which is then built.

A block of a page is a new file, lines to insert after or before a named line of a file, or commands; the line above it
says which."""

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import netCDF4
import numpy as np

ROOT = Path(__file__).resolve().parents[3]
BLOCK = re.compile(r"^(\S.*)\n\n((?:(?:    .*)?\n)+)", re.MULTILINE)
NEW = re.compile(r"New file `([^`]+)`:$")
IN = re.compile(r"In `([^`]+)`, (after|before) (`+)(.+)\3:$")


def blocks_of(page):
    """The line above each indented block of a page, and the block's lines."""
    for above, block in BLOCK.findall((ROOT / "docs/guide" / page).read_text() + "\n"):
        lines = [line[4:] for line in block.rstrip().split("\n")]
        if any(lines):
            yield above, lines


def insert(path, side, anchor, lines):
    """Puts lines after or before the one line of a file that begins with the anchor."""
    text = path.read_text().split("\n")
    places = [number for number, line in enumerate(text) if line.strip().startswith(anchor)]
    if len(places) != 1:
        raise AssertionError(f"{len(places)} lines of {path} begin with {anchor!r}")
    at = places[0] + (side == "after")
    path.write_text("\n".join(text[:at] + lines + text[at:]))


def left_out(folder, names):
    """Build products and caches, which are not copied."""
    made = {".git", ".venv", ".cache", "output"} if Path(folder) == ROOT else set()
    return [name for name in names if name in made or name == "__pycache__" or (made and name.startswith("build"))]


class GuideSteps(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.place = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.place.cleanup)
        cls.copy = Path(cls.place.name) / "groundswell"
        shutil.copytree(ROOT, cls.copy, ignore=left_out)
        quick = "-DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1"
        cls.run_command(f"cmake -S . -B build -G Ninja {quick} -DGROUNDSWELL_PYTHON=none")

    @classmethod
    def run_command(cls, command):
        done = subprocess.run(command, shell=True, cwd=cls.copy, capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(f"{command}:\n{done.stdout[-5000:]}{done.stderr[-5000:]}")

    def follow(self, page):
        """Does what each block of a page says."""
        done = 0
        for above, lines in blocks_of(page):
            done += 1
            if new := NEW.match(above):
                path = self.copy / new[1]
                self.assertFalse(path.exists(), new[1])
                path.write_text("\n".join(lines) + "\n")
            elif place := IN.match(above):
                insert(self.copy / place[1], place[2], place[4], [*lines, ""] if place[2] == "before" else lines)
            elif above.endswith("Run:"):
                self.run_command("set -e\n" + "\n".join(lines))
            else:
                self.fail(f"{page}: nothing says what to do with the block after {above!r}")
        self.assertGreaterEqual(done, 6)

    def check_rules(self):
        """Runs checks of `make test` that new or longer files may fail."""
        for check in ("layers", "names", "sizes", "includes"):
            self.run_command(shlex.join([sys.executable, f"tools/check_{check}.py"]))

    def test_a_source_term(self):
        self.follow("add_source_term.md")
        self.check_rules()
        with netCDF4.Dataset(self.copy / "output/one_point/balance.nc") as balance:
            term = balance["viscosity"]
            self.assertEqual(term.long_name, "dissipation by viscosity")
            self.assertEqual(term.units, balance["whitecapping"].units)
            values = np.asarray(term[:])
        self.assertLess(values.min(), 0.0)
        self.assertEqual(values.max(), 0.0)
        options = (self.copy / "docs/guide/options.md").read_text()
        self.assertIn(
            "| `physics.viscosity` | false | true or false | Loss by the viscosity of water (Lamb 1932). |", options
        )
        self.assertIn("| `physics.water_viscosity` | 1.05e-06 m2 s-1 |", options)

    def test_an_output_variable(self):
        self.follow("add_output_variable.md")
        self.check_rules()
        with netCDF4.Dataset(self.copy / "output/one_point/points.nc") as points:
            height, length, steepness = (np.asarray(points[name][1:]) for name in ("hs", "lm", "stp"))
            self.assertEqual(points["stp"].long_name, "significant height over mean wave length")
            self.assertEqual(points["stp"].units, "1")
            self.assertTrue((np.asarray(points["stp_max"][1:]) >= 0.999 * steepness).all())
        self.assertTrue((steepness > 0.01).all(), steepness)
        np.testing.assert_allclose(steepness, height / length, rtol=1e-5)


class ReadingOfPages(unittest.TestCase):
    """Mistakes in a page are found."""

    def test_an_anchor_that_is_missing_or_not_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "file"
            path.write_text("a\n  b = 1\nc\nc\n")
            insert(path, "after", "b =", ["  new"])
            self.assertEqual(path.read_text(), "a\n  b = 1\n  new\nc\nc\n")
            for anchor in ("c", "d"):
                with self.assertRaises(AssertionError):
                    insert(path, "before", anchor, ["x"])


if __name__ == "__main__":
    unittest.main()
