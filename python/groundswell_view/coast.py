# SPDX-License-Identifier: Apache-2.0
"""Land and coastlines without any download.

Maps of regions show the zero contour of ETOPO5 (resolution 9 km, from Debian's ferret-datasets; the depths of the real
cases come from it, too). Maps of the globe, and those of regions if ETOPO5 is missing, show the GSHHS outlines of
Debian's python-cartopy-data. Without either, maps have no coastlines, and a note says so once.
"""

from __future__ import annotations

import logging
import os
import sys
from functools import lru_cache
from pathlib import Path

import cartopy
import cartopy.crs as ccrs
import cartopy.feature as cfeature
import netCDF4
import numpy as np
from cartopy.mpl.geoaxes import GeoAxes
from shapely.geometry import LineString

from groundswell_view.projection import Frame, wrapped

LAND, SHORE = "#dcd9d2", "#4d4a45"
FINE_REGION = 75.0  # [degree]; larger regions use means over blocks of ETOPO5
MARGIN = 8.0  # [degree], since a map in Lambert's projection shows more than the box at its corners
ETOPO5 = Path("/usr/share/ferret-vis/data/etopo5.cdf")
GSHHS = Path("/usr/share/cartopy/data")


def draw_land(axes: GeoAxes, frame: Frame) -> None:
    """Fills land and draws its outline over the cells."""
    etopo = Path(os.environ.get("GROUNDSWELL_ETOPO5", ETOPO5))
    if frame.limits and etopo.exists():
        _draw_relief(axes, frame, etopo)
    elif (GSHHS / "shapefiles/gshhs/c/GSHHS_c_L1.shp").exists():
        _draw_outlines(axes)
    else:
        _say_missing()


@lru_cache(maxsize=1)
def _say_missing() -> None:
    print("note: no coastlines; install python-cartopy-data (and ferret-datasets for regions)", file=sys.stderr)


def _draw_outlines(axes: GeoAxes) -> None:
    cartopy.config["pre_existing_data_dir"] = str(GSHHS)
    logging.getLogger("shapefile").setLevel(logging.ERROR)  # shapefile warns of holes, which are drawn correctly
    land = cfeature.GSHHSFeature(scale="c", levels=[1], facecolor=LAND, edgecolor="none")
    axes.add_feature(land, zorder=3)
    shores = [shore for shape in land.geometries() for shore in _shores(np.array(shape.exterior.coords))]
    axes.add_geometries(shores, ccrs.PlateCarree(), facecolor="none", edgecolor=SHORE, linewidth=0.4, zorder=3.1)


def _shores(outline: np.ndarray) -> list[LineString]:
    """The outline [n, (lon, lat)] of a polygon without the edges along which the file cuts land: at the meridians of
    0 and 180 degrees and around the South Pole."""
    start, end = outline[:-1], outline[1:]
    cut = (start[:, 0] == end[:, 0]) & (np.mod(start[:, 0], 180.0) == 0.0)
    cut |= (start[:, 1] <= -89.0) & (end[:, 1] <= -89.0)
    pieces = np.split(np.arange(len(start)), np.flatnonzero(cut))
    kept = [piece[~cut[piece]] for piece in pieces]
    return [LineString(np.vstack([start[piece], end[piece[-1:]]])) for piece in kept if len(piece)]


def _draw_relief(axes: GeoAxes, frame: Frame, path: Path) -> None:
    lon, lat, height = land_height(path, frame)
    x, y = frame.project(lon, lat)
    if not np.isfinite(x).all():
        x, y, height = (np.ma.masked_where(~np.isfinite(x), part) for part in (x, y, height))
    axes.contourf(x, y, height, levels=[0.0, 1e5], colors=[LAND], zorder=3)
    axes.contour(x, y, height, levels=[0.0], colors=[SHORE], linewidths=0.5, zorder=3.1)


@lru_cache(maxsize=4)
def land_height(path: Path, frame: Frame) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Longitude, latitude and height [m, n_lat, n_lon] around a frame, from ETOPO5's 5-minute grid or block
    means of it.

    Longitudes come from the index, in steps of 1/12 degree, because those in the file are slightly wrong.
    """
    box, polar = frame.box, "Polar" in type(frame.projection).__name__
    block = max(1, int(np.ceil(max(box.width, box.north - box.south) / FINE_REGION)))
    margin = 30.0 if polar else MARGIN
    first_row = max(0, int(np.floor((box.south - margin + 90.0) * 12)))
    last_row = min(2160, int(np.ceil((box.north + margin + 90.0) * 12)))
    half = 0.5 * box.width + abs(wrapped(box.centre - frame.centre)) + 2 * margin
    first, last = (int(np.floor((frame.centre + sign * min(half, 180.0)) * 12)) for sign in (-1, 1))
    columns = np.arange(first, first + (last - first) // block * block)
    with netCDF4.Dataset(path) as data:
        rows = np.ma.filled(data["ROSE"][first_row : last_row + 1, :], 0.0)
    rows = rows[: len(rows) // block * block, np.mod(columns, 4320)]
    height = rows.reshape(len(rows) // block, block, len(columns) // block, block).mean(axis=(1, 3))
    # Land at exactly zero height would be drawn as lakes, so land is at least 1 m above and sea 1 m below zero.
    height = np.where(height >= 0.0, np.maximum(height, 1.0), np.minimum(height, -1.0))
    middle = 0.5 * (block - 1)
    lon = (columns[::block] + middle) / 12.0
    lat = (first_row + np.arange(len(height)) * block + middle) / 12.0 - 90.0
    if polar and half >= 180.0:  # closes the circle of longitudes
        lon, height = np.append(lon, lon[0] + 360.0), np.hstack([height, height[:, :1]])
    return *np.meshgrid(lon, lat), height
