# SPDX-License-Identifier: Apache-2.0
"""A bad configuration or a full disk leads to an error message and a non-zero exit status on any number of processes.

The program does not hang or crash, and no output looks complete.
"""

import os
import unittest

from program_case import ProgramTest, UserTest, run_program


class BadConfiguration(ProgramTest):
    def test_a_valid_case_runs(self):
        process = run_program("run", self.write_case(), ranks=2)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(self.complete_output(), ["fields.nc"])

    def test_missing_case_file(self):
        self.assert_refused(run_program("run", self.folder / "nowhere.yaml", ranks=2), "nowhere.yaml")

    def test_unknown_option_names_the_nearest(self):
        case = self.write_case(("directions: 12", "direction: 12"))
        self.assert_refused(run_program("run", case), "case.yaml:5", "spectrum.direction", "spectrum.directions")

    def test_reordering_is_a_name_not_a_flag(self):
        for flag in ("true", "false"):
            case = self.write_case(more=f"parallel: {{reorder: {flag}}}")
            self.assert_refused(
                run_program("check", case), "parallel.reorder", f"'{flag}'", "none, mpi, nodes or scotch"
            )

    def test_wrong_unit(self):
        case = self.write_case(("step: 30 min", "step: 30 km"))
        self.assert_refused(run_program("run", case, ranks=2), "case.yaml:3", "time.step", "km")

    def test_end_before_start(self):
        case = self.write_case(("end: 2000-01-01T01:00:00Z", "end: 1999-01-01"))
        self.assert_refused(run_program("check", case), "time.end", "1999-01-01")

    def test_unknown_field(self):
        case = self.write_case(("names: [hs]", "names: [hsig]"))
        self.assert_refused(run_program("run", case, ranks=2), "hsig", "hs")

    def test_field_without_its_forcing(self):
        case = self.write_case(("names: [hs]", "names: [hs, ucur]"))
        self.assert_refused(run_program("run", case, ranks=2), "ucur")
        self.assertEqual(self.complete_output(), [])

    def test_places_and_bounds_beyond_the_globe(self):
        for more, words in (
            ("  points: {places: [{name: A, lon: 0, lat: 95}]}", ["'A'", "95", "not on the globe"]),
            ("  points: {places: [{name: B, lon: 1e6, lat: 5}]}", ["'B'", "not on the globe"]),
            ('  points: {places: [{name: "A\\nB", lon: 0, lat: 5}]}', ["case.yaml:", "places[1].name", "line break"]),
            ("balance: {enabled: true, lat: -91}", ["balance.lat", "-91"]),
        ):
            self.assert_refused(run_program("check", self.write_case(more=more)), *words)
        for bounds in ("west: 1000", "south: -95"):
            lat_lon = ("lat_lon: {interval: 0}", f"lat_lon: {{spacing: 10, {bounds}}}")
            process = run_program("check", self.write_case(lat_lon))
            self.assert_refused(process, bounds.split()[1], "the edge of the mesh")

    def test_fewer_than_twelve_directions(self):
        case = self.write_case(("directions: 12", "directions: 8"))
        self.assert_refused(run_program("run", case), "case.yaml:5", "spectrum.directions", "8", "12")

    def test_senseless_sizes_of_the_spectrum(self):
        for old, new in (
            ("directions: 12", "directions: 1e9"),
            ("directions: 12", "directions: 361"),
            ("frequencies: 12", "frequencies: 2000000"),
            ("frequencies: 12", "frequencies: 12, frequency_ratio: 1.0000001"),
        ):
            process = run_program("check", self.write_case((old, new)), time_limit=10)
            self.assert_refused(process, "case.yaml:5", "spectrum.", new.split(": ")[-1])

    def test_peak_beyond_the_spectrum(self):
        # The 24 frequencies run from 0.0600 to 0.537 Hz, periods from 16.7 to 1.86 s.
        frequencies = ("frequencies: 12", "frequencies: 24")
        for section, kind, period, words in (
            ("boundary", "jonswap", 40, ("0.025 Hz", "0.06 to 0.537", "lower spectrum.first_frequency")),
            ("boundary", "jonswap", 16, ("0.0625 Hz", "height of 2 m", "a period of 2.6 to 15.6 s")),
            ("boundary", "jonswap", 2, ("0.5 Hz", "spectrum.frequencies for shorter")),
            ("initial", "swell", 20, ("0.05 Hz", "lower spectrum.first_frequency")),
        ):
            case = self.write_case(frequencies, more=f"{section}: {{kind: {kind}, period: {period} s}}")
            with self.subTest(f"{section} {period}"):
                process = run_program("check", case)
                self.assert_refused(process, "case.yaml:", f"{section}.period", f"{period} s", *words)
        for period in (15.6, 2.6):  # the limits of the range that the message names
            case = self.write_case(frequencies, more=f"boundary: {{kind: jonswap, period: {period} s}}")
            self.assertEqual(run_program("check", case).returncode, 0)

    def test_heights_that_no_sea_has(self):
        box = "boxes: [{west: 0, east: 9, south: 0, north: 9, height: 41}]"
        for section, height in (("boundary: {kind: jonswap, height: 100}", "100"), ("initial: {height: 40.1}", "40.1"),
                                (f"boundary: {{kind: jonswap, {box}}}", "41")):  # fmt: skip
            with self.subTest(section):
                process = run_program("check", self.write_case(more=section))
                self.assert_refused(process, "case.yaml:", "height", f"is {height}", "40")

    def test_bound_of_the_drag(self):
        for value, *words in (("0.0005", "0.001 to 0.01", "0 for no bound"), ("none", "by_package")):
            case = self.write_case(more=f"physics: {{package: st4, max_drag: {value}}}")
            self.assert_refused(run_program("run", case), "case.yaml:", "physics.max_drag", value, *words)

    def test_no_limiter_under_wind(self):
        case = self.write_case(more="physics: {limiter: none}")
        for subcommand in ("check", "run"):
            self.assert_refused(run_program(subcommand, case, ranks=2), "physics.limiter", "hersbach_janssen")
        blowing, current = "kind: constant, speed: 10 m/s", "\ncurrent: {kind: constant, speed: 1 m/s}"
        for calm in ("kind: none", "kind: constant, speed: 0", "kind: turning, steps: [{time: 0, speed: 0, from: 0}]"):
            case = self.write_case((blowing, calm), more="physics: {limiter: none}")
            self.assertEqual(run_program("check", case).returncode, 0)
            # Over moving water, calm air is a wind.
            case = self.write_case((blowing, calm), more="physics: {limiter: none}" + current)
            self.assert_refused(run_program("check", case), "physics.limiter", "wind.relative")
        steps = "kind: turning, steps: [{time: 0, speed: 0, from: 0}, {time: 1 h, speed: 5, from: 0}]"
        case = self.write_case((blowing, steps), more="physics: {limiter: none}")
        self.assert_refused(run_program("check", case), "physics.limiter")

    def test_coefficients_of_st4(self):
        for change, words in (
            ("beta_max: 14.3", ["case.yaml:", "physics.st4.beta_max", "14.3", "more than 5"]),
            (
                "breaking_sector: 3.2 rad",
                ["case.yaml:", "physics.st4.breaking_sector", "3.2 rad", "more than 180 degree"],
            ),
            ("set: t475", ["case.yaml:", "physics.st4.set", "t475", "t471, t471f or t405"]),
            ("betamax: 1.5", ["case.yaml:", "physics.st4.betamax", "physics.st4.beta_max"]),
        ):
            with self.subTest(change):
                case = self.write_case(more=f"physics: {{package: st4, st4: {{{change}}}}}")
                self.assert_refused(run_program("check", case), *words)

    def test_grid_on_which_growth_is_wrong(self):
        short = "directions: 12, frequencies: 12, first_frequency: 0.06 Hz"
        for n_freq, warned in ((12, True), (26, True), (27, False), (42, False), (43, True)):
            grid = short.replace("frequencies: 12", f"frequencies: {n_freq}")
            process = run_program("check", self.write_case((short, grid)))
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertEqual("between 0.7 and 3 Hz" in process.stdout, warned, process.stdout)

    def test_a_strip_of_more_cells_than_can_be_counted(self):
        strip = ("kind: icosahedral, bisections: 2", "kind: strip, length: 100000, width: 100000")
        self.assert_refused(run_program("check", self.write_case(strip)), "case.yaml:4", "mesh.length", "1e+10 cells")

    def test_more_memory_than_there_is(self):
        large = ("directions: 12, frequencies: 12", "directions: 360, frequencies: 200, frequency_ratio: 1.02")
        case = self.write_case(large, ("bisections: 2", "bisections: 6"))  # 12 GB
        for ranks in (1, 2):
            process = run_program("check", case, ranks=ranks, rank_prefix="ulimit -v 4000000;")
            self.assert_refused(process, "not enough memory", "more processes")

    def test_text_that_is_not_utf8(self):
        case = self.write_case(("title: test", "title: Café"))
        self.assertEqual(run_program("check", case).returncode, 0)
        content = case.read_bytes()
        case.write_bytes(b"\xef\xbb\xbf" + content)  # a byte order mark
        self.assertEqual(run_program("check", case).returncode, 0)
        for encoding in ("latin-1", "utf-16"):
            case.write_bytes(content.decode().encode(encoding))
            for subcommand in ("check", "run"):
                line = 2 if encoding == "latin-1" else 1
                self.assert_refused(run_program(subcommand, case), f"case.yaml:{line}: the text is not UTF-8")
        self.assertFalse(self.out.exists())
        process = run_program("check", self.write_case(), "--set", b"title=Caf\xe9".decode(errors="surrogateescape"))
        self.assert_refused(process, "--set title=Caf\ufffd:1: the text is not UTF-8")

    def test_frequencies_that_no_sea_has(self):
        for first, words in (("1e30", "the most allowed"), ("1.001", "1 Hz"), ("0.0099", "0.01 Hz"), ("0", "0.01 Hz")):
            process = run_program("check", self.write_case(), "--set", f"spectrum.first_frequency={first}")
            self.assert_refused(process, "spectrum.first_frequency", first, words)

    def test_storms_that_cannot_be(self):
        case = self.write_case(("kind: constant, speed: 10 m/s", "kind: vortex, vortex: {lat: 30, radius: 300 km}"))
        self.assertEqual(run_program("check", case).returncode, 0)
        for option, *words in (
            ("radius=0", "is 0", "1 km"),
            ("lat=95", "is 95", "90 degree"),
            ("profile=hollan", "did you mean 'holland'"),
            ("travel_to=1e30", "is 1e30", "360 degree"),
            ("max_speed=121", "is 121", "120 m"),
            ("background_speed=100", "background_speed 100 m/s and max_speed 40 m/s", "120 m/s"),
            ("date=2000-02-30", "2000-2-30"),
        ):
            process = run_program("check", case, "--set", f"wind.vortex.{option}")
            self.assert_refused(process, f"wind.vortex.{option.split('=')[0]}", *words)

    def test_a_storm_in_the_plane_is_one_wind(self):
        storm = ("kind: constant, speed: 10 m/s", "kind: vortex")
        strip = ("kind: icosahedral, bisections: 2", "kind: strip, length: 6, width: 4")
        for replacements, warned in (((storm, strip), True), ((storm,), False), ((strip,), False)):
            process = run_program("check", self.write_case(*replacements))
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertEqual("all cells count as 0E 0N" in process.stdout, warned, process.stdout)

    def test_traps_in_yaml(self):
        path = self.folder / "case.yaml"
        for content in ("a: &a [*a]", "[" * 20000, "x" * 2_000_000):
            path.write_text(content)
            self.assert_refused(run_program("check", path, time_limit=10), "case.yaml")
        path.unlink()
        os.mkfifo(path)
        self.assert_refused(run_program("check", path, time_limit=10), "case.yaml", "is a pipe")

    def test_more_ranks_than_cells(self):
        one_point = ("kind: icosahedral, bisections: 2", "kind: one_point")
        case = self.write_case(one_point, more="propagation: {enabled: false}")
        self.assert_refused(run_program("run", case, ranks=3), "3", "cells")


