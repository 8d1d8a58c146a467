#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures how a case gains from more processes: runs it on pretend hosts (tools/pretend_hosts.sh) for each number of
# processes n, in groups of m, bound to cores and, where cores have several, to hardware threads; then draws all runs.
#   tools/scaling_runs.sh [CASE [FOLDER]]    # tools/scaling_case.yaml and output/scaling
# Variables: NS, MS and BINDINGS (lists), REPEATS, HOSTS, CORES (of a host), PROGRAM, PYTHON. The repetitions of a run lie far
# apart, so that other work on the machine disturbs all runs alike; with PATIENCE=60 each run waits up to 60 s for the
# machine to be idle for a second. A run that is there already is kept; remove FOLDER to begin anew.
set -euo pipefail
cd "$(dirname "$0")/.."
case=${1:-tools/scaling_case.yaml}
folder=$(realpath -m "${2:-output/scaling}")
read -ra ns <<< "${NS:-1 2 3 4 8}"
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

# Processor time [1/100 s] in which nothing runs, since the machine has started.
idle_time() { awk '/^cpu /{print $5 + $6}' /proc/stat; }

wait_until_idle() {
  local before end=$((SECONDS + ${PATIENCE:-0}))
  while ((SECONDS < end)); do
    before=$(idle_time)
    sleep 1
    (($(idle_time) - before < 95 * $(nproc))) || return 0
  done
}

# run_one N M BINDING REPETITION
run_one() {
  local out=$folder/n$1_m$2_$3_$4
  [ ! -e "$out/timers.json" ] || return 0
  wait_until_idle
  tools/pretend_hosts.sh -n "$1" --group "$2" --hosts "$hosts" --cores "$cores" --bind "$3" \
    "$program" run "$case" --set "output.folder=$out" > /dev/null
  echo "n $1, m $2, $3, run $4: $(sed -n 's/.*"total_seconds": \([0-9.]*\).*/\1/p' "$out/timers.json") s"
}

for ((repetition = 1; repetition <= ${REPEATS:-10}; ++repetition)); do
  for binding in "${bindings[@]}"; do
    for n in "${ns[@]}"; do
      done=" "
      for m in "${ms[@]}"; do
        same=$((hosts == 1 ? 1 : m < n ? m : n)) # larger groups place n processes alike
        [[ $done == *" $same "* ]] || run_one "$n" "$m" "$binding" "$repetition"
        done+="$same "
      done
    done
  done
done
PYTHONPATH=python "$python" -m groundswell_view scaling "$folder"/n*/ --picture "$folder/scaling.png" \
  --table "$folder/scaling.md"
