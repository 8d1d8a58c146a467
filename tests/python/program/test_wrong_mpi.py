# SPDX-License-Identifier: Apache-2.0
"""An MPI library that creates wrong graph communicators is detected and named; if it hangs, the run is ended.

The library is the real one, with wrong_mpi.c preloaded (LD_PRELOAD).
"""

import re
import sys
import unittest

from program_case import ProgramTest, preload, run_program

WRONG_MPI = sys.argv.pop()
GRAPH = ("--set", "parallel.halo_method=graph")
REORDER = ("--set", "parallel.reorder=mpi")


def checksum(said):
    return re.search(r"state checksum \w+", said).group()


class WrongMpi(ProgramTest):
    def run_wrong(self, wrong, *arguments, ranks=3):
        prefix = f"export WRONG_MPI={wrong}; {preload(WRONG_MPI, self.folder)}"
        return run_program(*arguments, ranks=ranks, rank_prefix=prefix, quiet=True)

    def test_a_graph_with_wrong_links_is_refused_and_the_library_named(self):
        for wrong, words in (
            ("neighbours", "other neighbours than requested: rank 0"),
            ("mixed", "mixes up the ranks"),
        ):
            process = self.run_wrong(wrong, "check", self.write_case(), *GRAPH)
            self.assert_refused(process, "this MPI library (", words, "choose a halo method that needs no graph")
            self.assertEqual(process.stderr.count("error: "), 1, process.stderr)
        process = self.run_wrong("right", "check", self.write_case(), *GRAPH)
        self.assertEqual(process.returncode, 0, process.stderr)

    def test_ranks_stay_where_mpi_reorders_them_wrongly(self):
        alone = checksum(self.succeed("run", self.write_case()))
        for wrong, words in (
            ("neighbours", "other neighbours than requested"),
            ("order", "other neighbours than requested"),
            ("permutation", "reorders ranks wrongly: the new ranks of ranks 0 to 2 are 0 0 0"),
        ):
            process = self.run_wrong(wrong, "run", self.write_case(), *REORDER)
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertEqual(checksum(process.stdout), alone)
            self.assertRegex(process.stdout, rf"this MPI library \(.*{words}.*; ranks are not reordered")
            self.assertIn("reordered by mpi: 0 have a different rank", process.stdout)

    def test_a_run_with_other_ranks_writes_the_same_bytes(self):
        alone = checksum(self.succeed("run", self.write_case()))
        output = (self.out / "fields.nc").read_bytes()
        for ranks, servers, moved in ((2, 0, 2), (3, 0, 2), (5, 1, 4)):
            arguments = (*REORDER, *GRAPH, "--set", f"output.servers={servers}")
            process = self.run_wrong("reversed", "run", self.write_case(), *arguments, ranks=ranks)
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertIn(f"reordered by mpi: {moved} have a different rank", process.stdout)
            self.assertNotIn("this MPI library", process.stdout)
            self.assertEqual(checksum(process.stdout), alone)
            self.assertTrue((self.out / "fields.nc").read_bytes() == output, f"on {ranks} ranks")

    def test_servers_receive_where_one_thread_may_call_mpi(self):
        case = self.write_case()
        self.succeed("run", case)
        written = {path.name: path.read_bytes() for path in self.out.glob("*.nc")}
        self.assertTrue(written)
        for serve in ("together", "kinds"):
            arguments = ("--set", "output.servers=2", "--set", f"output.serve={serve}")
            process = self.run_wrong("one_thread", "run", case, *arguments, ranks=4)
            self.assertEqual(process.returncode, 0, process.stderr)
            for name, data in written.items():
                self.assertTrue((self.out / name).read_bytes() == data, name)
        process = self.run_wrong("one_thread", "run", case, *arguments, "--set", "output.progress=thread", ranks=4)
        self.assert_refused(process, "needs MPI_THREAD_MULTIPLE", "choose 'calls'")

    def test_a_library_that_hangs_is_ended_with_a_sentence(self):
        graph = "parallel.halo_method graph has not been set up on all ranks after 1 s: this MPI library"
        create, exchange = "MPI_Dist_graph_create_adjacent has not come back", "MPI_Ineighbor_alltoallv has not come"
        for wrong, arguments, words in (
            ("hang", GRAPH, (graph, "choose another method")),
            ("hang", REORDER, (create, "after 1 s", "parallel.reorder: none")),
            ("hang_exchange", REORDER, (exchange, "after 1 s", "parallel.reorder: none")),
        ):
            limit = ("--set", "parallel.hang_limit=1 s")
            process = self.run_wrong(wrong, "run", self.write_case(), *arguments, *limit)
            self.assert_refused(process, *words)
            self.assertEqual(process.stderr.count("error: "), 1, process.stderr)

    def test_a_crash_after_an_error_leaves_its_sentence_and_exit_code(self):
        """A damaged file may have made the netCDF library free memory twice."""
        damaged = self.folder / "mesh.nc"
        damaged.write_text("no netCDF")
        words = ("--set", "mesh.kind=file", f"mesh.file={damaged}")
        process = self.run_wrong("finalize", "run", self.write_case(), *words, ranks=1)
        self.assert_refused(process, "mesh.nc")
        self.assertEqual(process.stderr.count("\n"), 1, process.stderr)
        self.assertLess(self.run_wrong("finalize", "run", self.write_case(), ranks=1).returncode, 0)


if __name__ == "__main__":
    unittest.main()
