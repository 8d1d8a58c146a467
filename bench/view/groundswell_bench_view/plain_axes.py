# SPDX-License-Identifier: Apache-2.0
"""Common parts of figures with plain axes: heading, grid, numbers without powers of ten."""

from __future__ import annotations

GREY = "#8a8f98"


def plain_number(value: float, _) -> str:
    return f"{value:g}"


def start_axes(axes, title: str, x: str, y: str) -> None:
    axes.set_title(title, fontsize=10.5, fontweight="bold", loc="left")
    axes.set_xlabel(x, fontsize=9)
    axes.set_ylabel(y, fontsize=9)
    axes.tick_params(labelsize=8)
    axes.grid(color="#d9dde2", linewidth=0.6)
    axes.set_axisbelow(True)


def say_no_cases(axes) -> None:
    axes.text(0.5, 0.5, "no cases in the files", transform=axes.transAxes, ha="center", color=GREY, fontsize=9)
    axes.set(xticks=[], yticks=[], xlabel="", ylabel="")
