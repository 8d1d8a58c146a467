# SPDX-License-Identifier: Apache-2.0
"""The seas of package_runs.py: each function runs its cases with each physics and yields the rows of the table."""

import csv
import itertools
import json
import math
import sys
from datetime import datetime

import netCDF4
import numpy as np
from case_runs import ROOT, box, call, make_folder, make_region, read_heights, read_values, run_case, write_case
from package_table import BUOY, LAW, SAME, ST4, UNKNOWN, Row

G = 9.80665
DORIAN = ROOT / "cases/dorian_2019"
GROWTH = ROOT / "tests/regression/growth/duration_wavewatch3.csv"
# Hs [m] and fp [Hz] by wind [m/s] and hour: of ST4, and of a program with the terms of st4 (set t471) and short steps.
ST4_GROWTH = {(10, 3): (0.905, 0.2592), (10, 6): (1.233, 0.2114), (10, 12): (1.609, 0.1755), (10, 24): (1.990, 0.1493)}
ST4_GROWTH |= {(20, 3): (3.683, 0.1360), (20, 6): (4.974, 0.1107), (20, 12): (6.642, 0.0909), (20, 24): (8.586, 0.0757)}
ST4_GROWTH |= {(5, 72): (0.57, UNKNOWN), (10, 72): (2.584, 0.1207)}
T471_GROWTH = {(10, 3): 0.901, (10, 6): 1.239, (10, 12): 1.614, (10, 24): 1.991, (10, 72): 2.571}
T471_GROWTH |= {(20, 3): 3.858, (20, 6): 5.407, (20, 12): 7.151, (20, 24): 9.021}
# Distances from the mean coast [km]; the tables of other models count from the centre of the last land cell: half a
# cell more.
NEAR_FETCHES = (4.5, 9.5, 24.5, 49.5, 99.5)
NEAR = {  # Hs [m] at these fetches, 20 m/s, cells of 1 km
    "wam4": (1.382, 1.710, 2.357, 3.096, 4.110),
    "wam3": (1.274, 1.705, 2.599, 3.537, 4.723),
    ST4: (1.61, 1.94, 2.56, 3.22, 4.17),
}
FRICTIONS = ("jonswap", "sea_state", "madsen")  # of the sea bed; the default first
FAR_FETCHES = (45, 95, 245, 495)
FAR = {  # Hs [m] at these fetches by wind [m/s], cells of 10 km
    10: {
        "wam4": (1.171, 1.405, 1.757, 1.989),
        "wam3": (1.249, 1.475, 1.716, 1.825),
        "st4": (1.215, 1.490, 1.902, 2.206),
        ST4: (1.238, 1.487, 1.901, 2.208),
    },
    20: {"wam4": (3.603, 4.509, 6.136, 7.669), "wam3": (3.790, 4.856, 6.685, 8.121)},
}


def run_all(chosen, folder, case, settings, file):
    """Runs a case with each physics; their output files of that name."""
    for i, physics in enumerate(chosen.physics):
        chosen.seconds[i] += run_case(chosen.program, case, folder / physics.folder, [*settings, *physics.settings])
    return [folder / physics.folder / file for physics in chosen.physics]


def blow(speed):
    return {"kind": "constant", "speed": float(speed), "from": 270.0}


def run_point(chosen, folder, hours, depth=5000.0, more=(), **groups):
    """Runs a sea without neighbours with each physics and settings `more`; its fields, at every hour."""
    case = write_case(folder, {"kind": "one_point", "depth": depth}, hours, propagation={"enabled": False}, **groups)
    settings = ["time.step=300", "output.fields.names=[hs, fp, dir]", *more]
    return run_all(chosen, folder, case, settings, "fields.nc")


def read_point(files, hour, name="hs"):
    return [float(np.squeeze(read_values(file, hour, name))) for file in files]


def kahma_calkoen(fetch, wind):
    """Hs [m] at a fetch [m] by the composite law of Kahma and Calkoen (1992); NaN where seas near the end of growth."""
    length = G * fetch / wind**2
    return 4.0 * math.sqrt(5.2e-7 * length**0.9) * wind**2 / G if length <= 1e4 else UNKNOWN


