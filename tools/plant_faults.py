#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants faults in a copy of the sources, which tools/score_tests.py builds to see which ones the tests catch.

The places are drawn from the statements of the folders that compute or move values. Other changes of the sources hardly
affect the draw: places are sorted by a hash of the file's path, the statement and the fault. A planted statement has
both forms, the right and the faulty one; the environment variable GROUNDSWELL_PLANTED_FAULT selects at run time which
fault is active.
"""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from cpp_statements import ASSIGNMENTS, Statements, tokens_of

ROOT = Path(__file__).resolve().parent.parent
SEED = "groundswell"
KINDS = ("sign", "index", "unit", "limit", "statement", "order", "wait")
FOLDERS = (
    *("boundary", "decomp", "forcing", "halo", "mesh", "model", "output", "propagation", "restart", "simd"),
    *("source_terms", "spectrum", "transfer", "transport", "wave_output"),
)
# Files without planted faults: options, names, checks, reports, and code that only measures time or chooses the fastest
# method.
OTHER_FILES = re.compile(
    r"_(options|settings|names|checks|info|timing)\.|(auto_method|cell_cost|diagnostics|_quality)\."
)
# Calls that synchronise processes or threads, or complete requests.
WAITS = re.compile(r"\b(wait|barrier|fence|sync|flush|finish|complete|arrive|notify|test)(_\w+)? \(")
HEADER = """// Written by tools/plant_faults.py.
#pragma once

#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace planted_faults {
inline const int chosen = [] {
  const char* number = std::getenv("GROUNDSWELL_PLANTED_FAULT");
  return number ? std::atoi(number) : 0;
}();
inline const char* const record = std::getenv("GROUNDSWELL_PLANTED_RECORD");
inline bool reached[10000];

[[gnu::cold, gnu::noinline]] inline void write_down(int fault) {
  reached[fault] = true;
  char path[4096];
  std::snprintf(path, sizeof path, "%s/%d", record, fault);
  ::mkdir(path, 0777);  // no file, as tests count what is written
}

constexpr bool is_there(int fault) {
  if (std::is_constant_evaluated()) return false;
  if (record && !reached[fault]) write_down(fault);
  return fault == chosen;
}
}  // namespace planted_faults
"""
SYMMETRIC = {"min", "max", "dot", "hypot", "arc_length"}  # functions whose arguments may be swapped
OPERAND = r"\w+(?: (?:\.|->|::) \w+)*(?: \[ \w+ \])?"
DIFFERENCE = re.compile(rf"(?<![*/%.:>-] )\b({OPERAND}) ([-/]) ({OPERAND})(?! (?:[*/%.(\[]|->|::))")


@dataclass
class Fault:
    """`code` replaces text[start:end] of the file; NUMBER in it stands for the fault's number."""

    kind: str
    path: str
    line: int
    start: int
    end: int
    before: str
    after: str
    code: str
    key: str = ""
    number: int = 0

    def __str__(self):
        place = f"{self.number} ({self.key}) {self.path}:{self.line} {self.kind}"
        return f"{place}: {readable(self.before)}  ->  {readable(self.after)}"


def readable(words):
    """C++ tokens that are separated by spaces, rewritten with the usual spacing."""
    words = re.sub(r" ?(\.|->|::) ?| (?=[\])},;\[])|(?<=[\[(]) ", lambda match: match[1] or "", words)
    return re.sub(r"(?<=\w) \(", "(", words)


def is_value_end(token):
    return token.kind in {"name", "number", "string"} or token.text in {")", "]"}


