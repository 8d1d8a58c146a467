#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every file of src/ serves the program or a public header of a library.

Includes are followed from the sources of apps/ and of the interfaces in bindings/ and from the headers that a folder's
CMakeLists.txt lists after PUBLIC_HEADERS. A source is reached if the header of the same name is reached or, if there
is no such header, if any header of its folder that declares one of its functions is reached. Code that only tests or
experiments use belongs with them.
"""

import re
import sys
from pathlib import Path

from cpp_text import cpp_functions

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
HIDDEN = re.compile(r"^namespace \{$.*?^\}  // namespace$", re.MULTILINE | re.DOTALL)
SOURCES, HEADERS = {".cpp", ".c", ".cu"}, {".hpp", ".h", ".cuh"}


def public_headers(root):
    """Yields the paths, relative to src/, of the headers that folders name as public."""
    for cmake in sorted(root.glob("src/*/CMakeLists.txt")):
        for names in re.findall(r"PUBLIC_HEADERS((?:\s+[\w*]+\.h(?:pp)?)+)", cmake.read_text()):
            for name in names.split():
                yield from (path.relative_to(root / "src") for path in sorted(cmake.parent.glob(name)))


def headers_of(name, files):
    """The headers through which a source is reached."""
    path = Path(name)
    own = str(path.with_suffix(".hpp"))
    if own in files:
        return [own]
    defined = {function for _, function, _ in cpp_functions(HIDDEN.sub("", files[name]).splitlines())}
    siblings = [n for n in files if Path(n).parent == path.parent and Path(n).suffix in HEADERS]
    return [header for header in siblings if defined & set(re.findall(r"(\w+)\s*\(", files[header]))]


def unreached(root):
    """Yields the files of src/ to which no include leads."""
    paths = [path for path in sorted(root.glob("src/**/*")) if path.suffix in SOURCES | HEADERS]
    files = {str(path.relative_to(root / "src")): path.read_text() for path in paths}
    sources_of = {}
    for name in files:
        for header in headers_of(name, files) if Path(name).suffix in SOURCES else ():
            sources_of.setdefault(header, []).append(name)
    starts = [path for folder in ("apps", "bindings/c") for path in sorted(root.glob(f"{folder}/**/*"))]
    open_names = [n for path in starts if path.suffix in SOURCES | HEADERS for n in INCLUDE.findall(path.read_text())]
    open_names += map(str, public_headers(root))
    reached = set()
    while open_names:
        name = open_names.pop()
        if name in files and name not in reached:
            reached.add(name)
            open_names += INCLUDE.findall(files[name]) + sources_of.get(name, [])
    yield from (name for name in files if name not in reached)


def main():
    found = [f"src/{name}: neither the program nor a public header leads to it; delete it, or move it to what uses it"
             for name in unreached(ROOT)]  # fmt: skip
    print("\n".join(found) or "reach: every file of src/ serves the program or a public header")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
