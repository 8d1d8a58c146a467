#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that every file includes the headers of the standard library whose names it uses.

A header may be included by the file itself or by headers of this project that it includes. Precompiled headers and
unity builds hide missing headers, which users of the installed headers would notice.
Usage: tools/check_includes.py [FOLDERS]; default: src, apps, bench, and c and examples of bindings.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "apps", "bench", "bindings/c", "bindings/examples")
INCLUDE_PATHS = (ROOT / "src", ROOT, ROOT / "bindings/c")
NAMES = {
    "algorithm": """
        all_of any_of none_of binary_search clamp copy copy_if copy_n count count_if equal fill fill_n find
        find_if find_if_not for_each includes inplace_merge is_sorted lexicographical_compare lower_bound max
        max_element merge min min_element minmax minmax_element mismatch nth_element partial_sort partition
        reverse rotate set_difference set_intersection set_union shuffle sort stable_partition stable_sort
        transform unique upper_bound""",
    "array": "array",
    "atomic": "atomic",
    "charconv": "from_chars to_chars",
    "chrono": "chrono",
    "cmath": """
        acos asin atan atan2 cbrt ceil cos cosh erf exp exp2 expm1 floor fma fmod hypot isfinite isinf isnan
        llround log log10 log1p log2 lround nearbyint pow remainder rint round sin sinh sqrt tan tanh trunc""",
    "condition_variable": "condition_variable",
    "cstddef": "byte",
    "cstdint": "int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t",
    "cstdio": "FILE fflush fopen fprintf fputs printf snprintf",
    "cstdlib": "abort exit getenv _Exit",
    "cstring": "memcmp memcpy memmove memset strcmp strerror strlen",
    "deque": "deque",
    "exception": "current_exception exception_ptr rethrow_exception uncaught_exceptions",
    "filesystem": "filesystem",
    "fstream": "fstream ifstream ofstream",
    "functional": "bind function reference_wrapper",
    "initializer_list": "initializer_list",
    "iostream": "cerr cin cout",
    "iterator": "back_inserter",
    "limits": "numeric_limits",
    "map": "map multimap",
    "memory": "enable_shared_from_this make_shared make_unique shared_ptr unique_ptr weak_ptr",
    "mutex": "call_once lock_guard mutex once_flag scoped_lock unique_lock",
    "numbers": "numbers",
    "numeric": "accumulate exclusive_scan gcd inclusive_scan inner_product iota lcm partial_sum reduce",
    "optional": "nullopt optional",
    "queue": "priority_queue queue",
    "random": "mt19937 mt19937_64 normal_distribution uniform_int_distribution uniform_real_distribution",
    "regex": "regex regex_match regex_search smatch",
    "set": "multiset set",
    "span": "as_bytes as_writable_bytes span",
    "sstream": "istringstream ostringstream stringstream",
    "stdexcept": "invalid_argument length_error logic_error out_of_range runtime_error",
    "string": "getline stod stoi stol stoll string to_string",
    "string_view": "string_view",
    "thread": "jthread this_thread thread",
    "tuple": "make_tuple tie tuple",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "variant": "get_if holds_alternative variant visit",
    "vector": "vector",
}
HEADER_OF = {name: header for header, names in NAMES.items() for name in names.split()}
# For each header, the other headers that also provide its names.
ALSO = {
    "string_view": {"string"},
    "cstdint": {"mpi.h"},
    "initializer_list": {"algorithm", "deque", "map", "set", "string", "unordered_map", "utility", "vector"},
}
LIST = re.compile(r"for \([^;{}()]*: \{")  # for (int i : {1, 2})
USE = re.compile(r"\bstd::(?:ranges::)?([A-Za-z_0-9]+)")
INCLUDE = re.compile(r'^#include ["<]([^">]+)[">]', re.MULTILINE)
COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.DOTALL)


def included(path):
    """Names of all headers that the file includes, directly or through headers of this project."""
    found, reached, rest = set(), {path}, [path]
    while rest:
        path = rest.pop()
        for name in INCLUDE.findall(path.read_text()):
            found.add(name)
            inside = next((f / name for f in (*INCLUDE_PATHS, path.parent) if (f / name).is_file()), path)
            if inside not in reached:
                reached.add(inside)
                rest.append(inside)
    return found


def missing_headers(text, headers):
    """Each standard header that the text needs and `headers` lacks, with the first of its names that the text uses."""
    missing = {}
    code = COMMENT_OR_TEXT.sub("", text)
    for name in USE.findall(code) + ["initializer_list"] * bool(LIST.search(code)):
        header = HEADER_OF.get(name)
        if header and not headers & {header, *ALSO.get(header, ())}:
            missing.setdefault(header, name)
    return missing


def main():
    folders = sys.argv[1:] or [ROOT / folder for folder in FOLDERS]
    files = sorted(path for folder in folders for path in Path(folder).rglob("*.[ch]pp"))
    found = [
        f"{path}: uses std::{name}, but does not include <{header}>"
        for path in files
        for header, name in missing_headers(path.read_text(), included(path)).items()
    ]
    print("\n".join(found) or f"includes: all {len(files)} files name the headers that they use")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
