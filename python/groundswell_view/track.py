# SPDX-License-Identifier: Apache-2.0
"""Tracks of storms on maps, from best tracks (b-decks of ATCF): a line, dots every six hours, dates, the centre."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import matplotlib.patheffects as effects
import numpy as np

from groundswell_view.drawing import DARK, HALO, Scene
from groundswell_view.errors import ViewError
from groundswell_view.text_file import read_lines
from groundswell_view.times import DAY, HOUR

RING = [effects.withStroke(linewidth=5.0, foreground=DARK)]
NOTE = "Line: track, a dot every 6 h, dates at 00 UTC, a ring at the centre."


@dataclass(frozen=True)
class Track:
    """Centres lon, lat [n_dates] [degree] of a storm at ascending dates [n_dates] (datetime64[s])."""

    name: str
    dates: np.ndarray
    lon: np.ndarray
    lat: np.ndarray
    points: np.ndarray = field(init=False)  # unit vectors [n_dates, 3]

    def __post_init__(self):
        lon, lat = np.radians(self.lon), np.radians(self.lat)
        vectors = np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=-1)
        object.__setattr__(self, "points", vectors)

    def at(self, dates: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Longitude and latitude [degree] at dates within the track, along great circles between its dates."""
        after = np.clip(np.searchsorted(self.dates, dates, side="right"), 1, len(self.dates) - 1)
        start, end = self.points[after - 1], self.points[after]
        weight = ((dates - self.dates[after - 1]) / (self.dates[after] - self.dates[after - 1]))[:, np.newaxis]
        angle = np.arccos(np.clip((start * end).sum(axis=1, keepdims=True), -1.0, 1.0))
        near = angle < 1e-6
        sine = np.where(near, 1.0, np.sin(angle))
        x, y, z = (
            np.where(near, 1 - weight, np.sin((1 - weight) * angle) / sine) * start
            + np.where(near, weight, np.sin(weight * angle) / sine) * end
        ).T
        return np.degrees(np.arctan2(y, x)), np.degrees(np.arctan2(z, np.hypot(x, y)))

    def every(self, step: np.timedelta64) -> np.ndarray:
        """The dates at multiples of a step (of UTC) within the track."""
        first, last = self.dates[0].astype(np.int64), self.dates[-1].astype(np.int64)
        seconds = int(step / np.timedelta64(1, "s"))
        return np.arange(-(-first // seconds) * seconds, last + 1, seconds).astype("datetime64[s]")


def read_tracks(path: Path) -> list[Track]:
    """The tracks of all storms in a b-deck; lines without a centre, or of other techniques than BEST, are left out."""
    storms: dict[str, dict[np.datetime64, tuple[float, float]]] = {}
    names: dict[str, str] = {}
    for number, line in enumerate(read_lines(path), 1):
        fields = [part.strip() for part in line.split(",")]
        if not any(fields):
            continue
        if len(fields) < 8:
            raise ViewError(
                f"{path}:{number}: the line ends before its 8th column, the longitude; give a "
                "best track in the format of ATCF (b-deck)"
            )
        if fields[4].upper() != "BEST" or not fields[6] or not fields[7]:
            continue
        storm = fields[0].upper() + fields[1].zfill(2)
        try:
            date = _date(fields[2], fields[3])
            storms.setdefault(storm, {})[date] = _angle(fields[7], "EW", 1800), _angle(fields[6], "NS", 900)
        except ValueError as error:
            raise ViewError(f"{path}:{number}: {error}") from None
        names[storm] = fields[27] if len(fields) > 27 and fields[27] else names.get(storm, storm)
    made = [_track(names[storm].title(), centres) for storm, centres in storms.items() if len(centres) > 1]
    if not made:
        raise ViewError(f"'{path}' has no best track (technique BEST, column 5) of two dates or more")
    return made


def _date(written: str, minutes: str) -> np.datetime64:
    text = written.zfill(10) + minutes.zfill(2)
    if len(text) != 12 or not text.isdigit():
        raise ValueError(f"the date '{written}' is not year, month, day and hour in ten digits")
    try:
        return np.datetime64(f"{text[:4]}-{text[4:6]}-{text[6:8]}T{text[8:10]}:{text[10:]}", "s")
    except ValueError:
        raise ValueError(f"there is no date '{written}'") from None


def _angle(written: str, letters: str, most: int) -> float:
    """Degrees from tenths of a degree with a letter."""
    digits, letter = written[:-1], written[-1:].upper()
    if not digits.isdecimal() or int(digits) > most or letter not in letters:
        raise ValueError(f"'{written}' is not tenths of a degree, up to {most}, and {letters[0]} or {letters[1]}")
    return int(digits) / (10.0 if letter == letters[0] else -10.0)


def _track(name: str, centres: dict[np.datetime64, tuple[float, float]]) -> Track:
    dates = np.array(sorted(centres), dtype="datetime64[s]")
    lon, lat = np.array([centres[date] for date in sorted(centres)]).T
    return Track(name, dates, lon, lat)


def _projected(scene: Scene, track: Track, dates: np.ndarray) -> np.ndarray:
    """Points [n, 2] on the map at dates, NaN outside of the frame."""
    points = np.stack(scene.frame.project(*track.at(dates)), axis=-1)
    x0, x1, y0, y1 = scene.frame.extent
    inside = (points >= [x0, y0]).all(axis=1) & (points <= [x1, y1]).all(axis=1)
    return np.where(inside[:, np.newaxis], points, np.nan)


def add_track(axes, scene: Scene, track: Track, size: float = 8.0, date: np.datetime64 | None = None) -> None:
    """Draws the line, a dot every six hours, and the dates at 00 UTC in `size` [pt], in the frame.

    Dates that would cover each other are left out, and those near the centre at `date`, where the highest value is.
    """
    line = _projected(scene, track, np.append(track.every(HOUR // 4), track.dates[-1]))
    width = scene.frame.extent[1] - scene.frame.extent[0]
    jumps = np.flatnonzero(np.abs(np.diff(line[:, 0])) > 0.25 * width)  # across the edge of the map
    line = np.insert(line, jumps + 1, np.nan, axis=0)
    axes.plot(*line.T, color=DARK, linewidth=1.3, zorder=5, path_effects=HALO)
    for step, across in ((6 * HOUR, 3.0), (DAY, 5.5)):
        dots = _projected(scene, track, track.every(step))
        axes.plot(*dots.T, linestyle="none", marker="o", color=DARK, markersize=across, markeredgecolor="white",
                  markeredgewidth=0.5, zorder=5.2)  # fmt: skip
    points = axes.get_position().width * axes.figure.get_figwidth() * 72.0 / width  # per unit of the map
    centre = _centre(scene, track, date) * points
    taken: list[np.ndarray] = []
    for day, place in zip(track.every(DAY), _projected(scene, track, track.every(DAY))):
        where = place * points
        free = np.isfinite(place).all() and np.linalg.norm(where - centre, axis=1).min(initial=np.inf) > 6.0 * size
        free = free and all(
            abs(where[0] - other[0]) > 4.5 * size or abs(where[1] - other[1]) > 1.5 * size for other in taken
        )
        if not free:
            continue
        taken.append(where)
        words = f"{day.item().day} {day.item():%b}"
        label = axes.annotate(words, place, xytext=(5, -3), textcoords="offset points", va="top", fontsize=size,
                              color=DARK, zorder=5.4)  # fmt: skip
        label.set_path_effects(HALO)


def _centre(scene: Scene, track: Track, date: np.datetime64 | None) -> np.ndarray:
    """The projected centre [1, 2] at a date; [0, 2] if it is not in the frame or the date not within the track."""
    if date is None or not track.dates[0] <= date <= track.dates[-1]:
        return np.empty((0, 2))
    place = _projected(scene, track, np.array([date], dtype="datetime64[s]"))
    return place[np.isfinite(place).all(axis=1)]


def add_centre(axes, scene: Scene, track: Track, date: np.datetime64 | None) -> list:
    """Marks the centre at a date, if that is within the track and in the frame; returns what it has drawn."""
    how = {"markersize": 9, "markerfacecolor": "none", "markeredgecolor": "white", "markeredgewidth": 2.4}
    places = _centre(scene, track, date)
    return [axes.plot(*place, marker="o", zorder=5.6, path_effects=RING, **how)[0] for place in places]
