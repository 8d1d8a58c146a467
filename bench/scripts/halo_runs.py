#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The cost of the halo exchange in a whole model: runs of a case with each method on several numbers of ranks.

Each run is made with the exchange overlapped with the computation of inner cells, and with the exchange before it. Runs
are made in rounds, in a random order within each, so that other work on the machine disturbs all runs alike;
those already in FOLDER/runs.json are kept. Then groundswell-bench-view draws them and makes the tables.

    bench/scripts/halo_runs.py [CASE [FOLDER]]    # defaults: bench/scripts/halo_case.yaml and output/halo

Times exclude the start of the program.
"""

import argparse
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
FACTS = ("case", "cells", "bins", "version", "commit")
PARTS = ("pack", "wait", "unpack")


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("case", nargs="?", type=Path, default=ROOT / "bench/scripts/halo_case.yaml")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "output/halo")
    parser.add_argument("--rounds", type=int, default=5, help="so many times each (5)")
    parser.add_argument("--ranks", default="2,4", help="numbers of ranks (2,4)")
    parser.add_argument("--methods", default="", help="parallel.halo_method, separated by commas (all)")
    parser.add_argument("--overlap", default="true,false", help="parallel.overlap (true,false)")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="as for groundswell run")
    parser.add_argument("--program", type=Path, default=ROOT / "build/apps/groundswell")
    parser.add_argument("--mpirun", default="mpirun -q --oversubscribe --bind-to none", help="to which -n N is added")
    chosen = parser.parse_args(words)
    try:
        chosen.ranks = sorted({int(n) for n in chosen.ranks.split(",")})
        chosen.overlap = [{"true": True, "false": False}[word] for word in chosen.overlap.split(",")]
    except (ValueError, KeyError) as error:
        parser.error(f"--ranks takes numbers such as 2,4 and --overlap true, false or both: {error}")
    if chosen.rounds < 1 or chosen.ranks[0] < 2:
        parser.error("--rounds must be at least 1, and --ranks at least 2")
    chosen.named = bool(chosen.methods)
    chosen.methods = chosen.methods.split(",") if chosen.named else all_methods(chosen, parser)
    return chosen


def all_methods(chosen, parser):
    """All halo methods, from the third column of parallel.halo_method in the program's option table."""
    listed = subprocess.run([chosen.program, "config", "--markdown"], capture_output=True, text=True, check=True).stdout
    row = next((line for line in listed.splitlines() if "`parallel.halo_method`" in line), None)
    if not row:
        parser.error(f"{chosen.program} lists no parallel.halo_method; name methods with --methods")
    return re.split(r", | or ", row.split("|")[3].strip())


def run_one(chosen, run):
    """The run's facts and timers [s]; (None, None) if the method cannot run here and was not requested by name."""
    out = chosen.folder / "run"
    shutil.rmtree(out, ignore_errors=True)
    settings = [*chosen.set, f"output.folder={out}", f"parallel.halo_method={run['method']}"]
    settings.append(f"parallel.overlap={str(run['overlap']).lower()}")
    words = [*shlex.split(chosen.mpirun), "-n", run["ranks"], chosen.program, "run", chosen.case]
    words += [word for setting in settings for word in ("--set", setting)]
    environment = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", **os.environ}
    process = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=environment)
    if process.returncode != 0 and not chosen.named and run["method"] in process.stderr:
        chosen.methods.remove(run["method"])
        print(f"{run['method']} is left out: {process.stderr.strip()}", flush=True)
        return None, None
    if process.returncode != 0:
        sys.exit(f"{shlex.join(map(str, words))} failed:\n{process.stdout[-2000:]}{process.stderr}")
    timers = json.loads((out / "timers.json").read_text())
    shutil.rmtree(out)
    facts = {key: timers[key] for key in FACTS} | {"set": chosen.set, "cores": os.cpu_count()}
    facts["steps"] = timers["timers"]["forcing.update"]["calls"]
    times = {"seconds": timers["total_seconds"], "exchanges": timers["timers"]["halo.wait"]["calls"]}
    for part in PARTS:
        of_ranks = timers["timers"].get(f"halo.{part}", {"min": 0.0, "mean": 0.0, "max": 0.0})
        times[part] = {which: of_ranks[which] for which in ("min", "mean", "max")}
    return facts, times


def keep(file, data):
    part = file.with_name(file.name + ".part")
    part.write_text(json.dumps(data, indent=1))
    part.replace(file)


def run_round(chosen, number, file, data):
    """Carries out the missing runs of a round."""
    ways = [
        {"round": number, "ranks": n, "method": method, "overlap": overlap}
        for n in chosen.ranks
        for method in chosen.methods
        for overlap in chosen.overlap
    ]
    random.Random(number).shuffle(ways)
    there = [{key: run[key] for key in ("round", "ranks", "method", "overlap")} for run in data["runs"]]
    for run in ways:
        if run in there or run["method"] not in chosen.methods:
            continue
        facts, times = run_one(chosen, run)
        if not times:
            continue
        for key, value in facts.items():
            if data.setdefault(key, value) != value:
                sys.exit(f"{file} has runs of which {key} is {data[key]}, but now it is {value}; remove the file")
        data["runs"].append(run | times)
        keep(file, data)
        how = "overlapping" if run["overlap"] else "not overlapping"
        print(f"round {number}, {run['ranks']} ranks, {run['method']}, {how}: {times['seconds']:.3f} s", flush=True)


def main(words=None):
    chosen = parse(words)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    file = chosen.folder.resolve() / "runs.json"
    data = json.loads(file.read_text()) if file.exists() else {"bench": "halo_runs", "runs": []}
    for number in range(1, chosen.rounds + 1):
        run_round(chosen, number, file, data)
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}/python:{ROOT}/bench/view"}
    view = [sys.executable, "-m", "groundswell_bench_view", "halo", file]
    targets = ["-o", chosen.folder / "halo.png", "--table", chosen.folder / "runs.md"]
    subprocess.run([*view, *targets], check=True, env=environment)
    print((chosen.folder / "runs.md").read_text(), end="")


if __name__ == "__main__":
    main()
