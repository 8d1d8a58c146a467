# SPDX-License-Identifier: Apache-2.0
"""Whole coupled runs on simulated clusters, from the files of bench/scripts/coupled_replay.py: the gain of the run with
adaptive over p2p against cores, as published, and against the share that the exchange has in the run with p2p."""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from groundswell_view import maps
from groundswell_view.errors import ViewError
from groundswell_view.json_file import read_json
from matplotlib.ticker import NullLocator

from groundswell_bench_view import plain_axes

COLOURS = {"infiniband": "#0b5fa5", "ethernet_10g": "#2a9d6f", "ethernet_1g": "#d1495b"}
PUBLISHED, BLACK = "#e0992b", "#1d1d22"
PUBLISHED_RATIO = 11.7  # p2p's to adaptive's time of a transfer, 96 + 96 processes
ORDERS = {"in_turn": "transfers in turn", "at_once": "both transfers at once"}


def read_replay(path: Path) -> dict:
    """The content of the file; raises a ViewError if it is not one of coupled_replay.py."""
    data = read_json(path)
    if not isinstance(data, dict) or not data.get("replays") or "published_computing" not in data:
        raise ViewError(f"{path} contains no whole coupled runs; bench/scripts/coupled_replay.py writes them")
    return data


def points_of_cores(data: dict, order: str, computing: float, imbalance: float) -> list[tuple[int, float]]:
    """Cores of a component and gain [%] of the runs with that computing."""
    return sorted(
        (replay["side"], 100.0 * run["methods"]["adaptive"]["gain"])
        for replay in data["replays"]
        for run in replay["runs"]
        if (run["order"], run["stated"], run["computing"], run["imbalance"])
        == (order, "computing", computing, imbalance)
    )


def points_of_share(data: dict, order: str, balanced: bool) -> list[tuple[float, float]]:
    """Share of the exchange in the run with p2p and gain [%], of all runs of components with and without imbalance."""
    return [
        (100.0 * run["methods"]["p2p"]["share"], 100.0 * run["methods"]["adaptive"]["gain"])
        for replay in data["replays"]
        for run in replay["runs"]
        if run["order"] == order and (run["imbalance"] == 0.0) == balanced
    ]


def ratio_of(replay: dict, order: str) -> float:
    """g: the time of an exchange with p2p over that with adaptive."""
    p2p, adaptive = (replay["methods"][method]["exchange_seconds"][order] for method in ("p2p", "adaptive"))
    return p2p / adaptive


def imbalances(data: list[dict]) -> list[float]:
    return sorted({run["imbalance"] for one in data for replay in one["replays"] for run in replay["runs"]})


def draw_cores(axes, data: list[dict], order: str, key: str, title: str) -> None:
    """Draws the published figure with the computing that is stored under `key`, one line per cluster and imbalance."""
    plain_axes.start_axes(axes, title, "cores of each component", "gain of the run with adaptive over p2p, %")
    axes.set_xscale("log", base=2)
    for one in data:
        for imbalance in imbalances(data):
            points = points_of_cores(one, order, one[key], imbalance)
            if not points:
                continue
            style = {"linestyle": "--", "markerfacecolor": "none"} if imbalance else {}
            name = one["cluster"] + (f", imbalance {100 * imbalance:g} %" if imbalance else "")
            x, y = zip(*points)
            axes.plot(
                x, y, color=COLOURS[one["cluster"]], marker="o", markersize=4.5, linewidth=1.5, label=name, **style
            )
    published = data[0]["published"]
    axes.plot([published["side"]], [100 * published["gain"]], "*", color=PUBLISHED, markersize=13, label="published")
    sides = sorted({replay["side"] for one in data for replay in one["replays"]})
    axes.set_xticks(sides)
    axes.xaxis.set_major_formatter(plain_axes.plain_number)
    axes.xaxis.set_minor_locator(NullLocator())
    axes.axhline(0.0, color=BLACK, linewidth=0.8)


def draw_shares(axes, data: list[dict], order: str) -> None:
    """Draws gains against shares; the relation gain = share (1 - 1/g) as a line for the greatest g of a cluster."""
    plain_axes.start_axes(axes, ORDERS[order].capitalize(), "share of the exchange in the run with p2p, %",
                          "gain of the run with adaptive over p2p, %")  # fmt: skip
    share = np.array([0.0, 100.0])
    for one in data:
        colour = COLOURS[one["cluster"]]
        g = max(ratio_of(replay, order) for replay in one["replays"])
        axes.plot(share, share * (1.0 - 1.0 / g), color=colour, linewidth=1.0, alpha=0.7)
        for balanced in (True, False):
            points = points_of_share(one, order, balanced)
            if points:
                x, y = zip(*points)
                axes.plot(x, y, "o", color=colour, markersize=4.5, markerfacecolor=colour if balanced else "none",
                          label=one["cluster"] + ("" if balanced else ", imbalance"))  # fmt: skip
    axes.plot(share, share * (1.0 - 1.0 / PUBLISHED_RATIO), color=PUBLISHED, linewidth=1.2, linestyle=":")
    published = data[0]["published"]
    axes.plot([100 * published["share"]], [100 * published["gain"]], "*", color=PUBLISHED, markersize=13,
              label=f"published; dotted: g = {PUBLISHED_RATIO}")  # fmt: skip
    axes.axhline(0.0, color=BLACK, linewidth=0.8)
    axes.axhline(100 * published["gain"], color=PUBLISHED, linewidth=0.8)
    axes.set_xlim(-3, 100)
    axes.set_ylim(top=30)


def draw_coupled(paths: list[Path], out: Path, dpi: int) -> str:
    """Draws both pictures, coupled_cores.png and coupled_share.png for coupled.png; returns a message."""
    data = [read_replay(path) for path in paths]
    data.sort(key=lambda one: list(COLOURS).index(one["cluster"]))
    waves = f"Waves, {data[0]['waves_computing']:.3f} s a step"
    keys = {"published_computing": "Published share", "waves_computing": waves}
    figure, panels = plt.subplots(2, 2, figsize=(12.0, 9.0), dpi=dpi, sharey="col")
    for row, order in zip(panels, ORDERS):
        for axes, (key, title) in zip(row, keys.items()):
            draw_cores(axes, data, order, key, f"{title}; {ORDERS[order]}")
    panels[0, 0].legend(fontsize=8, frameon=False)
    figure.tight_layout()
    maps.save(figure, out.with_stem(f"{out.stem}_cores"))
    figure, panels = plt.subplots(1, 2, figsize=(12.0, 4.9), dpi=dpi, sharey=True)
    for axes, order in zip(panels, ORDERS):
        draw_shares(axes, data, order)
    panels[0].legend(fontsize=8, frameon=False)
    figure.tight_layout()
    maps.save(figure, out.with_stem(f"{out.stem}_share"))
    return f"{sum(len(replay['runs']) for one in data for replay in one['replays'])} whole coupled runs"
