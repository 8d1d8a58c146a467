#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows that kernels vectorise: counts packed and scalar float arithmetic in the code of the hot functions (x86).

Usage: tools/count_vectors.py [build/apps/groundswell]
"""

import re
import subprocess
import sys

HOT = ("PassKernel<groundswell::Pack, 36>", "SourceStep<groundswell::Pack, groundswell::JanssenInput")
ARITHMETIC = re.compile(r"\tv(?:add|sub|mul|div|max|min|sqrt|fn?m(?:add|sub)\d+)([ps])s\s.*%([xyz])mm")


def count(program):
    """The number of instructions by kernel and kind: `packed` (8 floats), `half` (4) or `scalar`."""
    command = ["objdump", "-dC", "--no-show-raw-insn", program]
    listing = subprocess.run(command, capture_output=True, text=True, check=True)
    counts, kernel = {name: {"packed": 0, "half": 0, "scalar": 0} for name in HOT}, None
    for line in listing.stdout.splitlines():
        if line.endswith(">:"):
            kernel = next((name for name in HOT if name in line), None)
        elif kernel and (found := ARITHMETIC.search(line)):
            kind = "scalar" if found[1] == "s" else "packed" if found[2] == "y" else "half"
            counts[kernel][kind] += 1
    for name in HOT:
        if not any(counts[name].values()):
            raise SystemExit(f"error: {program} has no function {name}; correct HOT in tools/count_vectors.py")
    return counts


if __name__ == "__main__":
    for name, n in count(sys.argv[1] if len(sys.argv) > 1 else "build/apps/groundswell").items():
        print(f"{name.split('<')[0]}: {n['packed']} packed by 8, {n['half']} by 4, {n['scalar']} scalar")
