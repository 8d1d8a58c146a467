# SPDX-License-Identifier: Apache-2.0
"""Scaling: the formulas, compared with Tolman's (2003) table, plain counts and their inverses; runs, table, picture and
wrong input."""

import csv
import json
import math
import tempfile
import unittest
from pathlib import Path

import matplotlib.pyplot as plt
from bench_support import BenchPictures, run
from groundswell_bench_view import scaling, scaling_formulas, scaling_panels, scaling_runs
from groundswell_bench_view.scaling_runs import listed, make_series, read_runs

# Published n, t_n [s], p_e and zeta: means of 10 runs on 4 hosts with 2 processors each, m = 1.
PUBLISHED_T_1 = 247.45
PUBLISHED = (
    (2, 131.68, 0.936, 0.940), (3, 89.95, 0.955, 0.917), (4, 68.19, 0.966, 0.907), (5, 66.04, 0.916, 0.749),
    (8, 44.25, 0.938, 0.699), (9, 56.02, 0.955, 0.552), (12, 42.04, 0.967, 0.736), (16, 47.17, 0.965, 0.656),
)  # fmt: skip
MACHINES = [(group, hosts, processors) for group in (1, 2, 3, 4) for hosts in (1, 2, 3, 4) for processors in (1, 2, 4)]


class Formulas(unittest.TestCase):
    def test_published_table(self):
        for n, t_n, fraction, efficiency in PUBLISHED:
            alpha = scaling_formulas.load_factor(n, 1, 4, 2)
            found = scaling_formulas.effective_fraction(n, t_n, PUBLISHED_T_1, alpha)
            self.assertAlmostEqual(found, fraction, delta=0.001)
            self.assertAlmostEqual(scaling_formulas.efficiency(n, t_n, PUBLISHED_T_1, 8), efficiency, delta=0.001)

    def test_published_load_factors(self):
        factors = {n: scaling_formulas.load_factor(n, 1, 4, 2) for n in (1, 4, 8, 9, 12, 13, 16)}
        self.assertEqual(factors, {1: 1.0, 4: 1.0, 8: 1.0, 9: 1.5, 12: 1.5, 13: 2.0, 16: 2.0})

    def test_processes_are_dealt_out_in_groups(self):
        self.assertEqual(scaling_formulas.hosts_of_ranks(7, 2, 3), [0, 0, 1, 1, 2, 2, 0])

    def test_most_on_a_host_counts_them(self):
        for group, hosts, _ in MACHINES:
            for n in range(1, 40):
                places = scaling_formulas.hosts_of_ranks(n, group, hosts)
                most = max(places.count(host) for host in range(hosts))
                self.assertEqual(scaling_formulas.most_on_a_host(n, group, hosts), most, (n, group, hosts))

    def test_prognosis_is_the_inverse_of_the_fraction(self):
        for alpha in (1.0, 1.5, 4.0):
            for n in (2, 3, 16, 1000):
                for fraction in (1.0, 0.9, 0.3, -0.2):
                    t_n = scaling_formulas.prognosis(n, 7.0, fraction, alpha)
                    self.assertAlmostEqual(scaling_formulas.effective_fraction(n, t_n, 7.0, alpha), fraction, places=9)
        self.assertTrue(math.isnan(scaling_formulas.effective_fraction(1, 7.0, 7.0)))
        self.assertEqual(scaling_formulas.prognosis(1, 7.0, 0.4), 7.0)

    def test_a_loss_is_shared_among_the_other_processes(self):
        for n in (2, 3, 8):
            for alpha in (1.0, 1.5):
                found = scaling_formulas.effective_fraction(n, 1.3 * alpha * 7.0 / n, 7.0, alpha)
                self.assertAlmostEqual(found, 1.0 - 0.3 / (n - 1))

    def test_amdahl(self):
        serial, parallel = 2.0, 6.0  # [s]
        for n in (1, 2, 5):
            self.assertAlmostEqual(scaling_formulas.amdahl_time(n, 8.0, 0.75), serial + parallel / n)
            self.assertAlmostEqual(scaling_formulas.overhead(n, serial + parallel / n + 0.5, 8.0, 0.75), 0.5)

    def test_full_efficiency_is_where_all_that_is_parallel_reaches_it(self):
        for group, hosts, processors in MACHINES:
            for n in range(1, 40):
                alpha = scaling_formulas.load_factor(n, group, hosts, processors)
                t_n = scaling_formulas.prognosis(n, 1.0, 1.0, alpha)
                full = abs(scaling_formulas.efficiency(n, t_n, 1.0, hosts * processors) - 1.0) < 1e-9
                place = n, group, hosts, processors
                self.assertEqual(scaling_formulas.may_be_efficient(*place), full, place)
                if hosts > 1 and processors % group == 0:  # the published condition (3.13)
                    self.assertEqual(full, n % (hosts * group) == 0 or n <= hosts * processors, place)


