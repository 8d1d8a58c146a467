# SPDX-License-Identifier: Apache-2.0
"""Exchanges on modelled networks, from the files of bench/scripts/network_replay.sh: a picture and tables."""

from __future__ import annotations

import statistics
from pathlib import Path

from groundswell_view import writing
from groundswell_view.errors import ViewError
from groundswell_view.json_file import read_json

from groundswell_bench_view import network_replay_panels
from groundswell_bench_view.halo_replay import format_rows
from groundswell_bench_view.replay_page import ReplayPage, write_page

WHAT_TO_DO = "; name files that bench/scripts/network_replay.sh or groundswell-bench network_replay has written"
DEFAULTS, CHOICES = ("first", "scattered"), ("chosen", "improved")
NAMES = {"fat_tree_2": "fat tree, 2 levels", "fat_tree_3": "fat tree, 3 levels", "dragonfly": "dragonfly"}
# By experiment, the key under which each placement of a case has the times that are compared.
TIMES = {"all_to_all": "us", "stencil": "us", "broadcast": "us", "groups": "mean_us", "molecules": "exchange_us",
         "turbulence": "exchange_us", "halo": "in_order"}  # fmt: skip


def _check_case(case: dict) -> dict:
    key = TIMES[case["experiment"]]
    for placed in case["placements"]:
        if not placed[key] or not placed["placement"]:
            raise ValueError(f"the placement {placed['placement']} has no times")
    float(case["nodes"]), float(case["load"]), case["network"], case["situation"], case["bytes"], case["probe"]
    return case


def read_cases(paths: list[Path]) -> tuple[list[dict], list[dict]]:
    """The cases of all files, and the comparisons with SimGrid; raises a ViewError if a file has neither."""
    cases, checks = [], []
    for path in paths:
        data = read_json(path, WHAT_TO_DO)
        try:
            if "checks" in data:
                checks += [check | {"network": data["shape"]} for check in data["checks"]]
            else:
                cases += [_check_case(case) for case in data["cases"]]
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ViewError(f"'{path}' has no exchanges on modelled networks: {error!r}{WHAT_TO_DO}") from error
    if not cases and not checks:
        raise ViewError(f"'{paths[0]}' has no cases{WHAT_TO_DO}")
    return cases, checks


def pick(cases: list[dict], experiment: str, **wanted) -> list[dict]:
    return [c for c in cases if c["experiment"] == experiment and all(c[k] == v for k, v in wanted.items())]


def placement(case: dict, name: str) -> dict | None:
    return next((placed for placed in case["placements"] if placed["placement"] == name), None)


def gains(before: list[float], after: list[float]) -> list[float]:
    """The ratio of the times before and after, for each size."""
    return [slow / fast for slow, fast in zip(before, after, strict=True)]


def format_range(values: list[float]) -> str:
    """Minimum and maximum, or one number if rounding makes them equal."""
    low, high = f"{min(values):.2f}", f"{max(values):.2f}"
    return low if low == high else f"{low} to {high}"


def format_time(microseconds: float) -> str:
    """A time with the unit that gives a short number."""
    for unit, size in (("s", 1e6), ("ms", 1e3)):
        if microseconds >= size:
            return f"{microseconds / size:.3g} {unit}"
    return f"{microseconds:.3g} µs"


def format_bytes(size: float) -> str:
    """A size such as 1 KB, 64 KB or 8 MB; 1 KB is 1024 bytes."""
    for unit, unit_size in (("MB", 1 << 20), ("KB", 1 << 10)):
        if size >= unit_size:
            return f"{size / unit_size:g} {unit}"
    return f"{size:g} B"


def _gain_cells(case: dict, times_of) -> list[str]:
    """Gains of both choices over both defaults; empty if a choice was not made."""
    cells = []
    for choice in CHOICES:
        chosen = placement(case, choice)
        for default in DEFAULTS:
            before = placement(case, default)
            cells.append(format_range(gains(times_of(before), times_of(chosen))) if chosen and before else "")
    return cells


def _under_load(case: dict) -> str:
    found = [placement(case, name) for name in (*DEFAULTS, *CHOICES)]
    return ", ".join(f"{p['nodes_under_load']}/{p['supernodes']}" for p in found if p)


HEAD = ("nodes", "network", "free", "under load/supernodes")
GAINS = ("chosen over first", "over scattered", "improved over first", "over scattered")


def _begin(case: dict) -> tuple[str, ...]:
    return f"{case['nodes']:,}", NAMES.get(case["network"], case["network"]), case["situation"]


def format_all_to_all(cases: list[dict]) -> str:
    """Gains over all sizes, and the time with the largest messages on the first nodes."""
    rows = [("load", "probe", *HEAD, "sizes", "first, largest", *GAINS)]
    for case in cases:
        sizes = f"{format_bytes(case['bytes'][0])} to {format_bytes(case['bytes'][-1])}"
        rows.append((f"{case['load']:g}", case["probe"], *_begin(case), _under_load(case), sizes,
                     format_time(placement(case, "first")["us"][-1]),
                     *_gain_cells(case, lambda placed: placed["us"])))  # fmt: skip
    return format_rows(rows)


def format_stencils(cases: list[dict]) -> str:
    rows = [("load", *HEAD, "mode", "first, 1st size", "chosen, 1st size", *GAINS[:2])]
    for case in cases:
        for mode in case["placements"][0]["us"]:
            first, chosen = placement(case, "first"), placement(case, "chosen")
            rows.append((f"{case['load']:g}", *_begin(case), _under_load(case), mode, format_time(first["us"][mode][0]),
                         format_time(chosen["us"][mode][0]),
                         *_gain_cells(case, lambda placed, mode=mode: placed["us"][mode])[:2]))  # fmt: skip
    return format_rows(rows)


