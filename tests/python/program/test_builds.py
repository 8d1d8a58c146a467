# SPDX-License-Identifier: Apache-2.0
"""A storm has almost the same wave heights however the program is compiled, and the same bits with several threads."""

import os
import re
import shutil
import subprocess
import unittest
from unittest import mock

import netCDF4
import numpy as np
import yaml
from program_case import ROOT, ProgramTest, overrides

CASE = ROOT / "cases/us_east_coast_1996"
BUILDS = (("g++", "-O0"), ("clang++", "-O3"), ("clang++", "-O0"))
LARGEST_DIFFERENCE = 1e-5  # [m] allowed in wave heights if the checksums differ


class Builds(ProgramTest):
    def run_storm(self, name, *more, **keywords):
        """The checksum of the state after six hours, and the wave heights of each hour [m]."""
        out = self.folder / name
        places = (f"mesh.file={self.folder / 'mesh.nc'}", f"output.folder={out}", "output.boundaries=[]")
        words = overrides((*self.changes, *places, *more))
        said = self.succeed("run", CASE / "case.yaml", *words, time_limit=600, **keywords)
        with netCDF4.Dataset(out / "fields.nc") as file:
            return re.search(r"state checksum (\w+)", said).group(1), file["hs"][:].filled(np.nan)

    def build(self, compiler, flags):
        """Builds the program with this compiler and these flags; returns its path."""
        folder = self.folder / "build"
        shutil.rmtree(folder, ignore_errors=True)
        settings = ["-DGROUNDSWELL_TESTS=OFF", "-DCMAKE_BUILD_TYPE=None", f"-DCMAKE_CXX_FLAGS={flags} -DNDEBUG"]
        configure = ["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", f"-DCMAKE_CXX_COMPILER={compiler}", *settings]
        for command in (configure, ["cmake", "--build", folder, "--target", "groundswell"]):
            process = subprocess.run(command, capture_output=True, text=True)
            self.assertEqual(process.returncode, 0, process.stdout[-3000:] + process.stderr[-3000:])
        return folder / "apps/groundswell"

    def long_compilers_optimisation_and_threads_change_few_bits(self):
        expected = yaml.safe_load((CASE / "expected.yaml").read_text())
        words = overrides(expected["mesh_set"])
        self.succeed("mesh", CASE / "mesh.yaml", "--output", self.folder / "mesh.nc", *words)
        self.changes = ("time.start=1996-01-18T18:00:00Z", "time.end=1996-01-19T00:00:00Z", "initial.kind=jonswap")
        checksum, heights = self.run_storm("usual")
        with mock.patch.dict(os.environ, OMP_NUM_THREADS="3"):
            self.assertEqual(self.run_storm("threads", "parallel.backend=openmp")[0], checksum)
        for compiler, flags in BUILDS:
            if not shutil.which(compiler):
                print(f"{compiler} is not installed")
                continue
            with self.subTest(f"{compiler} {flags}"):
                program = self.build(compiler, flags)
                others, other = self.run_storm(f"{compiler}{flags}", program=program)
                difference = np.nanmax(np.abs(other - heights))
                print(f"{compiler} {flags}: checksum {others}, usually {checksum}; Hs within {difference:.2e} m")
                np.testing.assert_array_equal(np.isnan(other), np.isnan(heights))
                self.assertLess(difference, LARGEST_DIFFERENCE)


if __name__ == "__main__":
    unittest.main()
