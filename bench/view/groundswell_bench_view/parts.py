# SPDX-License-Identifier: Apache-2.0
"""The parts of a decomposed mesh, their halos and their communication, from `groundswell-bench halo --parts`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from groundswell_view import drawing, maps, projection
from groundswell_view.colours import GROUPS
from groundswell_view.drawing import Scene
from groundswell_view.errors import ViewError
from groundswell_view.reading import Cells, open_dataset
from matplotlib.colors import ListedColormap, LogNorm, Normalize

INK = "#1d1d22"
NUMBERS = Normalize(-0.5, len(GROUPS) - 0.5)
MOST_NUMBERS = 200  # the map shows the numbers of at most this many parts


@dataclass(frozen=True)
class Parts:
    """Cells with their part [n_cells], halo entries (cell, part, ring) and links (from, to, cells)."""

    cells: Cells
    part: np.ndarray
    halo: np.ndarray  # [n, 3]
    links: np.ndarray  # [n, 3]
    title: str

    @property
    def n(self) -> int:
        """The number of parts."""
        return int(self.part.max()) + 1

    def sent(self) -> np.ndarray:
        """The number of cells that each part [row] sends to each other part [column]."""
        table = np.zeros((self.n, self.n), dtype=np.int64)
        table[self.links[:, 0], self.links[:, 1]] = self.links[:, 2]
        return table


def read_parts(path: Path) -> Parts:
    """Reads the file; raises a ViewError if it is of another kind."""
    data = open_dataset(path)
    try:
        rows = [np.stack([data[name].values.astype(np.int64) for name in names], axis=1) for names in (
            ("halo_cell", "halo_part", "halo_ring"), ("link_from", "link_to", "link_cells"))]  # fmt: skip
        unit = 1e-3 if data.attrs["surface"] == "plane" else 1.0  # groundswell_view draws planes in km
        positions = [unit * data[name].values for name in ("x", "y", "x_corner", "y_corner")]
        cells = Cells(*positions, data.attrs["surface"] == "plane")
        return Parts(cells, data["part"].values.astype(np.int64), *rows, str(data.attrs.get("title", "")))
    except (KeyError, ValueError) as error:
        raise ViewError(
            f"{path} has no parts of a mesh ({error}); groundswell-bench halo --parts writes them"
        ) from error


def colour_numbers(table: np.ndarray) -> np.ndarray:
    """The index in GROUPS of each part's colour; partners differ in colour if there are enough colours."""
    talks = (table + table.T) > 0
    numbers = np.full(len(table), -1)
    for part in np.argsort(-talks.sum(axis=1), kind="stable"):
        used = set(numbers[talks[part]])
        free = [number for number in range(len(GROUPS)) if number not in used]
        numbers[part] = free[0] if free else part % len(GROUPS)
    return numbers


def centres(parts: Parts) -> np.ndarray:
    """For each part, the cell nearest to the mean of its cells, where the part's number is shown."""
    if parts.cells.plane:
        points = np.stack([parts.cells.lon, parts.cells.lat], axis=1)
    else:
        lon, lat = np.radians(parts.cells.lon), np.radians(parts.cells.lat)
        points = np.stack([np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)], axis=1)
    found = np.zeros(parts.n, dtype=np.int64)
    for part in range(parts.n):
        own = np.flatnonzero(parts.part == part)
        found[part] = own[np.argmin(((points[own] - points[own].mean(axis=0)) ** 2).sum(axis=1))]
    return found


def _scene(parts: Parts, drawn: np.ndarray) -> Scene:
    cells = parts.cells
    if cells.plane:
        return Scene.of(cells, projection.plane_frame(cells.corner_lon[drawn], cells.corner_lat[drawn]), drawn)
    box = projection.box_of(cells.lon[drawn], cells.lat[drawn])
    around_pole = box.width > 340.0 and box.north - box.south < 120.0
    name = "auto" if not around_pole else "npolar" if box.middle > 0.0 else "spolar"
    return Scene.of(cells, projection.frame_for(box, name), drawn)


def _paint(axes, scene: Scene, values: np.ndarray, edges: bool) -> None:
    """Draws cells in the colours whose indices in GROUPS are `values`; cells with NaN are left out."""
    drawing.start_axes(axes, scene, size=7)
    drawing.add_cells(axes, scene, values, ListedColormap(GROUPS), NUMBERS, edges).set_zorder(3.2)  # above land


