#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the ice of the case: the mean January of ten years of a climate model (fice.nc of Debian's libncarg-data).

That file has no dates that a program could read (its time is "days"), and 0 on land as on open water. Here land, where
ETOPO5 is above sea level, has no value, so that ice reaches the coast. Usage: ice.py OUTPUT.nc
"""

import sys

import netCDF4
import numpy as np

ICE = "/usr/share/ncarg/data/cdf/fice.nc"
HEIGHTS = "/usr/share/ferret-vis/data/etopo5.cdf"


def nearest_height(lon, lat):
    """Height of ETOPO5 [m] at the points nearest to those of a grid (degrees): (lat, lon)."""
    with netCDF4.Dataset(HEIGHTS) as file:
        heights = file["ROSE"]
        x, y = (file[name][:].filled() for name in reversed(heights.dimensions))
        columns = [np.argmin(np.abs((x - there + 180) % 360 - 180)) for there in lon]
        rows = [np.argmin(np.abs(y - there)) for there in lat]
        return heights[:].filled(np.nan)[np.ix_(rows, columns)]


def main():
    with netCDF4.Dataset(ICE) as file:
        lon, lat = file["hlon"][:].filled(), file["hlat"][:].filled()
        ice = file["fice"][0::12].filled(np.nan).mean(axis=0)
    ice[nearest_height(lon, lat) > 0] = np.nan
    with netCDF4.Dataset(sys.argv[1], "w", format="NETCDF3_CLASSIC") as file:
        file.Conventions = "CF-1.8"
        file.title = "Mean ice of January in a climate model (NCAR, ice and ocean alone, years 0 to 9)"
        for name, values, units in (("lat", lat, "degrees_north"), ("lon", lon, "degrees_east")):
            file.createDimension(name, len(values))
            axis = file.createVariable(name, "f8", (name,))
            axis.units = units
            axis[:] = values
        area = file.createVariable("siconc", "f4", ("lat", "lon"), fill_value=np.float32(1e20))
        area.setncatts({"units": "1", "standard_name": "sea_ice_area_fraction"})
        area[:] = np.ma.masked_invalid(ice)


if __name__ == "__main__":
    main()
