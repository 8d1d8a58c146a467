#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that published results come from commits in this repository, so that others can repeat the measurements.

tools/check_commits.py FOLDER_OR_FILE...   # JSON results or their folders; tools/make_docs.sh shows only what passes
tools/check_commits.py --program PROGRAM   # before a measurement: only warns, with status 0
tools/check_commits.py --pages PAGE...     # a line that names a commit not in this repository must say so
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NAMED = re.compile(r"\bcommit\b[ |`]+([0-9a-f]{7,40}(?:-dirty)?)\b", re.IGNORECASE)
SAID = "not in this repository"


def is_here(commit: str) -> bool:
    """Whether the repository has the commit; false for a build with uncommitted changes."""
    if commit.endswith("-dirty"):
        return False
    command = ["git", "-C", str(ROOT), "rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}"]
    return subprocess.run(command, capture_output=True).returncode == 0


def commits_in(data) -> set[str]:
    """All commits named in a result."""
    if isinstance(data, dict):
        own = {data["commit"]} if isinstance(data.get("commit"), str) else set()
        return own.union(*map(commits_in, data.values()))
    return set().union(*map(commits_in, data)) if isinstance(data, list) else set()


def problems_of_results(paths: list[Path]):
    """Yields an error message for each commit named in these files that is missing from the repository."""
    for path in paths:
        for file in sorted(path.rglob("*.json")) if path.is_dir() else [path]:
            for commit in sorted(commits_in(json.loads(file.read_text()))):
                if not is_here(commit):
                    yield f"{file} is of commit {commit}, which is {SAID}; measure again with a program of a commit"


def problems_of_pages(pages: list[Path]):
    """Yields an error message for each commit that the repository lacks if the line that names it does not say so."""
    for page in pages:
        for number, line in enumerate(page.read_text().splitlines(), 1):
            for commit in NAMED.findall(line):
                if SAID not in line and not is_here(commit):
                    yield f"{page}:{number} names commit {commit}, which is {SAID}; measure again, or say so there"


def commit_of(program: str) -> str:
    """The commit of a built program, which it prints in brackets after its version."""
    if not Path(program).exists():
        raise SystemExit(f"error: there is no program '{program}'; build it with: make build")
    said = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    return said.rpartition("(")[2].partition(")")[0]


def main(words: list[str]) -> int:
    if not words or words[0] in ("--program", "--pages") and len(words) < 2:
        raise SystemExit(__doc__)
    if words[0] == "--program":
        if not is_here(commit := commit_of(words[1])):
            print(f"warning: {words[1]} is of commit {commit}, which is {SAID}; tools/make_docs.sh will not show what "
                  "it measures: commit all changes, build, and begin anew", file=sys.stderr)  # fmt: skip
        return 0
    if words[0] == "--pages":
        found = list(problems_of_pages(list(map(Path, words[1:]))))
    else:
        found = list(problems_of_results(list(map(Path, words))))
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