def draw_all(axes, parts: Parts, scene: Scene, numbers: np.ndarray) -> None:
    """Draws all parts; lines join communicating parts, wider for more cells; cells in halos of other parts are dark."""
    _paint(axes, scene, numbers[parts.part].astype(float), len(parts.part) < 3000)
    needed = np.full(len(parts.part), np.nan)
    needed[parts.halo[:, 0]] = 0.0
    shade = drawing.add_cells(axes, scene, needed, ListedColormap(["#00000038"]), NUMBERS)
    shade.set_zorder(3.3)
    table, place = parts.sent(), scene.centres[centres(parts)]
    widest = table.max()
    for a, b in zip(*np.nonzero(np.triu(table + table.T))):
        ends = place[[a, b]]
        if np.isfinite(ends).all() and abs(ends[0, 0] - ends[1, 0]) < 0.5 * (
            scene.frame.extent[1] - scene.frame.extent[0]
        ):
            axes.plot(*ends.T, color=INK, linewidth=0.4 + 2.4 * max(table[a, b], table[b, a]) / widest, alpha=0.7,
                      zorder=5)  # fmt: skip
    for part, (x, y) in enumerate(place[:MOST_NUMBERS]):
        axes.text(x, y, str(part), fontsize=8 if parts.n < 40 else 5.5, ha="center", va="center", zorder=6,
                  path_effects=drawing.HALO, clip_on=True)  # fmt: skip


def draw_one(axes, parts: Parts, scene: Scene, numbers: np.ndarray, shown: int) -> None:
    """Draws a part and its halo in the owners' colours, the second ring pale; its cells that others need are dark."""
    mine, needed = parts.part == shown, np.full(len(parts.part), np.nan)
    halo = parts.halo[parts.halo[:, 1] == shown]
    values = np.full(len(parts.part), np.nan)
    values[mine] = numbers[shown]
    values[halo[:, 0]] = numbers[parts.part[halo[:, 0]]]
    _paint(axes, scene, values, len(parts.part) < 200000)
    of_others = np.unique(parts.halo[:, 0])
    needed[of_others[mine[of_others]]] = 0.0
    shade = drawing.add_cells(axes, scene, needed, ListedColormap(["#00000040"]), NUMBERS)
    shade.set_zorder(3.3)
    second = np.full(len(parts.part), np.nan)
    second[halo[halo[:, 2] > 1, 0]] = 0.0
    drawing.add_cells(axes, scene, second, ListedColormap(["#ffffff90"]), NUMBERS).set_zorder(3.3)


def draw_table(figure, axes, parts: Parts) -> None:
    """Draws the number of cells that each part sends to each other part."""
    table = np.ma.masked_equal(parts.sent(), 0)
    image = axes.imshow(table, cmap="viridis_r", norm=LogNorm(max(1, table.min()), max(2, table.max())))
    axes.set_xlabel("to part", fontsize=9)
    axes.set_ylabel("from part", fontsize=9)
    axes.tick_params(labelsize=8)
    if parts.n <= 16:
        axes.set_xticks(range(parts.n))
        axes.set_yticks(range(parts.n))
        for (a, b), n in np.ndenumerate(parts.sent()):
            if n:
                axes.text(b, a, str(n), fontsize=7, ha="center", va="center", path_effects=drawing.HALO)
    bar = figure.colorbar(image, ax=axes, shrink=0.85, pad=0.02)
    bar.set_label("cells", fontsize=9)
    for axis_formatter in (bar.ax.yaxis.set_major_formatter, bar.ax.yaxis.set_minor_formatter):
        axis_formatter("{x:.0f}")
    bar.ax.tick_params(labelsize=8)


def draw_parts(path: Path, out: Path, shown: int, dpi: int) -> str:
    """Draws the parts in the file and writes the picture; returns a message for the user."""
    parts = read_parts(path)
    if not 0 <= shown < parts.n:
        raise ViewError(f"{path} has no part {shown}; it has parts 0 to {parts.n - 1}")
    numbers = colour_numbers(parts.sent())
    drawn = parts.part == shown
    drawn[parts.halo[parts.halo[:, 1] == shown, 0]] = True
    scenes = _scene(parts, np.ones(len(parts.part), dtype=bool)), _scene(parts, drawn)
    figure = plt.figure(figsize=(17.0, 5.6), dpi=dpi)
    axes = [figure.add_axes(place, projection=scene.frame.projection)
            for place, scene in zip(([0.03, 0.06, 0.4, 0.78], [0.465, 0.06, 0.24, 0.78]), scenes)]  # fmt: skip
    draw_all(axes[0], parts, scenes[0], numbers)
    draw_one(axes[1], parts, scenes[1], numbers, shown)
    table = figure.add_axes([0.74, 0.09, 0.25, 0.74])
    draw_table(figure, table, parts)
    talks = np.count_nonzero(parts.sent(), axis=1)
    titles = ("Parts; dark: cells in halos of others", f"Part {shown} with its halo, in the colours of the owners",
              "Who sends to whom")  # fmt: skip
    for each, title in zip([*axes, table], titles):
        each.set_title(title, fontsize=10.5, fontweight="bold", loc="left")
    figure.text(0.03, 0.95, parts.title, fontsize=14, fontweight="bold", va="center")
    about = (f"a part sends {parts.sent().sum(axis=1).mean():.0f} cells on average, at most "
             f"{parts.sent().sum(axis=1).max()}, to {talks.mean():.1f} others, at most {talks.max()}")  # fmt: skip
    figure.text(0.03, 0.9, about, fontsize=9.5, va="center", color="#40464d")
    maps.save(figure, out)
    return f"{parts.n} parts"
