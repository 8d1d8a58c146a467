# SPDX-License-Identifier: Apache-2.0
"""The pictures and the table of whole coupled runs show the numbers in files of bench/scripts/coupled_replay.py."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

import matplotlib.pyplot as plt
from bench_support import ROOT, BenchPictures, run
from groundswell_bench_view import coupled

sys.path.insert(0, str(ROOT / "bench/scripts"))
from coupled_run_table import make_table  # noqa: E402


def make_run(order: str, stated: str, computing: float, imbalance: float, share: float, gain: float) -> dict:
    methods = {"p2p": {"share": share, "gain": 0.0}, "adaptive": {"share": share, "gain": gain}}
    return {"order": order, "stated": stated, "computing": computing, "imbalance": imbalance, "methods": methods}


def make_replay(side: int, p2p: float, adaptive: float, *runs: dict) -> dict:
    times = {"p2p": p2p, "adaptive": adaptive}
    methods = {name: {"exchange_seconds": {"in_turn": time, "at_once": 1e-3}} for name, time in times.items()}
    return {"side": side, "methods": methods, "runs": list(runs)}


def make_cluster() -> dict:
    """Two numbers of processes: of the second, no run gains 7 %."""
    runs = [make_run(order, "computing", computing, imbalance, 0.1 * computing, least * computing - imbalance)
            for order, least in (("in_turn", 0.02), ("at_once", 0.0)) for computing in (2.0, 0.5)
            for imbalance in (0.0, 0.05)]  # fmt: skip
    gains = [make_run("in_turn", "gain", 0.75, *rest) for rest in ((0.0, 0.35, 0.07), (0.05, 0.3, 0.01))]
    published = {"side": 128, "share": 0.077, "gain": 0.07}
    replays = [make_replay(96, 1e-3, 8e-4, *runs, *gains), make_replay(128, 1e-3, 1e-3, *runs)]
    return {"cluster": "ethernet_10g", "published": published, "published_computing": 2.0, "waves_computing": 0.5,
            "replays": replays}  # fmt: skip


class Coupled(BenchPictures, unittest.TestCase):
    def setUp(self):
        self.data = make_cluster()
        _, self.axes = plt.subplots()
        self.addCleanup(plt.close, "all")

    def points(self, index: int) -> list[tuple[float, float]]:
        line = self.axes.lines[index]
        return [(round(float(x), 9), round(float(y), 9)) for x, y in zip(line.get_xdata(), line.get_ydata())]

    def test_gains_stand_against_cores(self):
        coupled.draw_cores(self.axes, [self.data], "in_turn", "published_computing", "")
        self.assertEqual(self.points(0), [(96, 4.0), (128, 4.0)])
        self.assertEqual(self.points(1), [(96, -1.0), (128, -1.0)])
        self.assertEqual(self.points(2), [(128, 7.0)])  # published

    def test_gains_stand_against_shares(self):
        coupled.draw_shares(self.axes, [self.data], "in_turn")
        self.assertEqual(self.points(0), [(0, 0), (100, 20)])  # g = 1.25
        self.assertIn((35, 7), self.points(1))
        self.assertIn((30, 1), self.points(2))
        self.assertEqual(self.points(3)[1], (100, round(100 * (1 - 1 / 11.7), 9)))

    def test_files_become_pictures_and_a_table(self):
        with tempfile.TemporaryDirectory() as folder:
            file, out = Path(folder) / "replay_ethernet_10g.json", Path(folder) / "coupled.png"
            file.write_text(json.dumps(self.data))
            status, _, err = run("coupled", file, "-o", out, "--dpi", "40")
            self.assertEqual(status, 0, err)
            for name in "cores", "share":
                self.assert_drawn(out.with_stem(f"coupled_{name}"))
            table = make_table(Path(folder))
            found = "20.0; 4.0 | 20.0; -1.0 | 5.0; 1.0 | 5.0; -4.0"
            self.assertIn(f"| ethernet_10g | 96 + 96 | in turn | 1000 | 800 | 1.25 | {found} |", table)
            self.assertIn("| ethernet_10g | 96 + 96 | in turn | 35 | 0.750 | 7.81 | 7.0 | 1.0 |", table)
            self.assertEqual(table.count("| ethernet_10g | 96 + 96 | at once | "), 1)  # no computing gives 7 %
            file.write_text('{"replays": []}')
            status, _, err = run("coupled", file, "-o", out)
            self.assertEqual(status, 1)
            self.assertIn("contains no whole coupled runs", err)


if __name__ == "__main__":
    unittest.main()