def young(wind, travel_speed, radius):
    """Largest Hs [m] of a hurricane with this largest wind by Young (1988), as a sea with an equivalent fetch."""
    shares = [-2.175e-3 * wind**2, 1.506e-2 * wind * travel_speed, -0.1223 * travel_speed**2]
    share = sum(shares) + 0.2190 * wind + 0.6737 * travel_speed + 0.7980
    fetch = share * (22.5e3 * math.log10(radius) - 70.8e3)
    return 0.0016 * math.sqrt(G * fetch / wind**2) * wind**2 / G


def young_verhagen(wind, depth):
    """Hs [m] of a depth-limited sea by Young and Verhagen (1996)."""
    energy = 3.64e-3 * math.tanh(0.493 * (G * depth / wind**2) ** 0.75) ** 1.74
    return 4.0 * math.sqrt(energy) * wind**2 / G


def growth(chosen, folder):
    with open(GROWTH) as table:
        lines = [line for line in csv.reader(table) if len(line) > 3 and line[1].isdecimal()]
    known = {(package, int(wind), int(hour)): float(height) for package, wind, hour, height, *_ in lines}
    known |= {("st4", *key): height for key, height in T471_GROWTH.items()}
    for wind in (5, 10, 15, 20, 30):
        hours = (3, 6, 12, 24, 72) if wind <= 10 else (3, 6, 12, 24)
        files = run_point(chosen, make_folder(folder, str(wind)), hours[-1], wind=blow(wind))
        for hour in hours:
            same = [known.get((one.table, wind, hour), UNKNOWN) for one in chosen.physics]
            expected, values = {SAME: same}, read_point(files, hour)
            if (wind, hour) in ST4_GROWTH:
                expected[ST4], peak = ST4_GROWTH[wind, hour]
                frequencies = read_point(files, hour, "fp")
                yield Row(f"peak frequency, {wind} m/s", f"{hour} h", frequencies, {ST4: peak}, shown=False)
            yield Row(f"growth, {wind} m/s", f"{hour} h", values, expected)


def read_fetch(file, hour, spacing, fetches):
    """Hs [m] at fetches [km] from the mean coast of a strip, whose odd rows begin half a cell later."""
    with netCDF4.Dataset(file) as data:
        x = np.asarray(data["x"][:], dtype=float)
    order = np.argsort(x, kind="stable")
    return np.interp([1e3 * fetch for fetch in fetches], x[order] + spacing / 4.0, read_heights(file, hour)[order])


def make_fetch_rows(chosen, group, wind, fetches, heights, known):
    """Rows by fetch [km], from heights by physics and the tables that are known by package or ST4."""
    for i, fetch in enumerate(fetches):
        law = kahma_calkoen(1e3 * fetch, wind)
        expected = {LAW: law} if math.isfinite(law) else {}
        expected |= {ST4: known[ST4][i]} if ST4 in known else {}
        same = [known[one.table][i] if one.table in known else UNKNOWN for one in chosen.physics]
        expected |= {SAME: same} if np.isfinite(same).any() else {}
        yield Row(group, f"{fetch} km", [of_physics[i] for of_physics in heights], expected)


def near_fetch(chosen, folder):
    for wind, hours in ((13, 24), (20, 18)):
        inside = make_folder(folder, str(wind))
        case = write_case(inside, {"kind": "strip", "length": 115, "spacing": 1000.0}, hours, wind=blow(wind))
        files = run_all(chosen, inside, case, ["time.step=300", "output.fields.interval=6 h"], "fields.nc")
        heights = [read_fetch(file, hours, 1e3, NEAR_FETCHES) for file in files]
        group = f"fetch, 1 km cells, {wind} m/s"
        yield from make_fetch_rows(chosen, group, wind, NEAR_FETCHES, heights, NEAR if wind == 20 else {})


def far_fetch(chosen, folder):
    for wind in (10, 13, 20, 25):
        hours = 168 if wind == 10 else 72
        inside = make_folder(folder, str(wind))
        case = write_case(inside, {"kind": "strip", "length": 110, "spacing": 10e3}, hours, wind=blow(wind))
        files = run_all(chosen, inside, case, ["time.step=600", "output.fields.interval=24 h"], "fields.nc")
        heights = [read_fetch(file, hours, 10e3, FAR_FETCHES) for file in files]
        group = f"fetch, 10 km cells, {wind} m/s"
        yield from make_fetch_rows(chosen, group, wind, FAR_FETCHES, heights, FAR.get(wind, {}))


