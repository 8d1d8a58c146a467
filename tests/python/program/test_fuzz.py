# SPDX-License-Identifier: Apache-2.0
"""`check` on damaged case files, meshes and winds: it ends within 10 s, well or with a sentence, and never crashes.

Usage: test_fuzz.py [number of runs [first seed]]. A seed that fails gives the same files again.
"""

import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from program_case import run_program, write_wind

CASE = """\
title: "fuzz"
time: {start: 2000-01-01, end: 2000-01-01T06:00:00Z, step: 30 min, calendar: standard}
mesh: {file: mesh.nc, allow_parts: true}
spectrum: {directions: 12, frequencies: 26, first_frequency: 0.06 Hz, frequency_ratio: 1.1}
physics: {package: wam4, limiter: hersbach_janssen, max_source_step: 5 min}
propagation: {scheme: third_order, sprinkler_age: 2 d}
wind:
  kind: file
  files: [wind.nc]
  fill_missing_dates: interpolate
  max_gap: 12 h
current: {kind: constant, speed: 0.5 kn, to: 90}
water_level: {kind: constant, value: -20 cm}
initial: {kind: swell, height: 2 m, period: 12 s, spread: 20}
boundary: {kind: jonswap, height: 2, period: 10 s, boxes: [{west: 0, east: 9, south: 0, north: 9, period: 8}]}
output:
  folder: out
  fields: {interval: 1 h, names: [hs, tp, dir]}
  lat_lon: {interval: 2 h, spacing: 5, names: [swh]}
  points:
    max_distance: 3000 km
    places:
      - {name: A, lon: 9, lat: 0}
      - {name: "B, too", lon: -150, lat: 40.5}
balance: {enabled: true, lon: 3, lat: 4}
parallel: {halo_method: graph}
"""
# What is written in place of a word.
WORDS = """
    0 -1 1e9 1e308 -1e308 nan inf 0x10 1e-320 99999999999999999999 2147483648 9e15 none null true [] {} [1,2] "" ~ *a
    &a &a[*a] !!binary 1:2:3 2000-02-31 0000-00-00 9999-12-31 -0001-01-01 1_000 1,5 '''' %s %n \\x00 é 日 - : # ? | > @
    ` m 12 km 10 furlongs 100 % ../../../etc/passwd /dev/zero /dev/null ~root/x out wind.nc mesh.nc *.nc [*.nc file
    constant jonswap icosahedral strip one_point vortex openmp upwind
""".split()
MEMORY = "ulimit -v 16000000;"  # [kB]


def mutate_text(text, rng):
    """The case with some words replaced, lines lost, doubled or moved, or letters changed."""
    for _ in range(rng.randint(1, 4)):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        way = rng.randrange(7)
        if way < 3:  # a word
            words = lines[at].split(" ")
            words[rng.randrange(len(words))] = rng.choice(WORDS) + rng.choice(["", "", ",", "}", "]"])
            lines[at] = " ".join(words)
        elif way == 3:
            del lines[at]
        elif way == 4:
            lines.insert(rng.randrange(len(lines)), lines[at])
        elif way == 5:
            lines[at] = rng.choice(["  ", "\t", "- ", "? "]) + lines[at]
        elif lines[at]:
            k = rng.randrange(len(lines[at]))
            lines[at] = lines[at][:k] + chr(rng.choice([*range(1, 128), 233, 0x65E5])) + lines[at][k + 1 :]
        text = "\n".join(lines) or "x"
    return text


def mutate_bytes(content, rng):
    """A file with bytes changed (most in its header), cut off, lost or doubled."""
    content = bytearray(content)
    header = min(len(content), 3000)
    way = rng.randrange(10)
    if way == 0:
        return bytes(content[: rng.randrange(len(content))])
    if way == 1:
        at = rng.randrange(len(content))
        del content[at : at + rng.randint(1, 400)]
        return bytes(content)
    if way == 2:
        at = rng.randrange(header)
        content[at:at] = content[at : at + rng.randint(1, 400)]
        return bytes(content)
    end = len(content) if way < 6 else header
    for _ in range(rng.choice([1, 1, 2, 8, 64])):
        at = rng.randrange(end)
        content[at] = rng.choice([0, 1, 2, 127, 128, 255, rng.randrange(256)])
    return bytes(content)


class Fuzz:
    def __init__(self, folder):
        self.folder = folder
        (folder / "mesh.yaml").write_text("kind: global\ncells: 162\nbathymetry: {depth: 4000 m}\n")
        assert run_program("mesh", folder / "mesh.yaml", "--output", folder / "mesh.nc").returncode == 0
        lon, lat = np.arange(0.0, 360.0, 15.0), np.arange(-90.0, 91.0, 15.0)
        write_wind(folder / "wind.nc", lon, lat, [0, 3, 6], 10.0)
        (folder / "case.yaml").write_text(CASE)
        self.whole = {name: (folder / name).read_bytes() for name in ("case.yaml", "mesh.nc", "wind.nc")}
        said = self.check()
        assert said.returncode == 0, said.stderr

    def check(self):
        return run_program("check", self.folder / "case.yaml", rank_prefix=MEMORY, time_limit=10, errors="replace")

    def problem(self, seed):
        """What is wrong with the run of that seed, or ""."""
        rng = random.Random(seed)
        for name, content in self.whole.items():
            (self.folder / name).write_bytes(content)
        name = rng.choice(["case.yaml", "case.yaml", "mesh.nc", "wind.nc"])
        if name == "case.yaml":
            (self.folder / name).write_text(mutate_text(CASE, rng), errors="surrogatepass")
        else:
            (self.folder / name).write_bytes(mutate_bytes(self.whole[name], rng))
        try:
            done = self.check()
        except subprocess.TimeoutExpired:
            return f"{name}: it takes longer than 10 s"
        if done.returncode == 0 and "the case " in done.stdout:
            return ""
        is_sentence = done.stderr.startswith("error: ") and "internal error" not in done.stderr
        return "" if done.returncode == 1 and is_sentence else f"{name}: exit {done.returncode}: {done.stderr[-600:]}"


def main():
    n_run = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    folder = Path(tempfile.mkdtemp())
    fuzz = Fuzz(folder)
    failed = 0
    for seed in range(first, first + n_run):
        if problem := fuzz.problem(seed):
            failed += 1
            print(f"seed {seed}: {problem}", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    print(f"{n_run} runs, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
