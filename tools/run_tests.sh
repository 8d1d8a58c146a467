#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_tests.sh <jobs> <step>: runs a step of testing.
# check: builds what has changed; runs unit tests, parallel tests on three ranks and a small case in under two minutes.
# test: installs missing packages, checks rules and format, builds, and runs all tests except long ones and those of
#   `all`.
# all: builds and runs the rest of the short tests: experiments, the other numbers of ranks, and, under the address and
#   undefined-behaviour sanitizers, the unit tests and those of transfer, transport, halo and the output library.
# Each step ends with a list of the ten slowest tests. Outside the checkout, the script leaves nothing but installed
# packages: temporary files are in one folder, which is removed, and files that programs keep in a home folder go to
# build/home.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${1:?how many jobs?} step=${2:?which step: check, test or all?}
start=$SECONDS
TMPDIR=$(mktemp -d)
export TMPDIR
trap 'rm -rf "$TMPDIR"' EXIT
chmod 755 "$TMPDIR"  # tests run by root switch to another user
export OMPI_MCA_btl_vader_backing_directory=$TMPDIR  # for shared-memory files, which killed programs leave behind
# Each mpirun makes this folder unless it exists, and removes it if it is empty; of two at the same time, one may fail.
(umask 077 && mkdir -p "$TMPDIR/ompi.${HOSTNAME%%.*}.$(id -u)/stays")
python3=$PWD/.venv/bin/python3
say() { printf '== %s (%d s)\n' "$1" $((SECONDS - start)); }

install() {
  say "installing what is missing"
  tools/install_dependencies.sh tests
}

build() {  # build <arguments of cmake --build ...>
  say "building"
  cmake -S . -B build -G Ninja -DGROUNDSWELL_TESTS=ON -DGROUNDSWELL_PYTHON="$python3" > /dev/null
  cmake --build build -j "$jobs" "$@"
}

check_rules() {
  say "layers, names, reach, sizes, includes, owners and format"
  printf '%s\n' layers names reach sizes includes owners | xargs -P "$jobs" -I {} "$python3" tools/check_{}.py
  find src apps bench bindings tests -name '*.[ch]pp' -o -name '*.[ch]' -o -name '*.cu' | xargs -P "$jobs" -n 100 \
    clang-format --dry-run --Werror
  .venv/bin/ruff check --quiet --no-cache .
  .venv/bin/ruff format --check --quiet --no-cache .
}

use_own_home() {  # to be called after install, which uses the user's home
  export HOME=$PWD/build/home
  mkdir -p "$HOME"
  unset "${!XDG_@}" MPLCONFIGDIR
}

run_sanitized() {
  say "building tests with sanitizers"
  cmake -S . -B build-sanitize -G Ninja -DGROUNDSWELL_SANITIZE=ON > /dev/null
  cmake --build build-sanitize -j "$jobs" --target unit_tests parallel_transfer parallel_transfer_c \
    parallel_transport parallel_array_output parallel_output_c fortran_transfer parallel_halo \
    parallel_halo_boxes parallel_halo_c fortran_halo parallel_serve
  use_own_home
  say "tests with sanitizers"
  ctest --test-dir build-sanitize --output-on-failure --no-tests=error -j "$jobs" --quiet \
    -R '^(unit\.|parallel\.(transfer|transfer_c|transport|array_output|output_c|halo|halo_boxes|halo_c|serve)\.3$|fortran\.(transfer|halo)\.2$)' ||
    { ctest --test-dir build-sanitize --rerun-failed --output-on-failure; exit 1; }
}

run_tests() {  # run_tests <arguments of ctest that select tests ...>
  use_own_home
  say "tests"
  local status=0
  ctest --test-dir build --output-on-failure --no-tests=error -j "$jobs" --timeout 60 "$@" | tee build/test.log || status=$?
  echo "ten slowest tests:"
  sed -nE 's/^ *[0-9]+\/[0-9]+ +Test +#[0-9]+: +([^ ]+) .* ([0-9.]+) sec.*/\2 s  \1/p' build/test.log | sort -rn | sed -n 1,10p
  say "done"
  return "$status"
}

# Until a later step builds a test program, ctest lists it as a single test, <program>_NOT_BUILT, which is excluded
# here.
run_early_tests() {
  run_tests -LE '^(bench|later|long)$' -E "^($(paste -sd '|' build/later_programs.txt))_NOT_BUILT$" "$@"
}

case $step in
  check)
    cmake --build build -j "$jobs"
    run_early_tests -R '^(unit\..*|parallel\.[a-z_]+\.3|python\.program\.case\.one_point)$' ;;
  test)
    install
    check_rules
    build
    run_early_tests ;;
  all)
    install
    build --target all later_tests
    run_sanitized
    run_tests -L '^(bench|later)$' -LE '^long$' ;;
  *)
    echo "unknown step '$step': write check, test or all" >&2
    exit 2 ;;
esac
