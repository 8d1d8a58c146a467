# SPDX-License-Identifier: Apache-2.0
"""`groundswell network select` and `map`: choices, files for launchers, reports, mistakes."""

import json
import os
import re
import subprocess
import unittest

from program_case import MPI, ROOT, TIME_LIMIT, ProgramTest, run_program

PRETEND = ROOT / "bench/scripts/pretend_hosts.sh"
NOT_HERE = 77  # exit status if the system does not allow emulated hosts
WHERE = 'echo "$OMPI_COMM_WORLD_RANK $(hostname)"'


def network_of(hosts, racks, slow=8.0):
    """A network in which messages between racks take `slow` times as long as those within a rack."""
    n = range(len(hosts))
    quiet = [
        [[0.0 if a == b else us * (1.0 if racks[a] == racks[b] else slow) for b in n] for a in n] for us in (2.0, 60.0)
    ]
    places = [{"name": host, "host": host} for host in hosts]
    return {"places": places, "bytes": [8, 65536], "microseconds": quiet}


class MapTest(ProgramTest):
    """A test with networks of two racks."""

    def write_network(self, hosts, racks, name="net.json", **changes):
        """Writes a network of hosts, each in its rack; returns the path."""
        path = self.folder / name
        between = network_of(hosts, racks)
        empty = {"places": [], "bytes": [], "microseconds": []}
        path.write_text(json.dumps({
            "format": "groundswell network", "version": 1, "machine": "test", "date": "2026-01-01T00:00:00Z",
            "between": between, "under_load": empty, "inside": [], "samples": 0, "outliers": 0, "probes": 1, **changes,
        }))  # fmt: skip
        return path

    def eight(self):
        return self.write_network([f"n{i}" for i in range(8)], [i % 2 for i in range(8)])

    def figures(self, said, what):
        return [float(word) for word in re.search(rf"  {what} +(\S+) +(\S+)", said).groups()]

    def start(self, *words, script=PRETEND):
        return subprocess.run([script, *map(str, words)], capture_output=True, text=True, timeout=TIME_LIMIT,
                              env={**os.environ, **MPI, "PATH": f"{PRETEND.parent}:{os.environ['PATH']}"})  # fmt: skip


