#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Joins the runs of the wave model that make up one experiment into one JSON file on standard output.

Usage: bench/scripts/output_speed_runs.py EXPERIMENT FOLDER...     # output folders with timers.json and groundswell.log
"""

import json
import os
import re
import sys
from pathlib import Path

SIZES = {"B": 1.0, "kB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12}
FIELDS = re.compile(r"fields\.nc: (\d+) fields? on the mesh, (\d+) dates, ")
SERVERS = re.compile(r"(\d+) servers? writes?, ")
RESULT = re.compile(r"servers wrote ([\d.]+) (\w+) in ([\d.]+) s; ranks that compute spent ([\d.]+) s on output"
                    r"(?:, so ([\d.]+) % was hidden)?")  # fmt: skip


def bytes_of(number: str, unit: str) -> float:
    """The number of bytes that a size such as "6.41", "MB" stands for."""
    return float(number) * SIZES[unit]


def seconds_of(timers: dict, prefix: str, which: str = "max") -> float:
    """The sum of the timers [s] whose names begin with the prefix, each for its slowest (or fastest) process."""
    return sum(timer[which] for name, timer in timers.items() if name.startswith(prefix))


def read_run(folder: Path) -> dict:
    """The facts about a run: its size, what it wrote and how often, and the times that it took."""
    facts = json.loads((folder / "timers.json").read_text())
    log = (folder / "groundswell.log").read_text()
    timers = facts["timers"]
    fields = FIELDS.search(log)
    servers, result = SERVERS.search(log), RESULT.search(log)
    steps = timers["forcing.update"]["calls"]
    n_field, dates = (int(fields[1]), int(fields[2])) if fields else (0, 0)  # 0 for a run without output
    computing, writing = facts["ranks"], int(servers[1]) if servers else 0
    run = {
        "computing": computing,
        "servers": writing,
        "oversubscribed": computing + writing > os.cpu_count(),
        "cells": facts["cells"],
        "bins": facts["bins"],
        "steps": steps,
        "every": steps // (dates - 1) if dates else 0,
        "outputs": dates,
        "field_bytes": 4 * n_field * facts["cells"] * dates,
        "seconds": facts["total_seconds"],
        "exchanges": timers["halo.wait"]["calls"],
        "communication_seconds": seconds_of(timers, "halo."),
        "least_communication_seconds": seconds_of(timers, "halo.", "min"),
        "output_seconds": seconds_of(timers, "output."),
    }
    if result:
        run |= {"bytes": bytes_of(result[1], result[2]), "server_seconds": float(result[3]),
                "sending_seconds": float(result[4])}  # fmt: skip
        run |= {"hidden": float(result[5]) / 100.0} if result[5] else {}
    return run | {"commit": facts["commit"]}


if __name__ == "__main__":
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    print(json.dumps({"bench": sys.argv[1], "runs": [read_run(Path(folder)) for folder in sys.argv[2:]]}, indent=1))