class BadCommandLine(ProgramTest):
    def test_unknown_subcommand(self):
        self.assert_refused(run_program("forecast"), "'forecast'", "run", "check", "config", "mesh", "bench")

    def test_no_case(self):
        self.assert_refused(run_program("run"), "case", "--help")

    def test_folder_in_place_of_a_case(self):
        self.assert_refused(run_program("run", self.folder, ranks=2), str(self.folder), "is a folder")

    def test_only_the_sentence_is_printed(self):
        for ranks, quiet in ((1, False), (2, True)):
            process = run_program("run", self.folder / "nowhere.yaml", ranks=ranks, quiet=quiet)
            self.assert_refused(process, "nowhere.yaml")
            # A second rank prints the same message if the first is slow to end the run.
            self.assertEqual(len(set(process.stderr.strip().splitlines())), 1, process.stderr)


class NoPermission(UserTest):
    def test_a_case_without_permission_to_read(self):
        case = self.write_case()
        case.chmod(0)
        self.assert_refused(self.run_as_user("run", case), "case.yaml", "permissions")

    def test_a_mesh_without_permission_to_read(self):
        (self.folder / "mesh.nc").write_bytes(b"")
        (self.folder / "mesh.nc").chmod(0)
        case = self.write_case(("mesh: {kind: icosahedral, bisections: 2}", "mesh: {file: mesh.nc}"))
        self.assert_refused(self.run_as_user("run", case), "mesh.nc", "Permission denied")

    def test_a_folder_without_permission_to_write(self):
        case = self.write_case()
        self.folder.chmod(0o555)
        self.assert_refused(self.run_as_user("run", case), str(self.folder / "out"), "Permission denied")

    def test_a_mesh_without_permission_to_write(self):
        (self.folder / "mesh.yaml").write_text("kind: global\ncells: 42\nbathymetry: {depth: 4000 m}\n")
        self.folder.chmod(0o555)
        process = self.run_as_user("mesh", self.folder / "mesh.yaml", "--output", self.folder / "mesh.nc")
        self.assert_refused(process, str(self.folder), "Permission denied")
        self.assertEqual(process.stdout, "")  # refused before the work begins


