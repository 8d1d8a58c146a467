# SPDX-License-Identifier: Apache-2.0
"""A bad mesh or wind file leads to an error message and a non-zero exit status on any number of processes.

The program does not hang or crash, and no output looks complete.
"""

import os
import unittest

import netCDF4
import numpy as np
from program_case import ProgramTest, run_program, write_wind

FILE_WIND = ("wind: {kind: constant, speed: 10 m/s}", "wind: {kind: file, files: [wind.nc]}")
FILE_MESH = ("mesh: {kind: icosahedral, bisections: 2}", "mesh: {file: mesh.nc}")
LON = np.arange(0.0, 360.0, 10.0)
LAT = np.arange(-90.0, 91.0, 10.0)


class BadMesh(ProgramTest):
    def make_mesh(self):
        """Makes a mesh file of the whole globe with the program."""
        (self.folder / "mesh.yaml").write_text("kind: global\ncells: 162\nbathymetry: {depth: 4000 m}\n")
        process = run_program("mesh", self.folder / "mesh.yaml", "--output", self.folder / "mesh.nc")
        self.assertEqual(process.returncode, 0, process.stderr)
        return self.folder / "mesh.nc"

    def run_on_mesh(self, ranks=2):
        process = run_program("run", self.write_case(FILE_MESH), ranks=ranks)
        if process.returncode != 0:
            self.assertEqual(self.complete_output(), [])
        return process

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
            neighbours[17, 0] = 18  # the number of the cell itself
            file["cellsOnCell"][:] = neighbours
        self.assert_refused(self.run_on_mesh(), "mesh.nc", "cell")

    def test_vertex_without_a_cell(self):
        with netCDF4.Dataset(self.make_mesh(), "a") as file:
            file["cellsOnVertex"][7] = 0
        for ranks in (1, 3):
            self.assert_refused(self.run_on_mesh(ranks), "mesh.nc", "vertex 8 has no cell around it")

    def test_another_radius_than_that_of_the_cells(self):
        path = self.make_mesh()
        for radius in (-6371000.0, 0.0, np.nan, 6371.0):
            with netCDF4.Dataset(path, "a") as file:
                file.sphere_radius = radius
            self.assert_refused(self.run_on_mesh(), "mesh.nc", "sphere_radius", "cell 1")

    def test_table_whose_first_dimension_is_another(self):
        path = self.make_mesh()
        with netCDF4.Dataset(path, "a") as file:
            file.renameVariable("depth", "depth_of_cells")
            file.createDimension("one", 1)
            file.createVariable("depth", "f8", ("one", "nCells"))[:] = 100.0
        self.assert_refused(self.run_on_mesh(), "mesh.nc", "first dimension of variable depth")

    def test_costs_are_written_anew_by_each_run(self):
        self.make_mesh()
        costs = self.folder / "costs.nc"
        case = self.write_case(FILE_MESH, more=f"parallel: {{cost_file: {costs}}}")
        written = set()
        for ranks in (1, 3):
            self.succeed("run", case, ranks=ranks)
            with netCDF4.Dataset(costs) as file:
                self.assertEqual(len(file["cell_cost"]), 162)
            written.add(costs.stat().st_ino)
        self.assertEqual(len(written), 2)

    def test_costs_that_could_not_be_written_are_refused_at_the_start(self):
        path = self.make_mesh()
        link = self.folder / "costs.nc"
        link.symlink_to(self.folder / "elsewhere.nc")
        for name, words in (
            (link, "nothing is written through a link"),
            (path, "name another file"),
            (path / "costs.nc", "is not a folder"),
        ):
            case = self.write_case(FILE_MESH, more=f"parallel: {{cost_file: {name}}}")
            self.assert_refused(run_program("run", case, ranks=2), str(name.parent), words)
            self.assertFalse(self.out.exists())

    def test_cell_without_depth(self):
        for depth in (0.0, -12.0, np.nan, 12_001.0, 1e9, np.inf):
            with netCDF4.Dataset(self.make_mesh(), "a") as file:
                file["depth"][17] = depth
            self.assert_refused(self.run_on_mesh(), "mesh.nc", "cell 18", "depth")

    def make_mesh_from_heights(self, height_at_longitude, spacing="200 km"):
        """Runs `groundswell mesh` for a region of 20 by 10 degrees; keeps small parts of the sea."""
        lon, lat = np.arange(-5.0, 25.1, 0.5), np.arange(-5.0, 15.1, 0.5)
        with netCDF4.Dataset(self.folder / "heights.nc", "w") as file:
            for name, values, units in (("lat", lat, "degrees_north"), ("lon", lon, "degrees_east")):
                file.createDimension(name, len(values))
                file.createVariable(name, "f8", (name,))[:] = values
                file[name].units = units
            file.createVariable("height", "f4", ("lat", "lon"))[:] = [[height_at_longitude(x) for x in lon]] * len(lat)
            file["height"].units = "m"
        (self.folder / "mesh.yaml").write_text(
            "kind: region\nregion: {west: 0, east: 20, south: 0, north: 10}\n"
            f"spacing: {spacing}\n"
            "bathymetry: {file: heights.nc}\nsea: {smallest_part: 0}\noutput: mesh.nc\n"
        )
        return run_program("mesh", self.folder / "mesh.yaml")

    def test_sea_in_two_parts(self):
        process = self.make_mesh_from_heights(lambda lon: 100.0 if 8.0 <= lon <= 13.0 else -1000.0)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assert_refused(self.run_on_mesh(), "mesh.nc", "2 parts", "mesh.allow_parts")
        case = self.write_case(FILE_MESH, ("mesh: {", "mesh: {allow_parts: true, "))
        process = run_program("run", case, ranks=2)
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_no_sea_at_all(self):
        self.assert_refused(self.make_mesh_from_heights(lambda lon: 100.0), "heights.nc", "negative")
        self.assertFalse((self.folder / "mesh.nc").exists())

    def test_folder_in_place_of_a_mesh_or_its_depths(self):
        (self.folder / "mesh.nc").mkdir()
        self.assert_refused(self.run_on_mesh(), "mesh.nc", "is a folder")
        (self.folder / "mesh.yaml").write_text("kind: global\ncells: 162\nbathymetry: {file: mesh.nc}\n")
        process = run_program("mesh", self.folder / "mesh.yaml", "--output", self.folder / "other.nc")
        self.assert_refused(process, "mesh.nc", "is a folder")

    def test_a_bathymetry_that_does_not_state_its_sign(self):
        lon, lat = np.arange(-5.0, 25.1, 0.5), np.arange(-5.0, 15.1, 0.5)
        depth = np.where(lon < 15.0, 1000.0, -200.0) * np.ones((len(lat), 1))
        refused = ("does not state whether", "bathymetry.positive: ")
        for name, heights, key, words in (
            ("z", depth, "", (*refused, "z holds heights or depths", "73 % of the region")),
            ("bathymetry", -depth, "", (*refused, "bathymetry holds heights or depths", "73 % of the region")),
            ("bathymetry", depth, "", (*refused, "27 % of the region")),
            ("z", -depth, "", refused),
            ("z", depth, ", positive: down", ()),
            ("bathymetry", -depth, ", positive: up", ()),
            ("h", np.where(depth > 0.0, depth, 0.0), "", ()),
            ("depth", np.where(depth > 0.0, depth, np.nan), "", ()),
            ("depth", np.where(depth > 0.0, 1e3 * depth, np.nan), "", ("mean depth of 1e+06 m", "12000 m")),
        ):
            with netCDF4.Dataset(self.folder / "heights.nc", "w") as file:
                for axis, values in (("lat", lat), ("lon", lon)):
                    file.createDimension(axis, len(values))
                    file.createVariable(axis, "f8", (axis,))[:] = values
                file.createVariable(name, "f4", ("lat", "lon"))[:] = heights
            (self.folder / "mesh.yaml").write_text(
                "kind: region\nregion: {west: 0, east: 20, south: 0, north: 10}\nspacing: 200 km\n"
                f"bathymetry: {{file: heights.nc{key}}}\noutput: mesh.nc\n"
            )
            process = run_program("mesh", self.folder / "mesh.yaml")
            if words:
                self.assert_refused(process, "heights.nc", *words)
                continue
            self.assertEqual(process.returncode, 0, process.stderr)
            with netCDF4.Dataset(self.folder / "mesh.nc") as mesh:
                self.assertGreater(mesh["depth"][:].min(), 900.0)

    def test_more_ranks_than_cells(self):
        process = self.make_mesh_from_heights(lambda lon: -1000.0, spacing="900 km")
        self.assertEqual(process.returncode, 0, process.stderr)
        with netCDF4.Dataset(self.folder / "mesh.nc") as file:
            n_cell = file.dimensions["nCells"].size
        self.assertLess(n_cell, 9)
        self.assert_refused(self.run_on_mesh(ranks=n_cell + 1), f"{n_cell} cells", f"{n_cell + 1} ranks")
        process = self.run_on_mesh(ranks=n_cell)
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_a_valid_mesh_runs(self):
        self.make_mesh()
        process = self.run_on_mesh()
        self.assertEqual(process.returncode, 0, process.stderr)


