#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The programs quoted in the guide are parts of tested files: the lines of a block below a line <!-- path --> occur in
that file, in the same order."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
BLOCK = re.compile(r"^<!-- (\S+) -->\n\n((?:    .*\n|\n)+)", re.MULTILINE)


def missing_lines(block, source):
    """The lines of the block that the source lacks or has in another order."""
    rest = [line.strip() for line in source.splitlines()]
    for line in filter(None, map(str.strip, block.splitlines())):
        if line in rest:
            rest = rest[rest.index(line) + 1 :]
        else:
            yield line


class GuidePrograms(unittest.TestCase):
    def test_lines_stand_in_the_examples(self):
        pages = sorted((ROOT / "docs/guide").glob("*.md"))
        blocks = [(page.name, *found) for page in pages for found in BLOCK.findall(page.read_text())]
        self.assertGreaterEqual(len(blocks), 3)
        for page, path, block in blocks:
            self.assertEqual(list(missing_lines(block, (ROOT / path).read_text())), [], f"{page}: not in {path}")

    def test_a_line_that_is_missing_or_out_of_order_is_found(self):
        self.assertEqual(list(missing_lines("    a\n\n    b\n", "x\n  a\nb\n")), [])
        self.assertEqual(list(missing_lines("    b\n    a\n", "a\nb\n")), ["a"])


if __name__ == "__main__":
    unittest.main()