class Changes:
    """The faults that a statement of a file could have, as pairs of the kind of fault and the changed words."""

    def __init__(self, statements, first, last):
        self.all, self.first, self.last = statements, first, last
        self.tokens = statements.tokens[first:last]
        self.words = [token.text for token in self.tokens]

    def replace(self, i, *words, n=1):
        return [*self.words[:i], *words, *self.words[i + n :]]

    def spaced(self, i):
        """Whether there are spaces around an operator: < and > without spaces enclose types."""
        before, sign, after = self.all.tokens[self.first + i - 1 : self.first + i + 2]
        return before.end < sign.start and sign.end < after.start

    def signs(self):
        for i, token in enumerate(self.tokens):
            before = self.all.tokens[self.first + i - 1]
            if token.text in {"+", "-"} and is_value_end(before) and before.text != "return" and self.spaced(i):
                yield self.replace(i, "-" if token.text == "+" else "+")
            elif token.text in {"+=", "-="}:
                yield self.replace(i, "-=" if token.text == "+=" else "+=")
            elif token.text == "-" and i + 1 < len(self.tokens):
                yield self.replace(i)

    def indices(self):
        for i, token in enumerate(self.tokens):
            close = self.all.partner.get(self.first + i, 0) - self.first
            if token.text == "[" and i and is_value_end(self.tokens[i - 1]) and close > i + 1:
                inside = self.words[i + 1 : close]
                one = {"0": ["1"], "1": ["0"]}.get(" ".join(inside), [*inside, "+", "1"])
                yield self.replace(i + 1, *one, n=len(inside))
            elif self.words[i : i + 2] in (["+", "1"], ["-", "1"]) and i and is_value_end(self.tokens[i - 1]):
                yield self.replace(i, n=2)

    def units(self):
        for i, token in enumerate(self.tokens):
            if token.text in {"*", "/"} and i and is_value_end(self.tokens[i - 1]) and self.spaced(i):
                yield self.replace(i, "/" if token.text == "*" else "*")
            elif token.text in {"*=", "/="}:
                yield self.replace(i, "/=" if token.text == "*=" else "*=")
            elif (
                token.kind == "number"
                and re.search(r"[.e]", token.text)
                and float(token.text.rstrip("fF").replace("'", ""))
            ):
                yield self.replace(i, "(", token.text, "*", "1.1f" if token.text[-1] in "fF" else "1.1", ")")

    def limits(self):
        swaps = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||", "||": "&&"}
        names = {"min": "max", "max": "min", "true": "false", "false": "true", "floor": "ceil", "ceil": "floor"}
        for i, token in enumerate(self.tokens):
            if token.text in swaps and i and self.spaced(i):
                yield self.replace(i, swaps[token.text])
            elif token.text in names and (token.text in {"true", "false"} or self.words[i + 1 : i + 2] == ["("]):
                yield self.replace(i, names[token.text])
            elif token.text == "!":
                yield self.replace(i)

    def orders(self):
        text = " ".join(self.words)
        for match in DIFFERENCE.finditer(text):
            yield [text[: match.start()], match[3], match[2], match[1], text[match.end() :]]
        for i, token in enumerate(self.tokens):
            if token.text == "(" and i and self.tokens[i - 1].kind == "name" and self.words[i - 1] not in SYMMETRIC:
                yield from self.swapped_arguments(i)

    def swapped_arguments(self, i):
        close = self.all.partner[self.first + i] - self.first
        commas = [k - self.first for k in self.all.inside(self.first + i + 1, self.first + close)]
        commas = [k for k in commas if self.words[k] == ","]
        parts = [self.words[a + 1 : b] for a, b in zip([i, *commas], [*commas, close])]
        for a, b in zip(range(len(parts)), range(1, len(parts))):
            simple = all(re.fullmatch(r"[\w.]+(\[\w+\])?", "".join(parts[k])) for k in (a, b))
            if simple and parts[a] != parts[b] and not {"<", ">"} & set(self.words[i + 1 : close]):
                parts[a], parts[b] = parts[b], parts[a]
                yield self.replace(i + 1, *" , ".join(" ".join(part) for part in parts).split(" "), n=close - i - 1)
                parts[a], parts[b] = parts[b], parts[a]

    def of_kind(self):
        for kind, found in zip(KINDS, (self.signs, self.indices, self.units, self.limits, lambda: (), self.orders)):
            for words in found():
                yield kind, words


