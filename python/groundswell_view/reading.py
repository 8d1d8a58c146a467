# SPDX-License-Identifier: Apache-2.0
"""Reads field files: CF/UGRID files on Voronoi cells (MPAS names) and regular lat-lon products, behind one interface.

Code that draws maps sees cells: their centres, their corners and one value each. A point of a lat-lon grid becomes
a cell with four corners. Values are read one date at a time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import xarray as xr

from groundswell_view import joining, times
from groundswell_view.errors import ViewError
from groundswell_view.joining import Sources


@dataclass(frozen=True)
class Field:
    """One variable at one date: values [n_cells] (NaN if missing), with the texts for a title."""

    values: np.ndarray
    name: str
    long_name: str
    units: str
    standard_name: str = ""

    @property
    def written_units(self) -> str:
        """Units as printed, m s⁻¹ for m s-1; empty for a pure number."""
        raised = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
        plain = "" if self.units == "1" else self.units
        return re.sub(r"(?<=[A-Za-z])-?\d+", lambda power: power.group().translate(raised), plain)


@dataclass(frozen=True)
class Cells:
    """Centres lon, lat [n_cells] and corners [n_cells, n_corners] in degrees; short rows repeat their last corner.

    On a plane, lon and lat are x and y [km].
    """

    lon: np.ndarray
    lat: np.ndarray
    corner_lon: np.ndarray
    corner_lat: np.ndarray
    plane: bool = False

    def __len__(self) -> int:
        return len(self.lon)


def open_dataset(sources: Sources) -> xr.Dataset:
    """Opens a NetCDF file lazily, or several of one case joined in time; raises a ViewError if they cannot be read."""
    paths = joining.find_files(sources)
    if len(paths) == 1:
        return _open_one(paths[0])
    return joining.join([(path, _open_one(path)) for path in paths])


def _open_one(path: Path) -> xr.Dataset:
    if not path.exists():
        raise ViewError(f"there is no file {path}")
    if path.is_dir():
        raise ViewError(f"{path} is a folder; name the NetCDF file in it")
    try:
        data = xr.open_dataset(path, engine="netcdf4")
    except Exception as error:
        raise ViewError(f"{path} cannot be read as NetCDF: {_first_line(error)}") from error
    if not data.variables:
        raise ViewError(f"{path} contains no variables: it is empty or cut off")
    with open(path, "rb") as file:
        classic = file.read(3) == b"CDF"
    if classic:  # beyond the end of a classic file the library returns zeros without an error
        needed = sum(
            array.size * array.encoding.get("dtype", array.dtype).itemsize for array in data.variables.values()
        )
        size = path.stat().st_size
        if size < needed:
            raise ViewError(f"{path} is cut off: it has {size} bytes, its variables need {needed}")
    return data


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


class FieldFile:
    """Fields on cells or on a lat-lon grid, from one file or from several joined in time."""

    def __init__(self, sources: Sources, data: xr.Dataset | None = None):
        """Opens the files, unless `data`, their content, is given."""
        self.label = joining.name_of(joining.find_files(sources))  # name in messages
        self.data = open_dataset(sources) if data is None else data
        if "verticesOnCell" in self.data:
            self.space = (self.data["verticesOnCell"].dims[0],)
        elif "latitude" in self.data.dims and "longitude" in self.data.dims:
            self.space = ("latitude", "longitude")
        else:
            raise ViewError(
                f"{self.label} contains no map: neither cells (verticesOnCell) nor a grid (latitude, longitude); "
                f"it has the dimensions {', '.join(map(str, self.data.sizes))}"
            )

    @cached_property
    def times(self) -> np.ndarray:
        """Valid dates [n_times] as datetime64[s]; empty for a file without time."""
        return times.decoded(self.data, self.label)

    @cached_property
    def reference_time(self) -> np.datetime64 | None:
        """Start of the forecast, or None if the file does not state it."""
        return times.reference(self.data)

    @property
    def model(self) -> str:
        """Name of the model, from the global attributes."""
        return str(self.data.attrs.get("source", self.data.attrs.get("model", "")))

    @property
    def title(self) -> str:
        """Title of the case, from the global attributes; empty if there is none."""
        return str(self.data.attrs.get("title", ""))

    @cached_property
    def names(self) -> list[str]:
        """Variables that can be drawn as maps: one number per cell, with or without time."""
        skip = {"lon", "lat", "latitude", "longitude", "lonCell", "latCell", "xCell", "yCell", "zCell"}
        shapes = (self.space, ("time", *self.space))
        return [
            str(name)
            for name, array in self.data.variables.items()
            if array.dims in shapes and name not in skip and array.dtype.kind in "fiu"
        ]

    def field(self, name: str, index: int = 0) -> Field:
        """Values of a variable of this file at time `index`; raises a ViewError unless the name is in `names`."""
        if name not in self.names:
            raise ViewError(f"{self.label} has no variable {name}; it has {', '.join(self.names) or 'none to draw'}")
        array = self.data[name]
        if "time" in array.dims:
            if array.sizes["time"] == 0:
                raise ViewError(f"{self.label} has no date yet, so there is nothing to draw")
            array = array.isel(time=index)
        try:
            values = np.asarray(array.values, dtype=np.float64).reshape(-1)
        except Exception as error:
            raise ViewError(f"{self.label}: {name} cannot be read: {_first_line(error)}") from error
        attributes = self.data[name].attrs
        standard = str(attributes.get("standard_name", ""))
        long_name = str(attributes.get("long_name", standard.replace("_", " ") or name))
        return Field(values, name, long_name, str(attributes.get("units", "")), standard)

    @property
    def has_islands(self) -> bool:
        """Whether the file, that of a mesh, describes islands smaller than the cells."""
        return "obstacleThrough" in self.data

    def transparency(self) -> Field:
        """The share of the waves that islands smaller than a cell let pass, mean over all directions."""
        if not self.has_islands:
            raise ViewError(
                f"{self.label} describes no islands smaller than its cells; `groundswell mesh` writes them into meshes"
            )
        shares = np.asarray(self.data["obstacleThrough"].values, dtype=np.float64)
        if shares.ndim != 2 or self.data["obstacleThrough"].dims[:1] != self.space:
            raise ViewError(f"{self.label}: obstacleThrough must have the dimensions of cells and of directions")
        if not ((shares >= 0.0) & (shares <= 1.0)).all():
            raise ViewError(f"{self.label}: shares in obstacleThrough must lie between 0 and 1; make the mesh again")
        return Field(shares.mean(axis=1), "transparency", "share of waves that crosses the cell", "1")

    @cached_property
    def cells(self) -> Cells:
        """Centres and corners of the cells."""
        try:
            return _voronoi_cells(self.data) if len(self.space) == 1 else _grid_cells(self.data)
        except KeyError as error:
            raise ViewError(f"{self.label} has no variable {error.args[0]}, which maps need") from error


def _degrees(data: xr.Dataset, name: str, mpas_name: str) -> np.ndarray:
    """Coordinates [degree] from the CF variable, or from the MPAS variable in radians."""
    if name in data:
        return np.asarray(data[name].values, dtype=np.float64)
    return np.degrees(np.asarray(data[mpas_name].values, dtype=np.float64))


def is_plane(data: xr.Dataset) -> bool:
    """Whether the cells lie on a plane, with x and y in metres instead of longitude and latitude."""
    return "x_vertex" in data and "lon_vertex" not in data and "lonVertex" not in data


def _positions(data: xr.Dataset) -> list[np.ndarray]:
    """Positions of vertices and centres: degrees, or kilometres on a plane."""
    if is_plane(data):
        return [np.asarray(data[name].values, dtype=np.float64) / 1e3 for name in ("x_vertex", "y_vertex", "x", "y")]
    names = (("lon_vertex", "lonVertex"), ("lat_vertex", "latVertex"), ("lon", "lonCell"), ("lat", "latCell"))
    return [_degrees(data, *pair) for pair in names]


def _voronoi_cells(data: xr.Dataset) -> Cells:
    vertex_lon, vertex_lat, lon, lat = _positions(data)
    corners = np.nan_to_num(data["verticesOnCell"].values, nan=0).astype(np.int64)
    if "nEdgesOnCell" in data:
        count = data["nEdgesOnCell"].values.astype(np.int64)
    else:
        count = np.count_nonzero(corners > 0, axis=1)
    columns = np.arange(corners.shape[1])[None, :]
    kept = np.minimum(columns, np.maximum(count, 1)[:, None] - 1)
    corners = np.take_along_axis(corners, kept, axis=1) - 1
    if len(corners) and (corners.min() < 0 or corners.max() >= len(vertex_lon)):
        raise ViewError("verticesOnCell names vertices that the file does not have; they are counted from 1")
    return Cells(lon, lat, vertex_lon[corners], vertex_lat[corners], is_plane(data))


def _grid_cells(data: xr.Dataset) -> Cells:
    lon, lat = (np.asarray(data[name].values, dtype=np.float64) for name in ("longitude", "latitude"))
    lon_edge, lat_edge = _bounds(lon), np.clip(_bounds(lat), -90, 90)
    centre_lat, centre_lon = (a.reshape(-1) for a in np.meshgrid(lat, lon, indexing="ij"))
    row, column = (a.reshape(-1) for a in np.indices((len(lat), len(lon))))
    corner_lon = np.stack([lon_edge[column + d] for d in (0, 1, 1, 0)], axis=1)
    corner_lat = np.stack([lat_edge[row + d] for d in (0, 0, 1, 1)], axis=1)
    return Cells(centre_lon, centre_lat, corner_lon, corner_lat)


def _bounds(centres: np.ndarray) -> np.ndarray:
    """Edges [n + 1] halfway between the centres of a regular axis [n]."""
    if len(centres) < 2:
        return np.array([centres[0] - 0.5, centres[0] + 0.5])
    middle = 0.5 * (centres[1:] + centres[:-1])
    return np.concatenate([[2 * centres[0] - middle[0]], middle, [2 * centres[-1] - middle[-1]]])
