# SPDX-License-Identifier: Apache-2.0
"""Halo exchanges on a modelled cluster, from the files of bench/scripts/halo_replay.sh: a picture and tables."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from groundswell_view import writing
from groundswell_view.errors import ViewError
from groundswell_view.json_file import read_json

from groundswell_bench_view import halo_replay_panels
from groundswell_bench_view.replay_page import ReplayPage, write_page

SCHEDULES = ("ordered", "non_blocking", "all_at_once", "by_node")
WHAT_TO_DO = "; name files that bench/scripts/halo_replay.sh or groundswell-bench halo_replay has written"


@dataclass(frozen=True)
class Times:
    """The time that ranks spend in an exchange [us]: mean, maximum and minimum over the ranks."""

    mean: float
    max: float
    min: float


@dataclass(frozen=True)
class Case:
    """An exchange, with times by schedule: those of the replay, and of SimGrid's MPI if there are any."""

    cells: int
    ranks: int
    partition: str
    placement: str
    rings: int
    late: float  # [us] ranks begin at random times within this interval
    messages: int
    between: float  # [MB] sent between nodes
    link: float  # [us] needed by the busiest of the nodes' links
    replay: dict[str, Times]
    smpi: dict[str, Times]
    platform: str  # the network simulated by SimGrid; empty without SimGrid

    def gain(self, schedule: str, key: str = "max") -> float:
        """How many times faster a schedule is than the published baseline, for the slowest rank or on average."""
        return getattr(self.replay["ordered"], key) / getattr(self.replay[schedule], key)

    def error(self, schedule: str) -> float:
        """How much longer the replay takes than SimGrid's MPI [%], for the slowest rank."""
        return 100.0 * (self.replay[schedule].max / self.smpi[schedule].max - 1.0)


def _read_case(found: dict, platform: str) -> Case:
    smpi, replay = {}, {}
    for name in SCHEDULES:
        times = found["schedules"].get(name)
        if times is None:
            continue
        if platform:
            smpi[name] = Times(**times["smpi"])
        replay[name] = Times(**(times["replay"] if platform else times))
        if not 0.0 < replay[name].min <= replay[name].max:
            raise ValueError(f"times of {name} are {replay[name]}")
    if "ordered" not in replay:
        raise ValueError("a case has no schedule 'ordered', with which others are compared")
    return Case(found["cells"], found["ranks"], found["partition"], found["placement"], found["rings"],
                found["late_us"], found["messages"], 1e-6 * found["bytes_between_nodes"], found["busiest_link_us"],
                replay, smpi, platform)  # fmt: skip


def read_cases(paths: list[Path]) -> tuple[list[Case], dict]:
    """All cases of the files, and their cluster; raises a ViewError if a file is damaged or of another cluster."""
    cases, clusters = [], []
    for path in paths:
        data = read_json(path, WHAT_TO_DO)
        try:
            cases += [_read_case(found, data.get("platform", "")) for found in data["cases"]]
            cluster = data["cluster"] | {"late_us": 0}
            float(cluster["cell_bytes"]), float(cluster["node_gb_per_s"]), int(cluster["cores_per_node"])
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise ViewError(f"'{path}' has no replayed halo exchanges: {error!r}{WHAT_TO_DO}") from error
        clusters.append(cluster)
        if cluster != clusters[0]:
            raise ViewError(f"'{path}' and '{paths[0]}' are of different clusters; draw them apart")
    if not cases:
        raise ViewError(f"'{paths[0]}' has no cases{WHAT_TO_DO}")
    return sorted(
        cases, key=lambda c: (c.cells, c.late, c.rings, c.partition, c.placement, c.platform, c.ranks)
    ), cluster


def format_rows(rows: list[tuple]) -> str:
    """A table in Markdown; the first row is its header."""
    lines = [tuple(str(cell) for cell in row) for row in rows]
    lines.insert(1, ("---",) * len(lines[0]))
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def format_times(cases: list[Case]) -> str:
    """Times of the slowest rank and gains over the baseline, one line per case."""
    rows = [("cells", "ranks", "messages per rank", "MB between nodes", "link", *SCHEDULES, "gain of non_blocking",
             "of all_at_once", "of by_node")]  # fmt: skip
    for case in cases:
        times = [f"{case.replay[name].max:.0f}" if name in case.replay else "" for name in SCHEDULES]
        gains = [f"{case.gain(name):.2f} ({case.gain(name, 'mean'):.2f})" if name in case.replay else ""
                 for name in SCHEDULES[1:]]  # fmt: skip
        rows.append((f"{case.cells:,}", f"{case.ranks:,}", f"{case.messages / case.ranks:.1f}", f"{case.between:.0f}",
                     f"{case.link:.0f}", *times, *gains))  # fmt: skip
    return format_rows(rows)


def format_checks(cases: list[Case]) -> str:
    """SimGrid's times, and in brackets how much longer those of the replay are."""
    rows = [("network", "ranks", "placement", "late", *SCHEDULES)]
    for case in cases:
        cells = [f"{case.smpi[name].max:.0f} ({case.error(name):+.1f} %)" if name in case.smpi else ""
                 for name in SCHEDULES]  # fmt: skip
        rows.append((case.platform, f"{case.ranks:,}", case.placement, f"{case.late:.0f}", *cells))
    return format_rows(rows)


def format_tables(cases: list[Case]) -> str:
    """All tables, each below a line that describes it."""
    replayed = [case for case in cases if not case.platform]
    groups: dict[str, list[Case]] = {}
    for case in replayed:
        late = f", ranks begin within {case.late:.0f} µs" if case.late else ""
        rings = "one ring" if case.rings == 1 else f"{case.rings} rings"
        groups.setdefault(f"{case.partition} partition, {case.placement} placement, {rings}{late}", []).append(case)
    tables = [f"Microseconds, {name}:\n\n{format_times(found)}" for name, found in groups.items()]
    checks = [case for case in cases if case.platform]
    if checks:
        tables.append(f"Microseconds of SimGrid's MPI, and by how much the replay differs:\n\n{format_checks(checks)}")
    return "\n".join(tables)


def draw_replay(paths: list[Path], picture: Path, table: Path | None, dpi: int) -> str:
    """Writes the picture and, if requested, the tables; returns a message for the user."""
    writing.check_table(table)
    cases, cluster = read_cases(paths)
    about = (f"{cluster['cell_bytes']} bytes per cell; nodes of {cluster['cores_per_node']} cores share a link of "
             f"{cluster['node_gb_per_s']:g} GB/s each way, {cluster['latency_us']:g} µs between nodes, cores copy "
             f"{cluster['copy_gb_per_s']:g} GB/s")  # fmt: skip
    page = ReplayPage(
        title="Halo exchange, modelled",
        about=about,
        draw=lambda panels: halo_replay_panels.draw_all(panels, cases),
        handles=halo_replay_panels.handles(),
        columns=4,
        tables=lambda: format_tables(cases),
    )
    write_page(page, paths, picture, table, dpi)
    return f"{len(cases)} cases"
