# SPDX-License-Identifier: Apache-2.0
"""A directional spectrum as a polar picture, with the frequency spectrum beside it.

North is up; directions are those that waves come from; rings are periods; the radius is logarithmic in frequency, like
the model's bins. Reads the layout of WAVEWATCH III (directions in which waves travel) and that of wavespectra
(directions that they come from).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import xarray as xr
from matplotlib.colors import BoundaryNorm, ListedColormap

from groundswell_view import colours, maps, stations, times  # noqa: F401  (colours registers the colour maps)
from groundswell_view.captions import GREY, write
from groundswell_view.errors import ViewError
from groundswell_view.joining import Sources, find_files, name_of
from groundswell_view.reading import open_dataset

RINGS = (25, 20, 16, 13, 10, 8, 6, 5, 4, 3, 2)  # [s]
FEW_RINGS = (20, 10, 5)
HIGHEST = 0.5  # [Hz]; above it there is hardly any energy


@dataclass(frozen=True)
class Spectrum:
    """Density [m2 s rad-1, n_freq, n_dir] by frequency [Hz] and direction that waves come from [degree, ascending]."""

    density: np.ndarray
    frequency: np.ndarray
    coming_from: np.ndarray

    @property
    def direction_width(self) -> float:
        """Width of a direction bin [rad]."""
        return 2.0 * np.pi / len(self.coming_from)

    @property
    def by_frequency(self) -> np.ndarray:
        """Variance density [m2 s, n_freq]."""
        return self.density.sum(axis=1) * self.direction_width

    @property
    def frequency_edges(self) -> np.ndarray:
        """Edges [Hz, n_freq + 1], at the geometric means of neighbouring frequencies."""
        middle = np.sqrt(self.frequency[1:] * self.frequency[:-1])
        ends = self.frequency[0] ** 2 / middle[0], self.frequency[-1] ** 2 / middle[-1]
        return np.concatenate([[ends[0]], middle, [ends[1]]])

    @property
    def height(self) -> float:
        """Significant height [m] of the waves up to the highest frequency."""
        return 4.0 * float(np.sqrt(max(0.0, (self.by_frequency * np.diff(self.frequency_edges)).sum())))

    @property
    def peak_period(self) -> float:
        """Period [s] of the highest bin of the frequency spectrum."""
        return 1.0 / float(self.frequency[int(np.argmax(self.by_frequency))])

    @property
    def mean_from(self) -> tuple[float, float]:
        """Mean direction that waves come from and directional spread [degree] (Kuik et al. 1988)."""
        weight = self.density * np.diff(self.frequency_edges)[:, None]
        angle = np.radians(self.coming_from)
        total = weight.sum() or 1.0
        east, north = (weight * np.sin(angle)).sum() / total, (weight * np.cos(angle)).sum() / total
        spread = np.degrees(np.sqrt(2.0 * max(0.0, 1.0 - np.hypot(east, north))))
        return float(np.degrees(np.arctan2(east, north)) % 360.0), float(spread)


class SpectraFile:
    """A file of directional spectra by time and station."""

    def __init__(self, sources: Sources):
        self.label, self.data = name_of(find_files(sources)), open_dataset(sources)
        if "efth" not in self.data:
            there = ", ".join(map(str, self.data.data_vars))
            raise ViewError(f"{self.label} contains no spectra: there is no variable efth; it has {there}")
        self.space = stations.station_space(self.data)
        self.places = stations.station_places(self.data, self.label)
        self.times = times.decoded(self.data, self.label)
        self.frequency_name = "frequency" if "frequency" in self.data.variables else "freq"
        self.direction_name = "direction" if "direction" in self.data.variables else "dir"

    def spectrum(self, station: int, index: int) -> Spectrum:
        """The spectrum of a station at a date."""
        efth = self.data["efth"].isel({self.space: station, "time": index})
        density = efth.transpose(self.frequency_name, self.direction_name).values.astype(np.float64)
        if "deg" in str(efth.attrs.get("units", "")):
            density = density * 180.0 / np.pi
        direction = self.data[self.direction_name]
        angle = np.asarray(direction.values, dtype=np.float64)
        if str(direction.attrs.get("units", "degree")).startswith("rad"):
            angle = np.degrees(angle)
        towards = "to_direction" in direction.attrs.get("standard_name", "")
        angle = np.mod(angle + (180.0 if towards else 0.0), 360.0)
        order = np.argsort(angle)
        frequency = np.asarray(self.data[self.frequency_name].values, dtype=np.float64)
        return Spectrum(np.nan_to_num(density[:, order]), frequency, angle[order])

    def place(self, station: int, index: int) -> stations.Place:
        """A station with its position at a date; stations along a track move."""
        return stations.station_places(self.data, self.label, index)[station]

    def wind(self, station: int, index: int) -> tuple[float, float] | None:
        """Wind speed [m s-1] and the direction it comes from [degree], or None if the file lacks them."""
        for speed, angle in (("wnd", "wnddir"), ("wspd", "wdir")):
            if speed in self.data and angle in self.data:
                where = {self.space: station, "time": index}
                found = tuple(float(self.data[name].isel(where).values) for name in (speed, angle))
                return found if np.isfinite(found).all() else None
        return None


def draw_spectrum(sources: Sources, station: str, date: str, out: Path, dpi: int) -> str:
    """Draws the spectrum of a station at a date (`highest`: the date of its highest waves); returns a message."""
    file = SpectraFile(sources)
    number = stations.find_station(file.places, station, file.label)
    if date == "highest" and len(file.times):
        index = int(np.argmax([file.spectrum(number, i).height for i in range(len(file.times))]))
    else:
        index = times.index_of(date, file.times, file.label)
    found = file.spectrum(number, index)
    figure = plt.figure(figsize=(12.0, 7.2), dpi=dpi)
    _draw_polar(figure, found, file.wind(number, index))
    _draw_line(figure.add_axes([0.64, 0.11, 0.335, 0.40]), found)
    _write_heading(figure, file, number, index)
    _write_numbers(figure, found, file.wind(number, index), _depth(file.data, file.space, number, index))
    maps.save(figure, out)
    return f"Hs {found.height:.2f} m, Tp {found.peak_period:.1f} s"


def _write_heading(figure, file: SpectraFile, number: int, index: int) -> None:
    start, attributes = times.reference(file.data), file.data.attrs
    figure.text(0.04, 0.958, "Directional wave spectrum", fontsize=14, fontweight="bold", va="center")
    write(figure, 0.04, 0.921, file.place(number, index).label, 6.4, fontsize=11)
    write(figure, 0.04, 0.887, str(attributes.get("title", "")), 6.4, fontsize=9.5, color=GREY)
    when = {"ha": "right", "fontsize": 11}
    write(figure, 0.975, 0.958, times.valid(file.times[index], start), 4.4, **when)
    write(figure, 0.975, 0.921, times.started(start), 4.4, **{**when, "fontsize": 9.5}, color=GREY)
    write(figure, 0.975, 0.887, str(attributes.get("source", "")), 4.4, **{**when, "fontsize": 8.5}, color=GREY)


def _depth(data: xr.Dataset, space: str, station: int, index: int) -> float | None:
    if "dpt" not in data:
        return None
    value = data["dpt"]
    return float(value.isel({k: v for k, v in ((space, station), ("time", index)) if k in value.dims}).values)


def density_levels(highest: float) -> np.ndarray:
    """Ten levels, 1, 2 and 5 times powers of ten, over three decades; the last is at or above the highest density. If
    there is no energy: 0 and 1."""
    if highest <= 0:
        return np.array([0.0, 1.0])
    top = int(np.ceil(np.log10(highest)))
    steps = np.array([m * 10.0**p for p in range(top - 4, top + 1) for m in (1, 2, 5)])
    last = int(np.searchsorted(steps, highest))
    return steps[max(0, last - 9) : last + 1]


def start_polar(axes, found: Spectrum, names: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """Draws the compass and the rings of periods, fewer of both without `names`; returns the angles [rad] and radii of
    the edges of bins."""
    axes.set_theta_zero_location("N")
    axes.set_theta_direction(-1)
    edges = found.frequency_edges
    top = min(edges[-1], HIGHEST)
    inner = np.log(edges[0]) - 0.35
    radius = np.log(edges) - inner
    half = np.degrees(found.direction_width) / 2
    angle = np.radians(np.concatenate([found.coming_from - half, [found.coming_from[-1] + half]]))
    axes.set_ylim(0, np.log(top) - inner)
    rings = [period for period in (RINGS if names else FEW_RINGS) if edges[0] < 1.0 / period < top]
    axes.set_yticks([np.log(1.0 / period) - inner for period in rings], labels=[f"{period} s" for period in rings])
    axes.set_rlabel_position(_quiet_angle(found))
    for label in axes.get_yticklabels():
        label.set(fontsize=7.5, color="#333333", zorder=5)
    step = 45 if names else 90
    letters = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")[:: step // 45]
    axes.set_xticks(np.radians(np.arange(0, 360, step)), labels=letters)
    axes.grid(True, linewidth=0.4, color="#7b858f", alpha=0.7)
    axes.set_axisbelow(False)
    return angle, radius


def _draw_polar(figure, found: Spectrum, wind: tuple[float, float] | None) -> None:
    axes = figure.add_axes([0.035, 0.085, 0.47, 0.73], projection="polar")
    angle, radius = start_polar(axes, found)
    levels = density_levels(float(found.density.max()))
    sea = mpl.colormaps["groundswell.sea"](np.linspace(0.08, 1.0, len(levels) - 1))
    norm = BoundaryNorm(levels, len(levels) - 1)
    shown = np.ma.masked_less(found.density, levels[0])
    mesh = axes.pcolormesh(angle, radius, shown, cmap=ListedColormap(sea), norm=norm, rasterized=True, zorder=1)
    if wind is not None and wind[0] > 0:
        edge = axes.get_ylim()[1]
        axes.annotate("", xy=(np.radians(wind[1]), 0.80 * edge), xytext=(np.radians(wind[1]), 0.99 * edge),
                      arrowprops={"arrowstyle": "-|>", "color": "#1d1d22", "linewidth": 2.2}, zorder=6)  # fmt: skip
    bar = figure.colorbar(mesh, cax=figure.add_axes([0.545, 0.11, 0.013, 0.64]), ticks=levels)
    bar.ax.set_yticklabels([f"{level:g}" for level in levels], fontsize=8)
    bar.ax.set_title("m² s rad⁻¹", fontsize=8.5, pad=8)


def _quiet_angle(found: Spectrum) -> float:
    """The angle [degree] for the labels of the rings: halfway between two compass letters, where energy is least."""
    by_direction = np.abs(found.density).sum(axis=0)
    choices = np.arange(22.5, 360, 45)
    away = np.abs((found.coming_from[None, :] - choices[:, None] + 180) % 360 - 180)
    return float(choices[np.argmin((by_direction * (away < 30)).sum(axis=1))])


def finish_lines(axes, across: str, upwards: str) -> None:
    """Finishes a plot of lines over frequency, whose major ticks are set: labels and frame."""
    axes.xaxis.set_minor_locator(mpl.ticker.NullLocator())
    axes.set_xlabel(across, fontsize=9)
    axes.set_ylabel(upwards, fontsize=9)
    axes.tick_params(labelsize=8)
    axes.grid(True, linewidth=0.4, color="#b9c0c7")
    axes.spines[["top", "right"]].set_visible(False)


def _draw_line(axes, found: Spectrum) -> None:
    axes.fill_between(found.frequency, found.by_frequency, color="#0b5fa5", alpha=0.18, linewidth=0)
    axes.plot(found.frequency, found.by_frequency, color="#0b5fa5", linewidth=1.6)
    axes.set_xscale("log")
    axes.set_xlim(found.frequency[0], min(found.frequency[-1], HIGHEST))
    axes.set_ylim(bottom=0)
    periods = [period for period in RINGS if found.frequency[0] <= 1 / period <= min(found.frequency[-1], HIGHEST)]
    axes.set_xticks([1 / period for period in periods], labels=[str(period) for period in periods])
    finish_lines(axes, "period [s] (frequency rises to the right)", "variance density [m² Hz⁻¹]")


def _write_numbers(figure, found: Spectrum, wind: tuple[float, float] | None, depth: float | None) -> None:
    direction, spread = found.mean_from
    rows = [
        (f"Significant height, up to {found.frequency_edges[-1]:.2f} Hz", f"{found.height:.2f} m"),
        ("Peak period", f"{found.peak_period:.1f} s"),
        ("Mean direction, coming from", f"{direction:.0f}°"),
        ("Directional spread", f"{spread:.0f}°"),
    ]
    if wind is not None:
        rows.append(("Wind (arrow), coming from", f"{wind[0]:.1f} m/s, {wind[1]:.0f}°"))
    if depth is not None and np.isfinite(depth):
        rows.append(("Water depth", f"{depth:.0f} m"))
    for number, (name, value) in enumerate(rows):
        y = 0.815 - 0.042 * number
        figure.text(0.64, y, name, fontsize=10, color=GREY, va="center")
        figure.text(0.975, y, value, fontsize=10.5, fontweight="bold", ha="right", va="center")
    figure.text(0.04, 0.03, "Sectors show where the waves come from; rings are their periods.", fontsize=8, color=GREY)
