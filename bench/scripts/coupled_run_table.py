#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/experiments/coupled_run.md, from the files of coupled_runs.py and coupled_replay.py in a folder.

bench/scripts/coupled_run_table.py [FOLDER]    # default: output/coupled_run; writes FOLDER/coupled_run.md too
"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNS = (
    "| run | method | run, s | slowest computing, s | waiting, s | transfer, s | share, % | set-up, ms | with the "
    "choice, ms | messages there, back |\n|---|---|---|---|---|---|---|---|---|---|\n"
)
RATIOS = "| run | adaptive / p2p | interval | rounds | decided |\n|---|---|---|---|---|\n"
REPLAYS = (
    "| cluster | processes | order | exchange with p2p, µs | with adaptive, µs | g | published assumption: share "
    "of p2p, %; gain, % | the same, imbalance 5 % | our computing: share of p2p, %; gain, % | the same, imbalance 5 % "
    "|\n|---|---|---|---|---|---|---|---|---|---|\n"
)
GAINS = (
    "| cluster | processes | order | share needed, % | computing per coupling step of a component, s | of a process, "
    "ms | replayed gain, % | the same, imbalance 5 % |\n|---|---|---|---|---|---|---|---|\n"
)
ORDERS = {"in_turn": "in turn", "at_once": "at once"}


def make_row(cells):
    return f"| {' | '.join(cells)} |\n"


def name_of(run):
    side = run["ranks"] // 2
    words = {"loop": "busy loops", "waves": "waves and partner"}[run["kind"]]
    return f"{words}, {side} + {side}"


def run_rows(run):
    """A row for each method of a file of `groundswell-bench coupled`."""
    rows = []
    for name, method in run["methods"].items():
        parts = method["apart"]
        seconds = [method["median_seconds"], *(parts[f"{part}_seconds"] for part in ("slowest", "waiting", "transfer"))]
        set_up = method["set_up_seconds"]
        cells = [name_of(run), name, *(f"{second:.3f}" for second in seconds), f"{100 * parts['share']:.1f}"]
        cells += [f"{1e3 * second:.1f}" for second in (set_up, set_up + method["choice_seconds"])]
        rows.append(make_row([*cells, ", ".join(str(method[way]["messages"]["total"]) for way in ("there", "back"))]))
    return rows


def ratio_row(run):
    ratio = run["adaptive_to_p2p"]
    interval = "{:.3f} to {:.3f}".format(*ratio["interval"])
    decided = "yes" if ratio["decided"] else "*undecided*"
    return make_row([name_of(run), f"{ratio['median']:.3f}", interval, str(run["rounds"]), decided])


def find_run(replay, order, stated, imbalance, computing=None):
    """The run of a replay with that statement, or None."""
    for run in replay["runs"]:
        found = run["order"], run["stated"], run["imbalance"]
        if found == (order, stated, imbalance) and computing in (None, run["computing"]):
            return run
    return None


def percent_of(run):
    p2p, adaptive = run["methods"]["p2p"], run["methods"]["adaptive"]
    return f"{100 * p2p['share']:.1f}; {100 * adaptive['gain']:.1f}"


def imbalances_of(replay):
    return sorted({run["imbalance"] for run in replay["runs"]})


def times_of(replay, order):
    """Of an exchange with p2p and with adaptive [s]."""
    return [replay["methods"][method]["exchange_seconds"][order] for method in ("p2p", "adaptive")]


def replay_row(data, replay, order):
    times = times_of(replay, order)
    cells = [data["cluster"], f"{replay['side']} + {replay['side']}", ORDERS[order]]
    cells += [*(f"{1e6 * time:.0f}" for time in times), f"{times[0] / times[1]:.2f}"]
    for computing in (data["published_computing"], data["waves_computing"]):
        for imbalance in imbalances_of(replay):
            cells.append(percent_of(find_run(replay, order, "computing", imbalance, computing)))
    return make_row(cells)


def gain_row(data, replay, order):
    """The computing with which the stated gain is reached; empty if no computing is short enough."""
    runs = [find_run(replay, order, "gain", imbalance) for imbalance in imbalances_of(replay)]
    if None in runs:
        return ""
    times, side = times_of(replay, order), replay["side"]
    cells = [data["cluster"], f"{side} + {side}", ORDERS[order]]
    cells += [f"{100 * data['published']['gain'] / (1 - times[1] / times[0]):.0f}", f"{runs[0]['computing']:.3f}"]
    cells += [f"{1e3 * runs[0]['computing'] / side:.2f}"]
    return make_row([*cells, *(f"{100 * run['methods']['adaptive']['gain']:.1f}" for run in runs)])


def make_table(folder):
    runs = [json.loads(path.read_text()) for path in sorted(folder.glob("*_[0-9].json"))]
    clusters = [json.loads(path.read_text()) for path in sorted(folder.glob("replay_*.json"), reverse=True)]
    lines = []
    if runs:
        steps, cores = runs[0]["steps"], runs[0]["cores"]
        lines.append(f"Commit {runs[0]['commit']}, {cores} cores; runs of {steps} coupling steps.\n\n{RUNS}")
        lines += [row for run in runs for row in run_rows(run)]
        lines += ["\n", RATIOS, *(ratio_row(run) for run in runs if "adaptive_to_p2p" in run)]
    if clusters:
        ours = f"{clusters[0]['waves_computing']:.3f} s"
        published = ", ".join(f"{data['published_computing']:.2f} s on {data['cluster']}" for data in clusters)
        lines.append(f"\nComputing of a component per coupling step: ours {ours}; published assumption\n{published}.\n")
        for heading, row in ((REPLAYS, replay_row), (GAINS, gain_row)):
            lines += ["\n", heading]
            lines += [row(data, replay, order) for data in clusters for order in ORDERS for replay in data["replays"]]
    return "".join(lines)


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "output/coupled_run"
    table = make_table(folder)
    if not table:
        sys.exit(f"error: {folder} has no files of coupled_runs.py or coupled_replay.py")
    (folder / "coupled_run.md").write_text(table)
    print(table, end="")


if __name__ == "__main__":
    main()
