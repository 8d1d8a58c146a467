# SPDX-License-Identifier: Apache-2.0
"""Bad input gets a sentence and a non-zero exit on any number of processes.

No hang, no crash, no output that looks whole.
"""

import os
import unittest

import netCDF4
import numpy as np
from program_case import ProgramTest, run_program, write_wind

FILE_WIND = ("wind: {kind: constant, speed: 10 m/s}", "wind: {kind: file, files: [wind.nc]}")
LON = np.arange(0.0, 360.0, 10.0)
LAT = np.arange(-90.0, 91.0, 10.0)


class BadConfiguration(ProgramTest):
    def test_a_sound_case_runs(self):
        process = run_program("run", self.write_case(), ranks=2)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(self.complete_output(), ["fields.nc"])

    def test_missing_case_file(self):
        self.assert_refused(run_program("run", self.folder / "nowhere.yaml", ranks=2), "nowhere.yaml")

    def test_unknown_option_names_the_nearest(self):
        case = self.write_case(("directions: 12", "direction: 12"))
        self.assert_refused(run_program("run", case), "case.yaml:5", "spectrum.direction", "spectrum.directions")

    def test_wrong_unit(self):
        case = self.write_case(("step: 30 min", "step: 30 km"))
        self.assert_refused(run_program("run", case, ranks=2), "case.yaml:3", "time.step", "km")

    def test_end_before_start(self):
        case = self.write_case(("end: 2000-01-01T01:00:00Z", "end: 1999-01-01"))
        self.assert_refused(run_program("check", case), "time.end", "1999-01-01")

    def test_unknown_field(self):
        case = self.write_case(("names: [hs]", "names: [hsig]"))
        self.assert_refused(run_program("run", case, ranks=2), "hsig", "hs")

    def test_field_without_its_forcing(self):
        case = self.write_case(("names: [hs]", "names: [hs, ucur]"))
        self.assert_refused(run_program("run", case, ranks=2), "ucur")
        self.assertEqual(self.complete_output(), [])

    def test_more_ranks_than_cells(self):
        one_point = ("kind: icosahedral, bisections: 2", "kind: one_point")
        case = self.write_case(one_point, more="propagation: {enabled: false}")
        self.assert_refused(run_program("run", case, ranks=3), "3", "cells")


class BadMesh(ProgramTest):
    def make_mesh(self):
        """A mesh file of the whole globe, as the program makes it."""
        (self.folder / "mesh.yaml").write_text("kind: global\ncells: 162\n")
        process = run_program("mesh", self.folder / "mesh.yaml", "--output", self.folder / "mesh.nc")
        self.assertEqual(process.returncode, 0, process.stderr)
        return self.folder / "mesh.nc"

    def run_on_mesh(self, ranks=2):
        case = self.write_case(("mesh: {kind: icosahedral, bisections: 2}", "mesh: {file: mesh.nc}"))
        return run_program("run", case, ranks=ranks)

    def test_missing_mesh(self):
        self.assert_refused(self.run_on_mesh(), "mesh.nc")

    def test_not_netcdf(self):
        (self.folder / "mesh.nc").write_text("this is no mesh\n")
        self.assert_refused(self.run_on_mesh(), "mesh.nc")

    def test_truncated_mesh(self):
        path = self.make_mesh()
        os.truncate(path, path.stat().st_size // 2)
        self.assert_refused(self.run_on_mesh(), "mesh.nc")

    def test_hole_in_a_table(self):
        with netCDF4.Dataset(self.make_mesh(), "a") as file:
            file["cellsOnCell"].set_auto_mask(False)
            neighbours = file["cellsOnCell"][:]
            neighbours[17, 0] = 18  # the cell itself
            file["cellsOnCell"][:] = neighbours
        self.assert_refused(self.run_on_mesh(), "mesh.nc", "cell")

    def test_a_mesh_that_is_sound_runs(self):
        self.make_mesh()
        process = self.run_on_mesh()
        self.assertEqual(process.returncode, 0, process.stderr)


class BadForcing(ProgramTest):
    def run_with_wind(self, *arguments, **keywords):
        write_wind(self.folder / "wind.nc", *arguments, **keywords)
        return run_program("run", self.write_case(FILE_WIND), ranks=2)

    def test_sound_wind_runs(self):
        process = self.run_with_wind(LON, LAT, [0, 6], 10.0)
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_missing_file(self):
        self.assert_refused(run_program("run", self.write_case(FILE_WIND), ranks=2), "wind.nc")

    def test_truncated_file(self):
        path = write_wind(self.folder / "wind.nc", LON, LAT, [0, 6], 10.0)
        os.truncate(path, path.stat().st_size - 1000)
        self.assert_refused(run_program("run", self.write_case(FILE_WIND), ranks=2), "wind.nc")

    def test_wind_that_ends_too_early(self):
        self.assert_refused(self.run_with_wind(LON, LAT, [-6, 0], 10.0), "wind.nc", "2000-01-01")
        self.assertEqual(self.complete_output(), [])

    def test_nan_over_sea(self):
        wind = np.full((2, len(LAT), len(LON)), 10.0)
        wind[1, 8:12, 10:14] = np.nan
        self.assert_refused(self.run_with_wind(LON, LAT, [0, 6], wind), "wind.nc", "2000-01-01T06:00:00Z")

    def test_wind_that_does_not_cover_the_domain(self):
        self.assert_refused(self.run_with_wind(LON, LAT[9:], [0, 6], 10.0), "wind.nc")

    def test_no_wind_variable(self):
        with netCDF4.Dataset(self.folder / "wind.nc", "w") as file:
            file.createDimension("x", 3)
            file.createVariable("temperature", "f4", ("x",))[:] = 1.0
        self.assert_refused(run_program("run", self.write_case(FILE_WIND), ranks=2), "wind.nc", "temperature")


class BadDisk(ProgramTest):
    def test_disk_full(self):
        # Files may grow to 200 kB; the signal of that limit is ignored, so that writes fail as on a full disk.
        case = self.write_case(("bisections: 2", "bisections: 3"), ("end: 2000-01-01T01:00:00Z", "end: 2000-01-05"))
        process = run_program("run", case, ranks=2, shell_prefix="trap '' XFSZ; ulimit -f 200;")
        self.assert_refused(process, "fields.nc")
        self.assertEqual(self.complete_output(), [])

    def test_folder_cannot_be_made(self):
        (self.folder / "out").write_text("a file where the folder should be")
        self.assert_refused(run_program("run", self.write_case(), ranks=2), str(self.folder / "out"))


if __name__ == "__main__":
    unittest.main()
