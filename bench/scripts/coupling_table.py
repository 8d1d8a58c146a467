# SPDX-License-Identifier: Apache-2.0
"""The table of coupling_runs.py, from what its runs and jobs say."""

import json
import math
import re
import sys
from statistics import median

PARTS = ("giving", "messages", "regridding", "taking")  # without what waiting costs
KEYS = (*PARTS, "looking")
NUMBERS = r"(\S+) s of CPU time to give, (\S+) s for messages, (\S+) s to regrid, (\S+) s to take and (\S+) s to look"
WORK = re.compile(r"^(?:(\w+): )?exchanged fields with " + NUMBERS)
TIMED = re.compile(r"^(?:(\w+): )?the method of .* was chosen from (\d+) timed transfers .*, in (\S+) s")
CHECKSUM = re.compile(r"^(?:(\w+): )?state checksum (\w+)")
SAME = (("alone", "alone_on_two", "wind"), ("apart", "with_lag", "in_turn"))  # end with the same checksum


def matches(pattern, said):
    """The groups of all lines that match, by component."""
    found = (pattern.match(line) for line in said.splitlines())
    return {one[1] or "waves": one.groups()[1:] for one in found if one}


def read_run(folder, said):
    """The facts about a run or job from what it printed and from the timers of its waves, each in a folder there.

    Times [s] are by component: `seconds` of all steps; CPU time of `work` on the exchange, by its parts, and of
    `update` of the forcing, in which fields are taken and checked; `making` of the fields that are given; `waited`,
    for fields alone; and of the transfers that choose a method, `timed`: their number and their time."""
    run = {
        "checksums": {name: groups[0] for name, groups in matches(CHECKSUM, said).items()},
        "work": {name: dict(zip(KEYS, map(float, groups))) for name, groups in matches(WORK, said).items()},
        "timed": {name: [int(n), float(s)] for name, (n, s) in matches(TIMED, said).items()},
        "seconds": {}, "update": {}, "making": {}, "steps": {}, "waits": {}, "waited": {},
    }  # fmt: skip
    for path in sorted(folder.glob("*/timers.json")):
        facts = json.loads(path.read_text())
        name, timers, waits = path.parent.name, facts["timers"], facts.get("coupling", {}).get("waits", [])
        run["seconds"][name] = facts["total_seconds"]
        run["update"][name] = max(timers["forcing.update"]["cpu"])
        run["making"][name] = timers.get("coupling.give", {"max": 0.0})["max"]
        run["steps"][name] = timers["forcing.update"]["calls"]
        run["waits"][name] = sum(wait["times"] for wait in waits if wait["field"])
        run["waited"][name] = sum(wait["seconds"] for wait in waits if wait["field"])
        run |= {"commit": facts["commit"], "cells": facts["cells"], "bins": facts["bins"]}
    return run


