# SPDX-License-Identifier: Apache-2.0
"""NetCDF-4 output has the values of CDF-5 output, complete files only, and the same bytes on any number of ranks and
after any kill.

`test_packed_output.py N` only kills runs: one N times at random moments, others at each file that they rename;
test_faults.py kills runs at counted calls.
"""

import shutil
import unittest

import netCDF4
import numpy as np
import test_restart
import xarray
from faults import run_killed_at_rename
from program_case import overrides, run_program
from test_restart import KILLS, line_with

HOURS = [f"20000101T{hour:02d}0000Z" for hour in (20, 21, 22, 23)] + [f"20000102T{hour:02d}0000Z" for hour in range(5)]
DAYS = ["fields_20000101.nc", "fields_20000102.nc"]
DATES = [f"lat_lon_{hour}.nc" for hour in HOURS]
CHANGES = (
    ("start: 2000-01-01, end: 2000-01-01T01:00:00Z", "start: 2000-01-01T20:00:00Z, end: 2000-01-02T04:00:00Z"),
    ("names: [hs]", "names: [hs, tp, dir, dpt], format: netcdf4"),
    (
        "lat_lon: {interval: 0}",
        "lat_lon: {interval: 1 h, spacing: 10 degree, format: netcdf4, dates: date}\n  restart: {interval: 1 h}",
    ),
    ("wind: {kind: constant, speed: 10 m/s}", "wind: {kind: turning, speed: 12 m/s}"),
)

KEEP_ALL = ("--set", "output.restart.keep=9")


def end(date):
    return ("--set", f"time.end=2000-01-{date}:00Z")


def read(paths):
    """All variables of successive files, joined in time, as masked arrays."""
    found = {}
    for path in paths:
        with netCDF4.Dataset(path) as file:
            for name, variable in file.variables.items():
                values = variable[:]
                is_first = name not in found or "time" not in variable.dimensions
                found[name] = values if is_first else np.ma.concatenate([found[name], values])
    return found


class PackedTest(test_restart.RestartTest):
    changes = CHANGES
    output = (*DAYS, *DATES, "points.nc", "spectra.nc")

    def assert_whole(self):
        """Checks that there are exactly the files of an uninterrupted run."""
        there = {path.name for path in self.out.iterdir() if ".nc" in path.name and "restart" not in path.name}
        self.assertEqual(there, set(self.output))

    def assert_as_unbroken(self, said, unbroken):
        super().assert_as_unbroken(said, unbroken)
        self.assert_whole()

    def check_dates(self, path):
        if path.suffix != ".part" or path.stem in ("fields.nc", "lat_lon.nc"):  # other .part files are being compressed
            super().check_dates(path)

    def bytes_of_output(self):
        self.assert_whole()
        return {name: (self.out / name).read_bytes() for name in self.output}