def faults_of_file(path, text):
    statements = Statements(text)
    seen = {}

    def fault(kind, first, last, after, code):
        before = " ".join(statements.texts[first:last])
        again = seen[kind, before, after] = seen.get((kind, before, after), -1) + 1
        key = hashlib.sha256("|".join((SEED, path, kind, before, after, str(again))).encode()).hexdigest()[:10]
        start, end = statements.tokens[first].start, statements.tokens[last - 1].end
        return Fault(kind, path, text.count("\n", 0, start) + 1, start, end, before, after, code, key)

    there = "::planted_faults::is_there(NUMBER)"
    for role, first, last in statements.found:
        before = " ".join(statements.texts[first:last])
        for kind, words in Changes(statements, first, last).of_kind():
            after = " ".join(words)
            if role in {"value", "condition"}:
                yield fault(kind, first, last, after, f"({there} ? ({after}) : ({before}))")
            else:
                yield fault(kind, first, last, after, f"{{ if ({there}) {{ {after} }} else {{ {before} }} }}")
        if "barrier ( lane )" in before:  # synchronises threads on a GPU, where no test runs
            continue
        if role in {"call", "assignment"} and before.endswith(";") and statements.texts[first - 1] != "(":
            kind = "wait" if WAITS.search(before) else "statement"
            yield fault(kind, first, last, "(nothing)", f"{{ if (!{there}) {{ {before} }} }}")
    for (_, first, middle), (_, _, last) in statements.neighbours:
        a, b = " ".join(statements.texts[first:middle]), " ".join(statements.texts[middle:last])
        if depend(statements, first, middle, last):
            yield fault("order", first, last, f"{b} {a}", f"{{ if ({there}) {{ {b} {a} }} else {{ {a} {b} }} }}")


def depend(statements, first, middle, last):
    """Whether one of two statements may change what the other one uses."""

    def changed(a, b):
        head = []
        for k in statements.inside(a, b):
            if statements.texts[k] in ASSIGNMENTS:
                return {head[-1]} if head else set()
            if statements.tokens[k].kind == "name":
                head.append(statements.texts[k])
        return {head[0]} | {token.text for token in statements.tokens[a:b] if token.kind == "name"} - {head[-1], "std"}

    words = [set(statements.texts[first:middle]), set(statements.texts[middle:last])]
    return bool(changed(first, middle) & words[1] or changed(middle, last) & words[0])


def all_faults():
    for folder in FOLDERS:
        for path in sorted((ROOT / "src" / folder).glob("*.[ch]pp")):
            if not OTHER_FILES.search(path.name):
                yield from faults_of_file(str(path.relative_to(ROOT)), path.read_text())


def choose(number, left_out, after=0):
    """Draws about equally many faults of each kind, no two of which overlap, and none whose key is in `left_out`. The
    first `after` faults of the draw are left out."""
    if after:
        earlier = {fault.key for fault in choose(after, left_out)}
        return [fault for fault in choose(after + number, left_out) if fault.key not in earlier]
    found = sorted(all_faults(), key=lambda fault: fault.key)
    unknown = sorted(set(left_out) - {fault.key for fault in found})
    if unknown:
        raise SystemExit(f"plant_faults: the places {', '.join(unknown)} no longer exist; delete their lines")
    taken = []
    for k, kind in enumerate(KINDS):
        wanted = (number + len(KINDS) - 1 - k) // len(KINDS)
        for rank, fault in enumerate(fault for fault in found if fault.kind == kind):
            overlaps = any(f.path == fault.path and f.start < fault.end and fault.start < f.end for f in taken)
            if wanted and fault.key not in left_out and not overlaps:
                fault.number = rank * len(KINDS) + k + 1
                taken.append(fault)
                wanted -= 1
    return sorted(taken, key=lambda fault: fault.number)


def planted_text(text, faults):
    """The text of a file with its faults planted."""
    for fault in sorted(faults, key=lambda fault: -fault.start):
        there = " ".join(token.text for token in tokens_of(text[fault.start : fault.end]))
        if there != fault.before:
            raise SystemExit(f"plant_faults: the place of fault {fault} has other words: {there}")
        text = text[: fault.start] + fault.code.replace("NUMBER", str(fault.number)) + text[fault.end :]
    return '#include "base/planted_faults.hpp"\n' + text
