# SPDX-License-Identifier: Apache-2.0
"""A run that starts from another run's restart reports how that was adapted, and refuses files that do not fit."""

import unittest

from program_case import ProgramTest, overrides, run_program

RESTARTS = ("lat_lon: {interval: 0}", "lat_lon: {interval: 0}\n  restart: {interval: 30 min}")


class HotStart(ProgramTest):
    def setUp(self):
        super().setUp()
        self.case = self.write_case(RESTARTS)
        self.whole = self.succeed("run", self.case)
        self.restart = self.folder / "from.nc"
        (self.out / "restart_20000101T003000Z.nc").rename(self.restart)

    def start(self, *changes, command="run", file=None, **keywords):
        """Runs a command that starts from the restart, with more settings."""
        settings = ["initial.kind=restart", f"initial.file={file or self.restart}", *changes]
        sets = overrides(settings)
        return run_program(command, self.case, *sets, **keywords)

    def said(self, *changes, **keywords):
        process = self.start(*changes, **keywords)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        return process.stdout

    def checksum(self, said):
        return next(line for line in said.splitlines() if line.startswith("state checksum"))

    def test_goes_on_where_the_other_run_was(self):
        for ranks in (1, 2):
            said = self.said("time.start=2000-01-01T00:30:00Z", ranks=ranks)
            self.assertIn(f"the sea is that of '{self.restart}' at 2000-01-01T00:30:00Z\n", said)
            self.assertIn("nothing is changed", said)
            self.assertEqual(self.checksum(said), self.checksum(self.whole))

    def test_says_what_differs(self):
        said = self.said("mesh.bisections=3", "spectrum.directions=24", "physics.max_drag=0.002", command="check")
        self.assertIn("not at the start of the run, 2000-01-01T00:00:00Z", said)
        self.assertIn("12 directions are remapped", said)
        self.assertIn("its mesh of 162 cells", said)
        self.assertIn("0 are calm", said)
        self.assertIn("physics differ", said)
        self.assertRegex(said, r"the sum of variance times area was [\d.e+]+ m4 and is now [\d.e+]+ m4")

    def test_refuses_files_that_do_not_fit(self):
        damaged = self.folder / "damaged.nc"
        content = bytearray(self.restart.read_bytes())
        content[len(content) // 2] ^= 4
        damaged.write_bytes(content)
        foreign = self.out / "fields.nc"
        for changes, file, words in (
            ((), damaged, ["damaged.nc", "is damaged", "cell "]),
            ((), foreign, ["fields.nc", "is not a restart"]),
            ((), self.folder / "none.nc", ["none.nc", "no file"]),
            (("mesh.kind=strip",), None, ["a sphere of radius", "a plane", "same surface"]),
        ):
            for ranks in (1, 2):
                self.assert_refused(self.start(*changes, file=file, ranks=ranks, quiet=True), *words)
        own = self.out / "restart_20000101T010000Z.nc"
        self.assert_refused(self.start(file=own), str(own), "would write a restart of the same name")
        process = run_program("check", self.case, "--set", "initial.kind=restart")
        self.assert_refused(process, "initial.file is empty")
        said = self.said("initial.kind=calm", command="check")
        self.assertIn("initial.file has no effect without initial.kind: restart", said)


if __name__ == "__main__":
    unittest.main()
