# SPDX-License-Identifier: Apache-2.0
"""Open boundaries through the built program: what a dry run tells of them, and mistakes in files of waves."""

import re
import unittest

import netCDF4
import numpy as np
from program_case import ProgramTest, run_program

MESH = "mesh: {kind: icosahedral, bisections: 2}"
STRIP = "mesh: {kind: strip, length: 20, width: 4, spacing: 10 km}"


def write_spectra(path, x, y, hours, height=2.0, **attributes):
    """Spectra in the layout of WAVEWATCH III that are the same at all places and dates; waves go to the west."""
    frequency, direction = 0.04 * 1.1 ** np.arange(30), np.arange(0.0, 360.0, 15.0)
    shape = np.exp(-(((frequency[:, None] - 0.1) / 0.02) ** 2)) * np.exp(-(((direction - 270.0) / 30.0) ** 2))
    with netCDF4.Dataset(path, "w") as file:
        for name, values in (("time", hours), ("station", x), ("frequency", frequency), ("direction", direction)):
            file.createDimension(name, len(values))
        for name, values, dimension in (
            ("time", hours, "time"),
            ("longitude", x, "station"),
            ("latitude", y, "station"),
            ("frequency", frequency, "frequency"),
            ("direction", direction, "direction"),
        ):
            file.createVariable(name, "f8", (dimension,))[:] = values
        file["time"].units = "hours since 2000-01-01"
        file["direction"].standard_name = attributes.get("direction", "sea_surface_wave_to_direction")
        efth = file.createVariable("efth", "f4", ("time", "station", "frequency", "direction"))
        efth.units = attributes.get("units", "m2 s rad-1")
        efth[:] = height * shape
    return path


class Boundaries(ProgramTest):
    def case(self, boundary):
        return self.write_case((MESH, STRIP), more=f"boundary: {boundary}")

    def test_check_tells_of_each(self):
        output = self.succeed("check", self.case("{kind: absorbing}"))
        self.assertRegex(output, r"boundary  open over \d+ km \(\d+ edges\), x 1\d\d to \d+ km, y ")
        self.assertIn("enters    nothing", output)
        output = self.succeed("check", self.case("{kind: jonswap, height: 1.5, direction: 90}"))
        self.assertIn("waves of 1.5 m and 10 s from 90 degrees at all times", output)
        file = write_spectra(self.folder / "waves.nc", [200e3], [0.0], [0, 3])
        output = self.succeed("check", self.case(f"{{kind: file, files: [{file}]}}"))
        self.assertRegex(output, r"spectra at 1 place of '.*waves.nc', 2000-01-01T00:00:00Z to 2000-01-01T03:00:00Z")

    def test_waves_enter(self):
        file = write_spectra(self.folder / "waves.nc", [200e3], [0.0], [0, 3])
        for ranks in (1, 3):
            output = self.succeed("run", self.case(f"{{kind: file, files: [{file}]}}"), ranks=ranks)
            self.assertIn("boundary.update", output)
        self.assertGreater(float(re.findall(r"([\d.]+) m at", output)[-1]), 0.3)

    def test_refuses_files_that_do_not_fit(self):
        folder = self.folder
        for name, file, words in (
            ("short", write_spectra(folder / "a.nc", [200e3], [0.0], [0, 0.5]), ("ends at 2000-01-01T00:30:00Z",)),
            ("far", write_spectra(folder / "b.nc", [900e3], [0.0], [0, 3]), ("within 100 km of the open edge at x",)),
            (
                "no direction",
                write_spectra(folder / "c.nc", [200e3], [0.0], [0, 3], direction="degrees"),
                ("do not say whether waves come from there", "c.nc"),
            ),
            (
                "unit",
                write_spectra(folder / "d.nc", [200e3], [0.0], [0, 3], units="m2 s"),
                ("'m2 s'", "m2 s rad-1"),
            ),
        ):
            with self.subTest(name):
                self.assert_refused(run_program("check", self.case(f"{{kind: file, files: [{file}]}}")), *words)

    def test_a_run_does_not_start_from_spectra(self):
        file = write_spectra(self.folder / "waves.nc", [100e3], [0.0], [0, 3])
        case = self.write_case((MESH, STRIP), more=f"initial: {{kind: file, files: [{file}]}}")
        self.assert_refused(run_program("run", case), "no significant height", "no run starts from them", "waves.nc")


if __name__ == "__main__":
    unittest.main()
