# SPDX-License-Identifier: Apache-2.0
"""Runs the models of bindings/examples that write output, and compares what xarray reads with their formulas.

Usage: test_small_ocean.py <small_ocean, or "none"> <arrays_c> <launcher, its options ...>
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import xarray as xr

SURFACE = ["zos", "tos", "sos", "tauuo", "tauvo", "siconc"]
LEVELS = ["thetao", "so", "uo", "vo", "wo"]
RESTART = "restart_20010101T060000Z.nc"


def run(launcher, ranks, program, *arguments):
    """Runs a program on `ranks` processes and returns its output, which is shown if the program fails."""
    command = [*launcher, ranks, program, *arguments]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}"
    return done.stdout


def kept_cells():
    """Cells of the grid [lat][lon] that are kept: the sea, and land with sea among its eight neighbours."""
    lon, lat = np.meshgrid((np.arange(72) + 0.5) * 5, -90 + (np.arange(36) + 0.5) * 5)
    sea = lat > -70
    sea &= ~((lon > 10) & (lon < 50) & (abs(lat) < 40))
    sea &= ~((lon > 250) & (lon < 300) & (lat > -50))
    sea &= ~((abs(lon - 140) < 4) & (abs(lat + 30) < 4))
    rows = np.pad(sea, ((1, 1), (0, 0)))
    near = rows[:-2] | rows[1:-1] | rows[2:]
    return near | np.roll(near, 1, axis=1) | np.roll(near, -1, axis=1), lon, lat


def expected_values(lon, lat, depth, seconds):
    """The fields of small_ocean.f90: at the surface [cell], and on levels [level][cell]."""
    tide = np.sin(2 * np.pi * seconds / 44712)
    lon, lat = np.radians(lon), np.radians(lat)
    warmth = np.cos(lat) ** 2
    tos, sos = 28 * warmth - 1 + 0.5 * tide, 34 + 2 * warmth
    decay = np.exp(-depth / 400)[:, np.newaxis]
    thetao = 1 + (tos - 1) * decay
    thetao[depth[:, np.newaxis] > 300 + 5 * abs(np.degrees(lat))] = np.nan
    return {
        "zos": 0.5 * tide * np.cos(lon) + 0.1 * warmth,
        "tos": tos,
        "sos": sos,
        "tauuo": 0.1 * np.cos(3 * lat),
        "tauvo": 0.02 * np.sin(2 * lon),
        "siconc": np.where(tos < 0, 1.0, 0.0),
        "thetao": thetao,
        "so": 34.7 + (sos - 34.7) * decay,
        "uo": 0.3 * decay * np.sin(lat) * tide,
        "vo": 0.2 * decay * np.cos(lon) * tide,
        "wo": 1e-5 * np.arange(75)[:, np.newaxis] * tide * np.ones_like(lon),
    }


def check_ocean(folder):
    """Checks every value in the files of the miniature ocean; returns the number of cells kept."""
    kept, lon, lat = kept_cells()
    surface, ocean = xr.open_dataset(folder / "surface.nc"), xr.open_dataset(folder / "ocean.nc")
    assert set(surface.data_vars) == set(SURFACE) and set(ocean.data_vars) == set(LEVELS)
    assert surface.zos.dims == ("time", "cell") and ocean.so.dims == ("time", "level", "cell")
    assert surface.zos.dtype == np.float64 and surface.sos.dtype == np.float32
    np.testing.assert_allclose(surface.lon, lon[kept])
    np.testing.assert_allclose(surface.lat, lat[kept])
    assert ocean.thetao.units == "degree_C" and ocean.level.positive == "down"
    start = np.datetime64("2001-01-01T00:00:00")
    assert list((surface.time.values - start) / np.timedelta64(1, "h")) == list(range(7))
    assert list((ocean.time.values - start) / np.timedelta64(1, "h")) == [0, 3, 6]
    for data, names in ((surface, SURFACE), (ocean, LEVELS)):
        for record, time in enumerate(data.time.values):
            seconds = (time - start) / np.timedelta64(1, "s")
            expected = expected_values(lon[kept], lat[kept], ocean.level.values, seconds)
            for name in names:
                np.testing.assert_allclose(data[name][record], expected[name], rtol=1e-5, atol=1e-7, err_msg=name)
    with xr.open_dataset(folder / f"ocean_{RESTART}", mask_and_scale=False) as restart:  # NaN stays NaN
        np.testing.assert_array_equal(restart.zos[0], surface.zos[-1])
        np.testing.assert_array_equal(restart.thetao[0], ocean.thetao[-1])
        assert set(restart.data_vars) == {"zos", *LEVELS}
    assert 0.05 < float(np.isnan(ocean.thetao).mean()) < 0.95
    with xr.open_dataset(folder / "ocean.nc", mask_and_scale=False) as raw:  # files have a fill value, never NaN
        np.testing.assert_array_equal(raw.thetao == np.float32(raw.thetao.attrs["_FillValue"]), np.isnan(ocean.thetao))
    return int(kept.sum())


def test_small_ocean(program, launcher, folder):
    """One process, several processes and servers write the same bytes; all values are checked."""
    first = None
    ways = (1, 0, "cells"), (4, 0, "levels"), (3, 1, "cells"), (5, 2, "levels"), (5, 2, "files")
    for number, (ranks, servers, share) in enumerate(ways):
        here = folder / f"ocean{number}"
        here.mkdir()
        words = run(launcher, ranks, program, here, servers, share)
        if first is None:
            first = here
            n_kept = check_ocean(here)
            assert f"{n_kept} of {72 * 36} cells are written" in words, words
        for name in ("surface.nc", "ocean.nc", f"ocean_{RESTART}"):
            assert (here / name).read_bytes() == (first / name).read_bytes(), f"{name} of {ranks}, {servers}, {share}"
    command = [*launcher, "3", str(program), str(folder / "absent"), "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode != 0 and "does not exist" in done.stderr, done.stderr


def test_arrays(program, launcher, folder):
    """Runs the model in C on one process, and on two processes with a server."""
    for ranks in (1, 3):
        here = folder / f"c{ranks}"
        here.mkdir()
        run(launcher, ranks, program, here)
        with xr.open_dataset(here / "temperature.nc") as data:
            assert data.time.encoding["calendar"] == "noleap"
            cell, level, hour = np.arange(1000), np.arange(10)[:, np.newaxis], np.arange(0, 7, 2)
            expected = cell + 0.01 * level + 1000.0 * hour[:, np.newaxis, np.newaxis]
            np.testing.assert_allclose(data.thetao, expected, rtol=1e-15)
            np.testing.assert_array_equal(data.tos, expected[:, 0].astype(np.float32))


def main():
    ocean, arrays, *launcher = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        if ocean != "none":
            test_small_ocean(ocean, launcher, Path(folder))
        test_arrays(arrays, launcher, Path(folder))
    print("all values of the models' files are those of their formulas")


if __name__ == "__main__":
    main()