def write_hurricane(chosen, folder, speed):
    """A hurricane with this largest wind [m/s] that travels west over deep water for 36 h."""
    region = {"region": box(-70.0, -58.0, 22.0, 30.0), "bathymetry": {"depth": 5000.0}, "spacing": "25 km"}
    mesh = make_region(chosen.program, folder, region)
    storm = {"lon": -60.0, "lat": 26.0, "max_speed": speed, "travel_speed": 5.0, "travel_to": 270.0}
    storm |= {"radius": 40e3, "shape": 1.5, "inflow": 20.0}
    wind = {"kind": "vortex", "vortex": storm}
    return write_case(folder, mesh, 36, wind=wind, spectrum={"first_frequency": 0.0345})


def hurricane(chosen, folder):
    for speed in (50.0, 65.0):
        inside = make_folder(folder, f"{speed:g}")
        case = write_hurricane(chosen, inside, speed)
        files = run_all(chosen, inside, case, ["output.fields.interval=6 h"], "fields.nc")
        heights = [read_heights(file, 36).max() for file in files]
        yield Row("hurricane", f"{speed:g} m/s", heights, {LAW: young(speed, 5.0, 40e3)})


def shallow(chosen, folder):
    for friction, wind, depth in itertools.product(FRICTIONS, (10, 15, 20), (2.0, 5.0, 10.0)):
        inside = make_folder(folder, f"{friction} {wind} {depth:g}")
        more = [f"physics.friction={friction}"]
        heights = read_point(run_point(chosen, inside, 48, depth, more, wind=blow(wind)), 48)
        group = f"depth-limited:{friction}, {wind} m/s"
        yield Row(group, f"{depth:g} m deep", heights, {LAW: young_verhagen(wind, depth)})


def swell(chosen, folder):
    for height in (1.0, 4.0):
        waves = {"kind": "swell", "height": height, "period": 12.5}
        files = run_point(chosen, make_folder(folder, f"{height:g}"), 240, wind=blow(0), initial=waves)
        ratios = np.array(read_point(files, 240)) / read_point(files, 0)
        yield Row(f"swell of {height:g} m, 12.5 s", "10 days, lost [%]", list(100.0 * (1.0 - ratios)), form=".1f")


def turn(chosen, folder):
    """A wind that turns by 90 degrees within a step."""
    steps = [{"time": time, "speed": 15.0, "from": start} for time, start in [(0, 270), (86400, 270), (86700, 360)]]
    files = run_point(chosen, folder, 30, wind={"kind": "turning", "steps": [*steps, steps[-1] | {"time": 108000}]})
    yield Row("wind turns by 90°, 15 m/s", "6 h later, waves still off by [°]",
              [abs((value + 180.0) % 360.0 - 180.0) for value in read_point(files, 30, "dir")], form=".0f")  # fmt: skip


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
    group = "Dorian at 41010"
    yield Row(group, "mean", [mean + row["bias"] for row in scores], {BUOY: mean})
    date = datetime(2019, 9, 4, 12, 40)
    yield Row(group, "4 Sep 12:40", [read_model(file, date) for file in files], {BUOY: highest})
    yield Row(group, "scatter index", [row["si"] for row in scores], form=".3f")


def cost(chosen, folder):
    """CPU times of a hurricane, relative to the first column of wam4: medians of rounds in which all take turns."""
    case = write_hurricane(chosen, folder, 50.0)
    rounds = [run_all(chosen, make_folder(folder, f"round {i}"), case, ["output.fields.interval=0"], "timers.json")
              for i in range(3)]  # fmt: skip
    packages = [one.package for one in chosen.physics]
    base = packages.index("wam4") if "wam4" in packages else 0
    timers = [[json.loads(file.read_text()) for file in files] for files in rounds]
    whole = np.array([[one["load"]["cpu_seconds_mean"] for one in of_round] for of_round in timers])
    sources = [[one["timers"]["source_terms.integrate"]["cpu"][0] for one in of_round] for of_round in timers]
    for name, seconds in (("the whole run", whole), ("the sources alone", np.array(sources))):
        yield Row("cost, CPU time in wam4's", name, list(np.median(seconds / seconds[:, [base]], axis=0)))


SEAS = {
    "growth": growth,
    "fetch, 1 km": near_fetch,
    "fetch, 10 km": far_fetch,
    "hurricane": hurricane,
    "Dorian": dorian,
    "depth-limited": shallow,
    "swell": swell,
    "turn": turn,
    "cost": cost,
}
