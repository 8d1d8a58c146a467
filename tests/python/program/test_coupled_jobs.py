# SPDX-License-Identifier: Apache-2.0
"""Jobs of components: a run that takes its winds from a data component equals one that reads them itself."""

import shutil
import unittest

import netCDF4
import numpy as np
from coupled_case import ALL_FIELDS, COUPLED, FROM_FILES, LAT, LON, QUANTITIES, REGION, TIME, CoupledTest, write_forcing
from program_case import run_program, write_wind


class SameAnswer(CoupledTest):
    """The answers of a job and of the run that reads its winds itself."""

    def setUp(self):
        super().setUp()
        write_forcing(self.folder / "forcing.nc")
        self.write_data(FROM_FILES)
        self.alone = None

    def check_splits(self, splits, more=""):
        self.alone = self.alone or self.answer(self.write_sea("alone", FROM_FILES), "alone")
        self.write_sea("waves", COUPLED, more=more)
        for data, waves in splits:
            self.write_job(*ALL_FIELDS, data=data, waves=waves)
            self.assert_same(self.answer(self.job, "waves", data + waves), self.alone, f"{data} + {waves} processes")

    def test_all_quantities_by_two_splits(self):
        self.check_splits(((1, 1),))
        self.check_splits(((2, 3),), more="  servers: 1")


class Later(SameAnswer):
    """What takes longer."""

    test_all_quantities_by_two_splits = None

    def test_each_quantity_counts(self):
        """Otherwise the tests above would say nothing about that quantity."""
        checksums = set()
        for quantity in QUANTITIES:
            forcing = FROM_FILES.replace("{kind: file, files: [forcing.nc]}", "{kind: none}")
            if quantity == "wind":
                forcing = FROM_FILES.replace("wind: {kind: file", "wind: {kind: none")
            elif quantity == "air_density":
                forcing = FROM_FILES.replace("air_density: {kind: file, files: [forcing.nc]}", "relative: true")
            else:
                line = f"{quantity}: {{kind: file, files: [forcing.nc]}}"
                self.assertIn(line, FROM_FILES)
                forcing = FROM_FILES.replace(line, "")
            checksums.add(self.answer(self.write_sea("alone", forcing), "alone")[0])
        checksums.add(self.answer(self.write_sea("alone", FROM_FILES), "alone")[0])
        self.assertEqual(len(checksums), len(QUANTITIES) + 1)

    def test_all_quantities_by_all_splits(self):
        self.check_splits([(data, waves) for data in range(1, 6) for waves in range(1, 4)])

    def test_servers_on_all_splits(self):
        self.check_splits([(1, 2), (5, 3), (3, 3)], more="  servers: 1")
        self.check_splits([(1, 4), (2, 3)], more="  servers: 2")

    def test_a_nested_run_has_ranks_of_its_component(self):
        (self.folder / "mesh.yaml").write_text(REGION.format(west=0, east=30))
        self.succeed("mesh", self.folder / "mesh.yaml", "--output", self.folder / "nest.nc")
        boundaries = "  boundaries: [{{name: nest, mesh: nest.nc, interval: 30 min{}}}]"
        nest = self.folder / "nest.yaml"

        def write_nest(larger):
            boundary = f"boundary: {{kind: file, files: [{larger}/boundary_nest.nc], max_distance: 2000 km}}"
            self.write_sea("nest", f"wind: {{kind: none}}\n{boundary}", mesh="mesh: {file: nest.nc}")
            nest.write_text(nest.read_text().replace("initial: {kind: jonswap, fetch: 300 km}", ""))

        mesh = "mesh: {kind: icosahedral, bisections: 4}"
        self.write_data(FROM_FILES, mesh=mesh)
        alone = self.write_sea("alone", FROM_FILES, mesh=mesh, more=boundaries.format(""))
        write_nest("alone")
        self.succeed("run", alone)
        expected = self.answer(nest, "nest")
        shutil.rmtree(self.folder / "alone")
        self.write_sea("waves", COUPLED, mesh=mesh, more=boundaries.format(", run: nest.yaml, ranks: 2"))
        write_nest("waves")
        for data, waves in ((1, 3), (2, 4)):
            self.write_job(*ALL_FIELDS, data=data, waves=waves)
            said = self.succeed("run", self.job, ranks=data + waves)
            self.assertIn(f"waves: nest: {expected[0]}", said)
            with netCDF4.Dataset(self.folder / "nest/fields.nc") as file:
                np.testing.assert_array_equal(np.ma.filled(file["hs"][:], -999), expected[1]["hs"])
            for name in ("waves", "nest"):
                shutil.rmtree(self.folder / name)
        self.write_job(*ALL_FIELDS, waves=2)
        process = run_program("run", self.job, ranks=3)
        self.assert_refused(process, "waves: ", "2 ranks, but needs at least 3", "raise the ranks of waves")


