# SPDX-License-Identifier: Apache-2.0
"""This build follows the rule in docs/design/floating_point.md, and tools/check_floating_point.py detects violations.

Usage: test_floating_point.py BUILD_FOLDER.
"""

import copy
import sys
import tomllib
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools"))
from check_floating_point import command_violations, read_commands, source_violations  # noqa: E402

BUILD = Path(sys.argv.pop(1))
KERNELS = tomllib.loads((ROOT / "layers.toml").read_text())["floating_point"]["kernels"]


class FloatingPoint(unittest.TestCase):
    def setUp(self):
        self.commands = read_commands(BUILD)

    def after(self, name, change):
        """Violations that are reported when the compile command of one source is changed."""
        commands = copy.deepcopy(self.commands)
        found = [command for command in commands if command["file"].endswith(name)]
        self.assertTrue(found, name)
        for command in found:
            command["command"] = change(command["command"])
        return list(command_violations(commands, KERNELS))

    def test_this_build_follows_the_rule(self):
        self.assertEqual(list(command_violations(self.commands, KERNELS)), [])
        self.assertEqual(list(source_violations()), [])

    def test_a_forbidden_option_is_reported(self):
        for name in ("src/forcing/lat_lon_source.cpp", "src/model/model.cpp", "src/propagation/water_tables.cpp"):
            for option in ("-ffp-contract=fast", "-fassociative-math", "-ffast-math", "-Ofast"):
                with self.subTest(f"{name} {option}"):
                    said = self.after(name, lambda command, add=option: f"{command} {add}")
                    self.assertEqual(len(said), 1, said)
                    self.assertIn(name, said[0])

    def test_a_missing_option_is_reported(self):
        said = self.after("src/output/point_interpolation.cpp", lambda c: c.replace("-ffp-contract=off", ""))
        self.assertIn("the compiler's own", said[0])

    def test_kernels_may_fuse_but_not_reorder(self):
        self.assertEqual(len(self.after(KERNELS[0], lambda command: command + " -fassociative-math")), 1)
        self.assertEqual(len(list(command_violations(self.commands, [*KERNELS, "src/model/model.cpp"]))), 1)


if __name__ == "__main__":
    unittest.main()
