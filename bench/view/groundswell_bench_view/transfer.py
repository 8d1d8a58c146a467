# SPDX-License-Identifier: Apache-2.0
"""The cost of moving fields between decompositions, from a file of `groundswell-bench transfer` or bench/simgrid.

The panels show what the figures of Zhang et al. 2016 (Geosci. Model Dev.) show.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib.pyplot as plt
from groundswell_view import maps
from groundswell_view.errors import ViewError
from groundswell_view.json_file import read_json

from groundswell_bench_view import transfer_panels


def read_bench(path: Path) -> dict:
    """The content of the file; raises a ViewError if it is not a result of the benchmark."""
    data = read_json(path)
    cases = data.get("cases") if isinstance(data, dict) else None
    if not cases or not all("medians" in case and "experiment" in case for case in cases):
        raise ViewError(f"{path} contains no cases of data transfer; groundswell-bench transfer --json writes them")
    return data


def draw_transfer(path: Path, out: Path, dpi: int) -> str:
    """Draws the results and writes the picture; returns a message for the user."""
    data = read_bench(path)
    figure, panels = plt.subplots(4, 4, figsize=(17.0, 16.4), dpi=dpi)
    figure.subplots_adjust(left=0.045, right=0.985, top=0.915, bottom=0.042, wspace=0.27, hspace=0.36)
    transfer_panels.draw_times(panels[0], data)
    transfer_panels.draw_fields(panels[1], data)
    transfer_panels.draw_grids(panels[2][:3], data)
    transfer_panels.draw_bandwidth(panels[2][3], data)
    transfer_panels.draw_traffic(panels[3][:3], data)
    transfer_panels.draw_set_up(panels[3][3], data)
    for axes in panels.flat:
        transfer_panels.finish(axes)
    shown = {key for case in data["cases"] for key in case["medians"]}
    handles = [plt.Line2D([], [], color=colour, marker=marker, label=name)
               for key, name, colour, marker in transfer_panels.METHODS if key in shown]  # fmt: skip
    figure.legend(
        handles=handles, loc="upper right", bbox_to_anchor=(0.985, 0.982), ncols=5, frameon=False, fontsize=9.5
    )
    figure.text(0.045, 0.976, "Data transfer", fontsize=15, fontweight="bold", va="center")
    about = [data.get("machine", ""), f"commit {data['commit']}" if data.get("commit") else "",
             "medians; the slowest process counts"]  # fmt: skip
    figure.text(0.045, 0.956, ", ".join(part for part in about if part), fontsize=10, va="center", color="#40464d")
    maps.save(figure, out)
    return f"{len(data['cases'])} cases"
