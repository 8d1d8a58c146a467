#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that no memory is left behind but by its one owner, src/comm/lent_to_mpi.hpp.

Elsewhere in src/, apps/, bench/ and bindings/ no smart pointer is released and `new` does not occur, except in the
initial value of a static object, which is there until the program ends.
"""

import re
import sys
from pathlib import Path

from cpp_text import QUIET

ROOT = Path(__file__).resolve().parent.parent
OWNER = "src/comm/lent_to_mpi.hpp"
LEFT = re.compile(r"(?:\.|->)\s*(release)\s*\(\s*\)|(?<!operator )\b(new)\b")
STATIC = re.compile(r"\bstatic\b[^;{}]*=\s*$")


def problems(name, text):
    """Yields an error message for each place of a source that leaves memory behind."""
    code = QUIET.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    for found in LEFT.finditer(code):
        what = found.group(1) or found.group(2)
        if what == "new" and STATIC.search(code[: found.start()]):
            continue
        what = "'new'" if what == "new" else "release() of a smart pointer"
        yield (
            f"{name}:{code.count(chr(10), 0, found.start()) + 1}: {what}; let a container or std::make_unique own the"
            " memory, and LentToMpi what MPI may still use after an error"
        )


def main():
    paths = sorted(path for folder in ("src", "apps", "bench", "bindings") for path in (ROOT / folder).glob("**/*"))
    paths = [path for path in paths if path.suffix in {".hpp", ".cpp", ".h", ".cu", ".cuh"}]
    names = [str(path.relative_to(ROOT)) for path in paths]
    found = [
        problem
        for name, path in zip(names, paths, strict=True)
        if name != OWNER
        for problem in problems(name, path.read_text())
    ]
    print("\n".join(found) or f"owners: only {OWNER} leaves memory behind")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
