# SPDX-License-Identifier: Apache-2.0
"""Dates: decodes those of a file, chooses among them, and writes them as forecasters do."""

from __future__ import annotations

import numpy as np
import xarray as xr

from groundswell_view.errors import ViewError

HOUR = np.timedelta64(3600, "s")
DAY = 24 * HOUR


def decoded(data: xr.Dataset, label: str) -> np.ndarray:
    """The `time` axis as datetime64[s] [n_times]; empty if the file has none."""
    if "time" not in data.variables:
        return np.array([], dtype="datetime64[s]")
    values = np.atleast_1d(data["time"].values)
    if values.dtype.kind != "M":
        calendar = data["time"].encoding.get("calendar", data["time"].attrs.get("calendar", "unknown"))
        raise ViewError(f"{label}: the dates cannot be drawn (calendar {calendar}); a standard calendar is needed")
    return values.astype("datetime64[s]")


REFERENCE = "forecast_reference_time"  # standard name of a variable, or a global attribute, with the forecast's start


def reference(data: xr.Dataset) -> np.datetime64 | None:
    """The start of the forecast, or None if the file does not state it."""
    for array in data.variables.values():
        if array.attrs.get("standard_name") == REFERENCE and array.dtype.kind == "M" and array.size:
            found = np.ravel(array.values)[0].astype("datetime64[s]")
            return None if np.isnat(found) else found
    try:
        return parsed(str(data.attrs[REFERENCE])) if REFERENCE in data.attrs else None
    except ViewError:
        return None  # another calendar, or not a date


def without_reference(data: xr.Dataset) -> xr.Dataset:
    """The same data without the start of the forecast."""
    named = [name for name, array in data.variables.items() if array.attrs.get("standard_name") == REFERENCE]
    data = data.drop_vars(named)
    data.attrs = {key: value for key, value in data.attrs.items() if key != REFERENCE}
    return data


def index_of(text: str, dates: np.ndarray, label: str) -> int:
    """Index in `dates` of the date `text` (ISO, `first` or `last`); a date that is not among them is refused."""
    if len(dates) == 0:
        raise ViewError(f"{label} has no dates; leave out --time")
    if text in ("first", "last"):
        return 0 if text == "first" else len(dates) - 1
    wanted = parsed(text)
    found = np.flatnonzero(dates == wanted)
    if len(found) == 0:
        nearest = dates[np.argmin(np.abs(dates - wanted))]
        raise ViewError(
            f"{label} has nothing at {short(wanted)}; its {len(dates)} dates run from {short(dates[0])} "
            f"to {short(dates[-1])}, the nearest is {short(nearest)}"
        )
    return int(found[0])


def parsed(text: str) -> np.datetime64:
    """A date such as 1996-01-19, 1996-01-19T06 or 1996-01-19 06:00."""
    try:
        date = np.datetime64(text.strip().removesuffix("Z").removesuffix("UTC").strip().replace(" ", "T"), "s")
    except ValueError:
        date = np.datetime64("NaT")
    if np.isnat(date):
        raise ViewError(f"'{text}' is not a date; write 1996-01-19T06, first or last")
    return date


def daily(dates: np.ndarray) -> list[int]:
    """Indices of the dates that lie whole days after the first date; the last date alone if there are none."""
    if len(dates) == 0:
        return [0]
    age = dates - dates[0]
    whole = np.flatnonzero((age > np.timedelta64(0)) & (age % DAY == np.timedelta64(0)))
    return [int(i) for i in whole] or [len(dates) - 1]


def short(date: np.datetime64) -> str:
    """A date written as 1996-01-19 06:00 UTC."""
    return str(date.astype("datetime64[m]")).replace("T", " ") + " UTC"


def spoken(date: np.datetime64) -> str:
    """A date written as Fri 19 Jan 1996 06:00 UTC."""
    moment = date.astype("datetime64[s]").item()
    names = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
    months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    clock = f"{moment.hour:02d}:{moment.minute:02d}"
    return f"{names[moment.weekday()]} {moment.day} {months[moment.month - 1]} {moment.year:04d} {clock} UTC"


def lead(date: np.datetime64, start: np.datetime64 | None) -> str:
    """The lead time, such as +12 h; empty without a start."""
    return "" if start is None else f"{round((date - start) / HOUR, 1):+g} h"


def valid(date: np.datetime64, start: np.datetime64 | None) -> str:
    """A date with its lead time, such as Fri 19 Jan 1996 06:00 UTC, +84 h."""
    return ", ".join(part for part in (spoken(date), lead(date, start)) if part)


def started(start: np.datetime64 | None) -> str:
    """The start, such as Start: Mon 15 Jan 1996 18:00 UTC; empty without a start."""
    return "" if start is None else f"Start: {spoken(start)}"
