# SPDX-License-Identifier: Apache-2.0
"""Pictures and tables of halo exchanges, and of the parts of a mesh: numbers from synthetic files, and wrong input."""

import json
import tempfile
import unittest
from pathlib import Path

import matplotlib.pyplot as plt
import netCDF4
import numpy as np
from bench_support import BenchPictures, run, samples
from groundswell_bench_view import halo_panels, halo_results, halo_tables, parts
from groundswell_view.errors import ViewError

BASE = halo_results.BASE


def spread(mean: float) -> dict:
    return {"mean": mean, "max": 2 * mean, "min": mean / 2}


def times(mean: float) -> dict:
    return {"median": 2 * mean, "fastest": mean, "slowest": 3 * mean, "ranks": spread(mean), "pack": spread(mean / 4),
            "wait": spread(mean / 2), "unpack": spread(mean / 8),
            "sums": {"mean": 30 * mean**0.5, "max": 40 * mean**0.5, "min": mean}}  # fmt: skip


def make_case(ranks: int, cold: bool = True, repetitions: int = 30) -> dict:
    """A case in which the published baseline takes 8 us, graph 4 us and the copy 1 us; with cold caches, twice as
    long."""
    means = {"graph": 4e-6, BASE: 8e-6}
    choice = {"method": "graph", "regret": 1.0, "interval": [1.0, 1.05]}
    poor = {"method": BASE, "regret": 2.0, "interval": [1.9, 2.1]}
    case = {
        "cells": 40962, "rings": 1, "floats": 1260, "ranks": ranks, "repetitions": repetitions,
        "partition": "flat", "reorder": "none",
        "medians": {name: 2 * mean for name, mean in means.items()},
        "sent_bytes": spread(1e6), "neighbours": spread(1.0),
        "methods": {name: {"set_up": 0.0, "warm": times(mean), "cold": times(2 * mean) if cold else None}
                    for name, mean in means.items()},
        "copy_bound": {"set_up": 0.0, "warm": times(1e-6), "cold": times(2e-6) if cold else None},
        "chosen": "graph", "regret": 1.0, "interval": [1.0, 1.05], "choices": [choice, poor],
    }  # fmt: skip
    return case | ({"cold_medians": dict.fromkeys(means, 1.0)} if cold else {})


def make_bench() -> dict:
    return {"bench": "halo", "version": "1", "commit": "abc", "machine": "MPI x; processor y; 1 x 4 ranks", "cores": 2,
            "caches": {"L1": "48K", "L3": "32768K"}, "single_messages": [{"bytes": 8, "seconds": 5e-7}],
            "cases": [make_case(4), make_case(2), make_case(2, cold=False, repetitions=90)]}  # fmt: skip


def make_runs() -> dict:
    """Runs of two rounds, the second of which takes twice as long; the exchange takes half the time of each run."""
    runs = []
    for number in (1, 2):
        for method, seconds, overlap in ((BASE, 8.0, True), (BASE, 10.0, False), ("graph", 4.0, True)):
            parts_of_it = {part: spread(number * seconds / 6) for part in halo_results.PARTS}
            runs.append({"round": number, "ranks": 2, "method": method, "overlap": overlap, "exchanges": 3,
                         "seconds": number * seconds, **parts_of_it})  # fmt: skip
    return {"bench": "halo_runs", "case": "x", "cells": 10, "bins": 4, "steps": 3, "cores": 2, "commit": "abc",
            "runs": runs}  # fmt: skip


