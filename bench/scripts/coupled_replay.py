#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole coupled runs on simulated clusters: compiles bench/simgrid/*.cpp and runs them on 6 to 128 processes of
each component. Needs Debian's libsimgrid-dev, and the waves' computing from bench/scripts/coupled_runs.py.

    bench/scripts/coupled_replay.py [FOLDER]    # default: output/coupled_run; a quarter of an hour on one idle core

Leaves FOLDER/replay_CLUSTER.json for each cluster, for bench/scripts/coupled_run_table.py and `groundswell-bench-view
coupled`. Clusters that have such a file are left out. With --wire-bytes, the files are FOLDER/card_CLUSTER_BYTES.json,
which the table and the pictures do not show.
"""

import argparse
import json
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SIMGRID = ROOT / "bench/simgrid"
CLUSTERS = "infiniband", "ethernet_1g", "ethernet_10g"
SIDES = 6, 12, 24, 48, 96, 128
PUBLISHED = {"side": 128, "share": 0.077, "gain": 0.07}  # of p2p in the whole run; of adaptive over p2p
SHARES = 0.1, 0.4
IMBALANCES = 0.0, 0.05
STEPS = 3
FLAGS = (
    "-no-privatize --cfg=smpi/simulate-computation:no --cfg=smpi/host-speed:10Gf --cfg=network/optim:Full "
    "--log=root.thres:warning"
).split()


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "output/coupled_run")
    parser.add_argument("--clusters", nargs="+", choices=CLUSTERS, default=CLUSTERS, help="(all three)")
    parser.add_argument("--sides", nargs="+", type=int, default=SIDES, help="processes of a component (%(default)s)")
    parser.add_argument("--wire-bytes", type=int, help="of a message on a node's link, beyond its own (the cluster's)")
    return parser.parse_args(words)


def read_waves(folder):
    """The processor time [s] of the wave model per coupling step, on one process."""
    path = folder / "waves_1.json"
    if not path.exists():
        sys.exit(f"error: there is no {path} with the computing of the waves; bench/scripts/coupled_runs.py makes it")
    return json.loads(path.read_text())["methods"]["p2p"]["apart"]["component_computing_seconds"][0]


class Replays:
    """Runs of the compiled program on one cluster."""

    def __init__(self, chosen, program, cluster):
        self.cluster, self.program, self.folder = cluster, program, chosen.folder
        text = (SIMGRID / f"{cluster}.xml").read_text()
        self.cores = int(re.search(r' core="(\d+)"', text)[1])
        # See bench/simgrid/simulated_transfer.hpp.
        self.wire_bytes = chosen.wire_bytes or int(re.search(r"wire bytes: (\d+)", text)[1])

    def lay_out(self, n_rank):
        """The file that says which process has which node."""
        path = self.folder / f"{self.cluster}.{n_rank}.hosts"
        path.write_text("".join(f"node{rank // self.cores}\n" for rank in range(n_rank)))
        return path

    def replay(self, side, imbalances=(), computing=(), shares=(), gains=()):
        lists = [",".join(map(repr, numbers)) or "-" for numbers in (imbalances, computing, shares, gains)]
        words = ["smpirun", *FLAGS, "-np", 2 * side, "-platform", SIMGRID / f"{self.cluster}.xml"]
        words += ["-hostfile", self.lay_out(2 * side), self.program, self.cluster, self.wire_bytes, STEPS, *lists]
        begin = time.perf_counter()
        process = subprocess.run([str(word) for word in words], capture_output=True, text=True)
        if process.returncode != 0:
            sys.exit(f"error: {' '.join(map(str, words))} failed:\n{process.stderr[-2000:]}")
        print(f"{self.cluster}, {side} + {side}: {time.perf_counter() - begin:.0f} s", file=sys.stderr, flush=True)
        return json.loads(process.stdout)

    def replay_all(self, sides, waves):
        alone = self.replay(PUBLISHED["side"])["methods"]["p2p"]["exchange_seconds"]["in_turn"]
        published = alone * (1.0 / PUBLISHED["share"] - 1.0) * PUBLISHED["side"]
        how = {"imbalances": IMBALANCES, "computing": (published, waves), "shares": SHARES}
        how |= {"gains": (PUBLISHED["gain"],)}
        replays = [self.replay(side, **how) for side in sides]
        data = {"cluster": self.cluster, "wire_bytes": self.wire_bytes, "published": PUBLISHED}
        return data | {"published_computing": published, "waves_computing": waves, "replays": replays}


def file_of(chosen, cluster):
    name = f"card_{cluster}_{chosen.wire_bytes}" if chosen.wire_bytes else f"replay_{cluster}"
    return chosen.folder / f"{name}.json"


def main(words=None):
    chosen = parse(words)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    waves = read_waves(chosen.folder)
    program = chosen.folder.resolve() / "replay"
    todo = {cluster: file_of(chosen, cluster) for cluster in chosen.clusters}
    todo = {cluster: path for cluster, path in todo.items() if not path.exists()}
    if todo:
        subprocess.run([SIMGRID / "compile.sh", "transfer", program], check=True)
    for cluster, path in todo.items():
        path.write_text(json.dumps(Replays(chosen, program, cluster).replay_all(chosen.sides, waves), indent=1))


if __name__ == "__main__":
    main()
