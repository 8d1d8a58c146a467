#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Wave heights by the step of the model, in several seas: steps of 600 and 900 s against steps of 60 s.

In the reference the sources have steps of 60 s, too. All other options are the program's defaults.

    bench/scripts/time_step_runs.py [FOLDER]                 # default: output/time_steps
    bench/scripts/time_step_runs.py --only fetch --only beach

The table goes to standard output and to FOLDER/time_steps.md. Heights are compared in all sea cells, at single dates:
root mean square, 99th percentile and largest of the differences, and how much the highest sea differs. Runs already
made in FOLDER are kept if neither their settings nor the program have changed. Each takes one process, all together
twenty minutes of CPU time and 0.5 GB of disk. The two storms and the nest need the winds and depths of
cases/us_east_coast_1996, and are left out with a sentence if these files are missing.
"""

import argparse
import sys
from pathlib import Path

import netCDF4
import numpy as np
from case_runs import (
    DEPTHS,
    ROOT,
    add_common_options,
    box,
    call,
    make_folder,
    make_region,
    parse_common,
    read_heights,
    run_case,
    write_case,
)

REFERENCE = 60  # step of the model and of the sources [s] in the runs that all others are compared with
STORM = ROOT / "cases/us_east_coast_1996"
NEST = ROOT / "cases/new_england_1996"
NEEDED = [Path("/usr/share/ncarg/data/cdf/Ustorm.cdf"), Path("/usr/share/ncarg/data/cdf/Vstorm.cdf"), DEPTHS]
THIRD_DAY, FOURTH_DAY = "1996-01-17T18:00:00Z", "1996-01-18T18:00:00Z"


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add_common_options(parser, "time_steps")
    parser.add_argument("--steps", default="600,900", help="to compare [s], with commas (600,900)")
    parser.add_argument("--only", action="append", choices=SCENARIOS, metavar="NAME", help="; ".join(SCENARIOS))
    chosen = parse_common(parser, words)
    chosen.steps = [int(step) if step.isdecimal() else 0 for step in chosen.steps.split(",")]
    if min(chosen.steps) <= 0:
        parser.error("--steps needs whole seconds with commas between them, such as 600,900")
    return chosen


def write_grid(file, lon, lat, fields, dates=None):
    """A netCDF file of fields {name: (unit, values)} on longitudes and latitudes, and on dates [hours] if given."""
    with netCDF4.Dataset(file, "w") as data:
        axes = [("time", "hours since 2000-01-01", dates)] if dates is not None else []
        axes += [("lat", "degrees_north", lat), ("lon", "degrees_east", lon)]
        for name, unit, values in axes:
            data.createDimension(name, len(values))
            data.createVariable(name, "f8", (name,))[:] = values
            data[name].units = unit
        for name, (unit, values) in fields.items():
            data.createVariable(name, "f4", [axis[0] for axis in axes])[:] = values
            data[name].units = unit


def make_storm_mesh(chosen, case):
    made = chosen.folder / f"{case.name}.nc"
    if not made.exists():
        call([chosen.program, "mesh", case / "mesh.yaml", "--output", made])
    return made


def storm_settings(chosen, start=None, end=None):
    settings = [f"mesh.file={make_storm_mesh(chosen, STORM)}", "output.boundaries=[]", "output.lat_lon.interval=0"]
    settings += [f"time.start={start}"] if start else []
    return [*settings, f"time.end={end}", "output.points.places=[]"]


def run_storm(chosen):
    """The storm with today's step up to its fourth day, for restarts and for what enters the nest; its folder."""
    out = chosen.folder / "storm"
    nest = f"{{name: new_england, mesh: {make_storm_mesh(chosen, NEST)}, start: {FOURTH_DAY}}}"
    settings = [*storm_settings(chosen, end="1996-01-19T06:00:00Z"), "time.step=600", f"output.boundaries=[{nest}]"]
    settings += ["output.restart.interval=24 h", f"output.restart.start={THIRD_DAY}", "output.restart.keep=3"]
    run_case(chosen.program, STORM / "case.yaml", out, [*settings, "output.fields.interval=0"])
    return out


