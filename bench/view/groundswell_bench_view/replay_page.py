# SPDX-License-Identifier: Apache-2.0
"""The page of a replay: a figure with six panels, and the tables of the same cases."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import matplotlib.pyplot as plt
from groundswell_view import maps, writing


@dataclass(frozen=True)
class ReplayPage:
    title: str
    about: str  # a line below the title
    draw: Callable  # called with the 2 x 3 panels
    handles: list  # entries of the legend
    columns: int  # columns of the legend
    tables: Callable[[], str]


def write_page(page: ReplayPage, paths: list[Path], picture: Path, table: Path | None, dpi: int) -> None:
    """Writes the picture and, if requested, the tables. `paths` are the input files."""
    figure, panels = plt.subplots(2, 3, figsize=(15.0, 9.0), dpi=dpi)
    figure.subplots_adjust(left=0.05, right=0.985, top=0.86, bottom=0.065, wspace=0.2, hspace=0.34)
    page.draw(panels)
    figure.text(0.05, 0.965, page.title, fontsize=15, fontweight="bold", va="center")
    figure.text(0.05, 0.935, page.about, fontsize=10, va="center", color="#40464d")
    figure.legend(handles=page.handles, loc="upper right", bbox_to_anchor=(0.985, 0.99), ncols=page.columns,
                  frameon=False, fontsize=9.5)  # fmt: skip
    if table:
        writing.check_target(table, paths)
    maps.save(figure, picture)
    if table:
        with writing.written(table) as part:
            part.write_text(page.tables())
