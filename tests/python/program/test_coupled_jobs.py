# SPDX-License-Identifier: Apache-2.0
"""Jobs of components: a run that takes its winds from a data component equals one that reads them itself.

`test_coupled_jobs.py Later` makes the rest of the splits, kills processes, and starts programs that do not answer.
"""

import os
import re
import shutil
import signal
import subprocess
import time
import unittest

import netCDF4
import numpy as np
from program_case import MPI, PROGRAM, ProgramTest, run_program, write_wind

START = "2000-01-01"
SEA = """
title: test
{time}
{mesh}
spectrum: {{directions: 12, frequencies: 12, first_frequency: 0.06 Hz}}
{forcing}
initial: {{kind: jonswap, fetch: 300 km}}
output:
  folder: {folder}/{out}
  fields: {{interval: 30 min, names: [hs, uwnd]}}
  lat_lon: {{interval: 0}}
{more}
"""
TIME = "time: {start: 2000-01-01, end: 2000-01-01T01:30:00Z, step: 30 min}"
MESH = "mesh: {kind: icosahedral, bisections: 2}"
QUANTITIES = ("wind", "current", "water_level", "ice", "air_density")
FROM_FILES = """
wind: {kind: file, files: [forcing.nc], air_density: {kind: file, files: [forcing.nc]}}
current: {kind: file, files: [forcing.nc]}
water_level: {kind: file, files: [forcing.nc]}
ice: {kind: file, files: [forcing.nc]}
"""
WIND_FROM_FILE = "wind: {kind: file, files: [forcing.nc]}"
COUPLED_WIND = "wind: {kind: coupled}"
COUPLED = """
wind: {kind: coupled, air_density: {kind: coupled}}
current: {kind: coupled}
water_level: {kind: coupled}
ice: {kind: coupled}
"""

ALL_FIELDS = [f"name: {name}, period: 30 min, use: linear, regridding: none" for name in QUANTITIES]
REGION = """
kind: region
region: {{west: {west}, east: {east}, south: 0, north: 30}}
spacing: 400 km
bathymetry: {{depth: 4000 m}}
"""
# A program that calls MPI, but no library of groundswell.
MUTE = "#include <mpi.h>\n#include <unistd.h>\nint main(void) { MPI_Init(0, 0); sleep(30); return MPI_Finalize(); }\n"


def write_forcing(path):
    """Writes winds, currents, levels, ice and density that differ from date to date and from place to place."""
    hours, lat, lon = np.arange(0, 2.01, 0.5), np.arange(-90.0, 91, 30), np.arange(0.0, 360, 30)
    t, y, x = np.meshgrid(hours, np.radians(lat), np.radians(lon), indexing="ij")
    fields = {
        "u10": ("m s-1", 12 + 4 * t + 3 * np.sin(x)),
        "v10": ("m s-1", -3 + 2 * t * t + 2 * np.cos(y)),
        "uo": ("m s-1", 0.3 * np.sin(x) * (1 + t)),
        "vo": ("m s-1", 0.2 * np.cos(x) * (1 + t * t)),
        "zos": ("m", 0.5 * np.sin(x) + 0.2 * t),
        "siconc": ("1", np.clip(0.5 * np.sin(y) + 0.1 * t, 0, 1)),
        "rhoa": ("kg m-3", 1.2 + 0.05 * np.cos(x) + 0.02 * t),
    }
    with netCDF4.Dataset(path, "w", format="NETCDF3_CLASSIC") as file:
        for name, values in (("time", hours), ("latitude", lat), ("longitude", lon)):
            file.createDimension(name, len(values))
            file.createVariable(name, "f8", (name,))[:] = values
        file["time"].units = f"hours since {START} 00:00"
        file["latitude"].units, file["longitude"].units = "degrees_north", "degrees_east"
        for name, (unit, values) in fields.items():
            variable = file.createVariable(name, "f4", ("time", "latitude", "longitude"))
            variable.units = unit
            variable[:] = values


class CoupledTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.job = self.folder / "job.yaml"

    def write_sea(self, name, forcing=COUPLED_WIND, time=TIME, mesh=MESH, more=""):
        path = self.folder / f"{name}.yaml"
        path.write_text(SEA.format(folder=self.folder, out=name, forcing=forcing, time=time, mesh=mesh, more=more))
        return path

    def write_data(self, forcing=WIND_FROM_FILE, time=TIME, mesh=MESH):
        (self.folder / "data.yaml").write_text(f"{time}\n{mesh}\n{forcing}")

    def write_job(self, *fields, data=1, waves=1, coupling=""):
        """Writes job.yaml; each of `fields` has the words of one field behind its source and target."""
        lines = [f"  - {{name: data, kind: data, file: data.yaml, ranks: {data}}}"]
        lines += [f"  - {{name: waves, kind: run, file: waves.yaml, ranks: {waves}}}"]
        items = [f"  - {{source: data, target: waves, {words}}}" for words in fields]
        self.job.write_text("\n".join(("components:", *lines, "fields:", *items, f"coupling: {{{coupling}}}\n")))

    def answer(self, case, name, ranks=1):
        """Runs a case or job; returns the checksum of the run that writes to the folder `name`, and its fields."""
        said = self.succeed("run", case, ranks=ranks)
        with netCDF4.Dataset(self.folder / name / "fields.nc") as file:
            fields = {key: np.ma.filled(variable[:], -999) for key, variable in file.variables.items()}
        shutil.rmtree(self.folder / name)
        return re.search(r"state checksum \w+", said).group(), fields

    def assert_same(self, found, expected, what):
        self.assertEqual(found[0], expected[0], what)
        self.assertEqual(found[1].keys(), expected[1].keys())
        for name, values in expected[1].items():
            np.testing.assert_array_equal(found[1][name], values, f"{what}: {name}")


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

    LON, LAT = np.arange(0.0, 360, 30), np.arange(-90.0, 91, 30)

    def wind_at(self, words, by_hour=(10.0, 14.0, 6.0)):
        """The eastward wind [m s-1] that the waves write each half hour."""
        speeds = np.reshape(by_hour, (-1, 1, 1))
        write_wind(self.folder / "forcing.nc", self.LON, self.LAT, range(len(by_hour)), speeds)
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


