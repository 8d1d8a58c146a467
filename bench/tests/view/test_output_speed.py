# SPDX-License-Identifier: Apache-2.0
"""The cost of output: the formulas, compared with numbers computed by hand, and the pictures of small files."""

import json
import math
import tempfile
import unittest
from pathlib import Path

import matplotlib.pyplot as plt
from bench_support import run
from groundswell_bench_view import output_panels
from groundswell_bench_view.output_formulas import CostModel, share_hidden
from groundswell_bench_view.output_results import (
    Results,
    fit_cost_model,
    model_error,
    models_of_disks,
    read_results,
    saved,
)


def make_write(ranks: int, deep: int = 0, share: str = "cells") -> dict:
    """A result in which plain writes of 1 MB take 0.5 to 4 s, other methods 2 s, of which 1.5 s are accounted for."""
    parts = {"open": [0.25, 0.25], "close": [0.25, 0.25], "write": [1.0, 1.0]}
    ways = [{"name": name, "seconds": [2.0, 2.0], "parts": parts} for name in ("plain", "reordered", "combined")]
    ways += [{"name": "limit_one", "seconds": [1.0, 4.0], "parts": {}}, {"name": "limit_all", "seconds": [1.0, 0.5]}]
    return {"bench": "write", "output_ranks": ranks, "bytes": 1e6, "share": share, "cells": 1e5, "levels": 75,
            "flat": 6 * (not deep), "deep": deep, "processors": 2, "limit_seconds": 0.5, "ways": ways}  # fmt: skip


def make_run(computing: int, servers: int, seconds: float, communication: float, output: float) -> dict:
    """A run with four outputs of 0.25 MB and 100 exchanges."""
    return {"computing": computing, "servers": servers, "oversubscribed": computing + servers > 2, "cells": 10,
            "bins": 720, "steps": 18, "every": 6, "outputs": 4, "field_bytes": 1e6, "seconds": seconds,
            "exchanges": 100, "communication_seconds": communication,
            "least_communication_seconds": communication / 2, "output_seconds": output}  # fmt: skip


def make_io(servers: int, every: list[int]) -> dict:
    """A result in which five outputs take 10 s; with servers, calls take 0.1 s of these, without servers all 10 s."""
    calls = 0.1 if servers else 10.0
    cases = [{"every": e, "hidden": [1 - calls / 10], "call_seconds": [calls], "close_seconds": [0.5],
              "write_seconds": [10.0], "wall_with": [3.0 * e, 6.0 * e, 4.0 * e], "wall_without": [2.0 * e] * 3}
             for e in every]  # fmt: skip
    return {"bench": "io", "servers": servers, "transport": "direct", "slots": 4, "disk": 2e7, "bytes": 4e7,
            "limit_seconds": [0.1], "outputs": 5, "step_seconds": 0.5, "cases": cases}  # fmt: skip


RUNS = [make_run(1, 0, 9.0, 0.0, 1.0), make_run(2, 0, 5.0, 0.5, 1.0), make_run(4, 0, 4.0, 9.0, 1.0),
        make_run(1, 1, 8.5, 0.0, 0.5), make_run(2, 1, 4.5, 0.5, 0.3)]  # fmt: skip


class Formulas(unittest.TestCase):
    def test_the_published_share_that_is_hidden(self):
        self.assertAlmostEqual(share_hidden(0.2, 21.88), 0.9909, places=4)

    def test_synchronous_output_does_not_shrink(self):
        model = CostModel(computing=80.0, preparing=8.0, bytes=1e9, bandwidth=5e8, outputs=4)
        self.assertEqual(model.writing, 2.0)
        for n, output in ((1, 10.0), (8, 3.0), (1024, 2.0 + 8.0 / 1024)):
            shares = model.synchronous(n)
            self.assertEqual((shares.computing, shares.communication, shares.output), (80.0 / n, 0.0, output))
        self.assertEqual(model.synchronous(8).total, 13.0)

    def test_asynchronous_ranks_wait_for_the_last_output_and_for_a_slow_disk(self):
        model = CostModel(computing=80.0, preparing=8.0, bytes=1e9, bandwidth=5e8, outputs=4)
        self.assertEqual(model.asynchronous(8).output, 1.0 + 0.5)  # 11 s of work hide the 1.5 s of the first three
        slow = model.asynchronous(176)  # 0.5 s of work hide a third of these 1.5 s
        self.assertAlmostEqual(slow.total, 2.0)
        self.assertAlmostEqual(slow.output, 2.0 - 80.0 / 176)
        for n in (1, 2, 64, 1024):
            self.assertLessEqual(model.asynchronous(n).total, model.synchronous(n).total)

    def test_halos_shrink_with_the_edge_of_a_part(self):
        model = CostModel(1.0, 0.0, 1.0, 1.0, 1, halo=3.0, halo_ranks=4, messages=100.0, latency=0.01)
        self.assertEqual([model.communication(n) for n in (1, 4, 64)], [0.0, 3.0 + 1.0, 0.75 + 1.0])

    def test_the_model_is_made_of_what_was_measured_with_a_processor_for_each_rank(self):
        results = Results(write=[make_write(1), make_write(2)], ranks=RUNS)
        model = fit_cost_model(results)
        self.assertEqual((model.computing, model.preparing, model.writing, model.outputs), (8.0, 0.5, 1.0, 4))
        self.assertEqual((model.halo, model.halo_ranks, model.messages), (0.25, 2, 600))

    def test_the_model_has_a_range_of_disks_and_an_error(self):
        results = Results(write=[make_write(1)], ranks=RUNS)
        slow, fast = models_of_disks(results)
        self.assertEqual((slow.writing, fast.writing), (4.0, 0.5))
        n, modelled, measured = model_error(results, fit_cost_model(results))
        self.assertEqual((n, measured), (2, 5.0))  # not 4, as four ranks share processors
        self.assertAlmostEqual(modelled, 8.0 / 2 + 0.25 + 600 * 5e-6 + 0.5 / 2 + 1.0)
        self.assertIsNone(model_error(Results(write=[make_write(1)], ranks=RUNS[:1] + RUNS[3:]), slow))
        self.assertAlmostEqual(saved(slow, 1), 1 - (8.5 + 1.0) / (8.5 + 4.0))

    def test_runs_without_output_are_found_by_their_steps(self):
        bare = [make_run(1, 0, seconds, 0.0, 0.0) | {"outputs": 0} for seconds in (4.0, 5.0, 9.0)]
        results = Results(bare=[*bare, make_run(1, 0, 1.0, 0.0, 0.0) | {"steps": 3, "outputs": 0}])
        self.assertEqual(results.without_output(RUNS[0]), 5.0)
        self.assertTrue(math.isnan(results.without_output(RUNS[0] | {"steps": 7})))


