# SPDX-License-Identifier: Apache-2.0
"""Output servers: the same files as without them, also after a kill; what goes wrong on a server is said.

`test_servers.py N` kills a run N times instead of twice, and runs nothing else.
"""

import os
import signal
import subprocess
import time
import unittest

import netCDF4
import test_restart
from program_case import POINTS, run_program
from test_restart import OUTPUT, TO_GO_ON, line_with, ranks_of, start

KILLS = test_restart.KILLS if test_restart.KILLS > 3 else 2
TRACK = "time,lon,lat\n2000-01-01T00:50:00Z,0,0\n2000-01-01T06:10:00Z,40,20\n"
POINTS_AND_TRACK = f"""{POINTS.replace("spectra_interval: 0", "spectra_interval: 1 h")}
  tracks: {{interval: 30 min, max_distance: 3000 km, files: [{{name: ship, file: SHIP}}]}}"""
THREAD = ("--set", "output.progress=thread")
ALL = (*OUTPUT, "track_ship.nc")


def servers(number):
    return ("--set", f"output.servers={number}")


class ServersTest(test_restart.RestartTest):
    def setUp(self):
        super().setUp()
        ship = self.folder / "ship.csv"
        ship.write_text(TRACK)
        self.case = self.write_case(*test_restart.CHANGES, more=POINTS_AND_TRACK.replace("SHIP", str(ship)))

    def unbroken(self):
        """Lines and files of a run without servers, whose output moves away."""
        said = self.succeed("run", self.case)
        output = {path.name: path.read_bytes() for path in self.out.glob("*.nc")}
        self.assertTrue(set(ALL) < set(output))
        self.out.rename(self.folder / "unbroken")
        return line_with(said, "state checksum"), line_with(said, "the highest sea"), output


