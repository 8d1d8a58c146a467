# SPDX-License-Identifier: Apache-2.0
"""Writes small files in the layout of the model's output. Cells are those of a Voronoi mesh, the dual of a subdivided
icosahedron, or of a plane."""

from __future__ import annotations

from pathlib import Path

import matplotlib
import netCDF4
import numpy as np

matplotlib.use("Agg")

START = "1996-01-15 18:00:00"
FILL = np.float32(9.9692099683868690e36)


def icosahedral(level: int) -> tuple[np.ndarray, np.ndarray]:
    """Points [n, 3] on the unit sphere and Delaunay triangles [m, 3]; 10 * 4^level + 2 points, from level 1 on
    with one at each pole."""
    g = (1 + 5**0.5) / 2
    points = np.array([(s * a, t * b, 0.0) for a, b in ((1.0, g),) for s in (-1, 1) for t in (-1, 1)])
    points = np.concatenate([np.roll(points, shift, axis=1) for shift in range(3)])
    near = np.linalg.norm(points[:, None] - points[None], axis=2)
    joined = (near > 0) & (near < 2.1)
    triangles = np.array(
        [
            (i, j, k)
            for i in range(12)
            for j in range(i)
            for k in range(j)
            if joined[i, j] and joined[j, k] and joined[i, k]
        ]
    )
    for _ in range(level):
        edges = np.sort(np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]]), axis=1)
        unique, place = np.unique(edges, axis=0, return_inverse=True)
        a, b, c = len(points) + place.reshape(3, -1)
        points = np.concatenate([points, points[unique].mean(axis=1)])
        p, q, r = triangles.T
        triangles = np.concatenate([np.stack(t, axis=1) for t in ((p, a, c), (a, q, b), (c, b, r), (a, b, c))])
    return points / np.linalg.norm(points, axis=1, keepdims=True), triangles


def voronoi(level: int) -> dict[str, np.ndarray]:
    """Cells of the mesh: lon, lat, lon_vertex, lat_vertex [degree], verticesOnCell (from 1, padded with 0)."""
    points, triangles = icosahedral(level)
    corners = points[triangles]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal *= np.sign((normal * corners[:, 0]).sum(axis=1, keepdims=True))
    centre = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    cell, triangle = triangles.reshape(-1), np.repeat(np.arange(len(triangles)), 3)
    # Sorts the corners of each cell by angle in its tangent plane.
    east = np.cross([0.3, 0.5, 0.8], points)
    north = np.cross(points, east)
    angle = np.arctan2((centre[triangle] * north[cell]).sum(axis=1) / np.linalg.norm(north[cell], axis=1),
                       (centre[triangle] * east[cell]).sum(axis=1) / np.linalg.norm(east[cell], axis=1))  # fmt: skip
    order = np.lexsort((angle, cell))
    first = np.searchsorted(cell[order], np.arange(len(points)))
    around = np.zeros((len(points), 6), dtype=np.int32)
    around[cell[order], np.arange(len(order)) - first[cell[order]]] = triangle[order] + 1
    lon, lat = lon_lat(points)
    lon_vertex, lat_vertex = lon_lat(centre)
    return {"lon": lon, "lat": lat, "lon_vertex": lon_vertex, "lat_vertex": lat_vertex, "verticesOnCell": around}


