#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables of docs/guide/transfer_speed.md from what tools/simgrid/transfer.sh has left in build/simgrid."""

import sys
from pathlib import Path

HEAD = (
    "| case | p2p µs | butterfly µs | adaptive µs | published search µs | p2p / butterfly | p2p / adaptive "
    "| messages per process: p2p, butterfly |\n|---|---|---|---|---|---|---|---|"
)


def row(line: str) -> str:
    """One line of the replay as a row."""
    name, _, p2p, butterfly, adaptive, greedy, _, _, p2p_messages, butterfly_messages, _, _ = line.split()
    times = [float(text) for text in (p2p, butterfly, adaptive, greedy)]
    cells = [name, *(f"{time:.0f}" for time in times), *(f"{times[0] / time:.2f}" for time in times[1:3])]
    return f"| {' | '.join(cells)} | {float(p2p_messages):.0f}, {float(butterfly_messages):.1f} |"


def main() -> int:
    files = sorted(Path(sys.argv[1] if len(sys.argv) > 1 else "build/simgrid").glob("*.txt"))
    platforms = sorted({file.name.split(".")[0] for file in files}, reverse=True)
    for platform in platforms:
        print(f"\n{platform}\n\n{HEAD}")
        for file in files:
            if file.name.startswith(platform + "."):
                print("\n".join(row(line) for line in file.read_text().splitlines() if line))
    return 0


if __name__ == "__main__":
    sys.exit(main())
