# SPDX-License-Identifier: Apache-2.0
"""Run times of one case on different numbers of processes, from the files timers.json of its runs."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from groundswell_view.errors import ViewError
from groundswell_view.json_file import read_json

from groundswell_bench_view import scaling_formulas as formulas

ALIKE = ("case", "cells", "bins", "steps", "halo_method", "version", "commit")  # must agree in runs that are compared


@dataclass(frozen=True)
class Run:
    """A run: the content of its timers.json and load.txt."""

    path: Path
    facts: dict  # the values of ALIKE
    seconds: float
    host_of_rank: tuple[int, ...]
    cpus_of_rank: tuple[frozenset[int], ...]
    binding: str
    load: float | None = None  # load of the machine before the run, if known

    @property
    def n(self) -> int:
        """The number of processes."""
        return len(self.host_of_rank)


@dataclass(frozen=True)
class Series:
    """Runs with the same placement and binding of processes: times [s] of all repetitions by n."""

    group: int
    binding: str
    hosts: int
    processors: int  # on each host
    seconds: dict[int, list[float]] = field(default_factory=dict)
    loads: dict[int, list[float]] = field(default_factory=dict)  # of the machine before each run, if known

    @property
    def total(self) -> int:
        """N, the total number of processors."""
        return self.hosts * self.processors

    @property
    def t_1(self) -> float:
        """The median time with one process."""
        return median(self.seconds[1])

    def alpha(self, n: int) -> float:
        """The load factor."""
        return formulas.load_factor(n, self.group, self.hosts, self.processors)

    def fraction(self, n: int, t_n: float) -> float:
        """The effective parallel fraction that follows from a run time with n processes."""
        return formulas.effective_fraction(n, t_n, self.t_1, self.alpha(n))

    def efficiency(self, n: int, t_n: float) -> float:
        """The bulk efficiency that follows from a run time with n processes."""
        return formulas.efficiency(n, t_n, self.t_1, self.total)


def read_run(path: Path) -> Run:
    """The run of a timers.json or of an output folder that contains one; raises a ViewError if there is none."""
    if path.is_dir():
        path = path / "timers.json"
    data = read_json(path, "; name timers.json or its folder", "; leave this run out, or run it again")
    try:
        data["steps"] = data["timers"]["forcing.update"]["calls"]
        facts = {key: data[key] for key in ALIKE}
        place = tuple(map(int, data["host_of_rank"])), tuple(map(listed, data["cpus_of_rank"]))
        load = path.with_name("load.txt")
        run = Run(path, facts, float(data["total_seconds"]), *place, str(data["binding"]),
                  float(load.read_text()) if load.exists() else None)  # fmt: skip
    except (KeyError, TypeError, ValueError) as error:
        raise ViewError(
            f"'{path}' is not the timers.json of a complete run of this version: {error!r}; leave it out, "
            "or run the case again"
        ) from error
    computing = data.get("ranks") if isinstance(data.get("ranks"), int) else 0
    if not (0 < computing <= run.n == len(run.cpus_of_rank) and 0.0 < run.seconds < math.inf):
        raise ViewError(
            f"'{path}' is damaged: {data.get('ranks')} ranks, {run.n} of them on hosts, {run.seconds:g} s; leave it "
            "out, or run the case again"
        )
    return run


def read_runs(paths: list[Path]) -> list[Run]:
    """All runs, without duplicates; raises a ViewError unless they are of one case on several numbers of processes."""
    runs = list({run.path.resolve(): run for run in map(read_run, paths)}.values())
    for run in runs:
        for key in ALIKE:
            if run.facts[key] != runs[0].facts[key]:
                raise ViewError(
                    f"'{run.path}' and '{runs[0].path}' cannot be compared: {key} is {run.facts[key]} and "
                    f"{runs[0].facts[key]}; give runs of one case by one program"
                )
    if len({run.n for run in runs}) == 1:
        raise ViewError(f"every run has {runs[0].n} process(es); give runs on one process and on several")
    return runs


def make_series(runs: list[Run], hosts: int = 0, processors: int = 0) -> list[Series]:
    """All series, ordered by binding and group. If `hosts` is 0, it is the largest number of hosts that a run used; if
    `processors` is 0, it is, for each binding, the largest number of processors of a host that a run used."""
    used = max(len(set(run.host_of_rank)) for run in runs)
    if 0 < hosts < used:
        raise ViewError(f"a run has used {used} hosts, more than the {hosts} of --hosts")
    hosts = hosts or used
    by_binding = defaultdict(list)
    for run in runs:
        by_binding[run.binding].append(run)
    series = []
    for binding, alike in sorted(by_binding.items()):
        if not any(run.n == 1 for run in alike):
            raise ViewError(
                f"no run with binding '{binding}' has one process, though '{alike[0].path}' has {alike[0].n}; give "
                "one, and bind all runs alike (mpirun --bind-to core)"
            )
        found = processors or max(map(count_processors, alike))
        for group, by_n in sort_runs(alike, hosts):
            seconds = {n: [run.seconds for run in repeated] for n, repeated in by_n.items()}
            loads = {n: [run.load for run in repeated if run.load is not None] for n, repeated in by_n.items()}
            series.append(Series(group, binding, hosts, found, seconds, loads))
    return series


def sort_runs(runs: list[Run], hosts: int) -> list[tuple[int, dict[int, list[Run]]]]:
    """The runs by group size, then by n. A run on a single host belongs to every group size that fits it."""
    groups = sorted({first_group(run) for run in runs if len(set(run.host_of_rank)) > 1}) or [
        max(run.n for run in runs)
    ]
    if hosts == 1:
        groups = [1]
    sorted_runs = {group: defaultdict(list) for group in groups}
    for run in runs:
        fitting = [g for g in groups if list(run.host_of_rank) == formulas.hosts_of_ranks(run.n, g, hosts)]
        if not fitting:
            raise ViewError(
                f"the processes of '{run.path}' are on hosts {' '.join(map(str, run.host_of_rank[:24]))}, which are no "
                f"groups of {' or '.join(map(str, groups))} on each of {hosts} hosts in turn; place them so, leave the "
                "run out, or correct --hosts"
            )
        for group in fitting:
            sorted_runs[group][run.n].append(run)
    return [(group, dict(sorted(by_n.items()))) for group, by_n in sorted_runs.items()]


def first_group(run: Run) -> int:
    """The number of processes that precede the first one on another host."""
    return next((rank for rank, host in enumerate(run.host_of_rank) if host != run.host_of_rank[0]), run.n)


def count_processors(run: Run) -> int:
    """The most processors used on a host: distinct cores or hardware threads if bound, otherwise all allowed ones."""
    of_host = defaultdict(list)
    for host, cpus in zip(run.host_of_rank, run.cpus_of_rank):
        of_host[host].append(cpus)
    counts = [len(set(cpus) if run.binding != "none" else frozenset.union(*cpus)) for cpus in of_host.values()]
    return max(1, *counts)


def listed(cpus: str) -> frozenset[int]:
    """The numbers in a list such as 0-3,8; raises a ValueError for any other text."""
    if not re.fullmatch(r"(\d{1,6}(-\d{1,6})?(,(?=\d)|$))*", cpus):
        raise ValueError(f"the processors '{cpus}'")
    ranges = [part.partition("-") for part in cpus.split(",") if part]
    return frozenset(cpu for low, _, high in ranges for cpu in range(int(low), int(high or low) + 1))
