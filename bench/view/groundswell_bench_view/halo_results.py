# SPDX-License-Identifier: Apache-2.0
"""The cost of halo exchanges: the JSON files of `groundswell-bench halo` and of halo_runs.py, and derived numbers.

Speed-ups are over the published baseline, as in the figures of the FVWAM paper (docs/experiments/halo_speed.md).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean, median

from groundswell_view.errors import ViewError
from groundswell_view.json_file import read_json

BASE = "point_to_point_ordered"
# Name in the file, colour, marker; OTHER is for any other method.
METHODS = (
    (BASE, "#8a8f98", "s"),
    ("point_to_point", "#0b5fa5", "o"),
    ("persistent", "#58a4d6", "o"),
    ("graph", "#2a9d6f", "^"),
    ("graph_blocking", "#1c6b4c", "^"),
    ("graph_persistent", "#8bcf9f", "^"),
    ("datatypes", "#e0992b", "D"),
    ("shared_window", "#d1495b", "P"),
    ("node_aware", "#6f4e9c", "X"),
    ("auto", "#1d1d22", "*"),
)
OTHER = ("#b58463", "v")
COPY = "copy_bound"
PARTS = ("pack", "wait", "unpack")
WHICH = ("mean", "max", "min")


@dataclass
class Results:
    """The content of all files."""

    machines: list[dict] = field(default_factory=list)  # the benchmark's files without their cases
    cases: list[dict] = field(default_factory=list)  # cases of the benchmark
    runs: list[dict] = field(default_factory=list)  # runs of a whole model
    about_runs: dict = field(default_factory=dict)

    def main_cases(self) -> list[dict]:
        """One case per kind and number of ranks: with cold caches if there are any, and with the most repetitions."""
        best: dict[tuple, dict] = {}
        for case in self.cases:
            key = kind_of(case), case["ranks"]
            if key not in best or _worth(case) > _worth(best[key]):
                best[key] = case
        return [best[key] for key in sorted(best)]


def kind_of(case: dict) -> tuple:
    """Sort key: all that distinguishes cases besides the number of ranks; the largest come first."""
    return -case["floats"], -case["cells"], case["rings"], case["partition"], case["reorder"] != "none", case["reorder"]


def describe(case: dict) -> str:
    """A description such as: 40962 cells, 1 ring, 1260 floats per cell."""
    about = f"{case['cells']} cells, {case['rings']} ring{'s' * (case['rings'] > 1)}, {case['floats']} floats per cell"
    return (
        about
        + ("" if case["partition"] == "flat" else f", partition {case['partition']}")
        + ("" if case["reorder"] == "none" else f", reorder {case['reorder']}")
    )


def _worth(case: dict) -> tuple[bool, int]:
    return "cold_medians" in case, case["repetitions"]


def style_of(method: str) -> tuple[str, str]:
    """Colour and marker."""
    return next(((colour, marker) for name, colour, marker in METHODS if name == method), OTHER)


def in_order(methods) -> list[str]:
    """Sorts methods as in METHODS: the published baseline first, other methods last."""
    known = [name for name, _, _ in METHODS]
    return sorted(set(methods), key=lambda name: (known.index(name) if name in known else len(known), name))


def methods_of(cases: list[dict]) -> list[str]:
    """All methods that occur in any of the cases."""
    return in_order(method for case in cases for method in case["medians"])


def read_results(paths: list[Path]) -> Results:
    """Reads all files; raises a ViewError if a file is of another kind."""
    results = Results()
    for path in paths:
        data = read_json(path)
        kind = data.get("bench") if isinstance(data, dict) else None
        if kind == "halo" and data.get("cases"):
            results.machines.append({key: value for key, value in data.items() if key != "cases"})
            results.cases += data["cases"]
        elif kind == "halo_runs" and data.get("runs"):
            if results.runs:
                raise ViewError(f"'{path}' has runs of a model, but so has a file before it; give one such file")
            results.runs = data["runs"]
            results.about_runs = {key: value for key, value in data.items() if key != "runs"}
        else:
            raise ViewError(
                f"'{path}' has no results of halo exchanges; groundswell-bench halo --json and "
                "bench/scripts/halo_runs.py make such files"
            )
    return results


def times_of(case: dict, method: str, state: str) -> dict | None:
    """The times [s] of a method, or of the copy if `method` is COPY, with "warm" or "cold" caches."""
    found = case["copy_bound"] if method == COPY else case["methods"].get(method)
    return found[state] if found else None


def speed_up(case: dict, method: str, which: str, of: str = "sums") -> float | None:
    """The time of the published baseline divided by that of the method, with warm caches: for the mean over the ranks
    or for the slowest rank. As published, a rank's time is the sum of all repetitions; with `of` = "ranks" it is their
    median, which excludes lost time slices."""
    base, found = times_of(case, BASE, "warm"), times_of(case, method, "warm")
    return base[of][which] / found[of][which] if base and found else None


@dataclass(frozen=True)
class RunTimes:
    """Medians over the rounds of one configuration [s]: of the run time, and of each part of the exchange."""

    seconds: float
    least: float  # the shortest run time of all rounds; `most`: the longest
    most: float
    parts: dict  # {part: {"mean": ..., "max": ..., "min": ...}}, over the ranks
    rounds: int

    def communication(self, which: str) -> float:
        """Time in the exchange: packing, waiting and unpacking. Maximum and minimum are sums of those of the parts."""
        return sum(self.parts[part][which] for part in PARTS)

    def computing(self, which: str) -> float:
        """All other time; the rank that computes most is the one that waits least."""
        return self.seconds - self.communication({"mean": "mean", "max": "min", "min": "max"}[which])

    def share(self, which: str) -> float:
        """The share of the exchange in the run's time."""
        return self.communication(which) / self.seconds

    def waiting(self) -> float:
        """The share of the run's time that is spent waiting, averaged over the ranks."""
        return self.parts["wait"]["mean"] / self.seconds


