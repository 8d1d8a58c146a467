# SPDX-License-Identifier: Apache-2.0
"""The balance of the source terms of one spectrum, from balance.nc: each term by frequency and direction, and all of
them by frequency.

Directions are those that waves come from, as in the picture of a spectrum; rings are periods.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colors import BoundaryNorm

from groundswell_view import maps, times
from groundswell_view.captions import write
from groundswell_view.errors import ViewError
from groundswell_view.reading import open_dataset
from groundswell_view.spectrum import HIGHEST, Spectrum, density_levels, finish_lines, start_polar

# Name in the picture, terms in the file that are summed, colour.
TERMS = (
    ("wind input", ("wind_input", "linear_input", "swell_damping", "air_damping"), "#d1495b"),
    ("nonlinear transfer", ("nonlinear_transfer",), "#0b5fa5"),
    ("whitecapping", ("whitecapping", "cumulative_breaking"), "#2a9d6f"),
    ("bottom friction and breaking", ("bottom_friction", "depth_breaking"), "#8a5a2b"),
)
NEGLIGIBLE = 1e-3  # fraction of the largest term below which a term is left out


def read_terms(path: Path) -> tuple[dict[str, Spectrum], dict[str, float]]:
    """The terms [m2 s-1 Hz-1 rad-1] that are not negligible, and the scalar variables of the file."""
    data = open_dataset(path)
    if "wind_input" not in data or "frequency" not in data.variables:
        raise ViewError(f"{path} contains no balance of source terms; balance.enabled in a case writes balance.nc")
    coming_from = np.mod(data["direction"].values.astype(float) + 180.0, 360.0)
    order = np.argsort(coming_from)
    terms = {}
    for name, parts, _ in TERMS:
        total = sum((data[part].values for part in parts if part in data), np.zeros_like(data["wind_input"].values))
        terms[name] = Spectrum(total[:, order], data["frequency"].values, coming_from[order])
    least = NEGLIGIBLE * max(float(np.abs(term.density).max()) for term in terms.values())
    terms = {name: term for name, term in terms.items() if np.abs(term.density).max() > least}
    numbers = {str(name): float(value) for name, value in data.data_vars.items() if value.ndim == 0}
    return terms, numbers


def draw_balance(path: Path, out: Path, dpi: int) -> str:
    """Draws the balance and writes the picture; returns a remark for the user."""
    terms, numbers = read_terms(path)
    if not terms:
        raise ViewError(f"all source terms of {path} are zero: there are neither wind nor waves")
    figure = plt.figure(figsize=(12.0, 8.2), dpi=dpi)
    highest = max(float(np.abs(term.density).max()) for term in terms.values())
    positive = density_levels(highest)[-8:]
    levels = np.concatenate([-positive[::-1], positive])
    norm, colours = BoundaryNorm(levels, 256), mpl.colormaps["RdBu_r"]
    width = 0.89 / len(terms)
    for number, (name, term) in enumerate(terms.items()):
        axes = figure.add_axes([0.03 + number * width, 0.475, width - 0.05, 0.36], projection="polar")
        angle, radius = start_polar(axes, term, names=False)
        shown = np.ma.masked_where(np.abs(term.density) < positive[0], term.density)
        mesh = axes.pcolormesh(angle, radius, shown, cmap=colours, norm=norm, rasterized=True, zorder=1)
        axes.set_title(name, fontsize=11, fontweight="bold", pad=10)
    bar = figure.colorbar(mesh, cax=figure.add_axes([0.915, 0.475, 0.012, 0.36]), ticks=levels)
    bar.ax.set_yticklabels([f"{level:.0e}".replace("e-0", "e-") for level in levels], fontsize=7)
    bar.ax.set_title("m² Hz⁻¹ rad⁻¹ s⁻¹", fontsize=8, pad=8)
    _draw_lines(figure.add_axes([0.075, 0.075, 0.9, 0.325]), terms, numbers)
    attributes = open_dataset(path).attrs
    title = str(attributes.get("title", "")).removesuffix(": energy balance")
    figure.text(0.03, 0.965, "Balance of the source terms", fontsize=14, fontweight="bold", va="center")
    note = "Sectors show where waves come from; rings at 20, 10 and 5 s."
    figure.text(0.03, 0.42, note, fontsize=8, color="#40464d")
    write(figure, 0.03, 0.932, title, 8.0, fontsize=11)
    date = str(attributes.get("date", ""))
    if date:
        spoken = times.spoken(np.datetime64(date.removesuffix("Z"), "s"))
        figure.text(0.975, 0.965, spoken, fontsize=11, ha="right", va="center")
    if "friction_velocity" in numbers:
        figure.text(0.975, 0.932, f"friction velocity {numbers['friction_velocity']:.2f} m/s", fontsize=10, ha="right",
                    va="center", color="#40464d")  # fmt: skip
    maps.save(figure, out)
    return f"{len(terms)} terms"


def _draw_lines(axes, terms: dict[str, Spectrum], numbers: dict[str, float]) -> None:
    """Draws the terms summed over directions, and their sum."""
    some = next(iter(terms.values()))
    for name, _, colour in TERMS:
        if name in terms:
            axes.plot(some.frequency, terms[name].by_frequency, color=colour, linewidth=1.8, label=name)
    total = sum(term.by_frequency for term in terms.values())
    axes.plot(some.frequency, total, color="#1d1d22", linewidth=1.4, linestyle="--", label="sum")
    axes.axhline(0.0, color="#7b858f", linewidth=0.6)
    tail = numbers.get("tail_frequency", np.inf)
    if tail < some.frequency[-1]:
        axes.axvspan(tail, some.frequency[-1], color="#b9c0c7", alpha=0.3, linewidth=0)
        axes.text(tail * 1.01, axes.get_ylim()[0], " tail, not predicted", fontsize=8, va="bottom", color="#40464d")
    axes.set_xlim(some.frequency[0], max(HIGHEST, min(1.1 * tail, some.frequency[-1])))
    axes.set_xscale("log")
    ticks = [f for f in (0.04, 0.05, 0.06, 0.08, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0) if f >= axes.get_xlim()[0]]
    ticks = [f for f in ticks if f <= axes.get_xlim()[1]]
    axes.set_xticks(ticks, labels=[f"{f:g}" for f in ticks])
    finish_lines(axes, "frequency [Hz]", "source, all directions [m² Hz⁻¹ s⁻¹]")
    axes.legend(fontsize=9, frameon=False, loc="lower right")
