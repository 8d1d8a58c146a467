#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Waves by physics package and bound of the drag, against laws, a buoy and other models, with a list of criteria.

    bench/scripts/package_runs.py [FOLDER]                 # default: output/packages
    bench/scripts/package_runs.py --only Dorian --only swell
    bench/scripts/package_runs.py output/mine --packages wam4:0.0025,wam4:0.0035

The tables go to standard output and to FOLDER/packages.md. Runs already made in FOLDER are kept if neither their
settings nor the program have changed; their CPU time by sea goes to standard error. The hurricane Dorian needs the
depths of cases/dorian_2019, and is left out with a sentence if that file is missing.
"""

import argparse
import sys

from case_runs import DEPTHS, add_common_options, make_folder, parse_common
from package_seas import SEAS, dorian
from package_table import Physics, make_tables

PACKAGES = "wam3,wam4:0.0025,wam4:0.003,wam4:0,st4:t471,st4:t471f"  # columns of the tables
PACKAGES += ",st4:t471+beta_max=1.63+beta_max_slope=-0.02"


def parse_physics(word):
    """The physics of `wam3`, `wam4:0.0025` (bound of the drag, 0 = none) or `st4:t471` (set of coefficients)."""
    physics = Physics(*word.split(":", 1))
    if physics.variant and not physics.is_set:
        float(physics.variant)
    return physics


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    add_common_options(parser, "packages")
    told = "with commas, each alone or with a bound of the drag (0 = none), for st4 with a set (%(default)s)"
    parser.add_argument("--packages", default=PACKAGES, help=told)
    parser.add_argument("--only", action="append", choices=SEAS, metavar="NAME", help="; ".join(SEAS))
    chosen = parse_common(parser, words)
    try:
        chosen.physics = [parse_physics(word) for word in chosen.packages.split(",")]
    except ValueError:
        parser.error("--packages needs packages with commas between them, such as wam3,wam4:0.0025,st4:t471")
    return chosen


def main(words=None):
    chosen = parse(words)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for name in chosen.only or SEAS:
        if SEAS[name] is dorian and not DEPTHS.exists():
            print(f"Dorian is left out, for want of {DEPTHS}", file=sys.stderr)
            continue
        chosen.seconds = [0.0] * len(chosen.physics)
        rows += SEAS[name](chosen, make_folder(chosen.folder, name))
        times = ", ".join(f"{one.name} {time:.1f} s" for one, time in zip(chosen.physics, chosen.seconds))
        print(f"{name}: {times}", file=sys.stderr, flush=True)
    lines = make_tables(chosen.physics, rows) if rows else []
    (chosen.folder / "packages.md").write_text("".join(lines))
    print("".join(lines), end="")


if __name__ == "__main__":
    main()
