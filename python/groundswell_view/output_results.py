# SPDX-License-Identifier: Apache-2.0
"""The results of tools/output_speed.sh: JSON files of `groundswell bench io`, `bench write`, and of joined runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from groundswell_view.errors import ViewError
from groundswell_view.json_file import read_json
from groundswell_view.output_formulas import CostModel, Shares

LATENCY = 5e-6  # [s] of a message, stated: a cluster's network
NEIGHBOURS = 6  # of a part, stated


@dataclass
class Results:
    """All that is in the files, by kind."""

    io: list[dict] = field(default_factory=list)
    write: list[dict] = field(default_factory=list)
    interval: list[dict] = field(default_factory=list)  # runs
    ranks: list[dict] = field(default_factory=list)

    def disk_bandwidth(self) -> float:
        """[B/s] of one process that writes and syncs plainly: the median of the largest measurement."""
        if not self.write:
            raise ViewError("no file has results of groundswell bench write, which give the disk's speed; name some")
        largest = max(self.write, key=lambda result: (result["bytes"], -result["output_ranks"]))
        return largest["bytes"] / median(way_of(largest, "limit")["seconds"])


NEEDED = {"io": "cases", "write": "ways", "interval": "runs", "ranks": "runs"}


def way_of(result: dict, name: str) -> dict:
    """A way of writing in a result of bench write."""
    return next(way for way in result["ways"] if way["name"] == name)


def read_results(paths: list[Path]) -> Results:
    """Reads all files; raises a ViewError where one is none of these."""
    results = Results()
    for path in paths:
        data = read_json(path)
        kind = data.get("bench") if isinstance(data, dict) else None
        if kind not in NEEDED or not data.get(NEEDED[kind]):
            raise ViewError(f"'{path}' has no results of output; tools/output_speed.sh makes such files")
        getattr(results, kind).extend(data["runs"] if NEEDED[kind] == "runs" else [data])
    return results


def shares_of(runs: list[dict]) -> Shares:
    """Medians of repetitions of one run: what is neither communication nor output is computing."""
    communication = median(run["communication_seconds"] for run in runs)
    output = median(run["output_seconds"] for run in runs)
    return Shares(median(run["seconds"] for run in runs) - communication - output, communication, output)


def by_ranks(runs: list[dict], is_synchronous: bool) -> dict[int, list[dict]]:
    """Repetitions by the number of ranks that compute."""
    found: dict[int, list[dict]] = {}
    for run in sorted(runs, key=lambda run: run["computing"]):
        if (run["servers"] == 0) == is_synchronous:
            found.setdefault(run["computing"], []).append(run)
    return found


def fit_cost_model(results: Results) -> CostModel:
    """From what was measured on one rank, from the halos on the most ranks that had a processor each, and from the
    disk."""
    alone, served = by_ranks(results.ranks, True), by_ranks(results.ranks, False)
    if 1 not in alone or 1 not in served:
        raise ViewError(
            "no runs on one rank that computes, without and with a server; tools/output_speed.sh makes them"
        )
    run = alone[1][0]
    halos = [runs for n, runs in alone.items() if n > 1 and not runs[0]["oversubscribed"]]
    widest = halos[-1] if halos else []
    return CostModel(
        computing=shares_of(alone[1]).computing,
        preparing=shares_of(served[1]).output,
        bytes=run["field_bytes"],
        bandwidth=results.disk_bandwidth(),
        outputs=run["outputs"],
        halo=median(run["least_communication_seconds"] for run in widest) if widest else 0.0,
        halo_ranks=widest[0]["computing"] if widest else 2,
        messages=run["exchanges"] * NEIGHBOURS,
        latency=LATENCY,
    )