class NetworkMap(MapTest):
    def test_nodes_of_one_rack_are_chosen(self):
        hosts = self.folder / "hosts.txt"
        words = ["--network", self.eight(), "--nodes", 4, "--ranks-per-node", 2, "--output", hosts]
        said = self.succeed("network", "select", *words)
        self.assertIn(hosts.read_text().split(), ([f"n{i}" for i in (0, 0, 2, 2, 4, 4, 6, 6)],
                                                  [f"n{i}" for i in (1, 1, 3, 3, 5, 5, 7, 7)]))  # fmt: skip
        before, after = self.figures(said, "predicted time")
        self.assertAlmostEqual(before, 60 + 2 * 480, places=1)
        self.assertAlmostEqual(after, 3 * 60, places=1)
        self.assertEqual(self.figures(said, "messages"), [12, 12])

    def test_a_grid_is_chosen_of_near_nodes(self):
        said = self.succeed("network", "select", "--network", self.eight(), "--pattern", "stencil", "--grid", "2x2x1")
        self.assertRegex(said, r"chosen:( n[0246]){4}\n|chosen:( n[1357]){4}\n")
        said = self.succeed("network", "select", "--network", self.eight(), "--pattern", "stencil", "--grid", "2x2x2")
        before, after = self.figures(said, "predicted time")
        self.assertLessEqual(after, before)

    def test_the_order_of_a_cray_says_which_rank_is_on_which_host_of_the_job(self):
        words = ["--pattern", "stencil", "--grid", "2x2x2", "--ranks-per-node", 2, "--format", "cray_rank_order"]
        # In the order of the file, any two neighbours of the grid are in different racks.
        network = self.write_network([f"n{i}" for i in range(8)], [0, 1, 1, 0, 1, 0, 0, 1])
        said = self.succeed("network", "select", "--network", network, *words)
        chosen = re.search("chosen:(.*)", said).group(1).split()
        self.assertNotEqual(chosen, sorted(chosen))
        lines = re.findall(r"^[\d,]+$", said, re.MULTILINE)
        places = [chosen.index(f"n{i}") for i in range(8)]
        self.assertEqual(lines, [f"{2 * place},{2 * place + 1}" for place in places])

    def test_a_broadcast_crosses_between_racks_once(self):
        said = self.succeed("network", "select", "--network", self.eight(), "--nodes", 8, "--pattern", "broadcast")
        links = [
            (sender, to) for sender, those in re.findall(r"  (n\d) sends to((?: n\d)+)", said) for to in those.split()
        ]
        self.assertEqual(len({to for _, to in links}), 7)
        self.assertEqual(sum(int(a[1]) % 2 != int(b[1]) % 2 for a, b in links), 1)

    def test_a_broadcast_takes_the_first_nodes_where_that_is_faster(self):
        """On average over both directions n1 and n2 are nearest, but the shortest single time is that from n0 to n1."""
        between = network_of(["n0", "n1", "n2"], [0, 0, 0])
        between["microseconds"] = 2 * [[[0, 1, 20], [10, 0, 2], [20, 2, 0]]]
        network = self.write_network(["n0", "n1", "n2"], [0, 0, 0], between=between)
        said = self.succeed("network", "select", "--network", network, "--nodes", 2, "--pattern", "broadcast")
        self.assertIn("predicted time of a broadcast: 1 us before, 1 us after", said)
        self.assertIn("  n0 sends to n1\n", said)

    def test_a_pair_that_was_not_measured_is_named_with_the_file(self):
        between = network_of(["n0", "n1", "n2"], [0, 0, 0])
        between["microseconds"][1][2][1] = None
        network = self.write_network(["n0", "n1", "n2"], [0, 0, 0], between=between)
        for words in (("select", "--nodes", 2), ("map", "--pattern", "all_to_all")):
            process = run_program("network", *words, "--network", network)
            self.assert_refused(process, "net.json", "from n2 to n1 in 'between.microseconds'")
            self.assertEqual(process.stdout, "")

    def test_a_tree_of_switches_holds_the_choice_and_is_checked(self):
        tree = self.folder / "topology.conf"
        tree.write_text("SwitchName=a Nodes=n[0-3]\nSwitchName=b Nodes=n[4-7]\nSwitchName=top Switches=a,b\n")
        said = self.succeed("network", "select", "--network", self.eight(), "--nodes", 3, "--tree", tree)
        self.assertEqual(said.count("warning: according to the tree of switches"), 3)  # three of eight are listed
        self.assertIn("warning: 8 of 8 hosts contradict the tree of switches; above are the worst 3\n", said)
        chosen = re.search("chosen:(.*)", said).group(1).split()
        self.assertTrue(set(chosen) <= {"n0", "n1", "n2", "n3"} or set(chosen) <= {"n4", "n5", "n6", "n7"})

    def test_ranks_are_mapped_in_every_format(self):
        network = self.eight()
        words = ["map", "--network", network, "--pattern", "stencil:4x8x1", "--ranks-per-node", 4]
        for method in ("nodes", "scotch"):
            said = self.succeed("network", *words, "--method", method)
            before, after = self.figures(said, "bytes")
            self.assertLess(after, before)
            before, after = self.figures(said, "predicted time")
            self.assertLess(after, before)
            for row in (
                "links",
                "links of the fullest node",
                "messages of the fullest node",
                "bytes of the fullest node",
            ):
                self.assertGreater(min(self.figures(said, row)), 0)
        texts = {}
        for name in ("openmpi_rankfile", "openmpi_hostfile", "mpich_machinefile", "slurm_hostfile", "cray_rank_order"):
            file = self.folder / f"{name}.txt"
            said = self.succeed("network", *words, "--format", name, "--output", file)
            self.assertIn(str(file), said)
            texts[name] = file.read_text()
        hosts = texts["openmpi_hostfile"].split()
        self.assertEqual(sorted(hosts), sorted([f"n{i // 4}" for i in range(32)]))
        self.assertEqual(texts["slurm_hostfile"], texts["openmpi_hostfile"])
        ranks = re.findall(r"rank (\d+)=(\S+) slot=(\d)\n", texts["openmpi_rankfile"])
        self.assertEqual([host for _, host, _ in ranks], hosts)
        expanded = [host for host, n in re.findall(r"(\S+):(\d+)\n", texts["mpich_machinefile"]) for _ in range(int(n))]
        self.assertEqual(expanded, hosts)
        order = [[int(rank) for rank in line.split(",")] for line in texts["cray_rank_order"].split()]
        self.assertEqual(order, [[r for r in range(32) if hosts[r] == f"n{i}"] for i in range(8)])

    def test_open_mpi_takes_the_files(self):
        """Ranks run on the hosts named in the files: emulated hosts, started by the agent of pretend_hosts.sh."""
        probe = self.start("-n", 1, "true")
        if probe.returncode == NOT_HERE:
            self.skipTest(probe.stderr.strip())
        hosts = ["pretend1", "pretend2", "pretend3"]
        network = self.write_network(hosts, [0, 1, 0])
        for name, use in (
            ("openmpi_hostfile", ["--map-by", "seq", "--hostfile"]),
            ("openmpi_rankfile", ["--rankfile"]),
        ):
            file = self.folder / f"{name}.txt"
            words = ["--pattern", "stencil:3x1x1", "--ranks-per-node", 1, "--format", name, "--output", file]
            self.succeed("network", "map", "--network", network, *words)
            wanted = re.findall(r"pretend\d", file.read_text())
            self.assertEqual(sorted(wanted), hosts)
            self.assertNotEqual(wanted[1], "pretend2")  # pretend2 is in another rack
            more = ["--host", ",".join(hosts)] if "rankfile" in name else ["--bind-to", "none"]
            process = self.start("-q", "--allow-run-as-root", "-n", 3, *use, file, *more, "--mca", "plm_rsh_agent",
                                 f"{PRETEND.name} --agent", "--mca", "oob_tcp_if_include", "lo", "bash", "-c", WHERE,
                                 script="mpirun")  # fmt: skip
            if process.returncode != 0 and "rankfile" in name:
                self.skipTest("Open MPI cannot bind processes here: " + process.stderr.strip()[:300])
            self.assertEqual(process.returncode, 0, process.stderr)
            found = dict(line.split() for line in process.stdout.splitlines())
            self.assertEqual([found[str(rank)] for rank in range(3)], wanted)

    def test_what_was_not_measured_is_left_out(self):
        cores = network_of(["n0"] * 3, [0, 0, 0])
        for core, place in enumerate(cores["places"]):
            place["name"] = f"core {core}"
        cores["microseconds"][1][0][2] = None
        numbers = [{"core": core, "cache": 0, "numa": 0, "package": 0} for core in range(3)]
        inside = [{"host": "n0", "cores": numbers, "between_cores": cores}]
        said = self.succeed("network", "show", self.write_network(["n0", "n1"], [0, 1], inside=inside))
        self.assertRegex(said, r"inside of n0, 3 cores:\n.*\n  cores, same cache .* 5\n")

    def test_a_wrong_file_is_refused_before_anything_is_printed(self):
        hosts = ["n0", "n1"]
        right, other = self.write_network(hosts, [0, 1]), self.write_network(["n0", "n2"], [0, 1], "other.json")
        for option in ("--since", "--against"):
            process = run_program("network", "show", right, option, other)
            self.assert_refused(process, "places")
            self.assertEqual(process.stdout, "")
        zero, load = network_of(hosts, [0, 1], slow=0.0), network_of(hosts, [0, 1])
        load["bytes"] = [8, 4096]
        odd = network_of(["n0", "n 1"], [0, 1])
        for changes, words in (
            ({"between": zero}, ["'between.microseconds[0][0]'", "more than 0"]),
            ({"under_load": load}, ["'under_load'", "other sizes"]),
            ({"between": odd}, ["'between.places[1].host'", '"n 1"']),
        ):
            wrong = self.write_network(hosts, [0, 1], "wrong.json", **changes)
            for command in (["show", wrong], ["select", "--nodes", 2, "--network", wrong],
                            ["map", "--pattern", "stencil:2x1x1", "--network", wrong]):  # fmt: skip
                process = run_program("network", *command)
                self.assert_refused(process, "wrong.json", *words)
                self.assertEqual(process.stdout, "")

    def test_mistakes_are_said(self):
        network, tree, pairs = self.eight(), self.folder / "topology.conf", self.folder / "pairs.txt"
        tree.write_text("SwitchName=a Nodes=n[0-7]\n")
        pairs.write_text("groundswell halo pairs 1\n")
        for words, sentences in (
            (["select", "--nodes", 9], ["9 nodes are wanted", "has 8"]),
            (["select"], ["--nodes is missing"]),
            (["select", "--pattern", "stencil"], ["needs --grid"]),
            (["select", "--nodes", 4, "--grid", "2x2x1"], ["has no grid"]),
            (["select", "--nodes", 3, "--pattern", "stencil", "--grid", "2x2x1"], ["has 4 nodes, but --nodes is 3"]),
            (["select", "--pattern", "stencil", "--grid", "2x2"], ["'2x2'", "three sides"]),
            (["select", "--pattern", "stencil", "--grid", "3x3x1"], ["9 nodes are wanted"]),
            (["select", "--nodes", 2, "--bytes", 1e15], ["--bytes"]),
            (["map", "--pattern", "all_to_all", "--ranks", 2, "--bytes", 1 << 40], ["--bytes"]),
            (["map", "--pattern", "all_to_all", "--ranks-per-node", 1 << 20], ["of 8388608 ranks"]),
            (["select", "--nodes", 2, "--format", "hosts"], ["hosts", "openmpi_rankfile", "cray_rank_order"]),
            (["map", "--pattern", "stencil:4x4x1"], ["16 ranks with 1 on each node need 16 nodes", "has 8"]),
            (["map", "--pattern", "stencil:4x4"], ["'4x4'", "three sides"]),
            (["map", "--pattern", "stencil:2x2x2", "--ranks", 9], ["has 8 ranks, but --ranks is 9"]),
            (["map", "--pattern", "all_to_al"], ["all_to_al"]),
            (["map", "--pattern", "all_to_all", "--output", network], ["net.json"]),
            (["map", "--pattern", pairs, "--output", pairs], ["pairs.txt", "would be overwritten"]),
            (["select", "--nodes", 2, "--tree", tree, "--output", tree], ["topology.conf", "would be overwritten"]),
        ):
            process = run_program("network", words[0], "--network", network, *words[1:])
            self.assertNotEqual(process.returncode, 0, words)
            for sentence in sentences:
                self.assertIn(sentence, process.stderr, words)

    def test_a_run_uses_the_network_of_its_hosts(self):
        host = os.uname().nodename
        more = "parallel: {{reorder: {0}, network: {1}}}"
        right = self.write_network([host, "other"], [0, 1])
        one = self.succeed("run", self.write_case(), ranks=3)
        for way in ("nodes", "scotch"):
            two = self.succeed("run", self.write_case(more=more.format(way, right)), ranks=3)
            sums = [re.search(r"state checksum (\w+)", said).group(1) for said in (one, two)]
            self.assertEqual(sums[0], sums[1])
        wrong = self.write_network(["left", "right"], [0, 1])
        process = run_program("run", self.write_case(more=more.format("nodes", wrong)), ranks=3)
        self.assert_refused(process, "net.json", f"'{host}'", "'left', 'right'", "groundswell network probe")
        process = run_program("check", self.write_case(more=more.format("none", wrong)))
        self.assert_refused(process, "parallel.network", "only by parallel.reorder: nodes and scotch")
        process = run_program("check", self.write_case(more=more.format("scotch", self.folder / "no.json")), ranks=2)
        self.assert_refused(process, "no.json")


if __name__ == "__main__":
    unittest.main()
