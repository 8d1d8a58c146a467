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
SETTINGS = {
    "whole_model": "operational",
    "whole_model_upwind": "operational",
    "whole_model_coarse": "coarse",
    "whole_model_coarse_upwind": "coarse",
}


def make_table(benches):
    """The tables: the whole model by number of processes; then, from the first file, the times of the parts of the
    source step and of single source terms."""
    lines = [
        f"Commit {bench['commit']}, {bench['ranks']} process(es): each moves {bench['bandwidth_gb_per_s']:.1f} GB/s.  "
        for bench in benches
    ]
    lines += [
        "",
        "| setting | scheme | processes | sub-steps | ns per cell, bin, step | µs per bin, simulated day "
        "| least traffic GB/s |",
        "|---|---|---|---|---|---|---|",
    ]
    for key, name in SETTINGS.items():
        for bench in benches:
            m = bench[key]
            lines.append(
                f"| {name} | `{m['scheme']}` | {bench['ranks']} | {m['mean_sub_steps']:.2f} "
                f"| {m['ns_per_cell_bin_step']:.2f} | {m['us_per_bin_simulated_day']:.3f} | {m['least_gb_per_s']:.2f} |"
            )
    # The numbers of these tables are differences of timings: small ones are lost in the noise, and a step without a
    # term may do more work elsewhere.
    for head, key in (("part of the source step", "source_parts"), ("source term, by leaving it out", "single_terms")):
        lines += ["", f"| {head} | ns per cell and bin |", "|---|---|"]
        rows = benches[0][f"{key}_ns_per_cell_bin"] or {}
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
    if any("single_terms_ns_per_cell_bin" not in bench for bench in benches):
        raise SystemExit("error: these are figures of an earlier program; measure anew with: make bench")
    path.write_text(put_table(path.read_text(), make_table(benches)))
