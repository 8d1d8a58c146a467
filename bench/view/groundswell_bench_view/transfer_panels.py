# SPDX-License-Identifier: Apache-2.0
"""The panels of the picture of data transfer. A file need not contain all experiments: panels without cases say so."""

from __future__ import annotations

import numpy as np
from matplotlib.ticker import LogLocator, NullLocator

from groundswell_bench_view import plain_axes

# Key in the file, name in the picture, colour, marker.
METHODS = (
    ("plain", "plain Isend/Irecv", "#8a8f98", "s"),
    ("p2p", "point to point", "#0b5fa5", "o"),
    ("butterfly", "butterfly", "#d1495b", "^"),
    ("adaptive", "adaptive", "#2a9d6f", "D"),
    ("published_greedy", "published search", "#e0992b", "v"),
)
COUNTED = METHODS[1:4]  # methods whose messages are drawn
GRIDS = (
    ("cesm", "CESM\nland"),
    ("gamil", "CLM3 to\nGAMIL2"),
    ("rearrange", "rear-\nrange"),
    ("peers", "192 × 96\ncells"),
)
CORES = "cores of each model"
# Of these experiments, the first that the file contains is drawn.
TRAFFIC = (("gamil", "CLM3 to GAMIL2"), ("cesm", "CESM, land to coupler"), ("cores", "one grid"))


def of_experiment(data: dict, experiment: str, largest: bool) -> list[dict]:
    """The cases of an experiment, on the largest number of processes only or on any number."""
    cases = [case for case in data["cases"] if case["experiment"] == experiment]
    most = max((case["ranks"] for case in cases), default=0)
    return [case for case in cases if not largest or case["ranks"] == most]


def number_in(case: dict, letter: str) -> int:
    """The number after a letter in the setting: 4 for q in "f10.q4"."""
    return next(int(part[1:]) for part in case["setting"].split(".") if part.startswith(letter))


def _bytes(value: float, _) -> str:
    for size, unit in ((2**20, "MiB"), (2**10, "KiB")):
        if value >= size:
            return f"{value / size:g} {unit}"
    return f"{value:g} B"


def _start(axes, title: str, x: str, y: str, logarithmic: str = "xy") -> None:
    plain_axes.start_axes(axes, title, x, y)
    if "x" in logarithmic:
        axes.set_xscale("log", base=2)
        axes.xaxis.set_major_formatter(plain_axes.plain_number)
        axes.xaxis.set_minor_locator(NullLocator())
    if "y" in logarithmic:
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        axes.yaxis.set_major_formatter(plain_axes.plain_number)
        axes.yaxis.set_minor_locator(NullLocator())


def _start_bytes(axes, title: str, x: str, y: str) -> None:
    """Prepares a panel with bytes on the y axis, in powers of two."""
    _start(axes, title, x, y)
    axes.set_yscale("log", base=2)
    axes.yaxis.set_major_locator(LogLocator(base=2.0, numticks=9))
    axes.yaxis.set_major_formatter(_bytes)


def finish(axes) -> None:
    """Widens a logarithmic y axis that spans less than a factor of 5, so that small differences look small; writes into
    a panel without data that the file has no cases."""
    if not axes.has_data():
        axes.text(0.5, 0.5, "no cases in the file", transform=axes.transAxes, ha="center", color="#8a8f98", fontsize=9)
        axes.set(xticks=[], yticks=[], xlabel="", ylabel="")
    elif axes.get_yscale() == "log":
        low, high = axes.get_ylim()
        spare = max(1.0, (5.0 * low / high) ** 0.5)
        axes.set_ylim(low / spare, high * spare)


def _mark(axes, values: list[int]) -> None:
    """Marks the values of the cases on the x axis."""
    if values:
        axes.set_xticks(sorted(set(values)))
        axes.set_xlim(min(values) / 1.25, max(values) * 1.25)


def _lines(axes, cases: list[dict], x_of, y_of, methods=METHODS, dashed: bool = False) -> None:
    """Draws one line per method, through the cases that have this method."""
    _mark(axes, [x_of(case) for case in cases])
    for key, name, colour, marker in methods:
        points = sorted((x_of(case), y_of(case, key)) for case in cases if y_of(case, key) is not None)
        if points:
            x, y = zip(*points)
            axes.plot(x, y, color=colour, marker=marker, markersize=4.5, linewidth=1.6, label=name, alpha=0.9,
                      linestyle="--" if dashed else "-", markerfacecolor="none" if dashed else colour)  # fmt: skip


