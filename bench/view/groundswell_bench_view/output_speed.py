# SPDX-License-Identifier: Apache-2.0
"""Pictures of the cost of output, from the results of bench/scripts/output_speed.sh.

They show what the figures of the MaCOM paper show (docs/experiments/output_speed.md).
"""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
from groundswell_view import maps, writing
from groundswell_view.errors import ViewError

from groundswell_bench_view import output_panels
from groundswell_bench_view.output_results import Results, fit_cost_model, model_error, models_of_disks, read_results


def picture_path(out: Path, figure: str) -> Path:
    """The path of one of the pictures: io.png becomes, for example, io_interval.png."""
    return out.with_name(f"{out.stem}_{figure}{out.suffix}")


def _sheet(n: int, title: str, about: str, dpi: int):
    """A figure with n panels and a heading; more than four are arranged in rows of three."""
    columns = n if n <= 4 else 3
    rows = -(-n // columns)
    height = 1.0 + 3.9 * rows
    figure, panels = plt.subplots(rows, columns, figsize=(5.2 * columns, height), dpi=dpi, squeeze=False)
    figure.subplots_adjust(left=0.2 / columns, right=0.985, top=1 - 1.03 / height, bottom=0.69 / height, wspace=0.24,
                           hspace=0.35)  # fmt: skip
    figure.text(0.2 / columns, 1 - 0.22 / height, title, fontsize=14, fontweight="bold", va="center")
    figure.text(0.2 / columns, 1 - 0.51 / height, about, fontsize=9.5, va="center", color="#40464d")
    for axes in panels.flat[n:]:
        axes.remove()
    return figure, list(panels.flat[:n])


def _legend(figure, handles) -> None:
    figure.legend(handles=handles, loc="upper right", bbox_to_anchor=(0.985, 0.995), ncols=len(handles), frameon=False,
                  fontsize=9)  # fmt: skip


def _swatch(colour: str, name: str, **how):
    return plt.Rectangle((0, 0), 1, 1, color=colour, label=name, **how)


def draw_interval(results: Results, dpi: int):
    """Draws the time of output in compute ranks against the interval."""
    shown = [found for found in (output_panels.of_disk(results, True), output_panels.of_disk(results, False)) if found]
    n = 2 * len(shown) + any(results.io) + any(results.interval)
    about = "medians; dashed: with the wait for the files at the end of the run, which is not counted as hidden or not"
    figure, panels = _sheet(n, "Output against its interval", about, dpi)
    handles = {}
    for found in shown:
        output_panels.draw_interval(panels[0], found)
        handles |= {handle.get_label(): handle for handle in panels.pop(0).get_legend_handles_labels()[0]}
        if found is shown[0]:
            output_panels.draw_hidden(panels.pop(0), found)
        output_panels.draw_wall(panels.pop(0), found)
    if results.interval:
        output_panels.draw_wave_interval(panels.pop(0), results)
    _legend(figure, list(handles.values()))
    return figure


def draw_bandwidth(results: Results, dpi: int):
    """Draws the bandwidth against the number of writing ranks."""
    kinds = output_panels.kinds_of(results.write)
    about = (
        "all synced to disk; medians of repetitions, with the least and the greatest; grey: more ranks than processors"
    )
    figure, panels = _sheet(len(kinds), "Bandwidth of output ranks", about, dpi)
    for axes, (title, found) in zip(panels, kinds):
        output_panels.draw_bandwidth(axes, title, found)
    _legend(figure, panels[0].get_legend_handles_labels()[0])
    return figure


def draw_parts(results: Results, dpi: int):
    """Draws how output ranks spend their time."""
    kinds = output_panels.kinds_of(results.write)
    figure, panels = _sheet(len(kinds), "Parts of the time", "medians of the slowest rank", dpi)
    for axes, (title, found) in zip(panels, kinds):
        output_panels.draw_parts(axes, title, found)
    _legend(figure, [_swatch(colour, name) for _, name, colour in output_panels.PARTS]
            + [_swatch(output_panels.PALE, "rest: waits")])  # fmt: skip
    return figure


def draw_model(results: Results, dpi: int):
    """Draws the shares of a whole model's time."""
    model, (slow, fast) = fit_cost_model(results), models_of_disks(results)
    run, error = results.ranks[0], model_error(results, model)
    off = f"; {100 * (error[1] / error[2] - 1):+.0f} % off on {error[0]} ranks" if error else ""
    about = (f"wave model, {run['cells']} cells, {run['bins']} bins, {run['steps']} steps, {run['outputs']} outputs of "
             f"{run['field_bytes'] / run['outputs'] / 1e6:.2f} MB; disk {model.bandwidth / 1e6:.0f} MB/s (numbers and "
             f"bands: {slow.bandwidth / 1e6:.0f} to {fast.bandwidth / 1e6:.0f}); * more ranks than processors; red: "
             f"output, %{off}")  # fmt: skip
    figure, panels = _sheet(3, "Output as a share of a whole model", about, dpi)
    output_panels.draw_shares(panels[0], results, model, True)
    output_panels.draw_shares(panels[1], results, model, False)
    output_panels.draw_run_time(panels[2], results, model)
    _legend(figure, [_swatch(colour, name) for name, colour in output_panels.SHARES])
    return figure


def _draw_one(draw, results: Results, dpi: int):
    """Calls draw(results, dpi); raises a ViewError if a result is incomplete."""
    try:
        return draw(results, dpi)
    except (KeyError, IndexError, TypeError, ValueError, ArithmeticError, StopIteration) as error:
        plt.close("all")
        raise ViewError(f"a result is damaged or by another version: {error!r}; measure it again") from error


def draw_io(paths: list[Path], out: Path, dpi: int) -> str:
    """Writes the pictures for which there are results; returns their names."""
    results = read_results(paths)
    figures = {
        "interval": draw_interval if results.io or results.interval else None,
        "bandwidth": draw_bandwidth if results.write else None,
        "parts": draw_parts if results.write else None,
        "model": draw_model if results.ranks else None,
    }
    targets = {name: picture_path(out, name) for name, draw in figures.items() if draw}
    for target in targets.values():
        writing.check_target(target, paths)
    for name, target in targets.items():
        maps.save(_draw_one(figures[name], results, dpi), target)
    return ", ".join(target.name for target in targets.values())
