# SPDX-License-Identifier: Apache-2.0
"""Runs the program of test_output.f90 in a separate folder and checks the values in the files that it writes.

Usage: check_output.py <fortran_output> <launcher, its options ...>
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import xarray as xr


def main():
    program, *launcher = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        command = [*launcher, program]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode == 0 and "all as expected" in done.stdout, done.stdout + done.stderr
        with xr.open_dataset(Path(folder) / "fortran_output.nc") as data:
            flat = np.arange(1, 31) + 1000.0 * np.arange(4)[:, np.newaxis]
            deep = flat[:, np.newaxis] + 0.125 * np.arange(1, 5)[:, np.newaxis]
            for name in ("flat32", "flat64", "window"):
                np.testing.assert_array_equal(data[name], flat, err_msg=name)
            for name in ("levels_last", "cells_last", "spaced"):
                np.testing.assert_array_equal(data[name], deep, err_msg=name)
            assert data.level.positive == "up" and data.flat64.units == "m"
            assert str(data.time.values[-1]) == "2000-02-28 15:00:00", data.time.values
        with xr.open_dataset(Path(folder) / "fortran_state_20000228T140000Z.nc", mask_and_scale=False) as data:
            assert data.basin.dtype == np.int32 and set(data.data_vars) == {"basin", "levels_last", "flat64"}
            np.testing.assert_array_equal(data.basin[0], 2000000000 + np.arange(1, 31))
            np.testing.assert_array_equal(data.flat64[0], flat[2])
            np.testing.assert_array_equal(data.levels_last[0], deep[2])
        with xr.open_dataset(Path(folder) / "fortran_grid.nc") as data:
            cells = np.arange(1.0, 31.0).reshape(5, 6)
            assert data.flat64.dims == ("time", "row", "lon"), data.flat64.dims
            np.testing.assert_array_equal(data.flat64[0], np.where(cells % 3 == 0, np.nan, cells))
            np.testing.assert_array_equal(data.lon, 10.0 * np.arange(1, 7))
    print("all values are those of the program")


if __name__ == "__main__":
    main()
