#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the sizes of ARCHITECTURE.md: files up to 400 lines, functions up to 60, an SPDX header in each.

Exceptions stand in EXCEPTIONS with their reason; the list may only shrink.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_FILE, MAX_FUNCTION, MAX_COLUMNS = 400, 60, 120
EXCEPTIONS = {}  # "path": "reason", or "path:function": "reason"
FOLDERS = ("src", "apps", "tests", "bench", "tools", "python", "include", "fortran")
CPP = {".hpp", ".cpp", ".h", ".cu", ".cuh"}
FUNCTION_START = re.compile(r"^(?! )(?!namespace|class|struct|enum|using|extern|#|//).*\)[^;]*\{\s*$")


def long_cpp_functions(lines):
    """Yields (first line, name, length): a function starts at column 0 or 2 and ends at the same column."""
    start, indent, name = None, "", ""
    for number, line in enumerate(lines, 1):
        if start is None:
            stripped = line.lstrip(" ")
            column = len(line) - len(stripped)
            head = FUNCTION_START.match(stripped)
            keyword = re.match(r"(if|for|while|switch|do|else|return)\b", stripped)
            if column in (0, 2) and head and not keyword:
                start, indent = number, line[:column]
                words = re.findall(r"([\w~]+)\s*\(", stripped)
                name = words[0] if words else stripped
        elif line.rstrip() in (indent + "}", indent + "};", indent + "})", indent + "});"):
            yield start, name, number - start + 1
            start = None


def long_python_functions(lines):
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


def problems():
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).glob("**/*")):
            if path.suffix not in CPP | {".py"} or not path.is_file():
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
            functions = long_python_functions if path.suffix == ".py" else long_cpp_functions
            for start, function, length in functions(lines):
                if length > MAX_FUNCTION:
                    key = f"{name}:{function}"
                    yield key, f"{name}:{start}: {function} has {length} lines; the limit is {MAX_FUNCTION}"


def main():
    found = [(key, text) for key, text in problems() if key not in EXCEPTIONS]
    used = {key for key, _ in problems()}
    stale = [f"tools/check_sizes.py: the exception {key} is no longer needed" for key in EXCEPTIONS if key not in used]
    for text in [text for _, text in found] + stale:
        print(text)
    if not found and not stale:
        print("sizes: files, functions and lines are within their limits")
    return 1 if found or stale else 0


if __name__ == "__main__":
    sys.exit(main())
