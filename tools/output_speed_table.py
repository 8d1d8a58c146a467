#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the results of tools/output_speed.sh as the tables of docs/guide/output_speed.md, each between its two marks.

Usage: tools/output_speed_table.py output/output_speed/*.json docs/guide/output_speed.md
"""

import re
import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "python"))
from groundswell_view import output_panels  # noqa: E402
from groundswell_view.errors import ViewError  # noqa: E402
from groundswell_view.output_results import (  # noqa: E402
    Results,
    by_ranks,
    fit_cost_model,
    read_results,
    shares_of,
    way_of,
)


def table(columns: list[str], rows: list[list[str]]) -> str:
    """Markdown; empty without rows."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) if rows else ""


def in_ms(seconds: list[float], n: int) -> str:
    """The median of so many outputs, per output."""
    return f"{1e3 * median(seconds) / n:.1f}"


def hidden(shares: list[float]) -> str:
    """The median in %, with the least and the greatest."""
    low, middle, high = (f"{100 * value:.2f}" for value in (min(shares), median(shares), max(shares)))
    return f"{middle} ({low} to {high})"


def interval_table(results: Results) -> str:
    """Bench io: a row for each disk and number of steps, columns for each way of output."""
    tables = []
    for is_emulated in (True, False):
        found = output_panels.of_disk(results, is_emulated)
        if not found:
            continue
        columns, cells = ["steps"], {}
        for result in found:
            name, n, has_servers = output_panels.way_name(result)[0], result["outputs"], result["servers"] > 0
            columns += [f"{name}: ms (and the end)", "hidden %" if has_servers else "ms of the disk"]
            for case in result["cases"]:
                ends = [sum(pair) for pair in zip(case["call_seconds"], case["close_seconds"])]
                cells[case["every"], name] = [
                    f"{in_ms(case['call_seconds'], n)} ({in_ms(ends, n)})",
                    hidden(case["hidden"]) if has_servers else in_ms(case["write_seconds"], n),
                ]
        rows = []
        for every in sorted({every for every, _ in cells}):
            row = (cells.get((every, output_panels.way_name(result)[0]), ["", ""]) for result in found)
            rows.append([str(every), *(cell for pair in row for cell in pair)])
        disk = f"a disk of {found[0]['disk'] / 1e6:g} MB/s" if is_emulated else "the disk as it is"
        limit = in_ms([seconds for result in found for seconds in result["limit_seconds"]], 1)
        disk += f" (one process writes and syncs as much on the real one in {limit} ms)"
        tables.append(f"{found[0]['bytes'] / 1e6:.1f} MB per output, {disk}:\n\n{table(columns, rows)}")
    return "\n".join(tables)


def wave_table(results: Results) -> str:
    """The wave model: a row for each number of steps."""
    rows = []
    for every in sorted({run["every"] for run in results.interval}):
        runs = [run for run in results.interval if run["every"] == every]
        times = [[run["output_seconds"] for run in runs if (run["servers"] > 0) == served] for served in (False, True)]
        shares = [run["hidden"] for run in runs if "hidden" in run]
        if all(times):
            row = [str(every), *(in_ms(seconds, runs[0]["outputs"]) for seconds in times)]
            rows.append([*row, hidden(shares) if shares else ""])
    return table(["steps", "without servers: ms", "one server: ms", "hidden %"], rows)


def bandwidth_table(results: Results) -> str:
    """Bench write: MB/s, and the share of the limit with its interval."""
    rows = []
    for title, found in output_panels.kinds_of(results.write):
        for result in found:
            speeds = [
                result["bytes"] / 1e6 / median(way_of(result, name)["seconds"]) for name, *_ in output_panels.WAYS
            ]
            combined = way_of(result, "combined")
            low, high = combined["interval"]
            ratios = [f"{speeds[3] / speeds[1]:.1f}", f"{combined['bandwidth_of_limit']:.2f} ({low:.2f} to {high:.2f})"]
            rows.append([title, str(result["output_ranks"]), *(f"{speed:.0f}" for speed in speeds), *ratios])
    names = ["limit", "not reordered", "reordered", "combined", "combined / not reordered", "combined / limit"]
    return table(["what", "output ranks", *names], rows)


def parts_table(results: Results) -> str:
    """Bench write: milliseconds."""
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


def model_table(results: Results) -> str:
    """Measured runs, then modelled ones."""
    if not results.ranks:
        return ""
    rows = []

    def add(ranks: str, how: str, shares) -> None:
        parts = (shares.computing, shares.communication, shares.output)
        rows.append([ranks, how, f"{shares.total:.4g}", *(f"{100 * part / shares.total:.1f}" for part in parts)])

    for is_synchronous, word in ((True, "synchronous"), (False, "asynchronous")):
        for n, runs in by_ranks(results.ranks, is_synchronous).items():
            add(f"{n}{'*' * runs[0]['oversubscribed']}", f"{word}, measured", shares_of(runs))
    model = fit_cost_model(results)
    for n in (1, 2, 4, 16, 64, 128, 256, 512, 1024):
        add(str(n), "synchronous, *modelled*", model.synchronous(n))
        add(str(n), "asynchronous, *modelled*", model.asynchronous(n))
    facts = (
        f"C = {model.computing:.3g} s, A = {model.preparing:.3g} s, W = {1e3 * model.writing:.3g} ms "
        f"({model.bytes / 1e6:.2f} MB at {model.bandwidth / 1e6:.0f} MB/s), k = {model.outputs}, "
        f"h = {model.halo:.3g} s on {model.halo_ranks} ranks, {model.messages:.0f} messages.\n\n"
    )
    columns = ["ranks that compute", "", "s", "computing %", "communication %", "output %"]
    return facts + table(columns, rows)


TABLES = {"interval": interval_table, "wave": wave_table, "bandwidth": bandwidth_table, "parts": parts_table,
          "model": model_table}  # fmt: skip


def put_tables(page: str, results: Results) -> str:
    """The page with all tables between their marks. Exits with a sentence where a mark is missing."""
    for name, make in TABLES.items():
        mark = re.compile(rf"(<!-- table: {name} [^\n]*\n).*?(<!-- end of table -->)", re.DOTALL)
        if len(mark.findall(page)) != 1:
            raise SystemExit(f"error: the page needs '<!-- table: {name} ... -->' and its end exactly once")
        if text := make(results):
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
