# SPDX-License-Identifier: Apache-2.0
"""Properties of each variable: its names in output files, its colours, its scale, and whether it is a direction.

Users write `hs`, `tp`, `dir`; a lat-lon product has `swh`, `pp1d`, `mwd`. Peak period and speeds of wind and current
are derived from peak frequency and components.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from groundswell_view import times
from groundswell_view.errors import ViewError
from groundswell_view.reading import Field, FieldFile

ALIASES = {
    "hs": ("hs", "swh"),
    "tp": ("tp", "pp1d"),
    "t02": ("t02", "mp2"),
    "t0m1": ("t0m1", "mwp"),
    "dir": ("dir", "mwd"),
    "uwnd": ("uwnd", "u10"),
    "vwnd": ("vwnd", "v10"),
    "ucur": ("ucur",),
    "vcur": ("vcur",),
}


@dataclass(frozen=True)
class Style:
    """How a variable is drawn: colour map; whether its scale starts at zero, is that of an angle (0 to 360), or is
    symmetric about zero.

    levels: steps that are the same on all maps, so that 4 m always has the same colour.
    """

    colours: str
    from_zero: bool = True
    angle: bool = False
    signed: bool = False
    levels: tuple[float, ...] = ()


SEQUENTIAL = Style("groundswell.sea")
HEIGHT = Style("groundswell.sea", levels=(0, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16))
DEPTH = Style(
    "groundswell.depth", levels=(0, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 3000, 4000, 5000, 6000, 8000)
)
WIND = Style("groundswell.sea", levels=(0, 2, 4, 6, 8, 10, 12, 14, 17, 20, 24, 28, 32))
SHARE = Style("YlOrRd_r", levels=(0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1))
PERIOD = Style("groundswell.period", from_zero=False)


def style(field: Field) -> Style:
    """The style of a field, chosen by its names and units."""
    name, units = field.name.lower(), field.units.lower()
    if is_direction(field):
        return Style("groundswell.compass", angle=True)
    if name in {"spr", "dspr"} or "spread" in field.standard_name:
        return Style("cividis")
    if units in {"s", "second", "seconds"}:
        return PERIOD
    if name in {"dpt", "depth", "bottomdepth"}:
        return DEPTH
    if "velocity" in field.standard_name or name[:1] in "uv" and units in {"m s-1", "m/s"}:
        return Style("RdBu_r", signed=True)
    if name == "wind":
        return WIND
    if name == "transparency":
        return SHARE
    return HEIGHT if field.standard_name.endswith("wave_significant_height") or name == "hs" else SEQUENTIAL


def is_direction(field: Field) -> bool:
    """Whether a field is an angle on the compass (not the spread, which has the same units)."""
    named = field.name.lower() in {"dir", "dp", "mwd", "wnddir", "winddir", "mdts", "mdww"}
    return named or "direction" in field.standard_name and "spread" not in field.standard_name


def goes_to(field: Field) -> np.ndarray:
    """Direction of travel [degree clockwise from north] from a field of directions, whose standard name says whether
    waves travel to them or come from them."""
    return field.values if "to_direction" in field.standard_name else field.values + 180.0


def find(file: FieldFile, wanted: str) -> str | None:
    """Name in this file of the variable that a user calls `wanted`; None if the file has none."""
    names = ALIASES.get(wanted, ()) + tuple(k for k, v in ALIASES.items() if wanted in v) + (wanted,)
    return next((name for name in names if name in file.names), None)


def components_of(file: FieldFile, wanted: str) -> list[str] | None:
    """Names in this file of the eastward and northward components of `wind` or `current`; None if it lacks one."""
    parts = [find(file, part) for part in {"wind": ("uwnd", "vwnd"), "current": ("ucur", "vcur")}.get(wanted, ("",))]
    return parts if all(parts) else None


def load(file: FieldFile, wanted: str, index: int) -> Field:
    """The field that a user calls `wanted`, derived if necessary; if the file lacks it, a ViewError lists what the file
    has."""
    name = find(file, wanted)
    if name is not None:
        return file.field(name, index)
    if wanted == "tp" and find(file, "fp"):
        frequency = file.field("fp", index)
        period = 1.0 / np.where(frequency.values > 0, frequency.values, np.nan)
        return Field(period, "tp", frequency.long_name.replace("frequency", "period"), "s")
    if wanted == "transparency":
        return file.transparency()
    if parts := components_of(file, wanted):
        u, v = (file.field(part, index) for part in parts)
        title = "wind speed at 10 m" if wanted == "wind" else "surface current speed"
        return Field(np.hypot(u.values, v.values), wanted, title, u.units or "m s-1")
    raise ViewError(f"{file.label} has no variable {wanted}; it has {', '.join(available(file)) or 'none to draw'}")


def available(file: FieldFile) -> list[str]:
    """Variables that `load` can return from this file."""
    derived = [
        name
        for name, parts in {"tp": ("fp",), "wind": ("uwnd", "vwnd"), "current": ("ucur", "vcur")}.items()
        if not find(file, name) and all(find(file, part) for part in parts)
    ]
    derived += ["transparency"] if file.has_islands else []
    mesh_only = {"indexToCellID", "nEdgesOnCell"}
    return [name for name in file.names if name not in mesh_only] + derived


def arrows_of(file: FieldFile, wanted: str, index: int) -> np.ndarray | None:
    """Direction of travel [n_cells, degree clockwise from north] for the arrows of a map of `wanted`.

    Wind, current and directions show their own direction, everything else that of the waves (`dir`); None if the file
    lacks them.
    """
    if wanted in ("wind", "current"):
        parts = components_of(file, wanted)
        return np.degrees(np.arctan2(*(file.field(part, index).values for part in parts))) if parts else None
    name = find(file, wanted)
    if name is not None and is_direction(file.field(name, index)):
        return goes_to(file.field(name, index))
    name = find(file, "dir")
    return None if name is None else goes_to(file.field(name, index))


def date_index(file: FieldFile, wanted: str, text: str) -> int:
    """Time index of the date `text`; `highest` is the date with the largest value of `wanted`."""
    if len(file.times) == 0:
        if text not in ("first", "last", "highest"):
            raise ViewError(f"{file.label} has no dates; leave out --time")
        return 0
    if text != "highest":
        return times.index_of(text, file.times, file.label)
    tops = [load(file, wanted, index).values for index in range(len(file.times))]
    return int(np.argmax([np.nanmax(np.where(np.isfinite(top), top, -np.inf)) for top in tops]))
