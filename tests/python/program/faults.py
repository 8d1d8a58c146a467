# SPDX-License-Identifier: Apache-2.0
"""Faults at counted calls: at the n-th call that changes the disk, a run is killed or finds the disk full."""

import os
import signal
import struct
import tempfile
import time
from pathlib import Path

from program_case import preload, run_program

FAULTS = os.environ["GROUNDSWELL_FAULTS"]  # the library built from disk_calls.c, failing_new.cpp, shared_clock.cpp
ROOM = "room"  # calls that write beyond the space allocated to a file


def at_calls(below=None, calls=None, **more):
    """Environment variables of the preloaded library: it counts only the calls named in `calls`, and only those for
    files below the folder `below`, if given; `more` are further variables."""
    chosen = {"DISK_BELOW": below, "DISK_CALLS": calls}
    return {name: value for name, value in chosen.items() if value} | more


def run_with_faults(*arguments, rank=None, rank_prefix="", faults=None, **keywords):
    """Runs the program with the preloaded library and its variables set, on one of its ranks or on all.

    Other keywords go to run_program.
    """
    with tempfile.TemporaryDirectory() as place:
        variables = " ".join(f"{name}='{value}'" for name, value in (faults or {}).items())
        prefix = f"export {variables}; {preload(FAULTS, Path(place))}"
        if rank is not None:
            prefix = f'if [ "${{OMPI_COMM_WORLD_RANK:-0}}" = {rank} ]; then {prefix} fi;'
        return run_program(*arguments, rank_prefix=rank_prefix + prefix, **keywords)


def run_timed_by_calls(seconds, calls, *arguments, below, **keywords):
    """Runs the program with a clock that advances, by `seconds`, only at `calls` for files below the folder `below`.

    Returns the process and the time that has passed [s].
    """
    with tempfile.TemporaryDirectory() as place:
        clock, begin = Path(place) / "clock", time.monotonic_ns()
        clock.write_bytes(struct.pack("q", begin))
        faults = at_calls(below, calls, SHARED_CLOCK=clock, SECONDS_PER_CALL=seconds)
        process = run_with_faults(*arguments, faults=faults, **keywords)
        return process, (struct.unpack("q", clock.read_bytes())[0] - begin) * 1e-9


def run_signalled_at_rename(n, number, *arguments, ranks=1, **keywords):
    """Runs the program and signals it when it renames its n-th file; with several ranks, the signal goes to mpirun."""
    faults = at_calls(calls="rename", KILL_AT_CALL=n, KILL_WITH=int(number))
    if ranks > 1:
        faults["KILL_PARENT"] = "yes"
    return run_with_faults(*arguments, ranks=ranks, faults=faults, **keywords)


def run_killed_at_call(n, *arguments, below=None, calls=None, **keywords):
    """Runs the program and kills it at the n-th call of a rank that changes the disk; returns whether there was one.

    If given, `below` and `calls` restrict the calls that count to files below that folder and to these names.
    """
    process = run_with_faults(*arguments, faults=at_calls(below, calls, KILL_AT_CALL=n), **keywords)
    if process.returncode not in (0, -signal.SIGKILL if keywords.get("ranks", 1) == 1 else 128 + signal.SIGKILL):
        raise AssertionError(process.stdout + process.stderr)
    return process.returncode != 0


def run_killed_at_rename(n, *arguments, **keywords):
    """Runs the program and kills it when it renames its n-th file; returns whether it renamed that many."""
    return run_killed_at_call(n, *arguments, calls="rename", **keywords)


def list_calls(*arguments, below, calls=None, more=None, **keywords):
    """The calls of an uninterrupted run that change the disk below a folder, as pairs of name and file."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "calls"
        faults = at_calls(below, calls, DISK_LIST=path, **(more or {}))
        process = run_with_faults(*arguments, faults=faults, **keywords)
        if process.returncode != 0:
            raise AssertionError(process.stdout + process.stderr)
        return [tuple(line.split(" ", 2)[1:]) for line in path.read_text().splitlines()]
