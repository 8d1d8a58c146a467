# SPDX-License-Identifier: Apache-2.0
"""The picture and tables of replayed halo exchanges show the numbers of the files."""

import json
import tempfile
import unittest
from pathlib import Path

import matplotlib.pyplot as plt
from bench_support import BenchPictures, run
from groundswell_bench_view import halo_replay, halo_replay_panels

CLUSTER = {"cores_per_node": 32, "node_gb_per_s": 12.5, "latency_us": 2.0, "copy_gb_per_s": 3.0, "cell_bytes": 5040}
GREEN = "#2a9d6f"


def times(most: float) -> dict:
    return {"mean": most / 2, "max": most, "min": most / 4}


def make_case(cells: int, ranks: int, placement: str = "block", late: float = 0.0, **schedules) -> dict:
    """A case with messages that take 100 us through the busiest link."""
    return {"cells": cells, "ranks": ranks, "partition": "flat", "placement": placement, "rings": 1, "late_us": late,
            "messages": 6 * ranks, "bytes_between_nodes": 7e6, "busiest_link_us": 100.0,
            "schedules": schedules}  # fmt: skip


def make_plain(cells: int, ranks: int, placement: str = "block", late: float = 0.0) -> dict:
    """A case in which the schedule `ordered` takes 400 us and `all_at_once` 200 us."""
    return make_case(cells, ranks, placement, late, ordered=times(400.0), all_at_once=times(200.0))


class HaloReplay(BenchPictures, unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(plt.close, "all")
        self.folder = Path(folder.name)

    def write(self, name: str, cases: list, late: float = 0.0, **more) -> Path:
        path = self.folder / name
        path.write_text(json.dumps({"cluster": CLUSTER | {"late_us": late}, "cases": cases, **more}))
        return path

    def cases(self):
        checked = make_case(10, 64, ordered={"smpi": times(400.0), "replay": times(410.0)})
        return halo_replay.read_cases([
            self.write("replay.json", [make_plain(10, 512), make_plain(40, 1024), make_plain(10, 1024, "random")]),
            self.write("late.json", [make_plain(10, 512, late=50.0)], 50.0),
            self.write("check.json", [checked], platform="star"),
        ])[0]  # fmt: skip

    def test_gains_and_errors(self):
        cases = {(case.cells, case.ranks, case.placement, case.late): case for case in self.cases()}
        self.assertEqual(len(cases), 5)
        self.assertEqual(cases[10, 512, "block", 0.0].gain("all_at_once"), 2.0)
        self.assertAlmostEqual(cases[10, 64, "block", 0.0].error("ordered"), 2.5)

    def test_panels_show_what_they_say(self):
        _, panels = plt.subplots(1, 3)
        cases = self.cases()
        halo_replay_panels.draw_times(panels[0], cases, 10)  # leaves out late ranks, the check and `random`
        self.assertEqual([len(bars[0].get_xdata()) for bars in panels[0].containers], [1, 1])
        bar = panels[0].containers[0][2][0].get_segments()[0]
        self.assertEqual([y for _, y in bar], [100, 400])
        halo_replay_panels.draw_gains(panels[1], cases)
        gains = [line for line in panels[1].lines if line.get_color() == GREEN and len(line.get_xdata())]
        self.assertEqual([list(line.get_ydata()) for line in gains], [[2.0]] * 4)  # two globes, slowest rank and mean
        halo_replay_panels.draw_errors(panels[2], cases)
        self.assertEqual([round(line.get_ydata()[0], 6) for line in panels[2].lines[:1]], [2.5])

    def test_tables(self):
        tables = halo_replay.format_tables(self.cases())
        self.assertIn("flat partition, block placement, one ring:", tables)
        self.assertIn("flat partition, block placement, one ring, ranks begin within 50 µs:", tables)
        self.assertIn("| 10 | 512 | 6.0 | 7 | 100 | 400 |  | 200 |  |  | 2.00 (2.00) |  |", tables)
        self.assertIn("| star | 64 | block | 0 | 400 (+2.5 %) |  |  |  |", tables)

    def test_a_picture_with_tables_and_mistakes(self):
        file = self.write("one.json", [make_plain(10, 512)])
        out, table = self.folder / "one.png", self.folder / "one.md"
        self.assertEqual(run("halo_replay", file, "-o", out, "--table", table, "--dpi", "40")[0], 0)
        self.assert_drawn(out, empty=1)
        self.assertIn("| 10 | 512 |", table.read_text())
        other = self.write("other.json", [make_plain(10, 512)])
        other.write_text(other.read_text().replace("12.5", "25"))
        wrong = self.write("wrong.json", [make_case(10, 512, by_node=times(1.0))])
        for files, sentence in (
            ([file, other], "of different clusters"),
            ([wrong], "no schedule 'ordered'"),
            ([self.write("empty.json", [])], "has no cases"),
            ([self.folder / "none.json"], "cannot be read"),
        ):
            status, _, err = run("halo_replay", *files, "-o", out)
            self.assertEqual(status, 1)
            self.assertIn(sentence, err)


if __name__ == "__main__":
    unittest.main()