class Values(PackedTest):
    def test_are_those_of_cdf5_and_files_have_the_dates_of_their_names(self):
        self.succeed("run", self.case)
        self.assert_whole()
        packed = [read(self.out / name for name in names) for names in (DAYS, DATES)]
        for name, n_date in ((DAYS[0], 8), (DAYS[1], 9), (DATES[0], 1)):
            with netCDF4.Dataset(self.out / name) as file:
                self.assertEqual((file.data_model, len(file["time"])), ("NETCDF4", n_date))
                times = netCDF4.num2date(file["time"][:], file["time"].units)
                for time in times:
                    self.assertTrue(name[:-3].endswith((time.strftime("_%Y%m%d"), time.strftime("_%Y%m%dT%H%M%SZ"))))
                self.assertTrue(
                    file["time"].filters()["zlib"] and file["hs" if n_date > 1 else "swh"].filters()["shuffle"]
                )
        cdf5 = ("--set", "output.fields.format=cdf5", "--set", "output.lat_lon.format=cdf5")
        self.succeed("run", self.case, *cdf5, "--set", "output.lat_lon.dates=day")
        for values, name in zip(packed, ("fields.nc", "lat_lon.nc"), strict=True):
            expected = read([self.out / name])
            self.assertEqual(list(values), list(expected))
            self.assertTrue(np.ma.is_masked(values["tp" if name == "fields.nc" else "pp1d"]))
            for variable, numbers in expected.items():
                np.testing.assert_array_equal(np.ma.getmaskarray(values[variable]), np.ma.getmaskarray(numbers))
                np.testing.assert_array_equal(np.ma.filled(values[variable], 0), np.ma.filled(numbers, 0), variable)

    def test_open_all_together_in_xarray(self):
        self.succeed("run", self.case)
        together = {"combine": "nested", "concat_dim": "time"}
        together |= {"data_vars": "minimal", "coords": "minimal", "compat": "override"}
        with xarray.open_mfdataset(str(self.out / "fields_*.nc"), **together) as fields:
            self.assertEqual((fields.hs.dims, fields.areaCell.dims), (("time", "nCells"), ("nCells",)))
            np.testing.assert_array_equal(fields.hs, read(self.out / name for name in DAYS)["hs"])
            self.assertEqual(len(np.unique(fields.time)), 17)
            self.assertEqual(fields.attrs["forecast_reference_time"], "2000-01-01T20:00:00Z")

    def test_keep_the_stated_bits(self):
        self.succeed("run", self.case)
        exact, sizes = read(self.out / name for name in DAYS), (self.out / DAYS[0]).stat().st_size
        self.succeed("run", self.case, "--set", "output.fields.bits=7")
        rounded = read(self.out / name for name in DAYS)
        with netCDF4.Dataset(self.out / DAYS[0]) as file:
            self.assertEqual(file["hs"].getncattr("_QuantizeBitRoundNumberOfSignificantBits"), 7)
            self.assertNotIn("_QuantizeBitRoundNumberOfSignificantBits", file["time"].ncattrs())
        self.assertLess((self.out / DAYS[0]).stat().st_size, sizes)
        for name in ("hs", "tp", "dir", "dpt"):
            np.testing.assert_array_equal(np.ma.getmaskarray(rounded[name]), np.ma.getmaskarray(exact[name]))
            error = np.abs(rounded[name] - exact[name]) / np.maximum(np.abs(exact[name]), 1e-30)
            self.assertLessEqual(error.max(), 2.0**-8)
            bits = rounded[name].compressed().view(np.uint32)
            self.assertFalse((bits & 0xFFFF).any())  # the lowest 16 of the 23 mantissa bits
        self.assertTrue((rounded["hs"] != exact["hs"]).any())
        for name in ("time", "lon", "areaCell"):
            np.testing.assert_array_equal(rounded[name], exact[name])


