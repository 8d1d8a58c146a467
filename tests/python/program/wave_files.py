# SPDX-License-Identifier: Apache-2.0
"""Writes wave files in each layout that open boundaries can read."""

import netCDF4
import numpy as np

FREQUENCY = 0.04 * 1.1 ** np.arange(30)
SINCE = "hours since 2000-01-01"


def write_file(path, sizes, variables):
    """`variables`: (name, dimensions, type, values, attributes). Values are written as given, so those to be
    packed must be packed already."""
    with netCDF4.Dataset(path, "w", format="NETCDF3_CLASSIC") as file:
        for name, size in sizes.items():
            file.createDimension(name, size)
        for name, dimensions, kind, values, attributes in variables:
            attributes = dict(attributes)
            variable = file.createVariable(name, kind, dimensions, fill_value=attributes.pop("_FillValue", None))
            variable.setncatts(attributes)
            variable.set_auto_maskandscale(False)
            variable[:] = values
    return path


def copy_file(path, new_path, kind="NETCDF4"):
    """Copies a file to another format; returns the path."""
    with netCDF4.Dataset(path) as old, netCDF4.Dataset(new_path, "w", format=kind) as new:
        new.setncatts({name: old.getncattr(name) for name in old.ncattrs()})
        for name, dimension in old.dimensions.items():
            new.createDimension(name, None if dimension.isunlimited() else len(dimension))
        for name, variable in old.variables.items():
            attributes = {key: variable.getncattr(key) for key in variable.ncattrs()}
            fill = attributes.pop("_FillValue", None)
            copied = new.createVariable(name, variable.dtype, variable.dimensions, fill_value=fill)
            copied.setncatts(attributes)
            for one in (variable, copied):
                one.set_auto_maskandscale(False)
                one.set_auto_chartostring(False)
            copied[:] = variable[:]
    return new_path


def make_density(direction):
    """Density [frequency][direction] with its peak at 0.1 Hz and 270 degrees."""
    return np.exp(-(((FREQUENCY[:, None] - 0.1) / 0.02) ** 2)) * np.exp(-(((direction - 270.0) / 30.0) ** 2))


def write_spectra(path, x, y, hours, height=2.0, **attributes):
    """Writes spectra in the layout of WAVEWATCH III, the same at all places and dates; waves travel west."""
    direction = np.arange(0.0, 360.0, 15.0)
    shape = (len(hours), len(x), len(FREQUENCY), len(direction))
    to = {"standard_name": attributes.get("direction", "sea_surface_wave_to_direction")}
    units = {"units": attributes.get("units", "m2 s rad-1")}
    return write_file(
        path,
        {"time": len(hours), "station": len(x), "frequency": len(FREQUENCY), "direction": len(direction)},
        [
            ("time", ("time",), "f8", hours, {"units": SINCE}),
            ("longitude", ("station",), "f8", x, {}),
            ("latitude", ("station",), "f8", y, {}),
            ("frequency", ("frequency",), "f8", FREQUENCY, {}),
            ("direction", ("direction",), "f8", direction, to),
            ("efth", ("time", "station", "frequency", "direction"), "f4",
             np.broadcast_to(height * make_density(direction), shape), units),
        ],
    )  # fmt: skip


def write_swan(path, x, y, hours):
    """Writes spectra in the layout of SWAN: directions that waves come from, in radians."""
    direction = np.arange(0.0, 360.0, 15.0)
    density = np.broadcast_to(make_density(direction), (len(hours), len(x), len(FREQUENCY), len(direction)))
    come_from = {"units": "radians", "standard_name": "sea_surface_wave_from_direction"}
    return write_file(
        path,
        {"time": len(hours), "points": len(x), "frequency": len(FREQUENCY), "direction": len(direction)},
        [
            ("time", ("time",), "i4", 3600 * np.array(hours), {"units": "seconds since 2000-01-01"}),
            ("longitude", ("points",), "f4", x, {}),
            ("latitude", ("points",), "f4", y, {}),
            ("frequency", ("frequency",), "f4", FREQUENCY, {"units": "s-1"}),
            ("direction", ("direction",), "f4", np.radians(direction), come_from),
            ("density", ("time", "points", "frequency", "direction"), "f4", density,
             {"units": "m2 s rad-1", "_FillValue": np.float32(9.96921e36)}),
        ],
    )  # fmt: skip


