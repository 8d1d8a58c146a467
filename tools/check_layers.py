#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every #include and every linked folder obeys layers.toml.

Its rules concern layers, external dependencies, and files that must not include each other. Also reports permissions
that nothing uses.
"""

import fnmatch
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def source_files():
    """Yields the folder, as named in layers.toml, and the path of every C, C++ and CUDA source outside the tests.

    Programs for SimGrid are left out: they are not built with the others.
    """
    for path in sorted(path for start in ("src/*", "apps", "bench", "bindings") for path in ROOT.glob(f"{start}/**/*")):
        parts = path.relative_to(ROOT).parts
        if parts[0] == "bench" and parts[1] in {"tests", "simgrid"}:
            continue
        if path.suffix in {".hpp", ".cpp", ".h", ".c", ".cu", ".cuh"}:
            yield (parts[1] if parts[0] == "src" else parts[0]), path


def link_problems(folder, cmake, allowed):
    """Yields a message if the folders after DEPENDS in a CMakeLists.txt are not those that layers.toml allows."""
    depends = re.search(r"DEPENDS\s+([a-z_\s]+)", cmake)
    linked = set(depends.group(1).split()) if depends else set()
    if linked != set(allowed):
        names = [", ".join(sorted(folders)) or "nothing" for folders in (linked, allowed)]
        yield f"src/{folder}/CMakeLists.txt links {names[0]}, but layers.toml allows {names[1]}"


def violations(rules):
    folders, doors, no_siblings = rules["folders"], rules["doors"], rules["no_siblings"]
    used = set()
    for folder, path in source_files():
        name = path.relative_to(ROOT)
        if folder not in folders:
            yield f"{name}: folder '{folder}' is not in layers.toml"
            continue
        for quote, header in INCLUDE.findall(path.read_text()):
            target = header.split("/")[0]
            used.add((folder, target))
            if quote == '"' and target in folders and target != folder and target not in folders[folder]:
                yield f"{name}: includes {header}, but {folder} may not include {target}"
            for prefix, allowed in doors.items():
                if header.startswith(prefix):
                    used.add((prefix, folder))
                if header.startswith(prefix) and folder not in allowed:
                    yield f"{name}: includes {header}, whose only door is {', '.join(allowed)}"
            siblings = no_siblings.get(folder, [])
            base = header.split("/")[-1]
            if target == folder and path.stem != Path(base).stem:
                is_term = any(fnmatch.fnmatch(path.stem + ".hpp", p) for p in siblings)
                if is_term and any(fnmatch.fnmatch(base, p) for p in siblings):
                    yield f"{name}: includes its sibling {header}"
    for path in sorted(ROOT.glob("src/*/CMakeLists.txt")):
        yield from link_problems(path.parent.name, path.read_text(), folders.get(path.parent.name, []))
    for who, allowed in [*folders.items(), *doors.items()]:
        for target in allowed:
            if (who, target) not in used:
                yield f"layers.toml: nobody uses the permission '{target}' of '{who}'; delete it"


def main():
    found = list(violations(tomllib.loads((ROOT / "layers.toml").read_text())))
    print("\n".join(found) or "layers: every include obeys layers.toml")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
