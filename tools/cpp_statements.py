# SPDX-License-Identifier: Apache-2.0
"""Finds the statements inside the functions of a C++ file that is formatted by clang-format."""

import re
from dataclasses import dataclass

# Statements that contain one of these words are left out: most of them check, print, allocate, measure time or only
# save time.
OTHER_WORDS = set(
    "require ensure throw Error error log Log warn timers timer Timer Stopwatch reserve shrink_to_fit prefetch "
    "run_together static_assert sizeof co_await new delete watch constexpr".split()
)
TOKEN = re.compile(
    r"(?P<skip>//[^\n]*|/\*.*?\*/|\s+)|(?P<directive>#(?:\\\n|[^\n])*)"
    r"|(?P<string>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+')"
    r"|(?P<number>\.?\d(?:[eEpP][-+]|'?[\w.])*)|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign><<=|>>=|<=>|\.\.\.|::|->|\+\+|--|<<|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)",
    re.DOTALL,
)
PAIRS = {"(": ")", "[": "]", "{": "}"}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^="}
TYPE_WORDS = set("const auto int float double bool char unsigned long short void typename".split())
NO_STATEMENT = set(
    "break continue goto using static_assert constexpr static throw typedef struct class enum union".split()
)


@dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int


def tokens_of(text):
    found = (Token(match.lastgroup, match.group(), match.start(), match.end()) for match in TOKEN.finditer(text))
    return [token for token in found if token.kind != "skip"]