class WithRuns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(plt.close, "all")
        self.folder = Path(folder.name)

    def write_run(self, name, seconds, host_of_rank=(0,), cpus=None, binding="core", **changes) -> Path:
        """Writes an output folder, in which each process has its own core unless `cpus` is given; returns its path."""
        data = {"version": "0.1.0", "commit": "abc", "case": "test", "ranks": len(host_of_rank), "cells": 162,
                "hosts": [f"node{host}" for host in sorted(set(host_of_rank))], "host_of_rank": list(host_of_rank),
                "cpus_of_rank": cpus or [str(rank) for rank in range(len(host_of_rank))], "binding": binding,
                "bins": 144, "halo_method": "graph", "total_seconds": seconds,
                "timers": {"forcing.update": {"calls": 6}}, **changes}  # fmt: skip
        path = self.folder / name
        path.mkdir()
        (path / "timers.json").write_text(json.dumps(data))
        return path

    def write_published(self) -> list[Path]:
        """Writes runs on 4 hosts of 2 processors with the published times, and with 1 s less and more; returns their
        paths."""
        paths = []
        for n, t_n in [(1, PUBLISHED_T_1), *(row[:2] for row in PUBLISHED)]:
            hosts = [rank % 4 for rank in range(n)]
            cpus = [str(rank // 4 % 2) for rank in range(n)]
            for number, more in enumerate((-1.0, 0.0, 1.0)):
                paths.append(self.write_run(f"n{n:02d}_{number}", t_n + more, hosts, cpus))
        return paths


class Runs(WithRuns):
    def test_runs_are_sorted_by_group_and_binding(self):
        paths = [self.write_run("a", 8.0), self.write_run("b", 4.0, (0, 1)), self.write_run("c", 5.0, (0, 0)),
                 self.write_run("d", 3.0, (0, 0, 1, 1)), self.write_run("e", 2.0, (0, 1, 0, 1)),
                 self.write_run("f", 6.0, (0, 0, 0, 0, 1)), self.write_run("g", 9.0, binding="none", cpus=["0-3"]),
                 self.write_run("h", 8.5)]  # fmt: skip
        series = make_series(read_runs(paths))
        found = {(one.binding, one.group): one.seconds for one in series}
        self.assertEqual(
            found,
            {
                ("core", 1): {1: [8.0, 8.5], 2: [4.0], 4: [2.0]},
                ("core", 2): {1: [8.0, 8.5], 2: [5.0], 4: [3.0]},
                ("core", 4): {1: [8.0, 8.5], 2: [5.0], 5: [6.0]},
                ("none", 1): {1: [9.0]},
            },
        )

    def test_processors_are_those_that_processes_may_use(self):
        for binding, cpus, count in (
            ("core", ["0,4", "1,5", "0,4"], 2),
            ("hardware_thread", ["0", "4", "5"], 3),
            ("none", ["0-3", "0-3,8", "2-5"], 7),
        ):
            paths = [self.write_run(f"{binding}{n}", 6.0 / n, (0,) * n, cpus[:n], binding) for n in (1, 3)]
            (series,) = make_series(read_runs(paths))
            self.assertEqual((series.hosts, series.processors, series.group), (1, count, 1))
            (series,) = make_series(read_runs(paths), processors=16)
            self.assertEqual(series.processors, 16)

    def test_lists_of_processors(self):
        self.assertEqual(sorted(listed("0-2,8,10-11")), [0, 1, 2, 8, 10, 11])
        self.assertEqual(listed(""), frozenset())
        for damaged in ("0-", "a", "1,,2", "1,", "0-99999999999", "-1"):
            with self.assertRaises(ValueError):
                listed(damaged)

    def test_processes_that_only_write_output_count(self):
        server = self.write_run("a", 4.0, (0, 1, 0), ranks=2)
        self.assertEqual([run.n for run in read_runs([self.write_run("b", 8.0), server])], [1, 3])

    def test_a_run_counts_once(self):
        one, two = self.write_run("a", 8.0), self.write_run("b", 4.0, (0, 1))
        self.assertEqual(len(read_runs([one, two, one / "timers.json"])), 2)


class Picture(BenchPictures, WithRuns):
    def test_table_of_the_published_runs(self):
        for kind in ("csv", "md"):
            table, paths = self.folder / f"table.{kind}", self.folder.glob("n*")
            paths = sorted(paths) or self.write_published()
            status, out, err = run("scaling", *paths, "-o", self.folder / "s.png", "--table", table, "--dpi", 30)
            self.assertEqual((status, err), (0, ""))
            self.assertIn("27 runs", out)
            if kind == "csv":
                rows = list(csv.DictReader(table.read_text().splitlines()))
            else:
                lines = [
                    [cell.strip() for cell in line.strip("|").split("|")] for line in table.read_text().splitlines()
                ]
                rows = [dict(zip(lines[0], line)) for line in lines[2:]]
            for row, (n, t_n, fraction, efficiency) in zip(rows[1:], PUBLISHED, strict=True):
                self.assertEqual((row["n"], row["runs"], row["m"]), (str(n), "3", "1"))
                times = [float(row[f"t_{name} [s]"]) for name in ("min", "median", "mean", "max")]
                self.assertEqual(times, [round(t_n + more, 3) for more in (-1, 0, 0, 1)])
                self.assertAlmostEqual(float(row["p_e"]), fraction, delta=0.001)
                self.assertAlmostEqual(float(row["zeta"]), efficiency, delta=0.001)
                self.assertEqual(float(row["alpha"]), {9: 1.5, 12: 1.5, 16: 2.0}.get(n, 1.0))
            self.assertEqual([row["n"] for row in rows if row["zeta can be 1"] == "yes"], list("123458") + ["12", "16"])
            self.assertEqual(rows[0]["p_e"], "")
        self.assert_drawn(self.folder / "s.png", empty=6)  # the panels of m = 2, 3 and 4 have only predictions, in grey

    def test_panels_show_the_numbers(self):
        (series,) = make_series(read_runs(self.write_published()))
        _, panels = plt.subplots(3, 4)
        scaling_panels.draw_summary(panels[0], [series])
        scaling_panels.draw_predictions(list(panels[1:].flat), [series])
        self.assertEqual(len(panels[0][0].lines), 4)  # m = 1 to 4
        steps = dict(zip(*panels[0][0].lines[0].get_data()))
        self.assertEqual((len(steps), steps[8], steps[9], steps[25]), (25, 1.0, 1.5, 3.5))
        (bars,) = panels[0][1].containers
        self.assertEqual(list(zip(*bars[0].get_data())), [(1, PUBLISHED_T_1), *(row[:2] for row in PUBLISHED)])
        self.assertEqual([tuple(ends[:, 1]) for ends in bars[2][0].get_segments()][0], (246.45, 248.45))
        fractions = panels[0][2].containers[0][0].get_ydata()
        for found, row in zip(fractions, PUBLISHED, strict=True):
            self.assertAlmostEqual(found, row[2], delta=0.001)
        for axes in panels[1][1:]:
            self.assertEqual((len(axes.containers), len(axes.lines)), (0, 3))  # only predictions
        full = panels[2][0].lines[-3].get_ydata()  # predicted efficiency with p_e = 1, for 1 to 25 processes
        self.assertEqual([round(full[n - 1], 3) for n in (1, 8, 9, 12)], [1.0, 1.0, 0.75, 1.0])
        for axes in panels.flat:
            for container in axes.containers:
                low, high = axes.get_ylim()
                self.assertTrue(all(low <= y <= high for y in container[0].get_ydata()))

    def test_several_bindings_and_a_single_host(self):
        paths = [self.write_run(f"{binding}{n}", 8.0 / n, (0,) * n, binding=binding)
                 for binding in ("core", "hardware_thread") for n in (1, 2)]  # fmt: skip
        self.assertEqual(run("scaling", *paths, "--picture", self.folder / "s.png", "--dpi", 30)[0], 0)


class Remarks(WithRuns):
    def test_what_is_above_one_or_wavers_is_said(self):
        paths = [self.write_run("a", 8.0), self.write_run("b", 3.5, (0, 1)), self.write_run("c", 4.0, (0, 1, 0)),
                 self.write_run("d", 4.9, (0, 1, 0))]  # fmt: skip
        for path, load in zip(paths[:2], (0.25, 5.5)):
            (path / "load.txt").write_text(f"{load}\n")
        series = make_series(read_runs(paths))
        table = scaling.format_table(series, "md")
        self.assertIn("* Above 1: core, m = 1, n = 2 (p_e 1.125, zeta 1.143). That is more than", table)
        self.assertIn("1.2 times as long as the fastest: core, m = 1, n = 3 (1.23). Their", table)
        self.assertIn("| 3.500 | 1.000 | 5.5, 5.5 |", table)
        self.assertNotIn("*", scaling.format_table(series, "csv"))
        self.assertEqual(list(scaling.remarks(make_series(read_runs([paths[0], paths[2]])))), [])
        (paths[0] / "load.txt").write_text("much")
        self.assertEqual(run("scaling", *paths, "-o", self.folder / "s.png")[0], 1)


class Mistakes(WithRuns):
    def refused(self, *words) -> str:
        status, _, err = run("scaling", *words, "-o", self.folder / "none.png")
        self.assertEqual(status, 1, err)
        self.assertTrue(err.startswith("groundswell-bench-view: error: "), err)
        self.assertEqual(err.strip().count("\n"), 0, err)
        self.assertFalse((self.folder / "none.png").exists())
        return err

    def test_runs_that_cannot_be_compared(self):
        one, two = self.write_run("one", 8.0), self.write_run("two", 4.0, (0, 1))
        said = self.refused(one, two, self.write_run("other", 4.0, (0, 1), cells=642))
        self.assertIn("other/timers.json' and '", said)
        self.assertIn("cells is 642 and 162; give runs of one case", said)
        steps = self.write_run("steps", 4.0, (0, 1), timers={"forcing.update": {"calls": 7}})
        self.assertIn("steps is 7 and 6", self.refused(one, steps))
        self.assertIn("every run has 2 process(es)", self.refused(two))
        self.assertIn("no run with binding 'none' has one process", self.refused(one, self.write_run(
            "unbound", 4.0, (0, 1), cpus=["0-1", "0-1"], binding="none")))  # fmt: skip
        wild = self.write_run("wild", 4.0, (0, 1, 1, 0))
        self.assertIn("wild/timers.json' are on hosts 0 1 1 0, which are no groups of 1", self.refused(one, wild))
        self.assertIn("a run has used 2 hosts, more than the 1", self.refused(one, two, "--hosts", 1))

    def test_damaged_files(self):
        one, bad = self.write_run("one", 8.0), self.write_run("bad", 4.0, (0, 1))
        whole = json.loads((bad / "timers.json").read_text())
        for content, words in (
            ("{", "is not a JSON file"),
            ("\0\xff", "is not a JSON file"),
            ("[" * 100_000, "is not a JSON file"),
            ("[]", "is not the timers.json of a complete run"),
            ("3", "is not the timers.json of a complete run"),
            (json.dumps({**whole, "timers": {}}), "KeyError('forcing.update')"),
            (json.dumps({**whole, "total_seconds": "soon"}), "could not convert"),
            (json.dumps({**whole, "total_seconds": -1}), "is damaged: 2 ranks, 2 of them on hosts, -1 s"),
            (json.dumps({**whole, "total_seconds": math.nan}), "is damaged"),
            (json.dumps({**whole, "host_of_rank": [0]}), "is damaged: 2 ranks, 1 of them"),
            (json.dumps({**whole, "ranks": "two"}), "is damaged: two ranks"),
            (json.dumps({**whole, "host_of_rank": 7}), "TypeError"),
            (json.dumps({**whole, "cpus_of_rank": ["0", "0-"]}), "the processors '0-'"),
            (json.dumps({**whole, "cpus_of_rank": ["0", 5]}), "TypeError"),
            (json.dumps({key: value for key, value in whole.items() if key != "host_of_rank"}), "'host_of_rank'"),
        ):
            (bad / "timers.json").write_text(content, encoding="latin-1")
            said = self.refused(one, bad)
            self.assertIn(words, said)
            self.assertIn("bad/timers.json", said)
        self.assertIn("nowhere' cannot be read: No such file", self.refused(one, self.folder / "nowhere"))
        self.assertIn("timers.json' cannot be read", self.refused(one, self.folder))

    def test_targets(self):
        one, two = self.write_run("one", 8.0), self.write_run("two", 4.0, (0, 1))
        before = (one / "timers.json").read_bytes()
        self.assertIn("tables end in .csv or .md", self.refused(one, two, "--table", self.folder / "t.txt"))
        for words in (("--table", self.folder), ("--table", self.folder / "t.md" / "none")):
            self.refused(one, two, *words)
        status, _, err = run("scaling", one, two, "-o", one / "timers.json")
        self.assertEqual((status, "this command reads it" in err), (1, True))
        self.assertEqual((one / "timers.json").read_bytes(), before)
        self.assertEqual(run("scaling", one, two, "--hosts", "0")[0], 2)


class Names(unittest.TestCase):
    def test_the_columns_of_a_table_fit_its_rows(self):
        series = [scaling_runs.Series(1, "core", 1, 2, {1: [2.0], 2: [1.0]})]
        self.assertEqual({len(row) for row in scaling.rows_of(series)}, {len(scaling.COLUMNS)})


if __name__ == "__main__":
    unittest.main()
