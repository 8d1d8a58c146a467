#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares when the swell of each storm arrives at a far coast with travel along a great circle at the group speed.

The swell is the energy that travels within 30 degrees of the great circle from the storm to the place; its group speed
in deep water is g / (4 pi f). It arrives when the energy of a frequency bin, on its rise, reaches half of its largest
value; the middle of a swell lies halfway between this and the time when it falls below half again. For each storm the
script prints, by frequency bin:

* the arrival and the middle at the coast, and how many hours these are later than those of a place in the open sea,
  on the way, plus the time that groups need from there to the coast. These must be within 3 hours;
* how many hours the middle is later than that of groups which leave the place of the highest waves in the storm when
  they are highest. It is no more than an indication, as a storm is neither a point nor an instant.

Usage: arrival.py OUTPUT_FOLDER [PICTURE.png]; the exit status is 1 if a time is not within 3 hours.
"""

import sys
from pathlib import Path

import matplotlib as mpl
import netCDF4
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent / "inputs"))
from storms import STORMS, bearing, distance  # noqa: E402

mpl.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

GRAVITY = 9.80665
SECTOR = 30.0  # [degrees] on both sides of the great circle
PERIODS = 12.0, 21.0  # [s]; the storms make hardly any longer waves, and shorter ones arrive too late for the week
MOST_HOURS = 3.0
WAYS = (("Pacific", "Hawaii"), ("Atlantic", "Nazare"), ("Indian Ocean", "Cape Naturaliste"))  # of STORMS


def group_speed(frequency):
    """Group speed in deep water [m/s]."""
    return GRAVITY / (4 * np.pi * frequency)


def crossing(hours, energy, level, at):
    """Hour at which `energy` crosses `level` between the dates `at` and `at` + 1, linearly."""
    return np.interp(level, *zip(*sorted([(energy[at], hours[at]), (energy[at + 1], hours[at + 1])]), strict=True))


def arrival_and_middle(hours, energy):
    """When `energy` (hours) rises to half of its maximum, and the middle of the time that it stays above; the middle is
    NaN if it does not fall below half before the end, both are if it begins above half."""
    highest = int(np.argmax(energy))
    above = energy > energy[highest] / 2
    before, after = np.flatnonzero(~above[:highest]), np.flatnonzero(~above[highest:])
    if not len(before):
        return np.nan, np.nan
    rise = crossing(hours, energy, energy[highest] / 2, before[-1])
    if not len(after):
        return rise, np.nan
    return rise, (rise + crossing(hours, energy, energy[highest] / 2, highest + after[0] - 1)) / 2


class Spectra:
    """The spectra at all places: `energy` [m2 s rad-1, n_hour, n_place, n_freq, n_dir], travelling `to` [degrees]."""

    def __init__(self, path):
        with netCDF4.Dataset(path) as file:
            time = file["time"]
            dates = netCDF4.num2date(
                time[:], time.units, only_use_cftime_datetimes=False, only_use_python_datetimes=True
            )
            self.hours = np.array([(date - dates[0]).total_seconds() / 3600 for date in dates])
            self.names = list(file["station_name"][:])
            self.frequency = file["frequency"][:].filled().astype(float)
            self.to = file["direction"][:].filled()
            self.lon, self.lat = (file[name][0].filled() for name in ("longitude", "latitude"))
            self.energy = file["efth"][:].filled(0.0)

    def place(self, name):
        """Longitude and latitude."""
        at = self.names.index(name)
        return self.lon[at], self.lat[at]

    def swell(self, name, storm):
        """Energy from the storm's side by hour and frequency [m2 s rad-1, n_hour, n_freq]."""
        towards = bearing(*self.place(name), storm.lon, storm.lat) + 180
        inside = np.abs((self.to - towards + 180) % 360 - 180) <= SECTOR
        return self.energy[:, self.names.index(name)][..., inside].sum(axis=-1)


def highest_sea(path, storm):
    """Hour, longitude, latitude and height of the highest waves within 1500 km of the storm while it lasts."""
    best = (0.0,) * 4
    with netCDF4.Dataset(path) as file:
        lon, lat = file["lon"][:].filled(), file["lat"][:].filled()
        time = file["time"]
        dates = netCDF4.num2date(time[:], time.units)
        for i, date in enumerate(dates):
            hour = (date - dates[0]).total_seconds() / 3600
            if storm.strength(hour) == 0:
                continue
            height = np.where(distance(*storm.centre(hour), lon, lat) < 1.5e6, file["hs"][i].filled(0.0), 0.0)
            cell = int(np.argmax(height))
            best = max(best, (float(height[cell]), hour, lon[cell], lat[cell]))
    return best[1], best[2], best[3], best[0]