class BadTogether(ProgramTest):
    # Delays the messages of the first of two processes by a second, as on a busy machine; the second writes its
    # messages to a file.
    STUCK = """
        if [ "$OMPI_COMM_WORLD_RANK" = 0 ]; then exec 2> >(sleep 1; cat); head -c 65536 /dev/zero >&2; fi;
        if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then exec 2> "$SAID"; fi;"""

    def test_what_all_know_is_said_by_the_first_alone(self):
        said = self.folder / "said.txt"
        wrong = ["--set", "parallel.network=no.json"]
        for words in (wrong, [*wrong, "--set", "parallel.reorder=nodes"]):
            stuck = f"export SAID='{said}';" + self.STUCK
            process = run_program("run", self.write_case(), *words, ranks=2, rank_prefix=stuck, quiet=True)
            self.assertEqual(process.returncode, 1)
            self.assertNotIn("error: ", said.read_text())


class BadDisk(ProgramTest):
    # Files may grow to 200 kB; beyond that, writing fails as on a full disk.
    SMALL_DISK = "ulimit -f 200;"

    def test_disk_full_in_a_run(self):
        case = self.write_case(("bisections: 2", "bisections: 3"), ("end: 2000-01-01T01:00:00Z", "end: 2000-01-05"))
        # Processes use TCP here, because shared memory would be a file above the limit.
        process = run_program("run", case, ranks=2, rank_prefix="export OMPI_MCA_btl=self,tcp;" + self.SMALL_DISK)
        self.assert_refused(process, "fields.nc", "(ulimit -f)")
        self.assertEqual(process.stderr.count("error: "), 1, process.stderr)
        self.assertEqual(self.complete_output(), [])

    def test_disk_full_in_making_a_mesh(self):
        (self.folder / "mesh.yaml").write_text("kind: global\ncells: 642\nbathymetry: {depth: 4000 m}\n")
        process = run_program(
            "mesh", self.folder / "mesh.yaml", "--output", self.folder / "mesh.nc", rank_prefix=self.SMALL_DISK
        )
        self.assert_refused(process, "mesh.nc", "(ulimit -f)")
        self.assertFalse((self.folder / "mesh.nc").exists())

    def test_a_folder_where_the_mesh_should_be(self):
        (self.folder / "mesh.yaml").write_text("kind: global\ncells: 642\nbathymetry: {depth: 4000 m}\n")
        process = run_program("mesh", self.folder / "mesh.yaml", "--output", self.folder)
        self.assert_refused(process, str(self.folder), "is a folder")
        self.assertEqual(process.stdout, "")  # refused before the work begins

    def test_a_refused_mesh_leaves_no_folder(self):
        (self.folder / "mesh.yaml").write_text("kind: global\ncells: 642\nbathymetry: {file: nowhere.nc}\n")
        process = run_program("mesh", self.folder / "mesh.yaml", "--output", self.folder / "deep/er/mesh.nc")
        self.assert_refused(process, "nowhere.nc")
        self.assertFalse((self.folder / "deep").exists())
        (self.folder / "mesh.yaml").write_text("kind: global\ncells: 162\nbathymetry: {depth: 4000 m}\n")
        self.succeed("mesh", self.folder / "mesh.yaml", "--output", self.folder / "deep/er/mesh.nc")
        self.assertTrue((self.folder / "deep/er/mesh.nc").exists())
        process = run_program("mesh", self.folder / "mesh.yaml", "--output", self.folder / "mesh.yaml/mesh.nc")
        self.assert_refused(process, "mesh.yaml", "is not a folder")
        self.assertEqual(process.stdout, "")  # refused before the work begins

    def test_folder_cannot_be_made(self):
        (self.folder / "out").write_text("a file where the folder should be")
        self.assert_refused(run_program("run", self.write_case(), ranks=2), str(self.folder / "out"))


if __name__ == "__main__":
    unittest.main()
