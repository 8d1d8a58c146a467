# SPDX-License-Identifier: Apache-2.0
"""The experiment of bench/scripts/kinds_runs.py."""

import json
import subprocess
import sys
import unittest

from bench_case import BenchTest, script_environment
from bench_support import BenchPictures
from program_case import POINTS, PROGRAM, ROOT, TIME_LIMIT


class KindsRuns(BenchPictures, BenchTest):
    def call(self, *words):
        command = [sys.executable, ROOT / "bench/scripts/kinds_runs.py", *map(str, words), "--program", PROGRAM]
        environment = script_environment()
        return subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT, env=environment)

    def test_makes_the_runs_that_are_not_there_and_draws_all(self):
        points = POINTS.replace("spectra_interval: 0", "spectra_interval: 1 h")
        words = self.write_case(more=points), self.folder / "runs", "--kinds", "fields,points", "--ranks", "1"
        said = []
        for rounds in (1, 1):
            process = self.call(*words, "--rounds", rounds)
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            said.append([line for line in process.stdout.splitlines() if line.startswith("round ")])
        # Three runs without output; each kind alone and both, written by the compute ranks and by a server; both by two
        # servers.
        self.assertEqual([len(lines) for lines in said], [10, 0])
        data = json.loads((self.folder / "runs/kinds.json").read_text())
        self.assertEqual(len(data["runs"]), 10)
        pairs = [run for run in data["runs"] if run["kinds"] == ["fields", "points"]]
        self.assertEqual(sorted((run["servers"], run["serve"]) for run in pairs),
                         [(0, "together"), (1, "together"), (2, "kinds")])  # fmt: skip
        rows = [line.split(" | ")[0] for line in (self.folder / "runs/kinds.md").read_text().splitlines()]
        self.assertEqual(rows[2:], ["| fields", "| points", "| fields, points"])
        drawn = "kinds", self.folder / "runs/kinds.json", "-o", self.folder / "runs/again_kinds.png"
        self.assert_same_picture(self.folder / "runs/kinds.png", *drawn)
        process = self.call(*words, "--rounds", "2", "--set", "spectrum.directions=16")
        self.assertEqual(process.returncode, 1)
        self.assertIn("remove the file", process.stderr)

    def test_what_is_wrong_is_said(self):
        words = self.write_case(), self.folder / "runs", "--rounds", "1", "--ranks", "1"
        process = self.call(*words, "--kinds", "fields,fish")
        self.assertEqual(process.returncode, 2)
        self.assertIn("'fish' in --kinds is not one of fields, points", process.stderr)
        process = self.call(*words, "--kinds", "fields", "--set", "mesh.bisections=-1")
        self.assertEqual(process.returncode, 1)
        self.assertIn("mesh.bisections is -1", process.stderr)


if __name__ == "__main__":
    unittest.main()
