# SPDX-License-Identifier: Apache-2.0
"""MPI sees emulated hosts (bench/scripts/pretend_hosts.sh) as separate hosts; a run on them has the same bits."""

import contextlib
import json
import os
import re
import signal
import subprocess
import time
import unittest
from pathlib import Path

from program_case import MPI, PROGRAM, ROOT, TIME_LIMIT, ProgramTest, run_program

SCRIPT = ROOT / "bench/scripts/pretend_hosts.sh"
NOT_HERE = 77  # exit status if the system does not allow emulated hosts
# One process alone fails: if several did at once, mpirun might note that a host has gone before it notes a status.
LAST_FAILS = "[ $((OMPI_COMM_WORLD_RANK + 1)) -lt $OMPI_COMM_WORLD_SIZE ] || exit 5; exec sleep 1000"
LSCPU = "# CPU,Core,Socket\n0,0,0\n1,1,0\n2,0,1\n3,1,1\n4,0,0\n5,1,0\n6,0,1\n7,1,1\n"  # 4 cores with 2 threads each


def networks_in_use():
    """The network namespaces of all processes that can be read, such as "net:[4026531833]"."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            found.add(os.readlink(process / "ns" / "net"))
    return found


class PretendHosts(ProgramTest):
    def start(self, *words, **environment):
        return subprocess.run([SCRIPT, *map(str, words)], capture_output=True, text=True, timeout=TIME_LIMIT,
                              env={**os.environ, **MPI, **environment})  # fmt: skip

    def on_hosts(self, *words, **environment):
        """Runs the script, which must succeed, and returns its output; skips the test if hosts cannot be emulated."""
        process = self.start(*words, **environment)
        if process.returncode == NOT_HERE:
            self.skipTest(process.stderr.strip())
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        return process.stdout

    def test_a_run_knows_its_hosts_and_has_the_bits_of_a_run_on_one(self):
        one = self.succeed("run", self.write_case(), ranks=4)
        facts = json.loads((self.out / "timers.json").read_text())
        self.assertEqual((len(facts["hosts"]), facts["host_of_rank"]), (1, [0, 0, 0, 0]))
        for group, host_of_rank in ((1, [0, 1, 0, 1]), (2, [0, 0, 1, 1])):
            two = self.on_hosts("-n", 4, "--group", group, PROGRAM, "run", self.write_case())
            facts = json.loads((self.out / "timers.json").read_text())
            self.assertEqual(facts["hosts"], ["pretend1", "pretend2"])
            self.assertEqual(facts["host_of_rank"], host_of_rank)
            sums = [re.search(r"state checksum (\w+)", said).group(1) for said in (one, two)]
            self.assertEqual(sums[0], sums[1])

    def test_a_run_watches_its_network_in_a_small_share_of_the_time(self):
        network, case = self.folder / "net.json", self.write_case()
        self.on_hosts("-n", 2, PROGRAM, "network", "probe", "--bytes", "8,1024", "--output", network)
        plain = self.on_hosts("-n", 2, PROGRAM, "run", case)
        watch = ("--set", f"parallel.network_watch={network}")
        watched = self.on_hosts("-n", 2, PROGRAM, "run", case, *watch)
        sums = [re.search(r"state checksum (\w+)", said).group(1) for said in (plain, watched)]
        self.assertEqual(sums[0], sums[1])
        share = re.search(r"network: \d+ pairs were measured again in ([0-9.]+) % of the time", watched)
        self.assertLessEqual(float(share.group(1)), 0.5)
        other = self.start("-n", 2, "--hosts", 3, PROGRAM, "network", "probe", "--bytes", "8", "--output", network)
        self.assertEqual(other.returncode, 0, other.stderr)
        self.assert_refused(run_program("run", case, *watch), "net.json' has the places pretend1, pretend2",
                            "but these processes are on")  # fmt: skip

    def test_less_crosses_between_hosts_where_ranks_or_cells_are_placed_by_them(self):
        one = self.succeed("run", self.write_case())
        crossing = {}
        for way in ("reorder=none", "reorder=nodes", "partition=hierarchical"):
            said = self.on_hosts("-n", 6, "--group", 1, PROGRAM, "check", self.write_case(), "--set", f"parallel.{way}")
            crossing[way] = int(re.search(r"a ring of (\d+) cells crosses", said).group(1))
        self.assertLess(crossing["reorder=nodes"], 0.8 * crossing["reorder=none"])
        self.assertLess(crossing["partition=hierarchical"], 0.8 * crossing["reorder=none"])
        both = ("--set", "parallel.reorder=nodes", "--set", "parallel.halo_method=graph")
        two = self.on_hosts("-n", 6, "--group", 1, PROGRAM, "run", self.write_case(), *both)
        self.assertRegex(two, r"reordered by nodes: [2-6] have a different rank")
        sums = [re.search(r"state checksum (\w+)", said).group(1) for said in (one, two)]
        self.assertEqual(sums[0], sums[1])

    def test_hosts_share_no_memory(self):
        marks = "/dev/shm/groundswell_pretend_"
        wait = f"for turn in {{1..200}}; do set -- {marks}*; [ $# -lt 2 ] || break; sleep 0.1; done; sleep 0.3"
        show = f"touch {marks}$OMPI_COMM_WORLD_RANK; {wait}; echo $(hostname) $(readlink /proc/self/ns/ipc) {marks}*"
        lines = [line.split() for line in self.on_hosts("-n", 4, "bash", "-c", show).splitlines()]
        seen = {(host, ipc, len(files)) for host, ipc, *files in lines}
        self.assertEqual(sorted((host, n) for host, _, n in seen), [("pretend1", 2), ("pretend2", 2)])
        self.assertEqual(len({ipc for _, ipc, _ in seen} | {os.readlink("/proc/self/ns/ipc")}), 3)
        here = subprocess.run(["bash", "-c", f"compgen -G '{marks}*'"], check=False)
        self.assertNotEqual(here.returncode, 0)

    def test_the_status_of_the_program_is_passed_on(self):
        self.on_hosts("-n", 2, "true")
        process = self.start("-n", 2, "bash", "-c", LAST_FAILS)
        self.assertEqual(process.returncode, 5, process.stderr)

    def test_hosts_in_racks_have_networks_of_their_own(self):
        links = Path("/sys/class/net")
        before = sorted(os.listdir(links))
        show = "PATH=$PATH:/usr/sbin:/sbin; echo $(hostname) $(readlink /proc/self/ns/net) $(ip -o -4 addr)"
        racks = ("-n", 4, "--hosts", 4, "--racks", 2)
        lines = [line.split(maxsplit=2) for line in self.on_hosts(*racks, "bash", "-c", show).splitlines()]
        self.assertEqual(sorted(host for host, _, _ in lines), [f"pretend{i}" for i in range(1, 5)])
        self.assertEqual(len({network for _, network, _ in lines} | {os.readlink("/proc/self/ns/net")}), 5)
        for _, _, addresses in lines:  # only its own addresses: nothing leads out of this machine
            self.assertEqual(sorted(re.findall(r"inet (\d+\.\d+)\.", addresses)), ["10.98", "10.99", "127.0"])
        self.assertEqual(sorted(os.listdir(links)), before)

    def test_racks_pass_a_status_on_and_do_not_disturb_each_other(self):
        self.on_hosts("-n", 2, "--racks", 2, "true")  # skips the test if this is impossible
        words = ("-n", "3", "--hosts", "3", "--racks", "3", "--deal", "blocks", "bash", "-c", f"sleep 1; {LAST_FAILS}")
        two = [subprocess.Popen([SCRIPT, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                env={**os.environ, **MPI}) for _ in range(2)]  # fmt: skip
        said = [process.communicate(timeout=TIME_LIMIT)[0] for process in two]
        self.assertEqual([process.returncode for process in two], [5, 5], "\n--\n".join(said))

    def test_an_interrupted_run_leaves_no_hosts_behind(self):
        self.on_hosts("-n", 2, "--racks", 2, "true")  # skips the test if this is impossible
        words = ("-n", "2", "--racks", "2", "bash", "-c", "readlink /proc/self/ns/net; exec sleep 1000")
        with subprocess.Popen([SCRIPT, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              env={**os.environ, **MPI}) as process:  # fmt: skip
            networks = {process.stdout.readline().strip() for _ in range(2)}
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=TIME_LIMIT)
        self.assertEqual(len(networks), 2)
        self.assertNotEqual(process.returncode, 0)
        end = time.monotonic() + TIME_LIMIT
        while networks & networks_in_use() and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual(networks & networks_in_use(), set())

    def fake(self, name, script):
        path = self.folder / "fake" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/bash\n{script}\n")
        path.chmod(0o755)

    def cpus_of_ranks(self, *words):
        """The CPUs to which the script binds each process on an emulated machine of 4 cores with 2 threads each."""
        self.fake("lscpu", f"printf '{LSCPU}'")
        self.fake("taskset", 'if [ "$1" = -cp ]; then echo "affinity: 0-3,4-7"; else echo $OMPI_COMM_WORLD_RANK $2; fi')
        said = self.on_hosts(*words, "true", PATH=f"{self.folder / 'fake'}:{os.environ['PATH']}")
        return [line.split()[1] for line in sorted(said.splitlines())]

    def test_each_process_has_its_core_or_hardware_thread(self):
        core, thread = ("--bind", "core"), ("--bind", "hwthread")
        self.assertEqual(self.cpus_of_ranks("-n", 3, *core), ["0,4", "1,5", "0,4"])
        self.assertEqual(self.cpus_of_ranks("-n", 3, "--cores", 2, *core), ["0,4", "2,6", "1,5"])
        self.assertEqual(self.cpus_of_ranks("-n", 3, "--group", 3, *thread), ["0", "4", "0"])
        on_two = self.cpus_of_ranks("-n", 8, "--group", 4, "--cores", 2, *thread)
        self.assertEqual(on_two, ["0", "1", "4", "5", "2", "3", "6", "7"])

    def test_what_cannot_be_done_is_said(self):
        self.on_hosts("-n", 1, "true")  # skips the test if this is impossible
        for words, sentence in (
            (("--hosts", 2, "true"), "say how many processes"),
            (("-n", "x", "true"), "-n is 'x'; write a number"),
            (("-n", 2), "name the program"),
            (("-n", 2, "--bind", "socket", "true"), "--bind is 'socket'"),
            (("-n", 2, "--fast", 2, "true"), "there is no option --fast"),
            (("-n",), "-n needs a value"),
            (("-n", 2, "--racks", 3, "true"), "--racks is 3, but there are 2 hosts"),
            (("-n", 2, "--racks", 2, "--rate", "fast", "true"), "--rate is 'fast'; write a rate"),
            (("-n", 2, "--racks", 2, "--deal", "cards", "true"), "--deal is 'cards'"),
            (("-n", 2, "--rate", "10mbit", "true"), "rates and --deal are for racks"),
            (("-n", 2, "--bind", "core", "--cores", 9999, "true"), "2 host(s) of 9999 core(s) are more than the"),
        ):
            process = self.start(*words)
            self.assertEqual(process.returncode, 2, process.stderr)
            self.assertIn(f"error: {sentence}", process.stderr)
        self.fake("unshare", "echo unshare failed: Operation not permitted; exit 1")
        process = self.start("-n", 1, "true", PATH=f"{self.folder / 'fake'}:{os.environ['PATH']}")
        self.assertEqual(process.returncode, NOT_HERE)
        self.assertIn("this system allows no namespaces", process.stderr)
        self.assertIn("Operation not permitted", process.stderr)

    def test_what_racks_need_is_said(self):
        self.on_hosts("-n", 2, "--racks", 2, "true")  # skips the test if this is impossible
        self.fake("tc", "echo the kernel has no tbf; exit 2")
        process = self.start("-n", 2, "--racks", 2, "true", PATH=f"{self.folder / 'fake'}:{os.environ['PATH']}")
        self.assertEqual(process.returncode, NOT_HERE)
        self.assertIn("this system allows no virtual links", process.stderr)
        self.assertIn("the kernel has no tbf", process.stderr)

    def test_binding_is_reported(self):
        cpu = min(os.sched_getaffinity(0))
        process = run_program("run", self.write_case(), rank_prefix=f"taskset -cp {cpu} $$ > /dev/null;", ranks=2)
        self.assertEqual(process.returncode, 0, process.stderr)
        facts = json.loads((self.out / "timers.json").read_text())
        self.assertEqual(facts["cpus_of_rank"], [str(cpu)] * 2)
        self.assertIn(facts["binding"], ("core", "hardware_thread"))


if __name__ == "__main__":
    unittest.main()
