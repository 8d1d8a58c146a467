#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Turns the JSON of `groundswell bench kernels` into the table of docs/guide/speed.md, between its two marks.

Usage: tools/bench_table.py bench_kernels.json docs/guide/speed.md
"""

import json
import sys
from pathlib import Path

BEGIN = "<!-- table: tools/bench_table.py writes what stands between these two lines -->\n"
END = "<!-- end of table -->\n"
SETTINGS = {
    "whole_model": "operational",
    "whole_model_upwind": "operational",
    "whole_model_coarse": "coarse",
    "whole_model_coarse_upwind": "coarse",
}


def make_table(bench):
    """The lines of both tables, whole model and source terms."""
    lines = [
        f"Commit {bench['commit']}, {bench['ranks']} process(es); one thread moves "
        f"{bench['bandwidth_gb_per_s']:.1f} GB/s.",
        "",
        "| setting | scheme | cells | sub-steps | ns per cell, bin, step | µs per bin, simulated day "
        "| least traffic GB/s |",
        "|---|---|---|---|---|---|---|",
    ]
    for key, name in SETTINGS.items():
        m = bench[key]
        lines.append(
            f"| {name} | `{m['scheme']}` | {m['cells']} | {m['mean_sub_steps']:.2f} "
            f"| {m['ns_per_cell_bin_step']:.2f} | {m['us_per_bin_simulated_day']:.3f} | {m['least_gb_per_s']:.2f} |"
        )
    lines += ["", "| part of the source step | ns per cell and bin |", "|---|---|"]
    lines += [f"| {name} | {ns:.3f} |" for name, ns in (bench["source_terms_ns_per_cell_bin"] or {}).items()]
    return "\n".join(lines) + "\n"


def put_table(page, table):
    """The page with the table between its marks; an error where a mark is missing."""
    for mark in (BEGIN, END):
        if page.count(mark) != 1:
            raise SystemExit(f"error: the page needs this line exactly once: {mark.strip()}")
    before, rest = page.split(BEGIN)
    return before + BEGIN + table + END + rest.split(END)[1]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    path = Path(sys.argv[2])
    path.write_text(put_table(path.read_text(), make_table(json.loads(Path(sys.argv[1]).read_text()))))