class Panels(unittest.TestCase):
    def setUp(self):
        _, self.axes = plt.subplots()
        self.addCleanup(plt.close, "all")

    def test_bandwidth_is_bytes_over_time(self):
        output_panels.draw_bandwidth(self.axes, "", [make_write(1), make_write(4)])
        lines = {container.get_label(): list(container[0].get_ydata()) for container in self.axes.containers}
        limit = next(line for line in self.axes.lines if line.get_label() == "limit: the fastest plain write")
        self.assertEqual(list(limit.get_ydata()), [2.0, 2.0])
        self.assertEqual(lines["reordered and combined"], [0.5, 0.5])

    def test_parts_stand_on_each_other_up_to_the_whole_time(self):
        output_panels.draw_parts(self.axes, "", [make_write(1)])
        bars = self.axes.patches[:5]
        self.assertEqual([bar.get_height() for bar in bars], [0.5, 0.0, 0.0, 1.0, 0.5])
        self.assertEqual(bars[-1].get_y() + bars[-1].get_height(), 2.0)

    def test_shares_are_of_the_whole_and_measured_ones_are_told_from_modelled_ones(self):
        results = Results(write=[make_write(1)], ranks=RUNS)
        output_panels.draw_shares(self.axes, results, fit_cost_model(results), True)
        bars = self.axes.patches
        self.assertEqual(len(bars), 3 * (3 + 11))
        for i in range(0, len(bars), 3):
            self.assertAlmostEqual(sum(bar.get_height() for bar in bars[i : i + 3]), 100.0)
        self.assertEqual([bar.get_hatch() is None for bar in bars[::3]], [True] * 3 + [False] * 11)
        names = [label.get_text() for label in self.axes.get_xticklabels()]
        self.assertEqual(names[:4] + names[-1:], ["1", "2", "4*", "1", "1024"])
        numbers = [text.get_text() for text in self.axes.texts]
        self.assertEqual(numbers[:4], ["11", "20", "25", "11-36"])  # last: modelled on one rank, disk 0.5 to 4 s

    def test_time_of_an_output_against_the_interval(self):
        output_panels.draw_interval(self.axes, [make_io(0, [1, 10]), make_io(1, [1, 10])])
        lines = [list(line.get_ydata()) for line in self.axes.lines]
        self.assertEqual(lines[:5], [[2.0, 2.0], [2.1, 2.1], [0.02, 0.02], [0.12, 0.12], [2.0, 2.0]])

    def test_wall_time_with_output_over_without(self):
        output_panels.draw_wall(self.axes, [make_io(0, [1, 10]), make_io(1, [1, 10])])
        for container in self.axes.containers:
            self.assertEqual(list(container[0].get_ydata()), [2.0, 2.0])
            low, high = container[2][0].get_segments()[0][:, 1]
            self.assertEqual((low, high), (1.5, 3.0))


class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.out = self.folder / "out.png"

    def write(self, name: str, content) -> Path:
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def test_only_what_is_in_the_files_is_drawn(self):
        io = [self.write(f"io{n}.json", make_io(n, [1, 2])) for n in (0, 1)]
        self.assertEqual(run("io", *io, "-o", self.out, "--dpi", "30")[0], 0)
        self.assertEqual([path.name for path in self.folder.glob("*.png")], ["out_interval.png"])
        runs = self.write("ranks.json", {"bench": "ranks", "runs": RUNS})
        write = [self.write(f"{n}.json", make_write(n, 5, "levels")) for n in (1, 2)]
        self.assertEqual(run("io", runs, *write, "-o", self.out, "--dpi", "30")[0], 0)
        self.assertEqual(len(list(self.folder.glob("*.png"))), 4)

    def test_mistakes_get_a_sentence(self):
        runs = self.write("ranks.json", {"bench": "ranks", "runs": RUNS})
        one = self.write("one.json", {"bench": "ranks", "runs": RUNS[:2]})
        for files, words in (
            ([self.folder / "none.json"], "cannot be read"),
            ([self.write("a.json", "{")], "not a JSON file"),
            ([self.write("b.json", {"bench": "io"})], "no results of output"),
            ([self.write("c.json", [])], "no results of output"),
            ([self.write("e.json", {"bench": "io", "cases": [1]})], "is damaged"),
            ([self.write("f.json", {"bench": "write", "ways": [{"name": "plain"}]})], "is damaged"),
            ([runs], "the disk's speed"),
            ([one, self.write("d.json", make_write(1))], "without and with a server"),
        ):
            status, _, error = run("io", *files, "-o", self.out)
            self.assertEqual(status, 1)
            self.assertIn(words, error)
        self.assertEqual(read_results([runs]).ranks, RUNS)


if __name__ == "__main__":
    unittest.main()
