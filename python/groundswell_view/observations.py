# SPDX-License-Identifier: Apache-2.0
"""Reads observations at one place, from a table (CSV) or a NetCDF file, and pairs a model with them in time."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from groundswell_view import stations, times
from groundswell_view.errors import ViewError
from groundswell_view.projection import wrapped
from groundswell_view.reading import Field, open_dataset
from groundswell_view.text_file import read_lines

TIMES = ("time", "date", "datetime")
MISSING = ("", "nan", "na", "mm")  # NDBC writes MM
# Other words for the units of waves and wind, so that files that mean the same are not refused.
UNITS = {"metre": "m", "meter": "m", "metres": "m", "meters": "m", "second": "s", "seconds": "s", "sec": "s",
         "degrees": "degree", "deg": "degree", "degree_true": "degree", "degrees_true": "degree", "degt": "degree",
         "°": "degree", "m/s": "m s-1", "m.s-1": "m s-1", "hz": "s-1", "1/s": "s-1"}  # fmt: skip


@dataclass(frozen=True)
class Observations:
    """Columns by name, each with a value per date [n_times] (NaN if missing); dates are datetime64[s], ascending."""

    label: str
    dates: np.ndarray
    columns: dict[str, Field]


def read_observations(path: Path) -> Observations:
    """Reads a table with the columns `time` (UTC) and variables, or a NetCDF file of one place, and sorts the dates.

    A name in the header of a table may state the unit, as in `hs [m]`. Lines that begin with # are comments.
    """
    table = path.suffix.lower() in (".csv", ".txt")
    dates, columns = _read_table(path) if table else _read_netcdf(path)
    if len(dates) == 0:
        raise ViewError(f"{path} has no dates, so there is nothing to compare with")
    if np.isnat(dates).any():
        raise ViewError(f"{path}: {np.isnat(dates).sum()} of {len(dates)} dates are missing; give every row its date")
    order = np.argsort(dates, kind="stable")
    dates = dates[order]
    twice = np.flatnonzero(dates[1:] == dates[:-1])
    if len(twice):
        raise ViewError(f"{path} has the date {times.short(dates[twice[0]])} twice; keep one of its rows")
    sorted_columns = {
        name: Field(field.values[order], name, field.long_name, field.units, field.standard_name)
        for name, field in columns.items()
    }
    return Observations(str(path), dates, sorted_columns)


def _read_table(path: Path) -> tuple[np.ndarray, dict[str, Field]]:
    lines = read_lines(path)
    try:
        rows = [(number, next(csv.reader([line]))) for number, line in enumerate(lines, 1)
                if line.strip() and not line.startswith("#")]  # fmt: skip
    except csv.Error as error:
        raise ViewError(f"{path} cannot be read as a table: {error}") from error
    if not rows:
        raise ViewError(f"{path} is empty; its first line must name the columns, such as time,hs,tp")
    heads = [_name_and_unit(head) for head in rows[0][1]]
    names = [name for name, _ in heads]
    if names[0].lower() not in TIMES:
        raise ViewError(f"{path}: the first column is '{names[0]}' instead of time; name the columns in the first line")
    double = next((name for name in names if names.count(name) > 1), None)
    if double:
        raise ViewError(f"{path} has two columns {double}; name each column differently")
    dates, values = np.empty(len(rows) - 1, "datetime64[s]"), np.empty((len(rows) - 1, len(names) - 1))
    for index, (number, row) in enumerate(rows[1:]):
        if len(row) != len(names):
            raise ViewError(f"{path}:{number}: the line has {len(row)} values, but there are {len(names)} columns")
        try:
            dates[index] = _date(row[0])
        except ValueError:
            raise ViewError(f"{path}:{number}: '{row[0]}' is not a date; write 2019-09-04T12:40, in UTC") from None
        values[index] = [_number(text, name, f"{path}:{number}") for text, name in zip(row[1:], names[1:])]
    return dates, {name: Field(values[:, i], name, name, unit) for i, (name, unit) in enumerate(heads[1:])}


def _date(text: str) -> np.datetime64:
    """A date in ISO 8601, in UTC unless it states a time zone."""
    date = datetime.fromisoformat(text.strip().removesuffix("UTC").removesuffix("GMT").strip())
    return np.datetime64(date.astimezone(UTC).replace(tzinfo=None) if date.tzinfo else date, "s")


def _name_and_unit(head: str) -> tuple[str, str]:
    name, _, unit = head.strip().partition("[")
    return name.strip(), unit.strip().removesuffix("]").strip()


def _number(text: str, name: str, where: str) -> float:
    if text.strip().lower() in MISSING:
        return np.nan
    try:
        number = float(text)
    except ValueError:
        number = np.inf
    if np.isinf(number):
        raise ViewError(f"{where}: {name} is '{text}', which is not a number; leave missing values empty")
    return number


def _read_netcdf(path: Path) -> tuple[np.ndarray, dict[str, Field]]:
    data = open_dataset(path)
    space = stations.station_space(data)
    if space and data.sizes[space] > 1:
        raise ViewError(f"{path} has {data.sizes[space]} stations; name a file of observations at one place")
    dates, columns = times.decoded(data, str(path)), {}
    for name, array in data.variables.items():
        single = array.dims == ("time",) or set(array.dims) == {"time", space} and space is not None
        if single and array.dtype.kind in "fiu" and name != "time":
            attributes = {key: str(array.attrs.get(key, "")) for key in ("long_name", "units", "standard_name")}
            values = np.asarray(data[name].values, dtype=np.float64).reshape(-1)
            long_name, units, standard = attributes.values()
            columns[str(name)] = Field(values, str(name), long_name or str(name), units, standard)
    return dates, columns


def check_units(observed: Field, modelled: Field, label: str) -> None:
    """Raises a ViewError if both fields state their unit and these differ."""
    ours, theirs = (UNITS.get(field.units.strip().lower(), field.units.strip()) for field in (modelled, observed))
    if ours and theirs and ours != theirs:
        raise ViewError(
            f"{label}: {observed.name} is in {observed.units}, but {modelled.name} of the model in {modelled.units}; "
            "convert the observations"
        )


def interpolate(
    dates: np.ndarray, values: np.ndarray, wanted: np.ndarray, max_gap: np.timedelta64, angle: bool = False
) -> np.ndarray:
    """Values [n_wanted] at the dates `wanted`, linear between the two neighbouring dates that have a value.

    NaN if these are farther apart than `max_gap`, or if one is missing. Directions [degree] turn along the shorter arc.
    """
    valid = np.isfinite(values)
    dates, values = dates[valid], values[valid]
    found = np.full(len(wanted), np.nan)
    if len(dates) == 0:
        return found
    right = np.searchsorted(dates, wanted)  # the first date that is not before the wanted one
    exact = (right < len(dates)) & (dates[np.minimum(right, len(dates) - 1)] == wanted)
    found[exact] = values[right[exact]]
    between = np.flatnonzero((right > 0) & (right < len(dates)) & ~exact)
    after = right[between]
    step = dates[after] - dates[after - 1]
    between, after, step = (part[step <= max_gap] for part in (between, after, step))
    share = (wanted[between] - dates[after - 1]) / step
    change = values[after] - values[after - 1]
    found[between] = values[after - 1] + share * (wrapped(change) if angle else change)
    return np.mod(found, 360.0) if angle else found
