# SPDX-License-Identifier: Apache-2.0
"""The panels of the picture of exchanges on modelled networks. A panel without cases says so."""

from __future__ import annotations

import matplotlib.pyplot as plt
from matplotlib.ticker import FixedLocator, LogLocator, NullLocator

from groundswell_bench_view import plain_axes

# Key in the file, name in the picture, colour, marker.
NETWORKS = (
    ("fat_tree_2", "fat tree, 2 levels", "#0b5fa5", "o"),
    ("fat_tree_3", "fat tree, 3 levels", "#2a9d6f", "D"),
    ("dragonfly", "dragonfly", "#d1495b", "^"),
)
PLACEMENTS = (("first", "#8a8f98"), ("scattered", "#e0992b"), ("chosen", "#0b5fa5"))
PUBLISHED = {"all_to_all": (1.0, 1.23), "stencil": (1.0, 1.19), "molecules": (0.99, 2.15), "turbulence": (1.03, 1.14)}
GREY = "#8a8f98"


def handles() -> list:
    """The legend's entries for the networks."""
    return [plt.Line2D([], [], color=colour, marker=marker, label=name) for _, name, colour, marker in NETWORKS]


def _finish(axes, drawn: bool, experiment: str = "") -> None:
    """Draws the published range and the line of no gain, or states that there are no cases."""
    if not drawn:
        plain_axes.say_no_cases(axes)
        return
    if experiment:
        low, high = PUBLISHED[experiment]
        axes.axhspan(low, high, color="#e0992b", alpha=0.16, linewidth=0)
        axes.axhline(1.0, color="#1d1d22", linewidth=0.8)
        axes.set_yscale("log")
        axes.set_ylim(top=1.3 * axes.get_ylim()[1])  # room for the text
        axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        axes.yaxis.set_major_formatter(plain_axes.plain_number)
        axes.yaxis.set_minor_locator(NullLocator())
        axes.text(0.985, 0.965, f"published: {low:g} to {high:g} (band)", transform=axes.transAxes, fontsize=8,
                  ha="right", va="top", color="#40464d")  # fmt: skip


def _find(case: dict, name: str) -> dict | None:
    return next((placed for placed in case["placements"] if placed["placement"] == name), None)


def _best(case: dict) -> dict:
    """The improved choice if there is one, otherwise the published one."""
    return _find(case, "improved") or _find(case, "chosen")


def _gain(case: dict, is_step: bool) -> float:
    """The gain of the communication rounds, or of the step including its computation."""
    more = case["computing_us"] if is_step else 0.0
    return (more + _find(case, "first")["exchange_us"]) / (more + _best(case)["exchange_us"])


def draw_sizes(axes, cases: list[dict], experiment: str, title: str, mode: str = "") -> None:
    """Draws the speed-up over the first nodes against message size, in compact (solid) and fragmented (dashed) pieces
    of the machine."""
    plain_axes.start_axes(axes, title, "bytes", "first over chosen nodes")
    axes.set_xscale("log", base=2)
    found = [case for case in cases if case["experiment"] == experiment and len(case["bytes"]) > 3]
    found = [case for case in found if case["probe"] == "alone"]
    fewest = min((case["nodes"] for case in found), default=0)
    for case in (case for case in found if case["nodes"] == fewest):
        colour, marker = next((look[2:] for look in NETWORKS if look[0] == case["network"]), (GREY, "x"))
        before, after = (placed["us"][mode] if mode else placed["us"] for placed in (_find(case, "first"), _best(case)))
        axes.plot(case["bytes"], [slow / fast for slow, fast in zip(before, after)], color=colour, marker=marker,
                  markersize=4.5, linewidth=1.3, linestyle="-" if case["situation"] == "compact" else "--")  # fmt: skip
    axes.set_title(f"{title}, {fewest:,} nodes" if fewest else title, fontsize=10.5, fontweight="bold", loc="left")
    _finish(axes, bool(found), experiment)


