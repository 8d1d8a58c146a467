# SPDX-License-Identifier: Apache-2.0
"""A run that is killed, or finds the disk full, at any call that changes the disk can be resumed with the same bits.

`test_faults.py Killed` runs the tests of one class; `test_faults.py Kinds 7` takes only every seventh call.
"""

import concurrent.futures
import json
import shutil
import sys
import unittest
from pathlib import Path

from faults import ROOM, at_calls, list_calls, run_killed_at_call, run_with_faults
from program_case import POINTS, ProgramTest, run_program

STEP = int(sys.argv.pop()) if sys.argv[-1].isdigit() else 1
NOTHING_LEFT = 3  # exit code of a run that finds no usable restart
N_AT_ONCE = 2  # the number of runs at the same time
LASTING = (".nc", "restarts.txt", "status.json")  # endings of the final names of files
RESTARTS = "restart: {interval: 30 min, keep: 1}"
SMALL = (
    ("bisections: 2", "bisections: 1"),
    ("wind: {kind: constant, speed: 10 m/s}", "wind: {kind: turning, speed: 12 m/s}"),
)
PACKED = (
    ("names: [hs]", "names: [hs], format: netcdf4"),
    ("lat_lon: {interval: 0}", f"lat_lon: {{interval: 1 h, spacing: 30 degree, format: netcdf4}}\n  {RESTARTS}"),
)
NEST_MESH = """
kind: region
region: {west: -60, east: -30, south: -15, north: 15}
spacing: 800 km
bathymetry: {depth: 4000 m}
"""
NESTS = "  boundaries: [{name: nest, mesh: nest.nc, interval: 30 min, run: nest.yaml, ranks: 1}]"
ENTERS = "boundary: {kind: file, files: [out/boundary_nest.nc], max_distance: 3000 km}"


class FaultsTest(ProgramTest):
    """Runs one case in many folders and compares the files of each with those of an uninterrupted run."""

    def setUp(self):
        super().setUp()
        self.files = {}  # contents of files beside the case, by name

    def without_folder(self, path):
        return path.read_text().replace(f"{self.folder}/", "")

    def begin(self, *changes, more="", ranks=1, with_faults=None):
        """Writes the case and lists the calls of an uninterrupted run; faults hit the rank `with_faults`, or all."""
        self.ranks, self.with_faults = ranks, with_faults
        self.files["case.yaml"] = self.without_folder(self.write_case(*changes, more=more)).encode()
        folder = self.make_folder(f"unbroken_{with_faults}")
        self.calls = list_calls("run", "case.yaml", below=folder, **self.faulty(folder))
        self.expected = self.files_in(folder)

    def place(self, folder):
        """Arguments of run_program. In one folder, simultaneous runs of mpirun would disturb each other."""
        of_mpi = self.folder / f"mpi_{folder.name}"
        of_mpi.mkdir(exist_ok=True)
        return {"cwd": folder, "ranks": self.ranks, "of_mpi": of_mpi}

    def faulty(self, folder):
        return {"rank": self.with_faults, **self.place(folder)}

    def make_folder(self, name):
        folder = self.folder / name
        folder.mkdir()
        for file, content in self.files.items():
            (folder / file).write_bytes(content)
        return folder

    def files_in(self, folder):
        """The bytes of complete NetCDF files; other files contain times of day."""
        return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("out*/*.nc")}

    def check_at_each(self, calls, check):
        """Calls check(folder, n) for the number n of every call, or of every STEP-th.

        Calls that follow an fsync are left out, since an fsync leaves the files as they were.
        """

        def check_at(n):
            folder = self.make_folder(f"at_{self.with_faults}_{n}")
            try:
                check(folder, n)
            except AssertionError as error:
                return f"at call {n}, {' '.join(calls[n - 1])}: {error}"
            shutil.rmtree(folder)
            return ""

        numbers = [n for n in range(1, len(calls) + 1) if n == 1 or calls[n - 2][0] != "fsync"]
        self.assertGreater(len(numbers), 1)
        numbers = numbers[:: min(STEP, len(numbers) - 1)]  # at least the first and a later one
        with concurrent.futures.ThreadPoolExecutor(N_AT_ONCE) as pool:
            failures = [failure for failure in pool.map(check_at, numbers) if failure]
        self.assertFalse(failures, "\n".join(failures))

    def check_complete(self, folder):
        """Checks that files with their final names are complete."""
        for name, content in self.files_in(folder).items():
            if name in self.expected and name.endswith(".nc"):
                self.assertTrue(content == self.expected[name], f"{name} is not whole")

    def has_restart(self, folder):
        return all(list(out.glob("restart_*.nc")) for out in folder.glob("out*"))

    def go_on(self, folder):
        """Continues the run, or starts it again if it has left no restart; the files must be as expected."""
        had_restart = self.has_restart(folder)
        process = run_program("run", "--continue", "case.yaml", **self.place(folder))
        if process.returncode == NOTHING_LEFT and not had_restart:
            process = run_program("run", "--continue=or-begin", "case.yaml", **self.place(folder))
        said = process.stdout + process.stderr
        self.assertEqual(process.returncode, 0, said)
        found = self.files_in(folder)
        self.assertEqual(sorted(found), sorted(self.expected), said)
        for name, content in found.items():
            self.assertTrue(content == self.expected[name], f"{name}\n{said}")
        self.assertEqual(list(folder.glob("out*/*.part")), [], said)
        for path in folder.glob("out*/status.json"):
            self.assertEqual(json.loads(path.read_text())["state"], "finished")

    def kill_at_each_call(self):
        def check(folder, n):
            is_killed = run_killed_at_call(n, "run", "case.yaml", below=folder, **self.faulty(folder))
            self.assertTrue(is_killed or self.ranks > 1)  # with servers, the number of calls varies
            self.check_complete(folder)
            self.go_on(folder)

        self.check_at_each(self.calls, check)

    def fill_disk_at_each_call(self, **more):
        """Fills the disk at the n-th call that needs space, for each n in turn; `more` are other faults."""

        def check(folder, n):
            full = at_calls(folder, ROOM, FULL_AT_CALL=n, **more)
            process = run_with_faults("run", "case.yaml", faults=full, **self.faulty(folder))
            if process.returncode == 0:  # only the final status was lost
                self.assertRegex(process.stdout, "warning: cannot write .*status.json.*No space left")
                self.assertEqual(self.files_in(folder), self.expected)
                return
            self.assert_refused(process, "No space left")
            self.check_complete(folder)
            self.go_on(folder)

        folder = self.make_folder(f"full_{'_'.join(more)}_{self.with_faults}")
        calls = list_calls("run", "case.yaml", below=folder, calls=ROOM, more=more, **self.faulty(folder))
        self.check_at_each(calls, check)


