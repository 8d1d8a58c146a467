# SPDX-License-Identifier: Apache-2.0
"""The results of halo exchanges as tables in Markdown: the machine first."""

from __future__ import annotations

from statistics import median

from groundswell_bench_view import halo_results
from groundswell_bench_view.halo_results import COPY, PARTS, Results, model_speed_ups, run_times, speed_up, times_of

SIZES = (2**20, "MiB"), (2**10, "KiB"), (1, "B")
MESSAGES = (8, 2048, 131072, 8388608)  # bytes of single messages in the table of the machine


def table(columns: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown; empty if there are no rows."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) if rows else ""


def in_bytes(n: float) -> str:
    """A number of bytes with its unit, for example 32 MiB."""
    return next(f"{n / size:g} {unit}" for size, unit in SIZES if n >= size or size == 1)


def us(seconds: float) -> str:
    """A time as a number of microseconds."""
    return f"{1e6 * seconds:.1f}" if seconds < 1e-4 else f"{1e6 * seconds:.0f}"


def machine_table(results: Results) -> str:
    """A table of the machine; the copy speed is that of the first main case, which has the largest rows."""
    if not results.machines:
        return ""
    machine = results.machines[0]
    rows = [["MPI, processor", machine["machine"].rpartition(";")[0]], ["cores", str(machine["cores"])]]
    if caches := machine.get("caches"):
        rows.append(["caches of a core", ", ".join(f"{name} {size}iB" for name, size in caches.items())])
    messages = [one for one in machine.get("single_messages", []) if one["bytes"] in MESSAGES]
    if messages:
        rows.append(["one message, one way", ", ".join(f"{in_bytes(one['bytes'])} in {us(one['seconds'])} µs"
                                                        for one in messages)])  # fmt: skip
    for case in results.main_cases()[:1]:
        copied = case["sent_bytes"]["mean"]
        speeds = [f"{copied / times['median'] / 1e9:.1f} GB/s {state}" for state in ("warm", "cold")
                  if (times := times_of(case, COPY, state))]  # fmt: skip
        rows.append([f"copying {copied / 1e6:.2f} MB within each of {case['ranks']} ranks", ", ".join(speeds)])
    rows.append(["commit", machine["commit"]])
    return table(["machine", ""], rows)


def _case_title(case: dict) -> str:
    return (f"{halo_results.describe(case)}, {case['ranks']} ranks: a rank sends up to "
            f"{case['sent_bytes']['max'] / 1e6:.2f} MB to {case['neighbours']['max']:g} others; "
            f"{case['repetitions']} repetitions")  # fmt: skip


def exchange_table(case: dict) -> str:
    """A row per method: medians of the slowest rank [us], means over ranks, and speed-ups of the sums over all
    repetitions, then of medians."""
    rows = []
    bound = times_of(case, COPY, "warm")
    for method in [*halo_results.in_order(case["medians"]), COPY]:
        warm, cold = times_of(case, method, "warm"), times_of(case, method, "cold")
        ratios = [speed_up(case, method, which, of) for of in ("sums", "ranks") for which in ("mean", "max")]
        rows.append([
            method, us(warm["median"]), us(cold["median"]) if cold else "",
            " / ".join(us(warm["ranks"][which]) for which in ("min", "mean", "max")),
            *(f"{ratio:.2f}" if ratio and method != COPY else "" for ratio in ratios),
            f"{warm['median'] / bound['median']:.2f}",
            *(us(warm[part]["mean"]) if method != COPY else "" for part in PARTS),
        ])  # fmt: skip
    columns = ["method", "warm µs", "cold µs", "ranks: least / mean / most", "speed-up, mean", "most",
               "of medians, mean", "most", "over the copy", *PARTS]  # fmt: skip
    return table(columns, rows)


def choices_table(results: Results) -> str:
    """A row per kind of exchange and number of ranks: the choices of `auto` in all runs of the benchmark."""
    rows = []
    for (kind, ranks), choices in halo_results.regrets_of(results.cases).items():
        names = [choice["method"] for choice in choices]
        counts = ", ".join(f"{name} {names.count(name)}" for name in halo_results.in_order(names))
        verdicts = list(map(halo_results.verdict, choices))
        good, undecided = (verdicts.count(word) for word in ("good", "undecided"))
        worst = max(choices, key=lambda choice: choice["regret"])
        low, high = worst["interval"]
        mean_regret = f"{halo_results.mean_regret(choices):.3f}"
        worst_one = f"{worst['regret']:.2f} ({low:.2f} to {high:.2f})"
        rows.append([kind, str(ranks), counts, mean_regret, worst_one, f"{good} of {len(choices)}", str(undecided)])
    columns = ["exchange", "ranks", "chosen", "mean regret", "worst (95 % interval)", "at most 1.1", "undecided"]
    return table(columns, rows)


def model_table(results: Results) -> str:
    """Runs of the whole model: a row per configuration."""
    runs, rows = results.runs, []
    for n in sorted({run["ranks"] for run in runs}):
        for method in halo_results.in_order(run["method"] for run in runs):
            for overlap in (False, True):
                times = run_times(runs, n, method, overlap)
                if not times:
                    continue
                ratios = model_speed_ups(runs, n, method, overlap)
                faster = f"{median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})" if ratios else ""
                both = [f"{times.communication(which):.3f}" for which in ("mean", "max")]
                both += [f"{times.computing(which):.3f}" for which in ("mean", "max")]
                shares = [f"{100 * share:.1f}" for share in (times.share("mean"), times.waiting())]
                rows.append(
                    [str(n), method, "yes" if overlap else "no", f"{times.seconds:.3f}", *both, *shares, faster]
                )
    columns = ["ranks", "method", "overlap", "s", "exchange, mean", "most", "computing, mean", "most", "exchange %",
               "waiting %", "speed-up of the model (least to greatest)"]  # fmt: skip
    return table(columns, rows)


def format_tables(results: Results) -> str:
    """All tables for which there are results, each with its heading."""
    parts = [("", machine_table(results))]
    parts += [(_case_title(case) + ":", exchange_table(case)) for case in results.main_cases()]
    parts.append(("Choices of `auto`:", choices_table(results)))
    if results.runs:
        about = results.about_runs
        title = f"The whole model: {about['cells']} cells, {about['bins']} bins, {about['steps']} steps:"
        parts.append((title, model_table(results)))
    return "\n".join(f"{title}\n\n{text}" if title else text for title, text in parts if text)