class Halo(BenchPictures, unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(plt.close, "all")
        self.folder = Path(folder.name)

    def write(self, name: str, data) -> Path:
        path = self.folder / name
        path.write_text(data if isinstance(data, str) else json.dumps(data))
        return path

    def test_speed_ups_are_over_the_published_baseline(self):
        case = make_case(2)
        self.assertAlmostEqual(halo_results.speed_up(case, "graph", "mean"), 2.0**0.5)  # from sums
        self.assertAlmostEqual(halo_results.speed_up(case, "graph", "mean", "ranks"), 2.0)  # from medians
        self.assertEqual(halo_results.speed_up(case, BASE, "max"), 1.0)
        self.assertIsNone(halo_results.speed_up(case, "datatypes", "max"))
        other = case | {"partition": "hierarchical", "reorder": "nodes"}
        self.assertIn("partition hierarchical, reorder nodes", halo_results.describe(other))
        self.assertLess(halo_results.kind_of(case), halo_results.kind_of(other))
        self.assertEqual(halo_results.times_of(case, halo_results.COPY, "cold")["median"], 4e-6)

    def test_cases_with_cold_caches_are_drawn_and_all_choices_count(self):
        results = halo_results.read_results([self.write("a.json", make_bench()), self.write("b.json", make_bench())])
        self.assertEqual([(case["ranks"], case["repetitions"]) for case in results.main_cases()], [(2, 30), (4, 30)])
        regrets = halo_results.regrets_of(results.cases)
        self.assertEqual({ranks: len(choices) for (_, ranks), choices in regrets.items()}, {2: 8, 4: 4})
        self.assertEqual(halo_results.mean_regret(regrets["40962 cells, 1 ring, 1260 floats per cell", 4]), 1.5)
        wide = {"regret": 1.0, "interval": [1.0, 1.31]}, {"regret": 27.92, "interval": [1.0, 47.1]}
        self.assertEqual([halo_results.verdict(choice) for choice in (*make_case(2)["choices"], *wide)],
                         ["good", "slower", "undecided", "undecided"])  # fmt: skip

    def test_times_of_runs(self):
        runs = make_runs()["runs"]
        found = halo_results.run_times(runs, 2, BASE, True)
        self.assertEqual((found.seconds, found.least, found.most, found.rounds), (12.0, 8.0, 16.0, 2))
        self.assertAlmostEqual(found.communication("mean"), 6.0)
        self.assertAlmostEqual(found.computing("max"), 12.0 - 3.0)
        self.assertAlmostEqual(found.share("mean"), 0.5)
        self.assertAlmostEqual(found.waiting(), 1.0 / 6.0)
        self.assertEqual(halo_results.model_speed_ups(runs, 2, "graph", True), [2.0, 2.0])
        self.assertEqual(halo_results.model_speed_ups(runs, 2, "graph", False), [])
        self.assertIsNone(halo_results.run_times(runs, 4, BASE, True))

    def test_panels_show_the_figures(self):
        cases = [make_case(2), make_case(4)]
        _, axes = plt.subplots(1, 5)
        halo_panels.draw_times(axes[0], cases, [BASE, "graph"], "warm")
        self.assertEqual([[round(y, 6) for y in container[0].get_ydata()] for container in axes[0].containers],
                         [[8.0, 8.0], [4.0, 4.0]])  # fmt: skip
        low, high = axes[0].containers[1][2][0].get_segments()[0][:, 1]
        self.assertAlmostEqual(low, 2.0)
        self.assertAlmostEqual(high, 8.0)
        halo_panels.draw_speed_ups(axes[1], cases, [BASE, "graph"])
        self.assertEqual([round(bar.get_height(), 6) for bar in axes[1].patches], [1.0, 1.0, 1.414214, 1.414214])
        halo_panels.draw_parts(axes[2], cases[:1], ["graph"])
        heights = [bar.get_height() for bar in axes[2].patches]  # pack, wait, unpack, the rest: together 0.5
        self.assertEqual([round(height, 6) for height in heights], [0.125, 0.25, 0.0625, 0.0625])
        halo_panels.draw_model_speed_ups(axes[3], make_runs()["runs"], True)
        self.assertEqual([list(container[0].get_ydata()) for container in axes[3].containers], [[1.0], [2.0]])

        halo_panels.draw_model_times(axes[4], make_runs()["runs"], True, "computing")
        self.assertEqual([round(bar.get_height(), 6) for bar in axes[4].patches], [6.0, 3.0])
        self.assertEqual([round(line.get_ydata()[0], 6) for line in axes[4].lines], [9.0, 4.5])

    def test_tables(self):
        text = halo_tables.format_tables(halo_results.read_results(
            [self.write("bench.json", make_bench()), self.write("runs.json", make_runs())]))  # fmt: skip
        lines = text.splitlines()
        self.assertEqual(lines[0], "| machine |  |")
        self.assertIn("| caches of a core | L1 48KiB, L3 32768KiB |", lines)
        self.assertIn("| one message, one way | 8 B in 0.5 µs |", lines)
        row = "| graph | 8.0 | 16.0 | 2.0 / 4.0 / 8.0 | 1.41 | 1.41 | 2.00 | 2.00 | 4.00 | 1.0 | 2.0 | 0.5 |"
        self.assertEqual(lines.count(row), 2)
        row = (
            "| 40962 cells, 1 ring, 1260 floats per cell | 2 | point_to_point_ordered 2, graph 2 | 1.500 "
            "| 2.00 (1.90 to 2.10) | 2 of 4 | 0 |"
        )
        self.assertIn(row, lines)
        row = "| 2 | graph | yes | 6.000 | 3.000 | 6.000 | 3.000 | 4.500 | 50.0 | 16.7 | 2.000 (2.000 to 2.000) |"
        self.assertIn(row, lines)

    def test_pictures(self):
        files = self.write("bench.json", make_bench()), self.write("runs.json", make_runs())
        out, table = self.folder / "halo.png", self.folder / "halo.md"
        status, said, err = run("halo", *files, "-o", out, "--table", table, "--dpi", "40")
        self.assertEqual(status, 0, err)
        self.assertIn("halo_exchange.png, halo_model.png", said)
        for name in ("halo_exchange.png", "halo_model.png"):
            self.assert_drawn(self.folder / name)
        self.assertIn("speed-up", table.read_text())

    def test_mistakes(self):
        damaged = make_bench()
        del damaged["cases"][0]["copy_bound"]
        for data, words in (
            ("x", "is not a JSON file"),
            ([], "has no results of halo exchanges"),
            ({"bench": "halo", "cases": []}, "has no results of halo exchanges"),
            (damaged, "damaged or by another version"),
        ):
            status, _, err = run("halo", self.write("x.json", data), "-o", self.folder / "x.png")
            self.assertEqual(status, 1)
            self.assertIn(words, err)
        runs = [self.write(name, make_runs()) for name in ("a.json", "b.json")]
        self.assertIn("give one such file", run("halo", *runs, "-o", self.folder / "x.png")[2])
        self.assertIn("tables end in .md", run("halo", runs[0], "--table", "x.csv", "-o", self.folder / "x.png")[2])
        self.assertFalse(list(self.folder.glob("*.png")))


class Parts(BenchPictures, unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(plt.close, "all")
        self.file = Path(folder.name) / "parts.nc"

    def write(self) -> np.ndarray:
        """Writes a globe in four parts, two pairs of which are not adjacent; returns the part of each cell."""
        mesh = samples.voronoi(2)
        corners = np.where(mesh["verticesOnCell"] > 0, mesh["verticesOnCell"], mesh["verticesOnCell"][:, :1]) - 1
        part = 2 * (mesh["lat"] > 0) + (mesh["lon"] > 0)
        links = [(a, b, 3 + a) for a in range(4) for b in range(4) if a != b and a + b != 3]
        columns = {
            "part": ("cell", part), "x": ("cell", mesh["lon"]), "y": ("cell", mesh["lat"]),
            "halo_cell": ("halo", [0, 5]), "halo_part": ("halo", 3 - part[[0, 5]]), "halo_ring": ("halo", [1, 2]),
            "link_from": ("link", [a for a, _, _ in links]), "link_to": ("link", [b for _, b, _ in links]),
            "link_cells": ("link", [n for _, _, n in links]),
        }  # fmt: skip
        with netCDF4.Dataset(self.file, "w") as file:
            for name, size in (("cell", len(part)), ("corner", corners.shape[1]), ("halo", 2), ("link", len(links))):
                file.createDimension(name, size)
            for name, (dimension, values) in columns.items():
                file.createVariable(name, "f8", (dimension,))[:] = values
            for name, values in (("x_corner", mesh["lon_vertex"]), ("y_corner", mesh["lat_vertex"])):
                file.createVariable(name, "f8", ("cell", "corner"))[:] = values[corners]
            file.surface, file.title = "sphere", "four parts"
        return part

    def test_content_and_picture(self):
        part = self.write()
        found = parts.read_parts(self.file)
        self.assertEqual(found.n, 4)
        self.assertEqual(found.sent().tolist(), [[0, 3, 3, 0], [4, 0, 0, 4], [5, 0, 0, 5], [0, 6, 6, 0]])
        numbers = parts.colour_numbers(found.sent())
        for a, b, _ in found.links:
            self.assertNotEqual(numbers[a], numbers[b])
        np.testing.assert_array_equal(part[parts.centres(found)], range(4))
        out = self.file.with_suffix(".png")
        status, said, err = run("parts", self.file, "-o", out, "--part", "3", "--dpi", "40")
        self.assertEqual(status, 0, err)
        self.assertIn("4 parts", said)
        self.assert_drawn(out)
        self.assertIn("has no part 4; it has parts 0 to 3", run("parts", self.file, "-o", out, "--part", "4")[2])

    def test_another_file_is_refused(self):
        samples.write_cells(self.file, level=1)
        with self.assertRaisesRegex(ViewError, "has no parts of a mesh.*bench halo --parts"):
            parts.read_parts(self.file)


if __name__ == "__main__":
    unittest.main()
