# SPDX-License-Identifier: Apache-2.0
"""What may change between a run and the one that continues it, and what its folder may contain."""

import os
import signal
import time
import unittest
from pathlib import Path

import numpy as np
import test_restart
from program_case import run_program, write_wind
from test_restart import TO_GO_ON, end_of, line_with, start

END = ("--set", "time.end=2000-01-01T03:00:00Z")


class GoOn(test_restart.RestartTest):
    def test_an_odd_date_keeps_the_highest_sea_of_an_unbroken_run(self):
        calms = ("wind.kind=none", "physics.enabled=false", "initial.kind=swell", "time.end=2000-01-01T02:00:00Z")
        sets = [word for setting in calms for word in ("--set", setting)]
        whole = line_with(self.succeed("run", self.case, *sets), "the highest sea")
        self.assertIn("T01:00:00Z", whole)
        short = self.succeed("run", self.case, *sets, "--set", "time.end=2000-01-01T00:30:00Z")
        self.assertIn("T00:30:00Z", line_with(short, "the highest sea"))
        self.assertEqual(line_with(self.succeed("run", "--continue", self.case, *sets), "the highest sea"), whole)

    def start_before_mpi(self, number):
        """A run that already catches the signal, before MPI, which has threads of its own, has started."""
        for _ in range(100):
            process = start("run", "--continue", self.case)
            catches = False
            while process.poll() is None and not catches:
                lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
                status = dict(line.split(":\t", 1) for line in lines)
                catches = int(status["SigCgt"], 16) >> (number - 1) & 1
            if catches and status["Threads"] == "1":
                return process
            process.kill()
            process.communicate(timeout=60)
        return self.fail("MPI had always started before the run caught signals")

    def test_a_signal_before_mpi_starts_leads_to_a_restart(self):
        for number in (signal.SIGUSR1, signal.SIGUSR2):
            process = self.start_before_mpi(number)
            process.send_signal(number)
            said = end_of(process)
            self.assertEqual(process.returncode, TO_GO_ON, said)
            self.assertEqual(len(self.restarts()), 1 if number == signal.SIGUSR1 else 2)

    def test_what_a_killed_run_began_to_write_does_not_stay(self):
        self.succeed("run", self.case, *END)
        begun, other = self.out / "restart_20000101T023000Z.nc.part", self.out / "restart_mine.txt"
        begun.write_bytes(b"CDF")
        other.write_bytes(b"mine")
        self.succeed("run", "--continue", self.case)
        self.assertFalse(begun.exists())
        self.assertTrue(other.exists())

    def test_a_restart_that_a_killed_run_had_no_time_to_remove_goes(self):
        self.succeed("run", self.case, *END)
        oldest, manifest = self.restarts()[0], self.out / "restarts.txt"
        lines = [
            f"removed {oldest.name}" if oldest.name in line else line for line in manifest.read_text().splitlines()
        ]
        manifest.write_text("\n".join([*lines, "removed ../case.yaml", ""]))
        self.succeed("run", "--continue", self.case)
        self.assertFalse(oldest.exists())
        self.assertTrue(self.case.exists())

    def test_settings_that_change_no_result_may_change(self):
        unbroken = self.unbroken()
        self.succeed("run", self.case, "--set", "time.end=2000-01-01T03:00:00Z")
        changes = (
            "title=another",
            "checks.interval=30 min",
            "mesh.allow_parts=true",
            "mesh.file=moved.nc",
            "wind.fill_missing_dates=interpolate",
            "wind.max_gap=1 d",
            "balance.enabled=true",
            "output.points.max_distance=4000 km",
            "output.restart.keep=3",
            f"parallel.cost_file={self.folder}/costs.nc",
        )
        said = self.succeed("run", "--continue", self.case, *(word for change in changes for word in ("--set", change)))
        self.assertIn("goes on from 2000-01-01T03:00:00Z", said)
        self.assert_as_unbroken(said, unbroken)
        self.assertTrue((self.out / "balance.nc").exists())

    def test_winds_before_the_restart_may_be_gone(self):
        lon, lat = range(0, 360, 30), range(-90, 91, 30)
        for name, hours in (("a", range(4)), ("b", range(4, 9))):
            speed = 8 + np.arange(hours[0], hours[-1] + 1)[:, None, None] * np.cos(np.radians(lon))
            write_wind(self.folder / f"wind_{name}.nc", lon, lat, hours, np.repeat(speed, len(lat), axis=1))
        wind = ("--set", "wind.kind=file", "--set", f"wind.files=[{self.folder}/wind_*.nc]")
        said = self.succeed("run", self.case, *wind)
        unbroken = {name: (self.out / name).read_bytes() for name in test_restart.OUTPUT}
        self.succeed("run", self.case, *wind, "--set", "time.end=2000-01-01T05:30:00Z")
        (self.folder / "wind_a.nc").unlink()
        last = self.restarts()[-1]
        last.write_bytes(last.read_bytes()[:-1000])
        again = self.succeed("run", "--continue", self.case, *wind)
        self.assertIn("goes on from 2000-01-01T05:00:00Z", again)
        self.assertEqual(line_with(again, "state checksum"), line_with(said, "state checksum"))
        for name, content in unbroken.items():
            self.assertTrue((self.out / name).read_bytes() == content, name)
        refused = run_program("run", self.case, *wind)  # from the beginning
        self.assert_refused(refused, "wind_b.nc' begins at 2000-01-01T04:00:00Z, after the start of the run")

    def test_a_hot_start_that_is_killed_ends_as_if_it_was_not(self):
        self.succeed("run", self.case, *END)
        spring = self.folder / "spring.nc"
        content = self.restarts()[-1].read_bytes()
        hot = ("--set", "initial.kind=restart", "--set", f"initial.file={spring}", "--set", "mesh.bisections=3")
        spring.write_bytes(content)
        said = self.succeed("run", self.case, *hot)
        unbroken = {name: (self.out / name).read_bytes() for name in test_restart.OUTPUT}
        self.assertIn("its mesh of 162 cells", said)
        for ranks in (1, 2, 3):
            spring.write_bytes(content)
            process = start("run", self.case, *hot, ranks=4 - ranks)
            while process.poll() is None and "T020000Z" not in str(self.restarts()):
                time.sleep(0.002)
            for rank in test_restart.ranks_of(process):
                os.kill(rank, signal.SIGKILL)
            process.communicate(timeout=60)
            spring.unlink()
            again = self.succeed("run", "--continue", self.case, *hot, ranks=ranks)
            self.assertIn("goes on from 2000-01-01T0", again)
            self.assertEqual(line_with(again, "state checksum"), line_with(said, "state checksum"))
            for name, expected in unbroken.items():
                self.assertTrue((self.out / name).read_bytes() == expected, name)

    def test_a_folder_or_link_called_like_a_restart_stays_and_stops_a_run_where_it_is_in_the_way(self):
        until = ("--set", "time.end=2000-01-01T02:00:00Z")
        self.succeed("run", self.case, *until)
        last, mine, link = self.restarts()[-1], self.out / "restart_mine.nc", self.out / "restart_spring.nc"
        mine.mkdir()
        link.symlink_to(last)
        first = self.restarts()[0]
        first.unlink()
        first.mkdir()  # listed as a restart
        coming = self.out / "restart_20000101T023000Z.nc"
        for make in (coming.mkdir, lambda: coming.symlink_to(last)):
            make()
            process = run_program("run", "--continue", self.case, *END)
            self.assert_refused(process, str(coming))
            coming.unlink() if coming.is_symlink() else coming.rmdir()
        self.assertIn("goes on from 2000-01-01T02:00:00Z", self.succeed("run", "--continue", self.case, *END))
        self.assertTrue(first.is_dir() and mine.is_dir() and link.is_symlink())
        first.rmdir()
        self.succeed("run", self.case, *until)
        self.assertTrue(mine.is_dir() and link.is_symlink())


if __name__ == "__main__":
    unittest.main()
