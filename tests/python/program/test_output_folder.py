# SPDX-License-Identifier: Apache-2.0
"""What a run does to existing files: earlier output is moved away, inputs stay, and no other files are replaced.

Only one run at a time writes into a folder.
"""

import os
import shutil
import subprocess
import tempfile
import time
import unittest

from faults import run_killed_at_rename
from program_case import LOG, MPI, POINTS, PROGRAM, RECORD, ProgramTest, contents, run_program

LONG = ("end: 2000-01-01T01:00:00Z", "end: 2001-01-01")


class FolderTest(ProgramTest):
    def make_mesh(self, path):
        (self.folder / "mesh.yaml").write_text("kind: global\ncells: 162\nbathymetry: {depth: 4000 m}\n")
        self.succeed("mesh", self.folder / "mesh.yaml", "--output", path)

    def start(self, case, writes="fields.nc.part"):
        """Starts a run in the background; returns once it has begun to write."""
        target = self.out / writes
        earlier = target.stat().st_ino if target.exists() else None
        process = subprocess.Popen(
            [PROGRAM, "run", str(case)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **MPI},
        )
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for _ in range(1000):
            if target.exists() and target.stat().st_size > 0 and target.stat().st_ino != earlier:
                return process
            self.assertIsNone(process.poll(), "the run ended early")
            time.sleep(0.05)
        self.fail("the run did not begin to write")


