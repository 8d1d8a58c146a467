# SPDX-License-Identifier: Apache-2.0
"""How a run scales with the number of processes, from the files timers.json of many runs: a picture and a table."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from statistics import mean, median

import matplotlib.pyplot as plt
from groundswell_view import maps, writing
from groundswell_view.errors import ViewError

from groundswell_bench_view import scaling_formulas, scaling_panels
from groundswell_bench_view.scaling_runs import Run, Series, make_series, read_runs

COLUMNS = ("binding", "m", "n", "runs", "n_n", "alpha", "t_min [s]", "t_median [s]", "t_mean [s]", "t_max [s]",
           "t_max / t_min", "load: median, most", "t_o for p = 1 [s]", "p_e", "zeta", "zeta can be 1")  # fmt: skip

WIDEST = 1.2  # a series is noisy if its slowest / fastest time is greater


def rows_of(series: list[Series]) -> list[list]:
    """The numbers of the table, one row for each n of each series."""
    rows = []
    for one in series:
        place = one.group, one.hosts
        for n, seconds in one.seconds.items():
            t_n = median(seconds)
            loads = one.loads.get(n)
            load = f"{median(loads):.1f}, {max(loads):.1f}" if loads else ""
            times = (min(seconds), t_n, mean(seconds), max(seconds), max(seconds) / min(seconds), load,
                     scaling_formulas.overhead(n, t_n, one.t_1, 1.0))  # fmt: skip
            rows.append(
                [one.binding, one.group, n, len(seconds), scaling_formulas.most_on_a_host(n, *place), one.alpha(n),
                 *times, one.fraction(n, t_n), one.efficiency(n, t_n),
                 scaling_formulas.may_be_efficient(n, *place, one.processors)]
            )  # fmt: skip
    return rows


def _places(found: list[tuple[Series, int, str]]) -> str:
    return "; ".join(f"{one.binding}, m = {one.group}, n = {n} ({words})" for one, n, words in found)


def remarks(series: list[Series]):
    """Yields notes for readers of the table: values that no distribution of work explains, and noisy series."""
    above, wavering = [], []
    for one in series:
        for n, seconds in one.seconds.items():
            values = {"p_e": one.fraction(n, median(seconds)), "zeta": one.efficiency(n, median(seconds))}
            words = ", ".join(f"{name} {value:.3f}" for name, value in values.items() if value > 1.0005)
            if words:
                above.append((one, n, words))
            if max(seconds) > WIDEST * min(seconds):
                wavering.append((one, n, f"{max(seconds) / min(seconds):.2f}"))
    if above:
        yield (f"Above 1: {_places(above)}. That is more than sharing all work can give: either the runs on one "
               "process, with which all are compared, were slowed down by something else, or more processes have "
               "parts that fit into caches. Until it is known which, these values say nothing of how the work is "
               "shared.")  # fmt: skip
    if wavering:
        yield (f"The slowest run took more than {WIDEST:g} times as long as the fastest: {_places(wavering)}. Their "
               "p_e and zeta are uncertain by as much.")  # fmt: skip


def _cell(value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "" if value != value else f"{value:.3f}"
    return str(value)


def format_table(series: list[Series], kind: str) -> str:
    """The table as Markdown or CSV."""
    rows = [[_cell(value) for value in row] for row in rows_of(series)]
    if kind == "csv":
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([COLUMNS, *rows])
        return text.getvalue()
    lines = [COLUMNS, ["---"] * len(COLUMNS), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) + "".join(
        f"\n* {remark}\n" for remark in remarks(series)
    )


def draw_picture(series: list[Series], run: Run, out: Path, dpi: int) -> None:
    """Draws all panels and writes the picture."""
    bindings = sorted({one.binding for one in series})
    width = max(4, len(scaling_panels.groups_of(series)))
    per_binding = -(-2 * len(scaling_panels.groups_of(series)) // width)  # rows
    n_row = 1 + per_binding * len(bindings)
    height = 0.9 + 3.4 * n_row
    figure, panels = plt.subplots(n_row, width, figsize=(4.1 * width, height), dpi=dpi, squeeze=False)
    figure.subplots_adjust(left=0.18 / width, right=0.985, top=1 - 1.25 / height, bottom=0.5 / height, wspace=0.24,
                           hspace=0.36)  # fmt: skip
    scaling_panels.draw_summary(panels[0], series)
    for number, binding in enumerate(bindings):
        first = 1 + per_binding * number
        alike = [one for one in series if one.binding == binding]
        scaling_panels.draw_predictions(list(panels[first : first + per_binding].flat), alike)
    for axes in panels.flat:
        axes.set_visible(axes.has_data())
    _write_heading(figure, series, run, height)
    maps.save(figure, out)


def _write_heading(figure, series: list[Series], run: Run, height: float) -> None:
    repetitions = sorted({len(seconds) for one in series for seconds in one.seconds.values()})
    counts = f"{repetitions[0]} to {repetitions[-1]}" if len(repetitions) > 1 else f"{repetitions[0]}"
    repeated = "single runs" if counts == "1" else f"medians of {counts} runs, with the least and the greatest"
    if series[0].hosts > 1:
        repeated += "; m processes on each host in turn"
    machine = ", ".join(f"{one.hosts} × {one.processors} processors ({one.binding.replace('_', ' ')})"
                        for one in {one.binding: one for one in series}.values())  # fmt: skip
    facts = run.facts
    left = 0.18 / max(4, len(scaling_panels.groups_of(series)))
    figure.text(left, 1 - 0.4 / height, f"Scaling: {facts['case']}", fontsize=15, fontweight="bold", va="center")
    about = (
        f"{facts['cells']} cells, {facts['bins']} bins, {facts['steps']} steps; {machine}; commit {facts['commit']}; "
        + repeated
    )
    figure.text(left, 1 - 0.75 / height, about, fontsize=10, va="center", color="#40464d")
    figure.legend(handles=scaling_panels.handles_of(series), loc="center right", ncols=9, frameon=False, fontsize=9.5,
                  bbox_to_anchor=(0.99, 1 - 0.4 / height))  # fmt: skip


def draw_scaling(paths: list[Path], picture: Path, table: Path | None, hosts: int, processors: int, dpi: int) -> str:
    """Writes the picture and, if requested, the table; returns a message for the user."""
    if table and table.suffix not in (".md", ".csv"):
        raise ViewError(f"'{table}' cannot be written: tables end in .csv or .md")
    runs = read_runs(paths)
    series = make_series(runs, hosts, processors)
    if table:
        writing.check_target(table, [run.path for run in runs])
    writing.check_target(picture, [run.path for run in runs])
    draw_picture(series, runs[0], picture, dpi)
    if table:
        with writing.written(table) as part:
            part.write_text(format_table(series, table.suffix[1:]))
    return f"{len(runs)} runs"
