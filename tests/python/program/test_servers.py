# SPDX-License-Identifier: Apache-2.0
"""Output servers write the same files as compute ranks, even after a kill.

`test_servers.py N` only kills a run N times, at random moments; test_faults.py kills runs at counted calls.
"""

import os
import signal
import time
import unittest

import netCDF4
import test_restart
from program_case import POINTS, run_program
from test_restart import KILLS, OUTPUT, TO_GO_ON, end_of, line_with, ranks_of, start, wait_for_date

TRACK = "time,lon,lat\n2000-01-01T00:50:00Z,0,0\n2000-01-01T06:10:00Z,40,20\n"
POINTS_AND_TRACK = f"""{POINTS.replace("spectra_interval: 0", "spectra_interval: 1 h")}
  tracks: {{interval: 30 min, max_distance: 3000 km, files: [{{name: ship, file: SHIP}}]}}"""
THREAD = ("--set", "output.progress=thread")
KINDS = ("--set", "output.serve=kinds")
PRIMARY = ("--set", "output.transport=primary", "--set", "output.primaries=2", "--set", "output.slots=1")
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
        """Checksum, highest sea and files of a run without servers; moves its output away."""
        said = self.succeed("run", self.case)
        output = {path.name: path.read_bytes() for path in self.out.glob("*.nc")}
        self.assertTrue(set(ALL) < set(output))
        self.out.rename(self.folder / "unbroken")
        return line_with(said, "state checksum"), line_with(said, "the highest sea"), output


