# SPDX-License-Identifier: Apache-2.0
"""`groundswell network probe --inside`, on a node with emulated accelerators (tests/support/pretend_cuda.hpp)."""

import json
import re
import shlex
import sys
import unittest

from program_case import ProgramTest, run_program

DRIVER = sys.argv.pop()
PROBE = ("network", "probe", "--inside", "--bytes", "8,65536", "--repetitions", "3")
NOTHING_LEFT = "left: 0 rooms, 0 pins, 0 contexts, 0 ways, 0 current; 0 mistakes"


class NetworkDevices(ProgramTest):
    def setUp(self):
        super().setUp()
        self.file = self.folder / "net.json"

    def probe(self, wrong, folder=DRIVER):
        prefix = f"export PRETEND_CUDA={wrong} LD_LIBRARY_PATH={shlex.quote(str(folder))}:$LD_LIBRARY_PATH;"
        return run_program(*PROBE, "--output", self.file, rank_prefix=prefix)

    def memories(self):
        (inside,) = json.loads(self.file.read_text())["inside"]
        return inside["between_memories"]

    def test_two_devices_are_measured_and_nothing_is_left(self):
        process = self.probe("right")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn(NOTHING_LEFT, process.stderr)
        memories = self.memories()
        names = [place["name"] for place in memories["places"]]
        n = len(names) - 2
        self.assertEqual(names[:n], [f"memory {i}" for i in range(n)])
        self.assertEqual(names[n:], ["device 0 (Pretend GPU A)", "device 1 (Pretend GPU B)"])
        n_measured = 0
        for table in memories["microseconds"]:
            for start, row in enumerate(table):
                for end, time in enumerate(row):
                    if start != end:
                        self.assertGreater(time, 0.0)
                        n_measured += max(start, end) >= n  # a pair with a device
        n_copy = int(re.search(r"pretend CUDA: (\d+) copies", process.stderr).group(1))
        self.assertGreaterEqual(n_copy, 3 * n_measured)  # two copies to warm up, and at least one that counts
        self.assertLessEqual(n_copy, 5 * n_measured)
        shown = self.succeed("network", "show", self.file)
        self.assertRegex(shown, r"inside of .*, \d+ cores, 2 devices:")
        for kind, pairs in (("memory to device", 2 * n), ("device to memory", 2 * n), ("devices", 2)):
            self.assertRegex(shown, rf"(?m)^  {kind} +[0-9.]+ +[0-9.]+ +[0-9.]+ +{pairs}$")
            self.assertRegex(process.stdout, rf"(?m)^  {kind} ")

    def test_a_driver_that_fails_is_named(self):
        process = self.probe("failing")
        self.assert_refused(
            process, "the CUDA driver refuses cuMemcpyHtoD_v2 for device 0 (Pretend GPU A): pretend failure"
        )
        self.assert_refused(process, "measure the network without --inside", NOTHING_LEFT)
        self.assertRegex(process.stderr, r"error: on \S+: the CUDA driver")
        self.assertEqual(process.stderr.count("error: "), 1, process.stderr)
        self.assertFalse(self.file.exists())

    def test_without_a_driver_or_a_device_there_are_only_memories_of_the_node(self):
        (self.folder / "libcuda.so.1").write_text("no library")
        for wrong, folder in (("none", DRIVER), ("right", self.folder)):
            process = self.probe(wrong, folder)
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertNotIn("device", process.stdout + process.stderr)
            for place in self.memories()["places"]:
                self.assertRegex(place["name"], r"^memory \d+$")


if __name__ == "__main__":
    unittest.main()
