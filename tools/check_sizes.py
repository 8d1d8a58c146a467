#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the limits of ARCHITECTURE.md: files up to 400 lines, functions up to 60, and an SPDX line in each file.

EXCEPTIONS lists exceptions with their reason; the list may only shrink.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_FILE, MAX_FUNCTION, MAX_COLUMNS = 400, 60, 120
EXCEPTIONS = {}  # "path": "reason", or "path:function": "reason"
FOLDERS = ("src", "apps", "tests", "bench", "tools", "python", "bindings")
CPP = {".hpp", ".cpp", ".h", ".c", ".cu", ".cuh"}
FORTRAN = {".f90", ".F90", ".inc"}  # their functions are not measured
FOLDER_LIMITS = {"src/exec": 500}  # lines of headers in all, for layers that must stay thin
# Comments, strings and directives.
QUIET = re.compile(
    r"//[^\n]*|/\*.*?\*/|^[ \t]*#(?:\\\n|[^\n])*" + r'|"(?:\\.|[^"\\\n])*"' + r"|'(?:\\.|[^'\\\n])'",
    re.DOTALL | re.MULTILINE,
)
TEMPLATE = re.compile(r"\btemplate\s*<(?:[^<>]|<[^<>]*>)*>")
SCOPE = re.compile(r"\s*(inline )?(namespace|class|struct|union|enum|extern)\b")


def cpp_functions(lines):
    """Yields first line, name and length of every function with a body that is not inside another function."""
    text = QUIET.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), "\n".join(lines))
    scopes, head = [], 0  # open braces: (first line and name of a function, or None; its head); start of the head
    for at, sign in ((m.start(), m.group()) for m in re.finditer(r"[{};]", text)):
        before = text[head:at]
        if sign == "{":
            declared = TEMPLATE.sub("", before)
            called = re.search(r"([\w~]+|operator\W+)\s*\(", declared)
            is_value = before.count("(") > before.count(")") or re.search(r"(?<!operator)=", declared.split("(")[0])
            outside = not any(function for function, _ in scopes)
            start = head + len(before) - len(before.lstrip())
            is_function = outside and called and not is_value and not SCOPE.match(declared)
            scopes.append(((text.count("\n", 0, start) + 1, called.group(1)) if is_function else None, head))
        elif sign == "}" and scopes:
            function, begin = scopes.pop()
            if re.match(r"\s*[,{)]", text[at + 1 :]):  # a value in braces: the head continues
                head = begin
                continue
            if function:
                yield *function, text.count("\n", 0, at) + 2 - function[0]
        head = at + 1


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
            functions = python_functions if path.suffix == ".py" else cpp_functions
            if path.suffix in FORTRAN:
                continue
            for start, function, length in functions(lines):
                if length > MAX_FUNCTION:
                    key = f"{name}:{function}"
                    yield key, f"{name}:{start}: {function} has {length} lines; the limit is {MAX_FUNCTION}"

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
        print("sizes: files, functions and lines are within their limits")
    return 1 if found or stale else 0


if __name__ == "__main__":
    sys.exit(main())
