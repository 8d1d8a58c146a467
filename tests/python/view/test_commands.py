# SPDX-License-Identifier: Apache-2.0
"""The pages and the help show examples of every command, and the command line accepts each example."""

import re
import shlex
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "python"))
from groundswell_view import cli, commands  # noqa: E402

PAGES = ("python/README.md", "docs/guide/pictures.md")


def written_commands(page: str) -> list[list[str]]:
    """The words after groundswell-view in each example on a page."""
    text = (ROOT / page).read_text()
    lines = re.findall(r"(?:^    |`)groundswell-view ([^`\n]*)", text, re.MULTILINE)
    return [shlex.split(line, comments=True) for line in lines]


class Commands(unittest.TestCase):
    def setUp(self):
        self.parser = cli.build_parser()
        self.names = set(next(action.choices for action in self.parser._actions if action.dest == "command"))

    def test_pages_and_help_name_every_command(self):
        for page in PAGES:
            self.assertEqual({words[0] for words in written_commands(page)} - {"--help"}, self.names, page)
        self.assertEqual(set(re.findall(r"^  groundswell-view (\w+)", cli.EPILOG, re.MULTILINE)), self.names)

    def test_every_example_is_taken(self):
        examples = [shlex.split(line)[1:] for line in cli.EPILOG.splitlines() if line.startswith("  groundswell-view")]
        for words in [*examples, *(words for page in PAGES for words in written_commands(page))]:
            if "--help" not in words:
                with self.subTest(words=words):
                    self.assertEqual(self.parser.parse_args(commands.joined(words)).command, words[0])


if __name__ == "__main__":
    unittest.main()
