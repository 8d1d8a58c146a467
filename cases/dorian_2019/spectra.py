# SPDX-License-Identifier: Apache-2.0
"""Draws frequency spectra of the model and of buoy 41010 at several dates, and below them series.

Usage: spectra.py OUTPUT_FOLDER PICTURE. Reads points.nc and spectra.nc of the run, and buoy_41010_spectra.csv. All
parameters of the model but the peak period are sums over the bins that the buoy has too, up to 0.495 Hz.
"""

import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
import buoy
import matplotlib.pyplot as plt
import numpy as np
from groundswell_view import captions, maps, times
from groundswell_view.compare import within
from groundswell_view.observations import interpolate
from groundswell_view.series import LINES, draw_dots, set_compass, set_dates, value_of, with_breaks
from groundswell_view.spectrum import RINGS, SpectraFile, finish_lines
from groundswell_view.stations import find_station, read_series
from matplotlib.ticker import MaxNLocator

STATION = "41010"
# The first swell, the growing swell, the storm over Grand Bahama (two days), past the buoy, and leaving.
DATES = ("2019-08-31T12:40", "2019-09-01T12:40", "2019-09-02T12:40", "2019-09-03T12:40", "2019-09-04T12:40",
         "2019-09-04T22:40")  # fmt: skip
ROWS = (("hs", "wave height [m]"), ("tp", "peak period [s]"), ("tm02", "mean period Tm02 [s]"),
        ("mwd_from", "mean direction\n(coming from)"), ("dspr", "spread [degree]"))  # fmt: skip
OF_MODEL, OF_BUOY = LINES[:2]
NO_ENERGY = 0.02  # of the highest density: directions of less are not drawn


def read_model(path, band):
    """The spectra of the model in the frequencies [Hz] of `band`, (lowest, highest edge of the buoy's bins)."""
    file = SpectraFile(path)
    number = find_station(file.places, STATION, file.label)
    found = [file.spectrum(number, index) for index in range(len(file.times))]
    edges = np.clip(found[0].frequency_edges, *band)
    bins = np.diff(edges) > 0
    angle = np.radians(found[0].coming_from)
    density = np.array([one.by_frequency for one in found])[:, bins]
    vectors = []
    for part in (np.sin(angle), np.cos(angle)):
        weighted = np.array([(one.density * part).sum(axis=1) * one.direction_width for one in found])[:, bins]
        vectors.append(np.divide(weighted, density, out=np.zeros_like(density), where=density > 0))
    frequency, width = found[0].frequency[bins], np.diff(edges)[bins]
    return buoy.Spectra(file.times, frequency, width, density, *vectors), file


def at_date(spectra, date):
    """Density and direction that waves come from [degree] by frequency at a date, linear between the two around it;
    None outside of the dates or in a gap of more than an hour between them."""
    after = int(np.searchsorted(spectra.dates, date))
    before = after if after < len(spectra.dates) and spectra.dates[after] == date else after - 1
    if before < 0 or after == len(spectra.dates) or spectra.dates[after] - spectra.dates[before] > times.HOUR:
        return None
    step = max(spectra.dates[after] - spectra.dates[before], np.timedelta64(1, "s"))
    share = (date - spectra.dates[before]) / step

    def between(values):
        return (1.0 - share) * values[before] + share * values[after]

    density = between(spectra.density)
    angle = np.arctan2(between(spectra.density * spectra.east), between(spectra.density * spectra.north))
    return density, np.degrees(angle) % 360.0


def draw_date(upper, lower, model, observed, date):
    """Draws density over frequency (upper) and direction over frequency (lower) at a date."""
    upper.set_title(times.spoken(date), fontsize=10, loc="left")
    for spectra, colour, label in ((observed, OF_BUOY, "buoy 41010"), (model, OF_MODEL, "model")):
        found = at_date(spectra, date)
        if found is None:
            continue
        density, angle = found
        upper.plot(spectra.frequency, density, color=colour, linewidth=1.7, label=label)
        if colour == OF_BUOY:
            upper.fill_between(spectra.frequency, density, color=colour, alpha=0.15, linewidth=0)
        shown = density >= max(NO_ENERGY * density.max(), 1e-12)
        lower.plot(spectra.frequency[shown], angle[shown], ".", color=colour, markersize=5)
    for axes in (upper, lower):
        axes.set_xscale("log")
        axes.set_xlim(0.04, 0.35)
        periods = [period for period in RINGS if 0.04 <= 1.0 / period <= 0.35 and period not in (25, 20, 13)]
        axes.set_xticks([1.0 / period for period in periods], labels=[str(period) for period in periods])
        finish_lines(axes, "", "")
    upper.set_ylim(bottom=0.0)
    upper.tick_params(labelbottom=False)
    set_compass(lower)


