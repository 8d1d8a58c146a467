# SPDX-License-Identifier: Apache-2.0
"""A model beside observations at one place: scores of each variable, its series in time, and its scatter."""

from __future__ import annotations

import csv
import json
import re
import textwrap
import warnings
from dataclasses import dataclass, replace
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import MaxNLocator

from groundswell_view import captions, maps, times, variables, writing
from groundswell_view.errors import ViewError, ViewNote
from groundswell_view.joining import Sources, find_files, name_of
from groundswell_view.observations import Observations, check_units, interpolate, read_observations
from groundswell_view.reading import Field
from groundswell_view.scores import NAMES, Scores, compute_scores
from groundswell_view.series import LINES, draw_dots, set_compass, set_dates, value_of, with_breaks
from groundswell_view.stations import Series, read_series

# Columns of observations that are compared with a variable of the model unless pairs are named. Not `mwd`: that is the
# mean direction in some files and the direction of the peak in others.
COLUMNS = {
    "hs": ("hs", "swh", "wvht", "vhm0"),
    "tp": ("tp", "pp1d", "dpd"),
    "t02": ("t02", "tm02", "mp2", "apd"),
    "t0m1": ("t0m1", "tm10", "mwp"),
    "t01": ("t01", "tm01"),
    "dir": ("dir", "mwd_from"),
    "dp": ("dp", "dp_from"),
    "spr": ("spr", "dspr"),
    "wind": ("wind", "wspd"),
    "wind_from": ("wind_from", "wdir"),
}
MISSING = (999.0, 9999.0, -99.0, -999.0, -9999.0)  # in files of buoys; 99 as well, except for directions
MODEL, OBSERVED = LINES[:2]


@dataclass(frozen=True)
class Pairs:
    """A variable of a model and of observations, and its values [n] at the same dates [n].

    Directions [degree] are those that waves or wind come from.
    """

    name: str
    model: Field
    observed: Field
    angle: bool
    dates: np.ndarray
    modelled_values: np.ndarray
    observed_values: np.ndarray

    @property
    def scores(self) -> Scores:
        return compute_scores(self.observed_values, self.modelled_values, self.angle)

    @property
    def unit(self) -> str:
        """The unit as printed, or that of the observations if the model states none."""
        return self.model.written_units or self.observed.written_units


def choose_pairs(series: Series, observed: Observations, wanted: str, label: str) -> list[tuple[str, str]]:
    """Variables of the model, each with its column of observations: those of `wanted`, such as hs=hs,dir=mwd_from, or
    all whose names are known."""
    if wanted.strip():
        chosen = [_named_pair(text, series, observed, label) for text in wanted.split(",")]
    else:
        lower = {name.lower(): name for name in reversed(observed.columns)} | {name: name for name in observed.columns}
        chosen = []
        for name, choices in COLUMNS.items():
            column = next((lower[choice] for choice in choices if choice in lower), None)
            if column and value_of(series, name) is not None:
                chosen.append((name, column))
        if not chosen:
            raise ViewError(
                f"no column of {observed.label} ({', '.join(observed.columns) or 'none'}) has the name of a variable "
                f"of {label} ({', '.join(series.fields) or 'none'}); name them with --pairs, such as hs=height"
            )
        left = [name for name in observed.columns if name not in dict(chosen).values()]
        if left:
            sentence = f"{', '.join(left)} of {observed.label} is not compared; name it with --pairs MODEL=COLUMN"
            warnings.warn(ViewNote(sentence), stacklevel=2)
    return chosen


def _named_pair(text: str, series: Series, observed: Observations, label: str) -> tuple[str, str]:
    name, _, column = (part.strip() for part in text.partition("="))
    if not name or not column:
        raise ViewError(f"'{text}' is not a pair; write MODEL=COLUMN, such as dir=mwd_from")
    if value_of(series, name) is None:
        raise ViewError(f"{label} has no variable {name}; it has {', '.join(series.fields) or 'none by time'}")
    if column not in observed.columns:
        there = ", ".join(observed.columns) or "none"
        raise ViewError(f"{observed.label} has no column {column}; it has {there}")
    return name, column


def _coming_from(field: Field) -> np.ndarray:
    return np.mod(variables.goes_to(field) + 180.0, 360.0)


def _without_codes(seen: Field, angle: bool, label: str) -> Field:
    """The observations without the numbers that stand for missing values."""
    wrong = np.isin(seen.values, MISSING) | (not angle) & (seen.values == 99.0)
    if wrong.any():
        code = f"{seen.values[wrong][0]:g}"
        sentence = f"{wrong.sum()} of {len(wrong)} values of {seen.name} in {label} are left out: {code} means missing"
        warnings.warn(ViewNote(sentence), stacklevel=2)
    return replace(seen, values=np.where(wrong, np.nan, seen.values))


