# SPDX-License-Identifier: Apache-2.0
"""The panels of the pictures of halo exchanges; they show what figures 6 to 9 of the FVWAM paper show.

For each number of ranks, methods are shown side by side in the order of the legend.
"""

from __future__ import annotations

from statistics import median

from matplotlib.ticker import LogLocator, NullLocator

from groundswell_bench_view import halo_results, plain_axes
from groundswell_bench_view.halo_results import COPY, run_times, speed_up, style_of, times_of

INK, PALE = "#1d1d22", "#d9dde2"
PART_COLOURS = (("pack", "#e0992b"), ("wait", "#0b5fa5"), ("unpack", "#d1495b"))
WIDTH = 0.8  # width of all methods together, at one number of ranks


def start(axes, title: str, y: str, ranks: list[int], logarithmic: bool = False) -> None:
    """Prepares a panel with a position for each number of ranks."""
    axes.set_title(title, fontsize=10.5, fontweight="bold", loc="left")
    axes.set_xlabel("ranks", fontsize=9)
    axes.set_ylabel(y, fontsize=9)
    axes.tick_params(labelsize=8.5)
    axes.set_xticks(range(len(ranks)), [str(n) for n in ranks])
    axes.set_xlim(-0.5, len(ranks) - 0.5)
    axes.grid(color=PALE, linewidth=0.6, axis="y")
    axes.set_axisbelow(True)
    for place in range(1, len(ranks)):
        axes.axvline(place - 0.5, color=PALE, linewidth=0.8)
    if logarithmic:
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        axes.yaxis.set_major_formatter(plain_axes.plain_number)
        axes.yaxis.set_minor_locator(NullLocator())


def place_of(number: int, method: int, n_method: int) -> float:
    """The position of a method's marker."""
    return number - WIDTH / 2 + WIDTH * (method + 0.5) / n_method


def draw_times(axes, cases: list[dict], methods: list[str], state: str) -> None:
    """Draws means over ranks with minimum and maximum [us], and the time to copy the same number of bytes within a
    rank."""
    names = {"warm": "Exchange, warm caches", "cold": "Exchange, cold caches"}
    start(axes, names[state], "time [µs]: mean of the ranks, most, least", [case["ranks"] for case in cases], True)
    for m, method in enumerate(methods):
        colour, marker = style_of(method)
        found = [(place_of(i, m, len(methods)), times_of(case, method, state)) for i, case in enumerate(cases)]
        found = [(x, times["ranks"]) for x, times in found if times]
        if found:
            mean, most, least = ([1e6 * ranks[which] for _, ranks in found] for which in ("mean", "max", "min"))
            bars = [[m - low for m, low in zip(mean, least)], [high - m for m, high in zip(mean, most)]]
            axes.errorbar([x for x, _ in found], mean, bars, color=colour, marker=marker, markersize=6, linewidth=0,
                          elinewidth=1.4, capsize=3)  # fmt: skip
    for i, case in enumerate(cases):
        if bound := times_of(case, COPY, state):
            axes.hlines(1e6 * bound["median"], i - WIDTH / 2, i + WIDTH / 2, color=INK, linewidth=1.2, linestyle="--")


def draw_speed_ups(axes, cases: list[dict], methods: list[str]) -> None:
    """Draws the speed-up over the published baseline, from sums over all repetitions: bars for the mean over the ranks,
    markers for the slowest rank."""
    start(axes, "Speed-up over ordered messages", "sums of repetitions: bar mean, mark most of ranks",
          [case["ranks"] for case in cases])  # fmt: skip
    for m, method in enumerate(methods):
        colour, marker = style_of(method)
        for i, case in enumerate(cases):
            mean, most = speed_up(case, method, "mean"), speed_up(case, method, "max")
            if mean and most:
                axes.bar(place_of(i, m, len(methods)), mean, 0.9 * WIDTH / len(methods), color=colour, alpha=0.55)
                axes.plot(place_of(i, m, len(methods)), most, color=colour, marker=marker, markersize=6)
    axes.axhline(1.0, color=INK, linewidth=0.8)


