# SPDX-License-Identifier: Apache-2.0
"""What may change between a run and the one that continues it, and what its folder may contain."""

import shutil
import signal
import unittest

import numpy as np
import test_restart
from faults import run_killed_at_rename, run_with_faults
from program_case import overrides, run_program, write_wind
from test_restart import TO_GO_ON, line_with

END = ("--set", "time.end=2000-01-01T03:00:00Z")


class GoOn(test_restart.RestartTest):
    def test_an_odd_date_keeps_the_highest_sea_of_an_unbroken_run(self):
        calms = ("wind.kind=none", "physics.enabled=false", "initial.kind=swell", "time.end=2000-01-01T02:00:00Z")
        sets = overrides(calms)
        whole = line_with(self.succeed("run", self.case, *sets), "the highest sea")
        self.assertIn("T01:00:00Z", whole)
        short = self.succeed("run", self.case, *sets, "--set", "time.end=2000-01-01T00:30:00Z")
        self.assertIn("T00:30:00Z", line_with(short, "the highest sea"))
        self.assertEqual(line_with(self.succeed("run", "--continue", self.case, *sets), "the highest sea"), whole)

    def test_a_signal_before_mpi_starts_leads_to_a_restart(self):
        for number in (signal.SIGUSR1, signal.SIGUSR2):
            faults = {"KILL_BEFORE_MPI": "yes", "KILL_WITH": int(number)}
            process = run_with_faults("run", "--continue", self.case, faults=faults)
            self.assertEqual(process.returncode, TO_GO_ON, process.stdout + process.stderr)
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
        said = self.succeed("run", "--continue", self.case, *overrides(changes))
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
        refused = run_program("run", self.case, *wind)  # a run from the beginning needs wind_a.nc
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
            shutil.rmtree(self.out)
            self.assertTrue(run_killed_at_rename(7, "run", self.case, *hot, ranks=4 - ranks, rank=0))
            self.assertEqual(self.restarts()[-1].name, "restart_20000101T020000Z.nc")
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
        first.mkdir()  # a folder in place of a restart that is listed
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
