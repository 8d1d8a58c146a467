#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures the cost of output, following the experiments in the MaCOM paper (docs/experiments/output_speed.md): its time
# in compute ranks against the interval, its bandwidth against the number of writing ranks, the parts of its time, and
# its share of a whole model (655,362 cells, 12 GB of memory). Takes about 50 minutes; the machine should do nothing
# else. FOLDER: default output/output_speed. EXPERIMENT: io, write, interval, ranks; default: all.
#   bench/scripts/output_speed.sh [FOLDER [EXPERIMENT ...]]
#   groundswell-bench-view io output/output_speed/*.json --output io.png
# Variables: sizes (below), PROGRAM, BENCH, PYTHON. Existing results are kept; remove FOLDER to begin anew.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(realpath -m "${1:-output/output_speed}")
experiments=${*:2}
program=${PROGRAM:-build/apps/groundswell}
bench=${BENCH:-build/bench/groundswell-bench}
python=${PYTHON:-.venv/bin/python3}
[ -x "$python" ] || python=python3
case=${CASE:-bench/scripts/output_speed_case.yaml}
model_case=${MODEL_CASE:-cases/fine_globe/case.yaml}
model_options=${MODEL_OPTIONS:---set time.end=2000-01-01T03:00:00Z --set output.lat_lon.interval=0 --set \
  output.fields.names=[hs,tp,t02,t0m1,dir,dp,spr,phs0,phs1,uwnd,vwnd,uuss,vuss,dpt]}
ranks=${RANKS:-1 2 4} # numbers of writing ranks
steps=${STEPS:-1 2 3 4 6 10} # numbers of steps between outputs
runs=${RUNS:-1:0 2:0 1:1} # COMPUTE_RANKS:SERVERS for runs of the whole model
repeats=${REPEATS:-3} # repetitions of the runs of the wave model
pairs=${PAIRS:-5} # pairs of runs of groundswell-bench io, with and without output
ocean=${OCEAN:---lon 72 --lat 36 --step 0.1 --outputs 5}
disk=${DISK:-20e6}
ocean_on_disk=${OCEAN_ON_DISK:---lon 216 --lat 108 --step 0.1 --outputs 5}
flat=${FLAT:---lon 3390 --lat 1696 --flat 6 --deep 0} # 5.75 million cells, as published
deep=${DEEP:---lon 600 --lat 300 --flat 0 --deep 5}
rounds=${ROUNDS:-5}
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
mkdir -p "$folder"
"$python" tools/check_commits.py --program "$program"
"$python" tools/check_commits.py --program "$bench"

# on N COMMAND...
on() { mpirun -q --oversubscribe -n "$1" "${@:2}" > /dev/null; }

# measure NAME RANKS io|write OPTIONS...: runs groundswell-bench on RANKS ranks, unless FOLDER/NAME.json exists.
measure() {
  local json=$folder/$1.json
  [ ! -e "$json" ] || return 0
  on "$2" "$bench" "${@:3}" --folder "$folder" --json "$json.part"
  mv "$json.part" "$json"
  echo "$json"
}

# run CASE NAME COMPUTING SERVERS OPTIONS...: runs the wave model, unless FOLDER/NAME has its timers.json.
run() {
  local case=$1
  shift
  [ ! -e "$folder/$1/timers.json" ] || return 0
  on $(($2 + $3)) "$program" run "$case" --set "output.folder=$folder/$1" --set "output.servers=$3" "${@:4}"
  rm -f "$folder/$1"/*.nc # large and not needed
  echo "$folder/$1"
}

# join NAME: joins the runs NAME_* into one file.
join() {
  "$python" bench/scripts/output_speed_runs.py "$1" "$folder/$1"_*/ > "$folder/$1.json.part"
  mv "$folder/$1.json.part" "$folder/$1.json"
}

measure_io() {
  local options ways=(
    "servers:2:"
    "one_slot:2:--slots 1 --memory 1"
    "published:2:--slots 1 --memory 1 --transport primary --levels-inside"
    "none:1:--servers 0"
  )
  # shellcheck disable=SC2086
  for way in "${ways[@]}"; do
    IFS=: read -r name n options <<< "$way"
    measure "io_$name" "$n" io $ocean --pairs "$pairs" --disk "$disk" --every $steps $options
    measure "io_${name}_disk" "$n" io $ocean_on_disk --pairs "$pairs" --disk 0 --every 1 4 $options
  done
}

measure_write() {
  # shellcheck disable=SC2086
  for n in $ranks; do
    measure "write_flat_$n" "$n" write $flat --rounds "$rounds"
    measure "write_cells_$n" "$n" write $deep --rounds "$rounds" --share cells
    measure "write_levels_$n" "$n" write $deep --rounds "$rounds" --share levels
  done
}

# Runs of five intervals, after each of which the fields and a restart are written, and runs of the same length without
# output.
measure_interval() {
  local end interval
  for ((repetition = 1; repetition <= repeats; ++repetition)); do
    for every in $steps; do
      end=$(date -u -d "2000-01-01 $((50 * every)) minutes" +%Y-%m-%dT%H:%M:%SZ)
      interval="$((10 * every)) min"
      for servers in 0 1; do
        run "$case" "interval_${every}_${servers}_$repetition" 1 "$servers" --set "time.end=$end" \
          --set "output.fields.interval=$interval" --set "output.restart.interval=$interval"
      done
      run "$case" "interval_${every}_bare_$repetition" 1 0 --set "time.end=$end" --set output.fields.interval=0 \
        --set output.restart.interval=0
    done
  done
  join interval
}

# Runs that resemble a forecast: the fields are written every hour.
measure_ranks() {
  for ((repetition = 1; repetition <= repeats; ++repetition)); do
    for pair in $runs; do
      # shellcheck disable=SC2086
      run "$model_case" "ranks_${pair/:/_}_$repetition" "${pair%:*}" "${pair#*:}" $model_options
    done
  done
  join ranks
}

known="io write interval ranks"
for experiment in $experiments; do
  [[ " $known " == *" $experiment "* ]] && continue
  echo "error: '$experiment' is no experiment; choose from: $known" >&2
  exit 2
done
for experiment in ${experiments:-$known}; do
  "measure_$experiment"
done
