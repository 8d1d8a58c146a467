# SPDX-License-Identifier: Apache-2.0
"""Groundswell and xarray read the same places, dates, heights, periods and directions from spectra of other models.

Usage: test_spectra_samples.py <program print_spectra> <folder of reference data>. Skips missing files.
"""

import os
import subprocess
import sys
import unittest

import numpy as np
import xarray as xr


def means(density, frequency, towards):
    """Hs, m-1/m0 and mean direction (from) of density[..., frequency, direction], with an f^-5 tail added."""
    order = np.argsort(frequency)
    density, frequency = density[..., order, :], frequency[order]
    width = np.gradient(frequency)  # the weights of the trapezoidal rule
    width[0] = (frequency[1] - frequency[0]) / 2
    width[-1] = (frequency[-1] - frequency[-2]) / 2
    step = 2 * np.pi / len(towards)
    over_f = width / frequency
    width[-1] += frequency[-1] / 4
    over_f[-1] += 1 / 5
    m0 = (density.sum(-1) * width).sum(-1) * step
    m_minus = (density.sum(-1) * over_f).sum(-1) * step
    by_direction = (density * width[:, None]).sum(-2) * step
    x, y = (by_direction * np.cos(towards)).sum(-1), (by_direction * np.sin(towards)).sum(-1)
    return 4 * np.sqrt(m0), m_minus / m0, np.mod(270 - np.degrees(np.arctan2(y, x)), 360)


def read_ww3(data):
    density = data.efth.values
    towards = np.radians(90 - data.direction.values)
    return data.longitude.values[0], data.latitude.values[0], density, data.frequency.values, towards


def read_era5(data):
    density = np.nan_to_num(10.0**data.d2fd.values)  # [time, frequency, direction, latitude, longitude]
    density = np.moveaxis(density, (3, 4), (1, 2)).reshape(1, -1, 30, 24)
    lon, lat = np.meshgrid(data.longitude.values, data.latitude.values)
    towards = np.radians(90 - (7.5 + 15 * np.arange(24)))
    return lon.ravel(), lat.ravel(), density, 0.03453 * 1.1 ** np.arange(30), towards


def read_swan(data):
    towards = np.radians(270) - data.direction.values
    return data.longitude.values, data.latitude.values, data.density.values, data.frequency.values, towards


def read_wavespectra(data):
    towards = np.radians(270 - data.dir.values)
    return data.lon.values, data.lat.values, data.efth.values * 180 / np.pi, data.freq.values, towards


class Samples(unittest.TestCase):
    def check(self, name, read):
        path = os.path.join(SHARED, "data/spectra_samples", name)
        if not os.path.exists(path):
            self.skipTest(f"needs {path}")
        output = subprocess.run([PROGRAM, path], check=True, capture_output=True, text=True).stdout
        lines = [[float(word) for word in line.split()] for line in output.splitlines()]
        with xr.open_dataset(path) as data:
            lon, lat, density, frequency, towards = read(data)
            seconds = (data.time.values - np.datetime64("1970-01-01")) / np.timedelta64(1, "s")
        height, period, direction = means(density.astype(float), frequency.astype(float), towards.astype(float))
        self.assertEqual(len(lines), len(seconds) * len(lon))
        n_sea = 0
        for number, line in enumerate(lines):
            time, place = divmod(number, len(lon))
            np.testing.assert_allclose(line[:2], [lon[place], lat[place]], atol=1e-4)
            self.assertLessEqual(abs(line[2] - seconds[time]), 1)
            if len(line) == 3:
                self.assertLess(height[time, place], 1e-6)
                continue
            n_sea += 1
            np.testing.assert_allclose(line[3:5], [height[time, place], period[time, place]], rtol=2e-5)
            self.assertLess(abs((line[5] - direction[time, place] + 180) % 360 - 180), 0.01)
            # After remapping to the model's grid.
            np.testing.assert_allclose(line[6], line[3], rtol=0.002)
            np.testing.assert_allclose(line[7], line[4], rtol=0.01)
            self.assertLess(abs((line[8] - line[5] + 180) % 360 - 180), 0.5)
        self.assertGreater(n_sea, 0)

    def test_wavewatch(self):
        self.check("ww3file.nc", read_ww3)

    def test_era5(self):
        self.check("era5file.nc", read_era5)

    def test_swan(self):
        self.check("swanfile.nc", read_swan)

    def test_wavespectra(self):
        self.check("wavespectra.nc", read_wavespectra)


if __name__ == "__main__":
    PROGRAM, SHARED = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
