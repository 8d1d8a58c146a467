# SPDX-License-Identifier: Apache-2.0
"""`check` on damaged cases, meshes, winds and waves succeeds or prints an error message within 30 s and never crashes.

Usage: test_fuzz.py [number of runs [first seed [kinds of files]]]. A seed always damages the same file in the same way.
Kinds: case (the YAML), input (mesh and wind, classic and netCDF-4), waves (all layouts, classic and netCDF-4).
"""

import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np
from program_case import run_program, write_wind
from wave_files import copy_file, write_all_layouts

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
# A sea open on all sides; a file contains the waves that enter it.
OPEN_CASE = """\
time: {start: 2000-01-01, end: 2000-01-01T06:00:00Z, step: 30 min}
mesh: {file: sea.nc}
spectrum: {directions: 12, frequencies: 26, first_frequency: 0.06 Hz}
wind: {kind: constant, speed: 10}
boundary: {kind: file, files: [waves.nc], max_distance: 1500 km}
output:
  folder: out
  points:
    spectra_interval: 3 h
    max_distance: 300 km
    places: [{name: A, lon: 3, lat: 3}, {name: B, lon: 6, lat: 6}]
"""
SEA = "kind: region\nregion: {west: 0, east: 9, south: 0, north: 9}\nspacing: 200 km\nbathymetry: {depth: 4000 m}\n"
KINDS = ("case", "input", "waves")
# Replacements for words.
WORDS = """
    0 -1 1e9 1e308 -1e308 nan inf 0x10 1e-320 99999999999999999999 2147483648 9e15 none null true [] {} [1,2] "" ~ *a
    &a &a[*a] !!binary 1:2:3 2000-02-31 0000-00-00 9999-12-31 -0001-01-01 1_000 1,5 '''' %s %n \\x00 é 日 - : # ? | > @
    ` m 12 km 10 furlongs 100 % ../../../etc/passwd /dev/zero /dev/null ~root/x out wind.nc mesh.nc *.nc [*.nc file
    constant jonswap icosahedral strip one_point vortex best_track openmp upwind
""".split()
MEMORY = "ulimit -v 16000000;"  # [kB]


def mutate_text(text, rng):
    """The case with some words replaced, lines deleted, duplicated or shifted, or characters changed."""
    for _ in range(rng.randint(1, 4)):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        way = rng.randrange(7)
        if way < 3:  # replace a word
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
    """The bytes of a file, truncated or with some bytes changed (mostly in its header), deleted or duplicated."""
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
        for name, content in (("mesh", "kind: global\ncells: 162\nbathymetry: {depth: 4000 m}\n"), ("sea", SEA)):
            (folder / f"{name}.yaml").write_text(content)
            self.succeed("mesh", folder / f"{name}.yaml", "--output", folder / f"{name}.nc")
        lon, lat = np.arange(0.0, 360.0, 15.0), np.arange(-90.0, 91.0, 15.0)
        write_wind(folder / "wind.nc", lon, lat, [0, 3, 6], 10.0)
        self.input = {"case.yaml": CASE.encode(), **self.both_formats("mesh.nc"), **self.both_formats("wind.nc")}
        self.waves = {}
        for path in write_all_layouts(folder, [0.0, 4.5, 9.0], [0.0, 4.5, 9.0], [0, 3, 6]):
            self.waves |= self.both_formats(path.name)
        self.waves |= self.own_spectra()
        for name in [*self.input, *self.waves]:
            said = self.check(name, None)
            assert said.returncode == 0, name + said.stderr

    def succeed(self, *arguments):
        process = run_program(*arguments)
        assert process.returncode == 0, process.stderr

    def both_formats(self, name):
        """The content of a file as it is, and converted to netCDF-4."""
        copy = copy_file(self.folder / name, self.folder / "copy.nc")
        return {name: (self.folder / name).read_bytes(), f"{name} as netCDF-4": copy.read_bytes()}

    def own_spectra(self):
        """Spectra written by the program itself at places in the open sea."""
        shutil.copy(self.folder / "ww3.nc", self.folder / "waves.nc")
        (self.folder / "case.yaml").write_text(OPEN_CASE)
        self.succeed("run", self.folder / "case.yaml")
        shutil.move(self.folder / "out/spectra.nc", self.folder / "spectra.nc")
        shutil.rmtree(self.folder / "out")
        return self.both_formats("spectra.nc")

    def check(self, name, content):
        """Runs `check` with `content` in the file `name`; None stands for the file's undamaged content."""
        own = self.input if name in self.input else self.waves
        content = own[name] if content is None else content
        file_name = "waves.nc" if name in self.waves else name.split()[0]
        for other in ("mesh.nc", "wind.nc"):
            (self.folder / other).write_bytes(self.input[other])
        (self.folder / "case.yaml").write_text(OPEN_CASE if name in self.waves else CASE)
        (self.folder / file_name).write_bytes(content)
        return run_program("check", self.folder / "case.yaml", rank_prefix=MEMORY, time_limit=30, errors="replace")

    def names_of(self, kind):
        if kind == "case":
            return ["case.yaml"]
        return [name for name in (self.waves if kind == "waves" else self.input) if name != "case.yaml"]

    def problem(self, seed, kinds):
        """The file damaged by this seed, whether it was refused, and what was wrong with the run, or ""."""
        rng = random.Random(seed)
        name = rng.choice(self.names_of(rng.choice(kinds)))
        if name == "case.yaml":
            content = mutate_text(CASE, rng).encode(errors="surrogatepass")
        else:
            content = mutate_bytes(self.input.get(name) or self.waves[name], rng)
        try:
            done = self.check(name, content)
        except subprocess.TimeoutExpired:
            return name, False, "it takes longer than 30 s"
        if done.returncode == 0 and "the case " in done.stdout:
            return name, False, ""
        # If the netCDF library damages memory, the C library's words about that precede or follow the sentence.
        is_sentence = re.search("(?m)^error: ", done.stderr) and "internal error" not in done.stderr
        is_refused = done.returncode == 1 and bool(is_sentence)
        return name, is_refused, "" if is_refused else f"exit {done.returncode}: {done.stderr[-600:]}"


def main():
    n_run = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    kinds = sys.argv[3:] or KINDS
    folder = Path(tempfile.mkdtemp())
    fuzz = Fuzz(folder)
    n_of, n_refused, failed = Counter(), Counter(), 0
    for seed in range(first, first + n_run):
        name, is_refused, problem = fuzz.problem(seed, kinds)
        n_of[name] += 1
        n_refused[name] += is_refused
        if problem:
            failed += 1
            print(f"seed {seed}: {name}: {problem}", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    print(", ".join(f"{name}: {n_refused[name]} of {n} refused" for name, n in sorted(n_of.items())))
    print(f"{n_run} runs, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
