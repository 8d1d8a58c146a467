# SPDX-License-Identifier: Apache-2.0
"""An animated map: one variable at many dates on one colour scale, as GIF (Pillow) or MP4 (if ffmpeg is installed)."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

from groundswell_view import drawing, maps, times, variables, writing
from groundswell_view.errors import ViewError
from groundswell_view.maps import MapFigure, MapOptions
from groundswell_view.reading import Field, FieldFile
from groundswell_view.track import add_centre, add_track

COLOURS = 128  # number of colours in the palette of a GIF; enough for stepped scales and text


def frames_of(file: FieldFile, every_hours: float) -> list[int]:
    """Indices of the dates at multiples of `every_hours` after the first date; 0 means all dates."""
    if len(file.times) < 2:
        raise ViewError(
            f"{file.label} has {'one date' if len(file.times) else 'no dates'}; an animation needs two or more"
        )
    if every_hours <= 0:
        return list(range(len(file.times)))
    hours = (file.times - file.times[0]) / times.HOUR
    found = [int(i) for i in np.flatnonzero(np.abs(hours / every_hours - np.round(hours / every_hours)) < 1e-6)]
    if len(found) < 2:
        raise ViewError(f"{file.label} has no two dates {every_hours:g} hours apart; choose another --every")
    return found


def draw_animation(
    file: FieldFile, variable: str, frames: list[int], options: MapOptions, out: Path, per_second: float = 6.0
) -> int:
    """Writes an animation to `out` (.gif or .mp4); returns the number of frames."""
    kind = out.suffix.lower()
    if kind not in (".gif", ".mp4"):
        raise ViewError(f"an animation ends in .gif or .mp4, not {kind or out.name}")
    if kind == ".mp4" and shutil.which("ffmpeg") is None:
        raise ViewError("an mp4 needs the program ffmpeg, which is not installed; write a .gif instead")
    painter = _Painter(file, variable, frames, options)
    with writing.written(out) as part:
        (_write_gif if kind == ".gif" else _write_mp4)(painter, frames, part, per_second)
    return len(frames)


class _Painter:
    """Draws the frames. Each shows the cells and arrows, above them a layer with all that does not change, which is
    drawn only once, and the date."""

    def __init__(self, file: FieldFile, variable: str, frames: list[int], options: MapOptions):
        self.file, self.variable, self.options = file, variable, options
        low, high = _ends(file, variable, frames)
        drawn = np.isfinite(low.values)
        self.scene = maps.scene_of(file, options, drawn)
        scale = maps.scale_for(self.scene, [low, high], options.limits)
        sheet = MapFigure(self.scene, low, scale, options)
        self.figure, self.axes = sheet.figure, sheet.axes
        self.patches = drawing.add_cells(self.axes, self.scene, low.values, *scale[:2], options.edges)
        maps.add_colour_bar(self.figure, self.patches, sheet.bar, low, scale[2])
        self.with_arrows = options.arrows and variables.arrows_of(file, variable, frames[0]) is not None
        self.when = sheet.titles(file, low, frames[0], maps.legend(variable if self.with_arrows else "", options))
        for storm in options.tracks:
            add_track(self.axes, self.scene, storm)
        self.across = sheet.across
        self.largest = np.nanmax(high.values) if maps.marks_highest(low) else None
        self.chosen = drawing.arrow_cells(self.scene, drawn, self.across)
        self.renderer = FigureCanvasAgg(self.figure).get_renderer()
        self.above = self._still_part()

    def _still_part(self) -> Image.Image:
        """Land, graticule, colour bar and titles on a transparent background."""
        moving = (self.patches, self.when, self.axes.patch, self.figure.patch)
        for artist in moving:
            artist.set_visible(False)
        picture = self._layer(self.figure)
        for artist in moving:
            artist.set_visible(True)
        return picture

    def _layer(self, *artists) -> Image.Image:
        """Draws only these artists on a transparent background."""
        self.renderer.clear()
        for artist in artists:
            artist.draw(self.renderer)
        return Image.fromarray(np.asarray(self.renderer.buffer_rgba()).copy())

    def image(self, index: int) -> Image.Image:
        """The frame at time `index` as an RGB image."""
        values = variables.load(self.file, self.variable, index).values
        drawing.set_values(self.patches, self.scene, values)
        self.patches.update_scalarmappable()
        self.when.set_text(maps.valid_at(self.file, index))
        sea = [self.figure.patch, self.axes.patch, self.patches]
        if self.with_arrows:
            towards = np.where(np.isfinite(values), variables.arrows_of(self.file, self.variable, index), np.nan)
            lengths = None if self.largest is None else drawing.arrow_lengths(values, self.largest)
            sea.append(drawing.arrows_at(self.axes, self.scene, self.chosen, towards, self.across, lengths))
        picture = self._layer(*sea)
        picture.alpha_composite(self.above)
        date = maps.date_of(self.file, index)
        rings = [ring for storm in self.options.tracks for ring in add_centre(self.axes, self.scene, storm, date)]
        picture.alpha_composite(self._layer(self.when, *rings))
        for artist in sea[3:] + rings:
            artist.remove()
        return picture.convert("RGB")


def _ends(file: FieldFile, variable: str, frames: list[int]) -> tuple[Field, Field]:
    """Lowest and highest value of each cell over all frames, for a common scale; NaN if a cell never has a value."""
    first = variables.load(file, variable, frames[0])
    low = high = first.values
    for index in frames[1:]:
        values = variables.load(file, variable, index).values
        low, high = np.fmin(low, values), np.fmax(high, values)
    return replace(first, values=low), replace(first, values=high)


def _write_gif(painter: _Painter, frames: list[int], out: Path, per_second: float) -> None:
    """Uses one palette for all frames, that of the middle frame, so that colours do not flicker."""
    palette = painter.image(frames[len(frames) // 2]).quantize(COLOURS, method=Image.Quantize.MEDIANCUT)
    colours = np.array(palette.getpalette(), dtype=np.uint8).reshape(-1, 3)
    colours[np.argmax(colours.astype(int).sum(axis=1))] = 255  # the background stays white
    palette.putpalette(colours.reshape(-1).tolist())
    pictures = [painter.image(index).quantize(palette=palette, dither=Image.Dither.NONE) for index in frames]
    pause = int(1000 / per_second)
    lengths = [pause] * (len(pictures) - 1) + [6 * pause]
    pictures[0].save(
        out, format="GIF", save_all=True, append_images=pictures[1:], duration=lengths, loop=0, optimize=False
    )


def _write_mp4(painter: _Painter, frames: list[int], out: Path, per_second: float) -> None:
    """Pipes the frames into ffmpeg; crops width and height to even numbers of pixels, which H.264 requires."""
    width, height = painter.image(frames[0]).size
    command = ["ffmpeg", "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}",
               "-r", f"{per_second:g}", "-i", "-", "-vf", "crop=trunc(iw/2)*2:trunc(ih/2)*2", "-pix_fmt", "yuv420p",
               "-f", "mp4", str(out)]  # fmt: skip
    made = subprocess.run(command, input=b"".join(painter.image(i).tobytes() for i in frames), stderr=subprocess.PIPE)
    if made.returncode != 0:
        raise ViewError(f"ffmpeg could not write {out}: {made.stderr.decode(errors='replace').strip()}")
