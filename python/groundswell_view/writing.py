# SPDX-License-Identifier: Apache-2.0
"""The one rule for every written picture; src/base/written_file.hpp has the same rule for the model's files.

A picture is written as <target>.part and gets its final name when it is complete. A target (or .part) that exists
must be a regular file: a link, a folder, a pipe or a device is refused, and so is an input of the same command.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path

from groundswell_view.errors import ViewError


def part_path(target: Path) -> Path:
    """The name of a file while it is being written."""
    return target.with_name(target.name + ".part")


def check_target(target: Path, inputs: Iterable[Path] = ()) -> None:
    """Refuses a target that may not be replaced, or that is one of the inputs, whatever its name."""
    if not target.name or target.name == "..":
        raise ViewError(f"'{target}' is a folder and cannot be replaced by a file; name another file")
    inputs = list(inputs)
    for path in (target, part_path(target)):
        _check_one(path, inputs)


def _check_one(path: Path, inputs: list[Path]) -> None:
    try:
        found = path.lstat()
    except OSError:
        return  # there is no such file; if it cannot be created, writing reports it
    if stat.S_ISLNK(found.st_mode):
        raise ViewError(
            f"'{path}' is a link to '{os.readlink(path)}', and nothing is written through a link; remove it, or name "
            "another file"
        )
    if not stat.S_ISREG(found.st_mode):
        kind = "a folder" if stat.S_ISDIR(found.st_mode) else "a pipe" if stat.S_ISFIFO(found.st_mode) else "a device"
        raise ViewError(f"'{path}' is {kind} and cannot be replaced by a file; name another file")
    for read in inputs:
        if read.exists() and os.path.samestat(found, read.stat()):
            raise ViewError(
                f"'{path}' would be overwritten, but this command reads it (as '{read}'); name another file to write"
            )


@contextlib.contextmanager
def written(target: Path, inputs: Iterable[Path] = ()) -> Iterator[Path]:
    """Yields the .part file to write, empty and locked; renames it at the end, or removes it after an error."""
    check_target(target, inputs)
    part = part_path(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if part.exists() and part.stat().st_nlink > 1:
            part.unlink()  # so that other hard links to this file, as in a backup, keep their content
        descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
        try:
            _lock(descriptor, part)
            os.truncate(descriptor, 0)
            try:
                yield part
                check_target(target)
                part.replace(target)
            except BaseException:
                part.unlink(missing_ok=True)
                raise
        finally:
            os.close(descriptor)
    except (OSError, ValueError) as error:
        raise ViewError(f"'{target}' cannot be written: {error}") from error


def _lock(descriptor: int, part: Path) -> None:
    """Locks the file for one writer, if the file system supports locks."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ViewError(f"another program is writing '{part}'; wait for it, or name another file") from None
    except OSError:
        pass


def check_table(table: Path | None) -> None:
    """Refuses a file for tables unless its name ends in .md, before anything is read."""
    if table and table.suffix != ".md":
        raise ViewError(f"'{table}' cannot be written: tables end in .md")
