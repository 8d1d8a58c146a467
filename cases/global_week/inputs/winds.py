#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the winds of the case: those of a mean January and three storms (storms.py), every 3 hours, on a grid of
1 degree, for 8 days.

The means are those of the Januaries of 1982 to 1992 in the US Navy's monthly winds (Debian's ferret-datasets), on a
grid of 2.5 degrees without gaps, interpolated bilinearly. Usage: winds.py OUTPUT.nc
"""

import sys

import netCDF4
import numpy as np
from storms import STORMS

MONTHLY = "/usr/share/ferret-vis/data/monthly_navy_winds.cdf"
START = "2000-01-01"
DAYS = 8
STEP = 3  # hours


def january_winds(lon, lat):
    """Mean eastward and northward wind of all Januaries on the grid of `lon` and `lat` (degrees): two (lat, lon)."""
    with netCDF4.Dataset(MONTHLY) as file:
        file.set_auto_mask(False)
        x, y = file["FNOCX"][:], file["FNOCY"][:]
        means = [file[name][0::12].mean(axis=0, dtype=float) for name in ("UWND", "VWND")]
    # One repeated column on both sides closes the globe.
    x = np.concatenate([[x[-1] - 360], x, [x[0] + 360]])
    on_lon = np.where(lon < x[0], lon + 360, np.where(lon > x[-1], lon - 360, lon))
    for mean in means:
        mean = np.concatenate([mean[:, -1:], mean, mean[:, :1]], axis=1)
        rows = np.array([np.interp(on_lon, x, row) for row in mean])
        yield np.array([np.interp(lat, y, column) for column in rows.T]).T


def main():
    lon, lat = np.arange(0.0, 360), np.arange(-90.0, 91)
    hours = np.arange(0, 24 * DAYS + 1, STEP)
    mean = list(january_winds(lon, lat))
    places = np.meshgrid(lon, lat)
    with netCDF4.Dataset(sys.argv[1], "w", format="NETCDF3_64BIT_OFFSET") as file:
        file.Conventions = "CF-1.8"
        file.title = "Mean winds of January (US Navy, 1982 to 1992) and three storms"
        axes = {
            "time": (hours, {"units": f"hours since {START} 00:00:00", "standard_name": "time"}),
            "lat": (lat, {"units": "degrees_north", "standard_name": "latitude"}),
            "lon": (lon, {"units": "degrees_east", "standard_name": "longitude"}),
        }
        for name, (values, attributes) in axes.items():
            file.createDimension(name, None if name == "time" else len(values))
            axis = file.createVariable(name, "f8", (name,))
            axis.setncatts(attributes)
            axis[:] = values
        for name, side in (("uwnd", "eastward"), ("vwnd", "northward")):
            wind = file.createVariable(name, "f4", tuple(axes))
            wind.setncatts({"units": "m s-1", "standard_name": f"{side}_wind", "long_name": f"{side} wind at 10 m"})
        for i, hour in enumerate(hours):
            total = np.array(mean)
            for storm in STORMS:
                if storm.strength(hour) > 0:
                    total += storm.wind(*places, hour)
            file["uwnd"][i], file["vwnd"][i] = total


if __name__ == "__main__":
    main()
