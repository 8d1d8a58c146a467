# SPDX-License-Identifier: Apache-2.0
"""An output server of small_ocean is killed at calls that change the disk: no file with its final name is incomplete,
and a run that goes on, with or without servers, leaves the bytes of an unbroken one.

Usage: test_killed_ocean.py <small_ocean> <fault library> <step: every how many writes> <launcher, its options ...>
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import netCDF4

FILES = {"surface.nc": 1, "ocean.nc": 3}  # and the hours between their dates
SERVER = 2  # its rank, the last of three


def run(launcher, ranks, program, *arguments, faults=None):
    """Runs the program on `ranks` processes, the server with these variables of the preloaded library."""
    prefix = ""
    if faults:
        words = " ".join(f"export {name}='{value}';" for name, value in faults.items())
        prefix = f'if [ "$OMPI_COMM_WORLD_RANK" = {SERVER} ]; then {words} fi; '
    command = [*launcher, str(ranks), "bash", "-c", prefix + 'exec "$@"', "rank", program, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60, env=os.environ)


def n_date(path):
    """The number of dates in a file, complete or not; 0 if there is none that can be read."""
    for name in (path, path.with_name(path.name + ".part")):
        if name.exists():
            try:
                with netCDF4.Dataset(name) as data:
                    return len(data["time"])
            except OSError:
                return 0
    return 0


def last_hour(folder):
    """The last date that all files have, in hours; -1 if none."""
    first_missing = [n_date(folder / name) * hours for name, hours in FILES.items()]
    return min(min(first_missing), 7) - 1


def check_killed(place, program, launcher, faults, expected, n_server):
    """Kills a run, and goes on; returns the hour after which it went on."""
    folder = Path(place) / "killed"
    folder.mkdir()
    killed = run(launcher, 3, program, folder, 1, faults={"DISK_BELOW": folder, **faults})
    assert killed.returncode != 0, f"{faults}: not killed\n{killed.stdout}"
    for name, content in expected.items():
        assert not (folder / name).exists() or (folder / name).read_bytes() == content, f"{faults}: {name} is not whole"
    hour = last_hour(folder)
    done = run(launcher, 2 + n_server, program, folder, n_server, "cells", *([hour] if hour >= 0 else []))
    assert done.returncode == 0, f"{faults}, after hour {hour}: {done.stdout}{done.stderr}"
    for name, content in expected.items():
        assert (folder / name).read_bytes() == content, f"{faults}: {name} after hour {hour}"
        assert not (folder / f"{name}.part").exists(), f"{faults}: {name}.part"
    shutil.rmtree(folder)
    return hour


def main():
    program, library, step, *launcher = sys.argv[1:]
    with tempfile.TemporaryDirectory() as place:
        link = Path(place) / "faults.so"  # its path has no spaces, as LD_PRELOAD requires
        link.symlink_to(library)
        preload, listed = {"LD_PRELOAD": link}, Path(place) / "calls"
        unbroken = Path(place) / "unbroken"
        unbroken.mkdir()
        done = run(launcher, 3, program, unbroken, 1, faults={**preload, "DISK_BELOW": unbroken, "DISK_LIST": listed})
        assert done.returncode == 0, done.stdout + done.stderr
        expected = {path.name: path.read_bytes() for path in unbroken.glob("*.nc")}
        assert len(expected) == len(FILES) + 1, expected.keys()  # and a restart at the end
        calls = [line.split(" ", 2)[1] for line in listed.read_text().splitlines()]
        assert calls.count("rename") == len(expected), set(calls)
        numbers = [n for n, call in enumerate(calls, 1) if call == "rename" or n % int(step) == 0]
        hours = [
            check_killed(place, program, launcher, {**preload, "KILL_AT_CALL": n}, expected, i % 2)
            for i, n in enumerate(numbers)
        ]
        assert hours[0] < 3 and max(hours) == 6, hours
        print(f"killed at {len(numbers)} of {len(calls)} calls, gone on after the hours {hours}")


if __name__ == "__main__":
    main()
