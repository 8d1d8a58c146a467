#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures the cost of halo exchanges, following the experiments in the FVWAM paper (docs/experiments/halo_speed.md):
# all methods on several numbers of ranks, the choices of `auto`, and a whole model; also draws the parts of the mesh.
# Takes about half an hour; the machine should do nothing else. FOLDER: default output/halo. EXPERIMENT: methods, auto,
# model, parts; default: all.
#   bench/scripts/halo_speed.sh [FOLDER [EXPERIMENT ...]]
#   groundswell-bench-view halo output/halo/*.json --output halo.png --table halo.md
# Variables: sizes (below), PROGRAM, BENCH, PYTHON. Existing results are kept; remove FOLDER to begin anew.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(realpath -m "${1:-output/halo}")
experiments=${*:2}
program=${PROGRAM:-build/apps/groundswell}
bench=${BENCH:-build/bench/groundswell-bench}
python=${PYTHON:-.venv/bin/python3}
[ -x "$python" ] || python=python3
ranks=${RANKS:-2 4 8}
bisections=${BISECTIONS:-6} # 40,962 cells
floats=${FLOATS:-1260,36}
repetitions=${REPETITIONS:-50}
auto_ranks=${AUTO_RANKS:-2 4}
auto_runs=${AUTO_RUNS:-20}
model_ranks=${MODEL_RANKS:-2,4}
rounds=${ROUNDS:-5}
case=${CASE:-bench/scripts/halo_case.yaml}
part_ranks=${PART_RANKS:-8}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mkdir -p "$folder"
"$python" tools/check_commits.py --program "$program"
"$python" tools/check_commits.py --program "$bench"

# measure NAME RANKS OPTIONS...: runs groundswell-bench halo on RANKS ranks, unless FOLDER/NAME.json exists.
measure() {
  local json=$folder/$1.json
  [ ! -e "$json" ] || return 0
  mpirun -q --oversubscribe -n "$2" "$bench" halo --bisections "$bisections" --json "$json.part" "${@:3}" > /dev/null
  mv "$json.part" "$json"
  echo "$json"
}

measure_methods() {
  for n in $ranks; do
    measure "methods_$n" "$n" --floats "$floats" --repetitions "$repetitions" --seconds 100
  done
}

# `auto` chooses anew in each run, which starts new processes.
measure_auto() {
  for ((run = 1; run <= auto_runs; ++run)); do
    for n in $auto_ranks; do
      measure "auto_${n}_$run" "$n" --cold 0 --choices 1 --seconds 60
    done
  done
}

measure_model() {
  "$python" bench/scripts/halo_runs.py "$case" "$folder" --program "$program" --ranks "$model_ranks" --rounds "$rounds"
}

measure_parts() {
  local file=$folder/parts.nc
  [ -e "$file" ] || mpirun -q --oversubscribe -n "$part_ranks" "$bench" halo --bisections "$bisections" \
    --methods point_to_point --floats 1 --repetitions 1 --cold 0 --parts "$file" > /dev/null
  PYTHONPATH=python:bench/view "$python" -m groundswell_bench_view parts "$file" --output "$folder/parts.png"
}

known="methods auto model parts"
for experiment in $experiments; do
  [[ " $known " == *" $experiment "* ]] && continue
  echo "error: '$experiment' is no experiment; choose from: $known" >&2
  exit 2
done
for experiment in ${experiments:-$known}; do
  "measure_$experiment"
done