# Each scenario makes its inputs in a folder and returns its case, its settings and the hours that are compared.


def calm_start(chosen, folder):
    return STORM / "case.yaml", storm_settings(chosen, end="1996-01-16T00:00:00Z"), [3, 6]


def third_day(chosen, folder):
    restart = run_storm(chosen) / "restart_19960117T180000Z.nc"
    settings = storm_settings(chosen, THIRD_DAY, "1996-01-18T06:00:00Z")
    return STORM / "case.yaml", [*settings, "initial.kind=restart", f"initial.file={restart}"], [3, 12]


def nest(chosen, folder):
    storm = run_storm(chosen)
    settings = [f"mesh.file={make_storm_mesh(chosen, NEST)}", f"boundary.files=[{storm}/boundary_new_england.nc]"]
    settings += ["initial.kind=restart", f"initial.file={storm}/restart_19960118T180000Z.nc"]
    settings += [f"time.start={FOURTH_DAY}", "time.end=1996-01-19T06:00:00Z", "output.points.places=[]"]
    return NEST / "case.yaml", settings, [3, 12]


def fetch(chosen, folder):
    settings = ["output.points.places=[]", "balance.enabled=false", "output.fields.interval=1 h"]
    return ROOT / "cases/fetch/case.yaml", settings, [6, 24, 72]


def beach(chosen, folder):
    """Swell and a wind that rises and turns, on a slope from 60 m to 2 m over 60 km, in cells of 5 km to 2 km."""
    lon, lat = np.linspace(-1.0, 1.0, 401), np.linspace(-2.0, 2.0, 81)
    height = np.tile(100.0 * lon, (len(lat), 1))  # 0.9 m per km; land in the east
    write_grid(folder / "heights.nc", lon, lat, {"height": ("m", height)})
    sizes = {"spacing": "5 km", "coast_spacing": "2 km", "coast_transition": "60 km"}
    region = {"region": box(-0.54, 0.1, -0.9, 0.9), "bathymetry": {"file": str(folder / "heights.nc")}}
    mesh = make_region(chosen.program, folder, region | sizes)
    steps = [{"time": 3600 * h, "speed": speed, "from": start} for h, speed, start in [(0, 8, 240), (6, 18, 270)]]
    wind = {"kind": "turning", "steps": [*steps, {"time": 3600 * 12, "speed": 14, "from": 300}]}
    waves = {"kind": "jonswap", "height": 3.0, "period": 13.0, "direction": 255.0}
    return write_case(folder, mesh, 12, wind=wind, boundary=waves), [], [3, 12]


def hurricane(speed, travel_speed):
    def make(chosen, folder):
        lon = -60.0 if travel_speed < 10.0 else -58.0
        region = {"region": box(-70.0, -57.0, 20.0, 29.0), "bathymetry": {"depth": 4000.0}, "spacing": "24 km"}
        vortex = {"lon": lon, "lat": 23.0, "max_speed": speed, "travel_speed": travel_speed, "travel_to": 290.0}
        wind = {"kind": "vortex", "vortex": vortex}
        return write_case(folder, make_region(chosen.program, folder, region), 24, wind=wind), [], [6, 24]

    return make


def tides(chosen, folder):
    """A tide of 2 m that travels east, with currents of up to 1 m/s, over banks 15 to 60 m deep; wind and swell."""
    lon, lat, hours = np.linspace(-0.5, 5.5, 61), np.linspace(51.5, 55.5, 41), np.arange(25.0)
    x, y = np.meshgrid(lon, lat)
    depth = np.clip(15.0 + 14.0 * (y - 52.2) + 8.0 * np.cos(8.0 * x + 3.0 * y), 15.0, 60.0)
    write_grid(folder / "heights.nc", lon, lat, {"height": ("m", np.where(y < 52.2, 10.0, -depth))})
    region = {"region": box(0.0, 5.0, 52.0, 55.0), "bathymetry": {"file": str(folder / "heights.nc")}}
    mesh = make_region(chosen.program, folder, region | {"spacing": "9 km"})
    phase = 2.0 * np.pi * (hours[:, None, None] / 12.42 - x / 12.0)
    tide = {"level": ("m", 2.0 * np.cos(phase)), "u": ("m s-1", np.cos(phase + 0.5))}
    write_grid(folder / "tide.nc", lon, lat, tide | {"v": ("m s-1", 0.3 * np.sin(phase))}, hours)
    level = {"kind": "file", "files": [str(folder / "tide.nc")], "variable": "level"}
    current = {"kind": "file", "files": level["files"], "east_variable": "u", "north_variable": "v"}
    wind = {"kind": "constant", "speed": 12.0, "from": 300.0}
    waves = {"kind": "jonswap", "height": 1.5, "period": 10.0, "direction": 0.0}
    groups = {"wind": wind, "water_level": level, "current": current, "boundary": waves}
    return write_case(folder, mesh, 24, **groups), [], [6, 15, 24]


