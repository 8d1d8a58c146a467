# SPDX-License-Identifier: Apache-2.0
"""The cost of each kind of output, from the JSON file of bench/scripts/kinds_runs.py: a picture and a table."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev

import matplotlib.pyplot as plt
from groundswell_view import maps, writing
from groundswell_view.errors import ViewError

# Writing by the compute ranks, by one server and by several: name in the picture and the table, colour, marker.
WAYS = (
    ("ranks that compute", "#8a8f98", "s"),
    ("one server", "#0b5fa5", "o"),
    ("a server for each kind", "#d1495b", "D"),
)
PLACES = {"fields": 0, "points": 1, "restart": 2, "boundaries": 3, "tracks": 4, "lat_lon": 5}
PUBLISHED = 5.0  # [%] all means of Tolman (2003) are lower


@dataclass(frozen=True)
class Cost:
    """How much longer runs take than those without output in the same round, as a percentage of the latter."""

    mean: float
    deviation: float  # NaN for a single round
    rounds: int


def read_kinds(path: Path) -> dict:
    """The content of the file; raises a ViewError if it is not that of the experiment."""
    try:
        data = json.loads(path.read_text())
        for run in data["runs"]:
            run["load"] = ", ".join(sorted(run["kinds"], key=lambda kind: PLACES[kind]))
            run["seconds"], run["round"] = float(run["seconds"]), int(run["round"])
            run["way"] = min(int(run["servers"]), 1) + (run["serve"] == "kinds")
            if not 0.0 < run["seconds"] < math.inf or run["way"] not in range(len(WAYS)):
                raise ValueError(f"a run of {run['seconds']} s by {run['servers']} servers")
        data["cells"], data["bins"], data["steps"], data["ranks"]  # noqa: B018
    except OSError as error:
        raise ViewError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise ViewError(f"{path} is not a JSON file of bench/scripts/kinds_runs.py: {error}") from error
    except (KeyError, TypeError) as error:
        raise ViewError(f"{path} is not what bench/scripts/kinds_runs.py writes: {error!r}") from error
    return data


def base_of(data: dict) -> dict[int, float]:
    """The mean time [s] of the runs without output, by round."""
    seconds = defaultdict(list)
    for run in data["runs"]:
        if not run["load"]:
            seconds[run["round"]].append(run["seconds"])
    return {number: mean(times) for number, times in seconds.items()}


def _place_of(load: str) -> tuple[int, list[int]]:
    """Sort key: single kinds come first."""
    kinds = load.split(", ")
    return len(kinds), [PLACES[kind] for kind in kinds]


def find_costs(data: dict) -> dict[str, dict[int, Cost]]:
    """The costs by load (the kinds that were written), then by the index in WAYS of the ranks that wrote."""
    base = base_of(data)
    differences = defaultdict(lambda: defaultdict(list))
    for run in data["runs"]:
        if run["load"] and run["round"] in base:
            share = 100.0 * (run["seconds"] / base[run["round"]] - 1.0)
            differences[run["load"]][run["way"]].append(share)
    if not differences:
        raise ViewError("the file has no round with runs both without output and with it; make some more runs")
    return {
        load: {way: Cost(mean(shares), stdev(shares) if len(shares) > 1 else math.nan, len(shares))
               for way, shares in sorted(ways.items())}
        for load, ways in sorted(differences.items(), key=lambda item: _place_of(item[0]))
    }  # fmt: skip


def find_noise(data: dict) -> float:
    """The standard deviation of runs without output within a round, in per cent; NaN if no round has
    several of them."""
    base = base_of(data)
    apart = [100.0 * (run["seconds"] / base[run["round"]] - 1.0) for run in data["runs"] if not run["load"]]
    freedom = len(apart) - len(base)
    return math.sqrt(sum(value**2 for value in apart) / freedom) if freedom > 0 else math.nan


def _number(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.1f}"


def format_table(costs: dict[str, dict[int, Cost]]) -> str:
    """The table in Markdown: mean (standard deviation) in per cent."""
    lines = [("output", *(f"{name} [%]" for name, _, _ in WAYS), "rounds"), ("---",) * (len(WAYS) + 2)]
    for load, ways in costs.items():
        cells = [f"{_number(ways[way].mean)} ({_number(ways[way].deviation)})" if way in ways else ""
                 for way in range(len(WAYS))]  # fmt: skip
        lines.append((load, *cells, str(min(cost.rounds for cost in ways.values()))))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def draw_costs(axes, costs: dict[str, dict[int, Cost]]) -> None:
    """Draws one row per load, from the top: means with standard deviations."""
    loads = list(costs)
    for way, (name, colour, marker) in enumerate(WAYS):
        found = [(row + 0.22 * (way - 1), costs[load][way]) for row, load in enumerate(loads) if way in costs[load]]
        if found:
            spread = [0.0 if math.isnan(cost.deviation) else cost.deviation for _, cost in found]
            axes.errorbar([cost.mean for _, cost in found], [row for row, _ in found], xerr=spread, color=colour,
                          marker=marker, markersize=5, linewidth=0, elinewidth=1.4, capsize=3, label=name)  # fmt: skip
    axes.axvline(0.0, color="#1d1d22", linewidth=0.8)
    axes.axvline(PUBLISHED, color="#1d1d22", linewidth=0.8, linestyle=":")
    axes.text(PUBLISHED, -0.62, " Tolman 2003: all below 5 %", fontsize=8, color="#40464d", va="bottom")
    axes.set_yticks(range(len(loads)), [load.replace(", ", " + ") for load in loads], fontsize=9)
    axes.set_ylim(len(loads) - 0.5, -0.9)
    axes.set_xlabel("run time beyond that without output [%]", fontsize=9)
    axes.grid(color="#d9dde2", linewidth=0.6, axis="x")
    axes.set_axisbelow(True)


def draw_kinds(path: Path, picture: Path, table: Path | None, dpi: int) -> str:
    """Writes the picture and, if requested, the table; returns a message for the user."""
    writing.check_table(table)
    data = read_kinds(path)
    costs, base = find_costs(data), base_of(data)
    height = 1.6 + 0.45 * len(costs)
    figure, axes = plt.subplots(figsize=(9.0, height), dpi=dpi)
    figure.subplots_adjust(left=0.22, right=0.97, top=1 - 0.95 / height, bottom=0.55 / height)
    draw_costs(axes, costs)
    figure.text(0.03, 1 - 0.3 / height, "What each kind of output costs", fontsize=13, fontweight="bold", va="center")
    noise = find_noise(data)
    ranks = "1 computing rank" if data["ranks"] == 1 else f"{data['ranks']} computing ranks"
    about = (f"{data['cells']} cells, {data['bins']} bins, {data['steps']} steps in {mean(base.values()):.1f} s on "
             f"{ranks}; {len(base)} rounds, mean and standard deviation"
             + ("" if math.isnan(noise) else f"; runs without output differ by {noise:.1f} %"))  # fmt: skip
    figure.text(0.03, 1 - 0.58 / height, about, fontsize=8.5, va="center", color="#40464d")
    axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), ncols=3, frameon=False, fontsize=8.5)
    if table:
        writing.check_target(table, [path])
    maps.save(figure, picture)
    if table:
        with writing.written(table) as part:
            part.write_text(format_table(costs))
    return f"{len(data['runs'])} runs"
