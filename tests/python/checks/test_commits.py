#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pages quote measurements of commits in this repository; the check finds pages and results that name other commits."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
TOOL = ROOT / "tools/check_commits.py"
sys.path.insert(0, str(TOOL.parent))
from check_commits import commits_in, problems_of_pages  # noqa: E402


def git(*words):
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True)


HEAD = git("rev-parse", "--short=8", "HEAD").stdout.strip()
NONE = "35695f47"


@unittest.skipUnless(HEAD, "this is no git repository")
class Commits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def call(self, *words):
        process = subprocess.run([sys.executable, TOOL, *words], capture_output=True, text=True)
        return process.returncode, process.stderr

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(data if isinstance(data, str) else json.dumps(data))
        return path

    @unittest.skipIf(git("rev-parse", "--is-shallow-repository").stdout.strip() == "true", "the repository is shallow")
    def test_pages_name_commits_that_exist(self):
        pages = sorted((ROOT / "docs").glob("*/*.md"))
        self.assertGreater(len(pages), 20)
        self.assertEqual(list(problems_of_pages(pages)), [])

    def test_a_page_says_where_it_names_another_commit(self):
        lines = f"Commit {HEAD}, 2 cores.", f"| commit | {NONE}-dirty |", f"| commit | {NONE}, not in this repository |"
        page = self.write("page.md", "\n".join(lines))
        code, said = self.call("--pages", page)
        self.assertEqual(code, 1)
        self.assertEqual(said.count("page.md:"), 1)
        self.assertIn(f"page.md:2 names commit {NONE}-dirty", said)

    def test_results_of_other_commits_are_found(self):
        self.assertEqual(commits_in({"commit": "a", "runs": [{"commit": "b"}, {"x": 1}], "n": None}), {"a", "b"})
        good = self.write("good.json", {"commit": HEAD})
        self.assertEqual(self.call(good), (0, ""))
        self.write("n1/timers.json", {"commit": NONE})
        code, said = self.call(self.folder)
        self.assertEqual(code, 1)
        self.assertIn(f"timers.json is of commit {NONE}, which is not in this repository", said)
        dirty = self.write("dirty.json", {"runs": [{"commit": f"{HEAD}-dirty"}]})
        self.assertIn(f"{HEAD}-dirty", self.call(dirty)[1])

    def test_who_measures_is_warned(self):
        program = self.write("program", f"#!/bin/sh\necho 'groundswell 1.0 ({HEAD}-dirty)'\n")
        program.chmod(0o755)
        code, said = self.call("--program", program)
        self.assertEqual(code, 0)
        self.assertIn(f"warning: {program} is of commit {HEAD}-dirty", said)
        program.write_text(f"#!/bin/sh\necho 'groundswell 1.0 ({HEAD})'\n")
        self.assertEqual(self.call("--program", program), (0, ""))


if __name__ == "__main__":
    unittest.main()
