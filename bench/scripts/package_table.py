# SPDX-License-Identifier: Apache-2.0
"""The tables of package_runs.py: seas by package, their errors, and what a default package must meet."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

# What values are compared with: another program with the terms of the package, WAVEWATCH III (source of March 2024)
# with its own ST4, laws, and a buoy.
SAME, ST4, LAW, BUOY = "same terms", "ST4", "law", "buoy"
UNKNOWN = float("nan")


@dataclass(frozen=True)
class Physics:
    """A package and its variant as --packages has them: none, a bound of the drag, or for st4 a set of coefficients,
    to which others may be added, as in t471+beta_max=1.4."""

    package: str
    variant: str = ""

    @property
    def is_set(self):
        return self.package == "st4"

    @property
    def table(self):
        """The name of its terms in tables of other programs: of the sets of st4 they have t471 alone."""
        return f"st4, {self.variant}" if self.is_set and self.variant != "t471" else self.package

    @property
    def name(self):
        if not self.variant:
            return f"`{self.package}`"
        if self.is_set:
            return f"`{self.package}`, {self.variant.replace('+', ', ')}"
        bound = float(self.variant)
        return f"`{self.package}`, {f'{1e3 * bound:g}e-3' if bound else 'none'}"

    @property
    def settings(self):
        chosen = [f"physics.package={self.package}"]
        if self.is_set:
            name, *coefficients = self.variant.split("+")
            return [*chosen, f"physics.st4.set={name}", *(f"physics.st4.{word}" for word in coefficients)]
        return [*chosen, *([f"physics.max_drag={self.variant}"] if self.variant else [])]

    @property
    def folder(self):
        return "_".join(filter(None, [self.package, self.variant]))


@dataclass(frozen=True)
class Row:
    """Values of one sea by physics, and what is expected; rows of one group count as one piece of evidence."""

    group: str
    name: str
    values: list  # by physics, significant wave heights [m] unless the name says otherwise
    expected: dict = field(default_factory=dict)  # against what: values by physics, or one for all of them
    form: str = ".2f"
    shown: bool = True  # otherwise it only serves criteria

    def errors(self, against):
        """Relative errors [%] by physics."""
        return 100.0 * (np.array(self.values) / np.array(self.expected[against]) - 1.0)

    def written(self):
        wanted = []
        for against, values in self.expected.items():
            known = dict.fromkeys(f"{value:{self.form}}" for value in np.atleast_1d(values) if np.isfinite(value))
            wanted += [f"{against} {' / '.join(known)}"] if known else []
        cells = [f"{value:{self.form}}" for value in self.values]
        if wanted:
            errors = zip(*(np.broadcast_to(self.errors(against), len(cells)) for against in self.expected))
            cells = [f"{cell} ({', '.join(map(percent, of_cell))})" for cell, of_cell in zip(cells, errors)]
        return make_line([self.group, self.name, "; ".join(wanted), *cells])


def percent(error):
    return f"{round(error):+d}" if np.isfinite(error) else "–"


def make_line(cells):
    return "| " + " | ".join(cells) + " |\n"


def make_head(cells):
    return [make_line(cells), "|---" * len(cells) + "|\n"]


def mean(values):
    """The mean over the first axis of what is known, NaN where nothing is."""
    return np.ma.masked_invalid(values).mean(axis=0).filled(UNKNOWN)


def find_errors(rows, kinds_of_evidence=(SAME, ST4, LAW, BUOY)):
    """Mean squares and means of the relative errors [%] by physics: of groups of rows, kinds of sea, and deep seas.

    Groups have the same weight in their kind of sea, and kinds in the whole.
    """
    groups, kinds = {}, {}
    for row in rows:
        for against in filter(kinds_of_evidence.__contains__, row.expected if row.shown else ()):
            groups.setdefault((row.group, against), []).append(row.errors(against))
    groups = {key: [mean(np.square(errors)), mean(errors)] for key, errors in groups.items()}
    for (group, _), both in groups.items():
        kinds.setdefault(group.split()[0].strip(","), []).append(both)
    kinds = {kind: mean(of_kind) for kind, of_kind in kinds.items()}
    deep = [both for kind, both in kinds.items() if not kind.startswith("depth-limited")]
    return groups, kinds, mean(deep) if deep else []


def summarize(physics, rows):
    """A table of the root mean squares of the relative errors, with their means in brackets."""
    groups, kinds, deep = find_errors(rows)
    if not groups:
        return []
    lines = [(*key, *both) for key, both in groups.items()]
    lines += [(f"**{kind}**", "all", *both) for kind, both in kinds.items()]
    for against, both in (("all", deep), ("laws and buoy", find_errors(rows, (LAW, BUOY))[2])):
        lines += [("**deep water**", against, *both)] if len(both) else []
    table = make_head(["rms (mean) of the errors [%]", "against", *(one.name for one in physics)])
    for name, against, squares, means in lines:
        cells = [f"{np.sqrt(square):.1f} ({percent(error)})" for square, error in zip(squares, means)]
        table.append(make_line([name, against, *("–" if "nan" in cell else cell for cell in cells)]))
    return table


@dataclass(frozen=True)
class Criterion:
    """Rows whose errors [%], or values if they are compared with nothing, must lie from `least` to `most`."""

    text: str
    applies: Callable  # to a row
    against: str | None
    least: float
    most: float
    package: str = ""  # the one that is asked; every one if empty

    def judge(self, physics, rows):
        """The value of each physics that is farthest from the middle, NaN where none is known or asked for."""
        rows = [row for row in rows if self.applies(row) and self.against in (None, *row.expected)]
        known = [row.errors(self.against) if self.against else row.values for row in rows]
        values = np.array([[UNKNOWN] * len(physics), *known])
        if self.package:
            values[:, [one.package != self.package for one in physics]] = UNKNOWN
        far = np.nan_to_num(np.abs(values - 0.5 * (self.least + self.most)), nan=-1.0)
        return np.take_along_axis(values, far.argmax(axis=0)[None], axis=0)[0]

    def is_met(self, value):
        return self.least <= value <= self.most


def grows(quantity, least, most):
    """Whether a row is of growth in time in 10 or 20 m/s, from `least` to `most` hours."""
    groups = [f"{quantity}, {wind} m/s" for wind in (10, 20)]
    return lambda row: row.group in groups and least <= int(row.name.split()[0]) <= most


def is_of(group, name=""):
    return lambda row: row.group == group and row.name.startswith(name)


CRITERIA = [
    Criterion("hurricane of 50 m/s within 10 % of Young", is_of("hurricane", "50"), LAW, -10, 10),
    Criterion("hurricane of 65 m/s within 15 % of Young", is_of("hurricane", "65"), LAW, -15, 15),
    Criterion("fetch on 1 km cells, 20 m/s: Hs within 10 % of ST4", is_of("fetch, 1 km cells, 20 m/s"), ST4, -10, 10),
    Criterion("growth, 3 to 12 h: Hs within 12 % of ST4", grows("growth", 3, 12), ST4, -12, 12),
    Criterion("growth, 24 and 72 h: Hs within 8 % of ST4", grows("growth", 24, 72), ST4, -8, 8),
    Criterion("growth, 3 to 72 h: fp within 5 % of ST4", grows("peak frequency", 3, 72), ST4, -5, 5),
    Criterion("growth, 3 to 72 h: Hs within 2 % of the same terms", grows("growth", 3, 72), SAME, -2, 2, "st4"),
    Criterion("swell of 1 m loses 10 to 18 % of its height", is_of("swell of 1 m, 12.5 s"), None, 10, 18),
    Criterion("swell of 4 m loses more than 18 %", is_of("swell of 4 m, 12.5 s"), None, 18, 100),
]


def make_verdicts(physics, rows):
    """A table of the criteria: whether each is met, with the worst of the values in brackets [%]."""
    judged = [(criterion, criterion.judge(physics, rows)) for criterion in CRITERIA]
    judged = [(criterion, worst) for criterion, worst in judged if np.isfinite(worst).any()]
    if not judged:
        return []
    table, all_met = make_head(["criterion", *(one.name for one in physics)]), np.full(len(physics), True)
    for criterion, worst in judged:
        met = np.array([criterion.is_met(value) for value in worst])
        cells = [f"{'yes' if good else 'no'} ({percent(value)})" for good, value in zip(met, worst)]
        table.append(make_line([criterion.text, *("–" if "–" in cell else cell for cell in cells)]))
        all_met &= met | np.isnan(worst)
    return [*table, make_line(["**all of these**", *("yes" if met else "no" for met in all_met)])]


def make_tables(physics, rows):
    names = ["sea", "at", "expected", *(one.name for one in physics)]
    lines = [
        "Hs [m] by package; in brackets the differences [%] from what is expected, in the order of that column.\n\n"
    ]
    lines += [*make_head(names), *(row.written() for row in rows if row.shown)]
    for table in (summarize(physics, rows), make_verdicts(physics, rows)):
        lines += ["\n", *table] if table else []
    return lines
