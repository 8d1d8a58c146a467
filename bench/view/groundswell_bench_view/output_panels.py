# SPDX-License-Identifier: Apache-2.0
"""The panels of the pictures of the cost of output; they show what the figures of the MaCOM paper show."""

from __future__ import annotations

import math
from statistics import median

from matplotlib.ticker import LogLocator, NullLocator

from groundswell_bench_view import plain_axes
from groundswell_bench_view.output_formulas import CostModel, Shares
from groundswell_bench_view.output_results import Results, by_ranks, models_of_disks, saved, shares_of, way_of

GREY, BLUE, RED, GREEN, ORANGE = "#8a8f98", "#0b5fa5", "#d1495b", "#2a9d6f", "#e0992b"
INK, PALE = "#1d1d22", "#d9dde2"
# Name in the file, name in the picture, colour, line, marker.
WAYS = (
    ("plain", "without reordering", GREY, "-", "s"),
    ("reordered", "reordered", ORANGE, "-", "^"),
    ("combined", "reordered and combined", BLUE, "-", "o"),
)
# Names in the file that belong together, name in the picture, colour.
PARTS = ((("open", "close"), "open and close", ORANGE), (("reorder",), "reorder", GREEN),
         (("exchange",), "scatter", RED), (("write",), "write", BLUE))  # fmt: skip
SHARES = (("computing", BLUE), ("communication", ORANGE), ("output", RED))


def start(axes, title: str, x: str, y: str) -> None:
    """Prepares a panel: title, labels and grid."""
    axes.set_title(title, fontsize=10.5, fontweight="bold", loc="left")
    axes.set_xlabel(x, fontsize=9)
    axes.set_ylabel(y, fontsize=9)
    axes.tick_params(labelsize=8.5)
    axes.grid(color=PALE, linewidth=0.6)
    axes.set_axisbelow(True)


def _logarithmic(axis, base: int = 10) -> None:
    axis.axes.set_xscale("log", base=base) if axis.axis_name == "x" else axis.axes.set_yscale("log", base=base)
    axis.set_major_formatter(plain_axes.plain_number)
    axis.set_minor_locator(NullLocator())


def way_name(result: dict) -> tuple[str, str, str]:
    """Name, colour and marker of an output method in bench io."""
    if result["servers"] == 0:
        return "without servers", GREY, "s"
    slots = f"{result['slots']} slot{'s' * (result['slots'] != 1)}"
    if result["transport"] == "primary":
        return f"published way, {slots}", RED, "^"
    return f"servers, {slots}", GREEN if result["slots"] == 1 else BLUE, "D" if result["slots"] == 1 else "o"


def of_disk(results: Results, is_emulated: bool) -> list[dict]:
    """Results of bench io with an emulated disk or with the machine's own; those without servers come first."""
    found = [result for result in results.io if (result["disk"] > 0) == is_emulated]
    return sorted(found, key=lambda result: (result["servers"], result["transport"] != "primary", result["slots"]))


