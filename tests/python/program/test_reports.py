# SPDX-License-Identifier: Apache-2.0
"""Reports of the program: sizes of files, warnings, the summary; and how a run ends after a signal."""

import json
import os
import re
import signal
import subprocess
import time
import unittest

import netCDF4
import numpy as np
from program_case import MPI, POINTS, PROGRAM, ProgramTest, run_program

LONG = ("end: 2000-01-01T01:00:00Z", "end: 2001-01-01")
WIND = "wind: {kind: constant, speed: 10 m/s}"
GRID = ("frequencies: 12", "frequencies: 27")  # up to 0.72 Hz
BYTES = {"B": 1, "kB": 1e3, "MB": 1e6, "GB": 1e9}


def sizes_in(said):
    """Bytes by file name, as `check` announces them."""
    lines = re.findall(r"/(\w+\.nc): .* dates, about ([\d.]+) (\w+)", said)
    return {name: float(number) * BYTES[unit] for name, number, unit in lines}


class Check(ProgramTest):
    def test_reports_the_sizes_of_the_files(self):
        case = self.write_case(
            ("bisections: 2", "bisections: 4"),
            ("end: 2000-01-01T01:00:00Z", "end: 2000-01-02"),
            ("lat_lon: {interval: 0}", "lat_lon: {interval: 1 h, spacing: 2 degree}"),
            more=POINTS.replace("spectra_interval: 0", "spectra_interval: 30 min"),
        )
        announced = sizes_in(self.succeed("check", case))
        self.succeed("run", case)
        self.assertEqual(set(announced), {path.name for path in self.out.glob("*.nc")})
        for name, size in announced.items():
            header = 20e3
            self.assertLess(abs((self.out / name).stat().st_size - size), 0.01 * size + header, name)

    def test_counts_no_more_restarts_than_the_run_writes(self):
        more = "  restart: {interval: 30 min, keep: 1000000000}"
        said = self.succeed("check", self.write_case(more=more))
        self.assertIn("the newest 1000000000 stay", said)
        self.assertNotIn("the output takes", said)

    def test_reports_the_memory_that_the_system_sees(self):
        for ranks in (1, 3):
            case = self.write_case(
                ("bisections: 2", "bisections: 5"),
                ("end: 2000-01-01T01:00:00Z", "end: 2000-01-01T00:30:00Z"),
                ("directions: 12, frequencies: 12", "directions: 36, frequencies: 30"),
            )
            self.succeed("run", case, ranks=ranks)
            memory = json.loads((self.out / "timers.json").read_text())["memory_bytes"]
            self.assertEqual(memory["total"], sum(memory["parts"].values()))
            self.assertLess(abs(memory["total"] / memory["resident"] - 1.0), 0.1, memory)
            self.assertGreaterEqual(memory["highest_on_a_rank"], memory["resident"] / ranks)

    def test_takes_the_spacing_of_the_grid_from_the_mesh_and_warns_of_one_far_finer(self):
        lat_lon = "lat_lon: {interval: 1 h, names: [hs, tp]}"
        for bisections, spacing, points, warned in (
            (3, "", "180 x 91 points 2 degree apart, as in the mesh, from -180 to 178 east", True),
            (6, "", "360 x 181 points 1 degree apart, as in the mesh, from -180", False),
            (5, "spacing: 1 degree, ", "360 x 181 points 1 degree apart, from -180", False),
            (5, "spacing: 0.5 degree, ", "720 x 361 points 0.5 degree apart, from -180", True),
        ):
            grid = lat_lon.replace("names", f"{spacing}names")
            case = self.write_case(("bisections: 2", f"bisections: {bisections}"), ("lat_lon: {interval: 0}", grid))
            said = self.succeed("check", case)
            self.assertIn(f"lat_lon.nc: {points}", said)
            self.assertEqual("times as many points as the mesh has cells" in said, warned, said)
        self.assertIn("has 25 times as many points", said)
        self.assertRegex(
            said, r"so it takes 4.16 MB, whereas the same fields on the mesh take 16\d kB; choose a larger"
        )

    def test_refuses_a_grid_of_more_points_than_any_viewer_takes(self):
        for spacing in ("0.001", "1e-9"):
            case = self.write_case(("lat_lon: {interval: 0}", f"lat_lon: {{interval: 1 h, spacing: {spacing}}}"))
            self.assert_refused(run_program("check", case, time_limit=10), "lat-lon", "larger spacing")

    def test_warns_of_odd_settings(self):
        strip = ("kind: icosahedral, bisections: 2", "kind: strip, length: 10")
        no_x, all_x = (f"{{west: {x}, south: -1e6, north: 1e6, period: 8}}" for x in ("-5, east: -4", "0, east: 1e6"))
        for changes, more, words in (
            ([], "", ""),
            ([(WIND, "")], "", "no wind blows"),
            ([("speed: 10 m/s", "speed: 0")], "", "there are no waves"),
            ([(WIND, "")], "initial: {kind: swell}", "only travel and decay"),
            ([], "physics: {limiter: wamdi}", "holds young seas back"),
            ([], "physics: {limiter: wamdi, enabled: false}", ""),
            ([], "physics: {limiter: ecmwf}", ""),
            ([], "boundary: {files: [a.nc]}", "boundary.files has no effect without boundary.kind: file"),
            (
                [],
                "physics: {st4: {set: t405, beta_max: 1.2}}",
                "with physics.package wam4, these have no effect: physics.st4.set, physics.st4.beta_max",
            ),
            (
                [],
                "physics: {package: st4, swell_damping: true, dissipation: bja2005}",
                "with physics.package st4, these have no effect: physics.dissipation, physics.swell_damping",
            ),
            (
                [],
                "physics: {package: wam3, dissipation: bja2005, air_damping: false}",
                "with physics.package wam3, these have no effect: physics.dissipation, physics.air_damping",
            ),
            (
                [],
                "physics: {friction_coefficient_wind_sea: 0.1, friction_roughness: 0.1}",
                "with physics.friction jonswap, these have no effect: physics.friction_coefficient_wind_sea, ph",
            ),
            ([], "physics: {friction: madsen, friction_coefficient: 0.1}", "no effect: physics.friction_coefficient"),
            ([], "physics: {friction: madsen, friction_roughness: 0.1}", ""),
            ([], "physics: {friction: sea_state, friction_coefficient_wind_sea: 0.1}", ""),
            ([], "physics: {package: st4, air_damping: false, st4: {set: t405}}", ""),
            ([], "initial: {kind: swell, files: [a.nc]}", "initial.files has no effect without initial.kind: file"),
            (
                [],
                "ice: {files: [a.nc]}\ncurrent: {files: [a.nc]}",
                "current.files has no effect without current.kind: file; ice",
            ),
            ([strip], "boundary: {kind: jonswap, period: 8 s}", "one sea that never changes"),
            ([strip], f"boundary: {{kind: jonswap, boxes: [{all_x}]}}", ""),
            ([strip], f"boundary: {{kind: jonswap, boxes: [{all_x}, {no_x}]}}", "boundary.boxes: 2 (west -5, east -4,"),
            ([strip], f"boundary: {{kind: jonswap, boxes: [{all_x}, {all_x}]}}", "boundary.boxes: 2 (west 0,"),
            ([("fields: {interval: 30 min", "fields: {interval: 0")], "", "no output"),
        ):
            said = self.succeed("check", self.write_case(GRID, *changes, more=more))
            self.assertIn(words, said)
            self.assertEqual("warning: " in said, words != "", said)
            self.assertEqual("the case is sound" in said, words == "", said)
            self.assertEqual("the case can run, but there is 1 warning above" in said, words != "", said)

    def test_names_of_places_that_spectra_would_cut_to_one(self):
        names = ("a buoy far out in rain", "a buoy far out in fog")
        items = ", ".join(f"{{name: {name}, lon: 9, lat: 0}}" for name in names)
        places = POINTS.replace("{name: A, lon: 9, lat: 0}", items)
        self.succeed("check", self.write_case(more=places))
        case = self.write_case(more=places.replace("spectra_interval: 0", "spectra_interval: 30 min"))
        self.assert_refused(run_program("check", case), "'a buoy far out in rain'", "'a buoy far out i'")


