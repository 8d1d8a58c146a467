# SPDX-License-Identifier: Apache-2.0
"""Output folders of every kind: protected ones, the home folder, links, relative paths, names with spaces."""

import os
import subprocess
import unittest
from pathlib import Path
from unittest import mock

from program_case import ProgramTest, UserTest, contents, run_program


class Protected(UserTest):
    """If one file of the earlier run cannot be moved, none is, and `check` reports this, too."""

    def assert_stays(self, *words):
        before = contents(self.out)
        for command in ("check", "run"):
            self.assert_refused(self.run_as_user(command, self.write_case()), "fields.nc", "cannot move", *words)
            self.assertEqual(contents(self.out), before)
        self.assertFalse((self.out / "previous" / "resolved.yaml").exists())

    def test_by_a_sticky_folder(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give a file to another user")
        self.out.mkdir()
        self.out.chmod(0o1777)
        self.assertEqual(self.run_as_user("run", self.write_case()).returncode, 0)
        os.chown(self.out / "fields.nc", 0, 0)
        self.assert_stays("sticky")

    def test_by_an_attribute(self):
        self.assertEqual(run_program("run", self.write_case()).returncode, 0)
        for attribute, where in (("i", "fields.nc"), ("a", "."), ("i", ".")):
            path = self.out / where
            if subprocess.run(["chattr", f"+{attribute}", path], stderr=subprocess.DEVNULL).returncode != 0:
                self.skipTest("no file can be protected here")
            try:
                before = contents(self.out)
                for command in ("check", "run"):
                    self.assert_refused(run_program(command, self.write_case()), str(self.out))
                self.assertEqual(contents(self.out), before)
            finally:
                subprocess.run(["chattr", f"-{attribute}", path])

    def test_by_the_folder_that_it_would_move_to(self):
        if not self.user:
            self.skipTest("only root can give a folder to another user")
        self.out.mkdir()
        self.out.chmod(0o777)
        self.assertEqual(self.run_as_user("run", self.write_case()).returncode, 0)
        (self.out / "previous").mkdir(mode=0o755)
        before = contents(self.out)
        for command in ("check", "run"):
            self.assert_refused(self.run_as_user(command, self.write_case()), "previous", "Permission denied")
        self.assertEqual(contents(self.out), before)


class HomeFolder(ProgramTest):
    def test_is_known_as_a_tilde(self):
        place = "folder: " + str(self.folder) + "/out"
        home = self.folder / "home"
        home.mkdir()
        with mock.patch.dict(os.environ, HOME=str(home)):
            self.succeed("run", self.write_case((place, "folder: ~/waves")))
            self.assertTrue((home / "waves" / "fields.nc").exists())
            self.succeed("run", self.write_case(), "--set", "output.folder=~/more")
            self.assertTrue((home / "more" / "fields.nc").exists())
            (self.folder / "mesh.yaml").write_text("kind: global\ncells: 162\nbathymetry: {depth: 4000 m}\n")
            self.succeed("mesh", self.folder / "mesh.yaml", "--output=~/mesh.nc")
            self.assertTrue((home / "mesh.nc").exists())
        for command in ("check", "run"):
            refused = run_program(command, self.write_case((place, "folder: ~nobody/waves")))
            self.assert_refused(refused, "case.yaml", "output.folder", "~nobody/waves", "home folder")
        self.assertEqual(list(self.folder.glob("~*")), [])


class OddFolders(ProgramTest):
    def test_the_current_folder_a_relative_one_and_one_with_spaces(self):
        place = "folder: " + str(self.folder) + "/out"
        for name in (".", "deep/er/one", '"with some spaces"', "out/../out2"):
            for _ in range(2):
                self.succeed("run", self.write_case((place, f"folder: {name}")), ranks=2 if name == "." else 1, cwd="/")
            folder = Path(os.path.normpath(self.folder / name.strip('"')))
            self.assertTrue((folder / "fields.nc").exists())
            self.assertTrue((folder / "previous" / "fields.nc").exists())
            self.assertIn(f"folder: {name}", (self.folder / "case.yaml").read_text())

    def test_a_path_that_overflows_a_buffer_of_open_mpi_is_refused(self):
        for command in ("check", "run"):
            deep = self.write_case((f"{self.folder}/out", f"{self.folder}/{'d' * 200}"))
            self.assert_refused(run_program(command, deep), ".part' has ", "characters", "shorter path")
        self.assertEqual(list(self.folder.glob("d*")), [])
        less = "d" * (206 - len(str(self.folder)) - 1)
        self.succeed("run", self.write_case((f"{self.folder}/out", f"{self.folder}/{less}")), ranks=2)

    def test_a_folder_may_be_a_link(self):
        disk = self.folder / "disk"
        disk.mkdir()
        self.out.symlink_to(disk)
        for _ in range(2):
            self.succeed("run", self.write_case())
        self.assertTrue(self.out.is_symlink())
        self.assertTrue((disk / "previous" / "fields.nc").exists())
        self.out.unlink()
        for target in ("nowhere", "out", "case.yaml"):  # the second is a link to itself
            self.out.symlink_to(self.folder / target)
            for command in ("check", "run"):
                self.assert_refused(run_program(command, self.write_case()), str(self.out), "is not a folder")
            self.out.unlink()

    def test_previous_that_is_no_folder_or_holds_files_of_others(self):
        self.succeed("run", self.write_case())
        (self.out / "previous").write_text("mine")
        self.assert_refused(run_program("run", self.write_case()), "previous", "is not a folder")
        (self.out / "previous").unlink()
        (self.out / "previous").mkdir()
        (self.out / "previous" / "fields.nc").write_text("mine")
        before = contents(self.out)
        self.assert_refused(run_program("run", self.write_case()), "previous/fields.nc", "no run recorded")
        self.assertEqual(contents(self.out), before)


if __name__ == "__main__":
    unittest.main()
