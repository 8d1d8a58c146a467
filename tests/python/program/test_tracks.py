# SPDX-License-Identifier: Apache-2.0
"""Output along tracks: what the program writes and reports, and bad tracks, which are refused with an error message."""

import unittest

import netCDF4
import numpy as np
from program_case import ProgramTest, run_program

HEAD = "time,lon,lat\n"
SHIP = HEAD + "1999-12-31T23:00:00Z,170,10\n2000-01-01T00:30:00Z,-170,12\n2000-01-01T06:00:00Z,-160,14\n"


class Tracks(ProgramTest):
    def write_tracks(self, content=SHIP, *replacements, more="interval: 30 min", name="ship.csv"):
        """Writes a case with one track, and the track's file unless its content is None."""
        if content is not None:
            (self.folder / name).write_text(content)
        tracks = f"  tracks: {{{more}, files: [{{name: ship, file: {name}}}]}}"
        return self.write_case(*replacements, more=tracks)

    def refuse(self, content, *words, ranks=1, **keywords):
        case = self.write_tracks(content, **keywords)
        self.assert_refused(run_program("check", case, ranks=ranks), *words)

    def test_spectra_along_a_ship(self):
        case = self.write_tracks()
        said = self.succeed("check", case)
        self.assertIn("track 'ship': in the sea at 3 dates", said)
        bits = set()
        for ranks in (1, 3):
            self.succeed("run", case, ranks=ranks)
            bits.add((self.out / "track_ship.nc").read_bytes())
        self.assertEqual(len(bits), 1)
        with netCDF4.Dataset(self.out / "track_ship.nc") as file:
            self.assertEqual(file["efth"].shape, (3, 1, 12, 12))
            self.assertAlmostEqual(float(file["longitude"][1, 0]), -170.0, 4)
            self.assertAlmostEqual(float(file["latitude"][1, 0]), 12.0, 4)
            self.assertTrue(np.allclose(file["wnd"][:], 10.0, atol=0.1))
            energy = file["efth"][:].sum(axis=(1, 2, 3))
            self.assertTrue(0.0 == energy[0] < energy[1] < energy[2], energy)

    def test_dates_outside_the_run_are_a_warning(self):
        late = SHIP.replace("1999-12-31", "2000-01-02").replace("2000-01-01", "2000-01-03")
        process = run_program("check", self.write_tracks(late))
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("ship.csv' has no date of output within the run", process.stdout + process.stderr)

    def test_a_track_that_has_lost_its_oldest_positions_is_named(self):
        restart = ("lat_lon: {interval: 0}", "lat_lon: {interval: 0}\n  restart: {interval: 30 min}")
        case = self.write_tracks(SHIP, restart)
        self.succeed("run", case)
        (self.folder / "ship.csv").write_text(SHIP.replace("1999-12-31T23:00:00Z,170,10\n", ""))
        process = run_program("run", "--continue", case, "--set", "time.end=2000-01-01T02:00:00Z")
        self.assert_refused(process, "track_ship.nc", "ship.csv' begins at 2000-01-01T00:30:00Z", "positions back, or")
        self.assertEqual(process.returncode, 3)

    def test_bad_tracks(self):
        self.refuse(None, "there is no file", "absent.csv", name="absent.csv", ranks=2)
        self.refuse("", "ship.csv", "no positions", ranks=2)
        self.refuse(SHIP + "2000-01-01T05:00:00Z,0,0\n", "ship.csv:5", "T05:00:00Z, which is earlier than")
        self.refuse(SHIP + "2000-01-01T07:00:00Z,,0\n", "ship.csv:5", "no longitude")
        self.refuse("GRIB" + SHIP, "ship.csv:1", "no column is called time")
        self.refuse(SHIP, "output.tracks.interval is 2700 s", "1800 s or 3600 s", more="interval: 45 min")
        self.refuse(SHIP, "output.tracks.start", "time.step", more="start: 2000-01-01T00:10:00Z")
        self.refuse("no netCDF", "ship.nc", name="ship.nc")
        self.assertFalse(self.out.exists())

    def test_more_tracks_than_files_that_can_be_open(self):
        case = self.write_tracks()
        one = "{name: ship, file: ship.csv}"
        many = ", ".join(one.replace("ship,", f"ship{i},") for i in range(1001))
        case.write_text(case.read_text().replace(one, many))
        self.assert_refused(run_program("check", case), "ask for 1001 files", "at most 1000", "max_gap")

    def test_bad_netcdf_tracks(self):
        for change, words in (
            (lambda file: file["lon"].setncattr("units", "m"), ("'lon'", "not degrees")),
            (lambda file: file["time"].__setitem__(1, 9.0), ("position 3", "sort the positions")),
        ):
            with netCDF4.Dataset(self.folder / "ship.nc", "w") as file:
                file.createDimension("obs", 3)
                for name, kind, values in (
                    ("time", "f8", [0, 1, 2]),
                    ("lon", "f4", [1, 2, 3]),
                    ("lat", "i2", [4, 5, 6]),
                ):
                    file.createVariable(name, kind, ("obs",), fill_value=-99)[:] = values
                file["time"].units = "hours since 2000-01-01"
                change(file)
            self.refuse(None, "ship.nc", *words, name="ship.nc")

    def test_a_track_outside_the_domain(self):
        plane = ("mesh: {kind: icosahedral, bisections: 2}", "mesh: {kind: strip, length: 8, width: 4, spacing: 9 km}")
        self.assert_refused(run_program("check", self.write_tracks(SHIP, plane)), "'ship'", "lies in the plane")
        (self.folder / "mesh.yaml").write_text(
            "kind: region\nregion: {west: 0, east: 20, south: 0, north: 10}\nspacing: 400 km\n"
            f"bathymetry: {{depth: 4000 m}}\noutput: {self.folder}/mesh.nc\n"
        )
        self.succeed("mesh", self.folder / "mesh.yaml")
        region = ("mesh: {kind: icosahedral, bisections: 2}", "mesh: {file: mesh.nc}")
        for ranks in (1, 2):
            said = self.succeed("run", self.write_tracks(SHIP, region), ranks=ranks)
            self.assertRegex(said, "warning: .*ship.csv' lies outside of the sea of this mesh at all of its 3 dates")
            with netCDF4.Dataset(self.out / "track_ship.nc") as file:
                self.assertTrue(np.ma.getmaskarray(file["efth"][:]).all())
        entering = HEAD + "2000-01-01T00:00:00Z,-60,5\n2000-01-01T01:00:00Z,10,5\n"
        said = self.succeed("run", self.write_tracks(entering, region), ranks=2)
        self.assertIn("in the sea at 1 dates, out of reach and missing at 2", said)
        with netCDF4.Dataset(self.out / "track_ship.nc") as file:
            self.assertEqual(np.ma.getmaskarray(file["distance"][:]).sum(), 2)
            self.assertFalse(np.ma.getmaskarray(file["longitude"][:]).any())

    def test_the_track_is_an_input(self):
        """A track file that the run would overwrite is refused and stays as it is."""
        self.out.mkdir()
        with netCDF4.Dataset(self.out / "track_ship.nc", "w") as file:
            file.createDimension("obs", 2)
            for name, values in (("time", [0, 1]), ("lon", [1, 2]), ("lat", [4, 5])):
                file.createVariable(name, "f8", ("obs",))[:] = values
            file["time"].units = "hours since 2000-01-01"
        before = (self.out / "track_ship.nc").read_bytes()
        case = self.write_tracks(None, name="out/track_ship.nc")
        self.assert_refused(run_program("run", case), "track_ship.nc")
        self.assertEqual((self.out / "track_ship.nc").read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