class Servers(ServersTest):
    def test_write_the_same_bytes_on_any_number_of_ranks(self):
        checksum, highest, output = self.unbroken()
        primary = ("--set", "output.transport=primary", "--set", "output.primaries=2", "--set", "output.slots=1")
        for computing, writing, way in (
            (1, 1, ()),
            (1, 2, THREAD),
            (2, 1, ()),
            (5, 3, ()),
            (3, 2, (*primary, *THREAD)),
            (1, 1, ("--set", "output.server_memory=12 kB")),  # less than a restart
        ):
            said = self.succeed("run", self.case, *servers(writing), *way, ranks=computing + writing)
            self.assertEqual(line_with(said, "state checksum"), checksum)
            self.assertEqual(line_with(said, "the highest sea"), highest)
            self.assertIn("restart_20000101T080000Z.nc", said)
            self.assertEqual(sorted(path.name for path in self.out.glob("*.nc")), sorted(output))
            for name, content in output.items():
                self.assertTrue((self.out / name).read_bytes() == content, f"{name} with {writing} servers")
            log = (self.out / "groundswell.log").read_text()
            self.assertIn("wrote 2000-01-01T08:00:00Z into fields.nc, lat_lon.nc, points.nc, spectra.nc", log)

    def test_a_run_told_to_end_goes_on_with_other_servers(self):
        unbroken = self.unbroken()
        for ranks, writing in ((2, 1), (4, 2)):
            limit = ("--set", "time.wall_clock_limit=1 s")
            ended = run_program("run", "--continue", self.case, *limit, *servers(writing), ranks=ranks)
            self.assertEqual(ended.returncode, TO_GO_ON, ended.stdout + ended.stderr)
            self.assertIn("told to end (time.wall_clock_limit)", ended.stdout)
        said = self.succeed("run", "--continue", self.case)
        self.assertIn("goes on from 2000", said)
        self.assert_as_unbroken(said, unbroken)
        said = self.succeed("run", "--continue", self.case, *servers(1), ranks=2)
        self.assertIn("nothing to do", said)

    def test_servers_pass_over_the_signals_that_end_a_run(self):
        for number in (signal.SIGUSR1, signal.SIGUSR2):
            self.end_by_signal(number, "run", self.case, *servers(2), "--set", "time.end=2000-06-01", ranks=3)

    def test_numbers_that_cannot_be_are_refused(self):
        for ranks, setting, words in (
            (1, "output.servers=1", "1 output servers were requested among 1 ranks"),
            (2, "output.servers=2", "at least one rank must compute; start more ranks or request fewer servers"),
            (3, "output.primaries=2", "2 primaries were requested among 1 output ranks, for 2 ranks that compute"),
            (1, "output.servers=-1", "output.servers is -1"),
            (1, "output.slots=0", "output.slots is 0"),
            (1, "output.slots=1001", "output.slots is 1001"),
            (1, "output.server_memory=0 B", "output.server_memory is 0 B"),
            (1, "output.transport=pigeon", "is not one of direct or primary"),
            (1, "output.progress=pigeon", "is not one of calls or thread"),
        ):
            more = (*servers(1), "--set", "output.transport=primary") if "primaries" in setting else ()
            process = run_program("run", self.case, *more, "--set", setting, ranks=ranks, quiet=True)
            self.assert_refused(process, words)
            self.assertFalse(self.out.exists())

    def test_memory_for_less_than_one_date_is_refused(self):
        for command in ("check", "run"):
            process = run_program(command, self.case, *servers(1), "--set", "output.server_memory=2 kB", ranks=3)
            words = ("output.server_memory is 2.00 kB, but the output of 2000-01-01T0", "on each server; raise it")
            self.assert_refused(process, *words)
            self.assertFalse(self.out.exists())
        said = self.succeed("check", self.case, *servers(1), ranks=2)
        self.assertRegex(
            said, "1 server writes, with at most 1.07 GB each of what has come; all dates are within .* kB"
        )

    def test_what_is_wrong_on_both_sides_is_said(self):
        for setting, words in (
            ("mesh.file=nowhere.nc", "there is no file"),
            ("output.fields.names=[hs, sst]", "sst"),
        ):
            kind = ("--set", "mesh.kind=file") if "mesh" in setting else ()
            process = run_program("run", self.case, *kind, "--set", setting, *servers(2), ranks=3, quiet=True)
            self.assert_refused(process, words)
            self.assertFalse(self.out.exists())

    def test_what_was_published_before_a_failure_is_in_the_files(self):
        steps = "{time: 0, speed: 10, from: 0}, {time: 80000, speed: 10, from: 0}, {time: 90000, speed: 100, from: 0}"
        failing = ("--set", f"wind={{kind: turning, steps: [{steps}]}}", "--set", "physics.whitecapping=false")
        failing += ("--set", "time.end=2000-01-04", "--set", "output.slots=1000")
        n_date = []
        for writing in (0, 2):
            process = start("run", self.case, *failing, *servers(writing), ranks=2 + writing)
            if writing:  # the sea becomes too high in one cell while servers stand still
                for line in process.stdout:
                    if line.startswith("2000-01-01T01"):
                        break
                ranks = sorted(ranks_of(process))[-writing:]
                for number in (signal.SIGSTOP, signal.SIGCONT):
                    for rank in ranks:
                        os.kill(rank, number)
                    time.sleep(3.0 if number == signal.SIGSTOP else 0.0)
            said = process.communicate(timeout=60)[0]
            self.assertNotEqual(process.returncode, 0, said)
            self.assertIn("error: the significant height is", said)
            n_date.append({"restarts": (self.out / "restarts.txt").read_text()})
            for name in ALL:
                with netCDF4.Dataset(self.out / f"{name}.part") as file:
                    n_date[-1][name] = len(file["time"])
        self.assertGreater(n_date[0]["fields.nc"], 20)
        self.assertEqual(n_date[0], n_date[1])

    def test_the_wall_clock_limit_leaves_time_for_what_waits_on_servers(self):
        more = ("--set", "time.end=2002-01-01", "--set", "output.restart.interval=30 min")
        begun = time.monotonic()
        process = run_program("run", self.case, *more, "--set", "time.wall_clock_limit=6 s", *servers(1), ranks=2)
        self.assertEqual(process.returncode, TO_GO_ON, process.stdout + process.stderr)
        self.assertLess(time.monotonic() - begun, 20.0)

    def test_a_full_disk_ends_the_run_with_a_sentence(self):
        disk = self.folder / "disk"
        disk.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", disk], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("no disk of memory may be mounted here")
        try:
            there = ("--set", f"output.folder={disk}/out")
            process = run_program("run", self.case, *there, *servers(1), *THREAD, ranks=2, quiet=True)
            self.assert_refused(process, "No space left on device")
            with netCDF4.Dataset(disk / "out/fields.nc.part") as file:
                self.assertGreater(len(file["time"]), 0)
        finally:
            subprocess.run(["umount", "-l", disk], check=True)  # a rank may not have ended yet

    def test_a_server_that_dies_ends_the_run_within_seconds(self):
        process = start("run", self.case, *servers(1), *THREAD, "--set", "time.end=2000-02-01", ranks=3)
        for line in process.stdout:
            if line.startswith("2000-01-01T0"):
                break
        os.kill(max(ranks_of(process)), signal.SIGKILL)
        begun = time.monotonic()
        said = process.communicate(timeout=30)[0]
        self.assertLess(time.monotonic() - begun, 20.0)
        self.assertNotEqual(process.returncode, 0, said)
        with netCDF4.Dataset(self.out / "fields.nc.part") as file:
            self.assertGreater(len(file["time"]), 0)


class Killed(ServersTest):
    def test_at_any_moment_goes_on_with_the_same_bits_on_any_ranks_and_servers(self):
        def choose(chance):
            writing = chance.choice((0, 1, 2))
            return writing + chance.choice((1, 2)), (*servers(writing), *chance.choice(((), THREAD)))

        self.kill_and_go_on(KILLS, choose, *servers(1), ranks=2)


if __name__ == "__main__":
    unittest.main(defaultTest="Killed" if KILLS > 3 else None)
