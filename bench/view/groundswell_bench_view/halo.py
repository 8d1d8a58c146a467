# SPDX-License-Identifier: Apache-2.0
"""Pictures and tables of the cost of halo exchanges, from files of `groundswell-bench halo` and halo_runs.py."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
from groundswell_view import maps, writing
from groundswell_view.errors import ViewError

from groundswell_bench_view import halo_panels, halo_tables
from groundswell_bench_view.halo_results import Results, describe, in_order, kind_of, methods_of, read_results, style_of

MOST_ROWS = 3  # rows of panels in the picture of the exchange, at most
PANEL = 4.4  # [inch]


def _sheet(rows: int, columns: int, title: str, about: str, dpi: int):
    """A figure with its panels [rows][columns] and a heading."""
    width, height = PANEL * columns, 1.15 + 0.5 + 3.7 * rows
    figure, panels = plt.subplots(rows, columns, figsize=(width, height), dpi=dpi, squeeze=False)
    figure.subplots_adjust(left=0.75 / width, right=1 - 0.15 / width, top=1 - 1.3 / height, bottom=0.5 / height,
                           wspace=0.24, hspace=0.38)  # fmt: skip
    figure.text(0.2 / width, 1 - 0.28 / height, title, fontsize=14, fontweight="bold", va="center")
    figure.text(0.2 / width, 1 - 0.55 / height, about, fontsize=9.5, va="center", color="#40464d")
    return figure, panels


def _legend(figure, methods: list[str], *others) -> None:
    handles = [plt.Line2D([], [], color=style_of(name)[0], marker=style_of(name)[1], linewidth=0, label=name)
               for name in methods]  # fmt: skip
    height = figure.get_size_inches()[1]
    figure.legend(handles=[*handles, *others], loc="center left", ncols=len(handles) + len(others), frameon=False,
                  bbox_to_anchor=(0.0, 1 - 0.83 / height), fontsize=9, columnspacing=1.2,
                  handletextpad=0.3)  # fmt: skip


def _swatch(colour: str, name: str):
    return plt.Rectangle((0, 0), 1, 1, color=colour, label=name)


def draw_exchange(results: Results, dpi: int):
    """Draws the exchange alone: a row of panels for each kind of case, those with the most floats per cell first; at
    most MOST_ROWS kinds."""
    cases = results.main_cases()
    kinds = list(dict.fromkeys(map(kind_of, cases)))[:MOST_ROWS]
    cores = results.machines[0].get("cores", "?")
    about = f"{results.machines[0].get('machine', '')}; {cores} cores; commit {results.machines[0].get('commit', '?')}"
    figure, panels = _sheet(len(kinds), 4, "Halo exchange", about, dpi)
    methods = methods_of(cases)
    for row, kind in zip(panels, kinds):
        found = [case for case in cases if kind_of(case) == kind]
        halo_panels.draw_times(row[0], found, methods, "warm")
        halo_panels.draw_times(row[1], found, methods, "cold")
        halo_panels.draw_speed_ups(row[2], found, methods)
        halo_panels.draw_parts(row[3], found, methods)
        row[1].set_visible(row[1].has_data())
        row[0].set_title(f"{describe(found[0])}: warm", fontsize=10.5, fontweight="bold", loc="left")
    copy = plt.Line2D([], [], color=halo_panels.INK, linestyle="--", label="copy of the bytes")
    _legend(figure, methods, copy, *(_swatch(colour, part) for part, colour in halo_panels.PART_COLOURS))
    return figure


def draw_model(results: Results, dpi: int):
    """Draws the exchange in a whole model."""
    runs, about = results.runs, results.about_runs
    overlap = any(run["overlap"] for run in runs)
    text = (f"wave model, {about['cells']} cells, {about['bins']} bins, {about['steps']} steps; "
            f"{about['cores']} cores; medians of rounds: {max(run['round'] for run in runs)}; "
            f"commit {about['commit']}")  # fmt: skip
    figure, panels = _sheet(1, 4, "Halo exchange in a whole model", text, dpi)
    for axes, what in zip(panels[0], ("communication", "computing")):
        halo_panels.draw_model_times(axes, runs, overlap, what)
    halo_panels.draw_shares(panels[0][2], runs)
    halo_panels.draw_model_speed_ups(panels[0][3], runs, overlap)
    _legend(figure, in_order(run["method"] for run in runs))
    return figure


def _made(make, results: Results, *words):
    """Calls make(results, *words); raises a ViewError if a result is incomplete."""
    try:
        return make(results, *words)
    except (KeyError, IndexError, TypeError, ValueError, ArithmeticError) as error:
        plt.close("all")
        raise ViewError(f"a result is damaged or by another version: {error!r}; measure it again") from error


def draw_halo(paths: list[Path], out: Path, table: Path | None, dpi: int) -> str:
    """Writes halo_exchange.png and halo_model.png if there are results for them, and, if requested, the tables; returns
    the names of the pictures."""
    writing.check_table(table)
    results = read_results(paths)
    figures = {"exchange": draw_exchange if results.cases else None, "model": draw_model if results.runs else None}
    targets = {name: out.with_name(f"{out.stem}_{name}{out.suffix}") for name, draw in figures.items() if draw}
    for target in [*targets.values(), *([table] if table else [])]:
        writing.check_target(target, paths)
    text = _made(halo_tables.format_tables, results)
    for name, target in targets.items():
        maps.save(_made(figures[name], results, dpi), target)
    if table:
        with writing.written(table) as part:
            part.write_text(text)
    return ", ".join(target.name for target in targets.values())