def run_times(runs: list[dict], ranks: int, method: str, overlap: bool) -> RunTimes | None:
    """The times of the runs of one configuration; None if there are none."""
    found = [run for run in runs if (run["ranks"], run["method"], run["overlap"]) == (ranks, method, overlap)]
    if not found:
        return None
    seconds = [run["seconds"] for run in found]
    parts = {part: {which: median(run[part][which] for run in found) for which in WHICH} for part in PARTS}
    return RunTimes(median(seconds), min(seconds), max(seconds), parts, len(found))


def model_speed_ups(runs: list[dict], ranks: int, method: str, overlap: bool) -> list[float]:
    """The run time with the published baseline divided by that with the method, for each round that has both."""

    def by_round(name: str) -> dict[int, float]:
        return {run["round"]: run["seconds"] for run in runs
                if (run["ranks"], run["method"], run["overlap"]) == (ranks, name, overlap)}  # fmt: skip

    base, found = by_round(BASE), by_round(method)
    return [base[number] / found[number] for number in sorted(base.keys() & found.keys())]


def regrets_of(cases: list[dict]) -> dict[tuple, list[dict]]:
    """The choices of `auto` in all runs of the benchmark, by kind (as text) and number of ranks."""
    found: dict[tuple, list[dict]] = {}
    for case in sorted(cases, key=lambda case: (kind_of(case), case["ranks"])):
        found.setdefault((describe(case), case["ranks"]), []).extend(case.get("choices", []))
    return {key: choices for key, choices in found.items() if choices}


def verdict(choice: dict, limit: float = 1.1, widest: float = 0.3) -> str:
    """Whether a choice is "good" (it takes at most `limit` times as long as the best one) or "slower"; "undecided" if
    the interval of this ratio is wider than `widest`."""
    low, high = choice["interval"]
    if high - low > widest:
        return "undecided"
    return "good" if choice["regret"] <= limit else "slower"


def mean_regret(choices: list[dict]) -> float:
    """The mean regret of all choices."""
    return mean(choice["regret"] for choice in choices)
