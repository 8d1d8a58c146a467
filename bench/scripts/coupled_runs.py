#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole runs of two coupled components on this machine, by method of transfer, in turns (`groundswell-bench coupled`).

    bench/scripts/coupled_runs.py [FOLDER]    # default: output/coupled_run; ten minutes on two idle cores

Busy loops and the wave model with its partner, on 1 + 1 and on 2 + 2 processes. On 2 + 2, methods take turns until the
interval of adaptive / p2p is narrower than 0.04, 30 times at most. Leaves FOLDER/loop_1.json and so on; those that
are there are kept. The table, with that of the replays in FOLDER (coupled_replay.py), goes to standard output and to
FOLDER/coupled_run.md.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

from case_runs import ENVIRONMENT, ROOT, succeed
from coupled_run_table import make_table

CASE = ROOT / "bench/scripts/coupled_case.yaml"
COMPUTING = "0.08"  # [s] of the busy loops: about that of the waves
SIDES = 1, 2


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "output/coupled_run")
    parser.add_argument("--program", type=Path, default=ROOT / "build/bench/groundswell-bench")
    parser.add_argument("--case", type=Path, default=CASE, help="of the waves (%(default)s)")
    parser.add_argument("--computing", default=COMPUTING, help="of the busy loops, s (%(default)s)")
    parser.add_argument("--steps", type=int, default=10, help="coupling steps of a run (%(default)s)")
    parser.add_argument("--rounds", type=int, default=30, help="on 2 + 2 processes at most (%(default)s)")
    parser.add_argument("--mpirun", default="mpirun -q --oversubscribe --bind-to none", help="to which -n N is added")
    chosen = parser.parse_args(words)
    if not os.access(chosen.program, os.X_OK):
        parser.error(f"there is no program '{chosen.program}'; build it, or name another: --program")
    return chosen


def run(chosen, kind, side):
    path = chosen.folder / f"{kind}_{side}.json"
    if path.exists():
        return
    rounds = chosen.rounds if side > 1 else min(9, chosen.rounds)
    words = [*chosen.mpirun.split(), "-n", 2 * side, chosen.program, "coupled", "--json", path, "--steps", chosen.steps]
    words += ["--least", min(9, rounds), "--most", rounds]
    words += ["--waves", chosen.case] if kind == "waves" else ["--computing", chosen.computing]
    print(f"{kind}, {side} + {side} processes", file=sys.stderr, flush=True)
    print(succeed(words), file=sys.stderr, flush=True)


def main(words=None):
    chosen = parse(words)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    check = [sys.executable, ROOT / "tools/check_commits.py", "--program", chosen.program]
    subprocess.run(check, check=True, env=ENVIRONMENT)
    for kind in ("loop", "waves"):
        for side in SIDES:
            run(chosen, kind, side)
    table = make_table(chosen.folder)
    (chosen.folder / "coupled_run.md").write_text(table)
    print(table, end="")


if __name__ == "__main__":
    main()
