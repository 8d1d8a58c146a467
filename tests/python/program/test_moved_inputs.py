# SPDX-License-Identifier: Apache-2.0
"""A continued run recognises its inputs by content: files may be moved and renamed, and changes are reported."""

import re
import shutil
import unittest

import netCDF4
import numpy as np
from faults import run_killed_at_rename
from program_case import ProgramTest, contents, overrides, run_program, write_wind
from test_restart import line_with
from wave_files import copy_file, write_parameters, write_spectra

LON, LAT = range(0, 360, 30), range(-90, 91, 30)
SINCE = "2000-01-01 18:00"
CASE = """
time: {{start: 2000-01-01T18:00:00Z, end: {end}, step: 30 min}}
mesh: {{kind: icosahedral, bisections: 3}}
spectrum: {{directions: 12, frequencies: 12, first_frequency: 0.06 Hz}}
wind: {{kind: file, files: [{winds}]}}
output:
  folder: {folder}
  fields: {{interval: 30 min, names: [hs], format: netcdf4}}
  lat_lon: {{interval: 0}}
  tracks: {{interval: 1 h, files: [{{name: ship, file: {ship}}}]}}
  boundaries: [{{name: nest, mesh: {mesh}, interval: 30 min, run: nest.yaml}}]
  restart: {{interval: 1 h, keep: 100}}
"""
NEST = """
time: {{start: 2000-01-01T18:00:00Z, end: {end}, step: 15 min}}
mesh: {{file: {mesh}}}
spectrum: {{directions: 12, frequencies: 12, first_frequency: 0.06 Hz}}
wind: {{kind: none}}
boundary: {{kind: file, files: [{folder}/boundary_nest.nc], max_distance: 600 km}}
output:
  folder: nest
  fields: {{interval: 1 h, names: [hs]}}
  lat_lon: {{interval: 0}}
  restart: {{interval: 1 h, keep: 100}}
"""
REGION = """
kind: region
region: {west: -60, east: -20, south: -15, north: 15}
spacing: 500 km
bathymetry: {depth: 4000 m}
"""
SHIP = "time,lon,lat\n2000-01-01T17:00:00Z,170,10\n2000-01-01T22:30:00Z,-170,12\n2000-01-02T06:00:00Z,-160,14\n"
FIRST = {"winds": ["wind_a.nc", "wind_b.nc"], "folder": "out", "ship": "ship.csv", "mesh": "mesh.nc"}
END = "2000-01-02T03:00:00Z"


def speed(hours):
    """Eastward wind [hours][latitude][longitude] in m s-1."""
    return np.repeat(8 + (1 + np.array(hours))[:, None, None] * np.cos(np.radians(LON)), len(LAT), axis=1)


def write_hours(path, first, last):
    hours = range(first, last + 1)
    write_wind(path, LON, LAT, hours, speed(hours), since=SINCE)


class MovedTest(ProgramTest):
    mesh = b""  # the content of the mesh file, which is made only once

    def write_job(self, name, **changes):
        """Makes a folder with a case, a case nested in it, and their inputs; returns the folder.

        Both cases are of nine hours, unless `changes` has another `end`.
        """
        self.names = {**FIRST, **changes}
        place = self.folder / name
        place.mkdir()
        if not self.mesh:
            (place / "mesh.yaml").write_text(REGION)
            self.succeed("mesh", place / "mesh.yaml", "--output", place / "mesh.nc")
            type(self).mesh = (place / "mesh.nc").read_bytes()
        (place / self.names["mesh"]).write_bytes(self.mesh)
        (place / self.names["ship"]).write_text(SHIP)
        for wind, (first, last) in zip(self.names["winds"], ((0, 5), (4, 9)), strict=True):
            write_hours(place / wind, first, last)
        self.write_cases(place)
        return place

    def write_cases(self, place):
        values = {"end": END, **self.names, "winds": ", ".join(self.names["winds"])}
        (place / "case.yaml").write_text(CASE.format(**values))
        (place / "nest.yaml").write_text(NEST.format(**values))

    def move(self, place, name, **names):
        """Moves the job to another folder and renames its files; if there are fewer names in `winds` than
        wind files, they are given to the last files."""
        new = self.folder / name
        shutil.move(place, new)
        for key, file in names.items():
            if key != "winds":
                (new / self.names[key]).rename(new / file)
        for number, wind in enumerate(reversed(names.get("winds", []))):
            (new / self.names["winds"][-1 - number]).rename(new / wind)
        self.names |= names
        self.write_cases(new)
        return new

    def whole_output(self, place, *folders):
        """Bytes of all complete files by folder and name, without the job's path in their headers."""
        return {
            (number, path.name): path.read_bytes().replace(str(place).encode(), b"")
            for number, folder in enumerate(folders)
            for path in (place / folder).glob("*.nc")
        }

    def assert_same(self, found, expected):
        self.assertEqual(found.keys(), expected.keys())
        for name, content in expected.items():
            self.assertTrue(found[name] == content, name)

    def kill(self, number, place, *arguments):
        killed = run_killed_at_rename(number, "run", *arguments, "case.yaml", cwd=place)
        self.assertTrue(killed)


