#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures how a case scales with the number of processes: runs it on emulated hosts (bench/scripts/pretend_hosts.sh)
# for each number of processes n, in groups of m, bound to cores and, if cores have several hardware threads, also bound
# to hardware threads; then draws all runs.
#   bench/scripts/scaling_runs.sh [CASE [FOLDER]]    # defaults: bench/scripts/scaling_case.yaml and output/scaling
# Variables: NS, MS and BINDINGS (lists), REPEATS, HOSTS, CORES (of a host), PROGRAM, PYTHON. The repetitions of a run
# are far apart in time, so that other work on the machine disturbs all runs alike; with PATIENCE=60 each run waits up
# to 60 s for the machine to be idle for a second. The load of the machine before each run is kept in its load.txt. All
# runs on n processes in groups of m are repeated, at most TRIES - 1 times (TRIES: 3), if the slowest took more than
# WIDEST (1.2) times as long as the fastest; the earlier runs are moved to FOLDER/before_1 and so on, and the table
# marks series that are still noisy. Existing runs are kept; remove FOLDER to begin anew.
set -euo pipefail
cd "$(dirname "$0")/../.."
case=${1:-bench/scripts/scaling_case.yaml}
folder=$(realpath -m "${2:-output/scaling}")
read -ra ns <<< "${NS:-1 2 3 4 5 6 7 8}"
read -ra ms <<< "${MS:-1 2 4}"
hosts=${HOSTS:-2}
n_core=$(lscpu --parse=CORE,SOCKET | grep -v '^#' | sort -u | wc -l)
cores=${CORES:-$((n_core / hosts > 0 ? n_core / hosts : 1))}
program=${PROGRAM:-build/apps/groundswell}
python=${PYTHON:-.venv/bin/python3}
[ -x "$python" ] || python=python3
"$python" tools/check_commits.py --program "$program"
[ "$(lscpu --parse=CPU | grep -vc '^#')" -eq "$n_core" ] || usual="core hwthread"
read -ra bindings <<< "${BINDINGS:-${usual:-core}}"

# Idle processor time [1/100 s] since the machine was started.
idle_time() { awk '/^cpu /{print $5 + $6}' /proc/stat; }

wait_until_idle() {
  local before end=$((SECONDS + ${PATIENCE:-0}))
  while ((SECONDS < end)); do
    before=$(idle_time)
    sleep 1
    (($(idle_time) - before < 95 * $(nproc))) || return 0
  done
}

# run_one N M BINDING REPETITION: runs the case on N processes in groups of M, unless the run exists.
run_one() {
  local out=$folder/n$1_m$2_$3_$4 load
  [ ! -e "$out/timers.json" ] || return 0
  wait_until_idle
  load=$(cut -d ' ' -f 1 /proc/loadavg)
  bench/scripts/pretend_hosts.sh -n "$1" --group "$2" --hosts "$hosts" --cores "$cores" --bind "$3" \
    "$program" run "$case" --set "output.folder=$out" > /dev/null
  echo "$load" > "$out/load.txt"
  echo "n $1, m $2, $3, run $4, load $load: $(seconds_of "$out") s"
}

seconds_of() { sed -n 's/.*"total_seconds": \([0-9.]*\).*/\1/p' "$1/timers.json"; }

# for_each COMMAND: calls COMMAND N M BINDING for each series.
for_each() {
  local binding n m same done
  for binding in "${bindings[@]}"; do
    for n in "${ns[@]}"; do
      done=" "
      for m in "${ms[@]}"; do
        same=$((hosts == 1 ? 1 : m < n ? m : n)) # larger groups give the same placement of n processes
        [[ $done == *" $same "* ]] || "$@" "$n" "$m" "$binding"
        done+="$same "
      done
    done
  done
}

repeat() { run_one "$2" "$3" "$4" "$1"; }

# put_aside TRY N M BINDING: moves the runs of a series to FOLDER/before_TRY if the series is noisy.
put_aside() {
  local runs=("$folder/n$2_m$3_$4"_*/)
  for run in "${runs[@]}"; do seconds_of "$run"; done | sort -g |
    awk -v widest="${WIDEST:-1.2}" 'NR == 1 { least = $1 } { most = $1 } END { exit !(most > widest * least) }' || return 0
  mkdir -p "$folder/before_$1"
  mv "${runs[@]}" "$folder/before_$1"
  echo "n $2, m $3, $4: times differ too much"
}

for ((try = 1; try <= ${TRIES:-3}; ++try)); do
  for ((repetition = 1; repetition <= ${REPEATS:-10}; ++repetition)); do for_each repeat "$repetition"; done
  ((try == ${TRIES:-3})) || for_each put_aside "$try"
  [ -e "$folder/before_$try" ] || break
done
PYTHONPATH=python:bench/view "$python" -m groundswell_bench_view scaling "$folder"/n*/ --picture "$folder/scaling.png" \
  --table "$folder/scaling.md"