def lon_lat(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Longitude and latitude [degree] of unit vectors [n, 3]."""
    return np.degrees(np.arctan2(points[:, 1], points[:, 0])), np.degrees(np.arcsin(np.clip(points[:, 2], -1, 1)))


def height(lon: np.ndarray, lat: np.ndarray, hour: float) -> np.ndarray:
    """Hs [m] of a smooth sea with a storm of 9 m that moves east along 45N, from 60W, at 0.5 degree per hour."""
    east = (lon + 60.0 - 0.5 * hour + 180.0) % 360.0 - 180.0
    return 2.0 + 7.0 * np.exp(-((east / 25.0) ** 2) - ((lat - 45.0) / 12.0) ** 2)


VARIABLES = {
    "hs": ("m", "sea_surface_wave_significant_height", "significant wave height"),
    "fp": ("s-1", "sea_surface_wave_frequency_at_variance_spectral_density_maximum", "peak frequency"),
    "dir": ("degree", "sea_surface_wave_from_direction", "mean direction that waves come from"),
    "uwnd": ("m s-1", "eastward_wind", "eastward wind at 10 m"),
    "vwnd": ("m s-1", "northward_wind", "northward wind at 10 m"),
}


def values_of(name: str, lon: np.ndarray, lat: np.ndarray, hour: float) -> np.ndarray:
    """Values of the sample files: waves from 250 degrees, wind of (8, 6) m/s, peak period of 8 + Hs [s]."""
    if name in ("hs", "swh"):
        return height(lon, lat, hour)
    if name == "fp":
        return 1.0 / (8.0 + height(lon, lat, hour))
    return np.full(len(lon), {"dir": 250.0, "mwd": 250.0, "uwnd": 8.0, "vwnd": 6.0}[name])


def write_plane(path: Path, across: int = 20, width: float = 1e4) -> None:
    """Writes two rows of hexagons on a plane, centres `width` [m] apart: Hs rises 0.1 m per cell, waves travel east."""
    column, row = (part.reshape(-1) for part in np.meshgrid(np.arange(across), np.arange(2)))
    x, y = (column + 0.5 * row) * width, row * width * np.sqrt(0.75)
    angle = np.radians(30.0 + 60.0 * np.arange(6))
    corner_x, corner_y = (c[:, None] + width / np.sqrt(3.0) * f(angle) for c, f in ((x, np.cos), (y, np.sin)))
    with start_file(path, np.array([0])) as data:
        for name, size in (("nCells", len(x)), ("nVertices", 6 * len(x)), ("maxEdges", 6)):
            data.createDimension(name, size)
        data.createVariable("verticesOnCell", "i4", ("nCells", "maxEdges"))[:] = 1 + np.arange(6 * len(x)).reshape(
            -1, 6
        )
        for name, values in (("x", x), ("y", y), ("x_vertex", corner_x.ravel()), ("y_vertex", corner_y.ravel())):
            data.createVariable(name, "f8", ("nVertices" if "vertex" in name else "nCells",))[:] = values
        for name, values in (("hs", 0.1 * column), ("dir", np.full(len(x), 270.0))):
            array = data.createVariable(name, "f4", ("time", "nCells"))
            array.setncatts(dict(zip(("units", "standard_name", "long_name"), VARIABLES[name])))
            array[0] = values


def start_file(path: Path, hours: np.ndarray) -> netCDF4.Dataset:
    """Creates a file with a time axis and the attributes of the model's output."""
    data = netCDF4.Dataset(path, "w", format="NETCDF3_64BIT_DATA")
    data.setncatts({"Conventions": "CF-1.8 UGRID-1.0", "title": "Sample storm", "source": "Groundswell 0.1.0"})
    data.createDimension("time", None)
    time = data.createVariable("time", "f8", ("time",))
    time.setncatts({"units": f"seconds since {START}", "calendar": "standard", "standard_name": "time", "axis": "T"})
    time[:] = np.asarray(hours) * 3600.0
    return data


def write_cells(path: Path, level: int = 3, hours=(0, 24, 48), keep=None) -> np.ndarray:
    """Writes fields on cells; keep(lon, lat) chooses cells. Cell 0 has no value. Returns hs [n_times, n_cells]."""
    mesh = voronoi(level)
    kept = np.ones(len(mesh["lon"]), bool) if keep is None else keep(mesh["lon"], mesh["lat"])
    lon, lat, around = mesh["lon"][kept], mesh["lat"][kept], mesh["verticesOnCell"][kept]
    with start_file(path, np.asarray(hours)) as data:
        for name, size in (("nCells", len(lon)), ("nVertices", len(mesh["lon_vertex"])), ("maxEdges", 6)):
            data.createDimension(name, size)
        topology = data.createVariable("verticesOnCell", "i4", ("nCells", "maxEdges"), fill_value=0)
        topology.setncatts({"cf_role": "face_node_connectivity", "start_index": np.int32(1)})
        topology[:] = around
        for name, values, unit in (("lon", lon, "degrees_east"), ("lat", lat, "degrees_north"),
                                   ("lon_vertex", mesh["lon_vertex"], "degrees_east"),
                                   ("lat_vertex", mesh["lat_vertex"], "degrees_north")):  # fmt: skip
            array = data.createVariable(name, "f8", ("nVertices" if "vertex" in name else "nCells",))
            array.units = unit
            array[:] = values
        start = data.createVariable("forecast_reference_time", "f8", ())
        start.setncatts({"standard_name": "forecast_reference_time", "units": f"seconds since {START}"})
        start[...] = 0.0
        for name, (unit, standard, long_name) in VARIABLES.items():
            array = data.createVariable(name, "f4", ("time", "nCells"), fill_value=FILL)
            array.setncatts({"units": unit, "standard_name": standard, "long_name": long_name, "mesh": "mesh"})
            for index, hour in enumerate(hours):
                values = values_of(name, lon, lat, hour).astype(np.float32)
                values[0] = FILL
                array[index] = values
    return np.array([values_of("hs", lon, lat, hour) for hour in hours])


def write_lat_lon(path: Path, spacing: float = 5.0, hours=(0, 24)) -> None:
    """Writes a lat-lon product of the whole globe, north first, longitudes 0..355."""
    lon, lat = np.arange(0.0, 360.0, spacing), np.arange(90.0, -90.1, -spacing)
    with start_file(path, np.asarray(hours)) as data:
        for name, axis, unit in (("latitude", lat, "degrees_north"), ("longitude", lon, "degrees_east")):
            data.createDimension(name, len(axis))
            array = data.createVariable(name, "f8", (name,))
            array.units = unit
            array[:] = axis
        east, north = (part.reshape(-1) for part in np.meshgrid(lon, lat))
        for name, unit, standard in (("swh", "m", VARIABLES["hs"][1]), ("mwd", "degree", VARIABLES["dir"][1])):
            array = data.createVariable(name, "f4", ("time", "latitude", "longitude"), fill_value=FILL)
            array.setncatts({"units": unit, "standard_name": standard, "long_name": standard.replace("_", " ")})
            for index, hour in enumerate(hours):
                array[index] = values_of(name, east, north, hour).reshape(len(lat), len(lon))


def write_points(path: Path, names=("44011", "Bermuda"), hours=tuple(range(25))) -> None:
    """Writes a CF time series file of stations at 60W and 50W, 45N."""
    lon, lat = np.array([-60.0, -50.0])[: len(names)], np.full(len(names), 45.0)
    with start_file(path, np.asarray(hours)) as data:
        data.featureType = "timeSeries"
        data.createDimension("station", len(names))
        data.createDimension("string16", 16)
        label = data.createVariable("station_name", "S1", ("station", "string16"))
        label.cf_role = "timeseries_id"
        label[:] = netCDF4.stringtochar(np.array(names, dtype="S16"))
        for name, values in (("lon", lon), ("lat", lat)):
            data.createVariable(name, "f8", ("station",))[:] = values
        for name, (unit, standard, long_name) in VARIABLES.items():
            array = data.createVariable(name, "f4", ("time", "station"), fill_value=FILL)
            array.setncatts({"units": unit, "standard_name": standard, "long_name": long_name})
            array[:] = [values_of(name, lon, lat, hour) for hour in hours]


def write_spectra(path: Path, towards: float = 60.0, hours=(0, 6), speed: float = 0.0) -> np.ndarray:
    """Writes spectra in the layout of WAVEWATCH III; returns Hs [n_times].

    The place moves east at `speed` [degree per hour]. Each date has four times the energy of the previous date. All
    energy travels `towards` [degree], in one of 24 directions and one of 30 frequencies.
    """
    frequency = 0.04177248 * 1.1 ** np.arange(30)
    direction = np.mod(90.0 - 15.0 * np.arange(24), 360.0)  # as in WAVEWATCH III: from east, counter-clockwise
    density = np.zeros((len(hours), 1, 30, 24), np.float32)
    for index in range(len(hours)):
        density[index, 0, 10, np.argmin(np.abs(direction - towards))] = 5.0 * 4.0**index
    with start_file(path, np.asarray(hours)) as data:
        for name, size in (("station", 1), ("string16", 16), ("frequency", 30), ("direction", 24)):
            data.createDimension(name, size)
        data.createVariable("station_name", "S1", ("station", "string16"))[:] = netCDF4.stringtochar(
            np.array(["44011"], dtype="S16")
        )
        data.createVariable("frequency", "f4", ("frequency",))[:] = frequency
        angle = data.createVariable("direction", "f4", ("direction",))
        angle.setncatts({"units": "degree", "standard_name": "sea_surface_wave_to_direction"})
        angle[:] = direction
        for name, value in (("longitude", -66.6), ("latitude", 41.1), ("wnd", 15.0), ("wnddir", 250.0), ("dpt", 80.0)):
            data.createVariable(name, "f4", ("time", "station"))[:] = np.full((len(hours), 1), value)
        data["longitude"][:, 0] = -66.6 + speed * np.asarray(hours)
        efth = data.createVariable("efth", "f4", ("time", "station", "frequency", "direction"))
        efth.units = "m2 s rad-1"
        efth[:] = density
    width = frequency[10] * (1.1**0.5 - 1.1**-0.5)
    return 4.0 * np.sqrt(density.sum(axis=(1, 2, 3)) * width * 2 * np.pi / 24)
