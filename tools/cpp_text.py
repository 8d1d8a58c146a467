# SPDX-License-Identifier: Apache-2.0
"""Finds functions and classes, with their sizes, in the text of C++ sources."""

import re

# Comments, strings and preprocessor directives.
QUIET = re.compile(
    r"//[^\n]*|/\*.*?\*/|^[ \t]*#(?:\\\n|[^\n])*"
    + r'|\bR"(?P<raw>\w*)\(.*?\)(?P=raw)"'
    + r'|"(?:\\.|[^"\\\n])*"'
    + r"|'(?:\\.|[^'\\\n])'",
    re.DOTALL | re.MULTILINE,
)
TEMPLATE = re.compile(r"\btemplate\s*<(?:[^<>]|<[^<>]*>)*>")
SCOPE = re.compile(r"\s*(inline )?(namespace|class|struct|union|enum|extern)\b")


def cpp_functions(lines):
    """Yields the first line, name and length of every function with a body that is not inside another function."""
    text = QUIET.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), "\n".join(lines))
    # For each open brace: the first line and name of its function, or None, and the start of its head.
    scopes, head = [], 0
    for at, sign in ((m.start(), m.group()) for m in re.finditer(r"[{};]", text)):
        before = text[head:at]
        if sign == "{":
            declared = TEMPLATE.sub("", before)
            called = re.search(r"([\w~]+|operator\W+)\s*\(", declared)
            is_value = before.count("(") > before.count(")") or re.search(r"(?<!operator)=", declared.split("(")[0])
            outside = not any(function for function, _ in scopes)
            start = head + len(before) - len(before.lstrip())
            is_function = outside and called and not is_value and not SCOPE.match(declared)
            scopes.append(((text.count("\n", 0, start) + 1, called.group(1)) if is_function else None, head))
        elif sign == "}" and scopes:
            function, begin = scopes.pop()
            if re.match(r"\s*[,{)]", text[at + 1 :]):  # a braced value: the head continues
                head = begin
                continue
            if function:
                yield *function, text.count("\n", 0, at) + 2 - function[0]
        head = at + 1


CLASS_HEAD = re.compile(r"\b(class|struct) (?:alignas\([^)]*\) )?([\w:]+)(?: final)?(?:\s*:(?!:)[^;{}()]*)?\s*$")
ACCESS = re.compile(r"\b(public|private|protected)\s*:(?!:)")
NO_DATA = re.compile(r"(using|friend|typedef|static|class|struct|enum|union)\b")


def closing_brace(text, start):
    depth = 0
    for match in re.compile(r"[{}]").finditer(text, start):
        depth += 1 if match.group() == "{" else -1
        if depth == 0:
            return match.start()
    return len(text)


def statements(body):
    """Yields the declarations in a class, without the content of inner braces, and access specifiers ("public")."""
    declared, at = "", 0
    for match in re.finditer(rf"[{{;]|{ACCESS.pattern}", body):
        if match.start() < at:  # inside braces
            continue
        declared += body[at : match.start()]
        at = match.end()
        if match.group() == "{":
            at = closing_brace(body, match.start()) + 1
            # A function body ends the declaration; a braced value does not.
            if "(" not in declared.split("=")[0] or re.match(r"\s*[,{)]", body[at:]):
                continue
        yield " ".join(declared.split())
        declared = ""
        if match.group(1):
            yield match.group(1)


def class_sizes(text):
    """Yields the line of the opening brace and the name of every class or struct, and its numbers of data members, of
    functions and of public functions.

    Static data and deleted functions are not counted.
    """
    text = QUIET.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    for brace in re.finditer(r"\{", text):
        head = re.split(r"[;{}]", text[: brace.start()][-400:])[-1]
        kind = CLASS_HEAD.search(TEMPLATE.sub("", head))
        if not kind or "enum" in head.split():
            continue
        access = "private" if kind.group(1) == "class" else "public"
        data = functions = public = 0
        for statement in statements(text[brace.end() : closing_brace(text, brace.start())]):
            if statement in {"public", "private", "protected"}:
                access = statement
                continue
            plain = re.sub(r"^(\[\[\w+\]\] )*", "", TEMPLATE.sub("", statement).strip())
            while "<" in plain and plain != (inner := re.sub(r"<[^<>]*>", "", plain)):
                plain = inner
            if re.match(r"(using|friend|typedef)\b", plain) or "= delete" in plain:
                continue
            if "(" in plain.split("=")[0] or "operator" in plain:
                functions += 1
                public += access == "public"
            elif plain and not NO_DATA.match(plain):
                data += 1 + re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", plain).count(",")
        yield text.count("\n", 0, brace.start()) + 1, kind.group(2), data, functions, public