class Moves(MovedTest):
    def test_a_job_that_moves_three_times_ends_as_one_that_stays(self):
        """The winds, the track, the mesh and the output folder are renamed on the way, and winds that are no longer
        needed are left out.
        """
        stays = self.write_job("job_0")
        said = self.succeed("run", "case.yaml", cwd=stays)
        expected = self.whole_output(stays, "out", "nest")
        self.assertEqual(len([name for _, name in expected if name.startswith("restart_")]), 18)
        self.assertIn((0, "fields_20000101.nc"), expected)
        place = self.write_job("job_1")
        self.kill(13, place)
        place = self.move(place, "job_2", folder="sea", ship="cruise.csv", mesh="region.nc", winds=["1.nc", "2.nc"])
        self.kill(13, place, "--continue")
        place = self.move(place, "job_3", folder="waves", winds=["last.nc"])
        self.kill(24, place, "--continue")
        self.assertTrue((place / "nest" / "restarts.txt").exists())
        place = self.move(place, "job_4", ship="ship.csv")
        again = self.succeed("run", "--continue", "case.yaml", cwd=place, ranks=3)
        self.assertIn("nest: the run goes on from 2000-01-0", again)
        self.assertNotIn("other values", again)
        self.assert_same(self.whole_output(place, "waves", "nest"), expected)
        self.assertEqual(line_with(again, "nest: state checksum"), line_with(said, "nest: state checksum"))

    def test_restarts_of_equal_seas_are_equal_in_bytes_wherever_their_inputs_lie(self):
        """Inputs differ in folders, names, links, formats and number of files, and runs in the number of ranks."""
        expected = self.restarts(self.write_job("job", end="2000-01-01T22:00:00Z"))
        self.assertEqual(len(expected), 8)
        other = self.write_job(
            "elsewhere", end="2000-01-01T22:00:00Z", ship="tour.csv", winds=["wind_1.nc", "wind_2.nc"]
        )
        (other / "data").mkdir()
        write_hours(self.folder / "all.nc", 0, 9)
        copy_file(self.folder / "all.nc", other / "data" / "all.nc")
        for wind in self.names["winds"]:
            (other / wind).unlink()
        (other / "mesh.nc").rename(self.folder / "region.nc")
        (other / "mesh.nc").symlink_to(self.folder / "region.nc")
        self.names["winds"] = [f"{other}/data/*.nc"]
        self.write_cases(other)
        self.assert_same(self.restarts(other, ranks=3, case="elsewhere/case.yaml"), expected)

    def restarts(self, place, ranks=1, case=None):
        self.succeed("run", case or "case.yaml", cwd=self.folder if case else place, ranks=ranks)
        return {
            name: content for name, content in self.whole_output(place, "out", "nest").items() if "restart" in name[1]
        }

    def test_a_run_that_reached_its_end_and_moved_has_nothing_to_do(self):
        (self.folder / "job_0").mkdir()
        self.write_case((f"{self.folder}/out", "out")).rename(self.folder / "job_0" / "case.yaml")
        self.succeed("run", self.folder / "job_0" / "case.yaml")
        (self.folder / "job_0").rename(self.folder / "job_1")
        said = self.succeed("run", "--continue", self.folder / "job_1" / "case.yaml")
        self.assertIn("nothing to do", said)


class ChangedTest(MovedTest):
    """A run that ended at 03:00 and is continued with changed inputs."""

    def write_run(self, *settings):
        self.wind = self.folder / "wind.nc"
        self.write_wind()
        (self.folder / "ship.csv").write_text(SHIP.replace("01T17", "01T00").replace("01T22:30", "01T02:30"))
        self.case = self.write_case(
            ("end: 2000-01-01T01:00:00Z", "end: 2000-01-01T05:00:00Z"),
            ("wind: {kind: constant, speed: 10 m/s}", "wind: {kind: file, files: [wind.nc]}"),
            ("lat_lon: {interval: 0}", "lat_lon: {interval: 0}\n  restart: {interval: 1 h}"),
            more="\n".join(("  tracks: {interval: 30 min, files: [{name: ship, file: ship.csv}]}", *settings)),
        )
        self.succeed("run", self.case, "--set", "time.end=2000-01-01T03:00:00Z")

    def write_wind(self, hours=range(7), other=(), path=None):
        """Writes winds that are slightly stronger at the hours `other`."""
        u = np.array(speed(hours))
        for hour in other:
            u[list(hours).index(hour)] += 0.01
        write_wind(path or self.wind, LON, LAT, hours, u)

    def go_on(self, *words, more=()):
        """Continues the run to 05:00, always from the same state; if words are given, exactly one warning must report
        other values and contain the words, otherwise none.
        """
        before = self.folder / "before"
        if not before.exists():
            shutil.copytree(self.out, before)
        shutil.rmtree(self.out)
        shutil.copytree(before, self.out)
        said = self.succeed("run", "--continue", self.case, *more)
        self.assertIn("goes on from 2000-01-01T03:00:00Z", said)
        warnings = re.findall("(?m)^warning: (.* has other values .*)", said)
        self.assertEqual(len(warnings), 1 if words else 0, warnings)
        for word in words:
            self.assertIn(word, warnings[0])


