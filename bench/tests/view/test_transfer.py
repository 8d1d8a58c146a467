# SPDX-License-Identifier: Apache-2.0
"""The picture of data transfer: the panels show the numbers in files of the benchmark and of a simulated cluster."""

import json
import tempfile
import unittest
from pathlib import Path

import matplotlib.pyplot as plt
from bench_support import BenchPictures, run
from groundswell_bench_view import transfer_panels

RED = "#d1495b"  # the butterfly


def make_case(experiment: str, setting: str, side: int, time: float, **set_up) -> dict:
    """A case whose butterfly takes half the time of p2p and sends 3 messages on average; p2p sends 8."""
    counts = {"p2p": (8, 8, 8, 100), "butterfly": (1, 3, 5, 700)}
    methods = {
        name: {"messages": {"min": least, "mean": mean, "max": most, "total": 2 * side * mean}, **set_up,
               "bytes": {"min": 1000 * least, "mean": 1000 * mean, "max": 1000 * most, "total": 0},
               "mean_message_bytes": size, "actual_mb_per_s": 5.0}
        for name, (least, mean, most, size) in counts.items()
    }  # fmt: skip
    name = f"{experiment}.{side}+{side}"
    return {"name": name, "experiment": experiment, "setting": setting, "ranks": 2 * side, "source": side,
            "target": side, "medians": {"p2p": time, "butterfly": time / 2}, "methods": methods}  # fmt: skip


def line(axes, colour: str = RED) -> list[tuple[float, float]]:
    """The points of the line with this colour."""
    found = next(found for found in axes.lines if found.get_color() == colour)
    return [(float(x), float(y)) for x, y in zip(found.get_xdata(), found.get_ydata())]


class Transfer(BenchPictures, unittest.TestCase):
    def setUp(self):
        _, panels = plt.subplots(1, 3)
        self.panels = list(panels)
        self.addCleanup(plt.close, "all")

    def test_pairs_of_models_stand_against_the_cores_of_each(self):
        cases = [make_case("cesm", "", side, 100.0 * side) for side in (8, 2, 4)]
        transfer_panels.draw_grids(self.panels, {"cases": cases + [make_case("gamil", "", 16, 10.0)]})
        self.assertEqual(line(self.panels[0]), [(2, 100), (4, 200), (8, 400)])
        self.assertEqual(line(self.panels[1]), [(16, 5)])
        self.assertEqual({axes.get_xlabel() for axes in self.panels[:2]}, {"cores of each model"})
        # As in bench/transfer/transfer_cases.cpp: from round-robin to blocks.
        self.assertEqual(self.panels[1].get_title(loc="left"), "CLM3, round-robin, to GAMIL2, blocks")
        self.assertEqual([bar.get_height() for bar in self.panels[2].patches], [1.0, 1.0, 0.5, 0.5])

    def test_times_stand_against_messages_and_cores(self):
        cases = [make_case("messages", f"q{n}", 4, 10.0 * n) for n in (8, 2)] + [make_case("messages", "q1", 2, 1.0)]
        cases += [make_case("cores", "", side, 4.0) for side in (8, 2)] + [make_case("constant", "", 4, 6.0)]
        transfer_panels.draw_times(self.panels, {"cases": cases})
        self.assertEqual(line(self.panels[0]), [(2, 10), (8, 40)])
        self.assertEqual(line(self.panels[1]), [(2, 2), (8, 2)])
        self.assertEqual(line(self.panels[2]), [(4, 3)])

    def test_fields_have_a_panel_for_each_number_of_cores_and_messages(self):
        kinds = (48, 12), (48, 48), (96, 12), (192, 12), (192, 48)
        cases = [make_case("fields", f"f{n}.q{q}", side, n * q * side) for side, q in kinds for n in (20, 1)]
        _, panels = plt.subplots(1, 4)
        transfer_panels.draw_fields(panels, {"cases": cases})
        for axes, (side, q) in zip(panels, kinds[:2] + kinds[3:]):
            self.assertEqual(line(axes), [(1, q * side / 2), (20, 10 * q * side)])
            self.assertIn(f"{side}+{side} processes, {q} messages", axes.get_title(loc="left"))

    def test_messages_sizes_and_bytes_stand_against_cores(self):
        cases = [make_case("gamil", "", side, 1.0) for side in (8, 2)] + [make_case("cores", "", 4, 1.0)]
        transfer_panels.draw_traffic(self.panels, {"cases": cases})
        self.assertEqual(line(self.panels[1]), [(2, 700), (8, 700)])
        for axes in (self.panels[0], self.panels[2]):  # numbers of messages, and bytes [kB]
            self.assertIn("CLM3 to GAMIL2", axes.get_title(loc="left"))
            _, butterfly = axes.containers
            bar = butterfly[2][0].get_segments()[0]
            self.assertEqual([y for _, y in bar], [1, 5])
            self.assertEqual(list(axes.get_xticks()), [2, 8])
            self.assertEqual(axes.get_ylim()[0], 0.0)
            self.assertGreater(axes.get_ylim()[1], 8.0)
        transfer_panels.draw_traffic(self.panels, {"cases": cases[2:]})
        self.assertIn("one grid", self.panels[0].get_title(loc="left"))

    def test_set_up_is_seconds_or_bytes(self):
        measured = make_case("cores", "", 2, 1.0, set_up_seconds=0.5, choice_seconds=0.25, choice_transfers=3)
        transfer_panels.draw_set_up(self.panels[0], {"cases": [measured]})
        self.assertEqual([list(found.get_ydata()) for found in self.panels[0].lines], [[0.5], [0.5], [0.75], [0.75]])
        counted = make_case("cores", "", 2, 1.0, set_up_bytes=4096)
        transfer_panels.draw_set_up(self.panels[1], {"cases": [counted]})
        self.assertEqual(line(self.panels[1]), [(2, 4096)])

    def test_a_file_with_a_single_case_and_one_without(self):
        with tempfile.TemporaryDirectory() as folder:
            file, out = Path(folder) / "one.json", Path(folder) / "one.png"
            file.write_text(json.dumps({"cases": [make_case("cesm", "", 2, 1.0)]}))
            self.assertEqual(run("transfer", file, "-o", out, "--dpi", "40")[0], 0)
            self.assert_drawn(out, empty=11)  # of 16 panels
            file.write_text('{"cases": []}')
            status, _, err = run("transfer", file, "-o", out)
            self.assertEqual(status, 1)
            self.assertIn("contains no cases", err)


if __name__ == "__main__":
    unittest.main()