class Use(CoupledTest):
    """What `use`, `period`, `lag` and `first` do to a wind that changes once an hour."""

    def wind_at(self, words, by_hour=(10.0, 14.0, 6.0)):
        """The eastward wind [m s-1] that the waves write each half hour."""
        speeds = np.reshape(by_hour, (-1, 1, 1))
        write_wind(self.folder / "forcing.nc", LON, LAT, range(len(by_hour)), speeds)
        time = TIME.replace("01:30", "02:00")
        self.write_sea("waves", time=time)
        self.write_data(time=time)
        self.write_job(f"name: wind, regridding: none, {words}")
        _, fields = self.answer(self.job, "waves", 2)
        return np.median(fields["uwnd"], axis=1)  # near the poles, a zonal wind is not the same everywhere

    def assert_winds(self, words, *expected):
        np.testing.assert_allclose(self.wind_at(words), expected, rtol=1e-6, err_msg=words)

    def test_values_are_held_or_change_until_the_next_date(self):
        self.assert_winds("period: 1 h", 10, 10, 10, 14, 14)
        self.assert_winds("period: 1 h, use: next", 14, 14, 14, 6, 6)
        self.assert_winds("period: 1 h, use: linear", 10, 12, 14, 10, 6)
        self.assert_winds("period: 1 h, lag: 1 h, first: 3", 3, 3, 3, 10, 10)
        self.assert_winds("period: 1 h, offset: 30 min, first: 3", 3, 3, 12, 12, 10)

    def test_statistics_of_the_steps_of_a_period(self):
        self.assert_winds("period: 1 h, statistic: mean, first: 3", 3, 3, 3, 13, 13)

    def test_the_first_values_are_those_of_a_file(self):
        """Of a wind in knots that differs from cell to cell, at the second of two dates."""
        n_cell = 162
        wind = np.linspace(1, 20, n_cell)
        with netCDF4.Dataset(self.folder / "first.nc", "w") as file:
            file.createDimension("time", 2)
            file.createDimension("nCells", n_cell)
            file.createVariable("time", "f8", ("time",))[:] = -6, 0
            file["time"].units = "hours since 2000-01-01"
            for name, values in (("u", wind), ("v", 0 * wind)):
                file.createVariable(name, "f8", ("time", "nCells"))[:] = np.stack((0 * wind, values))
                file[name].units = "kt"
        words = "period: 1 h, lag: 1 h, first_file: first.nc"
        self.wind_at(f"{words}, first_variables: [u, v]")
        _, fields = self.answer(self.job, "waves", 2)
        for date in range(3):
            np.testing.assert_allclose(fields["uwnd"][date], wind * 1852 / 3600, rtol=1e-6)
        self.assertLess(np.ptp(fields["uwnd"][3]), 1)
        for wrong, *said in (
            ("regridding: none", "2 part(s), but fields.first_variables has 1"),
            ("first_variables: [u, w]", "fields, wind (data -> waves): ", "first.nc", "w"),
            ("first: 3", "fields[1].first is 3, but there is a fields[1].first_file, too"),
        ):
            self.write_job(f"name: wind, {words}, {wrong}")
            self.assert_refused(run_program("run", self.job, ranks=2), *said)


class Check(CoupledTest):
    def test_it_lists_the_exchanges_of_the_first_day(self):
        write_wind(self.folder / "forcing.nc", LON, LAT, range(49), 10.0)
        time = TIME.replace("01-01T01:30", "01-02T12:00")
        self.write_sea("waves", time=time)
        self.write_data(time=time)
        self.write_job("name: wind, period: 12 h, use: linear, regridding: none", waves=2)
        for ranks in (1, 3):
            said = self.succeed("check", self.job, ranks=ranks)
            listed = said[said.index("exchanges of the first day:") :].split("\n")
            lines = [line for line in listed if line.startswith("  2000-")]  # others may follow, of other processes
            dates = ("2000-01-01T00:00:00Z", "2000-01-01T12:00:00Z", "2000-01-02T00:00:00Z")
            self.assertEqual(lines, [f"  {date}  wind  data -> waves  for {date}" for date in dates])
            self.assertFalse((self.folder / "waves").exists())
        self.assert_refused(run_program("check", self.job, ranks=2), "3 processes", "there are 2")
        self.assert_refused(run_program("check", self.job, "--ranks", 3), "--ranks 3", "components.ranks")


if __name__ == "__main__":
    unittest.main()