def interval(values):
    """The two of the sorted values between which the true median lies with a probability of 95 % or more; least and
    greatest if there are fewer than nine."""
    values, n, outside = sorted(values), len(values), 0.0
    for k in range(n // 2):  # P(at most k of n values lie below the median)
        outside += math.comb(n, k) / 2**n
        if 2 * outside > 0.05:
            return values[max(0, k - 1)], values[n - max(1, k)]
    return values[0], values[-1]


def verdict(low, high, limit):
    if limit is None:
        return "", ""
    return f"{limit:g}", "yes" if high <= limit else "no" if low > limit else "*undecided*"


def row(words, values, digits, limit=None):
    low, high = interval(values)
    numbers = f"{median(values):.{digits}f} | {low:.{digits}f} to {high:.{digits}f}"
    return f"| {words} | {numbers} | {' | '.join(verdict(low, high, limit))} |\n"


def slowest(run):
    return max(run["seconds"].values())


def work_of(run, parts=PARTS):
    """The CPU time [s] that all components spend on the exchange."""
    return sum(work[part] for work in run["work"].values() for part in parts)


class Rounds:
    """The runs of all rounds, by way."""

    def __init__(self, runs):
        self.runs = {}
        for run in sorted(runs, key=lambda run: run["round"]):
            self.runs.setdefault(run["way"], []).append(run)

    def of(self, way, value):
        return [value(run) for run in self.runs[way]]

    def ratio(self, way, base, value):
        """To the time of another run of the same round."""
        return [a / b for a, b in zip(self.of(way, value), self.of(base, slowest), strict=True)]


def check_checksums(rounds):
    """Ends the program if coupling has changed a sea."""
    for ways in SAME:
        found = {way: {sum_ for run in rounds.runs[way] for sum_ in run["checksums"].values()} for way in ways}
        if len(set().union(*found.values())) != 1:
            sys.exit(f"error: state checksums differ: {found}")


def work_rows(rounds):
    def share(words, value, limit=None):
        return row(f"five fields: {words}, %", [100.0 * one for one in rounds.ratio("five", "alone", value)], 2, limit)

    rows = [share("work of both components on the exchange, of the run alone", work_of, 1.0)]
    rows += [share(f"of it, {part}", lambda run, part=part: work_of(run, [part])) for part in PARTS]
    rows.append(share("looking while they wait (not in it)", lambda run: work_of(run, ["looking"])))
    all_of_it = lambda run: work_of(run, PARTS[:3]) + run["update"]["waves"]
    return [*rows, share("the same with the wave model's checks of what it takes", all_of_it, 1.0)]


def wall_rows(rounds):
    before = lambda run: run["wall"] - slowest(run)
    making = lambda run: 100.0 * run["making"]["one"] / run["seconds"]["one"]
    return [
        row("wind from `data`, 1 + 1 processes / the run alone on 1", rounds.ratio("wind", "alone", slowest), 3, 1.05),
        row("the run alone, 2 processes / 1", rounds.ratio("alone_on_two", "alone", slowest), 3),
        row("the run alone on 1: start and end of the program, s", rounds.of("alone", before), 2),
        row("wind from `data`, 1 + 1: start and end of the program, s", rounds.of("wind", before), 2),
        row("two runs, lag of a period / without exchange", rounds.ratio("with_lag", "apart", slowest), 3, 1.1),
        row("two runs, one after the other / without exchange", rounds.ratio("in_turn", "apart", slowest), 3),
        row("two runs, lag of a period: making the wind that one gives, %", rounds.of("with_lag", making), 2),
    ]


def wait_rows(rounds):
    rows = []
    for way, words in (("with_lag", "lag of a period"), ("in_turn", "one after the other")):
        steps = sum(rounds.runs[way][0]["steps"].values())
        for key, digits, what in (("waits", 0, f"waits in {steps} steps"), ("waited", 2, "both waited, s")):
            values = rounds.of(way, lambda run, key=key: sum(run[key].values()))
            rows.append(row(f"two runs, {words}: {what}", values, digits))
    return rows


def timed_rows(rounds):
    rows = []
    for way, words in (("five", "1 + 1"), ("timed_on_three", "1 + 2"), ("timed_on_four", "2 + 2")):
        counts = rounds.of(way, lambda run: max([count for count, _ in run["timed"].values()], default=0))
        lost = rounds.of(way, lambda run: sum(seconds for _, seconds in run["timed"].values()))
        rows.append(row(f"five fields, {words} processes: transfers timed by `adaptive`", counts, 0))
        rows.append(row(f"five fields, {words} processes: time of both sides for them, s", lost, 3))
    return rows


def make_table(data):
    rounds = Rounds(data["runs"])
    check_checksums(rounds)
    one = rounds.runs["alone"][0]
    facts = (
        f"{one['cells']} cells, {one['bins']} bins, {one['steps']['waves']} steps; {len(rounds.runs['alone'])} rounds"
    )
    lines = [
        f"Commit {one['commit']}; {facts}.\n\n",
        "| what | median | interval | limit | within |\n|---|---|---|---|---|\n",
    ]
    return "".join([*lines, *work_rows(rounds), *wall_rows(rounds), *wait_rows(rounds), *timed_rows(rounds)])