class Small(FaultsTest):
    """A run with one packed file, one file that grows, and two restarts."""

    def setUp(self):
        super().setUp()
        lat_lon = f"lat_lon: {{interval: 1 h, spacing: 30 degree}}\n  {RESTARTS}"
        self.begin(*SMALL, PACKED[0], ("lat_lon: {interval: 0}", lat_lon))


class Killed(Small):
    def test_a_file_is_on_disk_before_it_gets_its_name_and_then_its_folder_is(self):
        """A machine that loses its power may lose what was not flushed."""
        named = [n for n, (call, path) in enumerate(self.calls) if call == "rename" and path.endswith(LASTING)]
        self.assertGreater(len(named), 6)
        for n in named:
            path = Path(self.calls[n][1])
            before = [call for call, of in self.calls[:n] if of == f"{path}.part"]
            self.assertEqual(before[-1], "fsync", f"the content of {path.name}, call {n + 1}")
            after = (call for call, of in self.calls[n + 1 :] if call == "rename" or of == str(path.parent))
            self.assertEqual(next(after, "nothing"), "fsync", f"the folder of {path.name}, call {n + 1}")

    def test_a_run_at_any_call_goes_on_to_the_same_bits(self):
        self.kill_at_each_call()


class FullDisk(Small):
    def test_at_any_call_is_said_and_the_run_goes_on_to_the_same_bits(self):
        self.fill_disk_at_each_call()

    def test_that_cannot_reserve_room_is_said_too(self):
        self.fill_disk_at_each_call(NO_FALLOCATE="yes")


