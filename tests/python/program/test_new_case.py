# SPDX-License-Identifier: Apache-2.0
"""`groundswell new` writes the case shown in README.md, and the commands shown there work as written.

The subcommand accepts any region and overwrites nothing.
"""

import os
import re
import shlex
import subprocess
import textwrap
import unittest

import netCDF4
from program_case import MPI, PROGRAM, ROOT, ProgramTest, UserTest, run_program

SECTION = "## Your own case in five minutes\n"


def readme_blocks():
    """The indented blocks of SECTION in README.md as a reader copies them: the files, and the commands in order."""
    section = (ROOT / "README.md").read_text().split(SECTION)[1].split("\n## ")[0]
    blocks = re.findall(r"(?:^ {7}.*\n|^\n(?= {7}))+", section, re.MULTILINE)
    blocks = [textwrap.dedent(block).strip("\n") + "\n" for block in blocks]
    files = [block for block in blocks if block.startswith("#")]
    commands = "".join(block for block in blocks if not block.startswith("#"))
    return files, commands


class Readme(ProgramTest):
    def test_its_case_runs_word_for_word(self):
        files, commands = readme_blocks()
        self.assertEqual([line.split()[0] for line in commands.splitlines()],
                         ["build/apps/groundswell"] * 3 + ["mpirun"] + [".venv/bin/groundswell-view"] * 2)  # fmt: skip
        (self.folder / "build/apps").mkdir(parents=True)
        (self.folder / "build/apps/groundswell").symlink_to(PROGRAM)
        (self.folder / ".venv").symlink_to(ROOT / ".venv")
        process = subprocess.run(["bash", "-e", "-c", commands], cwd=self.folder, env=os.environ | MPI,
                                 capture_output=True, text=True)  # fmt: skip
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertNotIn("warning", process.stdout + process.stderr)
        made = [(self.folder / "storm" / name).read_text() for name in ("mesh.yaml", "case.yaml")]
        self.assertEqual(made, files, "README.md shows other files than `groundswell new` writes")
        for picture in ("map.png", "panel.png"):
            self.assertGreater((self.folder / picture).stat().st_size, 100_000)
        with netCDF4.Dataset(self.folder / "storm/output/fields.nc") as fields:
            # The storm has crossed the sea: its wind and waves are in the output, and at the end they have passed.
            wind = (fields["uwnd"][:] ** 2 + fields["vwnd"][:] ** 2) ** 0.5
            self.assertTrue(27.0 < wind.max() < 28.1, wind.max())
            highest = fields["hs"][:].max(axis=1)
            self.assertTrue(10.0 < highest.max() < 14.0, highest.max())
            self.assertLess(highest[-1], 0.8 * highest.max())

    def test_what_it_says_of_winds_in_files(self):
        # The program accepts the line about winds in files that case.yaml contains as a comment.
        line = next(line for line in readme_blocks()[0][1].splitlines() if line.startswith("# wind:"))
        case = self.write_case(("wind: {kind: constant, speed: 10 m/s}", line[2:]))
        self.assert_refused(run_program("check", case), "there is no file", "era5_winds.nc")


class NewCase(UserTest):
    def make(self, name, *arguments, **keywords):
        return run_program("new", name, *arguments, cwd=self.folder, **keywords)

    def test_any_region(self):
        for number, (region, *words) in enumerate((
            ([170, 190, -50, -20], "lon: 170 degree", "lat: -35 degree"),  # across the date line
            ([-70, -58, 22, 30], "lon: -70 degree", "lat: 26 degree"),
            ([-10, 0, 75, 90], "lat: 82.5 degree"),
            ([-3.5, 1.25, -1, 1], "lon: -3.5 degree", "lat: 0 degree"),
        )):  # fmt: skip
            folder = self.folder / f"a sea, {number}: \u00e9'"
            process = self.make(folder.name, "--region", *region)
            self.assertEqual(process.returncode, 0, process.stderr)
            case = (folder / "case.yaml").read_text()
            for word in words:
                self.assertIn(word, case)
            # It prints the next steps as commands; the first two are tried.
            commands = [shlex.split(line) for line in process.stdout.splitlines()[1:]]
            self.assertEqual([command[1] for command in commands], ["mesh", "check", "-n", "map"])
            for command in commands[:2]:
                self.succeed(*command[1:], cwd=self.folder)

    def test_regions_that_are_none(self):
        for region in ([5, 1, 2, 3], [0, 361, 2, 3], [0, 1, 3, 2], [0, 1, -91, 3], ["nan", 1, 2, 3]):
            self.assert_refused(self.make("none", "--region", *region), "region from")
        for region in ([5, 1, 2], ["a", 1, 2, 3]):
            self.assert_refused(self.make("none", "--region", *region), "--region")
        self.assertFalse((self.folder / "none").exists())

    def test_nothing_is_overwritten(self):
        self.assertEqual(self.make("storm").returncode, 0)
        before = (self.folder / "storm/case.yaml").read_text()
        (self.folder / "file").write_text("mine")
        (self.folder / "empty").mkdir()
        (self.folder / "broken").symlink_to("nowhere")
        for name in ("storm", "storm/", "./storm/.", "file", "empty", "broken", ".", ""):
            self.assert_refused(self.make(name), "name" if not name else "already")
        self.assert_refused(self.make("file/storm"), "cannot make the folder", "file/storm")
        self.assertEqual((self.folder / "storm/case.yaml").read_text(), before)
        self.assertEqual((self.folder / "file").read_text(), "mine")
        self.assertEqual(list((self.folder / "empty").iterdir()), [])

    def test_a_folder_without_permission_to_write(self):
        self.folder.chmod(0o555)
        self.addCleanup(self.folder.chmod, 0o755)
        process = self.run_as_user("new", self.folder / "storm")
        self.assert_refused(process, "cannot make the folder", "storm", "Permission denied")


if __name__ == "__main__":
    unittest.main()
