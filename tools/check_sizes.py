#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the limits of ARCHITECTURE.md: files up to 400 lines, functions up to 60, classes up to 20 data members and 25
public functions, lines up to 120 columns, and an SPDX line in each file.

EXCEPTIONS lists exceptions with their reasons; the list may only shrink. Structs without functions are not classes.
"""

import re
import sys
from pathlib import Path

from cpp_text import class_sizes, cpp_functions

ROOT = Path(__file__).resolve().parent.parent
MAX_FILE, MAX_FUNCTION, MAX_COLUMNS = 400, 60, 120
MAX_DATA, MAX_PUBLIC = 20, 25  # data members and public functions of a class
EXCEPTIONS = {  # "path": "reason", or "path:function" or "path:class": "reason"
    "src/comm/communicator.hpp:Communicator": "one function for each call of MPI that the libraries make",
    "src/mesh/mesh.hpp:Mesh": "the variables of an MPAS mesh, each a table of its own",
}
PAGES = ("docs", "cases", "python", "bench")
FOLDERS = ("src", "apps", "tests", "bench", "tools", "python", "bindings")
CPP = {".hpp", ".cpp", ".h", ".c", ".cu", ".cuh"}
FORTRAN = {".f90", ".F90", ".inc"}  # file types whose functions are not measured
FOLDER_LIMITS = {"src/exec": 500}  # total lines of headers in layers that must stay thin


def class_problems(name, text):
    """Yields the key in EXCEPTIONS and an error message for each class that is too large."""
    for start, kind, n_data, n_function, n_public in class_sizes(text):
        if n_function and (n_data > MAX_DATA or n_public > MAX_PUBLIC):
            sizes = f"{n_data} data members and {n_public} public functions; the limits are {MAX_DATA} and {MAX_PUBLIC}"
            yield f"{name}:{kind.split('::')[-1]}", f"{name}:{start}: {kind} has {sizes}"


def python_functions(lines):
    start, indent, name, last = None, 0, "", 0
    for number, line in enumerate([*lines, "end"], 1):
        if not line.strip():
            continue
        column = len(line) - len(line.lstrip())
        if start is not None and column <= indent and not line.lstrip().startswith((")", "#", "]")):
            yield start, name, last - start + 1
            start = None
        head = re.match(r"\s*def (\w+)", line)
        if head and start is None:
            start, indent, name = number, column, head.group(1)
        last = number


def page_problems(root=ROOT):
    """Yields page and error message for each line of a page that is too long, except table rows and fenced blocks."""
    for path in sorted([*root.glob("*.md"), *(page for folder in PAGES for page in root.glob(f"{folder}/**/*.md"))]):
        is_printed = False
        for number, line in enumerate(path.read_text().splitlines(), 1):
            is_printed ^= line.startswith("```")
            if len(line) > MAX_COLUMNS and not is_printed and not line.lstrip().startswith("|"):
                name = str(path.relative_to(root))
                yield name, f"{name}:{number}: {len(line)} columns; the limit is {MAX_COLUMNS}"


def problems():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).glob("**/*")):
            if path.suffix not in CPP | FORTRAN | {".py"} or not path.is_file():
                continue
            name = str(path.relative_to(ROOT))
            lines = path.read_text().splitlines()
            if not any("SPDX-License-Identifier: Apache-2.0" in line for line in lines[:3]):
                yield name, f"{name}: no SPDX line at its head"
            if len(lines) > MAX_FILE:
                yield name, f"{name}: {len(lines)} lines; the limit is {MAX_FILE}"
            for number, line in enumerate(lines, 1):
                if len(line) > MAX_COLUMNS:
                    yield name, f"{name}:{number}: {len(line)} columns; the limit is {MAX_COLUMNS}"
            if path.suffix in CPP:
                yield from class_problems(name, "\n".join(lines))
            functions = python_functions if path.suffix == ".py" else cpp_functions
            if path.suffix in FORTRAN:
                continue
            for start, function, length in functions(lines):
                if length > MAX_FUNCTION:
                    key = f"{name}:{function}"
                    yield key, f"{name}:{start}: {function} has {length} lines; the limit is {MAX_FUNCTION}"

    yield from page_problems()
    for folder, limit in FOLDER_LIMITS.items():
        size = sum(len(path.read_text().splitlines()) for path in (ROOT / folder).glob("*.hpp"))
        if size > limit:
            yield folder, f"{folder}: {size} lines; the limit is {limit}"


def main():
    found = [(key, text) for key, text in problems() if key not in EXCEPTIONS]
    used = {key for key, _ in problems()}
    stale = [f"tools/check_sizes.py: the exception {key} is no longer needed" for key in EXCEPTIONS if key not in used]
    for text in [text for _, text in found] + stale:
        print(text)
    if not found and not stale:
        print("sizes: files, functions, classes and lines are within their limits")
    return 1 if found or stale else 0


if __name__ == "__main__":
    sys.exit(main())