def format_broadcasts(cases: list[dict]) -> str:
    rows = [(*HEAD[:3], "placement", "sizes", "binomial, largest", "gain of the forwarding tree")]
    for case in cases:
        sizes = ", ".join(format_bytes(size) for size in case["bytes"])
        for placed in case["placements"]:
            times = placed["us"]
            each = ", ".join(f"{gain:.2f}" for gain in gains(times["binomial"], times["forwarding"]))
            rows.append((*_begin(case), placed["placement"], sizes, format_time(times["binomial"][-1]), each))
    return format_rows(rows)


def format_groups(cases: list[dict]) -> str:
    rows = [("groups", *HEAD[:3], "bytes", "placement", "fastest group", "median", "slowest", "slowest/fastest",
             "most a group varies")]  # fmt: skip
    for case in cases:
        for placed in case["placements"]:
            times = placed["mean_us"]
            rows.append((case["groups"], *_begin(case), format_bytes(case["bytes"][0]), placed["placement"],
                         format_time(min(times)), format_time(statistics.median(times)), format_time(max(times)),
                         f"{max(times) / min(times):.2f}", f"{100 * placed['spread_in_a_group']:.0f} %"))  # fmt: skip
    return format_rows(rows)


def format_applications(cases: list[dict]) -> str:
    """Gains of the communication rounds, which is what was published, then of the whole step, including computation."""
    of_step = tuple(f"step: {name}" for name in (GAINS[0], GAINS[2]))
    rows = [("load", *HEAD, "computing", "rounds: first", "chosen", *GAINS, *of_step)]
    for case in sorted(cases, key=lambda c: (-c["load"], c["network"], c["situation"], c["nodes"])):
        rounds = _gain_cells(case, lambda placed: [placed["exchange_us"]])
        step = _gain_cells(case, lambda placed, case=case: [case["computing_us"] + placed["exchange_us"]])
        rows.append((f"{case['load']:g}", *_begin(case), _under_load(case), format_time(case["computing_us"]),
                     format_time(placement(case, "first")["exchange_us"]),
                     format_time(placement(case, "chosen")["exchange_us"]), *rounds, step[0], step[2]))  # fmt: skip
    return format_rows(rows)


def format_halos(cases: list[dict]) -> str:
    """Times with parts in order and, in brackets, mapped to nodes; gains of the last choice with mapped parts over the
    defaults with parts in order."""
    rows = [("cells", "ranks", *HEAD[:3], *DEFAULTS, *CHOICES, "chosen and mapped over first", "over scattered")]
    for case in cases:
        found = [placement(case, name) for name in (*DEFAULTS, *CHOICES)]
        cells = [f"{p['in_order']['us']:.0f} ({p['mapped']['us']:.0f})" if p else "" for p in found]
        best = case["placements"][-1]["mapped"]["us"]
        over = [f"{placed['in_order']['us'] / best:.2f}" for placed in found[:2]]
        rows.append((f"{case['cells']:,}", f"{case['ranks']:,}", *_begin(case), *cells, *over))
    return format_rows(rows)


def error(check: dict) -> float:
    """How much longer the replay takes than SimGrid's MPI [%]."""
    return 100.0 * (check["replay_us"] / check["smpi_us"] - 1.0)


def format_checks(checks: list[dict]) -> str:
    rows = [("network", "ranks", "placement", "pattern", "bytes", "SimGrid's MPI", "replay", "rounds not held apart")]
    for check in checks:
        free = check.get("smpi_without_barriers_us")
        rows.append((check["network"].replace(";", " "), f"{check['ranks']:,}", check["placement"], check["pattern"],
                     format_bytes(check["bytes"]), format_time(check["smpi_us"]), f"{error(check):+.1f} %",
                     f"{100.0 * (free / check['smpi_us'] - 1.0):+.1f} %" if free else ""))  # fmt: skip
    return format_rows(rows)


TABLES = (
    ("all_to_all", "All-to-all: how many times faster on chosen nodes, over all sizes of messages", format_all_to_all),
    ("stencil", "Stencils: how many times faster on chosen nodes, over all sizes of a unit", format_stencils),
    ("groups", "All-to-all in groups of nodes, five times each", format_groups),
    ("molecules", "Molecular dynamics: the communication rounds of a step, and the whole step", format_applications),
    ("turbulence", "Turbulence: the communication rounds of one FFT, and the whole FFT", format_applications),
    ("halo", "Halos of one ring, microseconds of the slowest rank with parts in order (mapped)", format_halos),
    ("broadcast", "Broadcasts", format_broadcasts),
)


def format_tables(cases: list[dict], checks: list[dict]) -> str:
    """All tables, each below a line that describes it."""
    tables = [
        f"{title}:\n\n{write(found)}" for experiment, title, write in TABLES if (found := pick(cases, experiment))
    ]
    if checks:
        tables.append(f"SimGrid's MPI, and by how much the replay differs:\n\n{format_checks(checks)}")
    return "\n".join(tables)


def draw_replay(paths: list[Path], picture: Path, table: Path | None, dpi: int) -> str:
    """Writes the picture and, if requested, the tables; returns a message for the user."""
    writing.check_table(table)
    cases, checks = read_cases(paths)
    page = ReplayPage(
        title="Chosen nodes on modelled networks",
        about="time on default over time on chosen nodes; other jobs load the links of two supernodes "
        "(modelled, not measured); dashed: fragmented (above), without load (below)",
        draw=lambda panels: network_replay_panels.draw_all(panels, cases, checks),
        handles=network_replay_panels.handles(),
        columns=3,
        tables=lambda: format_tables(cases, checks),
    )
    write_page(page, paths, picture, table, dpi)
    return f"{len(cases)} cases"