def _median(case: dict, method: str) -> float | None:
    return case["medians"].get(method)


def _cores(case: dict) -> int:
    """The number of cores of each of the two models, which is the same for both."""
    return case["source"]


def _detail(key: str):
    return lambda case, method: case.get("methods", {}).get(method, {}).get(key)


def _names_of(cases: list[dict]) -> str:
    return f", {cases[0]['source']}+{cases[0]['target']} processes" if cases else ""


def draw_times(panels, data: dict) -> None:
    """Draws times against messages, then against cores: on a fixed grid, on a growing one, between two grids."""
    messages = of_experiment(data, "messages", largest=True)
    _start(panels[0], f"Messages{_names_of(messages)}", "messages per process", "time [µs]")
    _lines(panels[0], messages, lambda case: number_in(case, "q"), _median)
    for axes, (experiment, title) in zip(panels[1:], (
        ("cores", "One grid, up to 24 messages each"), ("constant", "96 cells per process"),
        ("rearrange", "Rearrangement for interpolation"))):  # fmt: skip
        _draw_against_cores(axes, data, experiment, title)


def _draw_against_cores(axes, data: dict, experiment: str, title: str) -> None:
    _start(axes, title, CORES, "time [µs]")
    _lines(axes, of_experiment(data, experiment, largest=False), _cores, _median)


def draw_fields(panels, data: dict) -> None:
    """Draws times against the number of fields: on the fewest and the most cores, a panel per number of messages."""
    cases = of_experiment(data, "fields", largest=False)
    sides = sorted({_cores(case) for case in cases})
    kinds = [(side, messages) for side in dict.fromkeys([*sides[:1], *sides[-1:]]) for messages in sorted(
        {number_in(case, "q") for case in cases if _cores(case) == side})]  # fmt: skip
    for axes, kind in zip(panels, [*kinds, *[None] * len(panels)]):
        if kind is None:
            _start(axes, "Fields", "fields", "time [µs]")
            continue
        found = [case for case in cases if (_cores(case), number_in(case, "q")) == kind]
        title = f"Fields{_names_of(found)}, {kind[1]} message{'s' * (kind[1] != 1)}"
        _start(axes, title, "fields", "time [µs]")
        _lines(axes, found, lambda case: number_in(case, "f"), _median)


def draw_grids(panels, data: dict) -> None:
    """Draws times of pairs of models against cores, and times on all grids relative to point-to-point."""
    _draw_against_cores(panels[0], data, "cesm", "CESM: land, round-robin, to coupler, blocks")
    _draw_against_cores(panels[1], data, "gamil", "CLM3, round-robin, to GAMIL2, blocks")
    _draw_ratios(panels[2], data)


def _draw_ratios(axes, data: dict) -> None:
    """Draws times relative to point-to-point, for each experiment in GRIDS on its largest number of processes."""
    cases = [case for experiment, _ in GRIDS for case in of_experiment(data, experiment, largest=True)]
    if not cases:
        return _start(axes, "Grids of models", "", "", "")
    same = len({case["ranks"] for case in cases}) == 1
    _start(axes, f"Grids of models{_names_of(cases) if same else ''}", "", "time over point to point", "")
    width = 0.8 / len(METHODS)
    for number, (key, _, colour, _) in enumerate(METHODS):
        found = [(place, case["medians"][key] / case["medians"]["p2p"]) for place, case in enumerate(cases) if key in
                 case["medians"]]  # fmt: skip
        axes.bar([place - 0.4 + (number + 0.5) * width for place, _ in found], [value for _, value in found], width,
                 color=colour)  # fmt: skip
    axes.axhline(1.0, color="#1d1d22", linewidth=0.8)
    titles = dict(GRIDS)
    names = ["\n".join([titles[case["experiment"]], *([case["setting"]] if case["setting"] else []),
                        *([] if same else [f"{case['source']}+{case['target']}"])]) for case in cases]  # fmt: skip
    axes.set_xticks(range(len(cases)), names, fontsize=7.5)
    axes.grid(visible=False, axis="x")


