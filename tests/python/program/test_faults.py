# SPDX-License-Identifier: Apache-2.0
"""A run that is killed, or finds the disk full, at any call that changes the disk can be resumed with the same bits.

`test_faults.py Killed` runs the tests of one class; `test_faults.py Kinds 7` takes only every seventh call.
"""

import sys
import unittest
from pathlib import Path

from coupled_chain import ChainTest
from faults import list_calls
from faults_case import FaultsTest
from program_case import POINTS

FaultsTest.step = int(sys.argv.pop()) if sys.argv[-1].isdigit() else 1
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


class Coupled(ChainTest):
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
