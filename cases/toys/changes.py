# SPDX-License-Identifier: Apache-2.0
"""Draws a storm over waves that are coupled to an atmosphere and an ocean, and what the coupling changes.

Usage: changes.py OUTPUT_FOLDER PICTURE [HOUR]. Reads fields.nc of the jobs two_way, no_charnock and no_ocean, and the
path of the storm from atmosphere.yaml. effects.py draws other maps with it.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
import cartopy.crs as ccrs
import matplotlib.pyplot as plt
import numpy as np
import yaml
from groundswell_view import captions, drawing, maps, times, variables
from groundswell_view.captions import GREY
from groundswell_view.colours import scale
from groundswell_view.reading import Field, FieldFile
from groundswell_view.variables import HEIGHT, SEQUENTIAL, Style

DIFFERENCE = Style("RdBu_r", signed=True)
LARGEST = 99.8  # [%] of the cells lie within the scale of a difference
COLUMNS = 2
WIDTH, LEFT, RIGHT, TOP, BOTTOM, BETWEEN = 4.6, 0.5, 0.15, 1.35, 0.62, 0.9  # [inch]
ARROWS = 20  # side by side
EARTH_RADIUS = 6371.0  # [km]


@dataclass(frozen=True)
class Map:
    """What one map shows: a variable of a job, or the sum of that of some jobs less that of as many others.

    arrows: the variable of the first job whose direction they show.
    """

    title: str
    variable: str
    less: tuple[str, ...] = ()
    jobs: tuple[str, ...] = ("two_way",)
    arrows: str = ""
    style: Style | None = None


MAPS = (
    Map("Wind at 10 m", "wind", arrows="wind", style=SEQUENTIAL),
    Map("Wave height", "hs", arrows="dir"),
    Map("Charnock parameter of the waves", "cha", style=SEQUENTIAL),
    Map("Wind: change as it feels these waves", "wind", less=("no_charnock",)),
    Map("Current", "current", arrows="current", style=SEQUENTIAL),
    Map("Water level", "wlv", style=DIFFERENCE),
    Map("Wave height: change as the wind feels the waves", "hs", less=("no_charnock",)),
    Map("Wave height: change by current and water level", "hs", less=("no_ocean",)),
)


def storm_path(hours):
    """Longitudes and latitudes [degree] of the storm's centre at hours since the start, along its great circle."""
    storm = yaml.safe_load((Path(__file__).parent / "atmosphere.yaml").read_text())["storm"]
    lon, lat, course = (np.radians(float(str(storm[key]).split()[0])) for key in ("lon", "lat", "travel_to"))
    angle = float(storm["travel_speed"].split()[0]) * 3.6 * np.asarray(hours, dtype=float) / EARTH_RADIUS
    sine = np.sin(lat) * np.cos(angle) + np.cos(lat) * np.sin(angle) * np.cos(course)
    east = np.arctan2(np.sin(course) * np.sin(angle) * np.cos(lat), np.cos(angle) - np.sin(lat) * sine)
    return np.degrees(lon + east), np.degrees(np.arcsin(sine))


def add_storm(axes, hour, last):
    """Draws the storm's path with a dot every six hours, and its centre."""
    lands = {"transform": ccrs.PlateCarree(), "zorder": 5, "color": "black"}
    axes.plot(*storm_path(np.linspace(0, last, 50)), linewidth=0.7, **lands)
    axes.plot(*storm_path(np.arange(0, last + 1, 6)), ".", markersize=3, **lands)
    axes.plot(*storm_path([hour]), "o", markersize=7, markerfacecolor="none", markeredgewidth=1.1, **lands)


def scale_of(item, values):
    """Colours and their scale; that of a difference leaves out the most extreme cells."""
    size = np.abs(values[np.isfinite(values)])
    if not item.less:
        low = -size.max() if item.style is DIFFERENCE else 0.0
        return scale(item.style or HEIGHT, low, float(size.max()))
    most = float(np.percentile(size, LARGEST))
    colours, norm, _ = scale(DIFFERENCE, -most, most)
    return colours, norm, "neither"


