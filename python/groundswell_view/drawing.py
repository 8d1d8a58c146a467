# SPDX-License-Identifier: Apache-2.0
"""One map on given axes: cells, land, graticule, arrows, contours and the mark of the highest value."""

from __future__ import annotations

from dataclasses import dataclass

import matplotlib.patheffects as effects
import matplotlib.ticker as ticker
import numpy as np
from cartopy.mpl.geoaxes import GeoAxes
from cartopy.mpl.ticker import LatitudeFormatter, LongitudeFormatter
from matplotlib.collections import PolyCollection
from matplotlib.quiver import Quiver
from matplotlib.tri import Triangulation

from groundswell_view import coast
from groundswell_view.captions import HATCH, NO_DATA, NO_DATA_LINES
from groundswell_view.polygons import Polygons, project_cells
from groundswell_view.projection import LON_LAT, Frame
from groundswell_view.reading import Cells

DARK = "#1d1d22"
HALO = [effects.withStroke(linewidth=2.2, foreground="white")]


@dataclass(frozen=True)
class Scene:
    """What all maps of a figure share: cells [n_cells], frame, outlines and projected centres [n_cells, 2]."""

    cells: Cells
    frame: Frame
    polygons: Polygons
    centres: np.ndarray

    @staticmethod
    def of(cells: Cells, frame: Frame, drawn: np.ndarray | None = None) -> Scene:
        """Projects the cells; those for which `drawn` [n_cells] is false get no outlines."""
        x, y = frame.project(cells.lon, cells.lat)
        return Scene(cells, frame, project_cells(cells, frame, drawn), np.stack([x, y], axis=-1))


def start_axes(axes: GeoAxes, scene: Scene, left: bool = True, bottom: bool = True, size: float = 8.0) -> None:
    """Sets the frame and draws land and graticule, with labels of `size` [pt] on the left and at the bottom if
    requested."""
    frame = scene.frame
    if frame.limits is None:
        axes.set_global()
    else:
        x0, x1, y0, y1 = frame.limits
        axes.set_xlim(x0, x1)
        axes.set_ylim(y0, y1)
    axes.patch.set(facecolor=NO_DATA, edgecolor=NO_DATA_LINES, hatch=HATCH, linewidth=0.0)
    if frame.projection is None:
        axes.tick_params(labelsize=size, labelleft=left, labelbottom=bottom)
        axes.set_xlabel("km" if bottom else "", fontsize=size, loc="right", labelpad=1)
        return
    axes.spines["geo"].set_linewidth(0.6)
    coast.draw_land(axes, frame)
    lines = axes.gridlines(crs=LON_LAT, linewidth=0.4, color="#5c6670", alpha=0.45, zorder=4, draw_labels=True)
    lines.top_labels = lines.right_labels = False
    lines.left_labels, lines.bottom_labels = left, bottom
    lines.x_inline = lines.y_inline = False
    lines.rotate_labels = False
    lines.xformatter, lines.yformatter = LongitudeFormatter(), LatitudeFormatter()
    lines.xlabel_style = lines.ylabel_style = {"size": size, "color": "#40464d"}
    height = frame.box.north - frame.box.south
    lines.xlocator = ticker.FixedLocator(_meridians(frame.box.width))
    lines.ylocator = ticker.MultipleLocator(_step(height))


def _step(span: float) -> float:
    return next((step for step in (0.5, 1, 2, 5, 10, 15, 30) if span / step <= 7), 30)


def _meridians(width: float) -> np.ndarray:
    step = 60.0 if width > 300 else _step(width)
    return np.arange(-180.0, 180.0, step)


def add_cells(axes, scene: Scene, values: np.ndarray, colours, norm, edges: bool = False) -> PolyCollection:
    """Draws one polygon per cell with its value [n_cells], with edges if requested; cells without values stay clear."""
    patches = PolyCollection(scene.polygons.outlines, cmap=colours, norm=norm, rasterized=True, zorder=1)
    patches.set(linewidths=0.25 if edges else 0.0, antialiaseds=edges, edgecolors="#3a3f45" if edges else "none")
    set_values(patches, scene, values)
    axes.add_collection(patches, autolim=False)
    return patches


def set_values(patches: PolyCollection, scene: Scene, values: np.ndarray) -> None:
    """Recolours the polygons from values [n_cells]."""
    patches.set_array(np.ma.masked_invalid(values[scene.polygons.cell]))


def arrow_cells(scene: Scene, valid: np.ndarray, across: int) -> np.ndarray:
    """Indices of cells for evenly spread arrows: from each tile of the picture, the cell nearest to its middle, unless
    that is half a tile away or more.

    across: number of tiles side by side. Within a quarter of a tile from the rim of the picture there are no arrows.
    """
    x0, x1, y0, y1 = scene.frame.extent
    size = (x1 - x0) / across
    tile = (scene.centres - [x0, y0]) / size
    inside = valid & np.isfinite(tile).all(axis=1) & (tile >= 0.25).all(axis=1)
    inside &= (tile[:, 0] < across - 0.25) & (tile[:, 1] < (y1 - y0) / size - 0.25)
    index = np.flatnonzero(inside)
    whole = np.floor(tile[index]).astype(np.int64)
    # Every other row of tiles is shifted by half a tile, so that arrows do not fall into columns.
    shift = 0.5 * (whole[:, 1] % 2)
    column = np.floor(tile[index, 0] + shift).astype(np.int64)
    offset = np.hypot(tile[index, 0] + shift - column - 0.5, tile[index, 1] - whole[:, 1] - 0.5)
    order = np.lexsort((index, offset, column, whole[:, 1]))
    key = np.stack([whole[order, 1], column[order]], axis=1)
    first = np.ones(len(order), dtype=bool)
    first[1:] = (key[1:] != key[:-1]).any(axis=1)
    chosen = order[first]
    return index[chosen[offset[chosen] < 0.5]]