class Statements:
    """The statements inside the functions of a C++ file, as ranges of its tokens.

    `found` has (role, first, last): `call`, `assignment` and `return` are whole statements with their semicolon;
    `value` and `condition` are expressions. `neighbours` has pairs of consecutive whole statements.
    """

    def __init__(self, text):
        found = tokens_of(text)
        self.directives = [token.start for token in found if token.kind == "directive"]
        self.tokens = [token for token in found if token.kind != "directive"]
        self.texts = [token.text for token in self.tokens] + ["", ""]
        self.partner = {}
        stack = []
        for i, token in enumerate(self.tokens):
            if token.kind == "sign" and token.text in PAIRS:
                stack.append(i)
            elif token.kind == "sign" and token.text in PAIRS.values() and stack:
                self.partner[stack.pop()] = i
        self.found, self.neighbours = [], []
        self.scope(0)

    def is_name(self, i):
        return self.tokens[i].kind == "name"

    def add(self, role, first, last):
        inside = self.tokens[first].start, self.tokens[last - 1].end
        words = set(self.texts[first:last])
        speaks = words & OTHER_WORDS or any(token.kind == "string" for token in self.tokens[first:last])
        if not speaks and not any(inside[0] <= at < inside[1] for at in self.directives):
            self.found.append((role, first, last))
            return True
        return False

    def scope(self, i):
        """Walks through a namespace or class from its first token; returns the index of the token after it."""
        head, members = i, False  # members: whether i is in a constructor's initialisers
        while i < len(self.tokens):
            text = self.texts[i]
            if text == "}":
                return i + 1
            if text == ";":
                head, members = i + 1, False
            elif text in "([":
                i = self.partner[i]
                members = members or self.texts[i + 1] == ":"
            elif text == "{":
                words = self.after_template(head, i)
                if set(words[:2]) & {"namespace", "class", "struct", "union", "extern"}:
                    i = self.scope(i + 1)
                elif "(" not in words or "=" in words[: words.index("(")] or (members and self.is_name(i - 1)):
                    i = self.partner[i] + 1  # a value
                    continue
                else:
                    i = self.partner[i] + 1 if {"constexpr", "consteval"} & set(words) else self.block(i)
                head, members = i, False
                continue
            i += 1
        return i

    def after_template(self, first, last):
        """The words at the head of a declaration, without `template <...>`."""
        while self.texts[first] == "template":
            depth, first = 1, first + 2
            while depth:
                depth += {"<": 1, ">": -1}.get(self.texts[first], 0)
                first += 1
        return self.texts[first:last]

    def block(self, i):
        """Walks through a block from its opening brace; returns the index of the token after it."""
        i, before = i + 1, None
        while self.texts[i] != "}":
            known = len(self.found)
            after = self.statement(i)
            whole = [f for f in self.found[known:] if f[0] in {"call", "assignment"} and f[1] == i and f[2] == after]
            if before and whole:
                self.neighbours.append((before, whole[0]))
            before = whole[0] if whole else None
            i = after
        return i + 1

    def statement(self, i):
        """Walks through a statement; returns the index of the token after it."""
        text = self.texts[i]
        if text == "{":
            return self.block(i)
        if text in {"if", "while", "for", "switch", "catch"}:
            return self.headed(text, i)
        if text in {"else", "do", "try"}:
            return self.statement(i + 1)
        if text in {"case", "default"}:
            while self.texts[i] != ":":
                i += 1
            return i + 1
        if text in {";", ":"}:
            return i + 1
        end, has_lambda = self.expression(i + 1 if text == "return" else i)
        if text in NO_STATEMENT or has_lambda:
            return end + 1
        if text == "return":
            if end > i + 1:
                self.add("return", i, end + 1)
            return end + 1
        self.classify(i, end)
        return end + 1

    def headed(self, text, i):
        is_static = self.texts[i + 1] == "constexpr"
        opening = i + 1 + is_static
        closing = self.partner[opening]
        body = closing + 1
        while self.texts[body] == "[":  # an attribute
            body = self.partner[body] + 1
        speaks = "throw" in self.texts[body : body + 2]
        semicolons = [k for k in self.inside(opening + 1, closing) if self.texts[k] == ";"]
        if text == "for" and len(semicolons) == 2:
            self.classify(opening + 1, semicolons[0])
            if semicolons[1] > semicolons[0] + 1:
                self.add("condition", semicolons[0] + 1, semicolons[1])
        elif text in {"if", "while"} and not is_static and not speaks and not semicolons:
            declares = any(self.texts[k] == "=" for k in self.inside(opening + 1, closing))
            if not declares and not self.expression(opening + 1, closing)[1]:
                self.add("condition", opening + 1, closing)
        after = self.statement(body)
        while self.texts[after] in {"else", "catch"}:
            after = self.statement(after)
        return after

    def inside(self, first, last):
        """Indices of the tokens from `first` to before `last` that are not inside brackets."""
        i = first
        while i < last:
            yield i
            i = self.partner.get(i, i) + 1

    def expression(self, i, last=None):
        """Returns where an expression ends, and whether it contains a lambda; also finds the statements of the
        lambda."""
        has_lambda = False
        while self.texts[i] != ";" and (last is None or i < last):
            before = self.tokens[i - 1]
            if self.texts[i] == "[" and before.kind != "name" and before.text not in {")", "]", "["}:
                has_lambda = True
                i = self.partner[i] + 1
                while self.texts[i] not in {"{", ";", ","}:
                    i = self.partner[i] + 1 if self.texts[i] == "(" else i + 1
                if self.texts[i] == "{":
                    i = self.block(i)
                continue
            i += 1
            if self.texts[i] == "":
                raise SystemExit(f"plant_faults: no end of an expression near {self.texts[i - 9 : i]}")
        return i, has_lambda

    def classify(self, first, end):
        """Adds the statement to `found` if it is an assignment, a call, or a declaration with a value (only the
        value)."""
        sign = next((k for k in self.inside(first, end) if self.texts[k] in ASSIGNMENTS), None)
        bracket = next((k for k in self.inside(first, end) if self.texts[k] == "("), end)
        head = range(first, end if sign is None else sign)
        pairs = [(k, k + 1) for k in head if k + 1 < min(head.stop, bracket) and self.is_name(k + 1)]
        declares = self.texts[first] in TYPE_WORDS or any(
            self.is_name(a) or self.texts[a] == ">" or (self.texts[a] in {"*", "&"} and a > first) for a, _ in pairs
        )
        if declares:
            values = range(sign + 1, end) if sign and self.texts[sign] == "=" else ()
            if (
                values
                and self.texts[values.start] != "{"
                and "," not in [self.texts[k] for k in self.inside(values.start, end)]
            ):
                self.add("value", values.start, end)
        elif sign is not None:
            self.add("assignment", first, end + 1)
        elif self.is_name(first) and self.texts[end - 1] == ")":
            self.add("call", first, end + 1)
