# SPDX-License-Identifier: Apache-2.0
"""The panels of the picture of a network."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.collections import LineCollection
from matplotlib.colors import LogNorm, Normalize, to_rgb
from matplotlib.ticker import LogLocator, NullFormatter, NullLocator

from groundswell_view import drawing, network_layout
from groundswell_view.colours import GROUPS

INK, GREY, MARK = "#1d1d22", "#c4c8ce", "#d1495b"
SCALE = "viridis"  # near places are dark
MOST_NAMES = 48  # with more places, names are not written
MOST_LINES = 40  # with more places, not all links are drawn


@dataclass(frozen=True)
class Table:
    """Values from place [row] to place [column], with the order in which places are shown."""

    values: np.ndarray
    names: list[str]
    order: np.ndarray
    cluster: np.ndarray
    chosen: np.ndarray


def _make_norm(values: np.ndarray) -> Normalize:
    """A logarithmic norm if the values differ much, otherwise a linear one."""
    known = values[np.isfinite(values) & (values > 0.0)]
    low, high = (known.min(), known.max()) if known.size else (1.0, 2.0)
    if high < 1.05 * low:
        low, high = 0.95 * low, 1.05 * high
    return LogNorm(low, high) if high > 3.0 * low else Normalize(low, high)


def draw_matrix(axes, bar_axes, table: Table, label: str) -> None:
    """Draws the values, rows and columns in the order of clusters, with lines between clusters; marks chosen places."""
    n, order = len(table.names), table.order
    values = table.values[np.ix_(order, order)].copy()
    np.fill_diagonal(values, np.nan)
    norm = _make_norm(values)
    axes.set_facecolor(GREY)
    image = axes.imshow(np.ma.masked_invalid(values), cmap=SCALE, norm=norm, interpolation="nearest")
    for cut in np.flatnonzero(np.diff(table.cluster[order])) + 0.5:
        axes.axhline(cut, color="white", linewidth=1.6)
        axes.axvline(cut, color="white", linewidth=1.6)
    shown = np.flatnonzero(np.isin(order, table.chosen))
    marks = {"color": MARK, "s": min(30.0, 2500.0 / n), "marker": "s", "clip_on": False, "linewidths": 0, "zorder": 5}
    axes.scatter(np.full(len(shown), n * 1.015 - 0.5), shown, **marks)
    axes.scatter(shown, np.full(len(shown), -n * 0.015 - 0.5), **marks)
    axes.set_xlim(-0.5, n - 0.5)
    axes.set_ylim(n - 0.5, -0.5)
    axes.set_xlabel("to", fontsize=9)
    axes.set_ylabel("from", fontsize=9)
    if n <= MOST_NAMES:
        names = [table.names[place] for place in order]
        size = 8 if n <= 24 and max(map(len, names)) <= 8 else 5.5
        axes.set_xticks(range(n), names, rotation=90, fontsize=size)
        axes.set_yticks(range(n), names, fontsize=size)
        axes.tick_params(length=0)
    else:
        axes.tick_params(labelsize=8)
    bar = axes.figure.colorbar(image, cax=bar_axes)
    bar.set_label(label, fontsize=9)
    bar.ax.tick_params(labelsize=8)
    if isinstance(norm, LogNorm):
        few = norm.vmax < 30.0 * norm.vmin
        bar.ax.yaxis.set_major_locator(LogLocator(subs=(1.0, 1.5, 2.0, 3.0, 5.0, 7.0) if few else (1.0, 3.0)))
        bar.ax.yaxis.set_major_formatter(lambda value, _: f"{value:,.6g}")
        bar.ax.yaxis.set_minor_locator(NullLocator())
        bar.ax.yaxis.set_minor_formatter(NullFormatter())


def draw_graph(axes, table: Table, distances: np.ndarray) -> None:
    """Draws the places, laid out by their distances, in the colours of their clusters; chosen places have a ring."""
    n = len(table.names)
    points = network_layout.lay_out(distances)
    links = network_layout.find_links(distances, n if n <= MOST_LINES else 4)
    lengths = np.array([distances[link] for link in links])
    nearness = np.sqrt(lengths.min() / np.maximum(lengths, 1e-300)) if len(links) else lengths
    colours = [(*to_rgb(INK), 0.55 * float(near) ** 1.5) for near in nearness]
    axes.add_collection(LineCollection([points[list(link)] for link in links], colors=colours, zorder=2,
                                       linewidths=0.4 + 1.2 * nearness))  # fmt: skip
    size = float(np.clip(5000.0 / n, 14.0, 260.0))
    colours = [GROUPS[number % len(GROUPS)] for number in table.cluster]
    axes.scatter(*points.T, s=size, c=colours, edgecolors=INK, linewidths=0.7, zorder=3)
    axes.scatter(*points[table.chosen].T, s=max(size, 30.0), c=[colours[place] for place in table.chosen],
                 edgecolors=MARK, linewidths=2.4 if n <= 200 else 1.6, zorder=3.5)  # fmt: skip
    if n <= MOST_NAMES:
        for name, point in zip(table.names, points):
            axes.annotate(name, point, fontsize=8 if n <= 24 else 6, ha="center", va="center", zorder=4,
                          path_effects=drawing.HALO)  # fmt: skip
    if len(table.chosen):
        axes.scatter([], [], s=80, facecolors="white", edgecolors=MARK, linewidths=2.4, label="chosen")
        axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), frameon=False, fontsize=9)
    axes.set_aspect("equal", adjustable="datalim")
    axes.margins(0.08)
    axes.set_xticks([])
    axes.set_yticks([])
    for spine in axes.spines.values():
        spine.set_visible(False)
