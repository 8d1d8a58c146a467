# SPDX-License-Identifier: Apache-2.0
"""The results of bench/scripts/output_speed.sh: JSON files of `groundswell-bench io` and `write`, and joined runs."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

from groundswell_view.errors import ViewError
from groundswell_view.json_file import read_json

from groundswell_bench_view.output_formulas import CostModel, Shares

LATENCY = 5e-6  # [s] assumed latency of a message on a cluster
NEIGHBOURS = 6  # assumed number of neighbours of a part


@dataclass
class Results:
    """The content of all files, by kind."""

    io: list[dict] = field(default_factory=list)
    write: list[dict] = field(default_factory=list)
    interval: list[dict] = field(default_factory=list)  # runs of this experiment with output
    bare: list[dict] = field(default_factory=list)  # runs of the same experiment without output
    ranks: list[dict] = field(default_factory=list)

    def disk_bandwidths(self) -> tuple[float, float, float]:
        """The bandwidth [B/s] of plain writes: minimum, median and maximum over all rounds of all measurements."""
        if not self.write:
            raise ViewError("no file has results of groundswell-bench write, which give the disk's speed; name some")
        speeds = [result["bytes"] / seconds for result in self.write for name in LIMITS
                  for seconds in way_of(result, name)["seconds"]]  # fmt: skip
        return min(speeds), median(speeds), max(speeds)

    def without_output(self, run: dict) -> float:
        """The median time [s] of the runs without output that have as many steps as `run`; NaN if there are none."""
        return median([bare["seconds"] for bare in self.bare if bare["steps"] == run["steps"]] or [math.nan])


LIMITS = "limit_one", "limit_all"  # plain writes in bench write, by one process and by all
NEEDED = {"io": "cases", "write": "ways", "interval": "runs", "ranks": "runs"}


def way_of(result: dict, name: str) -> dict:
    """The method of writing called `name` in a result of bench write."""
    return next(way for way in result["ways"] if way["name"] == name)


def read_results(paths: list[Path]) -> Results:
    """Reads all files; raises a ViewError if a file is of another kind."""
    results = Results()
    for path in paths:
        data = read_json(path)
        kind = data.get("bench") if isinstance(data, dict) else None
        if kind not in NEEDED or not data.get(NEEDED[kind]):
            raise ViewError(f"'{path}' has no results of output; bench/scripts/output_speed.sh makes such files")
        found = data["runs"] if NEEDED[kind] == "runs" else [data]
        getattr(results, kind).extend(found if kind != "interval" else [run for run in found if run["outputs"]])
        results.bare += [run for run in found if kind == "interval" and not run["outputs"]]
    return results


def shares_of(runs: list[dict]) -> Shares:
    """Medians over the repetitions of one run: everything except communication and output is computation."""
    communication = median(run["communication_seconds"] for run in runs)
    output = median(run["output_seconds"] for run in runs)
    return Shares(median(run["seconds"] for run in runs) - communication - output, communication, output)


def by_ranks(runs: list[dict], is_synchronous: bool) -> dict[int, list[dict]]:
    """The synchronous or the asynchronous runs, by number of compute ranks."""
    found: dict[int, list[dict]] = {}
    for run in sorted(runs, key=lambda run: run["computing"]):
        if (run["servers"] == 0) == is_synchronous:
            found.setdefault(run["computing"], []).append(run)
    return found


def fit_cost_model(results: Results) -> CostModel:
    """The model, fitted to the measurements on one rank, to the halos on the largest number of ranks with a processor
    each, and to the median speed of the disk."""
    alone, served = by_ranks(results.ranks, True), by_ranks(results.ranks, False)
    if 1 not in alone or 1 not in served:
        raise ViewError(
            "no runs on one rank that computes, without and with a server; bench/scripts/output_speed.sh makes them"
        )
    run = alone[1][0]
    halos = [runs for n, runs in alone.items() if n > 1 and not runs[0]["oversubscribed"]]
    widest = halos[-1] if halos else []
    return CostModel(
        computing=shares_of(alone[1]).computing,
        preparing=shares_of(served[1]).output,
        bytes=run["field_bytes"],
        bandwidth=results.disk_bandwidths()[1],
        outputs=run["outputs"],
        halo=median(run["least_communication_seconds"] for run in widest) if widest else 0.0,
        halo_ranks=widest[0]["computing"] if widest else 2,
        messages=run["exchanges"] * NEIGHBOURS,
        latency=LATENCY,
    )


def models_of_disks(results: Results) -> list[CostModel]:
    """The model with the slowest and with the fastest disk of all rounds."""
    slowest, _, fastest = results.disk_bandwidths()
    model = fit_cost_model(results)
    return [replace(model, bandwidth=bandwidth) for bandwidth in (slowest, fastest)]


def saved(model: CostModel, n: int) -> float:
    """The fraction of the run time saved by asynchronous output on n ranks."""
    return 1.0 - model.asynchronous(n).total / model.synchronous(n).total


def model_error(results: Results, model: CostModel) -> tuple[int, float, float] | None:
    """The model compared with the synchronous runs on the largest number of ranks, above one, for which each rank had a
    processor: that number, the modelled and the measured time [s].

    None if there are no such runs: those on one rank do not count, as the model is fitted to them.
    """
    measured = by_ranks(results.ranks, True)
    numbers = [n for n, runs in measured.items() if n > 1 and not runs[0]["oversubscribed"]]
    if not numbers:
        return None
    n = max(numbers)
    return n, model.synchronous(n).total, shares_of(measured[n]).total
