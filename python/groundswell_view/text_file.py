# SPDX-License-Identifier: Apache-2.0
"""Reads text files that users name: tables of observations, best tracks."""

from __future__ import annotations

from pathlib import Path

from groundswell_view.errors import ViewError


def read_lines(path: Path) -> list[str]:
    """The lines of a text in UTF-8; raises a ViewError if it cannot be read, or is a pipe or a device, which might
    never end."""
    if path.exists() and not path.is_file():
        kind = "a folder" if path.is_dir() else "a pipe or a device"
        raise ViewError(f"{path} cannot be read: it is {kind}; name a text file")
    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not a text in UTF-8"
        raise ViewError(f"{path} cannot be read: {reason}") from error