def draw_bandwidth(axes, data: dict) -> None:
    """Draws the bandwidth of transfers against the mean size of their messages, and that of single messages."""
    _start(axes, "Bandwidth of a transfer", "size of a message", "MB/s per source process")
    single = data.get("single_messages", [])
    if single:
        axes.plot([m["bytes"] for m in single], [m["bytes"] / m["microseconds"] for m in single], color="#1d1d22",
                  linewidth=1.2, linestyle=":", label="ideal: one message")  # fmt: skip
        axes.legend(fontsize=8, frameon=False)
    cases = of_experiment(data, "bandwidth", largest=True)
    width = 1.4 if cases else 0.0  # points are joined only if messages grow from case to case
    cases = cases or of_experiment(data, "messages", largest=True)
    for key, _, colour, marker in COUNTED:
        found = [case["methods"][key] for case in cases if key in case.get("methods", {})]
        if found:
            axes.plot([f["mean_message_bytes"] for f in found], [f["actual_mb_per_s"] for f in found], color=colour,
                      marker=marker, markersize=4.5, linewidth=width, alpha=0.9)  # fmt: skip
    axes.xaxis.set_major_locator(LogLocator(base=16.0))
    axes.xaxis.set_major_formatter(_bytes)


def draw_traffic(panels, data: dict) -> None:
    """Draws messages per process, their mean size and bytes per process against cores, for the first experiment in
    TRAFFIC that the file contains."""
    found = ((of_experiment(data, experiment, largest=False), title) for experiment, title in TRAFFIC)
    cases, title = next(((cases, f", {title}") for cases, title in found if cases), ([], ""))
    _start(panels[0], f"Messages{title}", CORES, "per process: most, mean, least", "x")
    _draw_reaches(panels[0], cases, "messages", 1.0)
    _start_bytes(panels[1], f"Mean size{title}", CORES, "")
    _lines(panels[1], cases, _cores, _detail("mean_message_bytes"), COUNTED)
    _start(panels[2], f"All bytes{title}", CORES, "kB per process: most, mean, least", "x")
    _draw_reaches(panels[2], cases, "bytes", 1e-3)


def _draw_reaches(axes, cases: list[dict], key: str, scale: float) -> None:
    """Draws means over the processes, with minimum and maximum, against cores; methods are shown side by side."""
    _mark(axes, [_cores(case) for case in cases])
    for shift, (method, _, colour, marker) in enumerate(COUNTED):
        found = [(_cores(case), case["methods"][method][key]) for case in cases if key in
                 case.get("methods", {}).get(method, {})]  # fmt: skip
        if found:
            x = np.array([number for number, _ in found]) * 1.06 ** (shift - 1)
            least, mean, most = (scale * np.array([m[part] for _, m in found]) for part in ("min", "mean", "max"))
            axes.errorbar(x, mean, [mean - least, most - mean], color=colour, marker=marker, markersize=4.5,
                          linewidth=0, elinewidth=1.4, capsize=3)  # fmt: skip
    axes.set_ylim(bottom=0.0)


def draw_set_up(axes, data: dict) -> None:
    """Draws the time of a set-up [s], or the bytes that it sends if a simulated cluster has counted them."""
    cases = of_experiment(data, "cores", largest=False)
    counted = [case for case in cases if "set_up_bytes" in case.get("methods", {}).get("p2p", {})]
    if counted:
        _start_bytes(axes, "Set-up", CORES, "sent by the busiest process")
        return _lines(axes, counted, _cores, _detail("set_up_bytes"), COUNTED)
    _start(axes, "Set-up (dashed: with the choice)", CORES, "time [s]")
    _lines(axes, cases, _cores, _detail("set_up_seconds"))
    _lines(axes, cases, _cores, _seconds_with_choice, dashed=True)


def _seconds_with_choice(case: dict, method: str) -> float | None:
    """The time of set-up and choice [s]; None if no choice is made."""
    found = case.get("methods", {}).get(method, {})
    return found["set_up_seconds"] + found["choice_seconds"] if found.get("choice_transfers") else None
