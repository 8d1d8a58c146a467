#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures the gain from placing ranks according to the measured network, on emulated hosts in two racks with a slow
# link between them (docs/guide/network.md): the probe, its predictions for other sizes, and the benchmarks and the wave
# model before and after reordering. Takes a few minutes; the machine should do nothing else.
#   bench/scripts/network_rig.sh [FOLDER]     # default: output/network; FOLDER/network.md has the output
# Variables: PROGRAM, BENCH, PYTHON, RATE (200mbit, between racks), MODEL_RATE (20mbit, for the wave model: at higher
# rates, computing on few cores hides the exchange).
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(realpath -m "${1:-output/network}")
program=${PROGRAM:-build/apps/groundswell}
bench=${BENCH:-build/bench/groundswell-bench}
python=${PYTHON:-.venv/bin/python3}
[ -x "$python" ] || python=python3
mkdir -p "$folder"
net=$folder/net.json
page=$folder/network.md
: > "$page.new"

# say RANKS_PER_HOST PROGRAM ARGUMENTS...: runs a program on eight hosts and appends its output to the page.
say() {
  local group=$1 words
  shift
  words=${*:2}
  {
    printf '    %s %s\n\n```\n' "${1##*/}" "${words//"$folder/"/}"
    bench/scripts/pretend_hosts.sh -n $((8 * group)) --hosts 8 --group "$group" --racks 2 --rate "${RATE:-200mbit}" \
      "$@" 2> "$folder/errors.txt" || { cat "$folder/errors.txt" >&2; return 1; }
    printf '```\n\n'
  } >> "$page.new"
  echo "${1##*/} $words"
}

say 1 "$program" network probe --load --inside --output "$net"
bench/scripts/pretend_hosts.sh -n 8 --hosts 8 --racks 2 --rate "${RATE:-200mbit}" "$program" network probe \
  --bytes 64,4096,65536,1048576 --output "$folder/other.json" > /dev/null
printf '    groundswell network show net.json --against other.json\n\n```\n%s\n```\n\n' \
  "$("$program" network show "$net" --against "$folder/other.json" | sed -n '/^predicted/,$p')" >> "$page.new"
printf '    groundswell network select --network net.json --nodes 4\n\n```\n%s\n```\n\n' \
  "$("$program" network select --network "$net" --nodes 4)" >> "$page.new"
say 1 "$bench" stencil --grid 8,1,1 --bytes 2048,8192,262144 --axes xyz --computing no --network "$net" --json "$folder/stencil.json"
say 2 "$bench" alltoall --groups 2 --bytes 1024,65536,262144 --network "$net" --json "$folder/alltoall.json"
say 1 "$bench" bcast --bytes 16384,1048576 --network "$net" --json "$folder/bcast.json"
say 1 "$bench" fft --points 48 --network "$net" --json "$folder/fft.json"
say 1 "$bench" md --grid 8,1,1 --cells 16 --network "$net" --json "$folder/md.json"

# Runs the wave model on a globe, alternately with the ranks as started and as placed by each of the two mappings.
for turn in 1 2 3 4 5; do
  for way in none nodes scotch; do
    settings=(time.end=2000-01-01T01:00:00Z output.folder="$folder/model/$way.$turn" parallel.reorder=$way)
    [ $way = none ] || settings+=(parallel.network="$net")
    bench/scripts/pretend_hosts.sh -n 8 --hosts 8 --racks 2 --rate "${MODEL_RATE:-20mbit}" \
      "$program" run bench/scripts/halo_case.yaml "${settings[@]/#/--set=}" > /dev/null 2>&1
  done
done
"$python" - "$folder/model" "${MODEL_RATE:-20mbit}" >> "$page.new" << 'EOF'
import json, statistics, sys
from pathlib import Path
print(f"The wave model (`bench/scripts/halo_case.yaml`, one hour, five runs each in turns) over {sys.argv[2]} between racks:\n")
print("| parallel.reorder | a run [s] | waiting for halos, mean over ranks [s] |\n| --- | --- | --- |")
for way in ("none", "nodes", "scotch"):
    timers = [json.loads(file.read_text()) for file in Path(sys.argv[1]).glob(f"{way}.*/timers.json")]
    run = statistics.median(one["total_seconds"] for one in timers)
    wait = statistics.median(one["timers"]["halo.wait"]["mean"] for one in timers)
    print(f"| {way} | {run:.1f} | {wait:.1f} |")
print()
EOF
rm -rf "$folder/model"
mv "$page.new" "$page"
rm -f "$folder/errors.txt"
PYTHONPATH=python "$python" -m groundswell_view network "$net" --output "$folder/network.png"
