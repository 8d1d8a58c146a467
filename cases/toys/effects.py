# SPDX-License-Identifier: Apache-2.0
"""What each way in which waves, atmosphere and ocean act on each other changes: a table and a picture.

Usage: effects.py OUTPUT_FOLDER TABLE PICTURE [HOUR]. Reads fields.nc of the jobs that the file `jobs` lists; effects of
which a job has not been run are left out.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import xarray as xr
from changes import Map, draw


@dataclass(frozen=True)
class Effect:
    """Jobs with an effect, as many without it, and the variable whose change a map shows under a title."""

    name: str
    jobs: tuple[str, ...]
    less: tuple[str, ...]
    shown: str
    title: str


# What refraction changes with a current, less what it changes without, is what the current alone turns.
EFFECTS = (
    Effect("current, as a whole, on the waves", ("two_way",), ("no_current",), "hs", "Wave height: current"),
    Effect("wind relative to the current", ("two_way",), ("absolute_wind",), "hs", "Wave height: relative wind"),
    Effect(
        "refraction by the current",
        ("two_way", "no_current_straight"),
        ("straight", "no_current"),
        "hs",
        "Wave height: refraction by the current",
    ),
    Effect("Charnock parameter on the wind", ("two_way",), ("no_charnock",), "wind", "Wind: Charnock parameter"),
    Effect("stress of the waves on the wind", ("air_stress",), ("two_way",), "wind", "Wind: stress of the waves"),
    Effect(
        "stress of the waves on the ocean",
        ("wave_stress",),
        ("lagged_stress",),
        "current",
        "Current: stress of the waves",
    ),
    Effect("Stokes transport on the ocean", ("stokes",), ("two_way",), "wlv", "Water level: Stokes transport"),
    Effect("force of the waves on the ocean", ("wave_force",), ("two_way",), "wlv", "Water level: force of the waves"),
    Effect(
        "both stresses and Stokes transport",
        ("fluxes",),
        ("lagged_stress",),
        "hs",
        "Wave height: stresses, Stokes transport",
    ),
)
# Components of each quantity, its heading, and the digits after the point.
QUANTITIES = (
    (("hs",), "wave height [m]", 2),
    (("uwnd", "vwnd"), "wind [m s-1]", 2),
    (("ucur", "vcur"), "current [m s-1]", 3),
    (("wlv",), "water level [m]", 3),
)


def is_run(folder, effect):
    return all((folder / job / "fields.nc").exists() for job in (*effect.jobs, *effect.less))


def difference(files, effect, components):
    """Size of the difference [time, cell] of a number or vector; None if a job does not have it."""
    if any(name not in files[job] for job in (*effect.jobs, *effect.less) for name in components):
        return None
    squares = 0.0
    for name in components:
        change = sum(files[job][name].values.astype(float) for job in effect.jobs)
        change = change - sum(files[job][name].values.astype(float) for job in effect.less)
        squares = squares + change**2
    return np.sqrt(squares)


def make_table(folder, effects):
    """Lines in Markdown: mean over all cells and hours, and the largest difference."""
    jobs = {job for effect in effects for job in (*effect.jobs, *effect.less)}
    files = {job: xr.open_dataset(folder / job / "fields.nc") for job in jobs}
    lines = [
        "| effect | jobs | " + " | ".join(heading for _, heading, _ in QUANTITIES) + " |",
        "|---|---|" + "---|" * len(QUANTITIES),
    ]
    for effect in effects:
        cells = [effect.name, " + ".join(effect.jobs) + " - " + " - ".join(effect.less)]
        for components, _, digits in QUANTITIES:
            size = difference(files, effect, components)
            cells.append("" if size is None else f"{np.nanmean(size):.{digits}f}, {np.nanmax(size):.{digits}f}")
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def main(folder, table, picture, hour):
    effects = [effect for effect in EFFECTS if is_run(folder, effect)]
    for effect in EFFECTS:
        if effect not in effects:
            print(f"{effect.name}: not all of {', '.join((*effect.jobs, *effect.less))} have been run; left out")
    if not effects:
        sys.exit(f"'{folder}' has none of the jobs; make them with tools/run_case.sh cases/toys")
    table.write_text("\n".join(make_table(folder, effects)) + "\n")
    items = [Map(effect.title, effect.shown, effect.less, effect.jobs) for effect in effects]
    draw(folder, picture, hour, "What each effect of coupling changes", items)


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:4]), int(sys.argv[4]) if len(sys.argv) > 4 else 33)
