#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the CPU times of two programs that do the same work simultaneously on one core.

    tools/compare_cpu_time.py [--repeats 5] [--core 0] OLD NEW -- ARGUMENTS

Both start together, pinned to one core, with the same arguments; in these, `{folder}` stands for an empty folder that
each process has for itself. OLD and NEW take turns at being started first. Other work on the machine slows both alike.
Prints the CPU times and the ratio new / old of each repeat, and the median and the range of the ratios; the range
contains the true median with a probability of 1 - 2^(1 - repeats). Exit code: 0 if the range lies within --limit (2 %)
of 1, 1 if it lies outside, 3 if it crosses a limit, which leaves the question undecided.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


def start(program, arguments, core, folder):
    """Starts a program on one core; its output goes to a file in `folder`."""
    words = [word.replace("{folder}", str(folder)) for word in arguments]
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    with (folder / "printed.txt").open("w") as printed:
        return subprocess.Popen(
            [program, *words],
            stdout=printed,
            stderr=subprocess.STDOUT,
            env=environment,
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),
        )


def run_together(programs, arguments, core, first):
    """CPU time [s], user and system, of each of two programs that run simultaneously."""
    with tempfile.TemporaryDirectory() as top:
        folders = [Path(top, name) for name in ("old", "new")]
        for folder in folders:
            folder.mkdir()
        running = {}
        for which in (first, 1 - first):
            running[start(programs[which], arguments, core, folders[which]).pid] = which
        seconds = [0.0, 0.0]
        while running:
            pid, status, usage = os.wait4(-1, 0)
            which = running.pop(pid)
            if status:
                printed = (folders[which] / "printed.txt").read_text()[-2000:]
                raise SystemExit(f"{programs[which]} ended with {os.waitstatus_to_exitcode(status)}:\n{printed}")
            seconds[which] = usage.ru_utime + usage.ru_stime
        return seconds


def verdict(ratios, limit):
    """The exit code, and a verdict in words, for the ratios new / old."""
    low, high = min(ratios), max(ratios)
    if 1 - limit <= low and high <= 1 + limit:
        return 0, f"within {100 * limit:g} %"
    if high < 1 - limit or low > 1 + limit:
        return 1, f"{'faster' if high < 1 else 'slower'} by more than {100 * limit:g} %"
    return 3, "undecided"


def main():
    if "--" not in sys.argv:
        raise SystemExit("the arguments of the programs stand behind '--'")
    own, arguments = sys.argv[1 : sys.argv.index("--")], sys.argv[sys.argv.index("--") + 1 :]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--core", type=int, default=0)
    parser.add_argument("--limit", type=float, default=0.02)
    options = parser.parse_args(own)
    ratios = []
    for repeat in range(options.repeats):
        old, new = run_together((options.old, options.new), arguments, options.core, repeat % 2)
        ratios.append(new / old)
        print(f"old {old:8.3f} s, new {new:8.3f} s, new / old {new / old:.4f}", flush=True)
    code, words = verdict(ratios, options.limit)
    print(f"median {statistics.median(ratios):.4f}, range {min(ratios):.4f} to {max(ratios):.4f}: {words}")
    return code


if __name__ == "__main__":
    sys.exit(main())
