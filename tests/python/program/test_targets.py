# SPDX-License-Identifier: Apache-2.0
"""The program refuses targets that are links, pipes, folders, inputs or foreign files, and intervals that are not a
multiple of the step."""

import os
import unittest

from program_case import POINTS, RECORD, ProgramTest, contents, overrides, run_program, write_wind


class Targets(ProgramTest):
    def test_a_run_replaces_no_link_pipe_folder_or_file_of_others(self):
        precious = self.folder / "precious.nc"
        precious.write_text("precious")
        self.out.mkdir()
        case = self.write_case()
        link = (lambda t: t.symlink_to(precious), os.unlink, "is a link")
        mine = (lambda t: t.write_text("mine"), os.unlink, "no run recorded")
        pipe, folder = (os.mkfifo, os.unlink, "is a pipe"), (os.mkdir, os.rmdir, "is a folder")
        nowhere = (lambda t: t.symlink_to("/nowhere/at/all"), os.unlink, "is a link")
        for name, obstacles in (
            ("fields.nc", (link, nowhere, mine, pipe, folder)),
            ("fields.nc.part", (link, mine)),
            ("timers.json", (link, mine)),
            ("resolved.yaml.part", (link, pipe)),
            (RECORD, (link, pipe)),
        ):
            for make, remove, words in obstacles:
                target = self.out / name
                make(target)
                before = contents(self.out)
                for command in ("check", "run") if words == "is a link" else ("run",):
                    self.assert_refused(run_program(command, case), str(target), words)
                self.assertEqual(contents(self.out), before)
                remove(target)
        self.assertEqual(precious.read_text(), "precious")

    def test_a_run_replaces_no_input(self):
        self.out.mkdir()
        wind = ("wind: {kind: constant, speed: 10 m/s}", "wind: {kind: file, files: [wind.nc]}")
        write_wind(self.folder / "wind.nc", range(0, 360, 10), range(-90, 91, 10), [0, 6], 10.0)
        os.link(self.folder / "wind.nc", self.out / "fields.nc")
        self.assert_refused(run_program("run", self.write_case(wind)), "fields.nc", "reads it", "wind.nc")
        (self.out / "fields.nc").unlink()
        (self.out / "resolved.yaml").write_text(self.write_case().read_text())
        refused = run_program("run", self.out / "resolved.yaml", "--set", f"output.folder={self.out}")
        self.assert_refused(refused, "resolved.yaml", "this command reads it")

    def test_a_mesh_replaces_no_link_device_or_input(self):
        heights = self.folder / "heights.nc"
        heights.write_text("heights")
        config = self.folder / "mesh.yaml"
        config.write_text("kind: global\ncells: 162\nbathymetry: {depth: 4000 m}\n")
        (self.folder / "link.nc").symlink_to(heights)
        (self.folder / "link2.nc.part").symlink_to(heights)
        os.mkfifo(self.folder / "pipe.nc")
        for name, words in (
            ("link.nc", "is a link"),
            ("link2.nc", "is a link"),
            ("pipe.nc", "is a pipe"),
            ("mesh.yaml", "this command reads it"),
        ):
            refused = run_program("mesh", config, "--output", self.folder / name)
            self.assert_refused(refused, name, words)
            self.assertEqual(refused.stdout, "")  # refused before the work begins
        config.write_text("kind: global\ncells: 162\nbathymetry: {file: heights.nc}\n")
        self.assert_refused(run_program("mesh", config, "--output", heights), "heights.nc", "reads it")
        self.assertEqual(heights.read_text(), "heights")

    def test_figures_of_the_benchmark_replace_no_link(self):
        link = self.folder / "bench.json"
        link.symlink_to(self.folder / "elsewhere.json")
        for ranks in (1, 2):
            refused = run_program("bench", "kernels", "--bisections", 2, "--json", link, ranks=ranks)
            self.assert_refused(refused, "bench.json", "is a link")
        self.assertFalse((self.folder / "elsewhere.json").exists())


class Intervals(ProgramTest):
    def test_intervals_that_are_not_multiples_of_the_step_are_refused(self):
        step = ("step: 30 min", "step: 10 min")
        for changes, more, words in (
            ([step, ("fields: {interval: 30 min", "fields: {interval: 15 min")], "",
             ["output.fields.interval is 900 s", "time.step, 600 s", "600 s or 1200 s"]),
            ([("fields: {interval: 30 min", "fields: {interval: 10 min")], "",
             ["output.fields.interval is 600 s", "time.step, 1800 s", "choose 1800 s"]),
            ([("lat_lon: {interval: 0}", "lat_lon: {interval: 45 min}")], "",
             ["output.lat_lon.interval is 2700 s", "1800 s or 3600 s"]),
            ([], POINTS.replace("interval: 30 min", "interval: 40 min"),
             ["output.points.interval is 2400 s", "1800 s or 3600 s"]),
            ([], POINTS.replace("spectra_interval: 0", "spectra_interval: 40 min"),
             ["output.points.spectra_interval is 2400 s"]),
            ([], "checks: {interval: 50 min}", ["checks.interval is 3000 s", "1800 s or 3600 s"]),
        ):  # fmt: skip
            case = self.write_case(*changes, more=more)
            for command in ("check", "run"):
                self.assert_refused(run_program(command, case), "case.yaml:", *words)
        self.assertFalse(self.out.exists())

    def test_a_step_of_seven_minutes_names_all_that_it_does_not_divide(self):
        case = self.write_case(
            ("step: 30 min", "step: 7 min"), ("end: 2000-01-01T01:00:00Z", "end: 2000-01-01T00:56:00Z")
        )
        said = run_program("check", case)
        self.assert_refused(said, "output.fields.interval", "checks.interval", "1680 s or 2100 s")
        changes = ["output.fields.interval=14 min", "checks.interval=56 min"]
        self.succeed("run", case, *overrides(changes))


if __name__ == "__main__":
    unittest.main()
