#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes wave heights of restarts for groundswell-view: a copy of the mesh with, per restart, the height in each cell.

The spectra are used as they are, without verifying their checksums, so that damage can be seen. The heights contain the
energy up to the last frequency, without a tail.

Usage: bench/scripts/restart_heights.py MESH OUTPUT NAME=RESTART [NAME=RESTART ...]
"""

import math
import sys
from pathlib import Path

import netCDF4
import numpy as np

HEIGHT = "sea_surface_wave_significant_height"


def heights(path: str) -> np.ndarray:
    """4 sqrt(m0) in each cell [m], from N = E / sigma."""
    with netCDF4.Dataset(path) as file:
        file.set_auto_mask(False)
        if "action" not in file.variables or "frequencies" not in file.ncattrs():
            raise SystemExit(f"'{path}' has no spectra with frequencies; name a restart of a run of waves")
        frequency = np.array([float.fromhex(word) for word in file.frequencies.split()])
        action = file["action"][:].astype(np.float64)
    energy = action.sum(axis=2) * (2 * math.pi / action.shape[2]) * (2 * math.pi * frequency)
    return 4 * np.sqrt(np.sum(energy * np.gradient(frequency), axis=1))


def main(mesh: str, output: str, *named: str) -> None:
    """Copies the mesh and adds the heights."""
    if Path(output).exists():
        raise SystemExit(f"'{output}' exists; name another file, or remove it")
    pairs = [pair.split("=", 1) for pair in named]
    if not pairs or any(len(pair) != 2 for pair in pairs):
        raise SystemExit(__doc__)
    found = {name: heights(path) for name, path in pairs}
    with netCDF4.Dataset(mesh) as source, netCDF4.Dataset(output, "w") as target:
        for name, dimension in source.dimensions.items():
            target.createDimension(name, len(dimension))
        for name, variable in source.variables.items():
            copy = target.createVariable(name, variable.dtype, variable.dimensions)
            copy.setncatts({key: variable.getncattr(key) for key in variable.ncattrs() if key != "_FillValue"})
            copy[:] = variable[:]
        target.setncatts(
            {key: source.getncattr(key) for key in source.ncattrs()} | {"title": "Wave heights of restarts"}
        )
        cells = source["verticesOnCell"].dimensions[0]
        for name, values in found.items():
            if len(values) != len(source.dimensions[cells]):
                raise SystemExit(f"'{mesh}' has {len(source.dimensions[cells])} cells, the restart {len(values)}")
            target.createVariable(name, "f8", (cells,))[:] = values
            label = "wave height" if name == "hs" else f"wave height ({name.removeprefix('hs_')})"
            target[name].setncatts({"long_name": label, "units": "m", "standard_name": HEIGHT})


if __name__ == "__main__":
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])
