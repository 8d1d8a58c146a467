# SPDX-License-Identifier: Apache-2.0
"""Runs of cases for the tables of time_step_runs.py, package_runs.py, package_maps.py and coupling_runs.py."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import netCDF4
import numpy as np

ROOT = Path(__file__).resolve().parents[2]
DEPTHS = Path("/usr/share/ferret-vis/data/etopo5.cdf")  # of the cases in real seas
ENVIRONMENT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", **os.environ}


def add_common_options(parser, folder):
    """Adds the output folder, by default output/FOLDER, and --program."""
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "output" / folder)
    parser.add_argument("--program", type=Path, default=ROOT / "build/apps/groundswell")


def parse_common(parser, words):
    """The parsed options; an error if there is no program."""
    chosen = parser.parse_args(words)
    if not os.access(chosen.program, os.X_OK):
        parser.error(f"there is no program '{chosen.program}'; build it, or name another: --program")
    chosen.folder = chosen.folder.resolve()
    return chosen


def succeed(words):
    """The output of a command that must succeed."""
    words = [str(word) for word in words]
    process = subprocess.run(words, capture_output=True, text=True, env=ENVIRONMENT)
    if process.returncode != 0:
        sys.exit(f"{' '.join(words)} failed:\n{process.stdout[-2000:]}{process.stderr[-2000:]}")
    return process.stdout


def call(words):
    """The CPU time [s] of a command that must succeed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    succeed(words)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def run_case(program, case, out, settings):
    """Runs a case, unless the same run of the same program lies in its output folder; its CPU time [s]."""
    changed = program.stat().st_mtime
    facts = {"case": case.read_text(), "settings": settings, "program": [str(program.resolve()), changed]}
    record = out / "finished_run.json"
    if record.exists() and (there := json.loads(record.read_text()))["facts"] == facts:
        return there["cpu"]
    record.unlink(missing_ok=True)
    pairs = [word for setting in [*settings, f"output.folder={out}"] for word in ("--set", setting)]
    seconds = call([program, "run", case, *pairs])
    record.write_text(json.dumps({"facts": facts, "cpu": seconds}, indent=1))
    return seconds


def make_region(program, folder, settings):
    """The group `mesh` for a mesh of a region, made by `groundswell mesh`; settings are JSON, which YAML includes."""
    mesh = folder / "mesh.yaml"
    mesh.write_text(json.dumps({"kind": "region", **settings}))
    call([program, "mesh", mesh, "--output", folder / "mesh.nc"])
    return {"file": str(folder / "mesh.nc")}


def write_case(folder, mesh, hours, **groups):
    end = f"2000-01-{1 + hours // 24:02}T{hours % 24:02}:00:00Z"
    case = {"time": {"start": "2000-01-01T00:00:00Z", "end": end}, "mesh": mesh, **groups}
    case |= {"output": {"lat_lon": {"interval": 0}}}
    (folder / "case.yaml").write_text(json.dumps(case, indent=1))
    return folder / "case.yaml"


def box(west, east, south, north):
    return {"west": west, "east": east, "south": south, "north": north}


def make_folder(parent, name):
    """A folder named after a scenario."""
    folder = parent / "".join(letter if letter.isalnum() else "_" for letter in name)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def read_values(file, hour, name):
    """Values of all cells in fields.nc, or of all places in points.nc, hours after its start."""
    with netCDF4.Dataset(file) as data:
        seconds = data["time"][:] - data["time"][0]
        return np.asarray(data[name][int(np.flatnonzero(seconds == 3600 * hour)[0])], dtype=float)


def read_heights(file, hour):
    """Significant wave heights [m] of all cells or places, hours after the start of the file."""
    return read_values(file, hour, "hs")
