# SPDX-License-Identifier: Apache-2.0
"""Mistakes in jobs of components are refused with a sentence; however one component ends, the others end, too."""

import os
import shutil
import signal
import subprocess
import time
import unittest

import numpy as np
from coupled_case import LAT, LON, MESH, REGION, TIME, CoupledTest
from program_case import MPI, PROGRAM, run_program, write_wind

# A program that calls MPI, but no library of groundswell.
MUTE = "#include <mpi.h>\n#include <unistd.h>\nint main(void) { MPI_Init(0, 0); sleep(30); return MPI_Finalize(); }\n"


class Refused(CoupledTest):
    """Mistakes end all processes with a sentence before anything is written."""

    WIND = "name: wind, period: 30 min, use: linear, regridding: none"

    def setUp(self):
        super().setUp()
        write_wind(self.folder / "forcing.nc", LON, LAT, [0, 1, 2], 10.0)
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
        self.refuse_job(
            "kind: data", "kind: dat", "the kind of data (components.kind) is 'dat'", "did you mean 'data'?"
        )
        self.refuse_job("data.yaml", "dat.yaml", "data: there is no file", "dat.yaml", ranks=2)
        self.refuse_job("use: linear", "user: linear", "job.yaml:5", "fields[1].user", "did you mean 'fields[1].use'?")
        self.refuse_job("name: wind", "name: winds", "fields, winds", "data does not give 'winds'", "it gives wind")
        self.refuse_job(
            "use: linear", "lag: 30 min", "'wind'", "waves uses it from 2000-01-01T00:00:00Z", "fields.first"
        )

    def test_more_mistakes_in_the_job(self):
        self.refuse("have 2 processes (data 1, waves 1), but there are 3", "components.ranks", ranks=3)
        self.refuse_job("file: data.yaml, ", "", "data has no file", "components.file")
        self.refuse_job("period: 30 min", "period: 40 min", "job.yaml", "'wind'", "2400 s", "waves", "fields.period")
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
        write_wind(self.folder / "forcing.nc", LON, LAT, [0, 1, 2], u)
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


class Ends(CoupledTest):
    """However one component ends, the others do not wait for it."""

    def test_an_impossible_value_in_the_middle(self):
        """A level of 4 m, added up over the 12 steps of six hours."""
        time = TIME.replace("01T01:30", "02T00:00")
        self.write_sea("waves", "water_level: {kind: coupled}", time=time)
        self.write_data("water_level: {kind: constant, value: 4 m}", time=time)
        self.write_job("name: water_level, period: 6 h, statistic: sum, first: 0, regridding: none", waves=2)
        process = run_program("run", self.job, ranks=3)
        self.assert_refused(
            process, "error: waves: ", "water_level from data", "48 m at 2000-01-01T06", "from -30 to 30"
        )
        self.assertFalse((self.folder / "waves/fields.nc").exists())


class LaterEnds(CoupledTest):
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
        words = ("-n", 1, self.folder / "mute", ":", "-n", 2, PROGRAM, "run", "--start-limit", 2, self.job)
        _, said = self.end(self.start(*words), 25)
        self.assertEqual(said.count("error: process 0 of the job has not answered"), 1, said)


if __name__ == "__main__":
    unittest.main()
