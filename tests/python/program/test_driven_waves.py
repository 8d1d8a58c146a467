# SPDX-License-Identifier: Apache-2.0
"""Programs in C, C++ and Fortran that drive the wave model: the same waves on 1, 2 and 3 processes, which are those of
`groundswell run` with the same wind.

Arguments: the examples driven_waves in these languages."""

import re
import sys
import unittest
from pathlib import Path

from program_case import LOG, ROOT, ProgramTest, run_program

CASE = ROOT / "bindings/examples/driven_waves.yaml"
EXAMPLES = []  # the programs
RANKS = (1, 2, 3)


class DrivenWaves(ProgramTest):
    def checksum(self, name):
        return re.search(r"state checksum (\w+)", (self.folder / name / LOG).read_text()).group(1)

    def drive(self, program, name, ranks=1):
        return run_program(CASE, f"output.folder={self.folder / name}", program=program, ranks=ranks)

    def test_all_languages_and_the_program_have_the_same_waves(self):
        # Of this direction the parts have no rounding.
        wind = ("--set", "wind.kind=constant", "--set", "wind.speed=12 m/s", "--set", "wind.from=0 degree")
        self.succeed("run", CASE, *wind, "--set", f"output.folder={self.folder / 'run'}")
        lines = set()
        for program in EXAMPLES:
            for ranks in RANKS:
                name = f"{Path(program).name}_{ranks}"
                with self.subTest(name):
                    process = self.drive(program, name, ranks)
                    self.assertEqual(process.returncode, 0, process.stderr)
                    self.assertEqual(self.checksum(name), self.checksum("run"))
                    lines.add(process.stdout)
        self.assertEqual(len(lines), 1, lines)
        said = lines.pop().splitlines()
        self.assertEqual(len(said), 6)
        for line in said:
            self.assertRegex(line, r"^ *\d+ s: waves up to 3\.\d{3} m, Charnock parameter up to 0\.01\d\d$")

    def test_an_error_is_one_sentence(self):
        for program in EXAMPLES:
            process = run_program(self.folder / "none.yaml", program=program)
            self.assertNotEqual(process.returncode, 0)
            self.assertIn("none.yaml", process.stderr)


if __name__ == "__main__":
    EXAMPLES = sys.argv[1:]
    unittest.main(argv=sys.argv[:1])
