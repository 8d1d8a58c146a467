# SPDX-License-Identifier: Apache-2.0
"""Text on figures: texts from files, shown literally, and explanations of a map."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text

GREY = "#40464d"
NO_DATA, NO_DATA_LINES, HATCH = "#ffffff", "#c3c9d0", "////"  # for sea without a forecast
SMALLEST = 0.75  # fraction of its font size to which a text shrinks before it is cut off


def plain(text: str) -> str:
    """The text on one line."""
    return " ".join(text.split())


def joined(*parts: str) -> str:
    """The parts that are not empty, on one line."""
    return " · ".join(part for part in map(plain, parts) if part)


def write(figure: Figure, x: float, y: float, text: str, width: float, **how) -> Text:
    """Writes a text literally ($ and _ have no special meaning), shrunk or cut off if wider than `width` [inch]."""
    made = figure.text(x, y, plain(text), **{"parse_math": False, "va": "center", **how})
    fit(made, width)
    return made


def fit(text: Text, width: float) -> None:
    """Shrinks a text, then cuts it off, until it fits `width` [inch]."""
    figure = text.get_figure()
    renderer, most = figure.canvas.get_renderer(), width * figure.dpi

    def is_wide() -> bool:
        return text.get_window_extent(renderer).width > most

    if is_wide():
        text.set_fontsize(max(SMALLEST, most / text.get_window_extent(renderer).width) * text.get_fontsize())
    whole, kept = text.get_text(), len(text.get_text())
    while is_wide() and kept > 1:
        kept = max(1, min(kept - 1, int(kept * most / text.get_window_extent(renderer).width)))
        text.set_text(whole[:kept].rstrip() + "…")


def explain(figure: Figure, x: float, y: float, arrows: str, width: float) -> None:
    """Writes the legend of hatching and arrows; x, y are fractions of the figure."""
    across, up = figure.get_size_inches()
    figure.add_artist(Rectangle((x, y - 0.065 / up), 0.26 / across, 0.13 / up, facecolor=NO_DATA, hatch=2 * HATCH,
                                edgecolor=NO_DATA_LINES, linewidth=0.6))  # fmt: skip
    write(figure, x + 0.34 / across, y, "Hatched: no forecast. " + arrows, width - 0.34, fontsize=8, color=GREY)