class Mesh(ProgramTest):
    def test_finer_than_its_heights(self):
        lon, lat = np.arange(-5.0, 15.1, 0.5), np.arange(-5.0, 15.1, 0.5)
        with netCDF4.Dataset(self.folder / "heights.nc", "w") as file:
            for name, values in (("lat", lat), ("lon", lon)):
                file.createDimension(name, len(values))
                file.createVariable(name, "f8", (name,))[:] = values
            file.createVariable("height", "f4", ("lat", "lon"))[:] = -100.0
        (self.folder / "mesh.yaml").write_text(
            "kind: region\nregion: {west: 0, east: 10, south: 0, north: 10}\nbathymetry: {file: heights.nc}\n"
        )
        for spacing, warned in (("100 km", False), ("40 km", True)):
            (self.folder / "one.yaml").write_text((self.folder / "mesh.yaml").read_text() + f"spacing: {spacing}\n")
            said = self.succeed("mesh", self.folder / "one.yaml", "--output", self.folder / "mesh.nc")
            self.assertEqual("lie 55.6 km apart" in said, warned, said)


class Run(ProgramTest):
    def test_ends_with_the_highest_sea_and_its_files(self):
        said = self.succeed("run", self.write_case(), ranks=2).splitlines()
        self.assertRegex(said[-2], r"^the highest sea was \d.\d\d m at .*, 2000-01-01T0\d:00:00Z$")
        self.assertTrue(said[-1].startswith(f"files in {self.out}: "), said[-1])
        for name in ("fields.nc", "resolved.yaml", "timers.json"):
            self.assertRegex(said[-1], rf"\b{name} \([\d.]+ k?B\)")

    def n_date(self, part):
        try:
            with netCDF4.Dataset(part) as file:
                return len(file["time"])
        except (OSError, IndexError):  # its header is not written yet
            return 0

    def start(self, ranks):
        part = self.out / "fields.nc.part"
        earlier = part.stat().st_ino if part.exists() else None
        mpirun = ["mpirun", "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
        process = subprocess.Popen(
            [*mpirun, PROGRAM, "run", str(self.write_case(LONG))],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **MPI},
        )
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for _ in range(1000):
            if part.exists() and part.stat().st_ino != earlier and self.n_date(part) > 1:
                return process
            self.assertIsNone(process.poll(), "the run ended early")
            time.sleep(0.05)
        self.fail("the run did not begin to write")

    def test_a_signal_ends_it_between_two_steps(self):
        for number, name in ((signal.SIGTERM, "SIGTERM"), (signal.SIGINT, "Ctrl-C")):
            process = self.start(ranks=1)
            process.send_signal(number)
            said = process.communicate(timeout=30)[1]
            self.assertGreater(process.returncode, 0)
            self.assertRegex(said, rf"^error: the run was told to end \({name}\) and did so at 2000-\S+Z; .*\.part")
            with netCDF4.Dataset(self.out / "fields.nc.part") as file:
                self.assertGreater(len(file["time"]), 1)
                self.assertFalse(np.ma.is_masked(file["hs"][-1]))

    def test_a_signal_to_mpirun_ends_all_processes(self):
        process = self.start(ranks=2)
        process.terminate()
        process.communicate(timeout=30)
        self.assertNotEqual(process.returncode, 0)
        with netCDF4.Dataset(self.out / "fields.nc.part") as file:
            self.assertGreater(len(file["time"]), 1)


if __name__ == "__main__":
    unittest.main()