class Kinds(FaultsTest):
    """Runs that write other kinds of files."""

    def test_that_are_packed(self):
        self.begin(*SMALL, *PACKED)
        self.kill_at_each_call()
        self.fill_disk_at_each_call()

    def test_that_grow_with_the_run(self):
        self.begin(
            *SMALL,
            ("lat_lon: {interval: 0}", f"lat_lon: {{interval: 30 min, spacing: 30 degree}}\n  {RESTARTS}"),
            more=POINTS.replace("spectra_interval: 0", "spectra_interval: 30 min"),
        )
        self.kill_at_each_call()
        self.fill_disk_at_each_call()

    def test_of_a_run_and_one_nested_in_it(self):
        (self.folder / "mesh.yaml").write_text(NEST_MESH)
        self.succeed("mesh", self.folder / "mesh.yaml", "--output", self.folder / "nest.nc")
        self.files["nest.nc"] = (self.folder / "nest.nc").read_bytes()
        calm = ("wind: {kind: constant, speed: 10 m/s}", "wind: {kind: none}")
        nested = self.write_case(
            ("bisections: 2", "file: nest.nc"), ("kind: icosahedral, ", ""), *PACKED, calm, more=ENTERS
        )
        self.files["nest.yaml"] = self.without_folder(nested).replace("folder: out", "folder: out_nest").encode()
        self.begin(*SMALL, *PACKED, more=NESTS)
        self.assertIn("out_nest/fields_20000101.nc", self.expected)
        self.kill_at_each_call()
        self.fill_disk_at_each_call()


class Servers(FaultsTest):
    def test_of_which_one_rank_is_killed_at_any_call(self):
        for with_faults in (0, 1):
            with self.subTest(rank=with_faults):
                self.begin(*SMALL, *PACKED, more="  servers: 1", ranks=2, with_faults=with_faults)
                self.kill_at_each_call()

    def test_that_find_the_disk_full_at_any_call(self):
        self.begin(*SMALL, *PACKED, more="  servers: 1", ranks=2, with_faults=1)
        self.fill_disk_at_each_call()


class Coupled(FaultsTest):
    """A job of an atmosphere, an ocean and waves that exchange fields, with restarts of dates that all have."""

    TIME = "time: {start: 2000-01-01, end: 2000-01-01T01:30:00Z, step: 30 min}"
    JOB = """
components:
  - {name: air, kind: toy_atmosphere, file: air.yaml}
  - {name: sea, kind: toy_ocean, file: sea.yaml}
  - {name: waves, kind: run, file: waves.yaml}
fields:
  - {name: wind, source: air, target: waves, period: 30 min, use: linear, regridding: bilinear}
  - {name: stress, source: air, target: sea, period: 1 h, statistic: mean, lag: 30 min, first: 0, regridding: bilinear}
  - {name: current, source: sea, target: waves, period: 30 min, lag: 1 h, first: 0, regridding: bilinear,
     no_source: nearest}
  - {name: charnock, source: waves, source_field: cha, target: air, period: 30 min, offset: 30 min, first: 0.0185,
     regridding: nearest}
coupling: {ledger: ledger.txt}
"""
    GRID = "grid: {{west: 0, east: 360, south: -{north}, north: {north}, step: 15}}"
    RESTART = "restart: {{folder: out_{name}, interval: 30 min, keep: 1}}"
    WAVES = """
mesh: {kind: icosahedral, bisections: 1}
spectrum: {directions: 12, frequencies: 12, first_frequency: 0.06 Hz}
wind: {kind: coupled}
current: {kind: coupled}
output:
  folder: out
  fields: {interval: 30 min, names: [hs]}
  lat_lon: {interval: 0}
  restart: {interval: 30 min, keep: 1}
"""

    def setUp(self):
        super().setUp()
        storm = "storm: {lon: 20, lat: 10, max_speed: 45 m/s, radius: 800 km}"
        contents = {
            "case": [self.JOB],
            "air": [self.TIME, self.GRID.format(north=90), storm, self.RESTART.format(name="air")],
            "sea": [self.TIME, self.GRID.format(north=75), self.RESTART.format(name="sea")],
            "waves": ["title: waves", self.TIME, self.WAVES],
        }
        self.files = {f"{name}.yaml": "\n".join(lines).encode() for name, lines in contents.items()}
        self.ranks = 3

    def has_restart(self, folder):
        names = [{path.name for path in (folder / out).glob("restart_*.nc")} for out in ("out", "out_air", "out_sea")]
        return bool(set.intersection(*names))

    def files_in(self, folder):
        return super().files_in(folder) | {path.name: path.read_bytes() for path in folder.glob("ledger*.txt")}

    def test_of_which_one_component_is_killed_at_any_call(self):
        for rank in range(self.ranks):
            with self.subTest(rank=rank):
                self.with_faults = rank
                folder = self.make_folder(f"unbroken_{self.with_faults}")
                self.calls = list_calls("run", "case.yaml", below=folder, **self.faulty(folder))
                self.expected = self.files_in(folder)
                self.assertEqual(len(self.expected), 7)  # fields, three restarts, three ledgers
                self.kill_at_each_call()


if __name__ == "__main__":
    unittest.main()
