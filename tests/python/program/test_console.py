# SPDX-License-Identifier: Apache-2.0
"""Messages on the console and in the log: progress, colours, a check for another number of ranks."""

import os
import pty
import re
import subprocess
import time
import unittest
from unittest import mock

from program_case import LOG, MPI, PROGRAM, ProgramTest, run_program


class Check(ProgramTest):
    def test_as_if_on_other_ranks_tells_what_these_tell(self):
        line = re.compile(r"(?m)^  (?:load|mesh|ranks)  .*$")
        servers = (
            "--set",
            "output.servers=2",
            "--set",
            "output.serve=kinds",
            "--set",
            "parallel.partition=hierarchical",
        )
        case = self.write_case(more="  restart: {interval: 30 min}")
        for more, n_compute in (((), 5), (servers, 3)):
            there = self.succeed("check", case, *more, ranks=5)
            here = self.succeed("check", case, *more, "--ranks", 5)
            self.assertEqual(line.findall(here), line.findall(there))
            self.assertEqual(len(line.findall(here)), 3)
            self.assertIn(f"  ranks     {n_compute} computing", here)
            self.assertIn(f"  checked   for 5 ranks, {n_compute} computing and {5 - n_compute} servers: ", here)
            self.assertNotIn("  checked", there)
            self.assertEqual(", parts by node" in here, more != ())
            self.assertEqual("server 2 writes restarts" in here, more != ())
        # A job that needs more ranks than `check` has is checked for the smallest possible number, which is printed.
        least = "it needs at least 3 ranks (mpirun -n 3 groundswell run"
        said = self.succeed("check", case, *servers)
        self.assertIn("  checked   for 3 ranks, 1 computing and 2 servers", said)
        self.assertIn(least, said.splitlines()[-1])
        self.assertIn(least, self.succeed("check", case, *servers, ranks=4).splitlines()[-1])
        self.assertNotIn("it needs", self.succeed("check", case, "--ranks", 162))
        for arguments, ranks, words in (
            (("--ranks", 163), 1, ("162 cells, too few for 163 ranks",)),
            (("--ranks", 2, *servers), 1, ("have 2 ranks, but needs at least 3: 1 that computes, 2 for output",)),
            (("--ranks", 2), 2, ("--ranks 2 is for a check on a single process, but there are 2",)),
            (("--ranks", 0), 1, ("--ranks", "0")),
        ):
            process = run_program("check", case, *arguments, ranks=ranks)
            self.assert_refused(process, *words)
            self.assertEqual(process.stderr.count("error: "), 1)


class Progress(ProgramTest):
    def test_tells_of_all_iterations_in_one_line(self):
        (self.folder / "mesh.yaml").write_text("kind: global\nspacing: 800 km\nbathymetry: {depth: 100 m}\n")
        said = self.succeed("mesh", self.folder / "mesh.yaml", "--output", self.folder / "mesh.nc")
        self.assertEqual(len(re.findall("iteration", said)), 2, said)
        self.assertRegex(said, r"(?m)^  Lloyd's iteration: \d+ iterations on \d levels; on the last of \d+ cells ")
        self.assertNotIn("ended by", said)
        mesh = ("mesh", self.folder / "mesh.yaml", "--output", self.folder / "mesh.nc")
        said = self.succeed(*mesh, "--set", "lloyd.max_iterations=2")
        self.assertRegex(said, r"levels? ended by lloyd.max_iterations, not by lloyd.tolerance")
        self.assertNotIn("\r", said)

    def test_has_a_line_per_hour_in_its_log_and_the_last_on_the_console(self):
        hours = re.compile(r"(?m)^.*(2000-\d\d-\d\dT\d\d:\d\d):00Z  step +(\d+) ")
        for end, step, noted in (
            ("2000-01-01T06:30:00Z", 30, [f"2000-01-01T0{hour}:00" for hour in range(1, 7)] + ["2000-01-01T06:30"]),
            ("2000-01-01T04:00:00Z", 40, [f"2000-01-01T0{at}" for at in ("1:20", "2:00", "3:20", "4:00")]),
            ("2000-01-01T06:00:00Z", 120, [f"2000-01-01T0{hour}:00" for hour in (2, 4, 6)]),
            ("2000-01-01T00:30:00Z", 30, ["2000-01-01T00:30"]),
        ):
            case = self.write_case(
                ("2000-01-01T01:00:00Z, step: 30", f"{end}, step: {step}"),
                ("interval: 30 min", f"interval: {step} min"),
                more=f"checks: {{interval: {step} min}}",
            )
            begun = time.monotonic()
            said = self.succeed("run", case, ranks=2)
            shown = hours.findall(said)
            self.assertEqual(shown[-1][0], noted[-1])
            self.assertLessEqual(len(shown), 1 + (time.monotonic() - begun) / 10.0)
            in_log = hours.findall((self.out / LOG).read_text())
            self.assertEqual([date for date, _ in in_log], noted)
            self.assertEqual(in_log[-1], shown[-1])


class Colour(ProgramTest):
    def said_on_a_terminal(self, **environment):
        master, slave = pty.openpty()
        with mock.patch.dict(os.environ, **environment):
            subprocess.run([PROGRAM, "run", self.folder / "nowhere.yaml"], stderr=slave, check=False,
                           env={**os.environ, **MPI})  # fmt: skip
        os.close(slave)
        said = os.read(master, 10_000).decode()
        os.close(master)
        return said

    def test_is_for_terminals_only(self):
        self.assertIn("\x1b[1;31merror: \x1b[0mthere is no file", self.said_on_a_terminal(TERM="xterm"))
        for plain in ({"TERM": "dumb"}, {"TERM": "xterm", "NO_COLOR": "1"}):
            self.assertTrue(self.said_on_a_terminal(**plain).startswith("error: there is no file"))
        for launched in ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"):
            self.assertTrue(self.said_on_a_terminal(TERM="xterm", **{launched: "0"}).startswith("error: there is no"))
        self.assertNotIn("\x1b", run_program("run", self.folder / "nowhere.yaml").stderr)

    def test_is_not_for_the_terminal_that_mpirun_gives_to_its_processes(self):
        with mock.patch.dict(os.environ, TERM="xterm"):
            said = self.succeed("check", self.write_case(), ranks=2)
        self.assertIn("warning: the last frequency", said)
        self.assertNotIn("\x1b", said)


if __name__ == "__main__":
    unittest.main()
