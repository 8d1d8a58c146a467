#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables of docs/guide/transfer_speed.md: from JSON files of `groundswell bench transfer`, and from the files that
tools/simgrid/transfer.sh leaves in build/simgrid (transfer_table.py build/simgrid/*.txt)."""

import json
import sys
from pathlib import Path

BENCH = (
    "| case | plain µs | p2p µs | butterfly µs | adaptive µs | published search µs | chosen | adaptive / best part "
    "| p2p / plain |\n|---|---|---|---|---|---|---|---|---|"
)
REPLAY = (
    "| case | p2p µs | butterfly µs | adaptive µs | published search µs | p2p / butterfly | p2p / adaptive "
    "| messages per process: p2p, butterfly |\n|---|---|---|---|---|---|---|---|"
)
METHODS = ("plain", "p2p", "butterfly", "adaptive", "published_greedy")


def bench_row(case: dict) -> str:
    """A case of the bench as a row."""
    times = [f"{case['medians'][method]:.1f}" for method in METHODS]
    ratios = [
        f"{case[key]:.2f} ({case[interval][0]:.2f} to {case[interval][1]:.2f})"
        for key, interval in (("regret", "interval"), ("p2p_to_plain", "p2p_to_plain_interval"))
    ]
    return f"| {' | '.join([case['name'], *times, case['chosen'], *ratios])} |"


def replay_row(line: str) -> str:
    """A line of the replay as a row."""
    name, _, p2p, butterfly, adaptive, greedy, _, _, p2p_messages, butterfly_messages, _, _ = line.split()
    times = [float(text) for text in (p2p, butterfly, adaptive, greedy)]
    cells = [name, *(f"{time:.0f}" for time in times), *(f"{times[0] / time:.2f}" for time in times[1:3])]
    return f"| {' | '.join(cells)} | {float(p2p_messages):.0f}, {float(butterfly_messages):.1f} |"


def main() -> int:
    platform = ""
    for path in map(Path, sys.argv[1:]):
        if path.suffix == ".json":
            found = json.loads(path.read_text())
            print(f"\nCommit {found['commit']}, {found['ranks']} processes on {found['cores']} cores.\n\n{BENCH}")
            print("\n".join(bench_row(case) for case in found["cases"]))
            continue
        if platform != path.name.split(".")[0]:
            platform = path.name.split(".")[0]
            print(f"\n`{platform}`:\n\n{REPLAY}")
        print("\n".join(replay_row(line) for line in path.read_text().splitlines() if line))
    return 0


if __name__ == "__main__":
    sys.exit(main())
