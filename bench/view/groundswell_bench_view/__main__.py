# SPDX-License-Identifier: Apache-2.0
"""`python -m groundswell_bench_view` does what the command `groundswell-bench-view` does."""

import sys

from groundswell_bench_view.cli import main

if __name__ == "__main__":
    sys.exit(main())