def make_pairs(
    series: Series, observed: Observations, chosen: list[tuple[str, str]], max_gap: np.timedelta64, label: str
) -> list[Pairs]:
    """The model at the dates of the observations, for each variable; raises a ViewError if no date is common."""
    made = []
    for name, column in chosen:
        model, seen = value_of(series, name), observed.columns[column]
        check_units(seen, model, observed.label)
        angle = variables.is_direction(model) or name == "wind_from"
        seen = _without_codes(seen, angle, observed.label)
        of_model, of_observed = (_coming_from(f) if angle else f.values for f in (model, seen))
        there = interpolate(series.dates, of_model, observed.dates, max_gap, angle)
        both = np.isfinite(there) & np.isfinite(of_observed)
        made.append(Pairs(name, model, seen, angle, observed.dates[both], there[both], of_observed[both]))
    if not any(len(pairs.dates) for pairs in made):
        raise ViewError(_why_none(series, observed, max_gap, label))
    return made


def _why_none(series: Series, observed: Observations, max_gap: np.timedelta64, label: str) -> str:
    spans = [f"from {times.short(dates[0])} to {times.short(dates[-1])}" for dates in (observed.dates, series.dates)]
    return (
        f"no value of {observed.label} ({spans[0]}) lies between two dates of {label} ({spans[1]}) that have a value "
        f"and are at most {max_gap / times.HOUR:g} hours apart; name files of the same dates, or another --max-gap"
    )


def written_table(made: list[Pairs]) -> str:
    """The scores as a table of text, with a line for each variable."""
    rows = [("variable", "unit", "n", *NAMES)]
    for pairs in made:
        scores = pairs.scores
        numbers = [getattr(scores, name) for name in NAMES]
        rows.append((pairs.name, pairs.unit or "-", str(scores.n), *(_written(number) for number in numbers)))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) if i < 2 else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths)))
        for row in rows
    )


def _written(number: float) -> str:
    return f"{number:.3f}" if np.isfinite(number) else "-"


def write_scores(made: list[Pairs], out: Path) -> None:
    """Writes the scores with all digits as .csv or .json; what is not defined is left empty, or null."""
    rows = []
    for pairs in made:
        scores = pairs.scores
        first = {"variable": pairs.name, "unit": pairs.model.units or pairs.observed.units, "n": scores.n}
        numbers = {name: getattr(scores, name) for name in NAMES}
        rows.append(first | {name: number if np.isfinite(number) else None for name, number in numbers.items()})
    with writing.written(out) as part, open(part, "w", newline="", encoding="utf-8") as file:
        if out.suffix == ".json":
            json.dump(rows, file, indent=1)
        else:
            table = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            table.writeheader()
            table.writerows(rows)


def draw_comparison(
    sources: Sources, observations: Path, where: tuple[list[str], list[str]], wanted: str, max_gap: float,
    out: Path, scores_file: Path | None = None, dpi: int = 150,
) -> tuple[str, str]:  # fmt: skip
    """Draws the model of the files beside observations, and writes the scores to `scores_file`, if there is one.

    where: places of field files and stations of points files, of which one is needed unless there is only one.
    max_gap [hour]: the model is interpolated between dates that are at most this far apart.
    Returns the table of scores and a message for the user.
    """
    if scores_file and scores_file.suffix not in (".csv", ".json"):
        raise ViewError(f"'{scores_file}' cannot be written: scores end in .csv or .json")
    label = name_of(find_files(sources))
    found = read_series(sources, *where)
    if len(found) > 1:
        names = ", ".join(series.place.name for series in found)
        raise ViewError(f"{label}: observations are of one place; choose one of {names} with --station or --place")
    series, observed = found[0], read_observations(observations)
    if len(series.dates) == 0:
        raise ViewError(f"{label} has no dates, so it contains no time series")
    chosen = choose_pairs(series, observed, wanted, label)
    made = make_pairs(series, observed, chosen, np.timedelta64(round(max_gap * 3600), "s"), label)
    maps.save(_figure(series, observed, made, dpi), out)
    if scores_file:
        write_scores(made, scores_file)
    n_variable = len(made)
    return written_table(made), f"{n_variable} variable{'s' * (n_variable > 1)}"


def _figure(series: Series, observed: Observations, made: list[Pairs], dpi: int):
    up, top, bottom = 2.35, 0.95, 0.62
    size = (12.5, up * len(made) + top + bottom)
    figure, axes = plt.subplots(
        len(made), 2, squeeze=False, figsize=size, dpi=dpi,
        gridspec_kw={"width_ratios": (8.1, 1.9), "left": 0.07, "right": 0.865, "hspace": 0.3, "wspace": 0.12,
                     "top": 1 - top / size[1], "bottom": bottom / size[1]},
    )  # fmt: skip
    begin = max(series.dates[0], observed.dates[0])
    end = max(min(series.dates[-1], observed.dates[-1]), begin + times.HOUR)
    for row, pairs in zip(axes, made):
        _draw_series(row[0], series, observed, pairs, (begin, end))
        _draw_scatter(row[1], pairs)
        _write_scores_beside(row[1], pairs)
        row[0].sharex(axes[0, 0])
    set_dates(axes[-1, 0], begin, end)
    for row in axes[:-1]:
        row[0].tick_params(labelbottom=False)
    axes[0, 0].legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), fontsize=8.5, frameon=False, ncols=2)
    axes[-1, 1].set_xlabel("observed", fontsize=9)
    data = series.data
    captions.write(figure, 0.07, 1 - 0.27 / size[1], f"{series.place.label}: model and observations", 9.3,
                   fontsize=13, fontweight="bold")  # fmt: skip
    run = str(data.attrs.get("title", "")), times.started(times.reference(data)), str(data.attrs.get("source", ""))
    about = captions.joined(*run, f"observations: {Path(observed.label).name}")
    captions.write(figure, 0.07, 1 - 0.52 / size[1], about, 11.3, fontsize=8.5, color=captions.GREY)
    return figure


