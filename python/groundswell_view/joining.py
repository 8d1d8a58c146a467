# SPDX-License-Identifier: Apache-2.0
"""Several files of one case as one dataset, joined in time: files of successive days, or of a run and the runs that
continued it.

If two files contain the same date, the forecast that starts later is used or, if both start at the same date, the file
that begins later. `ViewNote`s say what a user should know about the dates.
"""

from __future__ import annotations

import glob
import warnings
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import xarray as xr

from groundswell_view import times
from groundswell_view.errors import ViewError, ViewNote

Sources = str | Path | Iterable[str | Path]
# Positions, names and bins: if they agree, the values of two files belong to the same places.
PLACES = ("lon", "lat", "x", "y", "lonCell", "latCell", "longitude", "latitude", "station_name", "frequency", "freq",
          "direction", "dir")  # fmt: skip


def find_files(sources: Sources) -> list[Path]:
    """The named files, each once, in the order of their names; patterns such as fields_*.nc are expanded."""
    found: list[Path] = []
    for word in [sources] if isinstance(sources, (str, Path)) else sources:
        path = Path(word)
        if path.exists() or not glob.has_magic(str(word)):
            found.append(path)
            continue
        matching = sorted(map(Path, glob.glob(str(word), recursive=True)))
        if not matching:
            raise ViewError(f"no file matches the pattern '{word}'")
        found += matching
    return sorted({path.resolve(): path for path in found}.values())


def name_of(paths: list[Path]) -> str:
    """How messages name the files."""
    more = len(paths) - 1
    return f"{paths[0]} (with {more} more file{'s' * (more > 1)})" if more else str(paths[0])


def kind_of(data: xr.Dataset) -> str:
    """The kind of values in a file."""
    if "efth" in data.variables:
        return "spectra"
    if "verticesOnCell" in data.variables:
        return "fields on cells"
    if "latitude" in data.dims and "longitude" in data.dims:
        return "fields on a grid"
    return "time series" if "station" in data.dims or "site" in data.dims else "something else"


def join(parts: list[tuple[Path, xr.Dataset]]) -> xr.Dataset:
    """One dataset with ascending dates; raises a ViewError unless the files are of one kind, case and mesh."""
    for path, data in parts:
        _check_alike(*parts[0], path, data)
    # Chunks of one date, since a picture needs few dates of a file.
    dated = [(path, data.chunk(time=1), times.decoded(data, path)) for path, data in parts]
    dated = [part for part in dated if len(part[2])] or dated[:1]
    starts = [times.reference(data) for _, data, _ in dated]
    order = sorted(range(len(dated)), key=lambda i: (str(starts[i] or ""), dated[i][2][:1].tolist()))
    dated = [dated[i] for i in order]
    dates = np.concatenate([part[2] for part in dated])
    _, last = np.unique(dates[::-1], return_index=True)
    kept = len(dates) - 1 - last  # for each date, the index of its last occurrence
    whole = [data for _, data, _ in _with_common_variables(dated)]
    joined = xr.concat(whole, dim="time", data_vars="minimal", coords="minimal", compat="override", join="override",
                       combine_attrs="override").isel(time=kept)  # fmt: skip
    named = sorted(set(map(_said, starts)))
    _tell_dates(dates, dates[kept], "the forecast that starts" if len(named) > 1 else "the file that begins")
    if len(named) > 1:
        all_named = ", ".join(named)
        _tell(f"the files are of forecasts that start at different dates ({all_named}), so the lead time is omitted")
        joined = times.without_reference(joined)
    return joined


def _check_alike(first_path: Path, first: xr.Dataset, path: Path, data: xr.Dataset) -> None:
    """Raises a ViewError that says why a file cannot be joined with the first one."""
    both = f"'{first_path}' and '{path}' cannot be joined: "
    if kind_of(first) != kind_of(data):
        raise ViewError(f"{both}one has {kind_of(first)}, the other {kind_of(data)}; name files of one kind")
    if "time" not in data.dims:
        raise ViewError(f"'{path}' has no dates, so it cannot be joined with other files; name it alone")
    titles = [str(some.attrs.get("title", "")) for some in (first, data)]
    if all(titles) and titles[0] != titles[1]:
        raise ViewError(f"{both}one is of the case '{titles[0]}', the other of '{titles[1]}'; name files of one case")
    sizes = [{name: size for name, size in some.sizes.items() if name != "time"} for some in (first, data)]
    alike = sizes[0] == sizes[1] and all(
        name in data.variables and np.array_equal(first[name].values, data[name].values)
        for name in PLACES
        if name in first.variables and "time" not in first[name].dims
    )
    if not alike:
        where = {"spectra": "places, frequencies or directions", "time series": "places"}.get(kind_of(first), "meshes")
        raise ViewError(f"{both}they have different {where}; name files of one case")


def _with_common_variables(dated: list[tuple]) -> list[tuple]:
    """Drops time-dependent variables that some file lacks; a note names them."""
    moving = [{str(name) for name, array in data.variables.items() if "time" in array.dims} for _, data, _ in dated]
    missing = sorted(set.union(*moving) - set.intersection(*moving))
    if missing:
        _tell(f"not every file has {', '.join(missing)}, so this cannot be drawn from all of them")
    return [(path, data.drop_vars([name for name in missing if name in data.variables]), dates)
            for path, data, dates in dated]  # fmt: skip


def gaps(dates: np.ndarray) -> np.ndarray:
    """Indices of the dates [n_times] that follow the previous date by more than 1.5 times the median step."""
    steps = np.diff(dates).astype(np.int64)
    return np.flatnonzero(steps > 1.5 * np.median(steps)) + 1 if len(steps) > 1 else np.array([], dtype=np.int64)


def _tell_dates(named: np.ndarray, kept: np.ndarray, which: str) -> None:
    twice = len(named) - len(kept)
    if twice:
        are = "is" if twice == 1 else "are"
        _tell(f"{twice} of {len(kept)} dates {are} in more than one file; {which} later is used")
    found = gaps(kept)
    if len(found):
        more = f", nor at {len(found) - 1} more places" if len(found) > 1 else ""
        _tell(f"there are no dates between {times.short(kept[found[0] - 1])} and {times.short(kept[found[0]])}{more}")


def _said(start: np.datetime64 | None) -> str:
    return "not stated" if start is None else times.short(start)


def _tell(sentence: str) -> None:
    warnings.warn(ViewNote(sentence), stacklevel=2)
