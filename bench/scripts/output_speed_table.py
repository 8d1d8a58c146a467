#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the results of bench/scripts/output_speed.sh as the tables of docs/experiments/output_speed.md.

Each table is placed between its two markers. Usage:
bench/scripts/output_speed_table.py output/output_speed/*.json docs/experiments/output_speed.md
"""

import re
import sys
from pathlib import Path
from statistics import median

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / folder) for folder in ("bench/view", "python")]
from groundswell_bench_view import output_panels  # noqa: E402
from groundswell_bench_view.output_results import (  # noqa: E402
    Results,
    by_ranks,
    fit_cost_model,
    model_error,
    models_of_disks,
    read_results,
    saved,
    shares_of,
    way_of,
)
from groundswell_view.errors import ViewError  # noqa: E402

MOST_RANKS = 1024


def table(columns: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown; empty if there are no rows."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) if rows else ""


def in_ms(seconds: list[float], n: int) -> str:
    """The median, per output [ms], of the times [s] of runs with n outputs each."""
    return f"{1e3 * median(seconds) / n:.1f}"


def hidden(shares: list[float]) -> str:
    """The median of the shares in %, with minimum and maximum."""
    low, middle, high = (f"{100 * value:.2f}" for value in (min(shares), median(shares), max(shares)))
    return f"{middle} ({low} to {high})"


def wall_time(ratios: list[float]) -> str:
    """The ratio of wall times with and without output in alternating runs: the median with minimum and maximum."""
    if not all(ratio == ratio for ratio in ratios):
        return ""  # there was no run without output
    low, middle, high = (f"{value:.3f}" for value in (min(ratios), median(ratios), max(ratios)))
    return f"{middle} ({low} to {high})"


def interval_table(results: Results) -> str:
    """Bench io: a table per disk, with a row per number of steps between outputs and three columns per output
    method."""
    tables = []
    for is_emulated in (True, False):
        found = output_panels.of_disk(results, is_emulated)
        if not found:
            continue
        columns, cells = ["steps"], {}
        for result in found:
            name, n, has_servers = output_panels.way_name(result)[0], result["outputs"], result["servers"] > 0
            columns += [f"{name}: ms (and the end)", "hidden %" if has_servers else "ms of the disk", "wall time"]
            for case in result["cases"]:
                ends = [sum(pair) for pair in zip(case["call_seconds"], case["close_seconds"])]
                cells[case["every"], name] = [
                    f"{in_ms(case['call_seconds'], n)} ({in_ms(ends, n)})",
                    hidden(case["hidden"]) if has_servers else in_ms(case["write_seconds"], n),
                    wall_time([w / b for w, b in zip(case["wall_with"], case["wall_without"])]),
                ]
        rows = []
        for every in sorted({every for every, _ in cells}):
            row = (cells.get((every, output_panels.way_name(result)[0]), [""] * 3) for result in found)
            rows.append([str(every), *(cell for cells_of_way in row for cell in cells_of_way)])
        disk = f"a disk of {found[0]['disk'] / 1e6:g} MB/s" if is_emulated else "the disk as it is"
        limit = in_ms([seconds for result in found for seconds in result["limit_seconds"]], 1)
        disk += f" (one process writes and syncs as much on the real one in {limit} ms)"
        tables.append(f"{found[0]['bytes'] / 1e6:.1f} MB per output, {disk}:\n\n{table(columns, rows)}")
    return "\n".join(tables)


def wave_table(results: Results) -> str:
    """The wave model: a row per number of steps between outputs."""
    rows = []
    for every in sorted({run["every"] for run in results.interval}):
        runs = [run for run in results.interval if run["every"] == every]
        times = [[run["output_seconds"] for run in runs if (run["servers"] > 0) == served] for served in (False, True)]
        shares = [run["hidden"] for run in runs if "hidden" in run]
        if all(times):
            ms = [in_ms(seconds, runs[0]["outputs"]) for seconds in times]
            bare = results.without_output(runs[0])
            walls = [wall_time([run["seconds"] / bare for run in runs if (run["servers"] > 0) == served])
                     for served in (False, True)]  # fmt: skip
            rows.append([str(every), ms[0], walls[0], ms[1], hidden(shares) if shares else "", walls[1]])
    return table(["steps", "without servers: ms", "wall time", "one server: ms", "hidden %", "wall time"], rows)


def bandwidth_table(results: Results) -> str:
    """Bench write: MB/s, and the combined method's fraction of the limit, with minimum and maximum over all rounds."""
    rows = []
    for title, found in output_panels.kinds_of(results.write):
        for result in found:
            speeds = [
                result["bytes"] / 1e6 / median(way_of(result, name)["seconds"]) for name, *_ in output_panels.WAYS
            ]
            limit = result["bytes"] / 1e6 / result["limit_seconds"]
            share = way_of(result, "combined")["of_limit"]
            ratios = [f"{speeds[2] / speeds[0]:.1f}",
                      f"{share['median']:.2f} ({share['least']:.2f} to {share['most']:.2f})"]  # fmt: skip
            rows.append([title, str(result["output_ranks"]), *(f"{speed:.0f}" for speed in (limit, *speeds)), *ratios])
    names = ["limit", "not reordered", "reordered", "combined", "combined / not reordered", "combined / limit"]
    return table(["what", "output ranks", *names], rows)


def parts_table(results: Results) -> str:
    """Bench write: the parts of the time [ms]."""
    rows = []
    for title, found in output_panels.kinds_of(results.write):
        for result in found:
            for way, word in (("reordered", "each variable"), ("combined", "all")):
                one = way_of(result, way)
                parts = [sum(median(one["parts"][key]) for key in keys) for keys, *_ in output_panels.PARTS]
                total = median(one["seconds"])
                times = [f"{1e3 * seconds:.0f}" for seconds in (*parts, max(0.0, total - sum(parts)), total)]
                rows.append(
                    [title, str(result["output_ranks"]), word, *times, f"{1e3 * median(one['set_up_seconds']):.0f}"]
                )
    names = [name for _, name, _ in output_panels.PARTS]
    return table(["what", "output ranks", "a file for", *names, "rest", "all, ms", "matching, once"], rows)


def in_percent(values: list[float]) -> str:
    """Minimum and maximum in %, or one number if rounding makes them equal."""
    low, high = (f"{100 * value:.1f}" for value in (min(values), max(values)))
    return low if low == high else f"{low} to {high}"


def model_facts(results: Results) -> str:
    """The inputs of the model, its error for the synchronous runs on the most ranks, of which only the time of the
    halos is an input, and what asynchronous output saves."""
    model, (slow, fast) = fit_cost_model(results), models_of_disks(results)
    text = (
        f"{results.ranks[0]['cells']:,} cells: C = {model.computing:.3g} s, A = {model.preparing:.3g} s, "
        f"W = {fast.writing:.3g} to {slow.writing:.3g} s ({model.bytes / 1e6:.0f} MB at {fast.bandwidth / 1e6:.0f} to "
        f"{slow.bandwidth / 1e6:.0f} MB/s), k = {model.outputs}, h = {model.halo:.3g} s on {model.halo_ranks} ranks, "
        f"{model.messages:.0f} messages.\n\n"
    )
    if error := model_error(results, model):
        n, modelled, measured = error
        text += (f"On {n} ranks, synchronous, the model gives {modelled:.4g} s and {measured:.4g} s were measured: it "
                 f"is {100 * (modelled / measured - 1):+.0f} % off.\n\n")  # fmt: skip
    less = in_percent([saved(disk, MOST_RANKS) for disk in (slow, fast)])
    return text + f"Asynchronous output saves {less} % of the time on {MOST_RANKS:,} ranks.\n\n"


def model_table(results: Results) -> str:
    """The inputs of the model, and a table of measured runs, then of modelled ones: times with the fastest to the
    slowest disk, shares from minimum to maximum."""
    if not results.ranks:
        return ""
    rows = []

    def add(ranks: str, how: str, found: list) -> None:
        times = [f"{shares.total:.4g}" for shares in found]
        parts = ([getattr(shares, part) / shares.total for shares in found] for part, _ in output_panels.SHARES)
        rows.append([ranks, how, " to ".join(dict.fromkeys(times)), *map(in_percent, parts)])

    for is_synchronous, word in ((True, "synchronous"), (False, "asynchronous")):
        for n, runs in by_ranks(results.ranks, is_synchronous).items():
            add(f"{n}{'*' * runs[0]['oversubscribed']}", f"{word}, measured", [shares_of(runs)])
    disks = models_of_disks(results)[::-1]
    for n in (1, 2, 4, 16, 64, 128, 256, 512, MOST_RANKS):
        add(str(n), "synchronous, *modelled*", [disk.synchronous(n) for disk in disks])
        add(str(n), "asynchronous, *modelled*", [disk.asynchronous(n) for disk in disks])
    columns = ["ranks that compute", "", "s", "computing %", "communication %", "output %"]
    return model_facts(results) + table(columns, rows)


def measured_at(runs: list[dict]) -> str:
    """A line with the commits that were measured."""
    return f"Commit {', '.join(sorted({run['commit'] for run in runs}))}.\n\n"


# Name of a table, the function that makes it, and the results that it uses.
TABLES = (("interval", interval_table, "io"), ("wave", wave_table, "interval"), ("bandwidth", bandwidth_table, "write"),
          ("parts", parts_table, "write"), ("model", model_table, "ranks"))  # fmt: skip


def put_tables(page: str, results: Results) -> str:
    """The page with the tables for which there are results between their markers. Exits with an error message unless
    the page has each pair of markers exactly once."""
    for name, make, kind in TABLES:
        mark = re.compile(rf"(<!-- table: {name} [^\n]*\n).*?(<!-- end of table -->)", re.DOTALL)
        if len(mark.findall(page)) != 1:
            raise SystemExit(f"error: the page needs '<!-- table: {name} ... -->' and its end exactly once")
        if text := make(results):
            text = measured_at(getattr(results, kind)) + text
            page = mark.sub(lambda found, text=text: f"{found[1]}\n{text}\n{found[2]}", page)
    return page


if __name__ == "__main__":
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    path = Path(sys.argv[-1])
    try:
        made = put_tables(path.read_text(), read_results([Path(name) for name in sys.argv[1:-1]]))
    except ViewError as error:
        raise SystemExit(f"error: {error}") from error
    path.write_text(made)
