#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes results of `groundswell bench kernels` as tables into docs/experiments/speed.md, between its two markers.

Usage: bench/scripts/bench_table.py bench_kernels_1.json [bench_kernels_2.json ...] docs/experiments/speed.md
"""

import json
import sys
from pathlib import Path

BEGIN = "<!-- table: bench/scripts/bench_table.py writes what stands between these two lines -->\n"
END = "<!-- end of table -->\n"
PARTS = ("forcing", "propagation", "halo", "losses", "sources", "checks", "output")


def make_table(benches):
    """The tables: each load by number of processes; then, from the first file, the times of the parts of the source
    step and of single source terms."""
    lines = [
        f"Commit {bench['commit']}, {bench['processor']}, {bench['ranks']} process(es): each moves "
        f"{bench['bandwidth_gb_per_s']:.1f} GB/s.  "
        for bench in benches
    ]
    lines += [
        "",
        "| load | scheme | processes | ns per cell, bin, step | µs per cell, bin, simulated day | "
        + " | ".join(PARTS)
        + " | bytes per cell, bin |",
        "|---" * (6 + len(PARTS)) + "|",
    ]
    names = [name for bench in benches for name in bench["loads"]]
    for name in dict.fromkeys(names):
        for bench in benches:
            if not (load := bench["loads"].get(name)):
                continue
            parts = " | ".join(f"{load['parts_ns'][part]:.2f}" for part in PARTS)
            lines.append(
                f"| {name} | `{load['scheme']}` | {bench['ranks']} | {load['ns_per_cell_bin_step']:.2f} "
                f"| {load['us_per_cell_bin_day']:.3f} | {parts} | {load['bytes_per_cell_bin']:.1f} |"
            )
    # The numbers of these tables are differences of timings: small ones are lost in the noise, and a step without a
    # term may do more work elsewhere.
    for head, key in (("part of the source step", "source_parts"), ("source term, by leaving it out", "single_terms")):
        lines += ["", f"| {head} | ns per cell and bin |", "|---|---|"]
        rows = next((found for bench in benches if (found := bench[f"{key}_ns_per_cell_bin"])), {})
        lines += [f"| {name} | {f'{ns:.2f}' if abs(ns) >= 0.1 else 'less than 0.1'} |" for name, ns in rows.items()]
    return "\n".join(lines) + "\n"


def put_table(page, table):
    """The page with the table between its markers. Exits with an error message unless the page has each marker exactly
    once."""
    for mark in (BEGIN, END):
        if page.count(mark) != 1:
            raise SystemExit(f"error: the page needs this line exactly once: {mark.strip()}")
    before, rest = page.split(BEGIN)
    return before + BEGIN + table + END + rest.split(END)[1]


if __name__ == "__main__":
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    path = Path(sys.argv[-1])
    benches = [json.loads(Path(name).read_text()) for name in sys.argv[1:-1]]
    if any("loads" not in bench for bench in benches):
        raise SystemExit("error: these are figures of an earlier program; measure anew with: make bench")
    path.write_text(put_table(path.read_text(), make_table(benches)))