class Bytes(PackedTest):
    def test_are_the_same_on_any_ranks_with_servers_and_without(self):
        bits = ("--set", "output.fields.bits=10")
        self.succeed("run", self.case, *bits)
        expected = self.bytes_of_output()
        for ranks, servers, serve in ((2, 0, "kinds"), (3, 0, "together"), (2, 1, "together"), (3, 2, "together"),
                                      (3, 2, "kinds")):  # fmt: skip
            way = ("--set", f"output.servers={servers}", "--set", f"output.serve={serve}")
            self.succeed("run", self.case, *bits, *way, ranks=ranks)
            self.assertEqual(self.bytes_of_output() == expected, True, (ranks, servers, serve))

    def test_are_those_of_an_unbroken_run_after_a_kill_while_its_last_files_get_their_names(self):
        unbroken = self.unbroken()
        self.succeed("run", self.case)
        for ranks in (1, 2):
            self.forget_end()
            for name in ("points.nc", "spectra.nc"):
                (self.out / name).rename(self.out / f"{name}.part")
            self.assert_as_unbroken(self.succeed("run", "--continue", self.case, ranks=ranks), unbroken)

    def test_or_after_its_end_has_moved(self):
        unbroken = self.unbroken()
        for ends in (["01T20:30"], ["01T22:30", "01T23:30"], ["02T00:00", "02T01:30"]):
            for i, date in enumerate(ends):
                self.succeed("run", *(["--continue"] if i else []), self.case, *end(date), ranks=1 + i)
            self.assertFalse(list(self.out.glob("*.part")))
            self.assert_as_unbroken(self.succeed("run", "--continue", self.case), unbroken)

    def test_or_after_its_end_has_moved_to_before_what_was_written(self):
        self.succeed("run", self.case, *end("02T02:00"))
        early = {name: (self.out / name).read_bytes() for name in (*DAYS, *DATES[:7])}
        for ranks in (1, 2):
            self.succeed("run", self.case, *end("02T03:00"))
            self.restarts()[-1].unlink()
            self.forget_end()
            said = self.succeed("run", "--continue", self.case, *end("02T02:00"), ranks=ranks)
            self.assertIn("goes on from 2000-01-02T02:00:00Z", said)
            self.assertFalse((self.out / DATES[7]).exists())
            for name, content in early.items():
                self.assertTrue((self.out / name).read_bytes() == content, name)

    def test_leave_files_of_others_with_names_like_theirs(self):
        self.succeed("run", self.case, *end("02T01:00"))
        mine = [self.out / f"fields_{date}.nc" for date in ("19951224", "20300101", "200001021", "20000102T000000Z")]
        for path in mine:
            path.write_bytes(b"mine")
        self.assertIn("goes on from", self.succeed("run", "--continue", self.case))
        for path in mine:
            self.assertEqual(path.read_bytes(), b"mine")

    def forget_end(self):
        record = self.out / ".groundswell_run"
        record.write_text(record.read_text().replace("finished\n", ""))


@test_restart.by_chance
class Killed(PackedTest):
    def test_at_any_moment_leaves_the_bytes_of_an_unbroken_run(self):
        def choose(chance):
            ranks = chance.choice((1, 2, 3))
            servers = ("--set", f"output.servers={chance.choice((0, ranks - 1))}")
            serve = ("--set", "output.serve=" + chance.choice(("together", "kinds")))
            return ranks, (*servers, *serve, "--set", "output.fields.bits=8")

        self.case.write_text(self.case.read_text().replace("format: netcdf4}", "format: netcdf4, bits: 8}", 1))
        self.kill_and_go_on(KILLS, choose, ranks=2)

    def test_between_any_two_names_leaves_the_bytes_of_an_unbroken_run(self):
        short = end("02T00:30")
        unbroken = self.succeed("run", self.case, *short)
        output = {path.name: path.read_bytes() for path in self.out.glob("*.nc")}
        n = 1
        while True:
            shutil.rmtree(self.out)
            if not run_killed_at_rename(n, "run", self.case, *short):
                break
            n += 1
            said = self.succeed("run", "--continue=or-begin", self.case, *short)
            if "nothing to do" not in said:
                self.assertEqual(line_with(said, "state"), line_with(unbroken, "state"))
            self.assertEqual(
                {path.name: path.read_bytes() == output.get(path.name) for path in self.out.glob("*.nc")},
                dict.fromkeys(output, True),
                n,
            )
        self.assertGreater(n, 20)


