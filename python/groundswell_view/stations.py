# SPDX-License-Identifier: Apache-2.0
"""Time series at places: the stations of a points or spectra file, or the nearest cells of a field file."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import xarray as xr

from groundswell_view import times, variables
from groundswell_view.errors import ViewError
from groundswell_view.joining import Sources, find_files, name_of
from groundswell_view.projection import wrapped
from groundswell_view.reading import Field, FieldFile, open_dataset

EARTH_RADIUS = 6371.229  # [km]
SPACES = ("station", "site")
CELL_WIDTHS = 2.0  # a place farther than this from the nearest cell, in cell widths, is not at sea


@dataclass(frozen=True)
class Place:
    """A named place, with lon and lat in degrees; note: the distance of the cell that its values come from, or the date
    of its position."""

    name: str
    lon: float
    lat: float
    note: str = ""
    plane: bool = False  # lon and lat are x and y [km]

    @property
    def label(self) -> str:
        """Name with position, such as 44011 (41.10°N 66.60°W)."""
        note = f", {self.note}" if self.note else ""
        if not np.isfinite([self.lon, self.lat]).all():
            return f"{self.name} (no position at this date)"
        if self.plane:
            return f"{self.name} (x = {self.lon:g} km, y = {self.lat:g} km{note})"
        lon = (self.lon + 180.0) % 360.0 - 180.0
        position = f"{abs(self.lat):.2f}°{'N' if self.lat >= 0 else 'S'} {abs(lon):.2f}°{'E' if lon >= 0 else 'W'}"
        return f"{self.name} ({position}{note})"


@dataclass(frozen=True)
class Series:
    """Fields by date [n_times] at one place, from the files `data`; dates are datetime64[s]."""

    place: Place
    dates: np.ndarray
    fields: dict[str, Field]
    data: xr.Dataset


def parse_place(text: str) -> Place:
    """A place written as NAME=LON,LAT."""
    try:
        name, position = text.rsplit("=", 1)
        lon, lat = (float(part) for part in position.split(","))
    except ValueError:
        raise ViewError(f"'{text}' is not a place; write NAME=LON,LAT such as Georges=-66.6,41.1") from None
    if not (-90 <= lat <= 90 and -360 <= lon <= 360):
        raise ViewError(f"the place {name} has longitude {lon:g} and latitude {lat:g}; write longitude first")
    return Place(name.strip(), lon, lat)


def station_space(data: xr.Dataset) -> str | None:
    """Name of the dimension of stations; None if the file has none."""
    return next((name for name in SPACES if name in data.sizes), None)


def station_places(data: xr.Dataset, label: str, index: int = 0) -> list[Place]:
    """Names and positions of the stations of a file, at the time `index` if they move."""
    space = station_space(data)
    if space is None:
        raise ViewError(f"{label} has no stations; its dimensions are {', '.join(map(str, data.sizes))}")
    names = _station_names(data, space)
    positions = []
    for choices in (("lon", "longitude", "x"), ("lat", "latitude", "y")):
        name = next((choice for choice in choices if choice in data.variables), None)
        if name is None:
            raise ViewError(f"{label} has no variable {choices[1]} for its stations")
        values = data[name]
        if "time" in values.dims and values.sizes["time"] == 0:
            raise ViewError(f"{label} has no date yet, so there is nothing to draw")
        plane = values.attrs.get("units") == "m"
        found = np.atleast_1d((values.isel(time=index) if "time" in values.dims else values).values)
        positions.append(found / 1e3 if plane else found)
    return [Place(name, float(lon), float(lat), plane=plane) for name, lon, lat in zip(names, *positions)]


def _station_names(data: xr.Dataset, space: str) -> list[str]:
    for name, array in data.variables.items():
        if array.dims[:1] == (space,) and (array.attrs.get("cf_role") == "timeseries_id" or name == "station_name"):
            values = array.values
            if values.ndim == 2:
                return [b"".join(row).decode("utf-8", "replace").strip("\0 ") for row in values]
            texts = [v.decode("utf-8", "replace") if isinstance(v, bytes) else str(v) for v in values]
            return [text.strip("\0 ") for text in texts]
    return [str(number + 1) for number in range(data.sizes[space])]


def find_station(places: list[Place], wanted: str, label: str) -> int:
    """Index of a station, found by its name or a unique beginning of it, ignoring case, or by its number, counted from
    1; 0 if `wanted` is empty."""
    if not wanted:
        return 0
    for index, place in enumerate(places):
        if place.name.lower() == wanted.strip().lower():
            return index
    begins = [index for index, place in enumerate(places) if place.name.lower().startswith(wanted.strip().lower())]
    if len(begins) == 1:
        return begins[0]
    if wanted.isdigit() and 1 <= int(wanted) <= len(places):
        return int(wanted) - 1
    raise ViewError(f"{label} has no station {wanted}; it has {', '.join(place.name for place in places)}")


def read_series(sources: Sources, places: list[str], stations: list[str]) -> list[Series]:
    """Series of points files (at the named stations or all) or of field files (in the cells nearest to `places`)."""
    data, label = open_dataset(sources), name_of(find_files(sources))
    if station_space(data):
        if places:
            raise ViewError(f"{label} contains stations; choose them with --station, not --place")
        return _of_stations(data, label, stations)
    if stations:
        raise ViewError(f"{label} has no stations; name places with --place NAME=LON,LAT")
    if not places:
        raise ViewError(f"{label} contains fields; name at least one place with --place NAME=LON,LAT")
    file = FieldFile(sources, data)
    return [_at_place(file, parse_place(text)) for text in places]


def _of_stations(data: xr.Dataset, label: str, wanted: list[str]) -> list[Series]:
    space, places, dates = station_space(data), station_places(data, label), times.decoded(data, label)
    chosen = [find_station(places, name, label) for name in wanted] or range(len(places))
    found = []
    for index in chosen:
        fields = {}
        for name, array in data.variables.items():
            moving = set(array.dims) == {"time", space} and array.dtype.kind in "fiu"
            if moving and name not in ("lon", "lat", "longitude", "latitude", "x", "y"):
                fields[str(name)] = _field(data[name].isel({space: index}), str(name))
        moves = len(dates) and station_places(data, label, -1)[index] != places[index]
        place = replace(places[index], note="at the first date") if moves else places[index]
        found.append(Series(place, dates, fields, data))
    return found


def _field(array: xr.DataArray, name: str) -> Field:
    standard = str(array.attrs.get("standard_name", ""))
    long_name = str(array.attrs.get("long_name", standard.replace("_", " ") or name))
    values = np.asarray(array.values, dtype=np.float64)
    return Field(values, name, long_name, str(array.attrs.get("units", "")), standard)


def _at_place(file: FieldFile, place: Place) -> Series:
    """The series at the cell nearest to the place among those that have waves at the first date."""
    if len(file.times) == 0:
        raise ViewError(f"{file.label} has no dates, so it contains no time series")
    cells = file.cells
    name = variables.find(file, "hs")
    wet = np.isfinite(file.field(name, 0).values) if name else np.ones(len(cells), dtype=bool)
    if cells.plane:
        raise ViewError(f"{file.label} lies on a plane; draw the stations of its points file instead")
    distance = np.where(wet, great_circle(cells.lon, cells.lat, place.lon, place.lat), np.inf)
    cell = int(np.argmin(distance))
    across = 2.0 * great_circle(cells.corner_lon[cell], cells.corner_lat[cell], cells.lon[cell], cells.lat[cell]).max()
    if distance[cell] > CELL_WIDTHS * across:
        raise ViewError(
            f"there is no place {place.name} in {file.label}: the nearest cell at sea is {distance[cell]:.0f} km "
            f"from {place.lat:g}N {place.lon:g}E, at {cells.lat[cell]:.2f}N {cells.lon[cell]:.2f}E"
        )
    where = dict(zip(file.space, np.unravel_index(cell, [file.data.sizes[dim] for dim in file.space])))
    fields = {}
    for variable in file.names:
        if "time" in file.data[variable].dims:
            fields[variable] = _field(file.data[variable].isel({dim: int(i) for dim, i in where.items()}), variable)
    note = f"values from {distance[cell]:.0f} km away"
    return Series(replace(place, note=note), file.times, fields, file.data)


def great_circle(lon: np.ndarray, lat: np.ndarray, to_lon: float, to_lat: float) -> np.ndarray:
    """Distances [km] from points to a place [degree]."""
    east, north = np.radians(wrapped(lon - to_lon)), np.radians(lat - to_lat)
    half = np.sin(north / 2) ** 2 + np.cos(np.radians(lat)) * np.cos(np.radians(to_lat)) * np.sin(east / 2) ** 2
    return 2.0 * EARTH_RADIUS * np.arcsin(np.sqrt(np.clip(half, 0, 1)))