def compare(spectra, storm, sea, coast, source):
    """Prints the comparison of one storm; yields (f, arrival, middle) at the coast as groups from `sea` would come,
    and the largest difference of the model's from these, in hours."""
    way = distance(*spectra.place(sea), *spectra.place(coast))
    far = distance(*source[1:3], *spectra.place(coast))
    print(
        f"{storm.name}: waves of {source[3]:.1f} m at hour {source[0]:.0f}, {far / 1e3:.0f} km from {coast};"
        f" {sea} to {coast} is {way / 1e3:.0f} km"
    )
    print("  period [s]  arrives  later than groups  middle  later than groups  later than from the storm  [hours]")
    at_sea, at_coast = (spectra.swell(name, storm) for name in (sea, coast))
    for i, frequency in enumerate(spectra.frequency):
        if not PERIODS[0] <= 1 / frequency <= PERIODS[1]:
            continue
        left, arrived = (np.array(arrival_and_middle(spectra.hours, swell[:, i])) for swell in (at_sea, at_coast))
        expected = left + way / group_speed(frequency) / 3600
        late = arrived - expected
        from_storm = arrived[1] - source[0] - far / group_speed(frequency) / 3600
        print(
            f"  {1 / frequency:10.1f}  {arrived[0]:7.1f}  {late[0]:17.1f}  {arrived[1]:6.1f}  {late[1]:17.1f}"
            f"  {from_storm:25.1f}"
        )
        yield frequency, *expected, np.max(np.abs(late))


def draw(axes, spectra, storm, coast, expected):
    """Energy at the coast by hour and frequency, each bin relative to its largest, with the expected times."""
    swell = spectra.swell(coast, storm)
    periods = 1 / spectra.frequency
    bins = np.flatnonzero((periods > 9) & (periods < 24))
    part = swell[:, bins] / swell[:, bins].max(axis=0)
    levels = np.linspace(0, 1, 11)
    shades = axes.contourf(spectra.hours / 24, spectra.frequency[bins], part.T, levels, cmap="YlGnBu")
    axes.contour(spectra.hours / 24, spectra.frequency[bins], part.T, [0.5], colors="0.2", linewidths=0.8)
    frequency, arrival, middle, _ = np.array(expected).T
    axes.plot(arrival / 24, frequency, "o", color="tab:red", label="arrival, from the open sea")
    axes.plot(middle / 24, frequency, "D", color="tab:orange", label="middle, from the open sea")
    axes.set_title(f"{coast}: swell of the {storm.name} storm", loc="left", fontsize=10)
    axes.set_xlim(2.5, spectra.hours[-1] / 24)
    axes.set_xlabel("days since the start")
    axes.set_yscale("log")
    ticks = [10, 12, 14, 16, 18, 20, 22]
    axes.set_yticks([1 / tick for tick in ticks], [str(tick) for tick in ticks])
    axes.minorticks_off()
    return shades


def main():
    folder = Path(sys.argv[1])
    spectra = Spectra(folder / "spectra.nc")
    figure, axes = plt.subplots(1, len(STORMS), figsize=(13, 4.6), sharey=True, layout="constrained")
    differences = []
    for storm, (sea, coast), place in zip(STORMS, WAYS, axes, strict=True):
        expected = list(compare(spectra, storm, sea, coast, highest_sea(folder / "fields.nc", storm)))
        differences += [item[3] for item in expected]
        shades = draw(place, spectra, storm, coast, expected)
    worst = np.max(differences)
    sound = bool(worst <= MOST_HOURS)  # false, too, if a time is missing (NaN)
    print(f"{'holds: ' if sound else 'FAILS: '} within {worst:.1f} hours of groups, at most {MOST_HOURS:.0f} allowed")
    if len(sys.argv) > 2:
        axes[0].set_ylabel("period [s]")
        axes[0].legend(fontsize=8, loc="upper left", title="expected", title_fontsize=8)
        figure.colorbar(shades, ax=axes, label="energy, relative to the highest of each period")
        figure.savefig(sys.argv[2], dpi=140)
        print(sys.argv[2])
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