class EarlierOutput(FolderTest):
    def test_moves_to_previous_one_generation_and_no_other_file(self):
        self.out.mkdir()
        self.make_mesh(self.out / "mesh.nc")
        (self.out / "notes.txt").write_text("mine")
        mesh = ("mesh: {kind: icosahedral, bisections: 2}", "mesh: {file: out/mesh.nc}")
        first = self.write_case(mesh, more=POINTS)
        self.succeed("run", first, ranks=2)
        one = contents(self.out)
        self.assertEqual(
            set(one),
            {
                "fields.nc",
                "points.nc",
                LOG,
                "resolved.yaml",
                "status.json",
                "timers.json",
                "mesh.nc",
                "notes.txt",
                RECORD,
            },
        )
        log = (self.out / LOG).read_text()
        self.assertRegex(log, r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  .*state checksum [0-9a-f]{16}\n")
        self.assertIn("into fields.nc, points.nc\n", log)
        second = self.write_case(mesh, ("speed: 10 m/s", "speed: 12 m/s"))
        self.succeed("run", second, ranks=2)
        two = contents(self.out)
        for name in ("fields.nc", "points.nc", "resolved.yaml", "timers.json"):
            self.assertEqual(two[f"previous/{name}"], one[name])
        for name in ("mesh.nc", "notes.txt"):
            self.assertEqual(two[name], one[name])
        self.assertNotIn("points.nc", two)
        self.assertNotEqual(two["fields.nc"], one["fields.nc"])
        (self.out / "previous" / "kept.txt").write_text("mine too")
        self.succeed("run", second)
        three = contents(self.out)
        for name in ("fields.nc", "resolved.yaml", "timers.json"):
            self.assertEqual(three[f"previous/{name}"], two[name])
        self.assertNotIn("previous/points.nc", three)
        self.assertEqual(three["previous/kept.txt"][0], b"mine too")

    def test_stays_where_it_is_an_input(self):
        lat_lon = ("lat_lon: {interval: 0}", "lat_lon: {interval: 30 min, spacing: 10 degree}")
        self.succeed("run", self.write_case(lat_lon))
        before = contents(self.out)
        wind = ("wind: {kind: constant, speed: 10 m/s}", "wind: {kind: file, files: [out/lat_lon.nc]}")
        self.succeed("run", self.write_case(wind))
        after = contents(self.out)
        self.assertEqual(after["lat_lon.nc"], before["lat_lon.nc"])
        self.assertEqual(after["previous/fields.nc"], before["fields.nc"])
        # The record still lists the file, so the next run that does not read it moves it away.
        self.succeed("run", self.write_case())
        self.assertEqual(contents(self.out)["previous/lat_lon.nc"], before["lat_lon.nc"])
        # Files in previous/ are not replaced if the run reads them.
        case = self.write_case((wind[0], "wind: {kind: file, files: [out/previous/lat_lon.nc]}"))
        for command in ("check", "run"):
            self.assert_refused(run_program(command, case), "previous/lat_lon.nc", "this run reads it")

    def test_stays_where_the_run_is_refused(self):
        self.succeed("run", self.write_case(more=POINTS))
        before = contents(self.out)
        twice = POINTS.replace("}]", "}, {name: A, lon: 0, lat: 0}]")
        for changes, more, words in (
            ([("names: [hs]", "names: [hs, ucur]")], "", ["ucur"]),
            ([], twice, ["'A'", "listed twice"]),
            ([("lat_lon: {interval: 0}", "lat_lon: {interval: 30 min, spacing: 0}")], "", ["spacing"]),
            ([("fields: {interval: 30 min", "fields: {interval: 45 min")], "", ["output.fields.interval"]),
            ([("wind: {kind: constant, speed: 10 m/s}", "wind: {kind: file, files: [no.nc]}")], "", ["no.nc"]),
            ([], "balance: {enabled: true}\nphysics: {enabled: false}", ["balance.enabled"]),
        ):
            case = self.write_case(*changes, more=more)
            for command in ("check", "run"):
                self.assert_refused(run_program(command, case, ranks=2 if more == twice else 1), *words)
                self.assertEqual(contents(self.out), before)

    def kill_a_run(self, title):
        process = self.start(self.write_case(LONG, ("title: test", f"title: {title}")))
        process.kill()
        process.wait()
        return contents(self.out)

    def test_of_a_killed_run_moves_to_unfinished(self):
        self.kill_a_run("killed")
        self.succeed("run", self.write_case())
        self.assertEqual(self.complete_output(), ["fields.nc"])
        self.assertFalse((self.out / "fields.nc.part").exists())
        self.assertFalse((self.out / "previous").exists())
        self.assertTrue((self.out / "unfinished" / "fields.nc.part").exists())

    def test_of_killed_runs_does_not_mix_nor_replace_a_whole_run(self):
        self.succeed("run", self.write_case())
        whole = contents(self.out)
        self.kill_a_run("first")
        second = self.kill_a_run("second")
        self.assertIn(b"first", (self.out / "unfinished" / "resolved.yaml").read_bytes())
        self.succeed("run", self.write_case())  # moves the files of the second run
        after = contents(self.out)
        for name in ("fields.nc", "resolved.yaml", "timers.json"):
            self.assertEqual(after[f"previous/{name}"], whole[name])
        for name in ("fields.nc.part", "resolved.yaml"):
            self.assertEqual(after[f"unfinished/{name}"], second[name])
        self.assertNotIn("unfinished/fields.nc", after)

    def test_of_a_run_that_was_killed_before_it_wrote_does_not_replace_a_whole_one(self):
        self.succeed("run", self.write_case())
        whole = contents(self.out)
        self.succeed("run", self.write_case())
        # As left by a run that was killed after writing its settings.
        record = (self.out / RECORD).read_text()
        (self.out / RECORD).write_text(record.replace("finished\n", ""))
        (self.out / "fields.nc").unlink()
        (self.out / "timers.json").unlink()
        self.succeed("run", self.write_case())
        self.assertEqual(contents(self.out)["previous/fields.nc"], whole["fields.nc"])

    def test_moves_where_an_earlier_move_was_broken_off(self):
        self.succeed("run", self.write_case(more=POINTS))
        one = contents(self.out)
        # As left by a run that was killed between its two moves.
        (self.out / "previous").mkdir()
        (self.out / "fields.nc").rename(self.out / "previous" / "fields.nc")
        (self.out / "previous" / RECORD).write_bytes((self.out / RECORD).read_bytes())
        self.succeed("run", self.write_case())
        after = contents(self.out)
        for name in ("fields.nc", "points.nc", "resolved.yaml", "timers.json"):
            self.assertEqual(after[f"previous/{name}"], one[name])

    def test_keeps_all_of_an_unfinished_run_wherever_its_move_is_broken_off(self):
        case = self.write_case(more="  restart: {interval: 30 min}")
        n_rename = 0
        while run_killed_at_rename(n_rename + 1, "run", case):
            n_rename += 1
            # By then the folder contains restarts, which the record lists only by a pattern.
            if "restart_20000101T010000Z.nc" in os.listdir(self.out):
                break
            shutil.rmtree(self.out)
        there = contents(self.out)
        kept = {name: entry[0] for name, entry in there.items() if name != RECORD and not name.endswith(".lock")}
        self.assertIn("restart_20000101T003000Z.nc", kept)
        for n in range(1, len(kept) + 1):
            shutil.copytree(self.out, self.folder / "unfinished")
            self.assertTrue(run_killed_at_rename(n, "run", case))
            self.succeed("run", case)
            moved = contents(self.out / "unfinished")
            self.assertEqual({name: moved[name][0] for name in kept}, kept, n)
            shutil.rmtree(self.out)
            (self.folder / "unfinished").rename(self.out)


class OneWriter(FolderTest):
    def test_a_second_run_is_refused_until_the_first_is_gone(self):
        process = self.start(self.write_case(LONG))
        link = self.folder / "by another name"
        link.symlink_to(self.out)
        second = self.write_case(("folder: " + str(self.folder) + "/out", "folder: by another name"))
        for ranks in (1, 2):
            refused = run_program("run", second, ranks=ranks)
            self.assert_refused(refused, "another run is writing", f"process {process.pid}", "output.folder")
            self.assert_refused(run_program("check", second, ranks=ranks), "another run is writing", "output.folder")
        self.assertIsNone(process.poll())
        self.assertFalse((self.out / "previous").exists())
        process.kill()  # without a chance to clean up
        process.wait()
        self.succeed("run", second, ranks=2)

    def test_previous_is_no_folder_to_run_in(self):
        self.succeed("run", self.write_case())
        before = contents(self.out)
        for name in ("previous", "previous/", "previous/.", "unfinished"):
            case = self.write_case(("folder: " + str(self.folder) + "/out", f"folder: out/{name}"))
            for command in ("check", "run"):
                self.assert_refused(run_program(command, case), "output of earlier runs", "output.folder")
        (self.folder / "other").mkdir()
        (self.out / "previous").symlink_to(self.folder / "other")  # as if it were the folder of another run
        for command in ("check", "run"):
            self.assert_refused(run_program(command, self.write_case()), "previous", "is not a folder")
        (self.out / "previous").unlink()
        self.assertEqual(contents(self.out), before)

    def test_of_two_that_start_together_one_runs(self):
        cases = [self.write_case(LONG).rename(self.folder / f"{name}.yaml") for name in "ab"]
        # Processes started without mpirun share MPI's session folder, which the first one to end removes.
        apart = [tempfile.TemporaryDirectory() for _ in cases]
        processes = [
            subprocess.Popen(
                [PROGRAM, "run", case],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, **MPI, "TMPDIR": folder.name},
            )  # fmt: skip
            for case, folder in zip(cases, apart, strict=True)
        ]
        for process, folder in zip(processes, apart, strict=True):
            self.addCleanup(folder.cleanup)
            self.addCleanup(process.stderr.close)
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
        for _ in range(1000):
            ended = [process for process in processes if process.poll() is not None]
            if ended:
                break
            time.sleep(0.05)
        said = [process.stderr.read() for process in ended]
        self.assertEqual(len(ended), 1, said)
        self.assertIn("another run is writing", said[0])
        self.assertNotEqual(ended[0].returncode, 0)


if __name__ == "__main__":
    unittest.main()
