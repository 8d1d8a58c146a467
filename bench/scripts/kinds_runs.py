#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of each kind of output: runs of a case without output, with each kind alone and with pairs of kinds.

In different runs, output is written by the compute ranks, by one server, or by one server per kind. Runs are made in
rounds, in a random order within each, so that other work on the machine disturbs all runs alike; those already in
FOLDER/kinds.json are kept. Then groundswell-bench-view draws them and makes the table.

    bench/scripts/kinds_runs.py [CASE [FOLDER]]    # defaults: bench/scripts/kinds_case/case.yaml and output/kinds

Meshes of nested runs, nest_*.yaml beside the case, are made first. Times exclude the start of the program.
"""

import argparse
import itertools
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OFF = {
    "fields": ["output.fields.interval=0"],
    "points": ["output.points.interval=0", "output.points.spectra_interval=0"],
    "boundaries": ["output.boundaries=[]"],
    "restart": ["output.restart.interval=0"],
    "tracks": ["output.tracks.interval=0"],
    "lat_lon": ["output.lat_lon.interval=0"],
}
FACTS = ("case", "cells", "bins", "version", "commit")


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("case", nargs="?", type=Path, default=ROOT / "bench/scripts/kinds_case/case.yaml")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "output/kinds")
    parser.add_argument("--rounds", type=int, default=7, help="so many times each (7)")
    parser.add_argument("--ranks", type=int, default=max(1, os.cpu_count() - 1), help="that compute (one core less)")
    parser.add_argument("--kinds", default="fields,points,restart,boundaries", help=f"of {', '.join(OFF)}")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="as for groundswell run")
    parser.add_argument("--program", type=Path, default=ROOT / "build/apps/groundswell")
    parser.add_argument("--mpirun", default="mpirun -q --oversubscribe --bind-to none", help="to which -n N is added")
    chosen = parser.parse_args(words)
    chosen.kinds = chosen.kinds.split(",")
    for kind in chosen.kinds:
        if kind not in OFF or chosen.kinds.count(kind) > 1:
            parser.error(f"'{kind}' in --kinds is not one of {', '.join(OFF)}, or stands there twice")
    if chosen.rounds < 1 or chosen.ranks < 1:
        parser.error("--rounds and --ranks must be at least 1")
    return chosen


def list_ways(kinds):
    """All runs of a round, as (kinds, number of servers, output.serve). Single kinds have no run with a server per
    kind, which would be the run with one server."""
    loads = [list(load) for size in (1, 2) for load in itertools.combinations(kinds, size)]
    ways = [([], 0, "together")] * 3  # the reference for all other runs
    ways += [(load, servers, "together") for load in loads for servers in (0, 1)]
    return ways + [(load, len(load), "kinds") for load in loads if len(load) > 1]


def make_meshes(chosen):
    for mesh in sorted(chosen.case.parent.glob("nest_*.yaml")):
        made = re.search(r"^output: *(\S+)", mesh.read_text(), re.MULTILINE)
        target = mesh.parent / made.group(1) if made else None
        if target and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run([chosen.program, "mesh", mesh], check=True, stdout=subprocess.DEVNULL)


def run_one(chosen, kinds, servers, serve):
    """The run's facts and its time [s]."""
    out = chosen.folder / "run"
    shutil.rmtree(out, ignore_errors=True)
    settings = [*chosen.set, f"output.folder={out}", f"output.servers={servers}", f"output.serve={serve}"]
    settings += [setting for kind in OFF if kind not in kinds for setting in OFF[kind]]
    words = [*shlex.split(chosen.mpirun), "-n", chosen.ranks + servers, chosen.program, "run", chosen.case]
    words += [word for setting in settings for word in ("--set", setting)]
    environment = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", **os.environ}
    process = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=environment)
    if process.returncode != 0:
        sys.exit(f"{shlex.join(map(str, words))} failed:\n{process.stdout[-2000:]}{process.stderr}")
    timers = json.loads((out / "timers.json").read_text())
    shutil.rmtree(out)
    facts = {key: timers[key] for key in FACTS}
    facts |= {"steps": timers["timers"]["forcing.update"]["calls"], "ranks": chosen.ranks, "set": chosen.set}
    return facts, timers["total_seconds"]


def read_earlier(file):
    return json.loads(file.read_text()) if file.exists() else {"runs": []}


def keep(file, data):
    part = file.with_name(file.name + ".part")
    part.write_text(json.dumps(data, indent=1))
    part.replace(file)


def run_round(chosen, number, file, data):
    """Carries out the missing runs of a round."""
    ways = list_ways(chosen.kinds)
    random.Random(number).shuffle(ways)
    missing = [{"round": number, "kinds": kinds, "servers": n, "serve": serve} for kinds, n, serve in ways]
    for there in data["runs"]:
        name = {key: there[key] for key in ("round", "kinds", "servers", "serve")}
        if name in missing:
            missing.remove(name)
    for run in missing:
        facts, seconds = run_one(chosen, run["kinds"], run["servers"], run["serve"])
        for key, value in facts.items():
            if data.setdefault(key, value) != value:
                sys.exit(f"{file} has runs of which {key} is {data[key]}, but now it is {value}; remove the file")
        data["runs"].append(run | {"seconds": seconds})
        keep(file, data)
        what = "+".join(run["kinds"]) or "no output"
        print(f"round {number}, {what}, {run['servers']} servers: {seconds:.3f} s", flush=True)


def main(words=None):
    chosen = parse(words)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    make_meshes(chosen)
    subprocess.run([sys.executable, ROOT / "tools/check_commits.py", "--program", chosen.program], check=True)
    file = chosen.folder.resolve() / "kinds.json"
    data = read_earlier(file)
    for number in range(1, chosen.rounds + 1):
        run_round(chosen, number, file, data)
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}/python:{ROOT}/bench/view"}
    view = [sys.executable, "-m", "groundswell_bench_view", "kinds", file]
    targets = ["-o", chosen.folder / "kinds.png", "--table", chosen.folder / "kinds.md"]
    subprocess.run([*view, *targets], check=True, env=environment)
    print((chosen.folder / "kinds.md").read_text(), end="")


if __name__ == "__main__":
    main()
