# SPDX-License-Identifier: Apache-2.0
"""A sheet of maps, day by day: one variable in reading order, or several with one row or column each.

Maps of one variable share their scale, so that days can be compared.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.figure import Figure

from groundswell_view import drawing, maps, times, variables
from groundswell_view.captions import GREY, explain, fit, joined, write
from groundswell_view.errors import ViewError
from groundswell_view.maps import MapOptions
from groundswell_view.reading import Field, FieldFile

SHEET_WIDTH = 16.0  # [inch], at most
MOST_MAPS = 60


@dataclass(frozen=True)
class Layout:
    """Rows and columns of maps, their size and the margins [inch]; `down`: each variable has a column, not a row."""

    rows: int
    columns: int
    width: float
    height: float
    down: bool
    left: float = 0.95
    right: float = 0.25
    top: float = 1.2
    bottom: float = 0.95
    gap_x: float = 0.3
    gap_y: float = 0.34

    @property
    def sheet(self) -> tuple[float, float]:
        """Width and height of the sheet [inch]."""
        across = self.left + self.columns * self.width + (self.columns - 1) * self.gap_x + self.right
        return across, self.bottom + self.rows * self.height + (self.rows - 1) * self.gap_y + self.top

    def place(self, row: int, column: int) -> list[float]:
        """Left, bottom, width and height of a map as fractions of the sheet."""
        width, height = self.sheet
        x = self.left + column * (self.width + self.gap_x)
        y = height - self.top - (row + 1) * self.height - row * self.gap_y
        return [x / width, y / height, self.width / width, self.height / height]


def layout_for(shape: float, n_variables: int, n_dates: int) -> Layout:
    """Days run downwards for wide maps and across for tall ones; one variable fills rows in reading order."""
    if n_variables == 1:
        best = min(range(1, n_dates + 1), key=lambda n: _badness(n, -(-n_dates // n), n_dates, shape))
        rows, columns, down = -(-n_dates // best), best, True
    elif shape < 0.65:
        rows, columns, down = n_dates, n_variables, True
    else:
        rows, columns, down = n_variables, n_dates, False
    right = 0.25 if down else 1.15
    width = min(5.2, 3.4 / shape, (SHEET_WIDTH - 1.2 - right) / columns)
    top = 1.45 if n_variables == 1 else 1.2
    return Layout(rows, columns, width, width * shape, down, right=right, top=top, bottom=0.95 if down else 0.5)


def _badness(columns: int, rows: int, n_dates: int, shape: float) -> float:
    """How far a sheet is from 4:3, with a penalty for empty places."""
    return abs(np.log(columns / (rows * (shape + 0.05)) / 1.33)) + 0.3 * (rows * columns - n_dates)


def draw_panel(file: FieldFile, names: list[str], dates: list[int], options: MapOptions, out: Path) -> Figure:
    """Draws `names` at the time indices `dates` on one sheet and writes it to `out`."""
    if len(names) * len(dates) > MOST_MAPS:
        raise ViewError(f"{len(names) * len(dates)} maps do not fit on one sheet; at most {MOST_MAPS} do")
    fields = [[variables.load(file, name, index) for index in dates] for name in names]
    drawn = np.any([np.isfinite(item.values) for row in fields for item in row], axis=0)
    scene = maps.scene_of(file, options, drawn)
    layout = layout_for(max(scene.frame.shape, 0.12), len(names), len(dates))
    figure = plt.figure(figsize=layout.sheet, dpi=options.dpi)
    for number, (name, row) in enumerate(zip(names, fields)):
        limits = options.limits if name == names[0] else None
        scale = maps.scale_for(scene, row, limits)
        for day, (index, item) in enumerate(zip(dates, row)):
            place = _position(layout, len(names), number, day)
            last = place[0] == layout.rows - 1 or day + layout.columns >= len(dates) and len(names) == 1
            axes = figure.add_axes(layout.place(*place), projection=scene.frame.projection)
            drawing.start_axes(axes, scene, left=place[1] == 0, bottom=last, size=7)
            towards = variables.arrows_of(file, name, index) if options.arrows else None
            across = options.arrows_across or maps.arrows_across(layout.width, 60)
            patches = maps.draw_one(axes, scene, item, towards, scale, options, across)
            maps.add_tracks(axes, scene, options, maps.date_of(file, index), 6.5)
            _name_map(axes, file, item, index, place, layout, len(names))
        _bar(figure, patches, row[0], scale[2], layout, number if len(names) > 1 else None)
    _titles(figure, file, fields, layout, options)
    maps.save(figure, out)
    return figure


def _position(layout: Layout, n_variables: int, number: int, day: int) -> tuple[int, int]:
    if n_variables == 1:
        return divmod(day, layout.columns)
    return (day, number) if layout.down else (number, day)


def _name_map(axes, file: FieldFile, item: Field, index: int, place: tuple, layout: Layout, n_variables: int) -> None:
    """Writes the date above each map of one variable; with several, dates and headings once for each row or column."""
    date = maps.valid_at(file, index)
    if n_variables == 1 or (not layout.down and place[0] == 0):
        if file.reference_time is not None:  # the heading names the start with its year
            date = re.sub(r"^(\w+ \d+ \w+) \d+", r"\1", date)
        fit(axes.set_title(date, fontsize=9, loc="left", pad=4), layout.width)
    elif layout.down and place[1] == 0:
        words = date.split()
        two_lines = " ".join(words[:4]) + "\n" + " ".join(words[4:])
        _, y, _, height = layout.place(*place)
        x = 0.28 / layout.sheet[0]  # latitude labels are nearer to the map
        axes.figure.text(x, y + 0.5 * height, two_lines, rotation=90, ha="center", va="center", multialignment="center",
                         fontsize=9)  # fmt: skip
    heads_variable = place[0] == 0 if layout.down else place[1] == 0
    if n_variables > 1 and heads_variable:
        title = maps.heading(item)
        if layout.down:
            fit(axes.set_title(title, fontsize=10.5, fontweight="bold", pad=6, parse_math=False), layout.width)
        else:
            axes.text(-0.24, 0.5, _broken(title), transform=axes.transAxes, rotation=90, ha="center", va="center",
                      fontsize=10, fontweight="bold", parse_math=False)  # fmt: skip


def _broken(title: str) -> str:
    """A title broken into two lines of about equal length."""
    words = title.split()
    cut = min(range(1, len(words) + 1), key=lambda n: abs(len(" ".join(words[:n])) - len(title) / 2))
    return " ".join(words[:cut]) + "\n" + " ".join(words[cut:])


def _bar(figure: Figure, patches, item: Field, extend: str, layout: Layout, number: int | None) -> None:
    """Draws the colour bar below all maps, below a variable's column or to the right of its row."""
    width, height = layout.sheet
    if number is None:
        place = [0.25, 0.5 / height, 0.5, 0.15 / height]
    elif layout.down:
        x, _, w, _ = layout.place(0, number)
        place = [x + 0.08 * w, 0.5 / height, 0.84 * w, 0.15 / height]
    else:
        _, y, _, h = layout.place(number, 0)
        place = [1.0 - (layout.right - 0.18) / width, y + 0.05 * h, 0.16 / width, 0.9 * h]
    maps.add_colour_bar(figure, patches, place, item, extend)


def _titles(figure: Figure, file: FieldFile, fields: list[list[Field]], layout: Layout, options: MapOptions) -> None:
    """Writes the lines above the maps: the variable if there is only one, the case, start and model, and the legend."""
    width, height = layout.sheet
    lines = [file.title or "Forecast", joined(times.started(file.reference_time), file.model)]
    if len(fields) == 1:
        lines = [maps.heading(fields[0][0]) + (", day by day" if len(fields[0]) > 1 else ""), file.title, lines[1]]
    x, most, below = 0.35 / width, width - 0.6, 0.32
    write(figure, x, 1 - below / height, lines[0], most, fontsize=14, fontweight="bold")
    for line in filter(None, lines[1:]):
        below += 0.25
        write(figure, x, 1 - below / height, line, most, fontsize=9, color=GREY)
    towards = options.arrows and variables.find(file, "dir")
    words = maps.legend(fields[0][0].name if towards else "", options)
    explain(figure, x, 1 - (below + 0.24) / height, words, most)
