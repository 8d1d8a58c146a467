# SPDX-License-Identifier: Apache-2.0
"""The order in which several servers bring files to the disk: a restart gets its name when all output up to its date is
on disk, also that of a server whose disk is slow."""

import unittest
from pathlib import Path

from faults import list_calls
from program_case import POINTS, ProgramTest

RESTARTS = "restart: {interval: 30 min, keep: 9}"
CHANGES = (
    ("bisections: 2", "bisections: 1"),
    ("lat_lon: {interval: 0}", f"lat_lon: {{interval: 30 min, spacing: 30 degree}}\n  {RESTARTS}"),
)
GROWING = ("fields", "lat_lon", "points")
SLOW = 'if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then export CALL_TAKES=150000; fi;'  # the first of two servers


class DiskOrder(ProgramTest):
    def check(self, serve, of_each):
        """Each of the growing files is flushed `of_each` times, by as many servers, before the name of each restart."""
        path = self.write_case(*CHANGES, more=f"{POINTS}\n  servers: 2\n  serve: {serve}")
        calls = list_calls("run", path, below=self.out, calls="fsync,rename", ranks=3, rank_prefix=SLOW)
        flushed, n_restart = dict.fromkeys(GROWING, 0), 0
        for call, name in ((call, Path(name).name) for call, name in calls):
            if call == "fsync" and name.removesuffix(".nc.part") in flushed:
                flushed[name.removesuffix(".nc.part")] += 1
            if call == "rename" and name.startswith("restart_") and name.endswith(".nc"):
                n_restart += 1
                self.assertGreaterEqual(min(flushed.values()), of_each * n_restart, f"{name}: {flushed}\n{calls}")
        self.assertEqual(n_restart, 2)

    def test_of_servers_that_write_kinds(self):
        self.check("kinds", 1)

    def test_of_servers_that_write_together(self):
        self.check("together", 2)


if __name__ == "__main__":
    unittest.main()