def draw_interval(axes, found: list[dict]) -> None:
    """Draws the time per output in compute ranks against the steps between outputs; dashed lines include the wait at
    the end of the run."""
    first = found[0]
    disk = f"a disk of {first['disk'] / 1e6:g} MB/s" if first["disk"] > 0 else "the disk as it is"
    title = f"Ocean, {first['bytes'] / 1e6:.1f} MB per output, {disk}"
    start(axes, title, "steps from output to output", "time per output [s]")
    _logarithmic(axes.yaxis)
    axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
    for result in found:
        name, colour, marker = way_name(result)
        cases, n = result["cases"], result["outputs"]
        every = [case["every"] for case in cases]
        calls = [median(case["call_seconds"]) / n for case in cases]
        ends = [median(map(sum, zip(case["call_seconds"], case["close_seconds"]))) / n for case in cases]
        axes.plot(every, calls, color=colour, marker=marker, markersize=5, linewidth=1.6, label=name)
        axes.plot(every, ends, color=colour, linewidth=1.0, linestyle="--")
    in_output = median(seconds / first["outputs"] for case in first["cases"] for seconds in case["write_seconds"])
    axes.axhline(in_output, color=INK, linewidth=1.0, linestyle=":", label="time in output ranks")
    axes.set_xticks([case["every"] for case in first["cases"]])
    axes.set_ylim(bottom=0.6 * axes.get_ylim()[0])
    if first["disk"] <= 0:
        limit = median(seconds for result in found for seconds in result["limit_seconds"])
        axes.axhline(limit, color=INK, linewidth=1.0, linestyle="-.", label="one plain write and sync")
        axes.set_ylim(top=max(axes.get_ylim()[1], 1.5 * limit))
    wait = in_output / first["step_seconds"]
    if first["disk"] > 0 and first["cases"][0]["every"] < wait < first["cases"][-1]["every"]:
        axes.axvline(wait, color=PALE, linewidth=5, zorder=0)
        axes.text(wait, 0.02, " from here on the disk keeps up", transform=axes.get_xaxis_transform(), fontsize=8,
                  color=GREY)  # fmt: skip


def draw_hidden(axes, found: list[dict]) -> None:
    """Draws the share of the output time that servers hide [%]."""
    start(axes, "Share hidden", "steps from output to output", "%")
    served = [result for result in found if result["servers"] > 0]
    for number, result in enumerate(served):
        name, colour, marker = way_name(result)
        points = sorted((case["every"], sorted(100.0 * value for value in case["hidden"])) for case in result["cases"])
        _reach(axes, [x for x, _ in points], [values for _, values in points], colour, marker, name)
        best = max(median(values) for _, values in points)
        axes.text(0.98, 0.14 + 0.08 * number, f"{name}: at best {best:.2f} %",
                  transform=axes.transAxes, ha="right", fontsize=8.5, color=colour)  # fmt: skip
        axes.set_xticks([x for x, _ in points])
    axes.set_ylim(min(0.0, axes.get_ylim()[0]), 104.0)


def draw_wall(axes, found: list[dict]) -> None:
    """Draws the ratio of the wall times of alternating runs with and without output; includes the wait at the end."""
    disk = "emulated disk" if found[0]["disk"] > 0 else "the disk as it is"
    start(axes, f"Wall time, {disk}", "steps from output to output", "with output over without")
    for result in found:
        name, colour, marker = way_name(result)
        cases = sorted(result["cases"], key=lambda case: case["every"])
        ratios = [[w / b for w, b in zip(case["wall_with"], case["wall_without"])] for case in cases]
        every = [case["every"] for case in cases]
        _reach(axes, every, ratios, colour, marker, name)
        axes.set_xticks(every)
    axes.axhline(1.0, color=INK, linewidth=0.8)


def _reach(axes, x: list, values: list[list[float]], colour: str, marker: str, name: str, style: str = "-") -> None:
    """Draws a line of medians, with minimum and maximum."""
    middle = [median(v) for v in values]
    low = [m - min(v) for m, v in zip(middle, values)]
    high = [max(v) - m for m, v in zip(middle, values)]
    axes.errorbar(x, middle, [low, high], color=colour, marker=marker, markersize=5, linewidth=1.6, elinewidth=1.0,
                  capsize=2.5, label=name, linestyle=style)  # fmt: skip


