# SPDX-License-Identifier: Apache-2.0
"""Generated pages: the options page is what the program prints; the tables of speed.md come from the benchmark.

A run's resolved.yaml is a case file that gives the same result to the last bit.
"""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from program_case import ROOT, ProgramTest, run_program

TIMERS = {  # first letters of the timers of each part of a step
    "forcing": "forcing.",
    "propagation": "propagate.",
    "halo": "halo.",
    "losses": "depth_losses",
    "sources": "source_terms.",
    "checks": "property_checks",
    "output": "output.",
}


class GeneratedPages(unittest.TestCase):
    def test_option_reference_is_that_of_the_program(self):
        process = run_program("config", "--markdown")
        self.assertEqual(process.returncode, 0, process.stderr)
        page = (ROOT / "docs/guide/options.md").read_text()
        self.assertEqual(page, process.stdout, "docs/guide/options.md is stale; run tools/make_docs.sh")

    def test_figures_get_between_the_marks(self):
        load = {
            "scheme": "upwind",
            "ns_per_cell_bin_step": 7.125,
            "us_per_cell_bin_day": 1.026,
            "parts_ns": dict(zip(TIMERS, (0, 4.5, 0.25, 0, 2.5, 0.125, 0))),
            "bytes_per_cell_bin": 13.25,
        }
        bench = {"commit": "abc", "processor": "Abacus", "ranks": 1, "bandwidth_gb_per_s": 12.0}
        bench["source_parts_ns_per_cell_bin"] = {"means": 0.5}
        bench["single_terms_ns_per_cell_bin"] = {"input": 1.5, "small": -0.01}
        bench["loads"] = {"coarse_upwind": load, "tides": load}
        with tempfile.TemporaryDirectory() as folder:
            one, two, page = Path(folder, "1.json"), Path(folder, "2.json"), Path(folder, "speed.md")
            one.write_text(json.dumps(bench))
            two.write_text(json.dumps(bench | {"ranks": 2, "loads": {"tides": load}}))
            page.write_text((ROOT / "docs/experiments/speed.md").read_text())
            for _ in range(2):  # the second time replaces the table of the first
                subprocess.run([sys.executable, ROOT / "bench/scripts/bench_table.py", one, two, page], check=True)
                row = "| `upwind` | {} | 7.12 | 1.026 | 0.00 | 4.50 | 0.25 | 0.00 | 2.50 | 0.12 | 0.00 | 13.2 |\n"
                self.assertEqual(page.read_text().count("| tides " + row.format(1) + "| tides " + row.format(2)), 1)
                self.assertEqual(page.read_text().count("| coarse_upwind " + row.format(1)), 1)
                self.assertEqual(page.read_text().count("| coarse_upwind "), 1)
                self.assertEqual(page.read_text().count("| means | 0.50 |"), 1)
                self.assertEqual(page.read_text().count("| input | 1.50 |"), 1)
                self.assertEqual(page.read_text().count("| small | less than 0.1 |"), 1)

    def test_a_benchmark_names_parts_and_terms_and_makes_the_tables(self):
        with tempfile.TemporaryDirectory() as folder:
            made, page = Path(folder, "made.json"), Path(folder, "speed.md")
            page.write_text((ROOT / "docs/experiments/speed.md").read_text())
            words = ("--bisections", 2, "--steps", 1, "--spin-up", 0, "--json", made)
            process = run_program("bench", "kernels", *words)
            self.assertEqual(process.returncode, 0, process.stderr)
            terms = [
                "wind_input",
                "linear_input",
                "whitecapping",
                "nonlinear_transfer",
                "bottom_friction",
                "depth_breaking",
            ]
            found = json.loads(made.read_text())
            self.assertEqual(list(found["single_terms_ns_per_cell_bin"]), terms)
            self.assertEqual(len(found["source_parts_ns_per_cell_bin"]), 6)
            for name, load in found["loads"].items():
                self.assertAlmostEqual(sum(load["timers_ns"].values()), load["ns_per_cell_bin_step"], places=6)
                self.assertEqual(list(load["parts_ns"]), list(TIMERS))
                for part, prefix in TIMERS.items():
                    of_part = [ns for timer, ns in load["timers_ns"].items() if timer.startswith(prefix)]
                    self.assertAlmostEqual(load["parts_ns"][part], sum(of_part), places=6, msg=f"{name}: {part}")
                others = [timer for timer in load["timers_ns"] if not timer.startswith(tuple(TIMERS.values()))]
                self.assertEqual(others, [])
            subprocess.run([sys.executable, ROOT / "bench/scripts/bench_table.py", made, page], check=True)
            for name in (*terms, *found["source_parts_ns_per_cell_bin"]):
                self.assertEqual(page.read_text().count(f"| {name} |"), 1)


class ResolvedConfiguration(ProgramTest):
    def test_it_runs_again_to_the_same_bits(self):
        first = run_program("run", self.write_case(), "--set", "physics.dissipation=bja2005")
        self.assertEqual(first.returncode, 0, first.stderr)
        resolved = (self.folder / "out/resolved.yaml").read_text()
        (self.folder / "again.yaml").write_text(resolved)
        again = run_program("run", self.folder / "again.yaml")
        self.assertEqual(again.returncode, 0, again.stderr)
        sums = [re.search(r"state checksum \w+", process.stdout).group() for process in (first, again)]
        self.assertEqual(sums[0], sums[1])
        self.assertEqual((self.folder / "out/resolved.yaml").read_text(), resolved)


if __name__ == "__main__":
    unittest.main()
