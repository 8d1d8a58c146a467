#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Models halo exchanges at the published numbers of processes (docs/experiments/halo_replay.md): counts the halos of
# two globes in 512 to 32,768 parts, replays exchanges on a model of a cluster, and compares the replay with SimGrid's
# MPI (Debian's libsimgrid-dev) on 64 to 1,024 processes. Without SimGrid the comparison is left out, with a message.
#   bench/scripts/halo_replay.sh [FOLDER]          # default: output/halo_replay
# Leaves JSON files, halo_replay.png and halo_replay.md in FOLDER. Takes about half an hour and 8 GB of memory.
# Variables: DIVISIONS (of the icosahedron's edges), PARTS, SIMULATED (numbers of processes for SimGrid; may be empty),
# LATE (ranks begin at random times within this many microseconds), BENCH, PYTHON. Existing files are kept; remove
# FOLDER to begin anew.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(realpath -m "${1:-output/halo_replay}")
bench=${BENCH:-build/bench/groundswell-bench}
python=${PYTHON:-.venv/bin/python3}
[ -x "$python" ] || python=python3
read -ra divisions <<< "${DIVISIONS:-512 1024}" # 2,621,442 and 10,485,762 cells
read -ra parts <<< "${PARTS:-512 1024 2048 4096 8192 16384 32768}"
read -ra simulated <<< "${SIMULATED-64 256 1024}"
late=${LATE:-1000}
mkdir -p "$folder"
"$python" tools/check_commits.py --program "$bench"

# count DIVISIONS PARTITIONS PARTS...: writes the numbers of cells that parts send to each other (*.pairs), unless their
# files exist.
count() {
  local n kind missing cells=$((10 * $1 * $1 + 2))
  for kind in $2; do
    missing=
    for n in "${@:3}"; do [ -e "$folder/$cells.$n.$kind.pairs" ] || missing+=,$n; done
    [ -z "$missing" ] || "$bench" halo_plans --divisions "$1" --parts "${missing#,}" --partitions "$kind" \
      --folder "$folder"
  done
}

# replay NAME FILES_AND_OPTIONS...: replays exchanges, unless FOLDER/NAME.json exists.
replay() {
  [ ! -e "$folder/$1.json" ] || return 0
  "$bench" halo_replay "${@:2}" --json "$folder/$1.json"
}

# simulate PLATFORM PROCESSES PLACEMENTS LATE: runs exchanges with SimGrid's MPI, unless their file exists.
simulate() {
  local name=check.$1.$2.$4 rank options=()
  [ ! -e "$folder/$name.json" ] || return 0
  for ((rank = 0; rank < $2; ++rank)); do echo "node$((rank / 32))"; done > "$folder/$2.hosts"
  for rank in async-small-thresh send-is-detached-thresh; do options+=("--cfg=smpi/$rank:16384"); done
  smpirun -no-privatize -np "$2" -platform "bench/simgrid/halo/$1.xml" -hostfile "$folder/$2.hosts" "${options[@]}" \
    --cfg=smpi/simulate-computation:no --cfg=smpi/host-speed:10Gf --cfg=smpi/shared-malloc:global \
    --cfg=smpi/bw-factor:0:1.0 --cfg=smpi/lat-factor:0:1.0 --cfg=network/crosstraffic:no --log=root.thres:warning \
    "$folder/exchange" "$1" "$folder/$cells.$2.flat.pairs" "$3" 1 "$4" > "$folder/$name.part"
  mv "$folder/$name.part" "$folder/$name.json"
  echo "$name: $SECONDS s"
}

files=() hierarchical=()
for n in "${divisions[@]}"; do
  count "$n" flat "${parts[@]}"
  for part in "${parts[@]}"; do files+=("$folder/$((10 * n * n + 2)).$part.flat.pairs"); done
done
cells=$((10 * divisions[0] * divisions[0] + 2))
count "${divisions[0]}" hierarchical "${parts[@]}"
for part in "${parts[@]}"; do hierarchical+=("$folder/$cells.$part.hierarchical.pairs"); done
replay flat "${files[@]}" --rings 1
replay two_rings "${files[@]}" --rings 2 --placements block
replay hierarchical "${hierarchical[@]}" --rings 1 --placements block
replay late "${files[@]}" --rings 1 --placements block --late "$late"
# Other clusters: a slow network, and copies that cost almost nothing.
mkdir -p "$folder/others"
replay others/slow_network "${files[@]}" --rings 1 --placements block --bandwidth 1.25
replay others/no_copies "${files[@]}" --rings 1 --placements block --copy 1000

if [ ${#simulated[@]} -eq 0 ]; then
  echo "the replay is not compared with SimGrid"
elif command -v smpicxx > /dev/null; then
  count "${divisions[0]}" flat "${simulated[@]}"
  bench/simgrid/compile.sh halo "$folder/exchange"
  for n in "${simulated[@]}"; do
    placements=block,cyclic,random
    [ "$n" -le 256 ] || placements=block # SimGrid needs many minutes for the other placements
    for platform in star fat_tree dragonfly; do simulate "$platform" "$n" "$placements" 0; done
    simulate star "$n" block "$late"
  done
else
  echo "the replay is not compared with SimGrid: smpicxx is missing; apt-get install libsimgrid-dev"
fi
PYTHONPATH=python:bench/view "$python" -m groundswell_bench_view halo_replay "$folder"/*.json \
  --output "$folder/halo_replay.png" --table "$folder/halo_replay.md"