def draw_parts(axes, cases: list[dict], methods: list[str]) -> None:
    """Draws packing, waiting, unpacking and the remaining time, as means over ranks relative to the baseline's time."""
    start(axes, "Parts of the time, warm caches", "mean rank, ordered messages = 1", [case["ranks"] for case in cases])
    for m, method in enumerate(methods):
        for i, case in enumerate(cases):
            found, base = times_of(case, method, "warm"), times_of(case, halo_results.BASE, "warm")
            if not found or not base:
                continue
            below, scale = 0.0, 1.0 / base["ranks"]["mean"]
            rest = max(0.0, found["ranks"]["mean"] - sum(found[part]["mean"] for part, _ in PART_COLOURS))
            for height, colour in [*((found[part]["mean"], colour) for part, colour in PART_COLOURS), (rest, PALE)]:
                axes.bar(place_of(i, m, len(methods)), scale * height, 0.9 * WIDTH / len(methods), bottom=scale * below,
                         color=colour)  # fmt: skip
                below += height
    axes.set_ylim(bottom=0.0)


def _ways(runs: list[dict], overlap: bool):
    """The numbers of ranks and the methods of the runs with or without overlap."""
    found = [run for run in runs if run["overlap"] == overlap]
    return sorted({run["ranks"] for run in found}), halo_results.in_order(run["method"] for run in found)


def draw_model_times(axes, runs: list[dict], overlap: bool, what: str) -> None:
    """Draws the time of communication or computation, depending on `what`, in a run [s]: bars for the mean over the
    ranks, markers for the maximum."""
    ranks, methods = _ways(runs, overlap)
    start(axes, what.capitalize(), "s: bar mean rank, mark the most", ranks)
    for i, n in enumerate(ranks):
        for m, method in enumerate(methods):
            if times := run_times(runs, n, method, overlap):
                colour, marker = style_of(method)
                seconds = getattr(times, what)
                x = place_of(i, m, len(methods))
                axes.bar(x, seconds("mean"), 0.9 * WIDTH / len(methods), color=colour, alpha=0.55)
                axes.plot(x, seconds("max"), color=colour, marker=marker, markersize=6)


def draw_shares(axes, runs: list[dict]) -> None:
    """Draws the exchange's share of the run time [%]; pale: not overlapped with the computation of inner cells."""
    overlaps = sorted({run["overlap"] for run in runs})
    ranks, methods = _ways(runs, overlaps[-1])
    start(axes, "Share of the run time", "exchange [%]; pale: without overlap", ranks)
    for i, n in enumerate(ranks):
        for m, method in enumerate(methods):
            x, width = place_of(i, m, len(methods)), 0.9 * WIDTH / len(methods)
            for overlap in overlaps:  # runs without overlap first
                if times := run_times(runs, n, method, overlap):
                    axes.bar(x, 100.0 * times.share("mean"), width if not overlap else 0.5 * width,
                             color=style_of(method)[0], alpha=0.9 if overlap else 0.35)  # fmt: skip


def draw_model_speed_ups(axes, runs: list[dict], overlap: bool) -> None:
    """Draws the whole model's speed-up over the published baseline: medians of the rounds with minimum and maximum."""
    ranks, methods = _ways(runs, overlap)
    start(axes, "Speed-up of the whole model", "over ordered messages", ranks)
    for i, n in enumerate(ranks):
        for m, method in enumerate(methods):
            if ratios := halo_results.model_speed_ups(runs, n, method, overlap):
                colour, marker = style_of(method)
                middle = median(ratios)
                axes.errorbar(place_of(i, m, len(methods)), middle, [[middle - min(ratios)], [max(ratios) - middle]],
                              color=colour, marker=marker, markersize=6, elinewidth=1.4, capsize=3)  # fmt: skip
    axes.axhline(1.0, color=INK, linewidth=0.8)