class Refused(CoupledTest):
    """Mistakes end all processes with a sentence before anything is written."""

    WIND = "name: wind, period: 30 min, use: linear, regridding: none"

    def setUp(self):
        super().setUp()
        write_wind(self.folder / "forcing.nc", Use.LON, Use.LAT, [0, 1, 2], 10.0)
        self.reset()

    def reset(self):
        self.write_sea("waves")
        self.write_data()
        self.write_job(self.WIND)

    def replace(self, name, old, new):
        path = self.folder / name
        content = path.read_text()
        self.assertIn(old, content)
        path.write_text(content.replace(old, new, 1))

    def refuse(self, *words, ranks=1, case=None):
        """Runs the job; on one process if it is to end before its processes matter."""
        started = time.monotonic()
        with self.subTest(words):
            process = run_program("run", case or self.job, ranks=ranks, time_limit=20)
            self.assert_refused(process, *words)
            self.assertEqual(process.stderr.count("error: "), 1, process.stderr)
            self.assertLess(time.monotonic() - started, 10)
            self.assertEqual([path.name for path in self.folder.glob("*/*.nc")], [])
        for folder in ("waves", "nest"):
            shutil.rmtree(self.folder / folder, ignore_errors=True)
        self.reset()

    def refuse_job(self, old, new, *words, ranks=1):
        self.replace("job.yaml", old, new)
        self.refuse(*words, ranks=ranks)

    def test_mistakes_in_the_job(self):
        self.refuse("have 2 processes (data 1, waves 1), but there are 1", "mpirun -n 2")
        self.refuse("have 2 processes (data 1, waves 1), but there are 3", "components.ranks", ranks=3)
        self.refuse_job(
            "kind: data", "kind: dat", "the kind of data (components.kind) is 'dat'", "did you mean 'data'?"
        )
        self.refuse_job("data.yaml", "dat.yaml", "data: there is no file", "dat.yaml", ranks=2)
        self.refuse_job("file: data.yaml, ", "", "data has no file", "components.file")
        self.refuse_job("use: linear", "user: linear", "job.yaml:5", "fields[1].user", "did you mean 'fields[1].use'?")
        self.refuse_job("period: 30 min", "period: 40 min", "job.yaml", "'wind'", "2400 s", "waves", "fields.period")
        self.refuse_job("name: wind", "name: winds", "fields, winds", "data does not give 'winds'", "it gives wind")
        self.refuse_job(
            "use: linear", "lag: 30 min", "'wind'", "waves uses it from 2000-01-01T00:00:00Z", "fields.first"
        )
        self.refuse_job("{}", "{slots: 0}", "job.yaml:6", "coupling.slots is 0")
        self.refuse_job("{}", "{ledger: none/ledger.txt}", "waves: the folder ", "none' does not exist", ranks=2)
        self.write_job(self.WIND, self.WIND.replace("wind", "again, source_field: wind, target_field: wind"))
        self.refuse("fields[2] gives 'wind' to waves, as does fields[1]", "delete one")
        self.write_job(self.WIND + ", statistic: maximum, first: 3")
        self.refuse("fields, wind", "statistic is maximum", "a vector", "only a mean")
        self.write_job()
        self.refuse("job.yaml", "waves takes 'wind', but no field (fields) brings it")

    def test_components_that_do_not_fit(self):
        self.replace("data.yaml", "wind: {kind", "wind: {kindd")
        self.refuse("data: ", "data.yaml:3", "'wind.kindd'", "did you mean 'wind.kind'?")
        self.write_data("wind: {kind: coupled}")
        self.refuse("data: ", "data.yaml", "the kind of wind is coupled", "takes nothing")
        self.write_data("ice: {kind: constant, value: 0.5}")
        self.write_sea("waves", "water_level: {kind: coupled}")
        self.write_job("name: level, period: 30 min, source_field: ice, target_field: water_level")
        self.refuse(
            "fields, level", "data gives 'ice' in '1'", "waves takes 'water_level' in 'm'", "fields.source_field"
        )
        self.write_data(mesh=MESH.replace("2", "3"))
        self.refuse(
            "fields, wind (data -> waves)", "'data' has 642 points and 'waves' has 162", "another kind", ranks=2
        )
        self.write_data(time=TIME.replace("{", "{calendar: noleap, "))
        self.refuse("data has the calendar noleap, but waves has standard")
        self.write_data(time=TIME.replace("start: 2000-01-01", "start: 1999-12-31T23:30:00Z"))
        self.refuse("data starts at 1999-12-31T23:30:00Z, but waves at 2000-01-01T00:00:00Z")
        self.write_data(time=TIME.replace("01:30", "01:00"))
        self.refuse("'wind'", "data, ends early, at 2000-01-01T01:00:00Z", "let data run until then")
        self.write_sea("waves", "wind: {kind: constant, speed: 10 m/s}")
        self.refuse("fields, wind: waves does not take 'wind'", "fields.target_field")
        self.refuse("wind.kind is coupled", "a component of a job", case=self.folder / "waves.yaml")

    def test_grids_that_do_not_overlap(self):
        for name, west in (("data", 0), ("waves", 120)):
            (self.folder / "mesh.yaml").write_text(REGION.format(west=west, east=west + 30))
            self.succeed("mesh", self.folder / "mesh.yaml", "--output", self.folder / f"{name}_mesh")
        for kind in ("nearest", "three_points"):
            self.write_data(mesh="mesh: {file: data_mesh}")
            self.write_sea("waves", mesh="mesh: {file: waves_mesh}")
            self.replace("job.yaml", "none", kind)
            self.refuse("fields, wind (data -> waves): ", "longitude", "'waves'", "'data'", ranks=2)

    def test_winds_that_are_impossible_at_a_late_date(self):
        u = np.full((3, 7, 12), 10.0)
        u[2] = 200
        write_wind(self.folder / "forcing.nc", Use.LON, Use.LAT, [0, 1, 2], u)
        self.refuse("data: the wind is 200 m s-1 at 2000-01-01T02:00:00Z", "forcing.nc", "check its unit", ranks=2)

    def test_a_cycle(self):
        """Two seas, each of which waits for the other."""
        self.write_sea("other", "water_level: {kind: coupled}")
        self.write_sea("waves", "water_level: {kind: coupled}")
        sea = "  - {name: NAME, kind: run, file: NAME.yaml}\n"
        field = "  - {name: NAME, source: SOURCE, target: TARGET, WHAT, period: 1 h}\n"
        field = field.replace("WHAT", "source_field: hs, target_field: water_level")
        self.job.write_text(
            "components:\n"
            + "".join(sea.replace("NAME", name) for name in ("waves", "other"))
            + "fields:\n"
            + field.replace("NAME", "up").replace("SOURCE", "waves").replace("TARGET", "other")
            + field.replace("NAME", "down").replace("SOURCE", "other").replace("TARGET", "waves")
        )
        chain = "waves waits at 2000-01-01T00:00:00Z for 'down' of other, which waits at"
        self.refuse("wait for each other for ever", chain, "fields.lag", "fields.first")


