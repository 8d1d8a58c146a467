# SPDX-License-Identifier: Apache-2.0
"""Failures on output servers, or while they write, are reported, and the files contain what was published before."""

import os
import signal
import subprocess
import time
import unittest

import netCDF4
import test_servers
from faults import run_timed_by_calls
from program_case import TIME_LIMIT, run_program
from test_restart import TO_GO_ON, end_of, ranks_of, start, wait_for_date
from test_servers import ALL, KINDS, THREAD, servers


class FailingServers(test_servers.ServersTest):
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
        for writing, way in ((0, ()), (2, ()), (2, KINDS)):
            process = start("run", self.case, *failing, *servers(writing), *way, ranks=2 + writing)
            if writing:  # the waves in one cell grow too high while the servers are stopped
                wait_for_date(process, self.out, "2000-01-01T01")
                ranks = sorted(ranks_of(process))[-writing:]
                for number in (signal.SIGSTOP, signal.SIGCONT):
                    for rank in ranks:
                        os.kill(rank, number)
                    time.sleep(3.0 if number == signal.SIGSTOP else 0.0)
            said = end_of(process)
            self.assertNotEqual(process.returncode, 0, said)
            self.assertIn("error: the significant height is", said)
            n_date.append({"restarts": (self.out / "restarts.txt").read_text()})
            for name in ALL:
                with netCDF4.Dataset(self.out / f"{name}.part") as file:
                    n_date[-1][name] = len(file["time"])
        self.assertGreater(n_date[0]["fields.nc"], 20)
        self.assertEqual(n_date[1:], [n_date[0]] * 2)

    def test_the_wall_clock_limit_leaves_time_for_what_waits_on_servers(self):
        more = ("--set", "time.end=2002-01-01", "--set", "output.restart.interval=30 min")
        limit = ("--set", "time.wall_clock_limit=60 s")
        arguments = ("run", self.case, *more, *limit, *servers(1))
        process, seconds = run_timed_by_calls(0.1, "pwrite,fsync", *arguments, below=self.out, ranks=2)
        self.assertEqual(process.returncode, TO_GO_ON, process.stdout + process.stderr)
        self.assertLess(seconds, 60.0)

    def test_a_full_disk_ends_the_run_with_a_sentence(self):
        no_restart = ("--set", "output.restart.interval=0")  # so that the disk fills up while another kind is written
        for size, writing, way in (
            ("400k", 1, THREAD),
            ("400k", 2, KINDS),
            ("400k", 3, KINDS),
            ("150k", 3, (*KINDS, *no_restart)),
        ):
            self.end_on_a_full_disk(size, *servers(writing), *way, ranks=writing + 1)

    def end_on_a_full_disk(self, size, *arguments, ranks):
        disk = self.folder / "disk"
        disk.mkdir(exist_ok=True)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("no disk of memory may be mounted here")
        try:
            there = ("--set", f"output.folder={disk}/out")
            process = run_program("run", self.case, *there, *arguments, ranks=ranks, quiet=True)
            self.assert_refused(process, "No space left on device")
            with netCDF4.Dataset(disk / "out/fields.nc.part") as file:
                self.assertGreater(len(file["time"]), 0)
        finally:
            subprocess.run(["umount", "-l", disk], check=True)  # a rank may not have ended yet

    def test_a_failure_of_one_kind_ends_the_run_with_its_sentence(self):
        tcp = "export OMPI_MCA_btl=self,tcp;"  # the files of shared-memory messages would exceed the limit, too
        small = tcp + """ if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then ulimit -f 60; fi;"""
        more = ("--set", "time.end=2000-03-01", "--set", "output.server_memory=200 kB")
        for writing, file in ((2, "fields.nc"), (3, "spectra.nc")):
            ways = (*servers(writing), *KINDS, *more)
            process = run_program("run", self.case, *ways, ranks=writing + 1, rank_prefix=small, quiet=True)
            self.assert_refused(process, f"{file}.part", "File too large")
            for path in self.out.glob("*.part"):
                self.check_dates(path)

    def test_a_server_that_dies_ends_the_run(self):
        for number, arguments in (
            (0, (*servers(1), *THREAD)),
            (0, (*servers(2), *KINDS)),
            (1, (*servers(2), *KINDS)),
        ):
            process = start("run", self.case, *arguments, "--set", "time.end=2003-01-01", ranks=4)
            wait_for_date(process, self.out, "2000-01-01T0")
            os.kill(sorted(ranks_of(process))[-1 - number], signal.SIGKILL)
            said = process.communicate(timeout=TIME_LIMIT)[0]
            self.assertNotEqual(process.returncode, 0, said)
            with netCDF4.Dataset(self.out / "fields.nc.part") as file:
                self.assertGreater(len(file["time"]), 0)


if __name__ == "__main__":
    unittest.main()
