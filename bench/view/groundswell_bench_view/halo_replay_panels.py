# SPDX-License-Identifier: Apache-2.0
"""The panels of the picture of replayed halo exchanges. Panels without cases say so."""

from __future__ import annotations

import matplotlib.pyplot as plt
from matplotlib.ticker import FixedLocator, LogLocator, NullLocator

from groundswell_bench_view import plain_axes

# Key in the file, name in the picture, colour, marker.
SCHEDULES = (
    ("ordered", "blocking sends in order (published)", "#8a8f98", "s"),
    ("non_blocking", "non-blocking in order", "#0b5fa5", "o"),
    ("all_at_once", "all at once", "#2a9d6f", "D"),
    ("by_node", "one message per pair of nodes", "#d1495b", "^"),
)
# Partition and placement, name in the picture, colour, marker.
PLACES = (
    (("hierarchical", "block"), "nodes first, block", "#2a9d6f", "D"),
    (("flat", "block"), "flat, block", "#0b5fa5", "o"),
    (("flat", "cyclic"), "flat, cyclic", "#e0992b", "v"),
    (("flat", "random"), "flat, random", "#d1495b", "^"),
)
PLATFORMS = {"star": "o", "fat_tree": "^", "dragonfly": "s"}
PUBLISHED = (1.28, 5.63)  # speed-up of `graph` over point-to-point messages
GREY = "#8a8f98"


def handles() -> list:
    """The legend's entries for the schedules."""
    return [plt.Line2D([], [], color=colour, marker=marker, label=name) for _, name, colour, marker in SCHEDULES]


def _start(axes, title: str, y: str, logarithmic: bool = True) -> None:
    plain_axes.start_axes(axes, title, "ranks", y)
    axes.set_xscale("log", base=2)
    if logarithmic:
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        axes.yaxis.set_major_formatter(plain_axes.plain_number)
        axes.yaxis.set_minor_locator(NullLocator())


def _finish(axes, cases) -> None:
    """Marks the numbers of ranks, or states that there are no cases."""
    if not cases:
        plain_axes.say_no_cases(axes)
        return
    ranks = sorted({case.ranks for case in cases})
    axes.xaxis.set_major_locator(FixedLocator(ranks))
    axes.xaxis.set_major_formatter(plain_axes.plain_number)
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlim(ranks[0] / 1.3, ranks[-1] * 1.3)


def _pick(cases, **wanted) -> list:
    """The cases with these properties, without those compared with SimGrid, in ascending order of ranks."""
    found = [case for case in cases if not case.platform and all(getattr(case, k) == v for k, v in wanted.items())]
    return sorted(found, key=lambda case: case.ranks)


PLAIN = {"partition": "flat", "placement": "block", "rings": 1, "late": 0.0}


def draw_times(axes, cases, cells: int) -> None:
    """Draws means over ranks, with the slowest and the fastest rank; schedules are shown side by side."""
    found = _pick(cases, cells=cells, **PLAIN)
    _start(axes, f"Time of an exchange, {cells:,} cells", "mean, slowest and fastest rank [µs]")
    for shift, (key, _, colour, marker) in enumerate(SCHEDULES):
        mine = [case for case in found if key in case.replay]
        if mine:
            times = [case.replay[key] for case in mine]
            mean = [time.mean for time in times]
            reach = [[time.mean - time.min for time in times], [time.max - time.mean for time in times]]
            axes.errorbar([case.ranks * 1.07 ** (shift - 1.5) for case in mine], mean, reach, color=colour,
                          marker=marker, markersize=4.5, linewidth=1.0, elinewidth=1.3, capsize=2.5)  # fmt: skip
    if found:
        axes.plot([case.ranks for case in found], [case.link for case in found], color="#1d1d22", linewidth=1.0,
                  linestyle=":")  # fmt: skip
        axes.annotate("busiest link", (found[0].ranks, found[0].link), (0, -8), textcoords="offset points", fontsize=8,
                      ha="left", va="top", color="#40464d")  # fmt: skip
    _finish(axes, found)


def draw_gains(axes, cases) -> None:
    """Draws speed-ups over the baseline: slowest rank (filled), mean (open); dashed: the larger globe."""
    found = _pick(cases, **PLAIN)
    _start(axes, "Speed-up over blocking sends in order", "slowest rank (filled) and mean (open)", logarithmic=False)
    for number, cells in enumerate(sorted({case.cells for case in found})):
        for key, _, colour, marker in SCHEDULES[1:]:
            mine = [case for case in found if case.cells == cells and key in case.replay]
            for which, face in (("max", colour), ("mean", "none")):
                axes.plot([case.ranks for case in mine], [case.gain(key, which) for case in mine], color=colour,
                          marker=marker, markersize=4.5, linewidth=1.2, markerfacecolor=face,
                          linestyle="--" if number else "-")  # fmt: skip
    if found:
        axes.axhspan(*PUBLISHED, color="#e0992b", alpha=0.16, linewidth=0)
        axes.text(0.985, 0.965, "published: 1.28 to 5.63", transform=axes.transAxes, fontsize=8, ha="right", va="top",
                  color="#40464d")  # fmt: skip
        axes.set_ylim(0.0, 6.0)
    _finish(axes, found)


def draw_places(axes, cases, cells: int, value_of, title: str, y: str) -> None:
    """Draws the values from `value_of`, with one line per combination of partition and placement."""
    found = []
    _start(axes, title, y)
    for (partition, placement), name, colour, marker in PLACES:
        mine = _pick(cases, cells=cells, **(PLAIN | {"partition": partition, "placement": placement}))
        if mine:
            axes.plot([case.ranks for case in mine], [value_of(case) for case in mine], color=colour, marker=marker,
                      markersize=4.5, linewidth=1.4, label=name)  # fmt: skip
        found += mine
    if found:
        axes.legend(fontsize=8, frameon=False)
    _finish(axes, found)


def draw_errors(axes, cases) -> None:
    """Draws how much longer the replay takes than SimGrid's MPI; markers distinguish the networks."""
    checks = [case for case in cases if case.platform]
    _start(axes, "Replay against SimGrid's MPI", "difference of the slowest rank [%]", logarithmic=False)
    for shift, (key, _, colour, _) in enumerate(SCHEDULES):
        for case in checks:
            if key in case.smpi:
                axes.plot([case.ranks * 1.1 ** (shift - 1.5)], [case.error(key)], color=colour, linestyle="",
                          marker=PLATFORMS.get(case.platform, "x"), markersize=4.5, alpha=0.8)  # fmt: skip
    if checks:
        axes.axhline(0.0, color="#1d1d22", linewidth=0.8)
        marks = [plt.Line2D([], [], color=GREY, marker=marker, linestyle="", label=name.replace("_", " "))
                 for name, marker in PLATFORMS.items()]  # fmt: skip
        axes.legend(handles=marks, fontsize=8, frameon=False)
    _finish(axes, checks)


def draw_all(panels, cases) -> None:
    """Draws all panels; the times of the smallest and of the largest globe have a panel each."""
    sizes = sorted({case.cells for case in cases})
    draw_times(panels[0][0], cases, sizes[0])
    draw_times(panels[0][1], cases, sizes[-1])
    draw_gains(panels[0][2], cases)
    draw_places(panels[1][0], cases, sizes[0], lambda case: case.between, f"Between nodes, {sizes[0]:,} cells", "MB")
    draw_places(panels[1][1], cases, sizes[0], lambda case: case.replay["ordered"].max,
                f"Blocking sends by placement, {sizes[0]:,} cells", "slowest rank [µs]")  # fmt: skip
    draw_errors(panels[1][2], cases)
