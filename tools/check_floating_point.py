#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every source is compiled with the floating-point options of docs/design/floating_point.md.

Usage: tools/check_floating_point.py BUILD_FOLDER, which holds compile_commands.json. Only sources named under
[floating_point] in layers.toml may fuse a multiplication with an addition; none may reorder or approximate operations.
"""

import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEVER = {
    "-ffast-math",
    "-Ofast",
    "-funsafe-math-optimizations",
    "-fassociative-math",
    "-freciprocal-math",
    "-ffinite-math-only",
    "-fno-signed-zeros",
}
IN_SOURCE = re.compile(r"#\s*pragma\s+(GCC\s+optimize|STDC\s+FP_CONTRACT|clang\s+fp)|__attribute__\s*\(\(\s*optimize")


def read_commands(build):
    """The build command of each source; a source that is included by a unity file has the command of that file."""
    commands = []
    for command in json.loads((Path(build) / "compile_commands.json").read_text()):
        files = [command["file"]]
        if "/Unity/unity_" in command["file"]:
            files = re.findall(r'#include "(.*\.cpp)"', Path(command["file"]).read_text())
        commands += [{**command, "file": file} for file in files]
    return commands


def contraction_of(words):
    """The last value given to -ffp-contract, which is the one that takes effect."""
    values = [word.removeprefix("-ffp-contract=") for word in words if word.startswith("-ffp-contract=")]
    return values[-1] if values else "the compiler's own"


def command_violations(commands, kernels):
    """Yields error messages about commands from `read_commands`; `kernels` are paths relative to the root."""
    seen = set()
    for command in commands:
        path = Path(command["file"])
        name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
        words = command["command"].split()
        allowed = "fast" if name in kernels else "off"
        seen.add(name)
        if contraction_of(words) != allowed:
            yield f"{name}: compiled with -ffp-contract={contraction_of(words)}, not {allowed}"
        for option in sorted(NEVER.intersection(words)):
            yield f"{name}: compiled with {option}"
    for name in sorted(set(kernels) - seen):
        yield f"{name}: named under [floating_point] in layers.toml, but not compiled"


def source_violations():
    for folder in ("src", "apps", "bench"):
        for path in sorted((ROOT / folder).rglob("*.[ch]pp")):
            if found := IN_SOURCE.search(path.read_text()):
                yield f"{path.relative_to(ROOT)}: '{found[0]}' changes floating-point options within a source"


def main():
    commands = read_commands(sys.argv[1])
    kernels = tomllib.loads((ROOT / "layers.toml").read_text())["floating_point"]["kernels"]
    found = [*command_violations(commands, kernels), *source_violations()]
    print("\n".join(found) or f"floating point: all {len(commands)} sources follow the rule")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
