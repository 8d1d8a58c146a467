# SPDX-License-Identifier: Apache-2.0
"""The costs of kinds of output: means and deviations of differences within rounds, and which ranks wrote."""

import json
import tempfile
import unittest
from pathlib import Path

import matplotlib.pyplot as plt
from bench_support import BenchPictures, run
from groundswell_bench_view import kinds


def make_run(number: int, load: list[str], servers: int, serve: str, seconds: float) -> dict:
    return {"round": number, "kinds": load, "servers": servers, "serve": serve, "seconds": seconds}


def make_data() -> dict:
    """Runs of two rounds, the second on a machine that is twice as slow."""
    runs = []
    for number, slow in ((1, 1.0), (2, 2.0)):
        runs += [make_run(number, [], 0, "together", slow * seconds) for seconds in (9.0, 11.0)]
        both = ["points", "fields"]
        runs += [
            make_run(number, both, servers, serve, slow * seconds)
            for servers, serve, seconds in ((0, "together", 12.0), (1, "together", 11.0), (2, "kinds", 10.5))
        ]
        runs.append(make_run(number, ["fields"], 0, "together", slow * (10.0 + number)))
    return {"cells": 10, "bins": 20, "steps": 3, "ranks": 1, "runs": runs}  # fmt: skip


class Kinds(BenchPictures, unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(plt.close, "all")
        self.folder = Path(folder.name)
        self.file = self.folder / "kinds.json"

    def data(self):
        self.file.write_text(json.dumps(make_data()))
        return kinds.read_kinds(self.file)

    def test_differences_are_those_to_the_same_round(self):
        costs = kinds.find_costs(self.data())
        self.assertEqual(list(costs), ["fields", "fields, points"])
        self.assertEqual({way: round(cost.mean, 6) for way, cost in costs["fields, points"].items()},
                         {0: 20.0, 1: 10.0, 2: 5.0})  # fmt: skip
        self.assertAlmostEqual(costs["fields, points"][1].deviation, 0.0)
        fields = costs["fields"][0]  # 10 and 20 %
        self.assertAlmostEqual(fields.mean, 15.0)
        self.assertAlmostEqual(fields.deviation, 50.0**0.5)
        self.assertEqual(fields.rounds, 2)

    def test_noise_is_that_within_rounds(self):
        self.assertAlmostEqual(kinds.find_noise(self.data()), (2 * (10.0**2 + 10.0**2) / 2) ** 0.5)

    def test_table_and_picture(self):
        self.data()
        table, out = self.folder / "kinds.md", self.folder / "kinds.png"
        self.assertEqual(run("kinds", self.file, "-o", out, "--table", table, "--dpi", "50")[0], 0)
        self.assertEqual(
            table.read_text().splitlines()[2:],
            ["| fields | 15.0 (7.1) |  |  | 2 |", "| fields, points | 20.0 (0.0) | 10.0 (0.0) | 5.0 (0.0) | 2 |"],
        )
        self.assert_drawn(out)
        _, axes = plt.subplots()
        kinds.draw_costs(axes, kinds.find_costs(self.data()))
        points = {container[0].get_color(): sorted(container[0].get_xdata()) for container in axes.containers}
        self.assertEqual([[round(x, 6) for x in points[colour]] for _, colour, _ in kinds.WAYS], [[15, 20], [10], [5]])

    def test_mistakes(self):
        for content, words in (
            ("x", "is not a JSON file"),
            ("[]", "is not what bench/scripts/kinds_runs.py writes"),
            ("{}", "'runs'"),
            (json.dumps({**make_data(), "runs": []}), "no round"),
            (json.dumps({**make_data(), "runs": [make_run(1, [], 0, "together", -1.0)]}), "a run of -1.0 s"),
            (json.dumps({**make_data(), "runs": [make_run(1, ["fish"], 0, "together", 1.0)]}), "'fish'"),
            (json.dumps({**make_data(), "runs": [make_run("x", [], 0, "together", 1.0)]}), "is not a JSON file"),
        ):
            self.file.write_text(content)
            status, _, err = run("kinds", self.file, "-o", self.folder / "kinds.png")
            self.assertEqual(status, 1, content)
            self.assertIn(words, err)
        self.assertIn("cannot be read", run("kinds", self.folder / "none.json")[2])
        self.data()
        self.assertIn("tables end in .md", run("kinds", self.file, "--table", self.folder / "kinds.csv")[2])


if __name__ == "__main__":
    unittest.main()
