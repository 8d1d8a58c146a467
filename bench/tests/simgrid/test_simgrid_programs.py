#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The programs of bench/simgrid compile: each source on its own, with the available MPI and declarations of the parts
of SimGrid that it uses; if SimGrid is installed, whole programs are linked too, and one of them is run."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
COMPILE = ROOT / "bench/simgrid/compile.sh"
SCRIPTS = "bench/simgrid/transfer.sh", "bench/scripts/halo_replay.sh", "bench/scripts/network_replay.sh"
SYNTAX = "mpicxx -fsyntax-only -Ibench/tests/simgrid/stand_in -include simgrid/s4u.hpp"
NEEDS_SIMGRID = unittest.skipUnless(shutil.which("smpicxx"), "SimGrid is not installed (libsimgrid-dev)")


def compile_program(name, program, compiler):
    """Compiles a program; returns the finished process."""
    environment = {**os.environ, "SMPICXX": compiler}
    return subprocess.run([COMPILE, name, program], capture_output=True, text=True, env=environment)


class SimgridPrograms(unittest.TestCase):
    def named(self):
        """The programs compiled by the scripts."""
        texts = [(ROOT / script).read_text() for script in SCRIPTS]
        for text in texts:
            self.assertNotRegex(text, r"\bsmpicxx -", "a script compiles by itself; bench/simgrid/compile.sh does")
        called = re.compile(r"^\s*bench/simgrid/compile\.sh (\w+)", re.MULTILINE)
        return [name for text in texts for name in called.findall(text)]

    def test_sources_compile(self):
        names = self.named()
        self.assertEqual(sorted(names), ["halo", "network", "transfer"])
        with ThreadPoolExecutor(2) as pool:
            for process in pool.map(lambda name: compile_program(name, os.devnull, SYNTAX), names):
                self.assertEqual(process.returncode, 0, process.stderr)

    def test_a_program_that_nobody_has_is_refused(self):
        process = compile_program("gossip", os.devnull, SYNTAX)
        self.assertEqual(process.returncode, 2)
        self.assertIn("'gossip' is no program for SimGrid; choose from: transfer halo network", process.stderr)

    @NEEDS_SIMGRID
    def long_programs_link(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in self.named():
                process = compile_program(name, Path(folder) / name, "smpicxx -O0")
                self.assertEqual(process.returncode, 0, process.stderr)

    @NEEDS_SIMGRID
    def long_transfers_are_simulated(self):
        with tempfile.TemporaryDirectory() as folder:
            command = [ROOT / "bench/simgrid/transfer.sh", "infiniband", "64", "cesm"]
            process = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "OUT": folder})
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            cases = json.loads((Path(folder) / "infiniband.json").read_text())["cases"]
        self.assertEqual([case["name"] for case in cases], ["cesm.32+32"])
        # These numbers are shown in docs/experiments/transfer_speed.md.
        self.assertEqual([round(cases[0]["medians"][way]) for way in ("p2p", "butterfly")], [567, 1305])

    @NEEDS_SIMGRID
    def long_coupled_runs_are_simulated(self):
        with tempfile.TemporaryDirectory() as folder:
            waves = {"apart": {"component_computing_seconds": [0.1, 0.0]}}
            (Path(folder) / "waves_1.json").write_text(json.dumps({"methods": {"p2p": waves}}))
            command = [ROOT / "bench/scripts/coupled_replay.py", folder, "--clusters", "ethernet_1g", "--sides", "24"]
            process = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(process.returncode, 0, process.stderr)
            data = json.loads((Path(folder) / "replay_ethernet_1g.json").read_text())
        [replay] = data["replays"]
        for run in replay["runs"]:
            times = {method: one["exchange_seconds"][run["order"]] for method, one in replay["methods"].items()}
            share, gain = run["methods"]["p2p"]["share"], run["methods"]["adaptive"]["gain"]
            if run["imbalance"] == 0.0:  # then nothing hides the exchange
                self.assertAlmostEqual(share, times["p2p"] / (times["p2p"] + run["computing"] / 24), delta=0.03)
                self.assertAlmostEqual(gain, share * (1 - times["adaptive"] / times["p2p"]), delta=0.03)


if __name__ == "__main__":
    unittest.main()
