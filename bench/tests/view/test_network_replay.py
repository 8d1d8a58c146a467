# SPDX-License-Identifier: Apache-2.0
"""The picture and tables of exchanges on modelled networks show the numbers of the files."""

import json
import tempfile
import unittest
from pathlib import Path

import matplotlib.pyplot as plt
from bench_support import BenchPictures, run
from groundswell_bench_view import network_replay, network_replay_panels

SIZES = [1024.0, 2048.0, 4096.0, 8192.0]


def make_case(experiment: str, key: str, first, scattered, chosen, **others) -> dict:
    times = {"first": first, "scattered": scattered, "chosen": chosen}
    placements = [{"placement": name, "supernodes": 2, "nodes_under_load": 8 * number, key: value}
                  for number, (name, value) in enumerate(times.items())]  # fmt: skip
    return {"experiment": experiment, "network": "fat_tree_2", "situation": "compact", "load": 0.75, "probe": "alone",
            "nodes": 512, "bytes": SIZES, "placements": placements} | others  # fmt: skip


def make_all_to_all() -> dict:
    return make_case("all_to_all", "us", [40.0, 90.0, 160.0, 300.0], [20.0, 30.0, 40.0, 50.0], [20.0, 30.0, 40.0, 50.0])


def make_molecules(nodes: int) -> dict:
    return make_case("molecules", "exchange_us", 300.0, 200.0, 100.0, computing_us=100.0, nodes=nodes)


CHECK = {"pattern": "stencil 26", "bytes": 1048576.0, "replay_us": 1025.0, "smpi_us": 1000.0, "ranks": 64,
         "placement": "random", "smpi_without_barriers_us": 900.0}  # fmt: skip


class NetworkReplay(BenchPictures, unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(plt.close, "all")
        self.folder = Path(folder.name)

    def write(self, name: str, **content) -> Path:
        path = self.folder / name
        path.write_text(json.dumps(content))
        return path

    def read(self) -> tuple[list[dict], list[dict]]:
        return network_replay.read_cases([
            self.write("a.json", cases=[make_all_to_all(), make_molecules(512), make_molecules(1728)]),
            self.write("b.json", shape="fat_tree;16,4;1,4", checks=[CHECK]),
        ])  # fmt: skip

    def test_tables_have_times_and_gains(self):
        tables = network_replay.format_tables(*self.read())
        self.assertIn("| compact | 0/2, 8/2, 16/2 | 1 KB to 8 KB | 300 µs | 2.00 to 6.00 | 1.00 |  |  |", tables)
        # Gains of the rounds: 300 / 100 and 200 / 100, of the step: (100 + 300) / (100 + 100); there is no improved
        # choice.
        self.assertIn("| 100 µs | 300 µs | 100 µs | 3.00 | 2.00 |  |  | 2.00 |  |", tables)
        self.assertIn("| fat_tree 16,4 1,4 | 64 | random | stencil 26 | 1 MB | 1 ms | +2.5 % | -10.0 % |", tables)

    def test_panels_show_gains(self):
        cases, checks = self.read()
        _, panels = plt.subplots(2, 3)
        network_replay_panels.draw_all(panels, cases, checks)
        sizes = next(line for line in panels[0][0].lines if len(line.get_xdata()) == 4)
        self.assertEqual(list(sizes.get_ydata()), [2.0, 3.0, 4.0, 6.0])
        self.assertIn("512 nodes", panels[0][0].get_title(loc="left"))
        step, rounds = (line for line in panels[1][0].lines if list(line.get_xdata()) == [512, 1728])
        self.assertEqual(list(step.get_ydata()), [2.0, 2.0])
        self.assertEqual(list(rounds.get_ydata()), [3.0, 3.0])
        self.assertLess(step.get_alpha(), 0.5)
        self.assertTrue(any(abs(line.get_ydata()[0] - 2.5) < 1e-9 for line in panels[1][2].lines))
        self.assertIn("no cases", panels[0][1].texts[0].get_text())  # no stencils

    def test_a_picture_with_tables_and_mistakes(self):
        file = self.write("one.json", cases=[make_all_to_all()])
        out, table = self.folder / "one.png", self.folder / "one.md"
        self.assertEqual(run("network_replay", file, "-o", out, "--table", table, "--dpi", "40")[0], 0)
        self.assert_drawn(out, empty=5)
        self.assertIn("| 512 |", table.read_text())
        wrong = make_all_to_all()
        del wrong["placements"][1]["us"]
        for files, sentence in (
            ([self.write("wrong.json", cases=[wrong])], "no exchanges on modelled networks"),
            ([self.write("empty.json", cases=[])], "has no cases"),
            ([self.folder / "none.json"], "cannot be read"),
        ):
            status, _, err = run("network_replay", *files, "-o", out)
            self.assertEqual(status, 1)
            self.assertIn(sentence, err)


if __name__ == "__main__":
    unittest.main()
