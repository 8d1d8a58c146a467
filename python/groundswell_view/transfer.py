# SPDX-License-Identifier: Apache-2.0
"""What moving fields between decompositions costs, from the JSON file of `groundswell bench transfer`.

The panels have the content of the figures of Zhang et al. 2016 (Geosci. Model Dev.).
"""

from __future__ import annotations

import json
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import LogLocator, NullLocator

from groundswell_view import maps
from groundswell_view.errors import ViewError

# Key in the file, name in the picture, colour, marker.
METHODS = (
    ("plain", "plain Isend/Irecv", "#8a8f98", "s"),
    ("p2p", "point to point", "#0b5fa5", "o"),
    ("butterfly", "butterfly", "#d1495b", "^"),
    ("adaptive", "adaptive", "#2a9d6f", "D"),
    ("published_greedy", "published search", "#e0992b", "v"),
)
GRIDS = (("cesm", "CESM\nland"), ("gamil", "GAMIL2\nCLM3"), ("rearrange", "rear-\nrange"), ("peers", "toy"))


def read_bench(path: Path) -> dict:
    """The content of the file; raises a ViewError where it is no result of the bench."""
    try:
        data = json.loads(path.read_text())
    except OSError as error:
        raise ViewError(f"{path} cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ViewError(f"{path} is no JSON file: {error}") from error
    cases = data.get("cases") if isinstance(data, dict) else None
    if not cases or not all("medians" in case and "experiment" in case for case in cases):
        raise ViewError(f"{path} contains no cases of data transfer; groundswell bench transfer --json writes them")
    return data


def of_experiment(data: dict, experiment: str, largest: bool) -> list[dict]:
    """The cases of an experiment, on the most processes alone or on any number."""
    cases = [case for case in data["cases"] if case["experiment"] == experiment]
    most = max((case["ranks"] for case in cases), default=0)
    return [case for case in cases if not largest or case["ranks"] == most]


def number_in(case: dict, letter: str) -> int:
    """The number behind a letter in the setting: 4 for q in "f10.q4"."""
    return next(int(part[1:]) for part in case["setting"].split(".") if part.startswith(letter))


def _start(axes, title: str, x: str, y: str, logarithmic: str = "xy") -> None:
    axes.set_title(title, fontsize=10.5, fontweight="bold", loc="left")
    axes.set_xlabel(x, fontsize=9)
    axes.set_ylabel(y, fontsize=9)
    axes.tick_params(labelsize=8)
    axes.grid(color="#d9dde2", linewidth=0.6)
    axes.set_axisbelow(True)
    if "x" in logarithmic:
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.xaxis.set_minor_locator(NullLocator())
    if "y" in logarithmic:
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.yaxis.set_minor_locator(NullLocator())


def _finish(axes) -> None:
    """Widens logarithmic axes that show less than a factor of 5, so that small differences look small."""
    if axes.get_yscale() == "log":
        low, high = axes.get_ylim()
        spare = max(1.0, (5.0 * low / high) ** 0.5)
        axes.set_ylim(low / spare, high * spare)


def _bytes(value: float, _) -> str:
    for size, unit in ((2**20, "MiB"), (2**10, "KiB")):
        if value >= size:
            return f"{value / size:g} {unit}"
    return f"{value:g} B"


def _lines(axes, cases: list[dict], x_of, y_of, dashed: bool = False) -> None:
    """One line per method; methods that a case does not have are left out."""
    for key, name, colour, marker in METHODS:
        points = sorted((x_of(case), y_of(case, key)) for case in cases if y_of(case, key) is not None)
        if points:
            x, y = zip(*points)
            axes.plot(x, y, color=colour, marker=marker, markersize=4.5, linewidth=1.6, label=name, alpha=0.9,
                      linestyle="--" if dashed else "-", markerfacecolor="none" if dashed else colour)  # fmt: skip


def _median(case: dict, method: str) -> float | None:
    return case["medians"].get(method)


def _detail(key: str, part: str | None = None):
    def value(case: dict, method: str) -> float | None:
        found = case.get("methods", {}).get(method, {}).get(key)
        return found[part] if found is not None and part else found

    return value


def _names_of(cases: list[dict]) -> str:
    return f"{cases[0]['source']}+{cases[0]['target']} processes" if cases else "no cases"


def _draw_times(panels, data: dict) -> None:
    messages = of_experiment(data, "messages", largest=True)
    _start(panels[0], f"Messages, {_names_of(messages)}", "messages per process", "time [µs]")
    _lines(panels[0], messages, lambda case: number_in(case, "q"), _median)
    fields = of_experiment(data, "fields", largest=True)
    most = max((number_in(case, "q") for case in fields), default=0)
    _start(
        panels[1], f"Fields, {_names_of(fields)}", f"fields ({most} message{'s' * (most > 1)} per process)", "time [µs]"
    )
    _lines(panels[1], [c for c in fields if number_in(c, "q") == most], lambda case: number_in(case, "f"), _median)
    for axes, experiment, title in ((panels[2], "cores", "One grid on more processes"),
                                    (panels[3], "constant", "96 cells per process")):  # fmt: skip
        _start(axes, title, "processes of both sides", "time [µs]")
        _lines(axes, of_experiment(data, experiment, largest=False), lambda case: case["ranks"], _median)


def _draw_costs(panels, data: dict) -> None:
    cores = of_experiment(data, "cores", largest=False)
    _start(panels[0], "Set-up (dashed: with the choice)", "processes of both sides", "time [s]")
    _lines(panels[0], cores, lambda case: case["ranks"], _detail("set_up_seconds"))
    with_choice = [case for case in cores if all("choice_seconds" in m for m in case.get("methods", {}).values())]
    for case in with_choice:
        case["methods"] = {key: {**found, "all": found["set_up_seconds"] + found["choice_seconds"]}
                           for key, found in case["methods"].items() if found["choice_seconds"] > 1e-3}  # fmt: skip
    _lines(panels[0], with_choice, lambda case: case["ranks"], _detail("all"), dashed=True)
    _start(panels[1], "Bandwidth of a transfer", "size of a message", "MB/s")
    single = data.get("single_messages", [])
    panels[1].plot([m["bytes"] for m in single], [m["bytes"] / m["microseconds"] for m in single], color="#1d1d22",
                   linewidth=1.2, linestyle=":", label="one message")  # fmt: skip
    for key, _, colour, marker in METHODS[1:4]:
        found = [case["methods"][key] for case in of_experiment(data, "bandwidth", largest=True) if key in
                 case.get("methods", {})]  # fmt: skip
        panels[1].plot([f["mean_message_bytes"] for f in found], [f["actual_mb_per_s"] for f in found], color=colour,
                       marker=marker, markersize=4.5, linewidth=1.4, alpha=0.9)  # fmt: skip
    panels[1].xaxis.set_major_locator(LogLocator(base=16.0))
    panels[1].xaxis.set_major_formatter(_bytes)
    if single:
        panels[1].legend(fontsize=8, frameon=False)
    _draw_messages(panels[2], data)


def _draw_messages(axes, data: dict) -> None:
    """Mean messages that a process sends or receives, with the least and the most."""
    cases = of_experiment(data, "messages", largest=True)
    _start(
        axes,
        f"Messages sent or received, {_names_of(cases)}",
        "messages per source process by point to point",
        "per process",
        "x",
    )
    for shift, (key, _, colour, marker) in enumerate(METHODS[1:4]):
        found = [(number_in(c, "q") * 1.04 ** (shift - 1), c["methods"][key]["messages"]) for c in cases if key in
                 c.get("methods", {})]  # fmt: skip
        if found:
            mean = np.array([m["mean"] for _, m in found])
            reach = np.array([[m["mean"] - m["min"] for _, m in found], [m["max"] - m["mean"] for _, m in found]])
            axes.errorbar([x for x, _ in found], mean, reach, color=colour, marker=marker, markersize=4.5, linewidth=0,
                          elinewidth=1.4, capsize=3)  # fmt: skip


def _draw_grids(axes, data: dict) -> None:
    """Times over that of point to point, on the most processes."""
    cases = [case for experiment, _ in GRIDS for case in of_experiment(data, experiment, largest=True)]
    _start(axes, f"Real grids, {_names_of(cases)}", "", "time over point to point", "")
    width = 0.8 / len(METHODS)
    for number, (key, _, colour, _) in enumerate(METHODS):
        found = [(place, case["medians"][key] / case["medians"]["p2p"]) for place, case in enumerate(cases) if key in
                 case["medians"]]  # fmt: skip
        axes.bar([place - 0.4 + (number + 0.5) * width for place, _ in found], [value for _, value in found], width,
                 color=colour)  # fmt: skip
    axes.axhline(1.0, color="#1d1d22", linewidth=0.8)
    titles = dict(GRIDS)
    names = [f"{titles[case['experiment']]}\n{case['setting']}" if case["setting"] else titles[case["experiment"]] for
             case in cases]  # fmt: skip
    axes.set_xticks(range(len(cases)), names, fontsize=7.5)
    axes.grid(visible=False, axis="x")


def draw_transfer(path: Path, out: Path, dpi: int) -> str:
    """Draws the results and writes the picture; returns a remark for the user."""
    data = read_bench(path)
    figure, panels = plt.subplots(2, 4, figsize=(17.0, 8.6), dpi=dpi)
    figure.subplots_adjust(left=0.045, right=0.985, top=0.84, bottom=0.085, wspace=0.27, hspace=0.36)
    _draw_times(panels[0], data)
    _draw_costs(panels[1], data)
    _draw_grids(panels[1][3], data)
    for axes in panels.flat:
        _finish(axes)
    shown = {key for case in data["cases"] for key in case["medians"]}
    handles = [plt.Line2D([], [], color=colour, marker=marker, label=name) for key, name, colour, marker in METHODS
               if key in shown]  # fmt: skip
    figure.legend(
        handles=handles, loc="upper right", bbox_to_anchor=(0.985, 0.965), ncols=5, frameon=False, fontsize=9.5
    )
    figure.text(0.045, 0.955, "Data transfer", fontsize=15, fontweight="bold", va="center")
    about = [data.get("machine", ""), f"commit {data['commit']}" if data.get("commit") else "",
             "medians; the slowest process counts"]  # fmt: skip
    figure.text(0.045, 0.918, ", ".join(part for part in about if part), fontsize=10, va="center", color="#40464d")
    maps.save(figure, out)
    return f"{len(data['cases'])} cases"