SCENARIOS = {
    "storm, calm start": calm_start,
    "storm, third day": third_day,
    "fetch": fetch,
    "beach": beach,
    "hurricane, 30 m/s": hurricane(30.0, 6.0),
    "hurricane, 50 m/s": hurricane(50.0, 6.0),
    "hurricane, 65 m/s": hurricane(65.0, 6.0),
    "hurricane, 50 m/s, fast": hurricane(50.0, 12.0),
    "tides": tides,
    "nest": nest,
}


def compare(heights, reference):
    """Root mean square, 99th percentile and largest of the errors [cm], and that of the highest sea [%]."""
    errors = 100.0 * np.abs(heights - reference)
    highest = 100.0 * (heights.max() / reference.max() - 1.0)
    return np.sqrt(np.mean(errors**2)), np.quantile(errors, 0.99), errors.max(), highest


def run_scenario(chosen, name):
    """Makes the runs of a scenario; the rows of the table, one per date."""
    folder = make_folder(chosen.folder, name)
    case, settings, hours = SCENARIOS[name](chosen, folder)
    cpu = {}
    for step in [REFERENCE, *chosen.steps]:
        words = [*settings, f"time.step={step}"]
        words += [f"physics.max_source_step={step}"] if step == REFERENCE else []
        cpu[step] = run_case(chosen.program, case, folder / f"step_{step}", words)
        print(f"{name}, steps of {step} s: {cpu[step]:.1f} s", file=sys.stderr, flush=True)
    rows = []
    for hour in hours:
        reference = read_heights(folder / f"step_{REFERENCE}/fields.nc", hour)
        errors = [compare(read_heights(folder / f"step_{step}/fields.nc", hour), reference) for step in chosen.steps]
        row = [f"{name}, {hour} h", len(reference), f"{reference.mean():.2f}", f"{reference.max():.2f}"]
        row += [" / ".join(f"{values[i]:{'+' if i == 3 else ''}.2f}" for values in errors) for i in range(4)]
        times = " / ".join(f"{cpu[step]:.1f}" for step in [REFERENCE, *chosen.steps])
        rows.append("| " + " | ".join(map(str, [*row, times if hour == hours[-1] else ""])) + " |\n")
    return rows


def main(words=None):
    chosen = parse(words)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    steps = " / ".join(map(str, chosen.steps))
    names = ["scenario", "cells", "mean Hs [m]", "highest [m]", "rms [cm]", "99 % [cm]", "largest [cm]"]
    lines = [f"Steps of {steps} s against steps of {REFERENCE} s; CPU times begin with that of the reference.\n\n"]
    lines += ["| " + " | ".join([*names, "highest sea [%]", "CPU [s]"]) + " |\n", "|---" * 9 + "|\n"]
    missing = [file for file in NEEDED if not file.exists()]
    for name in chosen.only or SCENARIOS:
        if missing and SCENARIOS[name] in (calm_start, third_day, nest):
            print(f"{name} is left out, for want of {missing[0]}", file=sys.stderr)
            continue
        lines += run_scenario(chosen, name)
        (chosen.folder / "time_steps.md").write_text("".join(lines))
    print("".join(lines), end="")


if __name__ == "__main__":
    main()
