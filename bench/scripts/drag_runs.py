#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Wave heights by the bound of the drag (physics.max_drag) and the package, against laws, a buoy and another model.

    bench/scripts/drag_runs.py [FOLDER]                 # default: output/drag
    bench/scripts/drag_runs.py --only Dorian
    bench/scripts/drag_runs.py output/mine --bounds 0.0025,0.0035

The tables go to standard output and to FOLDER/drag.md. Runs already made in FOLDER are kept if neither their settings
nor the program have changed. All together take ten minutes of CPU time. The hurricane Dorian needs the depths of
cases/dorian_2019, and is left out with a sentence if that file is missing.
"""

import argparse
import csv
import json
import math
import sys
from dataclasses import dataclass
from datetime import datetime

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

G = 9.80665
# What heights are compared with: WAVEWATCH III (source of March 2024) with the terms of the package (ST3 with the
# constants of WAM Cycle 4, or ST1) or with its own ST4, laws, and a buoy.
SAME, ST4, LAW, BUOY = "same terms", "ST4", "law", "buoy"
DORIAN = ROOT / "cases/dorian_2019"
HOURS = (3, 6, 12, 24)
ST4_GROWTH = {20: (3.683, 4.974, 6.642, 8.586)}  # Hs [m] by wind [m/s] at these hours
NEAR_FETCHES = (5, 10, 25, 50, 100)  # [km]
NEAR = {  # Hs [m] at these fetches, 20 m/s, cells of 1 km
    "wam4": (1.382, 1.710, 2.357, 3.096, 4.110),
    "wam3": (1.274, 1.705, 2.599, 3.537, 4.723),
    "st4": (1.61, 1.94, 2.56, 3.22, 4.17),
}


@dataclass(frozen=True)
class Physics:
    package: str
    bound: float  # physics.max_drag

    @property
    def name(self):
        return f"`{self.package}`, {f'{1e3 * self.bound:g}e-3' if self.bound else 'none'}"

    @property
    def settings(self):
        return [f"physics.package={self.package}", f"physics.max_drag={self.bound}"]

    @property
    def folder(self):
        return f"{self.package}_{self.bound:g}"


@dataclass(frozen=True)
class Row:
    """Heights [m] of one sea by physics, and those expected; rows of one group count as one piece of evidence."""

    group: str
    name: str
    against: str
    expected: list  # by physics
    heights: list

    @property
    def errors(self):
        """Relative errors [%] by physics."""
        return 100.0 * (np.array(self.heights) / np.array(self.expected) - 1.0)

    def written(self):
        expected = " / ".join(dict.fromkeys(f"{height:.2f}" for height in self.expected))
        values = [f"{height:.2f} ({error:+.0f} %)" for height, error in zip(self.heights, self.errors)]
        return "| " + " | ".join([self.group, self.name, self.against, expected, *values]) + " |\n"


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add_common_options(parser, "drag")
    parser.add_argument("--bounds", default="0.0025,0.00275,0.003,0", help="of wam4, with commas; 0 = none")
    parser.add_argument("--only", action="append", choices=SEAS, metavar="NAME", help="; ".join(SEAS))
    chosen = parse_common(parser, words)
    try:
        bounds = [float(bound) for bound in chosen.bounds.split(",")]
    except ValueError:
        parser.error("--bounds needs numbers with commas between them, such as 0.0025,0")
    chosen.physics = [Physics("wam4", bound) for bound in bounds] + [Physics("wam3", bounds[0])]
    return chosen


def run_all(chosen, folder, case, settings, file):
    """Runs a case with each physics; their output files of that name."""
    for physics in chosen.physics:
        seconds = run_case(chosen.program, case, folder / physics.folder, [*settings, *physics.settings])
        print(f"{folder.name}, {physics.name}: {seconds:.1f} s", file=sys.stderr, flush=True)
    return [folder / physics.folder / file for physics in chosen.physics]


def kahma_calkoen(fetch, wind):
    """Hs [m] at a fetch [m] by the composite law of Kahma and Calkoen (1992)."""
    return 4.0 * math.sqrt(5.2e-7 * (G * fetch / wind**2) ** 0.9) * wind**2 / G


def young(wind, travel_speed, radius):
    """Largest Hs [m] of a hurricane with this largest wind by Young (1988), as a sea with an equivalent fetch."""
    shares = [-2.175e-3 * wind**2, 1.506e-2 * wind * travel_speed, -0.1223 * travel_speed**2]
    share = sum(shares) + 0.2190 * wind + 0.6737 * travel_speed + 0.7980
    fetch = share * (22.5e3 * math.log10(radius) - 70.8e3)
    return 0.0016 * math.sqrt(G * fetch / wind**2) * wind**2 / G


def growth(wind):
    def rows(chosen, folder):
        settings = [f"wind.speed={wind}", "time.end=2000-01-02", "balance.enabled=false"]
        settings += ["output.points.spectra_interval=0"]
        files = run_all(chosen, folder, ROOT / "cases/one_point/case.yaml", settings, "points.nc")
        with open(ROOT / "tests/regression/growth/duration_wavewatch3.csv") as table:
            lines = [line for line in csv.reader(table) if len(line) > 3 and line[1] == str(wind)]
        known = {(package, int(hour)): float(height) for package, _, hour, height, *_ in lines}
        for against in [SAME, ST4] if wind in ST4_GROWTH else [SAME]:
            for i, hour in enumerate(HOURS):
                same = [known[physics.package, hour] for physics in chosen.physics]
                expected = same if against == SAME else [ST4_GROWTH[wind][i]] * len(files)
                heights = [float(np.squeeze(read_heights(file, hour))) for file in files]
                yield Row(f"growth, {wind} m/s", f"{hour} h", against, expected, heights)

    return rows


def read_fetch(file, hour, spacing, fetches):
    """Hs [m] at fetches [m] from the mean coast of a strip, whose odd rows begin half a cell later."""
    with netCDF4.Dataset(file) as data:
        x = np.asarray(data["x"][:], dtype=float)
    order = np.argsort(x, kind="stable")
    return np.interp(fetches, x[order] + spacing / 4.0, read_heights(file, hour)[order])


def near_fetch(chosen, folder):
    wind, hours = {"kind": "constant", "speed": 20.0, "from": 270.0}, 18
    case = write_case(folder, {"kind": "strip", "length": 115, "spacing": 1000.0}, hours, wind=wind)
    files = run_all(chosen, folder, case, ["time.step=300"], "fields.nc")
    heights = [read_fetch(file, hours, 1e3, [1e3 * fetch for fetch in NEAR_FETCHES]) for file in files]
    laws = [kahma_calkoen(1e3 * fetch, 20.0) for fetch in NEAR_FETCHES]
    known = {against: [values] * len(files) for against, values in [(LAW, laws), (ST4, NEAR["st4"])]}
    known[SAME] = [NEAR[physics.package] for physics in chosen.physics]
    for against, expected in known.items():
        for i, fetch in enumerate(NEAR_FETCHES):
            by_physics = [[values[i] for values in of_physics] for of_physics in (expected, heights)]
            yield Row("fetch, 1 km cells, 20 m/s", f"{fetch} km", against, *by_physics)


def far_fetch(chosen, folder):
    settings = ["wind.speed=25", "balance.enabled=false", "output.points.places=[]"]
    files = run_all(chosen, folder, ROOT / "cases/fetch/case.yaml", settings, "fields.nc")
    fetches = [47.5, 97.5, 247.5, 497.5]
    heights = [read_fetch(file, 72, 10e3, [1e3 * fetch for fetch in fetches]) for file in files]
    for i, fetch in enumerate(fetches):
        expected = [kahma_calkoen(1e3 * fetch, 25.0)] * len(files)
        yield Row("fetch, 10 km cells, 25 m/s", f"{fetch} km", LAW, expected, [values[i] for values in heights])


def hurricane(chosen, folder):
    region = {"region": box(-70.0, -58.0, 22.0, 30.0), "bathymetry": {"depth": 5000.0}, "spacing": "25 km"}
    mesh = make_region(chosen.program, folder, region)
    for speed in (50.0, 65.0):
        storm = {"lon": -60.0, "lat": 26.0, "max_speed": speed, "travel_speed": 5.0, "travel_to": 270.0}
        storm |= {"radius": 40e3, "shape": 1.5, "inflow": 20.0}
        inside = make_folder(folder, f"{speed:g}")
        wind = {"kind": "vortex", "vortex": storm}
        case = write_case(inside, mesh, 36, wind=wind, spectrum={"first_frequency": 0.0345})
        files = run_all(chosen, inside, case, ["output.fields.interval=6 h"], "fields.nc")
        expected = [young(speed, 5.0, 40e3)] * len(files)
        yield Row("hurricane", f"{speed:g} m/s", LAW, expected, [read_heights(file, 36).max() for file in files])


def read_model(file, date):
    """Hs [m] of the first place in points.nc at a date, between the dates of the file."""
    with netCDF4.Dataset(file) as data:
        wanted = netCDF4.date2num(date, data["time"].units)
        return float(np.interp(wanted, data["time"][:], np.asarray(data["hs"][:]).reshape(len(data["time"]), -1)[:, 0]))


def dorian(chosen, folder):
    mesh = folder / "mesh.nc"
    if not mesh.exists():
        call([chosen.program, "mesh", DORIAN / "mesh.yaml", "--output", mesh])
    settings = [f"mesh.file={mesh}", "output.fields.interval=0", "output.points.spectra_interval=0"]
    files = run_all(chosen, folder, DORIAN / "case.yaml", settings, "points.nc")
    table = DORIAN / "buoy_41010_bulk.csv"
    with open(table) as lines:
        observed = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    highest = {line["time"]: float(line["hs [m]"]) for line in observed}["2019-09-04T12:40"]
    scores = []
    for file in files:
        beside = ["--observed", table, "--station", "41010", "--scores", file.parent / "scores.json"]
        call([sys.executable, "-m", "groundswell_view", "compare", file, *beside, "-o", file.parent / "compare.png"])
        scores += [row for row in json.loads((file.parent / "scores.json").read_text()) if row["variable"] == "hs"]
    dates = [datetime.fromisoformat(line["time"]) for line in observed]
    with netCDF4.Dataset(files[0]) as data:
        first, last = netCDF4.num2date(data["time"][[0, -1]], data["time"].units, only_use_cftime_datetimes=False)
    inside = [float(line["hs [m]"]) for line, date in zip(observed, dates) if first <= date <= last]
    mean = float(np.mean(inside))
    assert len(inside) == scores[0]["n"], "the mean is not of the dates that were compared"
    expected = [mean] * len(files)
    said = [f"{row['bias']:+.2f}, {row['si']:.3f}" for row in scores]
    chosen.scores = ["| " + " | ".join(["Dorian at 41010", "bias [m], scatter index", BUOY, "", *said]) + " |\n"]
    yield Row("Dorian at 41010", "mean", BUOY, expected, [mean + row["bias"] for row in scores])
    date = datetime(2019, 9, 4, 12, 40)
    heights = [read_model(file, date) for file in files]
    yield Row("Dorian at 41010", "4 Sep 12:40", BUOY, [highest] * len(files), heights)


SEAS = {
    "growth, 15 m/s": growth(15),
    "growth, 20 m/s": growth(20),
    "growth, 30 m/s": growth(30),
    "fetch, 1 km": near_fetch,
    "fetch, 10 km": far_fetch,
    "hurricane": hurricane,
    "Dorian": dorian,
}


def find_errors(rows):
    """Mean squares and means of the relative errors [%] by physics: of groups of rows, of kinds of sea, and of all.

    Groups have the same weight in their kind of sea, and kinds in the whole.
    """
    groups, kinds = {}, {}
    for row in rows:
        groups.setdefault((row.group, row.against), []).append(row.errors)
    groups = {key: [np.mean(np.square(errors), axis=0), np.mean(errors, axis=0)] for key, errors in groups.items()}
    for (group, _), both in groups.items():
        kinds.setdefault(group.split()[0].strip(","), []).append(both)
    kinds = {kind: np.mean(of_kind, axis=0) for kind, of_kind in kinds.items()}
    return groups, kinds, np.mean(list(kinds.values()), axis=0)


def summarize(chosen, rows):
    """A table of the root mean squares of the relative errors, with their means in brackets."""
    groups, kinds, whole = find_errors(rows)
    lines = [(*key, *both) for key, both in groups.items()]
    lines += [(f"**{kind}**", "all", *both) for kind, both in kinds.items()]
    lines += [("**all kinds**", "all", *whole)]
    measured = [row for row in rows if row.against in (LAW, BUOY)]
    lines += [("**all kinds**", "laws and buoy", *find_errors(measured)[2])] if measured else []
    names = ["rms (mean) of the errors [%]", "against", *(physics.name for physics in chosen.physics)]
    table = ["| " + " | ".join(names) + " |\n", "|---" * len(names) + "|\n"]
    for name, against, squares, means in lines:
        cells = [f"{math.sqrt(square):.1f} ({mean:+.0f})" for square, mean in zip(squares, means)]
        table.append("| " + " | ".join([name, against, *cells]) + " |\n")
    return table


def main(words=None):
    chosen = parse(words)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    chosen.scores = []
    rows = []
    for name in chosen.only or SEAS:
        if SEAS[name] is dorian and not DEPTHS.exists():
            print(f"Dorian is left out, for want of {DEPTHS}", file=sys.stderr)
            continue
        rows += SEAS[name](chosen, make_folder(chosen.folder, name))
    if not rows:
        return
    names = ["sea", "at", "against", "expected", *(physics.name for physics in chosen.physics)]
    lines = ["Hs [m] by package and `physics.max_drag`; in brackets the difference from what is expected.\n\n"]
    lines += ["| " + " | ".join(names) + " |\n", "|---" * len(names) + "|\n", *(row.written() for row in rows)]
    lines += [*chosen.scores, "\n", *summarize(chosen, rows)]
    (chosen.folder / "drag.md").write_text("".join(lines))
    print("".join(lines), end="")


if __name__ == "__main__":
    main()
