#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes the generated parts of docs/ again: the option reference from the program, the figures of speed.md from the
# last `make bench` where there is one. Usage: tools/make_docs.sh [build folder]
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}

"$build/apps/groundswell" config --markdown > docs/guide/options.md.new
mv docs/guide/options.md.new docs/guide/options.md
echo "docs/guide/options.md"
if [ -e "$build/bench_kernels.json" ]; then
  python3 tools/bench_table.py "$build/bench_kernels.json" docs/guide/speed.md
  echo "docs/guide/speed.md"
else
  echo "docs/guide/speed.md stays: there is no $build/bench_kernels.json; make bench writes it"
fi
