# SPDX-License-Identifier: Apache-2.0
"""Time series at named places, in UTC, with rows for height, period, direction and wind."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

import matplotlib.dates as mdates
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MaxNLocator

from groundswell_view import maps, times, variables
from groundswell_view.captions import GREY, joined, write
from groundswell_view.errors import ViewError
from groundswell_view.joining import Sources, find_files, gaps, name_of
from groundswell_view.reading import Field
from groundswell_view.stations import Series, read_series

# Heading and variables of each row; with several places only the first variable is drawn.
ROWS = (
    ("wave height", ("hs", "phs0", "phs1")),
    ("period", ("tp", "t02", "t0m1")),
    ("direction", ("dir", "dp")),
    ("wind at 10 m", ("wind",)),
    ("wind direction", ("wind_from",)),
)
LINES = ("#0b5fa5", "#d1495b", "#2a9d6f", "#e0992b", "#6c4aa0", "#3d3d3d", "#7fb2e5", "#a8674b")
SHORT = {"hs": "Hs", "phs0": "wind sea", "phs1": "swell", "tp": "Tp", "t02": "Tm02", "t0m1": "Tm−1,0",
         "dir": "mean", "dp": "peak", "wind": "wind", "wind_from": "wind"}  # fmt: skip


def value_of(series: Series, wanted: str) -> Field | None:
    """The field that a user calls `wanted`, derived if necessary; None if the file has none."""
    for name in (wanted, *variables.ALIASES.get(wanted, ())):
        if name in series.fields:
            return series.fields[name]
    if wanted == "tp" and "fp" in series.fields:
        frequency = series.fields["fp"].values
        return Field(1.0 / np.where(frequency > 0, frequency, np.nan), "tp", "peak period", "s")
    if wanted in ("wind", "wind_from"):
        u, v = (next((series.fields[n] for n in variables.ALIASES[part] if n in series.fields), None)
                for part in ("uwnd", "vwnd"))  # fmt: skip
        if u is None or v is None:
            return None
        if wanted == "wind":
            return Field(np.hypot(u.values, v.values), "wind", "wind speed at 10 m", u.units or "m s-1")
        angle = np.mod(np.degrees(np.arctan2(-u.values, -v.values)), 360.0)
        return Field(angle, "wind_from", "direction that the wind comes from", "degree", "wind_from_direction")
    return None


def rows_for(found: list[Series], wanted: list[str], label: str) -> list[tuple[str, list[str]]]:
    """Heading and variables of each row; raises a ViewError if the first series lacks a wanted variable."""
    if wanted:
        for name in wanted:
            if value_of(found[0], name) is None:
                there = ", ".join(found[0].fields) or "none by time"
                raise ViewError(f"{label} has no variable {name}; it has {there}")
        return [(value_of(found[0], name).long_name, [name]) for name in wanted]
    rows = []
    for heading, names in ROWS:
        there = [name for name in names if value_of(found[0], name) is not None]
        if there:
            rows.append((heading, there if len(found) == 1 else there[:1]))
    if not rows:
        raise ViewError(f"{label} has none of the usual variables; name some of {', '.join(found[0].fields)}")
    return rows


def draw_series(
    sources: Sources, places: list[str], stations: list[str], wanted: list[str], out: Path, dpi: int
) -> str:
    """Draws the series of the files and writes the picture; returns a message for the user."""
    found = read_series(sources, places, stations)
    label = name_of(find_files(sources))
    if len(found) > len(LINES):
        raise ViewError(f"{label} has {len(found)} stations; name at most {len(LINES)} of them with --station")
    if len(found[0].dates) == 0:
        raise ViewError(f"{label} has no dates, so it contains no time series")
    rows = rows_for(found, wanted, label)
    heights = [1.6 if variables.is_direction(value_of(found[0], names[0])) else 2.1 for _, names in rows]
    top, bottom = 0.95 if len(found) == 1 else 1.03 + 0.2 * len(found), 0.55
    size = (10.5, sum(heights) + 0.16 * len(rows) + top + bottom)
    figure, axes = plt.subplots(
        len(rows), 1, sharex=True, squeeze=False, figsize=size, dpi=dpi,
        gridspec_kw={"height_ratios": heights, "left": 0.085, "right": 0.975, "hspace": 0.12,
                     "top": 1 - top / size[1], "bottom": bottom / size[1]},
    )  # fmt: skip
    for row, (heading, names) in zip(axes[:, 0], rows):
        _draw_row(row, found, heading, names)
    _finish_time_axis(axes[-1, 0], found)
    data = found[0].data
    title = found[0].place.label if len(found) == 1 else "Time series at " + str(len(found)) + " places"
    write(figure, 0.085, 1 - 0.28 / size[1], title, 9.3, fontsize=13, fontweight="bold")
    about = joined(times.started(times.reference(data)), str(data.attrs.get("source", "")))
    write(figure, 0.085, 1 - 0.53 / size[1], str(data.attrs.get("title", "")), 9.3, fontsize=9.5, color=GREY)
    write(figure, 0.085, 1 - 0.74 / size[1], about, 9.3, fontsize=8.5, color=GREY)
    if len(found) > 1:
        _name_places(figure, found, size[1])
    maps.save(figure, out)
    return f"{len(found)} {'place' if len(found) == 1 else 'places'}, {len(rows)} rows"


def _name_places(figure, found: list[Series], height: float) -> None:
    for number, series in enumerate(found):
        y = 1 - (0.98 + 0.2 * number) / height
        figure.text(0.085, y, "━━", fontsize=10, color=LINES[number], va="center")
        write(figure, 0.117, y, series.place.label, 9.0, fontsize=9)


def with_breaks(dates: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The series with a missing value in each gap between dates, so that no line crosses it."""
    holes = gaps(dates)
    return np.insert(dates, holes, dates[holes - 1]), np.insert(values, holes, np.nan)


