#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `make test`: checks of layers, names, reach, sizes, includes and format, the build, the unit tests and those of transfer,
# transport, halo and the output library under the address and undefined-behaviour sanitizers, every short test, and a
# list of the ten slowest. Leaves nothing but packages outside the checkout: temporary files lie in one folder, which is
# removed, and what programs keep in a home folder goes to build/home.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:-$(nproc)}
start=$SECONDS
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
chmod 755 "$TMPDIR"  # tests of root become another user
export OMPI_MCA_btl_vader_backing_directory=$TMPDIR  # files of shared memory, which a killed program leaves behind
step() { printf '== %s (%d s)\n' "$1" $((SECONDS - start)); }

step "installing what is missing"
tools/install_dependencies.sh tests
step "layers, names, reach, sizes, includes and format"
python3=$PWD/.venv/bin/python3
for check in layers names reach sizes includes; do "$python3" tools/check_$check.py; done
find src apps bench bindings tests -name '*.[ch]pp' -o -name '*.[ch]' -o -name '*.cu' | xargs clang-format --dry-run --Werror
.venv/bin/ruff check --quiet --no-cache .
.venv/bin/ruff format --check --quiet --no-cache .
step "building"
cmake -S . -B build -G Ninja -DGROUNDSWELL_TESTS=ON -DGROUNDSWELL_PYTHON="$python3" > /dev/null
cmake --build build -j "$jobs"
step "building tests with sanitizers"
cmake -S . -B build-sanitize -G Ninja -DGROUNDSWELL_SANITIZE=ON > /dev/null
cmake --build build-sanitize -j "$jobs" --target unit_tests parallel_transfer parallel_transfer_c \
  parallel_transport parallel_array_output parallel_output_c fortran_transfer parallel_halo parallel_halo_c fortran_halo
export HOME=$PWD/build/home
mkdir -p "$HOME"
unset "${!XDG_@}" MPLCONFIGDIR
step "tests with sanitizers"
ctest --test-dir build-sanitize --output-on-failure --no-tests=error -j "$jobs" --quiet \
  -R '^(unit\.|parallel\.(transfer|transfer_c|transport|array_output|output_c|halo|halo_c)\.3$|fortran\.(transfer|halo)\.2$)' ||
  { ctest --test-dir build-sanitize --rerun-failed --output-on-failure; exit 1; }
step "tests"
status=0
ctest --test-dir build --output-on-failure --no-tests=error -j "$jobs" -LE long --timeout 60 | tee build/test.log || status=$?
echo "ten slowest tests:"
sed -nE 's/^ *[0-9]+\/[0-9]+ +Test +#[0-9]+: +([^ ]+) .* ([0-9.]+) sec.*/\2 s  \1/p' build/test.log | sort -rn | sed -n 1,10p
step "done"
exit "$status"