def write_wavespectra(path, x, y, hours):
    """Writes spectra in the layout of wavespectra: densities per degree."""
    direction = np.arange(0.0, 360.0, 15.0)
    density = np.broadcast_to(make_density(direction), (len(hours), len(x), len(FREQUENCY), len(direction)))
    return write_file(
        path,
        {"time": len(hours), "site": len(x), "freq": len(FREQUENCY), "dir": len(direction)},
        [
            ("time", ("time",), "f8", np.array(hours) / 24.0, {"units": "days since 2000-01-01"}),
            ("lon", ("site",), "f4", x, {}),
            ("lat", ("site",), "f4", y, {}),
            ("freq", ("freq",), "f4", FREQUENCY, {}),
            ("dir", ("dir",), "f4", direction, {}),
            ("efth", ("time", "site", "freq", "dir"), "f4", density / 57.3, {"units": "m^{2}.s.degree^{-1}"}),
        ],
    )


def write_era5_spectra(path, lon, lat, hours):
    """Writes packed log10 of densities on a grid, with indices in place of frequencies and directions."""
    log10 = np.log10(np.maximum(make_density(7.5 + 15.0 * np.arange(24)), 1e-20))[..., None, None]
    packed = np.where(log10 < -10.0, -32767, np.round((log10 + 2.0) * 1e3))
    return write_file(
        path,
        {"time": len(hours), "frequency": 30, "direction": 24, "latitude": len(lat), "longitude": len(lon)},
        [
            ("time", ("time",), "i4", hours, {"units": SINCE}),
            ("frequency", ("frequency",), "i4", np.arange(30) + 1, {}),
            ("direction", ("direction",), "i4", np.arange(24) + 1, {}),
            ("latitude", ("latitude",), "f4", lat, {"units": "degrees_north"}),
            ("longitude", ("longitude",), "f4", lon, {"units": "degrees_east"}),
            ("d2fd", ("time", "frequency", "direction", "latitude", "longitude"), "i2",
             np.broadcast_to(packed, (len(hours), 30, 24, len(lat), len(lon))),
             {"units": "m**2 s radian**-1", "scale_factor": 1e-3, "add_offset": -2.0, "_FillValue": np.int16(-32767)}),
        ],
    )  # fmt: skip


def write_parameters(path, lon, lat, hours, on_grid):
    """Writes height, period, direction and spread: packed on a grid as in ERA5, or at places as Groundswell does it."""
    place = ("latitude", "longitude") if on_grid else ("place",)
    shape = (len(hours), len(lat), len(lon)) if on_grid else (len(hours), len(lon))
    sizes = {"time": len(hours), **dict(zip(place, shape[1:], strict=True))}
    packing = {"scale_factor": 0.01, "_FillValue": np.int16(-32767)} if on_grid else {}
    names = ("swh", "mwp", "mwd", "wdw") if on_grid else ("hs", "t0m1", "dir", "spr")
    units = ("m", "s", "degree", "degree")
    return write_file(
        path,
        sizes,
        [
            ("time", ("time",), "i4", hours, {"units": SINCE}),
            ("latitude", place[:1], "f4", lat, {"units": "degrees_north"}),
            ("longitude", place[-1:], "f4", lon, {"units": "degrees_east"}),
            *(
                (name, ("time", *place), "i2" if on_grid else "f4", np.full(shape, value * (100 if on_grid else 1)),
                 {"units": unit, **packing})
                for name, unit, value in zip(names, units, (2.0, 8.0, 270.0, 30.0), strict=True)
            ),
        ],
    )  # fmt: skip


def write_all_layouts(folder, lon, lat, hours):
    """Writes one file per layout, with spectra or parameters at all pairs of `lon` and `lat`; returns the paths."""
    x, y = np.meshgrid(lon, lat)
    places = x.ravel(), y.ravel(), hours
    return [
        write_spectra(folder / "ww3.nc", *places),
        write_swan(folder / "swan.nc", *places),
        write_wavespectra(folder / "wavespectra.nc", *places),
        write_era5_spectra(folder / "era5.nc", lon, lat, hours),
        write_parameters(folder / "places.nc", *places, on_grid=False),
        write_parameters(folder / "grid.nc", lon, lat, hours, on_grid=True),
    ]
