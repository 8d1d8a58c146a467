# SPDX-License-Identifier: Apache-2.0
"""Code shared by the programs that draw pictures: option values, inputs and targets, messages, exit status."""

from __future__ import annotations

import argparse
import re
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

from groundswell_view import writing
from groundswell_view.errors import ViewError, ViewNote

NUMERIC = ("--region", "--range", "--contours", "--centre")


def positive(text: str) -> float:
    """A positive number, such as dots per inch or frames per second."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0.0 < number < 1e4:
        raise argparse.ArgumentTypeError(f"'{text}' is not a positive number below 10000")
    return number


def count(text: str) -> int:
    """An integer from 1 to 9,999,999."""
    if not re.fullmatch(r"[1-9]\d{0,6}", text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 to 9999999")
    return int(text)


def make_parser(name: str, version: str, description: str, epilog: str) -> argparse.ArgumentParser:
    """The parser of a program with subcommands; it shows the version, and below the help the examples in `epilog`."""
    parser = argparse.ArgumentParser(
        prog=name, description=description, epilog=epilog, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"{name} {version}")
    return parser


def joined(words: list[str]) -> list[str]:
    """Joins values such as -80/-60/30/45 to their options by "=", since argparse would take them for options."""
    made: list[str] = []
    for word in words:
        if made and made[-1] in NUMERIC and re.match(r"-[\d.]", word):
            made[-1] += f"={word}"
        else:
            made.append(word)
    return made


def _inputs(arguments: argparse.Namespace) -> list[Path]:
    """The files that a command reads; patterns are replaced by what they match."""
    if hasattr(arguments, "files"):
        from groundswell_view.joining import find_files

        arguments.files = find_files(arguments.files)
        beside = [getattr(arguments, name, None) for name in ("observed", "track")]
        return arguments.files + [file for file in beside if file]
    return getattr(arguments, "runs", None) or [arguments.file]


def _print_notes(program: str, caught: list) -> None:
    """Prints notes for the user on standard error; other warnings are left to Python."""
    notes = [warning for warning in caught if issubclass(warning.category, ViewNote)]
    for sentence in dict.fromkeys(str(note.message) for note in notes):
        print(f"{program}: note: {sentence}", file=sys.stderr)
    for other in caught:
        if other not in notes:
            warnings.warn_explicit(other.message, other.category, other.filename, other.lineno)


def run_command(
    program: str,
    parser: argparse.ArgumentParser,
    draw: Callable[[argparse.Namespace], str],
    words: list[str] | None = None,
) -> int:
    """Runs one command of a program; returns 0 if the picture has been written, 1 after an error message.

    `draw` returns a message for the user.
    """
    arguments = parser.parse_args(joined(sys.argv[1:] if words is None else words))
    import matplotlib

    matplotlib.use("Agg")
    start = time.perf_counter()
    try:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", ViewNote)
            writing.check_target(arguments.output, _inputs(arguments))
            remark = draw(arguments)
    except ViewError as error:
        print(f"{program}: error: {error}", file=sys.stderr)
        return 1
    _print_notes(program, caught)
    parts = [remark] if remark else []
    print(f"{arguments.output} ({', '.join([*parts, f'{time.perf_counter() - start:.1f} s'])})")
    return 0
