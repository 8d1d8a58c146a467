# SPDX-License-Identifier: Apache-2.0
"""The panels of the picture of scaling: those of Tolman (2003), with minimum and maximum over the repetitions."""

from __future__ import annotations

from statistics import median

import matplotlib.pyplot as plt
from matplotlib.ticker import MaxNLocator

from groundswell_bench_view import scaling_formulas as formulas
from groundswell_bench_view.scaling_runs import Series

COLOURS = ("#0b5fa5", "#d1495b", "#2a9d6f", "#e0992b", "#6f4e9c", "#8a8f98")  # by group
STYLES = {"core": ("o", "-"), "hardware_thread": ("s", "--"), "none": ("^", ":")}  # by binding
FRACTIONS = ((1.0, "-"), (0.9, "--"), (0.8, ":"))  # p_e of predictions
GREY = "#6b727a"
FURTHEST = 25  # predictions extend to at least this number of processes


def start(axes, title: str, y: str) -> None:
    """Sets the title, the labels and the grid."""
    axes.set_title(title, fontsize=10.5, fontweight="bold", loc="left")
    axes.set_xlabel("processes", fontsize=9)
    axes.set_ylabel(y, fontsize=9)
    axes.tick_params(labelsize=8)
    axes.grid(color="#d9dde2", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.xaxis.set_major_locator(MaxNLocator(nbins=9, integer=True))


def groups_of(series: list[Series]) -> list[int]:
    """The measured group sizes and, if fewer than four, others from 1 to 4; on a single host, where groups have no
    effect, only the measured size."""
    measured = sorted({one.group for one in series})
    if series[0].hosts == 1:
        return measured
    return sorted((measured + [group for group in (1, 2, 3, 4) if group not in measured])[: max(4, len(measured))])


def colour_of(group: int, groups: list[int]) -> str:
    """The colour of a group in all panels."""
    return COLOURS[min(groups.index(group), len(COLOURS) - 1)]


def furthest(series: list[Series]) -> int:
    """The largest number of processes in predictions."""
    return max(FURTHEST, *(n for one in series for n in one.seconds))


def draw_load(axes, series: list[Series]) -> None:
    """Draws the load factor by group, for the processors of the first binding."""
    one = series[0]
    start(axes, f"Load factor, {one.hosts} × {one.processors} processors", "α")
    groups, numbers = groups_of(series), range(1, furthest(series) + 1)
    for place, group in enumerate(groups):
        factors = [formulas.load_factor(n, group, one.hosts, one.processors) for n in numbers]
        width = 1.0 + 1.1 * (len(groups) - 1 - place)  # thin lines on thick ones, since they often coincide
        axes.plot(numbers, factors, color=colour_of(group, groups), linewidth=width, drawstyle="steps-mid")
    axes.set_ylim(bottom=0.0)


def draw_measured(axes, series: list[Series], title: str, y: str, value_of) -> None:
    """Draws a quantity against n for all series: its value at the median time, with bars from minimum to maximum.
    `value_of` takes a series, n and a time. Series are shown side by side."""
    start(axes, title, y)
    groups = groups_of(series)
    step = min(0.16, 0.6 / len(series))
    for number, one in enumerate(series):
        marker, style = STYLES.get(one.binding, STYLES["none"])
        x, middle, below, above = [], [], [], []
        for n, seconds in one.seconds.items():
            values = [value_of(one, n, t) for t in (median(seconds), min(seconds), max(seconds))]
            if values[0] == values[0]:  # p_e of one process is NaN
                x.append(n + step * (number - (len(series) - 1) / 2))
                middle.append(values[0])
                below.append(values[0] - min(values))
                above.append(max(values) - values[0])
        axes.errorbar(x, middle, [below, above], color=colour_of(one.group, groups), marker=marker, linestyle=style,
                      markersize=4.5, linewidth=1.2, elinewidth=1.2, capsize=2.5, alpha=0.9)  # fmt: skip


def draw_summary(panels, series: list[Series]) -> None:
    """Draws the load factor, and all series together: times, effective parallel fraction, efficiency."""
    draw_load(panels[0], series)
    draw_measured(panels[1], series, "Run time", "t$_n$ [s]", lambda one, n, t: t)
    panels[1].set_ylim(bottom=0.0)
    draw_measured(panels[2], series, "Effective parallel fraction", "p$_e$", Series.fraction)
    low, high = panels[2].get_ylim()
    panels[2].set_ylim(min(low, 0.8), max(high, 1.01))
    draw_measured(panels[3], series, "Bulk efficiency", "ζ", Series.efficiency)
    panels[3].set_ylim(0.0, max(1.05, panels[3].get_ylim()[1]))


def draw_predictions(panels, series: list[Series]) -> None:
    """Draws times, then efficiencies, of one binding: a panel per group with predictions and measurements."""
    groups = groups_of(series)
    quantities = (("Run time", "t$_n$ [s]", lambda one, n, t: t), ("Bulk efficiency", "ζ", Series.efficiency))
    for number, (name, y, value_of) in enumerate(quantities):
        greatest = max(value_of(one, n, t) for one in series for n, seconds in one.seconds.items() for t in seconds)
        for group, axes in zip(groups, panels[number * len(groups) :]):
            one = Series(group, series[0].binding, series[0].hosts, series[0].processors, series[0].seconds)
            measured = [found for found in series if found.group == group]
            title = f"{name}, m = {group}" if one.hosts > 1 else name
            draw_measured(axes, measured, title, y, value_of) if measured else start(axes, title, y)
            numbers = range(1, furthest(series) + 1)
            for fraction, style in FRACTIONS:
                times = [formulas.prognosis(n, one.t_1, fraction, one.alpha(n)) for n in numbers]
                axes.plot(numbers, [value_of(one, n, t) for n, t in zip(numbers, times)], color=GREY, linestyle=style,
                          linewidth=1.1, zorder=1.5)  # fmt: skip
            axes.set_ylim(0.0, 1.05 * greatest)


def handles_of(series: list[Series]) -> list:
    """Entries of the legend: groups, bindings if there are several, predictions."""
    groups = groups_of(series)
    handles = [plt.Line2D([], [], color=colour_of(group, groups), marker="o", markersize=4.5, label=f"m = {group}")
               for group in groups if series[0].hosts > 1]  # fmt: skip
    bindings = sorted({one.binding for one in series})
    if len(bindings) > 1:
        handles += [plt.Line2D([], [], color=GREY, marker=STYLES.get(binding, STYLES["none"])[0], linestyle="none",
                               label=binding.replace("_", " ")) for binding in bindings]  # fmt: skip
    return handles + [plt.Line2D([], [], color=GREY, linestyle=style, label=f"p$_e$ = {fraction:g}")
                      for fraction, style in FRACTIONS]  # fmt: skip