class Servers(ServersTest):
    def test_write_the_same_bytes_on_any_number_of_ranks(self):
        checksum, highest, output = self.unbroken()
        for computing, writing, way in (
            (1, 1, ()),
            (1, 2, THREAD),
            (2, 1, ()),
            (5, 3, ()),
            (3, 2, (*PRIMARY, *THREAD)),
            (1, 1, ("--set", "output.server_memory=12 kB")),  # smaller than a restart
            (1, 3, KINDS),
            (2, 2, KINDS),
            (3, 1, (*KINDS, *THREAD)),
            (5, 2, (*KINDS, *PRIMARY)),
            (1, 7, KINDS),  # more servers than kinds
        ):
            said = self.succeed("run", self.case, *servers(writing), *way, ranks=computing + writing)
            self.assertEqual(line_with(said, "state checksum"), checksum)
            self.assertEqual(line_with(said, "the highest sea"), highest)
            self.assertIn("restart_20000101T080000Z.nc", said)
            self.assertEqual(sorted(path.name for path in self.out.glob("*.nc")), sorted(output))
            for name, content in output.items():
                self.assertTrue((self.out / name).read_bytes() == content, f"{name} with {writing} servers, {way}")
            log = (self.out / "groundswell.log").read_text()
            for files in ("fields.nc", "points.nc, spectra.nc", "lat_lon.nc"):
                self.assertRegex(log, f"wrote 2000-01-01T08:00:00Z into ([a-z_.]+, )*{files}")

    def test_by_kind_write_each_file_alone(self):
        for writing, lines in (
            (2, ("server 1 writes fields.nc, track_ship.nc", "server 2 writes lat_lon.nc, points.nc, spectra.nc, res")),
            (3, ("server 1 writes points", "server 2 writes fields.nc, lat_lon.nc", "server 3 writes track_ship.nc")),
        ):
            said = self.succeed("check", self.case, *servers(writing), *KINDS, ranks=writing + 1)
            for line in lines:
                self.assertIn(line, said)
        self.succeed("run", self.case, *servers(2), *KINDS, ranks=3)
        log = (self.out / "groundswell.log").read_text()
        for files in ("fields.nc, track_ship.nc", "lat_lon.nc, points.nc, spectra.nc"):
            self.assertIn(f"wrote 2000-01-01T02:00:00Z into {files}\n", log)

    def test_a_run_told_to_end_goes_on_with_other_servers(self):
        unbroken = self.unbroken()
        for ranks, writing, way in ((2, 1, ()), (4, 2, KINDS), (4, 2, ())):
            limit = ("--set", "time.wall_clock_limit=1 s", *way)
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
            process = start("run", self.case, *servers(2), "--set", "time.end=2000-06-01", ranks=3)
            wait_for_date(process, self.out, "2000-01-01T0")
            process.send_signal(number)
            said = end_of(process)
            self.assertEqual(process.returncode, TO_GO_ON, said)
            self.assertIn(f"told to end ({number.name})", said)

    def n_date(self, name):
        """The number of dates in a file, complete or not."""
        path = self.out / f"{name}.nc"
        with netCDF4.Dataset(path if path.exists() else f"{path}.part") as file:
            return len(file["time"])

    def test_a_restart_is_announced_when_the_other_kinds_are_on_disk_too(self):
        # Open MPI buffers some 500 messages to a process that receives none, so the run must be short, but its mesh
        # fine enough to leave time for stopping a server.
        more = ("--set", "time.end=2000-01-03", "--set", "output.slots=1000", "--set", "mesh.bisections=4")
        process = start("run", self.case, *servers(3), *KINDS, *more, ranks=4)
        for line in process.stdout:
            if "is on disk" in line:
                break
        fields_server = sorted(ranks_of(process))[-2]
        self.addCleanup(lambda: process.poll() is None and os.kill(fields_server, signal.SIGKILL))
        os.kill(fields_server, signal.SIGSTOP)

        def state():
            parts = [path.name for path in self.out.glob("restart_*.nc.part")]
            return parts, (self.out / "restarts.txt").read_text(), self.n_date("points"), self.n_date("fields")

        # The server of the points does not wait for the stopped one.
        end, before, now = time.monotonic() + 90.0, None, state()
        while time.monotonic() < end and (now != before or len(now[0]) != 1 or now[2] < 97):
            time.sleep(1.0)
            before, now = now, state()
        self.assertEqual(now, before)
        self.assertEqual((len(now[0]), now[2]), (1, 97))
        self.assertLess(now[3], 97)
        self.assertIsNone(process.poll())
        os.kill(fields_server, signal.SIGCONT)
        said = end_of(process)
        self.assertEqual(process.returncode, 0, said)
        self.assertIn("output up to 2000-01-03T00:00:00Z is on disk", said)

    def test_numbers_that_cannot_be_are_refused(self):
        for ranks, setting, words in (
            (1, "output.servers=1", "to have 1 rank, but needs at least 2: 1 that computes, 1 for output (output.s"),
            (2, "output.servers=2", "but needs at least 3: 1 that computes, 2 for output (output.servers); run with"),
            (3, "output.primaries=2", "2 primaries were requested among 1 output ranks, for 2 ranks that compute"),
            (1, "output.servers=-1", "output.servers is -1"),
            (1, "output.slots=0", "output.slots is 0"),
            (1, "output.slots=1001", "output.slots is 1001"),
            (1, "output.server_memory=0 B", "output.server_memory is 0 B"),
            (1, "output.transport=pigeon", "is not one of direct or primary"),
            (1, "output.progress=pigeon", "is not one of calls or thread"),
            (1, "output.serve=pigeons", "is not one of together or kinds"),
        ):
            more = (*servers(1), "--set", "output.transport=primary") if "primaries" in setting else ()
            process = run_program("run", self.case, *more, "--set", setting, ranks=ranks, quiet=True)
            self.assert_refused(process, words)
            self.assertFalse(self.out.exists())
        process = run_program("run", self.case, *servers(2), *PRIMARY, ranks=3, quiet=True)
        self.assert_refused(process, "but needs at least 4: 2 that compute, 2 for output")

    def test_memory_for_less_than_one_date_is_refused(self):
        for command in ("check", "run"):
            process = run_program(command, self.case, *servers(1), "--set", "output.server_memory=2 kB", ranks=3)
            words = ("output.server_memory is 2.00 kB, but the output of 2000-01-01T0", "on each server; raise it")
            self.assert_refused(process, *words)
            self.assertFalse(self.out.exists())
        process = run_program("check", self.case, *servers(2), *KINDS, "--set", "output.server_memory=3 kB", ranks=3)
        self.assert_refused(process, "alone takes", "on one server; raise it, or set output.serve to together")
        said = self.succeed("check", self.case, *servers(1), ranks=2)
        self.assertRegex(
            said, "1 server writes, with at most 1.07 GB each for received data; all dates are within .* kB"
        )


@test_restart.by_chance
class Killed(ServersTest):
    def test_at_any_moment_goes_on_with_the_same_bits_on_any_ranks_and_servers(self):
        def choose(chance):
            writing = chance.choice((0, 1, 2))
            way = (*chance.choice(((), THREAD)), *chance.choice(((), KINDS)))
            return writing + chance.choice((1, 2)), (*servers(writing), *way)

        self.kill_and_go_on(KILLS, choose, *servers(1), ranks=2)


if __name__ == "__main__":
    unittest.main(defaultTest="Killed" if KILLS else None)