def draw_row(axes, name, label, model, observed):
    """Draws one parameter in time; model, observed: dates and values."""
    if name == "mwd_from":
        draw_dots(axes, *observed, OF_BUOY, "buoy 41010")
        draw_dots(axes, *model, OF_MODEL, "model")
        set_compass(axes)
    else:
        axes.plot(*with_breaks(*observed), "o-", markersize=2.8, linewidth=1.0, color=OF_BUOY, label="buoy 41010")
        axes.plot(*model, color=OF_MODEL, linewidth=1.8, label="model")
        axes.set_ylim(bottom=0.0 if "[s]" not in label else None)
        axes.yaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))
    finish_lines(axes, "", label)


def draw_dates(figure, model, observed):
    """Draws the spectra of all dates, three beside each other."""
    for row in range(2):
        top = 0.925 - 0.222 * row
        grid = figure.add_gridspec(2, 3, left=0.07, right=0.975, top=top, bottom=top - 0.185, hspace=0.12, wspace=0.2,
                                   height_ratios=(2.0, 1.0))  # fmt: skip
        for column, date in enumerate(np.array(DATES[3 * row : 3 * row + 3], dtype="datetime64[s]")):
            upper, lower = (figure.add_subplot(grid[part, column]) for part in (0, 1))
            draw_date(upper, lower, model, observed, date)
            if column == 0:
                upper.set_ylabel("variance density [m² Hz⁻¹]", fontsize=9)
                lower.set_ylabel("coming from", fontsize=9)
            if row == 1:
                lower.set_xlabel("period [s]", fontsize=9)
    figure.axes[0].legend(fontsize=9, frameon=False)


def draw_rows(figure, model, observed):
    """Draws all series; model, observed: dates and parameters by name."""
    grid = figure.add_gridspec(len(ROWS), 1, left=0.07, right=0.975, top=0.458, bottom=0.035, hspace=0.12)
    for number, (name, label) in enumerate(ROWS):
        axes = figure.add_subplot(grid[number])
        first, last = observed[0][0], max(model[0][-1], observed[0][-1])
        draw_row(axes, name, label, *(within(dates, values[name], first, last) for dates, values in (model, observed)))
        for date in np.array(DATES, dtype="datetime64[s]"):
            axes.axvline(date, color="#8a929a", linewidth=0.8, linestyle=":", zorder=1)
        set_dates(axes, first, last)
        if number < len(ROWS) - 1:
            axes.tick_params(labelbottom=False)
            axes.set_xlabel("")


def main():
    folder, picture = map(Path, sys.argv[1:])
    observed = buoy.read_buoy()
    half = 0.5 * observed.width
    model, file = read_model(
        folder / "spectra.nc", (observed.frequency[0] - half[0], observed.frequency[-1] + half[-1])
    )
    of_buoy, of_model = buoy.compute_parameters(observed), buoy.compute_parameters(model)
    series = read_series(folder / "points.nc", [], [STATION])[0]
    of_model["tp"] = interpolate(series.dates, value_of(series, "tp").values, model.dates, times.HOUR)

    figure = plt.figure(figsize=(12.5, 17.0), dpi=110)
    draw_dates(figure, model, observed)
    draw_rows(figure, (model.dates, of_model), (observed.dates, of_buoy))
    title = f"Buoy 41010 and the model, {observed.dates[0].astype(object):%-d %B}"
    captions.write(figure, 0.07, 0.978, f"{title} to {observed.dates[-1].astype(object):%-d %B %Y}", 11.0, fontsize=14,
                   fontweight="bold")  # fmt: skip
    about = str(file.data.attrs.get("title", "")), times.started(times.reference(file.data))
    captions.write(figure, 0.07, 0.961, captions.joined(*about, str(file.data.attrs.get("source", ""))), 11.0,
                   fontsize=9, color=captions.GREY)  # fmt: skip
    captions.write(
        figure, 0.07, 0.47, "Dotted lines: dates of the spectra above.", 6.0, fontsize=8.5, color=captions.GREY
    )
    maps.save(figure, picture)
    print(picture)


if __name__ == "__main__":
    main()