class Check(CoupledTest):
    def test_it_lists_the_exchanges_of_the_first_day(self):
        write_wind(self.folder / "forcing.nc", Use.LON, Use.LAT, range(49), 10.0)
        time = TIME.replace("01-01T01:30", "01-02T12:00")
        self.write_sea("waves", time=time)
        self.write_data(time=time)
        self.write_job("name: wind, period: 12 h, use: linear, regridding: none", waves=2)
        for ranks in (1, 3):
            said = self.succeed("check", self.job, ranks=ranks)
            lines = said[said.index("exchanges of the first day:") :].split("\n")[1:-1]
            dates = ("2000-01-01T00:00:00Z", "2000-01-01T12:00:00Z", "2000-01-02T00:00:00Z")
            self.assertEqual(lines, [f"  {date}  wind  data -> waves  for {date}" for date in dates])
            self.assertFalse((self.folder / "waves").exists())
        self.assert_refused(run_program("check", self.job, ranks=2), "3 processes", "there are 2")
        self.assert_refused(run_program("check", self.job, "--ranks", 3), "--ranks 3", "components.ranks")


class Ends(CoupledTest):
    """However one component ends, the others do not wait for it."""

    def setUp(self):
        super().setUp()
        time = TIME.replace("01-01T01:30", "03-01T00:00")
        self.write_sea("waves", time=time)
        self.write_data("wind: {kind: constant, speed: 10 m/s}", time=time)
        self.write_job("name: wind, period: 30 min, regridding: none", waves=2)

    def test_a_component_that_cannot_write_ends_the_others(self):
        small_files = 'if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then ulimit -f 500; fi;'
        started = time.monotonic()
        process = run_program("run", self.job, ranks=3, rank_prefix=small_files)
        self.assert_refused(process, "error: waves: writing ", "fields.nc.part", "File too large")
        self.assertLess(time.monotonic() - started, 15)
        self.assertFalse((self.folder / "waves/fields.nc").exists())


class LaterEnds(Ends):
    test_a_component_that_cannot_write_ends_the_others = None

    def start(self, *words):
        environment = {**os.environ, **MPI}
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        command = ["mpirun", "--oversubscribe", *map(str, words)]
        return subprocess.Popen(command, env=environment, start_new_session=True, **pipes)

    def rank(self, process, number):
        """The process number of a rank."""
        found = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True).stdout.split()
        for child in found:
            with open(f"/proc/{child}/environ", encoding="utf-8") as file:
                if f"OMPI_COMM_WORLD_RANK={number}" in file.read().split("\0"):
                    return int(child)
        return self.fail(f"there is no rank {number}")

    def end(self, process, limit=20):
        """Exit status and stderr of a job, which must end by itself."""
        try:
            _, said = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
        return process.returncode, said

    def test_a_process_is_killed(self):
        for number in range(3):
            with self.subTest(number):
                job = self.start("-n", 3, PROGRAM, "run", self.job)
                part = self.folder / "waves/fields.nc.part"
                while not part.exists() and job.poll() is None:
                    time.sleep(0.01)
                os.kill(self.rank(job, number), signal.SIGKILL)
                status, said = self.end(job)
                self.assertNotEqual(status, 0, said)
                self.assertFalse((self.folder / "waves/fields.nc").exists())
                shutil.rmtree(self.folder / "waves")

    def test_processes_that_never_answer(self):
        self.write_sea("alone", "wind: {kind: constant, speed: 10 m/s}")
        mute = self.folder / "mute.c"
        mute.write_text(MUTE)
        subprocess.run(["mpicc", mute, "-o", self.folder / "mute"], check=True)
        for case in ("alone.yaml", "job.yaml"):
            for foreign in (("sleep", 30), (self.folder / "mute",)):
                with self.subTest((case, foreign)):
                    words = ("-n", 2, PROGRAM, "run", "--start-limit", 2, self.folder / case)
                    status, said = self.end(self.start(*words, ":", "-n", 1, *foreign), 25)
                    self.assertNotEqual(status, 0)
                    self.assertIn("all processes that mpirun starts must run this program", said)
                    self.assertFalse((self.folder / "waves").exists())


if __name__ == "__main__":
    unittest.main()
