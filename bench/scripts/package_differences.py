# SPDX-License-Identifier: Apache-2.0
"""The tables of package_maps.py: two packages in one sea, and the differences of the second from the first."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from groundswell_view import times
from groundswell_view.reading import FieldFile
from groundswell_view.stations import read_series
from package_table import make_head, make_line

LEAST_HEIGHT = 0.5  # [m]: periods of lower seas are not compared


@dataclass(frozen=True)
class Quantity:
    name: str
    title: str
    unit: str

    @property
    def is_period(self):
        return self.unit == "s"


HEIGHT = Quantity("hs", "wave height", "m")
PERIOD = Quantity("t02", "mean period Tm02", "s")
ENERGY_PERIOD = Quantity("t0m1", "energy period Tm-1,0", "s")
SWELL = Quantity("phs1", "height of the swell", "m")


@dataclass(frozen=True)
class Pair:
    """The runs of one sea with two packages, and the hour [h] at which they are compared (none: that of the highest sea
    of the first)."""

    packages: list  # two names
    folders: list[Path]
    hour: int | None = None

    @cached_property
    def files(self):
        return [FieldFile(folder / "fields.nc") for folder in self.folders]

    @cached_property
    def heights(self):
        """Wave heights [m] by package, date and cell."""
        return [np.asarray(file.data["hs"].values, dtype=float) for file in self.files]

    @cached_property
    def index(self):
        """The date at which the packages are compared."""
        if self.hour is None:
            return int(np.nanargmax(np.nanmax(self.heights[0], axis=1)))
        wanted = self.files[0].reference_time + np.timedelta64(self.hour, "h")
        return int(np.flatnonzero(self.files[0].times == wanted)[0])

    @property
    def date(self):
        return self.files[0].times[self.index]

    def values(self, quantity):
        """Values of all cells by package."""
        return [file.field(quantity.name, self.index).values for file in self.files]

    @property
    def areas(self):
        return np.asarray(self.files[0].data["areaCell"].values, dtype=float)

    def where(self, cell):
        return write_place(self.files[0].cells.lon[cell], self.files[0].cells.lat[cell])


def write_place(lon, lat):
    return f"{abs(lat):.1f}{'N' if lat >= 0 else 'S'} {abs(lon):.1f}{'E' if lon >= 0 else 'W'}"


def make_difference_row(pair, quantity):
    first, second = pair.values(quantity)
    known = np.isfinite(first) & np.isfinite(second)
    if quantity.is_period:
        known &= np.minimum(*pair.values(HEIGHT)) >= LEAST_HEIGHT
    if not known.any():
        return make_line([f"{quantity.title} [{quantity.unit}]", *["–"] * 7])
    change = np.where(known, second - first, np.nan)
    cells, weights = change[known], pair.areas[known]
    means = [np.average(values[known], weights=weights) for values in (first, second)]
    gain, loss = (f"{change[cell]:+.2f} at {pair.where(cell)}" for cell in (np.nanargmax(change), np.nanargmin(change)))
    mean, rms = means[1] - means[0], np.sqrt(np.average(cells**2, weights=weights))
    numbers = [f"{means[0]:.2f}", f"{means[1]:.2f}", f"{mean:+.2f} ({100.0 * mean / means[0]:+.0f} %)"]
    numbers += [f"{cells.mean():+.2f}", f"{rms:.2f}"]
    return make_line([f"{quantity.title} [{quantity.unit}]", *numbers, gain, loss])


def make_difference_table(pair):
    first, second = (f"`{name}`" for name in pair.packages)
    head = ["of all sea, by area", f"mean, {first}", f"mean, {second}", "difference", "by cells", "rms difference"]
    return [
        *make_head([*head, f"{second} higher by at most", f"{second} lower by at most"]),
        *(make_difference_row(pair, quantity) for quantity in (HEIGHT, PERIOD, ENERGY_PERIOD, SWELL)),
    ]


def write_hour(date):
    return f"{date.item():%d %b %H} h"


def describe_highest(pair):
    """A sentence on the highest sea of the run with each package."""
    words = []
    for package, file, heights in zip(pair.packages, pair.files, pair.heights):
        date, cell = np.unravel_index(np.nanargmax(heights), heights.shape)
        where = f"{write_hour(file.times[date])}, {pair.where(cell)}"
        words.append(f"{heights[date, cell]:.2f} m with `{package}` ({where})")
    return f"Highest of all dates: {', '.join(words)}.\n"


def make_place_table(pair):
    """Heights and periods at the places of points.nc, both packages in each cell; nothing without places."""
    files = [folder / "points.nc" for folder in pair.folders]
    if not all(file.exists() for file in files):
        return []
    rows = []
    for both in zip(*(read_series(file, [], []) for file in files)):
        hs, tp, energy = ([one.fields[name].values for one in both] for name in ("hs", "tp", "t0m1"))
        tops = [int(np.nanargmax(heights)) for heights in hs]
        cells = [[f"{np.nanmean(heights):.2f}" for heights in hs], [f"{np.nanmax(heights):.2f}" for heights in hs]]
        cells += [[write_hour(one.dates[top]) for one, top in zip(both, tops)]]
        cells += [[f"{values[top]:.1f}" for values, top in zip(of, tops)] for of in (tp, energy)]
        rows.append(make_line([both[0].place.name, *(" / ".join(dict.fromkeys(texts)) for texts in cells)]))
    head = [
        f"at, {' / '.join(f'`{package}`' for package in pair.packages)}",
        "mean Hs [m]",
        "highest Hs [m]",
        "when",
        "its peak period [s]",
        "its energy period [s]",
    ]
    return [*make_head(head), *rows]


def make_tables(pair):
    """The lines of all tables of a sea."""
    lines = [f"**{pair.files[0].title}**, {times.spoken(pair.date)}:\n\n", *make_difference_table(pair), "\n"]
    places = make_place_table(pair)
    return [*lines, describe_highest(pair), *(["\n", *places] if places else [])]
