# SPDX-License-Identifier: Apache-2.0
"""Ranks and trees placed by a network that was probed or written by a test: for halos of real partitions, and in
benchmarks."""

import itertools
import json
import unittest

import bench_case  # noqa: F401  (paths of the modules below)
import test_network
import test_network_map
from program_case import BENCH, PROGRAM


class PlacedBenches(test_network.RackTest):
    def test_benches_place_ranks_and_trees_by_the_network(self):
        """With ranks alternating between two racks, a ring crosses between them four times; with placed ranks,
        twice."""
        self.probe_racks(4, "--rate", "100mbit")
        rig = ("-n", 4, "--hosts", 4, "--racks", 2, "--rate", "100mbit", BENCH)
        common = ("--repetitions", 2, "--network", self.folder / "net.json", "--json", self.folder / "bench.json")
        ring = ("--grid", "4,1,1", "--bytes", 65536, "--axes", "xyz", "--computing", "no", "--modes", "26")
        for method in ("nodes", "scotch"):
            process = self.on_racks(*rig, "stencil", *ring, "--map", method, *common)
            self.assertEqual(process.returncode, 0, process.stderr)
            found = json.loads((self.folder / "bench.json").read_text())
            self.assertEqual(sorted(found["order"]), [0, 1, 2, 3])
            rack_of = dict(zip(found["order"], (0, 1, 0, 1), strict=True))
            crossings = sum(rack_of[rank] != rack_of[(rank + 1) % 4] for rank in range(4))
            self.assertEqual(crossings, 2, found["order"])
            before, after = found["cases"][0]["predicted_26"]
            self.assertLess(after, 0.7 * before)
        process = self.on_racks(*rig, "bcast", "--bytes", 262144, *common)
        self.assertEqual(process.returncode, 0, process.stderr)
        found = json.loads((self.folder / "bench.json").read_text())
        self.assertEqual(found["tree"], "by the network")
        crossings = sum(parent >= 0 and parent % 2 != rank % 2 for rank, parent in enumerate(found["parents"]))
        self.assertEqual(crossings, 1, found["parents"])


class MappedHalos(test_network_map.MapTest):
    def test_parts_of_a_mesh_and_all_to_all(self):
        plans = "--divisions", 16, "--parts", 16, "--partitions", "flat", "--folder", self.folder
        self.succeed("halo_plans", *plans, program=BENCH)
        pairs = self.folder / "2562.16.flat.pairs"
        network, words = self.eight(), ["--ranks-per-node", 2]
        said = self.succeed("network", "map", "--network", network, "--pattern", pairs, *words)
        before, after = self.figures(said, "bytes")
        self.assertLessEqual(after, before)
        one = self.succeed("network", "map", "--network", network, "--pattern", pairs, *words, "--bytes", 1)
        self.assertEqual(self.figures(one, "bytes")[0] * 36 * 35 * 4, before)
        said = self.succeed("network", "map", "--network", network, "--pattern", "all_to_all", "--ranks", 8, *words)
        self.assertRegex(said, "only the choice of nodes counts")
        before, after = self.figures(said, "predicted time")
        self.assertLess(after, 0.6 * before)

    def bytes_between_racks(self, links, hosts):
        return sum(bytes_ for a, b, bytes_ in links if int(hosts[a][-1]) % 2 != int(hosts[b][-1]) % 2)

    def check_racks(self, network, hosts):
        """Checks that mapped ranks send at most 0.6 times as many bytes between racks as ranks that fill the nodes in
        order, if successive nodes are in alternating racks."""
        plans = "--divisions", 32, "--parts", 64, "--partitions", "flat", "--folder", self.folder
        self.succeed("halo_plans", *plans, program=BENCH)
        pairs = self.folder / "10242.64.flat.pairs"
        halo = [tuple(map(int, line.split()[:3])) for line in pairs.read_text().splitlines()[2:]]
        places = list(itertools.product(range(8), range(4), range(4)))  # z, y, x
        grid = [(a, b, 1) for a, b in itertools.permutations(range(128), 2)
                if all(abs(i - k) <= 1 for i, k in zip(places[a], places[b], strict=True))]  # fmt: skip
        both = [(a, b, 1) for a, b in itertools.permutations(range(32), 2)]
        file = self.folder / "hosts.txt"
        for pattern, links, n in ((pairs, halo, 8), ("stencil:4x4x8", grid, 16), ("all_to_all", both, 8)):
            n_rank = max(link[0] for link in links) + 1
            for method in ("nodes", "scotch"):
                words = ["--ranks-per-node", n, "--method", method, "--output", file]
                ranks = ["--ranks", n_rank] if pattern == "all_to_all" else []
                self.succeed("network", "map", "--network", network, "--pattern", pattern, *words, *ranks)
                before = self.bytes_between_racks(links, [hosts[rank // n] for rank in range(n_rank)])
                after = self.bytes_between_racks(links, file.read_text().split())
                self.assertLessEqual(after, 0.6 * before, (pattern, method))

    def test_little_crosses_between_racks(self):
        self.check_racks(self.eight(), [f"n{i}" for i in range(8)])

    def test_little_crosses_between_racks_that_were_probed(self):
        network = self.folder / "probed.json"
        words = ["network", "probe", "--bytes", "8,262144", "--repetitions", 3, "--output", network]
        process = self.start("-n", 8, "--hosts", 8, "--racks", 2, "--rate", "100mbit", PROGRAM, *words)
        if process.returncode == test_network_map.NOT_HERE:
            self.skipTest(process.stderr.strip())
        self.assertEqual(process.returncode, 0, process.stderr)
        self.check_racks(network, [f"pretend{i}" for i in range(1, 9)])


if __name__ == "__main__":
    unittest.main()