def draw_application(axes, cases: list[dict], experiment: str, title: str) -> None:
    """Draws the speed-up over the first nodes against the number of nodes, with load (solid) and without (dashed).

    Strong lines: the communication rounds, which is what was published; pale lines: a whole step.
    """
    plain_axes.start_axes(axes, title, "nodes", "first over chosen nodes, rounds; pale: step")
    axes.set_xscale("log", base=2)
    found = [case for case in cases if case["experiment"] == experiment]
    for key, _, colour, marker in NETWORKS:
        for load in sorted({case["load"] for case in found}):
            mine = sorted((c for c in found if c["network"] == key and c["load"] == load), key=lambda c: c["nodes"])
            for is_step, look in ((True, {"alpha": 0.3}), (False, {"marker": marker, "markersize": 4.5})):
                axes.plot([case["nodes"] for case in mine], [_gain(case, is_step) for case in mine], color=colour,
                          linewidth=1.3, linestyle="-" if load else "--", **look)  # fmt: skip
    if found:
        axes.xaxis.set_major_locator(FixedLocator(sorted({case["nodes"] for case in found})))
        axes.xaxis.set_major_formatter(plain_axes.plain_number)
        axes.xaxis.set_minor_locator(NullLocator())
        axes.tick_params(axis="x", labelsize=7)
    _finish(axes, bool(found), experiment)


def draw_groups(axes, cases: list[dict]) -> None:
    """Draws the mean time of each group, in ascending order."""
    found = [c for c in cases if c["experiment"] == "groups" and c["network"] == "fat_tree_2"]
    found = [c for c in found if c["situation"] == "fragmented"] or found
    found = sorted(found, key=lambda case: case["bytes"][0])[-1:]
    plain_axes.start_axes(
        axes, "Groups of nodes, fat tree of 2 levels", "group, the fastest first", "mean of an all-to-all [ms]"
    )
    for case in found:
        for name, colour in PLACEMENTS:
            if placed := _find(case, name):
                axes.plot(sorted(1e-3 * time for time in placed["mean_us"]), color=colour, marker="o", markersize=3,
                          linewidth=1.2, label=name)  # fmt: skip
        axes.set_ylim(bottom=0.0)
        axes.legend(fontsize=8, frameon=False)
    _finish(axes, bool(found))


def draw_errors(axes, checks: list[dict]) -> None:
    """Draws how much longer the replay takes than SimGrid's MPI: open markers are small messages."""
    plain_axes.start_axes(axes, "Replay against SimGrid's MPI", "ranks", "difference [%]")
    axes.set_xscale("log", base=2)
    for check in checks:
        is_tree = check["network"].startswith("fat_tree")
        levels = check["network"].split(";")[1].count(",") + 1 if is_tree else 0
        key = f"fat_tree_{levels}" if is_tree else "dragonfly"
        number, look = next((i, look) for i, look in enumerate(NETWORKS) if look[0] == key)
        axes.plot([check["ranks"] * 1.12 ** (number - 1)], [100.0 * (check["replay_us"] / check["smpi_us"] - 1.0)],
                  color=look[2], linestyle="", marker=look[3], markersize=5, alpha=0.8,
                  markerfacecolor="none" if check["bytes"] < 65536 else look[2])  # fmt: skip
    if checks:
        axes.axhline(0.0, color="#1d1d22", linewidth=0.8)
        axes.xaxis.set_major_locator(FixedLocator(sorted({check["ranks"] for check in checks})))
        axes.xaxis.set_major_formatter(plain_axes.plain_number)
        axes.xaxis.set_minor_locator(NullLocator())
    _finish(axes, bool(checks))


def draw_all(panels, cases: list[dict], checks: list[dict]) -> None:
    draw_sizes(panels[0][0], [c for c in cases if c["load"] == 0.75], "all_to_all", "All-to-all")
    draw_sizes(panels[0][1], [c for c in cases if c["load"] == 0.75], "stencil", "Stencil 2+2+2", "2+2+2")
    draw_groups(panels[0][2], cases)
    draw_application(panels[1][0], cases, "molecules", "Molecular dynamics")
    draw_application(panels[1][1], cases, "turbulence", "Turbulence")
    draw_errors(panels[1][2], checks)
