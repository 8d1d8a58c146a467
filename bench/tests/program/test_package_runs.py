# SPDX-License-Identifier: Apache-2.0
"""The comparison of packages of bench/scripts/package_runs.py, with its two quickest seas."""

import subprocess
import sys
import unittest

from bench_case import ROOT, BenchTest, script_environment
from program_case import PROGRAM, TIME_LIMIT

sys.path.insert(0, str(ROOT / "bench/scripts"))
from package_runs import parse_physics  # noqa: E402
from package_table import BUOY, LAW, SAME, ST4, UNKNOWN, Physics, Row, find_errors, make_tables  # noqa: E402

TWO = [Physics("wam3"), Physics("wam4", "0")]


class PackageRuns(BenchTest):
    def call(self, *words):
        command = [sys.executable, ROOT / "bench/scripts/package_runs.py", self.folder / "runs", *words]
        command += ["--program", PROGRAM]
        environment = script_environment()
        return subprocess.run(command, capture_output=True, text=True, timeout=TIME_LIMIT, env=environment)

    def test_makes_the_runs_that_are_not_there_and_their_table(self):
        words = "--only", "swell", "--only", "turn", "--packages", "wam3,wam4:0"
        made = []
        for _ in range(2):
            process = self.call(*words)
            self.assertEqual(process.returncode, 0, process.stderr)
            made.append([file.stat().st_mtime_ns for file in sorted(self.folder.glob("runs/*/**/finished_run.json"))])
        self.assertEqual(len(made[0]), 6)  # two swells and a turn
        self.assertEqual(*made)
        self.assertEqual(process.stdout, (self.folder / "runs/packages.md").read_text())
        self.assertIn("| sea | at | expected | `wam3` | `wam4`, none |", process.stdout)
        self.assertRegex(process.stdout, r"\| swell of 1 m, 12.5 s \| 10 days, lost \[%\] \|  \| 0.\d \| 0.\d \|")
        self.assertIn("| swell of 1 m loses 10 to 18 % of its height | no (+0) | no (+0) |", process.stdout)
        off = [line for line in process.stdout.splitlines() if "6 h later" in line][0].split("|")[4:6]
        self.assertLess(*map(int, off))  # wam3 loses the old sea faster

    def test_what_is_wrong_is_said(self):
        process = self.call("--packages", "wam4:much")
        self.assertEqual(process.returncode, 2)
        self.assertIn("--packages needs packages with commas between them", process.stderr)

    def test_physics(self):
        for word, name, settings in [
            ("wam3", "`wam3`", ["physics.package=wam3"]),
            ("wam4:0", "`wam4`, none", ["physics.package=wam4", "physics.max_drag=0"]),
            ("wam4:0.0025", "`wam4`, 2.5e-3", ["physics.package=wam4", "physics.max_drag=0.0025"]),
            ("st4:t471", "`st4`, t471", ["physics.package=st4", "physics.st4.set=t471"]),
        ]:
            physics = parse_physics(word)
            self.assertEqual((physics.name, physics.settings), (name, settings))
        self.assertEqual([parse_physics(f"st4:{word}").table for word in ("t471", "t471f")], ["st4", "st4, t471f"])

    def test_rows_and_errors(self):
        row = Row("growth, 20 m/s", "3 h", [1.1, 1.98], {SAME: [1.0, UNKNOWN], ST4: 2.0})
        self.assertEqual(row.written(), "| growth, 20 m/s | 3 h | same terms 1.00; ST4 2.00 | 1.10 (+10, -45) "
                                        "| 1.98 (–, -1) |\n")  # fmt: skip
        rows = [Row("fetch", "1 km", [1.1, 0.8], {LAW: 1.0}), Row("fetch", "2 km", [1.3, 1.0], {LAW: 1.0})]
        rows += [Row("hurricane", "50 m/s", [2.0, 1.0], {BUOY: 1.0}), Row("depth-limited", "2 m", [9, 9], {LAW: 1.0})]
        groups, kinds, deep = find_errors([row, *rows])
        self.assertEqual([round(x, 6) for x in groups["fetch", LAW][0]], [500.0, 200.0])
        self.assertEqual([round(x, 6) for x in kinds["growth"][1]], [-17.5, -1.0])  # of what is known
        self.assertEqual([round(x, 6) for x in find_errors(rows)[2][1]], [60.0, -5.0])  # without the depth-limited sea
        self.assertEqual(len(deep[0]), 2)

    def test_criteria(self):
        rows = [Row("hurricane", "50 m/s", [10.9, 11.1], {LAW: 10.0}), Row("hurricane", "65 m/s", [8.6, 9], {LAW: 10})]
        rows += [Row("growth, 10 m/s", f"{hour} h", [1.1, 1.0], {ST4: 1.0}) for hour in (3, 12, 24)]
        text = "".join(make_tables(TWO, rows))
        for line in [
            "| hurricane of 50 m/s within 10 % of Young | yes (+9) | no (+11) |\n",
            "| hurricane of 65 m/s within 15 % of Young | yes (-14) | yes (-10) |\n",
            "| growth, 3 to 12 h: Hs within 12 % of ST4 | yes (+10) | yes (+0) |\n",
            "| growth, 24 and 72 h: Hs within 8 % of ST4 | no (+10) | yes (+0) |\n",
            "| **all of these** | no | no |\n",
        ]:
            self.assertIn(line, text)
        self.assertNotIn("swell", text)  # was not run

    def test_a_converged_program_judges_its_own_terms_alone(self):
        three = [Physics("wam4", "0"), Physics("st4", "t471"), Physics("st4", "t471f")]
        rows = [Row("growth, 20 m/s", f"{hour} h", [5.0, height, 5.0], {SAME: [4.0, 4.0, UNKNOWN], ST4: 5.0})
                for hour, height in ((3, 4.04), (72, 4.1))]  # fmt: skip
        text = "".join(make_tables(three, rows[:1]))
        self.assertIn("| growth, 3 to 72 h: Hs within 2 % of the same terms | – | yes (+1) | – |\n", text)
        self.assertIn("| **all of these** | yes | no | yes |\n", text)
        text = "".join(make_tables(three, rows))
        self.assertIn("| growth, 3 to 72 h: Hs within 2 % of the same terms | – | no (+2) | – |\n", text)


if __name__ == "__main__":
    unittest.main()
