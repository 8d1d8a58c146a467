# SPDX-License-Identifier: Apache-2.0
"""A figure with a map of one variable at one date: case, valid date, lead time, start, model, colour bar, legend."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.colorbar import Colorbar
from matplotlib.figure import Figure
from matplotlib.text import Text

from groundswell_view import colours, drawing, projection, times, variables, writing
from groundswell_view.captions import GREY, explain, joined, write
from groundswell_view.drawing import Scene
from groundswell_view.errors import ViewError
from groundswell_view.projection import Box
from groundswell_view.reading import Field, FieldFile
from groundswell_view.track import NOTE, Track, add_centre, add_track

COMPASS = {0: "N", 45: "NE", 90: "E", 135: "SE", 180: "S", 225: "SW", 270: "W", 315: "NW", 360: "N"}


@dataclass(frozen=True)
class MapOptions:
    """What a user may choose about a map; None and 0 are replaced by choices from the data."""

    region: Box | None = None
    projection: str = "auto"
    centre: float | None = None
    arrows: bool = True
    arrows_across: int = 0
    edges: bool = False
    contours: list[float] = field(default_factory=list)
    limits: tuple[float, float] | None = None
    dpi: int = 150
    tracks: list[Track] = field(default_factory=list)


def scene_of(file: FieldFile, options: MapOptions, drawn: np.ndarray) -> Scene:
    """Frame and projected cells; drawn [n_cells] marks the cells with values."""
    cells = file.cells
    if not drawn.any():
        raise ViewError(f"{file.label}: no cell has a value, so there is nothing to draw")
    if cells.plane:
        for given, option in ((options.region, "--region"), (options.tracks, "--track")):
            if given:
                raise ViewError(f"{file.label} lies on a plane; leave out {option}")
        return Scene.of(cells, projection.plane_frame(cells.corner_lon[drawn], cells.corner_lat[drawn]), drawn)
    box = options.region or projection.box_of(cells.lon[drawn], cells.lat[drawn])
    if options.region is None and box.width < 340.0:
        pad = 0.01 * max(box.width, box.north - box.south)
        box = Box(box.west - pad, box.east + pad, max(-90.0, box.south - pad), min(90.0, box.north + pad))
    scene = Scene.of(cells, projection.frame_for(box, options.projection, options.centre), drawn)
    if len(scene.polygons) == 0:
        raise ViewError(
            f"{file.label} has no cells with values in {box.west:g}/{box.east:g}/{box.south:g}/{box.north:g}"
        )
    return scene


def visible(scene: Scene, values: np.ndarray) -> np.ndarray:
    """Finite values of the cells in the frame."""
    seen = values[np.unique(scene.polygons.cell)]
    return seen[np.isfinite(seen)]


def scale_for(scene: Scene, fields: list[Field], limits: tuple[float, float] | None):
    """One colour map, norm and colour-bar extension for all the fields."""
    style = variables.style(fields[0])
    if limits is not None:
        return colours.scale(style, *limits, fixed=True)
    seen = np.concatenate([visible(scene, item.values) for item in fields])
    if len(seen) == 0:
        raise ViewError(f"{fields[0].name} has no value in this region at these dates")
    return colours.scale(style, float(seen.min()), float(seen.max()))


def heading(item: Field) -> str:
    """The long name, capitalised, with the units unless the field is a direction."""
    title = item.long_name[:1].upper() + item.long_name[1:]
    if variables.is_direction(item):
        return title
    return f"{title} [{item.written_units}]" if item.written_units else title


def add_colour_bar(figure: Figure, mappable, place: list[float], item: Field, extend: str) -> Colorbar:
    """Adds a colour bar at place (left, bottom, width, height); if there are many steps, labels only some."""
    upright = place[3] * figure.get_figheight() > place[2] * figure.get_figwidth()
    bar = figure.colorbar(
        mappable, cax=figure.add_axes(place), orientation="vertical" if upright else "horizontal", extend=extend
    )
    bar.outline.set_linewidth(0.5)
    bar.ax.tick_params(labelsize=9, width=0.5, length=3)
    if variables.is_direction(item):
        known = list(COMPASS) if upright or place[2] * figure.get_figwidth() > 3 else list(COMPASS)[::2]
        to = "to_direction" in item.standard_name
        bar.set_ticks(known, labels=[COMPASS[angle] for angle in known])
        bar.set_label("going to" if to else "coming from", fontsize=10)
    else:
        bar.set_label(item.written_units or item.name, fontsize=10, parse_math=False)
        levels = bar.norm.boundaries
        length = max(place[2] * figure.get_figwidth(), place[3] * figure.get_figheight())
        shown = levels[:: max(1, int(np.ceil(len(levels) * (0.25 if upright else 0.36) / length)))]
        bar.set_ticks(shown, labels=[f"{level:g}" for level in shown])
        bar.ax.minorticks_off()
    return bar


def draw_one(axes, scene: Scene, item: Field, towards: np.ndarray | None, scale, options: MapOptions, across: int):
    """Draws cells, contours and arrows (`across` side by side) on axes that `drawing.start_axes` prepared."""
    patches = drawing.add_cells(axes, scene, item.values, *scale[:2], options.edges)
    if options.contours:
        drawing.add_contours(axes, scene, item.values, options.contours)
    if options.arrows and towards is not None:
        towards = np.where(np.isfinite(item.values), towards, np.nan)
        lengths = drawing.arrow_lengths(item.values, np.nanmax(item.values)) if marks_highest(item) else None
        drawing.add_arrows(axes, scene, towards, across, lengths)
    return patches


def marks_highest(item: Field) -> bool:
    """Whether the highest value is marked, as for wave heights and wind speed."""
    return item.name in ("hs", "swh", "wind") or item.standard_name.endswith("significant_height")


class MapFigure:
    """A figure with one map and its colour bar; its size follows the shape of the frame."""

    def __init__(self, scene: Scene, item: Field, scale, options: MapOptions):
        shape = max(scene.frame.shape, 0.12)  # flat strips get a taller figure
        width = min(11.0, 7.6 / shape)
        height = width * shape
        upright = shape > 0.6
        left, top = 0.55, 0.98
        right, bottom = (1.05, 0.84) if upright else (0.25, 1.25)
        whole = np.array([left + width + right, bottom + height + top])
        self.figure = plt.figure(figsize=whole, dpi=options.dpi)
        place = [left / whole[0], bottom / whole[1], width / whole[0], height / whole[1]]
        self.axes = self.figure.add_axes(place, projection=scene.frame.projection)
        drawing.start_axes(self.axes, scene)
        if upright:
            bar = [(left + width + 0.2) / whole[0], (bottom + 0.05 * height) / whole[1], 0.2 / whole[0], 0.9 * place[3]]
        else:
            bar = [(left + 0.15 * width) / whole[0], 0.75 / whole[1], 0.7 * place[2], 0.17 / whole[1]]
        self.scene, self.scale, self.place, self.bar = scene, scale, place, bar
        self.across = options.arrows_across or arrows_across(width, 34)

    def titles(self, file: FieldFile, item: Field, index: int, arrows: str) -> Text:
        """Writes variable, case and date above the map, and the legend, the start and the model below it; returns the
        text with the date."""
        across, up = self.figure.get_size_inches()
        x, top, width = self.place[0], self.place[1] + self.place[3], across - self.place[0] * across - 0.1
        write(self.figure, x, top + 0.78 / up, heading(item), width, fontsize=13, fontweight="bold")
        write(self.figure, x, top + 0.5 / up, file.title, width, fontsize=10, color=GREY)
        explain(self.figure, x, 0.35 / up, arrows, width)
        about = joined(times.started(file.reference_time), file.model)
        write(self.figure, x, 0.14 / up, about, width, fontsize=8, color=GREY)
        return write(self.figure, x, top + 0.22 / up, valid_at(file, index), width, fontsize=11)


def arrows_across(width: float, most: int) -> int:
    """The number of arrows side by side, not above `most`, that can be told apart on a map of this width [inch]."""
    return min(most, max(10, int(4.2 * width)))


def valid_at(file: FieldFile, index: int) -> str:
    """The date with its lead time; empty for a file without dates."""
    return times.valid(file.times[index], file.reference_time) if len(file.times) else ""


def date_of(file: FieldFile, index: int) -> np.datetime64 | None:
    """The date; None for a file without dates."""
    return file.times[index] if len(file.times) else None


def add_tracks(axes, scene: Scene, options: MapOptions, date: np.datetime64 | None, size: float = 8.0) -> None:
    """Draws the tracks of the options, with their centres at a date."""
    for track in options.tracks:
        add_track(axes, scene, track, size, date)
        add_centre(axes, scene, track, date)


def draw_map(file: FieldFile, variable: str, index: int, options: MapOptions, out: Path) -> Figure:
    """Draws one map and writes it to `out`, whose extension determines the format; returns the open figure."""
    item = variables.load(file, variable, index)
    scene = scene_of(file, options, np.isfinite(item.values))
    scale = scale_for(scene, [item], options.limits)
    sheet = MapFigure(scene, item, scale, options)
    towards = variables.arrows_of(file, variable, index) if options.arrows else None
    patches = draw_one(sheet.axes, scene, item, towards, scale, options, sheet.across)
    add_tracks(sheet.axes, scene, options, date_of(file, index))
    if marks_highest(item):
        drawing.add_highest(sheet.axes, scene, item.values, item.written_units)
    add_colour_bar(sheet.figure, patches, sheet.bar, item, scale[2])
    sheet.titles(file, item, index, legend(variable if towards is not None else "", options))
    save(sheet.figure, out)
    return sheet.figure


def legend(arrows_of: str, options: MapOptions) -> str:
    """Sentences that say what the arrows of a variable ("" for no arrows) and the tracks show."""
    what = {"wind": "the wind blows", "current": "the current flows"}.get(arrows_of, "the waves travel")
    arrows = f"Arrows show where {what}." if arrows_of else ""
    return " ".join(filter(None, (arrows, NOTE if options.tracks else "")))


def save(figure: Figure, out: Path) -> None:
    """Writes a figure; raises a ViewError that says why it cannot be written."""
    kind = out.suffix[1:].lower() or "png"
    known = figure.canvas.get_supported_filetypes()
    if kind not in known:
        raise ViewError(f"'{out}' cannot be written: pictures end in {', '.join(sorted(known))}")
    with writing.written(out) as part:
        figure.savefig(part, format=kind)
