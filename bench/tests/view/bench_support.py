# SPDX-License-Identifier: Apache-2.0
"""The paths of the picture modules, and a function that runs a command of groundswell-bench-view inside the test."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / folder) for folder in ("bench/view", "python", "tests/python/view")]
import samples  # noqa: E402, F401  (for tests)
import support  # noqa: E402
from groundswell_bench_view import cli  # noqa: E402


class BenchPictures(support.Pictures):
    """Base of test cases that open pictures of experiments."""

    main = staticmethod(cli.main)


def run(*words) -> tuple[int, str, str]:
    """Exit status, output and errors of a command run in this process."""
    return support.run(*words, main=cli.main)
