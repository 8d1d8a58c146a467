# SPDX-License-Identifier: Apache-2.0
"""Draws what coupling changes: wind, waves and current of the job that is coupled both ways, and below them how much
the wind and the waves change by the drag of the waves, and the waves by current and water level.

Usage: changes.py OUTPUT_FOLDER PICTURE [HOUR]. Reads fields.nc of the jobs two_way, no_charnock and no_ocean.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from groundswell_view import captions, drawing, maps, times, variables
from groundswell_view.colours import scale
from groundswell_view.reading import Field, FieldFile
from groundswell_view.variables import SEQUENTIAL, Style

DIFFERENCE = Style("RdBu_r", signed=True)
LARGEST = 99.8  # [%] of the cells lie within the scale of a difference
COLUMNS, ROWS = 3, 2
WIDTH, LEFT, RIGHT, TOP, BOTTOM, BETWEEN = 4.3, 0.5, 0.15, 1.25, 0.75, 1.05  # [inch]


@dataclass(frozen=True)
class Map:
    """What one map shows; `other`: the job that is subtracted; `arrows`: the variable whose direction they show."""

    title: str
    variable: str
    other: str = ""
    arrows: str = ""
    highest: bool = False


MAPS = (
    Map("Wind, slowed by the drag of the waves", "wind", arrows="wind"),
    Map("Wave height, with current and water level", "hs", arrows="dir", highest=True),
    Map("Current that the wind drives", "current", arrows="current"),
    Map("Wind: change by the waves' drag", "wind", other="no_charnock"),
    Map("Wave height: change by the waves' drag", "hs", other="no_charnock"),
    Map("Wave height: change by current and water level", "hs", other="no_ocean"),
)


def add_map(figure, place, scene, item, field, towards):
    """Draws one map with its colour bar below it."""
    axes = figure.add_axes(place, projection=scene.frame.projection)
    drawing.start_axes(axes, scene, size=7)
    if item.other:
        most = float(np.percentile(np.abs(field.values[np.isfinite(field.values)]), LARGEST))
        colours, norm, extend = scale(DIFFERENCE, -most, most)
        extend = "neither"
    else:
        style = SEQUENTIAL if item.variable != "hs" else variables.style(field)
        colours, norm, extend = scale(style, 0.0, float(np.nanmax(field.values)))
    patches = drawing.add_cells(axes, scene, field.values, colours, norm)
    if towards is not None:
        lengths = None if item.arrows == "dir" else np.sqrt(field.values / np.nanmax(field.values))
        drawing.add_arrows(axes, scene, towards, 26, lengths)
    if item.highest:
        drawing.add_highest(axes, scene, field.values, field.written_units)
    axes.set_title(item.title, fontsize=10.5, fontweight="bold", loc="left", pad=5)
    x, y, width, _ = place
    bar = [x + 0.06 * width, y - 0.42 / figure.get_figheight(), 0.88 * width, 0.13 / figure.get_figheight()]
    maps.add_colour_bar(figure, patches, bar, field, extend)


def draw(folder, picture, hour):
    files = {name: FieldFile([folder / name / "fields.nc"]) for name in ("two_way", "no_charnock", "no_ocean")}
    both = files["two_way"]
    date = both.reference_time + np.timedelta64(hour, "h")
    index = {name: int(np.flatnonzero(file.times == date)[0]) for name, file in files.items()}

    def values(job, variable):
        return variables.load(files[job], variable, index[job])

    scene = maps.scene_of(both, maps.MapOptions(), np.isfinite(values("two_way", "hs").values))
    height = WIDTH * scene.frame.shape
    sheet = (LEFT + COLUMNS * (WIDTH + LEFT) - LEFT + RIGHT, TOP + ROWS * height + (ROWS - 1) * BETWEEN + BOTTOM)
    figure = plt.figure(figsize=sheet, dpi=110)
    for number, item in enumerate(MAPS):
        row, column = divmod(number, COLUMNS)
        x, y = LEFT + column * (WIDTH + LEFT), sheet[1] - TOP - (row + 1) * height - row * BETWEEN
        field = values("two_way", item.variable)
        towards = variables.arrows_of(both, item.arrows, index["two_way"]) if item.arrows else None
        if item.other:
            change = field.values - values(item.other, item.variable).values
            field = Field(change, "change", field.long_name, field.units)
        add_map(figure, [x / sheet[0], y / sheet[1], WIDTH / sheet[0], height / sheet[1]], scene, item, field, towards)
    first = "A storm in the Gulf of Mexico: waves coupled to an atmosphere and an ocean, and what that changes"
    x, width = LEFT / sheet[0], sheet[0] - LEFT - RIGHT
    captions.write(figure, x, 1 - 0.36 / sheet[1], first, width, fontsize=14, fontweight="bold")
    captions.write(figure, x, 1 - 0.64 / sheet[1], times.valid(date, both.reference_time), width, fontsize=10.5)
    figure.savefig(picture)


if __name__ == "__main__":
    draw(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 33)