def add_map(figure, place, scene, item, field, towards):
    """Draws one map with its colour bar below it; returns its axes."""
    axes = figure.add_axes(place, projection=scene.frame.projection)
    drawing.start_axes(axes, scene, size=7)
    colours, norm, extend = scale_of(item, field.values)
    patches = drawing.add_cells(axes, scene, field.values, colours, norm)
    if towards is not None:
        shown = np.where(field.values > 0.1 * np.nanmax(field.values), towards, np.nan)
        drawing.add_arrows(axes, scene, shown, ARROWS)
    if item.variable == "hs" and not item.less:
        drawing.add_highest(axes, scene, field.values, field.written_units)
    unit = f" [{field.written_units}]" if field.written_units else ""
    axes.set_title(item.title + unit, fontsize=10.5, fontweight="bold", loc="left", pad=5)
    x, y, width, _ = place
    bar = [x + 0.06 * width, y - 0.34 / figure.get_figheight(), 0.88 * width, 0.13 / figure.get_figheight()]
    maps.add_colour_bar(figure, patches, bar, field, extend).set_label("")
    return axes


def values_of(item, files, index):
    """The field that a map shows."""
    field = variables.load(files[item.jobs[0]], item.variable, index)
    if not item.less:
        return field

    def total(jobs):
        return sum(variables.load(files[job], item.variable, index).values for job in jobs)

    return Field(total(item.jobs) - total(item.less), "change", field.long_name, field.units)


def draw(folder, picture, hour, title, items):
    files = {job: FieldFile([folder / job / "fields.nc"]) for item in items for job in (*item.jobs, *item.less)}
    first = files[items[0].jobs[0]]
    date = first.reference_time + np.timedelta64(hour, "h")
    index = int(np.flatnonzero(first.times == date)[0])
    for file in files.values():
        assert np.array_equal(file.times, first.times), "all jobs must have the same dates"
    scene = maps.scene_of(first, maps.MapOptions(), np.isfinite(variables.load(first, "hs", index).values))
    height = WIDTH * scene.frame.shape
    rows = -(-len(items) // COLUMNS)
    sheet = (LEFT + COLUMNS * (WIDTH + LEFT) - LEFT + RIGHT, TOP + rows * height + (rows - 1) * BETWEEN + BOTTOM)
    figure = plt.figure(figsize=sheet, dpi=120)
    for number, item in enumerate(items):
        row, column = divmod(number, COLUMNS)
        x, y = LEFT + column * (WIDTH + LEFT), sheet[1] - TOP - (row + 1) * height - row * BETWEEN
        towards = variables.arrows_of(files[item.jobs[0]], item.arrows, index) if item.arrows else None
        place = [x / sheet[0], y / sheet[1], WIDTH / sheet[0], height / sheet[1]]
        axes = add_map(figure, place, scene, item, values_of(item, files, index), towards)
        add_storm(axes, hour, len(first.times) - 1)
    lines = (
        (title, {"fontsize": 14, "fontweight": "bold"}),
        (times.valid(date, first.reference_time), {"fontsize": 10.5}),
        (
            "Line and ring: path of the storm, dots every 6 hours, and its centre. Hatched: no waves.",
            {"fontsize": 8.5, "color": GREY},
        ),
    )
    for number, (line, style) in enumerate(lines):
        captions.write(figure, LEFT / sheet[0], 1 - (0.36 + 0.27 * number) / sheet[1], line, sheet[0] - LEFT, **style)
    figure.savefig(picture)
    plt.close(figure)


if __name__ == "__main__":
    draw(
        Path(sys.argv[1]),
        Path(sys.argv[2]),
        int(sys.argv[3]) if len(sys.argv) > 3 else 33,
        "A storm over waves coupled to an atmosphere and an ocean",
        MAPS,
    )
