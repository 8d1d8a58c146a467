# SPDX-License-Identifier: Apache-2.0
"""Draws wave height and peak frequency of a growing sea, with those of an independent model and of published laws.

Usage: draw_growth.py OUTPUT_FOLDER TABLE.csv PICTURE. The table's first column is `hours`, for growth in time (from
points.nc), or `fetch_km`, for growth with fetch (from the last date of fields.nc).
"""

import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import xarray as xr
from groundswell_view import maps

GRAVITY = 9.806
CELL = 10.0  # [km] width of the cells of the strip
# Where the accepted bands begin [h or km], and their relative half widths for height and frequency.
BANDS = {"hours": (3.0, 0.12, 0.08), "fetch_km": (500.0, 0.12, 0.12)}
TICKS = {"hours": (1, 3, 6, 12, 24, 48, 72), "fetch_km": (10, 25, 50, 100, 250, 500, 1000)}


def read_growth(folder, kind):
    """Hours or fetch [km], height [m], peak frequency [Hz] and wind speed [m s-1] of a run."""
    if kind == "hours":
        with xr.open_dataset(folder / "points.nc") as file:
            along = (file["time"] - file["time"][0]).values / np.timedelta64(3600, "s")
            columns = [file[name].values[:, 0] for name in ("hs", "fp")]
            wind = float(np.hypot(file["uwnd"], file["vwnd"]).max())
    else:
        with xr.open_dataset(folder / "fields.nc") as file:
            x = file["x"].values
            # Alternate rows of cells begin half a cell apart: the mean coast lies a quarter of a cell before x = 0.
            along = x / 1e3 + 0.25 * CELL
            columns = [file[name].values[-1] for name in ("hs", "fp")]
            wind = float(np.hypot(file["uwnd"], file["vwnd"])[-1].max())
    order = np.argsort(along, kind="stable")
    keep = order[(along[order] > 0) & (along[order] <= 1000)]  # beyond 1000 km, cells are near the strip's open end
    return along[keep], *(column[keep] for column in columns), wind


def laws(kind, along, wind):
    """(name, hours or fetch, height, frequency) of published laws for this wind."""
    made = []
    if kind == "fetch_km":
        x = along * 1e3 * GRAVITY / wind**2
        inside = (x > 500) & (x < 12000)  # range of the observed non-dimensional fetches g X / U^2
        energy, frequency = 5.2e-7 * x**0.9, 2.18 * x**-0.27
        height, frequency = 4 * np.sqrt(energy) * wind**2 / GRAVITY, frequency * GRAVITY / wind
        made.append(("Kahma and Calkoen 1992", along[inside], height[inside], frequency[inside]))
    same = np.ones_like(along)
    made.append(("limit of Pierson and Moskowitz 1964", along, 0.0246 * wind**2 * same, 0.13 * GRAVITY / wind * same))
    return made


def main():
    folder, table, picture = map(Path, sys.argv[1:])
    kind = table.read_text().splitlines()[1].split(",")[0]
    reference = np.genfromtxt(table, delimiter=",", skip_header=2)
    along, height, frequency, wind = read_growth(folder, kind)
    first, *bands = BANDS[kind]
    figure, axes = plt.subplots(1, 2, figsize=(12, 5), dpi=150)
    for number, (values, what) in enumerate(
        ((height, "significant wave height [m]"), (frequency, "peak frequency [Hz]"))
    ):
        plot, column = axes[number], reference[:, number + 1]
        for (name, where, *curves), style in zip(
            laws(kind, along, wind), ("--", ":") if kind == "fetch_km" else (":",)
        ):
            plot.plot(where, curves[number], style, color="#3d3d3d", linewidth=1.3, label=name)
        gated = reference[:, 0] >= first
        low, high = ((1 + sign * bands[number]) * column[gated] for sign in (-1, 1))
        plot.fill_between(reference[gated, 0], low, high, color="#d1495b", alpha=0.18, linewidth=0)
        plot.plot(reference[gated, 0], column[gated], "o", color="#d1495b", markersize=5,
                  label=f"WAVEWATCH III; shaded: accepted, ±{100 * bands[number]:.0f} %")  # fmt: skip
        plot.plot(reference[~gated, 0], column[~gated], "o", color="#d1495b", markerfacecolor="white",
                  label=f"WAVEWATCH III {'in the first hour' if kind == 'hours' else 'at short fetch'}")  # fmt: skip
        plot.plot(along, values, color="#0b5fa5", linewidth=2, label="Groundswell")
        plot.set_xscale("log")
        ticks = TICKS[kind]
        plot.set_xticks(ticks, labels=[str(tick) for tick in ticks])
        plot.xaxis.set_minor_locator(mpl.ticker.NullLocator())
        plot.set_xlim(ticks[0] * 0.9, along.max() * 1.1)
        plot.set_ylim(0, 1.12 * max(values[along >= ticks[0] * 0.9].max(), column.max()))
        plot.set_xlabel("hours of wind" if kind == "hours" else "fetch [km]")
        plot.set_ylabel(what)
        plot.grid(True, linewidth=0.4, color="#b9c0c7")
        plot.spines[["top", "right"]].set_visible(False)
    ours_first = sorted(zip(*axes[0].get_legend_handles_labels()), key=lambda entry: "GWKl".index(entry[1][0]))
    axes[0].legend(*zip(*ours_first), frameon=False, fontsize=8.5, loc="lower right")
    figure.suptitle(f"Growth under a steady wind of {wind:.0f} m/s", fontweight="bold", x=0.06, ha="left")
    figure.tight_layout()
    maps.save(figure, picture)
    print(picture)


if __name__ == "__main__":
    main()
