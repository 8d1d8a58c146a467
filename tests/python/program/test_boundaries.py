# SPDX-License-Identifier: Apache-2.0
"""Open boundaries, end to end: what `check` reports about them, waves that enter, and errors in wave files."""

import re
import unittest

from program_case import ProgramTest, run_program
from wave_files import write_spectra

MESH = "mesh: {kind: icosahedral, bisections: 2}"
STRIP = "mesh: {kind: strip, length: 20, width: 4, spacing: 10 km}"


class Boundaries(ProgramTest):
    def case(self, boundary):
        return self.write_case((MESH, STRIP), more=f"boundary: {boundary}")

    def test_check_tells_of_each(self):
        output = self.succeed("check", self.case("{kind: absorbing}"))
        self.assertRegex(output, r"boundary  open over \d+ km \(\d+ edges\), x 1\d\d to \d+ km, y ")
        self.assertIn("enters    nothing", output)
        output = self.succeed("check", self.case("{kind: jonswap, height: 1.5, direction: 90}"))
        self.assertIn("waves of 1.5 m and 10 s from 90 degrees at all times", output)
        file = write_spectra(self.folder / "waves.nc", [200e3], [0.0], [0, 3])
        output = self.succeed("check", self.case(f"{{kind: file, files: [{file}]}}"))
        self.assertRegex(output, r"spectra at 1 place of '.*waves.nc', 2000-01-01T00:00:00Z to 2000-01-01T03:00:00Z")

    def test_warns_of_files_that_have_no_effect(self):
        file = write_spectra(self.folder / "waves.nc", [900e3], [0.0], [0, 3])
        boundary = f"{{kind: file, files: [{file}], zero_where_no_place: true}}"
        output = self.succeed("check", self.case(boundary))
        self.assertRegex(output, r"warning: nothing enters: no place of boundary.files with values lies within 100 km")
        output = self.succeed("check", self.write_case(more=f"boundary: {boundary}"))
        self.assertIn("warning: boundary.kind is file, but the mesh has no open edge", output)

    def test_waves_enter(self):
        file = write_spectra(self.folder / "waves.nc", [200e3], [0.0], [0, 3])
        for ranks in (1, 3):
            output = self.succeed("run", self.case(f"{{kind: file, files: [{file}]}}"), ranks=ranks)
            self.assertIn("boundary.update", output)
        self.assertGreater(float(re.findall(r"([\d.]+) m at", output)[-1]), 0.3)

    def test_refuses_files_that_do_not_fit(self):
        folder = self.folder
        for name, file, words in (
            ("short", write_spectra(folder / "a.nc", [200e3], [0.0], [0, 0.5]), ("ends at 2000-01-01T00:30:00Z",)),
            ("far", write_spectra(folder / "b.nc", [900e3], [0.0], [0, 3]), ("within 100 km of the open edge at x",)),
            (
                "no direction",
                write_spectra(folder / "c.nc", [200e3], [0.0], [0, 3], direction="degrees"),
                ("do not say whether waves come from there", "c.nc"),
            ),
            (
                "unit",
                write_spectra(folder / "d.nc", [200e3], [0.0], [0, 3], units="m2 s"),
                ("'m2 s'", "m2 s rad-1"),
            ),
        ):
            with self.subTest(name):
                self.assert_refused(run_program("check", self.case(f"{{kind: file, files: [{file}]}}")), *words)

    def test_a_run_does_not_start_from_spectra(self):
        file = write_spectra(self.folder / "waves.nc", [100e3], [0.0], [0, 3])
        case = self.write_case((MESH, STRIP), more=f"initial: {{kind: file, files: [{file}]}}")
        self.assert_refused(run_program("run", case), "no significant height", "no run can start from them", "waves.nc")


if __name__ == "__main__":
    unittest.main()