def draw_dots(axes, dates: np.ndarray, values: np.ndarray, colour: str, label: str) -> None:
    """Draws directions [degree] as dots, since lines would jump between 360 and 0."""
    dot = 4.0 if len(dates) > 60 else 7.0
    axes.plot(dates, np.mod(values, 360.0), ".", markersize=dot, color=colour, label=label)


def set_compass(axes) -> None:
    """Gives the vertical axis the compass."""
    axes.set_ylim(0, 360)
    axes.set_yticks([0, 90, 180, 270, 360], labels=["N", "E", "S", "W", "N"])


def _draw_row(axes, found: list[Series], heading: str, names: list[str]) -> None:
    """Draws one quantity: lines, or dots for directions."""
    first = value_of(found[0], names[0])
    angle = variables.is_direction(first)
    number = 0
    for series in found:
        for name in names:
            item = value_of(series, name)
            colour, label = LINES[number], SHORT.get(name, name)
            number += 1
            if item is None:
                continue
            if angle:
                draw_dots(axes, series.dates, item.values, colour, label)
            else:
                width = 1.8 if name == names[0] else 1.2
                alone = "o" if len(series.dates) == 1 else ""
                axes.plot(
                    *with_breaks(series.dates, item.values), marker=alone, color=colour, linewidth=width, label=label
                )
    words = re.sub(r" \(.*\)", "", heading)  # a reference in brackets would not fit beside the axis
    units = f" [{first.written_units}]" if first.written_units else ""
    axes.set_ylabel(textwrap.fill(words + units, 24), fontsize=9, parse_math=False)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))
    axes.grid(True, linewidth=0.4, color="#b9c0c7")
    axes.tick_params(labelsize=8.5)
    axes.spines[["top", "right"]].set_visible(False)
    if angle:
        set_compass(axes)
        end = "going to" if "to_direction" in first.standard_name else "coming from"
        axes.set_ylabel(f"{textwrap.fill(words, 24)}\n({end})", fontsize=9, parse_math=False)
    elif first.units != "s":
        lowest = min(np.nanmin(line.get_ydata(), initial=0.0) for line in axes.lines)
        axes.set_ylim(bottom=0.0 if lowest >= 0.0 else axes.get_ylim()[0])
    if len(names) > 1:
        axes.legend(loc="upper left", fontsize=8, frameon=False, ncols=len(names), borderaxespad=0.2)


def _finish_time_axis(axes, found: list[Series]) -> None:
    dates = found[0].dates
    spare = times.HOUR if len(dates) == 1 else 0 * times.HOUR
    set_dates(axes, dates[0] - spare, dates[-1] + spare)
    axes.set_xlabel(_said(dates[0], dates[-1]), fontsize=9)


def _said(first: np.datetime64, last: np.datetime64) -> str:
    return f"UTC, {first.astype(object):%-d %B %Y} to {last.astype(object):%-d %B %Y}"


def set_dates(axes, first: np.datetime64, last: np.datetime64) -> None:
    """Gives the horizontal axis the dates from `first` to `last`, in UTC."""
    axes.set_xlim(first, last)
    locator = mdates.AutoDateLocator(minticks=5, maxticks=12)
    axes.xaxis.set_major_locator(locator)
    formats = ["%Y", "%b %Y", "%-d %b", "%H:%M", "%H:%M", "%H:%M:%S"]
    zero_formats = ["", "%Y", "%-d %b", "%-d %b", "%H:%M", "%H:%M"]
    formatter = mdates.ConciseDateFormatter(locator, formats=formats, zero_formats=zero_formats, show_offset=False)
    axes.xaxis.set_major_formatter(formatter)
    axes.set_xlabel(_said(first, last), fontsize=9)