def within(dates: np.ndarray, values: np.ndarray, begin: np.datetime64, end: np.datetime64) -> tuple:
    """The values at ascending dates from `begin` to `end`, with the date before and the one after them."""
    part = slice(max(int(np.searchsorted(dates, begin, "right")) - 1, 0), int(np.searchsorted(dates, end)) + 1)
    return dates[part], values[part]


def _draw_series(axes, series: Series, observed: Observations, pairs: Pairs, span: tuple) -> None:
    of_model = _coming_from(pairs.model) if pairs.angle else pairs.model.values
    of_observed = _coming_from(pairs.observed) if pairs.angle else pairs.observed.values
    seen = np.isfinite(of_observed)
    model = within(series.dates, of_model, *span)
    dates, values = within(observed.dates[seen], of_observed[seen], *span)
    if pairs.angle:
        draw_dots(axes, *model, MODEL, "model")
        draw_dots(axes, dates, values, OBSERVED, "observed")
        set_compass(axes)
    else:
        axes.plot(*with_breaks(dates, values), marker="o", markersize=2.6, linewidth=1.0, color=OBSERVED,
                  label="observed", zorder=2)  # fmt: skip
        axes.plot(*with_breaks(*model), linewidth=1.8, color=MODEL, label="model", zorder=3)
        if pairs.unit != "s":
            axes.set_ylim(bottom=0.0)
    words = re.sub(r" \(.*\)", "", pairs.model.long_name)  # a reference in brackets would not fit beside the axis
    if not pairs.angle and pairs.unit:
        words += f" [{pairs.unit}]"
    axes.set_ylabel(textwrap.fill(words, 26), fontsize=9, parse_math=False)
    axes.grid(True, linewidth=0.4, color="#b9c0c7")
    axes.tick_params(labelsize=8.5)
    axes.spines[["top", "right"]].set_visible(False)


def _draw_scatter(axes, pairs: Pairs) -> None:
    """Model over observation, with the line of equality and, except for directions, the fitted line."""
    x, y, scores = pairs.observed_values, pairs.modelled_values, pairs.scores
    axes.plot(x, y, ".", markersize=4, color=MODEL, alpha=0.6)
    if pairs.angle:
        low, high = 0.0, 360.0
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_ticks([0, 90, 180, 270, 360], labels=["N", "E", "S", "W", "N"])
    else:
        both = np.concatenate([x, y, [0.0] if pairs.unit != "s" else []])
        low, high = (both.min(), both.max()) if len(both) else (0.0, 1.0)
        spare = 0.04 * max(high - low, 1e-6)
        low, high = low - (spare if pairs.unit == "s" else 0.0), high + spare
    ends = np.array([low, high])
    axes.plot(ends, ends, "--", color="#3d3d3d", linewidth=0.9)
    if np.isfinite(scores.slope):
        axes.plot(ends, scores.slope * ends + scores.intercept, color=OBSERVED, linewidth=1.2)
    axes.set(xlim=ends, ylim=ends, aspect="equal", anchor="W")
    if not pairs.angle:
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(nbins=5, steps=[1, 2, 5, 10]))
    axes.set_ylabel("model", fontsize=9)
    axes.grid(True, linewidth=0.4, color="#b9c0c7")
    axes.tick_params(labelsize=8)
    axes.spines[["top", "right"]].set_visible(False)


def _write_scores_beside(axes, pairs: Pairs) -> None:
    scores, unit = pairs.scores, f" {pairs.unit}".replace(" degree", "°") if pairs.unit else ""
    lines = [f"n = {scores.n}"]
    for name, label in zip(NAMES, ("bias", "RMSE", "SI", "r", "slope")):
        number = getattr(scores, name)
        if np.isfinite(number):
            shown = f"{number:+.2f}" if name == "bias" else f"{number:.2f}"
            lines.append(f"{label} = {shown}{unit if name in ('bias', 'rmse') else ''}".replace("-", "−"))
    axes.annotate("\n".join(lines), (1.0, 0.98), xycoords="axes fraction", xytext=(12, 0), textcoords="offset points",
                  fontsize=9, va="top", linespacing=1.5)  # fmt: skip
