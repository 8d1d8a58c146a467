#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the tables of docs/experiments/transfer_speed.md.

The tables are made from JSON files of `groundswell-bench transfer` or bench/simgrid/transfer.sh. A file of a simulated
cluster gets a table of times, one of messages and their sizes for the cases of --traffic, and one of the traffic of
set-ups."""

import argparse
import json
import sys
from pathlib import Path

BENCH = (
    "| case | plain µs | p2p µs | butterfly µs | adaptive µs | published search µs | chosen | adaptive / best part "
    "| p2p / plain |\n|---|---|---|---|---|---|---|---|---|"
)
REPLAY = (
    "| case | p2p µs | butterfly µs | adaptive µs | published search µs | p2p / butterfly | p2p / adaptive "
    "| messages per process: p2p, butterfly, adaptive |\n|---|---|---|---|---|---|---|---|"
)
TRAFFIC = (
    "| case | method | messages per process: max, mean, min | mean size, bytes | all messages | all bytes, MB "
    "| MB/s per source process: actual, ideal |\n|---|---|---|---|---|---|---|"
)
SET_UP = "| case | set-up of p2p: messages, KB | of all methods: messages, KB |\n|---|---|---|"
SECONDS = (
    "| case | plain | p2p | butterfly | adaptive | published search | adaptive with its choice "
    "|\n|---|---|---|---|---|---|---|"
)
OF_SET_UP = ("cores", "constant")  # experiments with a table of set-ups
WIDEST = 0.3  # widest interval of a ratio that counts as conclusive
METHODS = ("plain", "p2p", "butterfly", "adaptive", "published_greedy")


def bench_row(case: dict) -> str:
    """A row for a case of the benchmark."""
    times = [f"{case['medians'][method]:.1f}" for method in METHODS]
    ratios = []
    for key, interval in (("regret", "interval"), ("p2p_to_plain", "p2p_to_plain_interval")):
        low, high = case[interval]
        undecided = ", undecided" if high - low > WIDEST else ""
        ratios.append(f"{case[key]:.2f} ({low:.2f} to {high:.2f}){undecided}")
    return f"| {' | '.join([case['name'], *times, case['chosen'], *ratios])} |"


def replay_row(case: dict) -> str:
    """A row for a case on a simulated cluster."""
    times = [case["medians"][method] for method in METHODS[1:]]
    messages = [case["methods"][method]["messages"]["mean"] for method in METHODS[1:4]]
    cells = [case["name"], *(f"{time:.0f}" for time in times), *(f"{times[0] / time:.2f}" for time in times[1:3])]
    return f"| {' | '.join(cells)} | {', '.join(f'{n:.1f}'.removesuffix('.0') for n in messages)} |"


def traffic_rows(case: dict) -> list[str]:
    """Rows for the messages that each method sends in a case."""
    rows = []
    for name in METHODS[1:4]:
        method = case["methods"][name]
        messages = method["messages"]
        cells = [
            case["name"],
            name,
            f"{messages['max']}, {messages['mean']:.1f}, {messages['min']}",
            f"{method['mean_message_bytes']:.0f}",
            f"{messages['total']}",
            f"{1e-6 * method['bytes']['total']:.1f}",
            f"{method['actual_mb_per_s']:.0f}, {method['ideal_mb_per_s']:.0f}",
        ]
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def set_up_row(case: dict) -> str:
    """A row for the data that the busiest process sends to make the plans of a case."""
    counts = [case["methods"][method] for method in ("p2p", "butterfly")]
    cells = [f"{count['set_up_messages']}, {1e-3 * count['set_up_bytes']:.1f}" for count in counts]
    return f"| {case['name']} | {' | '.join(cells)} |"


def seconds_row(case: dict) -> str:
    """A row for the time to set up each method for a case [ms]."""
    seconds = [case["methods"][method]["set_up_seconds"] for method in METHODS]
    adaptive = case["methods"]["adaptive"]
    seconds.append(adaptive["set_up_seconds"] + adaptive["choice_seconds"])
    return f"| {' | '.join([case['name'], *(f'{1e3 * second:.2f}' for second in seconds)])} |"


def order_of(case: dict) -> tuple:
    """Sort key: by experiment, then by number of processes or by the varied parameter."""
    numbers = [int(part[1:]) for part in case["setting"].split(".") if part[1:].isdigit()]
    return case["experiment"], case["ranks"] if not numbers else 0, numbers[::-1], case["ranks"]


def print_replay(data: dict, traffic: list[str]) -> None:
    """Prints the tables of a simulated cluster."""
    print(f"\n`{data['machine'].split()[-1]}`:\n\n{REPLAY}")
    print("\n".join(replay_row(case) for case in data["cases"]))
    of_traffic = [case for case in data["cases"] if case["name"] in traffic]
    if of_traffic:
        print(f"\n{TRAFFIC}")
        print("\n".join(row for case in of_traffic for row in traffic_rows(case)))
    set_up = [case for case in data["cases"] if case["experiment"] in OF_SET_UP]
    if set_up:
        print(f"\n{SET_UP}")
        print("\n".join(set_up_row(case) for case in set_up))


def join(files: list[Path], out: Path) -> None:
    """Writes one file with the cases of all files."""
    parts = [json.loads(path.read_text()) for path in files]
    joined = parts[0] | {"cases": sorted((case for part in parts for case in part["cases"]), key=order_of)}
    out.write_text(json.dumps(joined, indent=1) + "\n")


def main() -> int:
    """Prints the tables, or joins files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help="JSON file")
    parser.add_argument("--join", type=Path, metavar="OUT", help="write one JSON file with the cases of all, and stop")
    parser.add_argument("--traffic", default="", metavar="A,B", help="cases of the table of messages and their sizes")
    parser.add_argument("--ranks", type=int, default=0, metavar="N", help="cases of so many processes alone")
    arguments = parser.parse_args()
    if arguments.join:
        join(arguments.files, arguments.join)
        return 0
    for path in arguments.files:
        data = json.loads(path.read_text())
        if arguments.ranks:
            data["cases"] = [case for case in data["cases"] if case["ranks"] == arguments.ranks]
        if "commit" not in data:
            print_replay(data, arguments.traffic.split(","))
            continue
        print(f"\nCommit {data['commit']}, {data['ranks']} processes on {data['cores']} cores.\n\n{BENCH}")
        print("\n".join(bench_row(case) for case in data["cases"]))
        print(f"\nSet-up, milliseconds:\n\n{SECONDS}")
        print("\n".join(seconds_row(case) for case in data["cases"] if case["experiment"] in OF_SET_UP))
    return 0


if __name__ == "__main__":
    sys.exit(main())
