# SPDX-License-Identifier: Apache-2.0
"""Spectra of buoy 41010, and parameters of the sea from them.

Usage: buoy.py FOLDER. Writes the two tables of the buoy beside this file from NDBC's files 41010w2019.txt.gz (density),
41010d2019.txt.gz (alpha1) and 41010j2019.txt.gz (r1) in FOLDER.
"""

import gzip
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
SPECTRA, BULK = HERE / "buoy_41010_spectra.csv", HERE / "buoy_41010_bulk.csv"
FIRST, LAST = np.datetime64("2019-08-31T00:00"), np.datetime64("2019-09-05T00:00")
LOWEST = 0.04  # [Hz] below it the buoy measured no energy in these days
NAMES = ("hs", "tp", "tm02", "tm10", "mwd_from", "dspr")
UNITS = ("m", "s", "s", "s", "degree", "degree")

ORIGIN = """\
# Buoy 41010 of NDBC (Canaveral East, 28.878 N 78.467 W, water about 890 m deep), hurricane Dorian, 2019. Dates are UTC.
# Origin: hourly spectra of the National Data Buoy Center (NOAA). A work of the US government, in the public domain.
"""
ABOUT_SPECTRA = """\
# Each date has three lines over the frequencies [Hz] in the first line: the density of variance [m2 Hz-1]; alpha1, the
# mean direction that waves come from [degree clockwise from north]; r1, the length of the mean unit vector [0.01].
# The second line has the widths of the frequency bins [Hz]. Below 0.04 Hz no energy was measured. Dates without lines
# were not recorded. NDBC's alpha2 and r2, which this case does not need, are left out.
"""
ABOUT_BULK = """\
# Made from buoy_41010_spectra.csv by buoy.py, as sums over the buoy's bins, up to 0.495 Hz: hs = 4 sqrt(m0); tp, the
# period of the highest bin; tm02 = sqrt(m0 / m2); tm10 = m-1 / m0; mwd_from and dspr, the mean direction that waves
# come from and the spread sqrt(2 (1 - r)), of the mean unit vector, weighted by energy (Kuik et al. 1988).
"""


@dataclass(frozen=True)
class Spectra:
    """Frequency spectra by date: density [m2 Hz-1], and the mean unit vector (east, north) of the directions that waves
    come from, all [n_dates, n_freq]; frequency and width [Hz, n_freq]."""

    dates: np.ndarray
    frequency: np.ndarray
    width: np.ndarray
    density: np.ndarray
    east: np.ndarray
    north: np.ndarray


def compute_parameters(spectra):
    """The six parameters of NAMES at each date [n_dates], NaN where there is no energy."""
    energy = spectra.density * spectra.width

    def moment(power, weight=1.0):
        return (energy * weight * spectra.frequency**power).sum(axis=1)

    m0 = np.where(moment(0) > 0, moment(0), np.nan)
    east, north = moment(0, spectra.east) / m0, moment(0, spectra.north) / m0
    peak = np.where(np.isfinite(m0), 1.0 / spectra.frequency[spectra.density.argmax(axis=1)], np.nan)
    values = (
        4.0 * np.sqrt(m0),
        peak,
        np.sqrt(m0 / moment(2)),
        moment(-1) / m0,
        np.degrees(np.arctan2(east, north)) % 360.0,
        np.degrees(np.sqrt(2.0 * np.clip(1.0 - np.hypot(east, north), 0.0, None))),
    )
    return dict(zip(NAMES, values))


def with_vectors(dates, frequency, width, density, alpha1, r1):
    """Spectra of NDBC's alpha1 [degree] and r1 [0.01]."""
    angle, length = np.radians(alpha1), 0.01 * r1
    return Spectra(dates, frequency, width, density, length * np.sin(angle), length * np.cos(angle))


def read_buoy(path=SPECTRA):
    """The spectra of the buoy."""
    lines = [line.split(",") for line in path.read_text().splitlines() if not line.startswith("#")]
    frequency, width = (np.array(line[2:], dtype=float) for line in lines[:2])
    rows = {name: [line for line in lines[2:] if line[1] == name] for name in ("density", "alpha1", "r1")}
    dates = np.array([line[0] for line in rows["density"]], dtype="datetime64[s]")
    values = [np.array([line[2:] for line in part], dtype=float) for part in rows.values()]
    return with_vectors(dates, frequency, width, *values)


def _read_ndbc(path):
    """Dates [n_dates], frequencies [n_freq] and values [n_dates, n_freq] of a file of NDBC."""
    head, *lines = gzip.open(path, "rt").read().splitlines()
    rows = [line.split() for line in lines]
    dates = np.array(["{}-{}-{}T{}:{}".format(*row[:5]) for row in rows], dtype="datetime64[m]")
    return dates, np.array(head.split()[5:], dtype=float), np.array([row[5:] for row in rows], dtype=float)


def _bin_widths(frequency):
    """Widths [Hz] of NDBC's bins: 0.005 below 0.095 Hz, 0.01 up to 0.355 Hz, and 0.02 up to 0.495 Hz."""
    return np.select([frequency < 0.095, frequency < 0.355], [0.005, 0.01], 0.02)


def main():
    folder = Path(sys.argv[1])
    files = [_read_ndbc(folder / f"41010{letter}2019.txt.gz") for letter in "wdj"]
    dates, frequency, _ = files[0]
    chosen, bins = (dates >= FIRST) & (dates <= LAST), frequency >= LOWEST
    density, alpha1, r1 = (values[chosen][:, bins] for _, _, values in files)
    dates, frequency = dates[chosen], frequency[bins]
    width = _bin_widths(frequency)
    with SPECTRA.open("w") as file:
        file.write(ORIGIN + ABOUT_SPECTRA)
        for date, name, row in (("time", "quantity", frequency), ("", "width", width)):
            file.write(",".join([date, name, *(f"{value:g}" for value in row)]) + "\n")
        for index, date in enumerate(dates):
            for name, row in (("density", density), ("alpha1", alpha1), ("r1", r1)):
                file.write(",".join([str(date), name, *(f"{value:g}" for value in row[index])]) + "\n")
    found = compute_parameters(read_buoy())
    with BULK.open("w") as file:
        file.write(ORIGIN + ABOUT_BULK)
        file.write(",".join(["time", *(f"{name} [{unit}]" for name, unit in zip(NAMES, UNITS))]) + "\n")
        for index, date in enumerate(dates):
            file.write(",".join([str(date), *(f"{found[name][index]:.3f}" for name in NAMES)]) + "\n")


if __name__ == "__main__":
    main()
