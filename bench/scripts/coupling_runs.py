#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What coupling costs: jobs of two components against runs without coupling, in turns.

    bench/scripts/coupling_runs.py [FOLDER]    # default: output/coupling; five minutes on two idle cores

All compute the same hours of the storms in cases/us_east_coast_1996, whose winds and depths they need (another case:
--case). They take turns in an order of each round; a ratio is that of two runs of the same round. The table goes to
standard output and to FOLDER/coupling.md. Runs already in FOLDER/coupling.json are kept.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

import yaml
from case_runs import ROOT, add_common_options, call, parse_common, succeed
from coupling_table import make_table, read_run

STORM = ROOT / "cases/us_east_coast_1996/case.yaml"
QUIET = {"lat_lon": {"interval": 0}, "fields": {"interval": 0}, "points": {"interval": 0}}
FIVE = ("wind", "current", "water_level", "ice", "air_density")
COUPLED = {"kind": "coupled"}
SPEED = 15.0  # [m s-1] of the wind to east and to north that two runs give each other
TIMED_STEPS = 2  # of runs that show how long methods are timed


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add_common_options(parser, "coupling")
    parser.add_argument("--rounds", type=int, default=9, help="so many times each (9)")
    parser.add_argument("--case", type=Path, default=STORM, help="with its mesh.yaml beside it, or an analytic mesh")
    parser.add_argument("--start", default="1996-01-18T18:00:00Z", help="of the runs (%(default)s)")
    parser.add_argument("--hours", type=float, default=3.0, help="that they compute (3)")
    parser.add_argument("--data-mesh", metavar="YAML", help="mesh of the component data if the case has no mesh.yaml")
    parser.add_argument("--mpirun", default="mpirun -q --oversubscribe --bind-to none", help="to which -n N is added")
    chosen = parse_common(parser, words)
    if chosen.rounds < 1 or chosen.hours <= 0.0:
        parser.error("--rounds and --hours must be above 0")
    return chosen


def make_mesh(chosen, name, *settings):
    made = chosen.folder / name
    if not made.exists():
        words = [word for setting in settings for word in ("--set", setting)]
        call([chosen.program, "mesh", chosen.case.parent / "mesh.yaml", *words, "--output", made])
    return {"file": str(made)}