def draw_wave_interval(axes, results: Results) -> None:
    """Draws the wave model's time per output in compute ranks; the legend has ratios of wall times with and without
    output."""
    runs = results.interval
    run = runs[0]
    start(axes, f"Wave model, {run['cells']} cells: fields and a restart", "steps from output to output",
          "time per output [s]")  # fmt: skip
    for is_synchronous, name, colour, marker in (
        (True, "without servers", GREY, "s"),
        (False, "one server", BLUE, "o"),
    ):
        chosen = [run for run in runs if (run["servers"] == 0) == is_synchronous]
        every = sorted({run["every"] for run in chosen})
        if every:
            values = [[run["output_seconds"] / run["outputs"] for run in chosen if run["every"] == e] for e in every]
            hidden = sorted(100 * run["hidden"] for run in chosen if "hidden" in run)
            walls = [run["seconds"] / results.without_output(run) for run in chosen]
            words = name
            if hidden:
                words += f": hidden {hidden[0]:.1f} to {hidden[-1]:.1f} %, median {median(hidden):.1f} %"
            if not math.isnan(sum(walls)):
                words += f"\nwall time / without output: {min(walls):.2f} to {max(walls):.2f}"
            _reach(axes, every, values, colour, marker, words)
            axes.set_xticks(every)
    axes.set_ylim(bottom=0.0)
    axes.legend(fontsize=8, frameon=False, loc="lower left")


def kinds_of(results: list[dict]) -> list[tuple[str, list[dict]]]:
    """Results of bench write by content and distribution, with titles, each sorted by number of ranks."""
    kinds: dict[str, list[dict]] = {}
    for result in sorted(results, key=lambda result: (result["deep"], result["share"], result["output_ranks"])):
        if result["deep"] == 0:
            title = f"{result['flat']} variables of {result['cells'] / 1e6:.2f} million cells"
        else:
            title = f"{result['deep']} variables x {result['levels']} levels, divided along {result['share']}"
        kinds.setdefault(title, []).append(result)
    return list(kinds.items())


def draw_bandwidth(axes, title: str, results: list[dict]) -> None:
    """Draws MB/s against the number of writing ranks."""
    start(axes, title, "output ranks", "MB/s")
    _logarithmic(axes.xaxis, 2)
    ranks = [result["output_ranks"] for result in results]
    limit = [result["bytes"] / 1e6 / result["limit_seconds"] for result in results]
    axes.plot(ranks, limit, color=INK, linestyle="--", linewidth=1.2, label="limit: the fastest plain write")
    for name, label, colour, style, marker in WAYS:
        values = [[r["bytes"] / 1e6 / s for s in way_of(r, name)["seconds"]] for r in results]
        _reach(axes, ranks, values, colour, marker, label, style)
    axes.set_xticks(ranks)
    axes.set_xlim(min(ranks) / 1.3, max(ranks) * 1.3)
    axes.set_ylim(bottom=0.0)
    processors = results[0]["processors"]
    if max(ranks) > processors:
        axes.axvspan(processors * 1.2, max(ranks) * 1.3, color=PALE, alpha=0.5, linewidth=0)


def draw_parts(axes, title: str, results: list[dict]) -> None:
    """Draws where the time goes, with two bars per number of ranks: a file for each variable, and one file for all."""
    start(axes, title, "", "time [s]")
    axes.grid(visible=False, axis="x")
    names, place = [], 0.0
    for result in results:
        for way, word in (("reordered", "each"), ("combined", "all")):
            found = way_of(result, way)
            top = 0.0
            for keys, _, colour in PARTS:
                height = sum(median(found["parts"][key]) for key in keys if key in found["parts"])
                axes.bar(place, height, 0.8, bottom=top, color=colour)
                top += height
            axes.bar(place, max(0.0, median(found["seconds"]) - top), 0.8, bottom=top, color=PALE)
            names.append((place, f"{result['output_ranks']}\n{word}"))
            place += 1.0
        place += 0.6
    axes.set_ylim(0.0, 1.05 * axes.dataLim.y1)
    axes.set_xticks([at for at, _ in names], [name for _, name in names], fontsize=8)
    axes.set_xlabel("output ranks; a file for each variable, or one for all", fontsize=9)


def model_ranks(most: int = 1024) -> list[int]:
    """The numbers of ranks of modelled runs: 1, 2, 4 and so on."""
    return [2**power for power in range(most.bit_length())]


