# SPDX-License-Identifier: Apache-2.0
"""Shared by the tests of the built program: a small case, wind files, runs on N processes."""

import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import netCDF4
import numpy as np

PROGRAM = os.environ["GROUNDSWELL_PROGRAM"]
BENCH = os.environ["GROUNDSWELL_BENCH"]  # the program groundswell-bench
ROOT = Path(__file__).resolve().parents[3]
MPI = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
}
TIME_LIMIT = 50  # [s] for one run of the program, after which the test fails


def run_program(
    *arguments, program=PROGRAM, ranks=1, rank_prefix="", quiet=False, of_mpi=None, time_limit=TIME_LIMIT, **keywords
):
    """Runs the program on `ranks` processes, each after the shell commands `rank_prefix`; fails if the program hangs.

    `quiet` suppresses messages of mpirun. It keeps its files in the folder `of_mpi`, by default in that for temporary
    files. Other keywords go to subprocess.run.
    """
    command = ["mpirun", *(["-q"] if quiet else []), "--oversubscribe", "-n", str(ranks)] if ranks > 1 else []
    if rank_prefix:
        command += ["bash", "-c", rank_prefix + ' exec "$@"', "rank"]
    command += [program, *map(str, arguments)]
    environment = {**os.environ, **MPI, **({"TMPDIR": str(of_mpi)} if of_mpi else {})}
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=time_limit, env=environment, **keywords)
    except subprocess.TimeoutExpired as hang:
        stdout, stderr = ((text or b"").decode(errors="replace") for text in (hang.stdout, hang.stderr))
        if "MPI_ABORT was invoked" in stderr:  # the program has ended with an error, after which mpirun may hang
            return subprocess.CompletedProcess(command, 1, stdout, stderr)
        print(stdout, stderr, sep="\n")
        raise


def without_crash_of_mpirun(said):
    """The words on stderr without the report of a crash of mpirun itself: as Open MPI 4.1 ends after MPI_Abort, it may
    crash in PMIx_server_finalize. Reports of crashes of the program remain."""
    line = r"\[\1\] .*\n"  # by the same process
    return re.sub(
        rf"\[(\S+:\d+)\] \*\*\* Process received signal.*\n({line})*?\[\1\] \[ *\d+\] mpirun\(.*\n({line})*", "", said
    )


def overrides(settings):
    """The words of the command line that override options; each setting is "key=value"."""
    return [word for setting in settings for word in ("--set", setting)]


def run_bench(*arguments, **keywords):
    """Like run_program(), for groundswell-bench."""
    return run_program(*arguments, program=BENCH, **keywords)


def preload(library, folder):
    """The shell command that preloads a library through a link whose path has no spaces, as LD_PRELOAD requires."""
    link = folder / Path(library).name
    link.unlink(missing_ok=True)
    link.symlink_to(library)
    return f"export LD_PRELOAD={link};"


def write_wind(path, lon, lat, hours, u, v=None, since="2000-01-01 00:00"):
    """Writes u10 and v10 [hours][lat][lon] in m s-1; `u` and `v` are numbers or arrays, NaN = missing."""
    with netCDF4.Dataset(path, "w", format="NETCDF3_CLASSIC") as file:
        for name, values in (("time", hours), ("latitude", lat), ("longitude", lon)):
            file.createDimension(name, len(values))
            file.createVariable(name, "f8", (name,))[:] = values
        file["time"].units = f"hours since {since}"
        file["latitude"].units, file["longitude"].units = "degrees_north", "degrees_east"
        shape = (len(hours), len(lat), len(lon))
        for name, values in (("u10", u), ("v10", 0.0 if v is None else v)):
            variable = file.createVariable(name, "f4", ("time", "latitude", "longitude"), fill_value=-9999.0)
            variable.units = "m s-1"
            variable[:] = np.ma.masked_invalid(np.broadcast_to(values, shape))
    return path


CASE = """
title: test
time: {{start: 2000-01-01, end: 2000-01-01T01:00:00Z, step: 30 min}}
mesh: {{kind: icosahedral, bisections: 2}}
spectrum: {{directions: 12, frequencies: 12, first_frequency: 0.06 Hz}}
wind: {{kind: constant, speed: 10 m/s}}
output:
  folder: {folder}/out
  fields: {{interval: 30 min, names: [hs]}}
  lat_lon: {{interval: 0}}
{more}
"""

LOG = "groundswell.log"  # the log, with dates
RECORD = ".groundswell_run"  # the record that a run leaves beside its files
# A line for the group `output` of a case: it requests output at one place.
POINTS = "  points: {interval: 30 min, spectra_interval: 0, max_distance: 3000 km, places: [{name: A, lon: 9, lat: 0}]}"


def contents(folder):
    """Bytes and modification time of each file below a folder, and the targets of links."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            found[path.name] = os.readlink(path)
        elif path.is_file():
            found[str(path.relative_to(folder))] = (path.read_bytes(), path.stat().st_mtime_ns)
    return found


class ProgramTest(unittest.TestCase):
    """A test with its own folder."""

    def setUp(self):
        folder, of_mpi = tempfile.TemporaryDirectory(), tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.addCleanup(of_mpi.cleanup)
        self.folder = Path(folder.name)
        self.out = self.folder / "out"
        # Otherwise a program that ends would remove MPI's session folder, which programs of other tests still use.
        self.enterContext(mock.patch.dict(os.environ, TMPDIR=of_mpi.name))

    def write_case(self, *replacements, more=""):
        """Writes a complete case file after (old, new) replacements, with `more` at its end; returns its path."""
        content = CASE.format(folder=self.folder, more=more)
        for old, new in replacements:
            self.assertIn(old, content)
            content = content.replace(old, new)
        path = self.folder / "case.yaml"
        path.write_text(content)
        return path

    def succeed(self, *arguments, **keywords):
        """Runs the program, which must succeed; returns its output."""
        process = run_program(*arguments, **keywords)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        return process.stdout

    def assert_refused(self, process, *words):
        """Checks for a non-zero exit status, an error message on stderr with all the words, and no crash."""
        said = without_crash_of_mpirun(process.stderr)
        self.assertNotEqual(process.returncode, 0, process.stdout)
        self.assertIn("error: ", said, process.stdout)
        for word in words:
            self.assertIn(word, said)
        for crash in ("terminate called", "Segmentation", "signal", "Traceback"):
            self.assertNotIn(crash, said)

    def complete_output(self):
        """Names of output files that look complete."""
        return sorted(path.name for path in self.out.glob("*.nc"))


class UserTest(ProgramTest):
    """Runs the program as an ordinary user: root, whom permissions do not stop, becomes `nobody`."""

    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        place = self.folder / "tmp"  # any user may write here
        place.mkdir()
        place.chmod(0o1777)
        self.enterContext(mock.patch.dict(os.environ, TMPDIR=str(place)))
        self.user = {"user": "nobody"} if os.geteuid() == 0 else {}
        if self.user and self.run_as_user("--version").returncode != 0:
            self.skipTest("the user nobody may not run the program where it lies")
        if self.user and subprocess.run(["test", "-x", self.folder], **self.user).returncode != 0:
            self.skipTest("the user nobody may not enter the folder of temporary files")

    def run_as_user(self, *arguments):
        try:
            return run_program(*arguments, **self.user)
        except PermissionError:
            self.skipTest("the user nobody may not run the program where it lies")
