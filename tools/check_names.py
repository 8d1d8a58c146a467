#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every type of src/, apps/ and bench/ (without its tests) that is not inside another type is defined once:
two different types with the same name in a namespace of a program are undefined behaviour, and may crash a build
without inlining. Specialisations of templates do not count."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEFINITION = re.compile(
    r"^(?:template <[^;{]*>\s*)?(?:class|struct|union|enum(?: class| struct)?) (?:alignas\(\w+\) )?(\w+)(?: final)?"
    r"(?:\s*:(?!:)[^;{]*)?\s*\{",
    re.MULTILINE,
)


def definitions(text):
    """Names of the types whose definition is not indented, that is, not inside another type or a function."""
    return DEFINITION.findall(re.sub(r"//[^\n]*", "", text))


def problems(files):
    """Yields error messages about names defined more than once in `files`, which are pairs of path and text."""
    places = {}
    for path, text in files:
        for name in definitions(text):
            places.setdefault(name, []).append(path)
    for name, paths in sorted(places.items()):
        if len(paths) > 1:
            yield f"the type {name} is defined in {' and in '.join(paths)}; rename all but one"


def main():
    paths = sorted(path for folder in ("src", "apps", "bench") for path in (ROOT / folder).glob("**/*.[ch]pp"))
    paths = [path for path in paths if not path.is_relative_to(ROOT / "bench/tests")]
    found = list(problems((str(path.relative_to(ROOT)), path.read_text()) for path in paths))
    print("\n".join(found) or "names: every type is defined once")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
