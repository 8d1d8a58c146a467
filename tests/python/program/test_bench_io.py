# SPDX-License-Identifier: Apache-2.0
"""`groundswell bench io`: what it reports of outputs that find a free slot, and of those that must wait."""

import json
import unittest

from program_case import ProgramTest, run_program


class BenchIo(ProgramTest):
    def bench(self, *arguments, ranks=2):
        path = self.folder / "io.json"
        words = ("--bytes", 80000, "--outputs", 4, "--pairs", 2, "--compute", 0.01, "--disk", 800000)
        said = self.succeed("bench", "io", *words, "--folder", self.folder, "--json", path, *arguments, ranks=ranks)
        return said, json.loads(path.read_text())

    def test_with_a_slot_per_output_nobody_waits(self):
        said, facts = self.bench("--slots", 4, ranks=3)
        self.assertIn("2 computing and 1 output ranks, 4 outputs of 0.1 MB", said)
        self.assertEqual((facts["computing"], facts["servers"], facts["n_waited"]), (2, 1, [0, 0]))
        self.assertEqual((len(facts["hidden"]), len(facts["wall_with"]), len(facts["wall_without"])), (2, 2, 2))
        self.assertGreater(min(facts["wall_with"]), 4 * 0.1)  # the disk takes 0.1 s per output
        self.assertFalse(list(self.folder.glob("*.dat")))

    def test_with_one_slot_and_little_memory_the_disk_holds_back(self):
        facts = self.bench("--slots", 1, "--memory", 1, "--burst", 4)[1]
        self.assertGreater(min(facts["n_waited"]), 0)
        self.assertLess(max(facts["highest_queue"]), 3 * 80000)

    def test_a_thread_can_move_messages(self):
        facts = self.bench("--slots", 4, "--progress", "thread", ranks=3)[1]
        self.assertEqual((facts["progress"], facts["n_waited"]), ("thread", [0, 0]))

    def test_what_cannot_be_is_refused(self):
        self.assert_refused(run_program("bench", "io", "--servers", 2, ranks=2, quiet=True), "at least one rank")
        for words in (("--slots", 0), ("--transport", "pigeon"), ("--progress", "pigeon"), ("--bytes", "x")):
            self.assertNotEqual(run_program("bench", "io", *words).returncode, 0)


if __name__ == "__main__":
    unittest.main()
