#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Maps of a storm and of a week of the globe with two packages side by side, tables of their differences, and both
beside a buoy in a hurricane.

    .venv/bin/python3 bench/scripts/package_maps.py [FOLDER]            # default: output/package_maps
    .venv/bin/python3 bench/scripts/package_maps.py --only storm
    .venv/bin/python3 bench/scripts/package_maps.py output/mine --packages wam3,wam4:0.003

The tables go to standard output and to FOLDER/package_maps.md, the maps to FOLDER/storm.png and FOLDER/week.png. Runs
already made in FOLDER are kept if neither their settings nor the program have changed; their CPU time goes to standard
error. A case whose data are missing is left out with a sentence, and the status is then 1.
"""

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path

from case_runs import DEPTHS, ROOT, add_common_options, call, make_folder, parse_common, run_case, succeed
from groundswell_view.projection import Box
from package_differences import Pair, make_tables
from package_pictures import draw
from package_runs import parse_physics
from package_seas import dorian
from package_table import make_head

PACKAGES = "wam4,st4:t471"
BUOY = "buoy"  # the run beside a buoy, which has no maps
WINDS = Path("/usr/share/ncarg/data/cdf")


@dataclass(frozen=True)
class Sea:
    """A case, and the hour [h] of its maps; without one, that of the highest sea with the first package."""

    case: Path  # folder with case.yaml, mesh.yaml and maybe inputs/make.sh
    data: tuple = ()  # files outside of the repository
    inputs: dict = field(default_factory=dict)  # option: file that inputs/make.sh makes
    settings: tuple = ()
    hour: int | None = None
    region: Box | None = None  # of the maps


SEAS = {
    "storm": Sea(
        ROOT / "cases/us_east_coast_1996",
        data=(DEPTHS, WINDS / "Ustorm.cdf", WINDS / "Vstorm.cdf"),
        settings=("output.boundaries=[]",),
        region=Box(-82, -54, 23, 48),
    ),
    "week": Sea(
        ROOT / "cases/global_week",
        data=(DEPTHS, DEPTHS.with_name("monthly_navy_winds.cdf"), WINDS / "fice.nc"),
        inputs={"wind.files": "winds.nc", "ice.files": "ice.nc"},
        settings=("time.end=2000-01-06",),
        hour=120,
    ),
}
OUTPUT = ("output.fields.names=[hs, t02, t0m1, phs1]", "output.lat_lon.interval=0", "output.points.spectra_interval=0")


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add_common_options(parser, "package_maps")
    told = "two, with a comma, as in package_runs.py; differences are the second less the first (%(default)s)"
    parser.add_argument("--packages", default=PACKAGES, help=told)
    parser.add_argument("--only", action="append", choices=[*SEAS, BUOY], metavar="NAME", help="; ".join([*SEAS, BUOY]))
    chosen = parse_common(parser, words)
    try:
        chosen.physics = [parse_physics(word) for word in chosen.packages.split(",")]
    except ValueError:
        chosen.physics = []
    if len(chosen.physics) != 2:
        parser.error("--packages needs two packages with a comma between them, such as wam4,st4:t471")
    return chosen


def run_both(chosen, sea, folder):
    """The output folders of a case by physics, and their CPU times [s]."""
    mesh, made = folder / "mesh.nc", folder / "inputs_made"
    if not mesh.exists():
        call([chosen.program, "mesh", sea.case / "mesh.yaml", "--output", mesh])
    if sea.inputs and not made.exists():
        succeed([sea.case / "inputs/make.sh", folder, sys.executable])
        made.touch()
    inputs = [f"{option}=[{folder / file}]" for option, file in sea.inputs.items()]
    settings = [f"mesh.file={mesh}", *inputs, *sea.settings, *OUTPUT]
    folders = [folder / physics.folder for physics in chosen.physics]
    seconds = [
        run_case(chosen.program, sea.case / "case.yaml", out, [*settings, *physics.settings])
        for out, physics in zip(folders, chosen.physics)
    ]
    return folders, seconds


def say_times(chosen, name, seconds):
    times = ", ".join(f"{one.name} {time:.0f} s" for one, time in zip(chosen.physics, seconds))
    print(f"{name}: {times}", file=sys.stderr, flush=True)


def name_packages(physics):
    """The names of two packages, with their variants if these alone differ."""
    names = [one.package for one in physics]
    return names if len(set(names)) == 2 else [one.name.replace("`", "") for one in physics]


def compare_maps(chosen, name):
    """Runs and draws a sea; the lines of its tables."""
    sea = SEAS[name]
    folders, seconds = run_both(chosen, sea, make_folder(chosen.folder, name))
    say_times(chosen, name, seconds)
    pair = Pair(name_packages(chosen.physics), folders, sea.hour)
    draw(pair, sea.region, chosen.folder / f"{name}.png")
    return make_tables(pair)


def compare_with_buoy(chosen):
    """Runs the hurricane Dorian; the lines of its table."""
    chosen.seconds = [0.0, 0.0]
    rows = list(dorian(chosen, make_folder(chosen.folder, BUOY)))
    say_times(chosen, BUOY, chosen.seconds)
    head = make_head(["sea", "Hs [m] (error [%])", "measured", *(one.name for one in chosen.physics)])
    return [*head, *(row.written() for row in rows)]


def main(words=None):
    chosen = parse(words)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    parts, complete = [], True
    for name in chosen.only or [*SEAS, BUOY]:
        needed = (DEPTHS,) if name == BUOY else SEAS[name].data
        missing = [str(file) for file in needed if not file.exists()]
        if missing:
            print(f"the {name} is left out, for want of {' and '.join(missing)}", file=sys.stderr)
            complete = False
            continue
        parts.append("".join(compare_with_buoy(chosen) if name == BUOY else compare_maps(chosen, name)))
    text = "\n".join(parts)
    (chosen.folder / "package_maps.md").write_text(text)
    print(text, end="")
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())
