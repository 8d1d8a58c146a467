# SPDX-License-Identifier: Apache-2.0
"""True Voronoi cells as polygons on a map, cut at the map's edge meridian and closed around the poles.

Longitudes are first unrolled along each cell's outline, so that the outline of a cell across the cut extends beyond
-180..180 and is drawn once on each side. An outline that winds around a pole is closed along the line that the pole
becomes on the map.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from groundswell_view.projection import Frame, wrapped
from groundswell_view.reading import Cells

EDGE = 180.0 - 1e-7


@dataclass(frozen=True)
class Polygons:
    """Projected outlines [n, n_corners, 2] and the cell that each shows [n]; a cut cell has two outlines."""

    outlines: np.ndarray
    cell: np.ndarray

    def __len__(self) -> int:
        return len(self.cell)


def project_cells(cells: Cells, frame: Frame, drawn: np.ndarray | None = None) -> Polygons:
    """Outlines of the cells that touch the frame, optionally only of those for which drawn [n_cells] is true."""
    index = np.arange(len(cells)) if drawn is None else np.flatnonzero(drawn)
    if frame.projection is None:
        outlines = np.stack([cells.corner_lon[index], cells.corner_lat[index]], axis=-1)
        return _inside(outlines, index, frame)
    index = index[_near(cells, frame, index)]
    lon = unrolled(cells.corner_lon[index] - frame.centre)
    lat = cells.corner_lat[index]
    if not frame.cut:
        return _inside(_projected(lon, lat, frame), index, frame)
    winding = lon[:, -1] + wrapped(lon[:, 0] - lon[:, -1]) - lon[:, 0]
    special = (np.abs(winding) > 180.0) | (lon.min(axis=1) < -EDGE) | (lon.max(axis=1) > EDGE)
    whole = _projected(lon[~special], lat[~special], frame)
    pieces, owner = [], []
    for row in np.flatnonzero(special):
        for piece in cut_outline(lon[row], lat[row], winding[row]):
            pieces.append(piece)
            owner.append(index[row])
    if not pieces:
        return _inside(whole, index[~special], frame)
    width = max([whole.shape[1]] + [len(piece) for piece in pieces])
    padded = np.stack([_padded(piece, width) for piece in pieces])
    cut = _projected(padded[:, :, 0], padded[:, :, 1], frame)
    whole = np.concatenate([whole, np.repeat(whole[:, -1:], width - whole.shape[1], axis=1)], axis=1)
    return _inside(np.concatenate([whole, cut]), np.concatenate([index[~special], owner]).astype(np.int64), frame)


def unrolled(lon: np.ndarray) -> np.ndarray:
    """Longitudes [n, n_corners] made continuous along each row, with the middle of the row within -180..180."""
    steps = wrapped(np.diff(lon, axis=1))
    start = wrapped(lon[:, :1])
    line = np.concatenate([start, start + np.cumsum(steps, axis=1)], axis=1)
    middle = 0.5 * (line.min(axis=1) + line.max(axis=1))
    return line + (wrapped(middle) - middle)[:, None]


def cut_outline(lon: np.ndarray, lat: np.ndarray, winding: float) -> list[np.ndarray]:
    """Parts [n, 2] of an unrolled outline within -180..180; one that winds around a pole is closed along the pole."""
    outline = np.stack([lon, lat], axis=1)
    if abs(winding) > 180.0:
        pole = 90.0 if lat.mean() > 0 else -90.0
        closing = np.array([lon[0] + np.sign(winding) * 360.0, lat[0]])
        outline = np.vstack([outline, closing, [closing[0], pole], [lon[0], pole]])
    parts = []
    for turn in (-360.0, 0.0, 360.0):
        part = _clipped(_clipped(outline + [turn, 0.0], -EDGE, above=True), EDGE, above=False)
        if len(part) >= 3 and np.ptp(part[:, 0]) > 1e-5:
            parts.append(part)
    return parts


def _clipped(outline: np.ndarray, edge: float, above: bool) -> np.ndarray:
    """The part of an outline on one side of a meridian (Sutherland and Hodgman 1974)."""
    if len(outline) == 0:
        return outline
    kept = []
    for start, end in zip(np.roll(outline, 1, axis=0), outline):
        start_in, end_in = ((point[0] >= edge) == above or point[0] == edge for point in (start, end))
        if start_in != end_in:
            share = (edge - start[0]) / (end[0] - start[0])
            kept.append([edge, start[1] + share * (end[1] - start[1])])
        if end_in:
            kept.append(end)
    return np.array(kept).reshape(-1, 2)


def _padded(piece: np.ndarray, width: int) -> np.ndarray:
    return np.vstack([piece, np.repeat(piece[-1:], width - len(piece), axis=0)])


def _projected(lon: np.ndarray, lat: np.ndarray, frame: Frame) -> np.ndarray:
    x, y = frame.project(np.clip(lon, -EDGE, EDGE) + frame.centre if frame.cut else lon + frame.centre, lat)
    return np.stack([x, y], axis=-1)


def _near(cells: Cells, frame: Frame, index: np.ndarray) -> np.ndarray:
    """Whether cells lie on the near side of the globe; conic and polar maps cannot show the far side sensibly."""
    if frame.cut:
        return np.ones(len(index), dtype=bool)
    lat = cells.lat[index]
    behind = np.abs(wrapped(cells.lon[index] - frame.centre)) > 170.0
    if frame.box.middle > 0:
        return (lat > max(frame.box.south - 40.0, -60.0)) & ~(behind & _is_cone(frame))
    return (lat < min(frame.box.north + 40.0, 60.0)) & ~(behind & _is_cone(frame))


def _is_cone(frame: Frame) -> bool:
    return type(frame.projection).__name__ == "LambertConformal"


def _inside(outlines: np.ndarray, cell: np.ndarray, frame: Frame) -> Polygons:
    """Keeps outlines that are finite and touch the frame."""
    if len(outlines) == 0:
        return Polygons(outlines.reshape(0, 3, 2), cell)
    x0, x1, y0, y1 = frame.extent
    low, high = outlines.min(axis=1), outlines.max(axis=1)
    kept = np.isfinite(outlines).all(axis=(1, 2))
    kept &= (high[:, 0] >= x0) & (low[:, 0] <= x1) & (high[:, 1] >= y0) & (low[:, 1] <= y1)
    return Polygons(outlines[kept], cell[kept])