class Refused(PackedTest):
    def test_to_go_on_without_or_with_damaged_files(self):
        self.succeed("run", self.case, *end("02T01:00"))
        for name in (DAYS[0], DAYS[1], DATES[2]):
            path = self.out / name
            content = path.read_bytes()
            damages = {
                DAYS[0]: (content[: len(content) // 2],),
                DAYS[1]: (b"mine", None),
                DATES[2]: ((self.out / DATES[0]).read_bytes(),),
            }
            for damage in damages[name]:
                path.unlink()
                if damage is not None:
                    path.write_bytes(damage)
                before = {path.name: path.read_bytes() for path in self.out.glob("*.nc")}
                process = run_program("run", "--continue", self.case)
                self.assert_refused(process, name)
                self.assertNotIn("fields.nc'", process.stderr)
                self.assertEqual({path.name: path.read_bytes() for path in self.out.glob("*.nc")}, before)
                path.write_bytes(content)
        said = self.succeed("run", "--continue", self.case)
        self.assertIn("goes on from 2000-01-02T01:00:00Z", said)
        self.assert_whole()

    def test_not_to_go_on_without_complete_files_that_others_took(self):
        unbroken = self.unbroken()
        self.succeed("run", self.case, *end("02T01:00"), *KEEP_ALL)
        taken = (DAYS[0], *DATES[:6])  # the last file has the date of the restart
        for name in taken:
            (self.out / name).rename(self.folder / name)
        servers = ("--set", "output.servers=1")
        said = self.succeed("run", "--continue", self.case, *KEEP_ALL, *servers, ranks=2)
        self.assertIn(f"no longer in the folder: {', '.join(taken)}; all their dates", said)
        self.assertFalse([name for name in taken if (self.out / name).exists()])
        for name in taken:
            (self.folder / name).rename(self.out / name)
        self.assert_as_unbroken(said, unbroken)
        (self.out / DATES[6]).unlink()  # the files after it are removed, too
        self.assert_as_unbroken(self.succeed("run", "--from", "2000-01-02T01", self.case, *KEEP_ALL), unbroken)

    def test_to_go_on_from_a_restart_that_the_growing_file_does_not_reach(self):
        unbroken = self.unbroken()
        last = "restart_20000102T040000Z.nc"
        cdf5 = ("--set", "output.fields.format=cdf5", "--set", f"output.folder={self.folder}/growing")
        self.succeed("run", self.case, *end("01T22:00"), *cdf5)
        self.succeed("run", self.case, *end("01T22:00"))
        # As left by a run that was told to end at 22:00, with a later restart added.
        (self.out / DAYS[0]).unlink()
        (self.folder / "growing" / "fields.nc").rename(self.out / "fields.nc.part")
        record = self.out / ".groundswell_run"
        record.write_text(record.read_text().replace("finished\n", ""))
        (self.out / last).write_bytes((self.folder / "unbroken" / last).read_bytes())
        said = self.succeed("run", "--continue", self.case)
        self.assertRegex(said, f"warning: .*{last}' cannot be used: .*{DAYS[0]}', and .*ends at 2000-01-01T22:00:00Z")
        self.assertIn("goes on from 2000-01-01T22:00:00Z", said)
        self.assertNotIn("no longer in the folder", said)
        self.assert_as_unbroken(said, unbroken)

    def test_to_go_on_from_a_restart_of_a_date_that_no_output_has(self):
        packed = ("output.fields.dates=date", "output.points.interval=0", "output.points.spectra_interval=0")
        each = overrides(packed)
        self.succeed("run", self.case, *end("02T04:00"), *each, *KEEP_ALL)
        last = (self.out / "restart_20000102T040000Z.nc").read_bytes()
        shutil.rmtree(self.out)
        self.succeed("run", self.case, *end("01T22:00"), *each, *KEEP_ALL)
        (self.out / "restart_20000102T040000Z.nc").write_bytes(last)
        said = self.succeed("run", "--continue", self.case, *end("02T04:00"), *each, *KEEP_ALL)
        self.assertRegex(said, "warning: .*040000Z.nc' cannot be used: .*on disk up to 2000-01-01T22:00:00Z")
        self.assertIn("goes on from 2000-01-01T22:00:00Z", said)
        self.assertTrue((self.out / "fields_20000102T010000Z.nc").exists())

    def test_to_go_on_after_files_of_other_variables(self):
        other = ("--set", "output.fields.names=[tp]", "--set", f"output.folder={self.folder}/other")
        self.succeed("run", self.case, *end("02T01:00"), *other)
        self.succeed("run", self.case, *end("02T01:00"))
        for name in DAYS:
            content = (self.out / name).read_bytes()
            (self.out / name).write_bytes((self.folder / "other" / name).read_bytes())
            before = {path.name: path.read_bytes() for path in self.out.glob("*.nc")}
            process = run_program("run", "--continue", self.case)
            self.assert_refused(process, name, "it has 'tp', this run 'hs'")
            self.assertEqual({path.name: path.read_bytes() for path in self.out.glob("*.nc")}, before)
            (self.out / name).write_bytes(content)
        self.succeed("run", "--continue", self.case)
        self.assert_whole()

    def test_files_of_others_and_links(self):
        self.out.mkdir()
        mine = self.out / "fields_mine.nc"
        mine.write_bytes(b"mine")
        other = self.out / DAYS[1]
        other.write_bytes(b"mine, too")
        self.assert_refused(run_program("run", self.case), DAYS[1], "no run recorded")
        self.assert_refused(run_program("check", self.case), DAYS[1], "no run recorded")
        other.unlink()
        other.symlink_to(mine)
        self.assert_refused(run_program("run", self.case), DAYS[1], "a link")
        other.unlink()
        self.succeed("run", self.case)
        self.assertEqual(mine.read_bytes(), b"mine")
        first = (self.out / DAYS[0]).read_bytes()
        self.succeed("run", self.case, *end("01T21:00"))
        self.assertFalse(other.exists())
        self.assertEqual(mine.read_bytes(), b"mine")
        self.assertEqual((self.out / "previous" / DAYS[0]).read_bytes(), first)

    def test_for_lack_of_space_keeps_all_dates(self):
        unbroken = self.unbroken()
        fields = ("--set", "output.restart.interval=0", "--set", "output.lat_lon.interval=0")
        size = (self.folder / "unbroken" / DAYS[0]).stat().st_size // 1024
        for blocks, name in ((size // 2, "fields.nc.part"), (2 * size, DAYS[0])):
            # Limits the size of files [kB]. Processes use TCP: shared memory would be a file above the limit.
            limited = f"export OMPI_MCA_btl=self,tcp; ulimit -f {blocks};"
            process = run_program("run", self.case, *fields, ranks=2, rank_prefix=limited, quiet=True)
            self.assert_refused(process, name, "(ulimit -f)")
            self.assertTrue((self.out / "fields.nc.part").exists())
            self.assertFalse((self.out / DAYS[0]).exists() or (self.out / f"{DAYS[0]}.part").exists())
        self.assert_as_unbroken(self.succeed("run", self.case), unbroken)

    def test_bad_options(self):
        for change, words in (
            ("output.fields.bits=4", ["output.fields.bits is 4", "from 5 to 23"]),
            ("output.lat_lon.bits=24", ["output.lat_lon.bits", "24", "23"]),
            ("output.lat_lon.deflate=10", ["output.lat_lon.deflate", "10", "9"]),
            ("output.lat_lon.dates=year", ["output.lat_lon.dates", "year", "day"]),
            ("output.fields.format=hdf", ["output.fields.format", "hdf", "netcdf4"]),
        ):
            self.assert_refused(run_program("check", self.case, "--set", change), *words)
        for option, value in (("bits", 8), ("deflate", 4), ("dates", "date")):
            cdf5 = ("--set", "output.fields.format=cdf5", "--set", f"output.fields.{option}={value}")
            words = (f"output.fields.{option} is {value}", "cdf5", "make it netcdf4")
            self.assert_refused(run_program("check", self.case, *cdf5), *words)

    def test_nothing_and_check_states_numbers_of_files(self):
        said = self.succeed("check", self.case, "--set", "output.fields.bits=9")
        self.assertRegex(said, "fields.nc: .* before compression, in 2 files fields_.*9 bits")
        self.assertRegex(said, "lat_lon.nc: .* 9 dates, .* before compression, in 9 files")


if __name__ == "__main__":
    unittest.main(defaultTest="Killed" if KILLS else None)
