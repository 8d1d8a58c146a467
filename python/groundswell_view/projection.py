# SPDX-License-Identifier: Apache-2.0
"""Chooses a map projection and its frame from the positions of the cells or as the user requests.

The globe gets the Robinson projection, cut at 20E through Africa so that no ocean is split; a polar cap a stereographic
one; the tropics Mercator's; middle latitudes Lambert's conformal cone with two standard parallels inside the region or,
if the region is 80 degrees wide or more, Mercator's; other regions wider than 180 degrees a plate carrée.
"""

from __future__ import annotations

from dataclasses import dataclass

import cartopy.crs as ccrs
import numpy as np

from groundswell_view.errors import ViewError

GLOBAL_CENTRE = -160.0
NAMES = ("auto", "robinson", "platecarree", "mercator", "lambert", "npolar", "spolar")
LON_LAT = ccrs.PlateCarree()


def wrapped(angle: np.ndarray) -> np.ndarray:
    """The angle [degree] within -180..180."""
    return (np.asarray(angle) + 180.0) % 360.0 - 180.0


@dataclass(frozen=True)
class Box:
    """A region [degree]: west may be any longitude, east is larger by up to 360."""

    west: float
    east: float
    south: float
    north: float

    @property
    def centre(self) -> float:
        return (0.5 * (self.west + self.east) + 180.0) % 360.0 - 180.0

    @property
    def width(self) -> float:
        return self.east - self.west

    @property
    def middle(self) -> float:
        return 0.5 * (self.south + self.north)


@dataclass(frozen=True)
class Frame:
    """A projection, its central meridian, whether it is cut at the opposite meridian, and its edges.

    limits: projected x0, x1, y0, y1; None for the whole globe. A plane has no projection; its unit is km.
    """

    projection: ccrs.Projection | None
    centre: float
    cut: bool
    box: Box
    limits: tuple[float, float, float, float] | None

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """x0, x1, y0, y1 of what is drawn."""
        return self.limits or (*self.projection.x_limits, *self.projection.y_limits)

    @property
    def shape(self) -> float:
        """Height divided by width."""
        x0, x1, y0, y1 = self.extent
        return (y1 - y0) / (x1 - x0)

    def project(self, lon: np.ndarray, lat: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Projected x, y of the same shape as lon, lat [degree]; infinite outside the projection."""
        lon, lat = np.broadcast_arrays(np.asarray(lon, float), np.asarray(lat, float))
        if self.projection is None:
            return lon, lat
        points = self.projection.transform_points(LON_LAT, lon.reshape(-1), lat.reshape(-1))
        return points[:, 0].reshape(lon.shape), points[:, 1].reshape(lon.shape)


def parse_region(text: str) -> Box:
    """A region written as west/east/south/north in degrees, such as -82/-52/20/60 or 120/-120/0/60."""
    try:
        west, east, south, north = (float(part) for part in text.replace(",", "/").split("/"))
    except ValueError:
        raise ViewError(f"'{text}' is not a region; write west/east/south/north, such as -82/-52/20/60") from None
    if not -90 <= south < north <= 90:
        raise ViewError(f"the region {text} needs south < north within -90..90; it has {south:g} and {north:g}")
    east = west + ((east - west) % 360.0 or 360.0)
    return Box(west, east, south, north)


def box_of(lon: np.ndarray, lat: np.ndarray) -> Box:
    """The smallest box around points [degree], across the date line if that is smaller."""
    if len(lon) == 0:
        raise ViewError("there are no cells to draw")
    turn = np.sort(np.mod(lon, 360.0))
    gaps = np.diff(np.concatenate([turn, [turn[0] + 360.0]]))
    widest = int(np.argmax(gaps))
    west = turn[(widest + 1) % len(turn)]
    width = 360.0 - gaps[widest]
    west = west - 360.0 if west > 180.0 else west
    if width > 340.0:
        west, width = -180.0, 360.0
    return Box(float(west), float(west + width), float(lat.min()), float(lat.max()))


def frame_for(box: Box, name: str = "auto", centre: float | None = None) -> Frame:
    """The frame for a box: `name` is one of NAMES, `centre` [degree] overrides the central meridian."""
    if name not in NAMES:
        raise ViewError(f"there is no projection {name}; known are {', '.join(NAMES)}")
    if name == "auto":
        name = _suitable(box)
    if centre is None:
        centre = GLOBAL_CENTRE if box.width > 340.0 and name in ("robinson", "platecarree") else box.centre
    if box.width > 340.0 and name in ("npolar", "spolar"):
        centre = 0.0
    projection = _projection(name, box, centre)
    cut = name in ("robinson", "platecarree", "mercator")
    return Frame(projection, centre, cut, box, _limits(projection, name, box, centre))


def plane_frame(x: np.ndarray, y: np.ndarray) -> Frame:
    """The frame of a plane that contains all corners x, y [km]."""
    west, east, south, north = (float(edge) for edge in (x.min(), x.max(), y.min(), y.max()))
    return Frame(None, 0.0, False, Box(west, east, south, north), (west, east, south, north))


def _suitable(box: Box) -> str:
    if box.width > 180.0 and box.south > 30.0:
        return "npolar"
    if box.width > 180.0 and box.north < -30.0:
        return "spolar"
    if box.width > 180.0:
        return "robinson" if box.width > 340.0 and box.north - box.south > 100.0 else "platecarree"
    if box.north > 82.0 and box.south > 30.0:
        return "npolar"
    if box.south < -82.0 and box.north < -30.0:
        return "spolar"
    if abs(box.middle) < 22.0 or box.south < -5.0 < 5.0 < box.north:
        return "mercator" if max(-box.south, box.north) < 75.0 else "platecarree"
    return "lambert" if box.width < 80.0 and min(abs(box.south), abs(box.north)) > 5.0 else "mercator"


def _projection(name: str, box: Box, centre: float) -> ccrs.Projection:
    if name == "robinson":
        return ccrs.Robinson(central_longitude=centre)
    if name == "platecarree":
        return ccrs.PlateCarree(central_longitude=centre)
    if name == "mercator":
        return ccrs.Mercator(central_longitude=centre, min_latitude=-82.0, max_latitude=82.0)
    if name == "npolar":
        return ccrs.NorthPolarStereo(central_longitude=centre)
    if name == "spolar":
        return ccrs.SouthPolarStereo(central_longitude=centre)
    sixth = (box.north - box.south) / 6.0
    return ccrs.LambertConformal(
        central_longitude=centre,
        central_latitude=box.middle,
        standard_parallels=(box.south + sixth, box.north - sixth),
        cutoff=-30.0 if box.middle > 0 else 30.0,
    )


def _limits(projection: ccrs.Projection, name: str, box: Box, centre: float) -> tuple | None:
    """Edges of the projected outline of the box; None for Robinson, which always shows the globe."""
    if name == "robinson":
        return None
    south, north = box.south, box.north
    if name == "mercator":
        south, north = max(south, -80.0), min(north, 80.0)
    half = min(0.5 * box.width, 179.999)
    middle = centre if box.width > 340.0 else box.centre
    lon = middle + np.linspace(-half, half, 181)
    lat = np.linspace(south, north, 91)
    outline_lon = np.concatenate([lon, lon, np.full(91, lon[0]), np.full(91, lon[-1])])
    outline_lat = np.concatenate([np.full(181, south), np.full(181, north), lat, lat])
    points = projection.transform_points(LON_LAT, outline_lon, outline_lat)
    x, y = (points[np.isfinite(points).all(axis=1), k] for k in (0, 1))
    return float(x.min()), float(x.max()), float(y.min()), float(y.max())