class Changes(ChangedTest):
    def test_of_winds_at_dates_that_were_used_are_told(self):
        self.write_run()
        other = "has other values at 2000-01-01T0{}:00:00Z than those that the run has used up to 2000-01-01T03:00:00Z"
        self.go_on()
        self.write_wind(other=(2, 3, 4))
        self.go_on("the wind of", "wind.nc", other.format(2))
        self.write_wind(other=(4, 5, 6))  # changes later dates only, as a new analysis would
        self.go_on()
        self.write_wind(range(3, 7), other=(4,))
        self.go_on()
        self.write_wind(range(1, 7), other=(1,))
        self.go_on(other.format(1))
        hours = np.array([0, 1, 1.5, 2, 3, 4, 5])
        self.write_wind(list(hours))
        self.go_on("has other values at 2000-01-01T01:30:00Z")
        self.write_wind([0, 2, 3, 4, 5])
        self.go_on(other.format(1), more=("--set", "wind.fill_missing_dates=interpolate", "--set", "wind.max_gap=6 h"))

    def test_restarts_of_another_member_stay(self):
        """The other member has the same settings and other winds."""
        self.write_run()
        name = "restart_20000101T050000Z.nc"
        self.write_wind(other=(1, 2))
        self.succeed("run", self.case, "--set", f"output.folder={self.folder}/member")
        member = (self.folder / "member" / name).read_bytes()
        self.write_wind()
        for how in (["--continue"], ["--from", "2000-01-01T02"], []):
            (self.out / name).write_bytes(member)
            said = self.succeed("run", *how, self.case, ranks=2)
            self.assertIn(f"is kept as '{self.out / name}.other'", said)
            self.assertEqual((self.out / f"{name}.other").read_bytes(), member)
            (self.out / f"{name}.other").unlink()
            self.succeed("run", self.case, "--set", "time.end=2000-01-01T03:00:00Z")

    def test_of_the_sea_that_it_began_from_are_told(self):
        self.succeed("run", self.write_case(("fields:", "restart: {interval: 1 h}\n  fields:")))
        restart, spring = self.out / "restart_20000101T010000Z.nc", self.folder / "spring.nc"
        shutil.move(restart, spring)
        self.write_run("initial: {kind: restart, file: spring.nc}")
        self.go_on()
        with netCDF4.Dataset(spring) as file:
            self.assertEqual(file.date, "2000-01-01T01:00:00Z")
        shutil.copy(self.out / "restart_20000101T040000Z.nc", spring)
        self.go_on("the sea of", "spring.nc", "at 2000-01-01T00:00:00Z")
        spring.unlink()
        self.go_on()

    def test_of_a_track_are_told(self):
        self.write_run()
        ship = self.folder / "ship.csv"
        content = ship.read_text()
        ship.write_text(content.replace("-170,12", "-171,12"))
        self.go_on("the track 'ship' of", "ship.csv", "00:30:00Z")
        ship.write_text(content + "2000-01-02T12:00:00Z,-155,14\n")
        self.go_on()

    def test_of_what_enters_are_told(self):
        place = self.write_job("job")
        self.out, waves = place / "nest", place / "waves.nc"
        self.case = place / "nest.yaml"
        text = self.case.read_text().replace("out/boundary_nest.nc", "waves.nc").replace("600 km", "4000 km")
        self.case.write_text(text.replace("T18", "T00").replace(END, "2000-01-01T05:00:00Z"))

        def write(on_grid, hours, factor=1.0):
            if on_grid:
                write_parameters(waves, np.arange(-80.0, 1.0, 20), np.arange(-40.0, 41.0, 20), hours, on_grid=True)
            else:
                write_spectra(waves, [-60.0, -20.0], [0.0, 0.0], hours)
            with netCDF4.Dataset(waves, "r+") as file:
                variable = file["swh" if on_grid else "efth"]
                variable[:] = factor * variable[:]

        for on_grid in (False, True):
            for folder in (self.out, self.folder / "before"):
                shutil.rmtree(folder, ignore_errors=True)
            write(on_grid, range(7))
            self.succeed("run", self.case, "--set", "time.end=2000-01-01T03:00:00Z")
            self.go_on()
            write(on_grid, range(7), 1.1)
            self.go_on("the file of waves", "waves.nc", "at 2000-01-01T00:00:00Z")

    def test_of_waves_that_it_began_from_are_told(self):
        sea = self.folder / "sea.nc"

        def write(height):
            write_parameters(sea, range(0, 360, 20), range(-80, 81, 20), range(2), on_grid=True)
            with netCDF4.Dataset(sea, "r+") as file:
                file["swh"][:] = height

        write(2.0)
        self.write_run("initial: {kind: file, files: [sea.nc], max_distance: 3000 km}")
        write(2.5)
        self.go_on("the file of waves", "sea.nc", "at 2000-01-01T00:00:00Z")
        sea.unlink()
        self.go_on()

    def test_of_a_steady_input_are_refused(self):
        current = self.folder / "current.nc"

        def write(east):
            with netCDF4.Dataset(current, "w") as file:
                for name, values in (("latitude", LAT), ("longitude", LON)):
                    file.createDimension(name, len(values))
                    file.createVariable(name, "f8", (name,))[:] = values
                file["latitude"].units, file["longitude"].units = "degrees_north", "degrees_east"
                for name, value in (("uo", east), ("vo", 0.0)):
                    file.createVariable(name, "f4", ("latitude", "longitude"))[:] = value
                    file[name].units = "m s-1"

        write(0.5)
        self.write_run("current: {kind: file, files: [current.nc]}")
        write(0.6)
        process = run_program("run", "--continue", self.case)
        self.assert_refused(process, "cannot go on from", "the current of", "current.nc", "has other values than those")
        others = ("time.end=2000-01-01T02:30:00Z", f"output.folder={self.folder}/others")
        self.succeed("run", self.case, *overrides(others))
        write(0.5)
        self.go_on()
        shutil.rmtree(self.out)
        shutil.copytree(self.folder / "before", self.out)
        (self.out / "restart_20000101T030000Z.nc").unlink()
        foreign = "restart_20000101T023000Z.nc"
        shutil.copy(self.folder / "others" / foreign, self.out)
        said = self.succeed("run", "--continue", self.case)
        self.assertIn(f"the restart '{self.out / foreign}' cannot be used: the current of", said)
        self.assertIn("goes on from 2000-01-01T02:00:00Z", said)


