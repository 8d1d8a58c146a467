# SPDX-License-Identifier: Apache-2.0
"""Perceptually uniform colour maps, and the steps of colour scales.

`groundswell.sea` runs from calm to phenomenal seas in the usual order of hues (blue, green, yellow, red, violet), in
equal steps of Oklab (Ottosson 2020) and with decreasing lightness, so that it can be read in grey and by colour-blind
people. `groundswell.compass` has the same lightness for all directions.
"""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
from matplotlib.colors import BoundaryNorm, ListedColormap, Normalize
from matplotlib.ticker import MaxNLocator

from groundswell_view.variables import Style

# Colours of adjacent groups: parts of a mesh, clusters of places.
GROUPS = ("#9cc5e8", "#f2b5a7", "#a9d8b8", "#f5d58a", "#c9b6e4", "#e8b7d4", "#b9d6d3", "#d8c3a5", "#c2cad6", "#dfe3a1")

# Lightness, chroma and hue [degree] of Oklab from calm to the highest sea.
SEA_POINTS = np.array(
    [
        (0.97, 0.015, 235),
        (0.90, 0.060, 230),
        (0.83, 0.095, 210),
        (0.81, 0.120, 165),
        (0.805, 0.150, 125),
        (0.80, 0.155, 95),
        (0.72, 0.165, 65),
        (0.62, 0.190, 38),
        (0.51, 0.190, 20),
        (0.42, 0.170, 350),
        (0.34, 0.135, 312),
    ]
)

PERIOD_POINTS = np.array(
    [(0.97, 0.050, 105), (0.90, 0.100, 130), (0.81, 0.110, 165), (0.70, 0.105, 210), (0.58, 0.120, 255),
     (0.46, 0.140, 285), (0.34, 0.120, 305)]
)  # fmt: skip

DEPTH_POINTS = np.array(
    [(0.93, 0.035, 215), (0.80, 0.075, 230), (0.60, 0.110, 248), (0.42, 0.110, 262), (0.27, 0.08, 270)]
)


def oklab_to_rgb(lightness: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """sRGB [n, 3] in 0..1 of Oklab colours [n], clipped to the sRGB gamut (Ottosson 2020)."""
    root = np.stack(
        [
            lightness + 0.3963377774 * a + 0.2158037573 * b,
            lightness - 0.1055613458 * a - 0.0638541728 * b,
            lightness - 0.0894841775 * a - 1.2914855480 * b,
        ]
    )
    to_linear = np.array(
        [
            [4.0767416621, -3.3077115913, 0.2309699292],
            [-1.2684380046, 2.6097574011, -0.3413193965],
            [-0.0041960863, -0.7034186147, 1.7076147010],
        ]
    )
    linear = np.clip(to_linear @ root**3, 0.0, 1.0)
    return np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055).T


def _even(name: str, points: np.ndarray, count: int = 256) -> ListedColormap:
    """A colour map through points [n, 3] with steps of equal size in Oklab."""
    lightness, chroma, hue = points.T
    angle = np.unwrap(np.radians(hue))
    fine = np.linspace(0, len(hue) - 1, 4000)
    path = [np.interp(fine, np.arange(len(hue)), values) for values in (lightness, chroma, angle)]
    lab = np.stack([path[0], path[1] * np.cos(path[2]), path[1] * np.sin(path[2])])
    length = np.concatenate([[0], np.cumsum(np.linalg.norm(np.diff(lab, axis=1), axis=0))])
    even = np.interp(np.linspace(0, length[-1], count), length, np.arange(len(fine)))
    return ListedColormap(oklab_to_rgb(*(np.interp(even, np.arange(len(fine)), row) for row in lab)), name)


def _compass(count: int = 360) -> ListedColormap:
    hue = np.radians(np.arange(count) * 360.0 / count + 250.0)
    rgb = oklab_to_rgb(np.full(count, 0.74), 0.125 * np.cos(hue), 0.125 * np.sin(hue))
    return ListedColormap(rgb, "groundswell.compass")


POINTS = {"sea": SEA_POINTS, "period": PERIOD_POINTS, "depth": DEPTH_POINTS}
for _map in [_compass(), *(_even(f"groundswell.{name}", points) for name, points in POINTS.items())]:
    mpl.colormaps.register(_map, force=True)


def _steady(colours: mpl.colors.Colormap, levels: np.ndarray, high: float) -> tuple:
    """The scale of a style with fixed steps; its upper end is open if values exceed its last level."""
    extend = "max" if high > levels[-1] else "neither"
    picked = colours(np.linspace(0.0, 1.0, len(levels)))
    regions = len(levels) - (extend == "neither")
    return ListedColormap(picked[:regions]), BoundaryNorm(levels, regions, extend=extend), extend


def scale(style: Style, low: float, high: float, fixed: bool = False) -> tuple[mpl.colors.Colormap, Normalize, str]:
    """Colour map, norm and colour-bar extension for values from low to high.

    The levels are those of the style or, if it has none, about 14 round numbers; directions have a continuous scale
    over 0..360. With `fixed`, the ends are as given, and levels of the style are not used.
    """
    colours = mpl.colormaps[style.colours]
    if style.angle:
        return colours, Normalize(0.0, 360.0), "neither"
    if not np.isfinite([low, high]).all():
        low, high = 0.0, 1.0
    if style.levels and not fixed:
        return _steady(colours, np.array(style.levels, dtype=float), high)
    if not fixed:
        if style.signed:
            high = max(abs(low), abs(high))
            low = -high
        elif style.from_zero:
            low = min(0.0, low)
    if high - low < 1e-6:
        high = low + 1.0
    levels = MaxNLocator(nbins=14, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    if fixed:
        levels = np.unique(np.concatenate([[low], levels[(levels > low) & (levels < high)], [high]]))
    extend = "max" if fixed else "neither"
    regions = len(levels) - 1 + (extend == "max")
    picked = ListedColormap(colours(np.linspace(0.0, 1.0, regions)))
    return picked, BoundaryNorm(levels, regions, extend=extend), extend