class BadForcing(ProgramTest):
    def run_with_wind(self, *arguments, **keywords):
        write_wind(self.folder / "wind.nc", *arguments, **keywords)
        return run_program("run", self.write_case(FILE_WIND), ranks=2)

    def test_valid_wind_runs(self):
        process = self.run_with_wind(LON, LAT, [0, 6], 10.0)
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_missing_file(self):
        self.assert_refused(run_program("run", self.write_case(FILE_WIND), ranks=2), "wind.nc")

    def test_truncated_file(self):
        path = write_wind(self.folder / "wind.nc", LON, LAT, [0, 6], 10.0)
        os.truncate(path, path.stat().st_size - 1000)
        self.assert_refused(run_program("run", self.write_case(FILE_WIND), ranks=2), "wind.nc")

    def test_truncated_netcdf4(self):
        path = self.folder / "wind.nc"
        with netCDF4.Dataset(path, "w") as file:
            file.createDimension("x", 100000)
            file.createVariable("u10", "f8", ("x",))[:] = np.arange(100000.0)
        os.truncate(path, path.stat().st_size // 2)
        self.assert_refused(run_program("run", self.write_case(FILE_WIND), ranks=2), "wind.nc")

    def test_unreadable_file(self):
        (self.folder / "wind.nc").mkdir()  # not even root can read a folder as a file
        self.assert_refused(run_program("run", self.write_case(FILE_WIND), ranks=2), "wind.nc")

    def test_wrong_unit_of_wind(self):
        with netCDF4.Dataset(write_wind(self.folder / "wind.nc", LON, LAT, [0, 6], 10.0), "a") as file:
            file["u10"].units = "K"
        self.assert_refused(run_program("run", self.write_case(FILE_WIND), ranks=2), "wind.nc", "u10", "K")

    def test_wind_that_ends_too_early(self):
        self.assert_refused(self.run_with_wind(LON, LAT, [-6, 0], 10.0), "wind.nc", "2000-01-01")
        self.assertEqual(self.complete_output(), [])

    def test_nan_over_sea(self):
        wind = np.full((2, len(LAT), len(LON)), 10.0)
        wind[1, 8:12, 10:14] = np.nan
        self.assert_refused(self.run_with_wind(LON, LAT, [0, 6], wind), "wind.nc", "2000-01-01T06:00:00Z")

    def test_nan_at_a_late_date_is_found_before_the_run(self):
        wind = np.full((25, len(LAT), len(LON)), 10.0)
        wind[20:, 8:12, 10:14] = np.nan
        write_wind(self.folder / "wind.nc", LON, LAT, np.arange(25), wind)
        end = ("end: 2000-01-01T01:00:00Z", "end: 2000-01-02")
        for ranks in (1, 3):
            process = run_program("run", self.write_case(FILE_WIND, end), ranks=ranks)
            self.assert_refused(process, "wind.nc", "2000-01-01T20:00:00Z", "longitude")
            self.assertFalse(self.out.exists())

    def test_wind_that_does_not_cover_the_domain(self):
        self.assert_refused(self.run_with_wind(LON, LAT[9:], [0, 6], 10.0), "wind.nc")

    def test_impossible_wind_and_files_of_another_kind(self):
        for command in ("check", "run"):
            write_wind(self.folder / "wind.nc", LON, LAT, [0, 6], [[[10.0]], [[200.0]]])
            process = run_program(command, self.write_case(FILE_WIND), ranks=2)
            self.assert_refused(process, "wind.nc", "200 m s-1 at 2000-01-01T06:00:00Z", "longitude")
        (self.folder / "wind.nc").write_bytes(b"GRIB\0\0\0\2 and more")
        self.assert_refused(run_program("check", self.write_case(FILE_WIND)), "wind.nc", "GRIB", "cdo -f nc copy")
        (self.folder / "wind.nc").unlink()
        os.mkfifo(self.folder / "wind.nc")
        self.assert_refused(run_program("check", self.write_case(FILE_WIND), time_limit=10), "wind.nc", "is a pipe")

    def test_wind_by_a_pattern(self):
        for hour in (0, 6):
            write_wind(self.folder / f"wind_{hour:02}.nc", LON, LAT, [hour], 10.0)
        pattern = (FILE_WIND[0], "wind: {kind: file, files: ['wind_*.nc']}")
        self.succeed("run", self.write_case(pattern))
        self.assertIn("wind_06.nc", (self.out / "resolved.yaml").read_text())
        self.assert_refused(run_program("check", self.write_case((FILE_WIND[0], pattern[1].replace("_*", "x*")))),
                            "case.yaml", "windx*.nc", "pattern")  # fmt: skip

    def test_no_wind_variable(self):
        with netCDF4.Dataset(self.folder / "wind.nc", "w") as file:
            file.createDimension("x", 3)
            file.createVariable("temperature", "f4", ("x",))[:] = 1.0
        self.assert_refused(run_program("run", self.write_case(FILE_WIND), ranks=2), "wind.nc", "temperature")


if __name__ == "__main__":
    unittest.main()