class Formats(ChangedTest):
    def change_restarts(self, change):
        """Changes the attributes in the headers of all restarts and updates their checksums."""
        for path in self.out.glob("restart_*.nc"):
            with netCDF4.Dataset(path, "r+") as file:
                facts = {name: file.getncattr(name) for name in file.attributes.split()}
                for name in change(facts):
                    file.delncattr(name)
                    del facts[name]
                checksum = 0xCBF29CE484222325
                for byte in "".join(f"{name}={value}\n" for name, value in facts.items()).encode():
                    checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
                file.setncatts({**facts, "attributes": " ".join(facts), "attributes_checksum": f"{checksum:016x}"})

    def test_restarts_of_the_one_before_and_of_another_version_are_read(self):
        self.write_run()
        unbroken = self.succeed("run", self.case, "--set", "output.folder=unbroken", cwd=self.folder)

        def make_old(facts):
            facts["title"], facts["program"] = "Groundswell restart 2", "0.0.9"
            facts["settings"] += "wind.files: /gone/wind.nc\noutput.tracks.files[0].file: /gone/ship.csv\n"
            return ["inputs"]

        self.change_restarts(make_old)
        said = self.succeed("run", "--continue", self.case)
        self.assertIn("was written by Groundswell 0.0.9; the run goes on with", said)
        self.assertIn("does not record which winds and other inputs its run has read", said)
        self.assertEqual(line_with(said, "state checksum"), line_with(unbroken, "state checksum"))

    def test_restarts_of_later_ones_are_refused(self):
        self.write_run()

        def make_later(facts):
            facts["title"], facts["program"] = "Groundswell restart 99", "9.0.0"
            return []

        self.change_restarts(make_later)
        before = contents(self.folder)
        words = "restart of format 99, written by Groundswell 9.0.0", "reads the formats 2 to 3", "finish the run with"
        self.assert_refused(run_program("run", "--continue", self.case), *words)
        self.assertEqual(contents(self.folder), before)
        hot = ("initial.kind=restart", f"initial.file={self.out}/restart_20000101T030000Z.nc", "output.folder=hot")
        process = run_program("run", self.case, *overrides(hot))
        self.assert_refused(process, *words[:2])


if __name__ == "__main__":
    unittest.main()
