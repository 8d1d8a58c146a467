# SPDX-License-Identifier: Apache-2.0
"""Shared by the tests of the experiments: paths of the modules shared with the tests of the program, and environments
for the scripts."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = "bench/tests/view", "bench/view", "python", "tests/python/program", "tests/python/view"
sys.path[:0] = [str(ROOT / folder) for folder in FOLDERS]
from program_case import BENCH, MPI, PROGRAM, ProgramTest  # noqa: E402


def script_environment(**variables):
    """The environment in which a script of bench/scripts finds the programs and this Python."""
    return {**os.environ, **MPI, "PROGRAM": PROGRAM, "BENCH": BENCH, "PYTHON": sys.executable, **variables}


class BenchTest(ProgramTest):
    """A test case that runs groundswell-bench and has its own folder."""

    def measure(self, *arguments, **keywords):
        """Runs groundswell-bench, which must succeed; returns its output."""
        return self.succeed(*arguments, program=BENCH, **keywords)
