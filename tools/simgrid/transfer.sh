#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Data transfer on simulated clusters: compiles tools/simgrid/replay.cpp with the library's own sources, replays the
# experiments of `groundswell bench transfer` on 64 to 384 processes and prints the table of
# docs/guide/transfer_speed.md. Needs Debian's libsimgrid-dev. Hours for all, minutes for
# the cases of one name.
#   tools/simgrid/transfer.sh [CASES [PLATFORMS [PROCESSES [WIRE_BYTES]]]]      e.g. messages infiniband 384 6400
# WIRE_BYTES: what a message takes from a node's link beyond its own bytes (replay.cpp).
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v smpicxx > /dev/null || { echo "error: smpicxx is missing; apt-get install libsimgrid-dev" >&2; exit 1; }
cases=${1:-}
read -ra platforms <<< "${2:-infiniband ethernet_10g ethernet_1g}"
read -ra processes <<< "${3:-64 128 256 384}"
out=build/simgrid
mkdir -p "$out"
smpicxx -std=c++20 -O2 -include tools/simgrid/mpi_gaps.hpp -Isrc -I. -o "$out/replay" tools/simgrid/*.cpp \
  src/comm/{communicator,persistent_requests,request,together}.cpp src/tuner/tuner.cpp \
  src/transfer/{butterfly_mapping,cell_pairs,link_search,route,row_places,transfer_plan}.cpp \
  apps/bench/{decompositions,transfer_cases}.cpp
for platform in "${platforms[@]}"; do
  xml=tools/simgrid/$platform.xml
  cores=$(sed -nE 's/.* core="([0-9]+)".*/\1/p' "$xml")
  wire_bytes=${4:-$(sed -nE 's/.*wire bytes: ([0-9]+).*/\1/p' "$xml")}
  for n in "${processes[@]}"; do
    for ((rank = 0; rank < n; ++rank)); do echo "node$((rank / cores))"; done > "$out/hosts"
    smpirun -no-privatize -np "$n" -platform "$xml" -hostfile "$out/hosts" \
      --cfg=smpi/simulate-computation:no --cfg=smpi/host-speed:10Gf --log=root.thres:warning "$out/replay" \
      "$cases" "$wire_bytes" | tee "$out/$platform.$n${cases:+.$cases}${4:+.$4}.txt"
  done
done
