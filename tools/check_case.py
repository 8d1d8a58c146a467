#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the output of a whole case with its expected.yaml: the numbers under `full`, `duration` and `agreement`.

The tests compare a smaller version of the case with the numbers under `values`, using the same functions. Requires what
`make deps` installs.
Usage: .venv/bin/python3 tools/check_case.py cases/NAME [output folder]
"""

import sys
from pathlib import Path

import numpy as np
import xarray as xr
import yaml
from groundswell_view.compare import make_pairs
from groundswell_view.observations import read_observations
from groundswell_view.stations import read_series

ROOT = Path(__file__).resolve().parents[1]


def distance_km(lon, lat, lon_0, lat_0):
    """Great-circle distance [km]; the arguments are in degrees."""
    lon, lat, lon_0, lat_0 = np.radians([lon, lat, lon_0, lat_0])
    haversine = np.sin((lat - lat_0) / 2) ** 2 + np.cos(lat) * np.cos(lat_0) * np.sin((lon - lon_0) / 2) ** 2
    return 2 * 6371 * np.arcsin(np.sqrt(haversine))


def highest(values):
    """(time, cell) of the largest value."""
    return np.unravel_index(np.argmax(values), values.shape)


def running_mean(values, length):
    """Running means over `length` + 1 successive dates."""
    total = np.cumsum(np.vstack([np.zeros_like(values[:1]), values]), axis=0, dtype=float)
    return (total[length + 1 :] - total[: -length - 1]) / (length + 1)


def place(file, cell):
    return f"{abs(file['lon'].values[cell]):.1f}W {file['lat'].values[cell]:.1f}N"


def check_value(folder, item):
    """Whether one number is as expected, and a message that says so."""
    with xr.open_dataset(folder / item["file"]) as file:
        values = file[item["name"]]
        if "hour" in item:
            values = values.sel(time=file["time"][0] + np.timedelta64(item["hour"], "h"))
        if "station" in item:
            values = values[..., file["station_name"].values.tolist().index(item["station"])]
        if "box" in item:  # west, east, south, north
            west, east, south, north = item["box"]
            lon, lat = (file["lon"].values - west) % 360, file["lat"].values
            values = values[..., (lon <= (east - west) % 360.0001) & (lat >= south) & (lat <= north)]
        value = float(getattr(values, item.get("reduce", "max"))())
    low, high = item["between"]
    what = " ".join(str(item[key]) for key in ("reduce", "name", "station", "box") if key in item)
    when = f" at hour {item['hour']}" if "hour" in item else ""
    return low <= value <= high, f"{item['file']}: {what}{when} is {value:.4g}, expected {low} to {high}"


def check_observed(folder, item):
    """Whether a score of the series at a station, or its difference from the observations at a date, is as expected."""
    series = read_series(folder / item["file"], [], [item["station"]])[0]
    observed = read_observations(ROOT / item["observed"])
    names = [(item["name"], item.get("column", item["name"]))]
    pairs = make_pairs(series, observed, names, np.timedelta64(3, "h"), item["file"])[0]
    what = item.get("score", f"difference at {item.get('date')}")
    unit = "" if what in ("n", "si", "r", "slope") else f" {pairs.unit}"
    if "score" in item:
        value = getattr(pairs.scores, item["score"])
    else:
        at = pairs.dates == np.datetime64(item["date"])
        value = float((pairs.modelled_values - pairs.observed_values)[at].item())
    low, high = item["between"]
    sentence = f"{item['station']} beside {Path(item['observed']).name}: {what} of {item['name']} is {value:.3g}"
    return low <= value <= high, f"{sentence}{unit}, expected {low} to {high}"


def check_duration(folder, bound):
    """Checks that the largest wave height is within the growth expected under the largest running mean of the wind, and
    that it occurs near that wind in place and time; requires hourly fields."""
    with xr.open_dataset(folder / "fields.nc") as file:
        hs = file["hs"].values
        wind = np.hypot(*(running_mean(file[name].values, bound["mean_hours"]) for name in ("uwnd", "vwnd")))
        wind_time, wind_cell = highest(wind)
        time, cell = highest(hs)
        low, high = (
            np.exp(np.interp(np.log(wind.max()), np.log(bound["speeds"]), np.log(bound[f"after_{hours}_hours"])))
            for hours in (6, 24)
        )
        late = max(wind_time - time, time - wind_time - bound["mean_hours"], 0)
        far = distance_km(*(file[name].values[at] for at in (cell, wind_cell) for name in ("lon", "lat")))
        dates = file["time"].values.astype("datetime64[h]")
        wind_said = (
            f"the largest {bound['mean_hours']}-hour mean wind, {wind.max():.1f} m/s, blows at {place(file, wind_cell)}"
            f" from {dates[wind_time]} to {dates[wind_time + bound['mean_hours']]}"
        )
        peak_said = f"the highest waves, {hs.max():.2f} m, stand at {place(file, cell)} at {dates[time]}"
    yield low <= hs.max() <= high, f"{peak_said}; such a wind makes {low:.1f} m in 6 hours, {high:.1f} m in 24"
    yield late <= bound["within_hours"], f"{wind_said}; the waves peak {late} hours outside these dates"
    yield far <= bound["within_km"], f"the two are {far:.0f} km apart, expected at most {bound['within_km']}"


def check_holes(folder):
    with xr.open_dataset(folder / "fields.nc") as file:
        return bool(np.isfinite(file["hs"].values).all()), "fields.nc: hs has a value in every sea cell at every date"


def station_series(folder, name, station):
    with xr.open_dataset(folder / "points.nc") as file:
        return file[name][..., file["station_name"].values.tolist().index(station)].load()


def check_agreement(folder, outer, bound):
    """Compares wave heights at stations with those of the larger case around this one, while the latter exceed a
    minimum."""
    for station in bound["stations"]:
        here, there = (station_series(place, "hs", station) for place in (folder, outer))
        here, there = xr.align(here, there)
        high = there.values > bound["least_height"]
        rms = float(np.sqrt(np.mean((here.values[high] / there.values[high] - 1) ** 2)))
        what = f"{station}: heights differ by {100 * rms:.1f} % (rms) from those of the larger case"
        yield rms <= bound["rms"], f"{what}, expected at most {100 * bound['rms']:.0f} %"


def check_output(expected, values, folder, outer=None):
    """Yields, for everything that `expected` requires of the output in `folder`, whether it holds, and a message.

    `outer` is the output folder of the case whose spectra enter at the boundary of this one.
    """
    for item in values:
        yield (check_observed if "observed" in item else check_value)(folder, item)
    if (folder / "fields.nc").exists():
        yield check_holes(folder)
    if "duration" in expected:
        yield from check_duration(folder, expected["duration"])
    if "agreement" in expected:
        yield from check_agreement(folder, outer, expected["agreement"])


def main():
    case = Path(sys.argv[1])
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path("output") / case.name
    expected = yaml.safe_load((case / "expected.yaml").read_text())
    for name in sorted({item["file"] for item in expected["full"]}):
        if not (folder / name).exists():
            sys.exit(f"error: there is no {folder / name}; run the case first: tools/run_case.sh {case}")
    sound = True
    outer = folder.parent / expected["outer"] if "outer" in expected else None
    for holds, sentence in check_output(expected, expected["full"], folder, outer):
        print("holds:  " if holds else "FAILS:  ", sentence)
        sound = sound and holds
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