def on_map(frame: Frame, lon: np.ndarray, lat: np.ndarray, towards: np.ndarray) -> np.ndarray:
    """Unit vectors [n, 2] on the map for the compass directions `towards` [degree] at lon, lat; correct at the poles,
    too.

    They join the projected ends of a short step along the great circle, which is correct in any projection.
    """
    step, azimuth = np.radians(0.05), np.radians(towards)
    if frame.projection is None:
        return np.stack([np.sin(azimuth), np.cos(azimuth)], axis=-1)
    phi = np.radians(np.clip(lat, -89.99, 89.99))
    ends = []
    for sign in (-0.5, 0.5):
        sine = np.sin(phi) * np.cos(sign * step) + np.cos(phi) * np.sin(sign * step) * np.cos(azimuth)
        end_lat = np.arcsin(np.clip(sine, -1, 1))
        turn = np.arctan2(np.sin(azimuth) * np.sin(sign * step) * np.cos(phi), np.cos(sign * step) - np.sin(phi) * sine)
        ends.append(np.stack(frame.project(lon + np.degrees(turn), np.degrees(end_lat)), axis=-1))
    vector = ends[1] - ends[0]
    length = np.linalg.norm(vector, axis=1, keepdims=True)
    x0, x1, _, _ = frame.extent
    broken = ~np.isfinite(length) | (length == 0) | (length > 0.1 * (x1 - x0))  # the step crosses the edge of the map
    return np.where(broken, np.nan, vector / np.where(broken, 1.0, length))


def arrow_lengths(values: np.ndarray, largest: float) -> np.ndarray:
    """Lengths [n_cells] in 0.55..1 that grow with the square root of the values; 1 is the longest that tiles allow."""
    return np.sqrt(np.clip(values / largest if largest > 0 else values, 0.3, 1.0))


def add_arrows(
    axes: GeoAxes, scene: Scene, towards: np.ndarray, across: int, lengths: np.ndarray | None = None
) -> Quiver | None:
    """Draws evenly spread arrows in the directions `towards` [n_cells, degree clockwise from north], of equal length
    unless `lengths` [n_cells, 0..1] are given."""
    return arrows_at(axes, scene, arrow_cells(scene, np.isfinite(towards), across), towards, across, lengths)


def arrows_at(
    axes: GeoAxes,
    scene: Scene,
    chosen: np.ndarray,
    towards: np.ndarray,
    across: int = 34,
    lengths: np.ndarray | None = None,
) -> Quiver | None:
    """Draws arrows at the cells `chosen`, below the land, of a length that suits `across` arrows side by side."""
    if len(chosen) == 0:
        return None
    vector = on_map(scene.frame, scene.cells.lon[chosen], scene.cells.lat[chosen], towards[chosen])
    if lengths is not None:
        vector = vector * lengths[chosen, np.newaxis]
    return axes.quiver(
        scene.centres[chosen, 0], scene.centres[chosen, 1], vector[:, 0], vector[:, 1],
        pivot="middle", scale=1.45 * across, scale_units="width", units="width", angles="uv",
        width=0.055 / across, headwidth=4.2, headlength=4.4, headaxislength=3.8,
        color=DARK, edgecolor="white", linewidth=0.25, zorder=2.5,
    )  # fmt: skip


def add_contours(axes: GeoAxes, scene: Scene, values: np.ndarray, levels: list[float]) -> None:
    """Draws contours between cell centres, except across land or the edge of the map."""
    valid = np.isfinite(values) & np.isin(np.arange(len(values)), scene.polygons.cell)
    valid &= np.isfinite(scene.centres).all(axis=1)
    if valid.sum() < 3 or np.nanmax(values) < min(levels):
        return
    x, y = scene.centres[valid].T
    mesh = Triangulation(x, y)
    corners = np.stack([x, y], axis=1)[mesh.triangles]
    side = np.linalg.norm(corners - np.roll(corners, 1, axis=1), axis=2).max(axis=1)
    mesh.set_mask(side > 4.0 * np.median(side))
    lines = axes.tricontour(mesh, values[valid], levels=levels, colors=[DARK], linewidths=0.8, zorder=4.5)
    labels = axes.clabel(lines, fontsize=7, fmt="%g")
    for label in labels:
        label.set_path_effects(HALO)


def add_highest(axes: GeoAxes, scene: Scene, values: np.ndarray, units: str) -> None:
    """Marks the highest value in the frame with a cross and its number."""
    x0, x1, y0, y1 = scene.frame.extent
    x, y = scene.centres.T
    seen = np.isfinite(values) & (x > x0) & (x < x1) & (y > y0) & (y < y1)
    if not seen.any():
        return
    top = int(np.argmax(np.where(seen, values, -np.inf)))
    axes.plot(*scene.centres[top], marker="x", color=DARK, markersize=6, markeredgewidth=1.4, zorder=6,
              path_effects=HALO)  # fmt: skip
    left, low = scene.centres[top, 0] > 0.5 * (x0 + x1), scene.centres[top, 1] < y0 + 0.9 * (y1 - y0)
    text = axes.annotate(
        f"{values[top]:.1f} {units}",
        scene.centres[top],
        xytext=(-6 if left else 6, 6 if low else -6),
        textcoords="offset points",
        va="bottom" if low else "top",
        ha="right" if left else "left",
        fontsize=8.5,
        fontweight="bold",
        color=DARK,
        zorder=6,
        parse_math=False,
    )
    text.set_path_effects(HALO)
