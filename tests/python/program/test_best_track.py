# SPDX-License-Identifier: Apache-2.0
"""A run under the wind of a best track: what is said about it, on any number of ranks, after changes, and mistakes."""

import re
import unittest

from program_case import ProgramTest, run_program

LINE = "AL, 05, {date},   , BEST,   0, {lat}N,  {lon}W,  90,  970, HU,  34, NEQ, 140, 120, 80, 110, 1012, 200, {rmw},"
TRACK = [("1999123118", 250, 700, 30), ("2000010100", 256, 705, 30), ("2000010106", 262, 710, 0)]
STORM = ("kind: constant, speed: 10 m/s", "kind: best_track, best_track: {file: al05.dat}")


class BestTrack(ProgramTest):
    def write_track(self, track=TRACK, storms=("AL, 05",)):
        lines = [LINE.format(date=date, lat=lat, lon=lon, rmw=rmw) for date, lat, lon, rmw in track]
        text = "\n".join(line.replace("AL, 05", storm) for storm in storms for line in lines)
        (self.folder / "al05.dat").write_text(text)

    def checksum(self, *arguments, **keywords):
        process = run_program("run", *arguments, **keywords)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.said = process.stdout
        return re.search(r"state checksum (\w+)", process.stdout)[1]

    def test_any_number_of_ranks_reads_the_track(self):
        self.write_track()
        case = self.write_case(STORM)
        process = run_program("check", case)
        self.assertEqual(process.returncode, 0, process.stderr)
        for words in (
            "best track of AL05",
            "3 dates from 1999-12-31T18:00:00Z to 2000-01-01T06:00:00Z",
            "at most 90 kt",
            "1 date without the radius of the maximum wind",
        ):
            self.assertIn(words, process.stdout)
        alone = self.checksum(case)
        self.assertIn("best track of AL05", self.said)
        self.assertEqual(self.checksum(case, ranks=2), alone)
        self.write_track(storms=("AL, 05", "AL, 06"))
        self.assertEqual(self.checksum(case, "--set", "wind.best_track.storm=al06"), alone)

    def test_a_continued_run_tells_of_a_changed_track(self):
        self.write_track()
        restarts = ("lat_lon: {interval: 0}", "lat_lon: {interval: 0}\n  restart: {interval: 30 min}")
        self.checksum(self.write_case(STORM, restarts))
        self.write_track([TRACK[0], ("2000010100", 256, 705, 25), TRACK[2]])
        self.checksum(self.write_case(STORM, restarts, ("01T01:00", "01T02:00")), "--continue")
        self.assertIn("the best track '", self.said)
        self.assertIn("has other values at 2000-01-01T00:00:00Z", self.said)

    def test_mistakes(self):
        self.write_track()
        for option, *words in (
            ("file=nowhere.dat", "there is no file", "nowhere.dat"),
            ("file=''", "case.yaml:6", "wind.best_track.file is empty"),
            ("storm=AL06", "no storm AL06", "it has AL05"),
            ("max_gap=1 h", "nothing between", "max_gap"),
            ("averaging_factor=93", "is 93", "1.5"),
        ):
            process = run_program("check", self.write_case(STORM), "--set", f"wind.best_track.{option}")
            self.assert_refused(process, *words)
        late = run_program("run", self.write_case(STORM), "--set", "time.end=2000-01-02", ranks=2)
        self.assert_refused(late, "al05.dat", "to 2000-01-01T06:00:00Z", "to 2000-01-02T00:00:00Z")
        self.write_track(storms=("AL, 05", "AL, 06"))
        self.assert_refused(run_program("check", self.write_case(STORM)), "several storms: AL05, AL06")
        self.write_track([TRACK[0], ("2000010100", "2x6", 705, 30)])
        self.assert_refused(run_program("run", self.write_case(STORM), ranks=2), "al05.dat:2", "latitude '2X6N'")

    def test_a_track_that_is_not_used_or_lies_in_the_plane_is_said(self):
        self.write_track()
        process = run_program("check", self.write_case((STORM[0], "best_track.file: al05.dat, kind: none")))
        self.assertIn("wind.best_track.file has no effect without wind.kind: best_track", process.stdout)
        strip = ("kind: icosahedral, bisections: 2", "kind: strip, length: 6, width: 4")
        process = run_program("check", self.write_case(STORM, strip))
        self.assertIn("each has the wind that wind.kind best_track gives there", process.stdout)


if __name__ == "__main__":
    unittest.main()