def output_words(bar: tuple[str, Shares, bool], disks: list[CostModel], is_synchronous: bool) -> str:
    """The text above a bar: the share of output [%], in modelled runs with the fastest and the slowest disk; empty if
    it is at most 2 %."""
    name, shares, is_measured = bar
    if is_measured:
        values = [shares.output / shares.total]
    else:
        found = [disk.synchronous(int(name)) if is_synchronous else disk.asynchronous(int(name)) for disk in disks]
        values = sorted(one.output / one.total for one in found)
    words = dict.fromkeys(f"{100.0 * value:.0f}" for value in values)
    return "-".join(words) if values[-1] > 0.02 else ""


def draw_shares(axes, results: Results, model: CostModel, is_synchronous: bool) -> None:
    """Draws the shares of the run time: measured runs solid, modelled ones hatched."""
    title = "Synchronous: all ranks write" if is_synchronous else "Asynchronous: one more rank writes"
    start(axes, title, "ranks that compute (light: modelled)", "share of the time [%]")
    measured = {n: runs for n, runs in by_ranks(results.ranks, is_synchronous).items()}
    bars: list[tuple[str, Shares, bool]] = [
        (f"{n}{'*' * runs[0]['oversubscribed']}", shares_of(runs), True) for n, runs in measured.items()
    ]
    of = model.synchronous if is_synchronous else model.asynchronous
    bars += [(str(n), of(n), False) for n in model_ranks()]
    for place, (_, shares, is_measured) in enumerate(bars):
        at, bottom = place + (0.0 if is_measured else 0.6), 0.0
        for part, colour in SHARES:
            height = 100.0 * getattr(shares, part) / shares.total
            axes.bar(at, height, 0.82, bottom=bottom, color=colour, alpha=1.0 if is_measured else 0.45,
                     hatch=None if is_measured else "////", edgecolor="white", linewidth=0.0)  # fmt: skip
            bottom += height
        if words := output_words(bars[place], models_of_disks(results), is_synchronous):
            axes.text(at, 101.0, words, ha="center", fontsize=6.5, color=RED)
    axes.set_xticks([i + (0.0 if bar[2] else 0.6) for i, bar in enumerate(bars)], [bar[0] for bar in bars], fontsize=7)
    axes.grid(visible=False, axis="x")
    axes.set_ylim(0.0, 108.0)


def draw_run_time(axes, results: Results, model: CostModel) -> None:
    """Draws the run time with and without servers: measured points filled, modelled ones open."""
    start(axes, "Run time (open: modelled; band: disks)", "ranks that compute", "s")
    _logarithmic(axes.xaxis, 2)
    _logarithmic(axes.yaxis)
    ranks = model_ranks()
    for is_synchronous, name, colour, marker in ((True, "synchronous", RED, "s"), (False, "asynchronous", BLUE, "o")):
        of = model.synchronous if is_synchronous else model.asynchronous
        axes.plot(ranks, [of(n).total for n in ranks], color=colour, marker=marker, markersize=4.5, linewidth=1.0,
                  linestyle="--", markerfacecolor="white")  # fmt: skip
        slow, fast = ([(disk.synchronous if is_synchronous else disk.asynchronous)(n).total for n in ranks]
                      for disk in models_of_disks(results))  # fmt: skip
        axes.fill_between(ranks, fast, slow, color=colour, alpha=0.15, linewidth=0)
        for n, runs in by_ranks(results.ranks, is_synchronous).items():
            axes.plot(n, shares_of(runs).total, color=colour, marker=marker, markersize=7, linewidth=0,
                      alpha=0.5 if runs[0]["oversubscribed"] else 1.0)  # fmt: skip
        axes.plot([], [], color=colour, marker=marker, label=name)
    axes.plot(ranks, [model.computing / n for n in ranks], color=GREY, linewidth=1.0, linestyle=":",
              label="computing alone")  # fmt: skip
    less = sorted(100.0 * saved(disk, ranks[-1]) for disk in models_of_disks(results))
    axes.text(0.98, 0.70, f"{ranks[-1]} ranks, modelled:\n{less[0]:.0f} to {less[-1]:.0f} % less time",
              transform=axes.transAxes, ha="right", fontsize=8.5)  # fmt: skip
    axes.legend(fontsize=8, frameon=False)
