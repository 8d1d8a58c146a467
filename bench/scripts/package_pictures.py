# SPDX-License-Identifier: Apache-2.0
"""The maps of package_maps.py: one row for each quantity, with two packages on one scale, and their difference."""

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from groundswell_view import drawing, maps, times, variables
from groundswell_view.captions import GREY, joined, write
from groundswell_view.maps import MapOptions
from groundswell_view.reading import Field
from matplotlib.colors import BoundaryNorm, ListedColormap
from package_differences import HEIGHT, LEAST_HEIGHT, PERIOD, SWELL

ROWS = HEIGHT, PERIOD, SWELL
HALF = (0.1, 0.2, 0.5, 1.0, 1.5, 2.0, 3.0)  # steps of all differences [m or s]; within the first: no colour
SHEET_WIDTH = 15.0  # [inch]
LEFT, RIGHT, BETWEEN, TOP, BOTTOM, BAR = 0.6, 0.2, 0.22, 1.15, 0.1, 0.62  # [inch]; BAR: below each row
HEAD = 0.3  # above each row [inch]


def make_difference_scale():
    """Colours and steps symmetric about a middle without colour; both ends are open."""
    levels = [-step for step in HALF[::-1]] + list(HALF)
    half = np.linspace(0.0, 0.43, len(HALF))
    colours = mpl.colormaps["RdBu_r"]([*half, 0.5, *(1.0 - half[::-1])])
    return ListedColormap(colours), BoundaryNorm(levels, len(colours), extend="both"), "both"


def make_difference(pair, quantity, fields):
    """The second field less the first; periods only of seas that are not low."""
    change = fields[1].values - fields[0].values
    if quantity.is_period:
        heights = np.minimum(*pair.values(HEIGHT))
        change = np.where(heights < LEAST_HEIGHT, np.nan, change)
    return Field(change, "change", fields[0].long_name, fields[0].units)


class Sheet:
    """A figure of rows of three maps, each row with a colour bar for both packages and one for the difference."""

    def __init__(self, scene, n_rows):
        self.scene = scene
        self.width = (SHEET_WIDTH - LEFT - RIGHT - 2 * BETWEEN) / 3
        self.height = self.width * scene.frame.shape
        self.up = TOP + n_rows * (HEAD + self.height + BAR) + BOTTOM
        self.figure = plt.figure(figsize=(SHEET_WIDTH, self.up), dpi=120)

    def y(self, row):
        """The lower edge of the maps of a row [inch]."""
        return self.up - TOP - row * (HEAD + self.height + BAR) - HEAD - self.height

    def add_map(self, row, column, field, scale, title):
        x, y = LEFT + column * (self.width + BETWEEN), self.y(row)
        place = [x / SHEET_WIDTH, y / self.up, self.width / SHEET_WIDTH, self.height / self.up]
        axes = self.figure.add_axes(place, projection=self.scene.frame.projection)
        drawing.start_axes(axes, self.scene, left=column == 0, size=8)
        patches = drawing.add_cells(axes, self.scene, field.values, *scale[:2])
        write(self.figure, x / SHEET_WIDTH, (y + self.height + 0.15) / self.up, title, self.width, fontsize=11,
              fontweight="bold")  # fmt: skip
        return axes, patches

    def add_bar(self, row, first, last, patches, field, extend):
        """Adds a colour bar below the maps from column `first` to `last`."""
        x = LEFT + first * (self.width + BETWEEN)
        across = (last - first) * (self.width + BETWEEN) + self.width
        place = [(x + 0.05 * across) / SHEET_WIDTH, (self.y(row) - 0.36) / self.up]
        bar = maps.add_colour_bar(
            self.figure, patches, [*place, 0.9 * across / SHEET_WIDTH, 0.13 / self.up], field, extend
        )
        bar.set_label("")
        return bar


def find_limits(sheet, quantity, fields):
    """The ends of the scale of periods, which leave out the longest in calm corners; heights have fixed steps."""
    if not quantity.is_period:
        return None
    seen = np.concatenate([maps.visible(sheet.scene, field.values) for field in fields])
    return float(np.floor(seen.min())), float(np.ceil(np.percentile(seen, 99.5)))


def draw_row(sheet, row, pair, quantity):
    fields = [variables.load(file, quantity.name, pair.index) for file in pair.files]
    scale = maps.scale_for(sheet.scene, fields, find_limits(sheet, quantity, fields))
    title = f"{quantity.title[:1].upper()}{quantity.title[1:]} [{quantity.unit}]"
    for column, (package, field) in enumerate(zip(pair.packages, fields)):
        axes, patches = sheet.add_map(row, column, field, scale, f"{title}, {package}")
        if quantity is not PERIOD:
            drawing.add_highest(axes, sheet.scene, field.values, quantity.unit)
    sheet.add_bar(row, 0, 1, patches, fields[0], scale[2])
    change, scale = make_difference(pair, quantity, fields), make_difference_scale()
    _, patches = sheet.add_map(row, 2, change, scale, f"{pair.packages[1]} less {pair.packages[0]} [{quantity.unit}]")
    bar = sheet.add_bar(row, 2, 2, patches, change, scale[2])
    bar.set_ticks(scale[1].boundaries, labels=[f"{level:g}" for level in scale[1].boundaries], fontsize=7.5)


def draw(pair, region, picture):
    """Draws a pair of runs at its date, in a region (None: all of it), into a file."""
    first = pair.files[0]
    drawn = np.isfinite(variables.load(first, HEIGHT.name, pair.index).values)
    sheet = Sheet(maps.scene_of(first, MapOptions(region=region), drawn), len(ROWS))
    for row, quantity in enumerate(ROWS):
        draw_row(sheet, row, pair, quantity)
    note = f"Hatched: no forecast, and in the difference of periods waves below {LEAST_HEIGHT:g} m."
    lines = (
        (first.title, {"fontsize": 15, "fontweight": "bold"}),
        (times.valid(pair.date, first.reference_time), {"fontsize": 11}),
        (joined(first.model, note), {"fontsize": 9, "color": GREY}),
    )
    for number, (line, style) in enumerate(lines):
        y = 1 - (0.36 + 0.29 * number) / sheet.up
        write(sheet.figure, LEFT / SHEET_WIDTH, y, line, SHEET_WIDTH - LEFT - RIGHT, **style)
    maps.save(sheet.figure, picture)
    plt.close(sheet.figure)
