# SPDX-License-Identifier: Apache-2.0
"""One run writes the spectra that enter two nested runs; mistakes in its settings are refused."""

import re
import unittest

from program_case import ProgramTest, run_program

MESH = "mesh: {kind: icosahedral, bisections: 2}"
FINER = "mesh: {kind: icosahedral, bisections: 4}"
STRIP = "mesh: {kind: strip, length: 20, width: 4, spacing: 10 km}"
LAT_LON = "  lat_lon: {interval: 0}"


class Nesting(ProgramTest):
    def make_mesh(self, name, west, south):
        """Makes a mesh of 30 by 30 degrees without land."""
        path = self.folder / f"{name}.nc"
        settings = f"""
            kind: region
            region: {{west: {west}, east: {west + 30}, south: {south}, north: {south + 30}}}
            spacing: 400 km
            bathymetry: {{depth: 4000 m}}"""
        (self.folder / "mesh.yaml").write_text(settings)
        self.succeed("mesh", self.folder / "mesh.yaml", "--output", path)
        return path

    def outer(self, *boundaries, mesh=FINER):
        lines = "".join(f"\n    - {{{boundary}}}" for boundary in boundaries)
        more = "initial: {kind: jonswap, fetch: 300 km}"
        return self.write_case((MESH, mesh), (LAT_LON, f"{LAT_LON}\n  boundaries:{lines}"), more=more)

    def nested(self, name):
        return self.write_case(
            (MESH, f"mesh: {{file: {name}.nc}}"),
            ("wind: {kind: constant, speed: 10 m/s}", "wind: {kind: none}"),
            ("/out\n", f"/{name}_out\n"),
            more=f"boundary: {{kind: file, files: [out/boundary_{name}.nc], max_distance: 300 km}}",
        )

    def test_one_run_feeds_two(self):
        for name, west, south in (("warm", -60, -15), ("cold", 150, 30)):
            self.make_mesh(name, west, south)
        outer = self.outer(*(f"name: {name}, mesh: {name}.nc, interval: 30 min" for name in ("warm", "cold")))
        checked = self.succeed("check", outer)
        said = r"boundary_warm.nc: spectra at \d+ places along the open edges of '.*warm.nc', 3 dates"
        self.assertRegex(checked, said)
        highest = self.highest(self.succeed("run", outer, ranks=2))
        for name in ("warm", "cold"):
            said = self.succeed("run", self.nested(name))
            # Within an hour, waves of the outer sea have entered the cells along the edge of the nested sea, which has
            # neither wind nor initial waves.
            self.assertLess(0.1 * highest, self.highest(said))
            self.assertLess(self.highest(said), highest)

    def highest(self, said):
        return float(re.search(r"the highest sea was ([\d.]+) m", said).group(1))

    def test_mistakes(self):
        self.make_mesh("warm", -60, -15)
        for boundary, words in (
            ("name: a", ("case.yaml:12", "output.boundaries[1].mesh is missing")),
            ("name: a, mesh: none.nc", ("output.boundaries, a: ", "none.nc")),
            ("name: a, mesh: case.yaml", ("output.boundaries, a: ", "case.yaml")),
            ("name: a b, mesh: warm.nc", ("the name 'a b' in output.boundaries", "letters")),
            (
                "name: a, mesh: warm.nc, interval: 40 min",
                ("case.yaml:11: output.boundaries[1].interval is 2400 s", "choose 1800 s or 3600 s"),
            ),
            (
                "name: a, mesh: warm.nc, start: 2000-01-01T00:10:00Z",
                ("case.yaml:11: output.boundaries[1].start is", "choose 2000-01-01T00:00:00Z"),
            ),
            ("name: a, mesh: warm.nc, end: 1999-01-01", ("ends at 1999-01-01T00:00:00Z, before it starts",)),
            ("name: a, mesh: warm.nc, spacing: 0 km", ("output.boundaries[1].spacing",)),
        ):
            with self.subTest(boundary):
                self.assert_refused(run_program("run", self.outer(boundary)), *words)
                self.assertFalse(self.out.exists())
        self.make_mesh("cold", 150, 30)
        elsewhere = self.outer("name: a, mesh: warm.nc", mesh="mesh: {file: cold.nc}")
        words = ("open edges of the mesh", "warm.nc' lie more than 100 km from the sea", "km away")
        self.assert_refused(run_program("run", elsewhere), *words)
        twice = ["name: a, mesh: warm.nc"] * 2
        self.assert_refused(run_program("run", self.outer(*twice)), "'a' is listed twice in output.boundaries")
        plane = self.outer(twice[0], mesh=STRIP)
        self.assert_refused(run_program("check", plane), "warm.nc' lies on a sphere but that of this run in a plane")

    def test_an_unfinished_file(self):
        """The message says that the larger run has not ended; the nested run can use the file up to its last date."""
        self.make_mesh("warm", -60, -15)
        said = self.succeed(
            "run",
            self.outer("name: warm, mesh: warm.nc, interval: 30 min", "name: a, mesh: warm.nc, start: 2001-01-01"),
        )
        self.assertIn("boundary_a.nc' has no date of output within the run", said)
        whole = self.out / "boundary_warm.nc"
        whole.rename(f"{whole}.part")
        process = run_program("check", self.nested("warm"))
        self.assert_refused(
            process, f"no file '{whole}', but one that ends in .part", "still running or was interrupted"
        )
        self.succeed("check", self.nested("warm"), "--set", f"boundary.files=[{whole}.part]")

    def test_the_mesh_is_an_input(self):
        self.make_mesh("warm", -60, -15)
        self.out.mkdir()
        (self.folder / "warm.nc").rename(self.out / "boundary_a.nc")
        case = self.outer("name: a, mesh: out/boundary_a.nc")
        before = (self.out / "boundary_a.nc").read_bytes()
        self.assert_refused(run_program("run", case), "boundary_a.nc")
        self.assertEqual((self.out / "boundary_a.nc").read_bytes(), before)


if __name__ == "__main__":
    unittest.main()
