#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Data transfer on simulated clusters: compiles bench/simgrid/*.cpp with the library's own sources and replays the
# experiments of `groundswell-bench transfer` on 64 to 384 processes. Leaves a JSON file per cluster in build/simgrid
# for bench/scripts/transfer_table.py and `groundswell-bench-view transfer`. Needs Debian's libsimgrid-dev. Uses all
# cores; takes about a quarter of an hour on two idle ones.
#   bench/simgrid/transfer.sh [PLATFORM PROCESSES EXPERIMENTS [WIRE_BYTES]]  e.g. infiniband 384 messages.q96,cesm 6400
# EXPERIMENTS: prefixes of names of cases, separated by commas. WIRE_BYTES: overhead of a message on a
# node's link, beyond its own bytes (simulated_transfer.hpp). With arguments, the file has only the results of this run.
# Environment variable: OUT, the folder of the results (default: build/simgrid).
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v smpicxx > /dev/null || { echo "error: smpicxx is missing; apt-get install libsimgrid-dev" >&2; exit 1; }
out=${OUT:-build/simgrid}
mkdir -p "$out"

# The longest runs come first, because the cores take runs in this order.
real=cesm,gamil,rearrange
runs="infiniband 384 messages.q96
infiniband 384 messages.q48
ethernet_10g 384 messages.q96
ethernet_10g 384 messages.q48
infiniband 384 messages.q24,messages.q12,messages.q8,messages.q4,messages.q2.,messages.q1.
ethernet_10g 384 messages.q24,messages.q12,messages.q8,messages.q4,messages.q2.,messages.q1.
infiniband 384 fields
infiniband 384 constant,cores,bandwidth,$real
ethernet_10g 384 $real
ethernet_1g 384 $real
infiniband 256 constant,cores,$real
infiniband 192 $real
ethernet_10g 192 $real
ethernet_1g 192 $real
infiniband 128 constant,cores,$real
infiniband 96 fields
infiniband 64 constant,cores,$real"
[ $# -eq 0 ] || runs="$1 $2 $3 ${4:-}"

# run_one PLATFORM PROCESSES EXPERIMENTS [WIRE_BYTES]
run_one() {
  local xml=bench/simgrid/$1.xml name=$1.$2.$3${4:+.$4} hosts begin=$SECONDS cores wire_bytes
  cores=$(sed -nE 's/.* core="([0-9]+)".*/\1/p' "$xml")
  wire_bytes=${4:-$(sed -nE 's/.*wire bytes: ([0-9]+).*/\1/p' "$xml")}
  hosts=$out/$1.$2.hosts  # no commas: SimGrid would end the name there
  for ((rank = 0; rank < $2; ++rank)); do echo "node$((rank / cores))"; done > "$hosts.$$"
  mv "$hosts.$$" "$hosts"
  smpirun -no-privatize -np "$2" -platform "$xml" -hostfile "$hosts" --cfg=smpi/simulate-computation:no \
    --cfg=smpi/host-speed:10Gf --cfg=network/optim:Full --log=root.thres:warning \
    "$out/replay" "$1" "$wire_bytes" "$3" > "$out/$name.part" || return
  echo "$name: $((SECONDS - begin)) s"
}
export -f run_one
export out

rm -f "$out"/*.part "$out"/*.json
bench/simgrid/compile.sh transfer "$out/replay"
xargs -P "$(nproc)" -L 1 bash -c 'run_one "$@"' run <<< "$runs"
for platform in $(cut -d ' ' -f 1 <<< "$runs" | sort -u); do
  python3 bench/scripts/transfer_table.py --join "$out/$platform.json" "$out/$platform".*.part
done