class Jobs:
    """The runs and jobs that take turns, each written into a folder of its own; all have the same dates."""

    def __init__(self, chosen):
        self.folder = chosen.folder
        self.case = yaml.load(chosen.case.read_text(), yaml.BaseLoader) | {"output": QUIET}
        begin = datetime.fromisoformat(chosen.start)
        self.case["time"] |= {"start": chosen.start, "end": self.date(begin + timedelta(hours=chosen.hours))}
        self.step = self.case["time"]["step"]
        self.case.setdefault("initial", {"kind": "jonswap"})
        if "file" in self.case["mesh"]:
            self.case["mesh"] = make_mesh(chosen, "mesh.nc")
        if chosen.data_mesh:
            self.data_mesh = yaml.safe_load(chosen.data_mesh)
        else:  # about as fine as that of the waves, with other cells
            self.data_mesh = make_mesh(chosen, "data.nc", "spacing=32 km", "coast_spacing=13 km")
        count, unit = [*self.step.split(), "s"][:2]
        seconds = TIMED_STEPS * int(count) * {"s": 1, "min": 60, "h": 3600}[unit]
        self.timed_end = self.date(begin + timedelta(seconds=seconds))

    @staticmethod
    def date(date):
        return date.strftime("%Y-%m-%dT%H:%M:%SZ")

    def write(self, way, name, settings):
        path = self.folder / way / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(settings, indent=1))  # YAML includes JSON
        return path

    def write_waves(self, way, name="waves", **forcing):
        return self.write(way, name, self.case | forcing | {"output": QUIET | {"folder": name}})

    def write_job(self, way, components, fields, **coupling):
        """The job's file and its number of processes; `components` has kind and processes by name."""
        items = [{"name": name, "kind": kind, "file": f"{name}.yaml", "ranks": n}
                 for name, (kind, n) in components.items()]  # fmt: skip
        job = {"components": items, "fields": fields, "coupling": coupling}
        return self.write(way, "job", job), sum(n for _, n in components.values())

    # --- Ways; each returns the file and the number of processes ---

    def alone(self, way, ranks=1):
        return self.write_waves(way), ranks

    def alone_on_two(self, way):
        return self.alone(way, 2)

    def wind(self, way):
        """The wind alone, from a component on the same mesh."""
        self.write(way, "data", {key: self.case[key] for key in ("time", "mesh", "wind")})
        self.write_waves(way, wind=COUPLED)
        field = {"name": "wind", "source": "data", "target": "waves", "period": self.step}
        field |= {"use": "linear", "regridding": "none"}
        return self.write_job(way, {"data": ("data", 1), "waves": ("run", 1)}, [field])

    def five(self, way, data=1, waves=1):
        """Five fields from a component on a mesh of its own."""
        given = {"current": {"kind": "constant", "speed": 0.3, "to": 45}}
        given |= {"water_level": {"kind": "constant", "value": 0.5}, "ice": {"kind": "constant", "value": 0}}
        self.write(way, "data", {key: self.case[key] for key in ("time", "wind")} | {"mesh": self.data_mesh} | given)
        taken = {key: COUPLED for key in given}
        self.write_waves(way, wind=COUPLED | {"air_density": COUPLED}, **taken)
        field = {"source": "data", "target": "waves", "period": self.step, "use": "linear"}
        field |= {"regridding": "three_points", "no_source": "nearest"}
        fields = [{"name": name, **field} for name in FIVE]
        return self.write_job(way, {"data": ("data", data), "waves": ("run", waves)}, fields)

    def timed_on_three(self, way, data=1):
        file, ranks = self.five(way, data, 2)
        job = json.loads(file.read_text())
        for item in job["components"]:
            settings = file.parent / item["file"]
            short = json.loads(settings.read_text())
            short["time"] = short["time"] | {"end": self.timed_end}
            settings.write_text(json.dumps(short, indent=1))
        return file, ranks

    def timed_on_four(self, way):
        return self.timed_on_three(way, 2)

    def two_runs(self, way, wind, to_two=None, to_one=None):
        for name in ("one", "two"):
            self.write_waves(way, name, wind=wind)
        field = {"source_field": "uwnd", "target_field": "wind", "period": self.step, "regridding": "none"}
        fields = [{"name": "to_two", "source": "one", "target": "two", **field, **to_two}] if to_two else []
        fields += [{"name": "to_one", "source": "two", "target": "one", **field, **to_one}] if to_one else []
        return self.write_job(way, {"one": ("run", 1), "two": ("run", 1)}, fields)

    def apart(self, way):
        """Two runs at the same time that exchange nothing; their wind is what those below give each other."""
        return self.two_runs(way, {"kind": "constant", "speed": f"{SPEED * 2**0.5:.6f}", "from": 225})

    def with_lag(self, way):
        both = {"lag": self.step, "first": SPEED}
        return self.two_runs(way, COUPLED, both, both)

    def in_turn(self, way):
        """Without a lag, so that one run waits for each step of the other."""
        return self.two_runs(way, COUPLED, {"use": "next"}, {"offset": self.step, "first": SPEED})


WAYS = ("alone", "alone_on_two", "wind", "five", "apart", "with_lag", "in_turn", "timed_on_three", "timed_on_four")


def run_way(chosen, jobs, way):
    shutil.rmtree(chosen.folder / way, ignore_errors=True)
    file, ranks = getattr(jobs, way)(way)
    words = [*chosen.mpirun.split(), "-n", ranks, chosen.program, "run", file]
    begin = time.perf_counter()
    said = succeed(words)
    return read_run(file.parent, said) | {"ranks": ranks, "wall": time.perf_counter() - begin}


def run_round(chosen, jobs, number, file, data):
    ways = list(WAYS)
    random.Random(number).shuffle(ways)
    for way in ways:
        if any(run["round"] == number and run["way"] == way for run in data["runs"]):
            continue
        run = run_way(chosen, jobs, way)
        data["runs"].append({"round": number, "way": way, **run})
        part = file.with_name(file.name + ".part")
        part.write_text(json.dumps(data, indent=1))
        part.replace(file)
        print(f"round {number}, {way}: {run['wall']:.2f} s", file=sys.stderr, flush=True)


def main(words=None):
    chosen = parse(words)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, ROOT / "tools/check_commits.py", "--program", chosen.program], check=True)
    file = chosen.folder / "coupling.json"
    facts = {"case": str(chosen.case.resolve()), "start": chosen.start, "hours": chosen.hours}
    facts |= {"program": os.stat(chosen.program).st_mtime}
    data = json.loads(file.read_text()) if file.exists() else {**facts, "runs": []}
    if any(data[key] != value for key, value in facts.items()):
        sys.exit(f"{file} has runs of other dates, another case or another program; remove the file")
    jobs = Jobs(chosen)
    for number in range(1, chosen.rounds + 1):
        run_round(chosen, jobs, number, file, data)
    table = make_table(data)
    (chosen.folder / "coupling.md").write_text(table)
    print(table, end="")


if __name__ == "__main__":
    main()
