#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Replays exchanges on modelled networks, on default nodes and on chosen ones, at the published sizes
# (docs/experiments/network_replay.md): all-to-all, stencils, broadcasts, groups of nodes, two applications and real
# halos; then compares the replay with SimGrid's MPI (Debian's libsimgrid-dev) on 64 to 1,024 ranks. Without SimGrid the
# comparison is left out, with a message.
#   bench/scripts/network_replay.sh [FOLDER]       # default: output/network_replay
# Leaves JSON files, network_replay.png and network_replay.md in FOLDER. Takes 40 minutes on one core and 8 GB of
# memory. Variables: SMALL (not empty: small sizes, for a test), SIMULATED (numbers of ranks for SimGrid; may be empty),
# BENCH, PYTHON. Existing files are kept; remove FOLDER to begin anew.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=$(realpath -m "${1:-output/network_replay}")
bench=${BENCH:-build/bench/groundswell-bench}
python=${PYTHON:-.venv/bin/python3}
[ -x "$python" ] || python=python3
read -ra simulated <<< "${SIMULATED-64 256 1024}"
mkdir -p "$folder"
"$python" tools/check_commits.py --program "$bench"

powers() { # FIRST LAST: sizes in bytes, each twice the previous one
  local n=$1 list=$1
  while ((n < $2)); do list+=,$((n *= 2)); done
  echo "$list"
}

# replay NAME EXPERIMENT OPTIONS...: replays an experiment, unless FOLDER/NAME.json exists.
replay() {
  [ ! -e "$folder/$1.json" ] || return 0
  "$bench" network_replay "${@:2}" --json "$folder/$1.json" > "$folder/$1.log"
  echo "$1: $SECONDS s"
}

# halos DIVISIONS PARTS...: appends files of halos to `files`; makes those that bench/scripts/halo_replay.sh has not
# made.
halos() {
  local n cells=$((10 * $1 * $1 + 2))
  for n in "${@:2}"; do
    local name=$cells.$n.flat.pairs
    if [ -e "output/halo_replay/$name" ]; then
      files+=("output/halo_replay/$name")
      continue
    fi
    files+=("$folder/$name")
    [ -e "$folder/$name" ] || "$bench" halo_plans --divisions "$1" --parts "$n" --partitions flat --folder "$folder"
  done
}

files=()
if [ -n "${SMALL-}" ]; then
  few=(--free 2 --fewest-free 256)
  replay all_to_all all_to_all --nodes 64 "${few[@]}" --bytes 1024,65536 --networks fat_tree_2,dragonfly
  replay all_to_all_under_load all_to_all --nodes 64 "${few[@]}" --probe rounds --bytes 65536 --networks fat_tree_2
  replay stencil stencil --nodes 64 "${few[@]}" --bytes 1024,65536 --networks fat_tree_2
  replay broadcast broadcast --nodes 64 "${few[@]}" --bytes 1024 --networks fat_tree_2
  replay groups groups --nodes 16 --groups 4 --free 2 --bytes 65536 --networks fat_tree_2
  replay molecules molecules --nodes 64,125 "${few[@]}" --networks fat_tree_2 --situations fragmented
  replay turbulence turbulence --nodes 64 "${few[@]}" --networks fat_tree_2 --situations fragmented
  halos 16 64
  replay halo halo --pairs "${files[@]}" --cores 4 --networks fat_tree_2 --situations fragmented
else
  replay all_to_all_512 all_to_all --nodes 512 --free 2 --bytes "$(powers 1024 2097152)"
  replay all_to_all_1024 all_to_all --nodes 1024 --free 2 --bytes "$(powers 1024 1048576)"
  replay all_to_all_512_under_load all_to_all --nodes 512 --free 2 --probe rounds --bytes "$(powers 1024 2097152)"
  for load in 0 0.25 0.5 0.9; do
    replay "all_to_all_512_load_$load" all_to_all --nodes 512 --free 2 --load "$load" --bytes 1024,65536,1048576
  done
  replay stencil stencil --nodes 2048,4096 --bytes "$(powers 1024 8388608)"
  replay stencil_no_load stencil --nodes 2048 --load 0 --bytes 1024,65536,1048576
  replay broadcast broadcast --nodes 512 --free 2 --bytes 1024,65536,1048576
  replay groups groups --nodes 64 --groups 32 --bytes 1024,65536,1048576
  replay molecules molecules --nodes 512,1728,4096,8000,13824,21952,32768 --situations fragmented
  replay molecules_no_load molecules --nodes 512,1728,4096,8000,13824,21952,32768 --situations fragmented --load 0
  replay turbulence turbulence --nodes 1024,2048,4096,8192,16384 --rounds 128 --situations fragmented
  replay turbulence_no_load turbulence --nodes 1024,2048,4096,8192,16384 --rounds 32 --situations fragmented --load 0
  halos 512 512 1024 4096 32768
  halos 1024 512 1024 4096 32768
  replay halo halo --pairs "${files[@]}" --situations fragmented
fi

# simulate NAME RANKS ROUNDS SHAPE TOPOLOGY: SHAPE describes the network to bench/simgrid/network/exchange.cpp, TOPOLOGY
# describes the same network to SimGrid.
simulate() {
  local name=check_$1_$2 rank options=()
  [ ! -e "$folder/$name.json" ] || return 0
  cat > "$folder/$name.xml" << EOF
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="cluster" prefix="node" suffix="" radical="0-$(($2 - 1))" speed="10Gf" bw="12.5GBps" lat="0.3us"
           sharing_policy="SPLITDUPLEX" $5/>
</platform>
EOF
  for ((rank = 0; rank < $2; ++rank)); do echo "node$rank"; done > "$folder/$name.hosts"
  for rank in async-small-thresh send-is-detached-thresh; do options+=("--cfg=smpi/$rank:1000000000"); done
  smpirun -no-privatize -np "$2" -platform "$folder/$name.xml" -hostfile "$folder/$name.hosts" "${options[@]}" \
    --cfg=smpi/simulate-computation:no --cfg=smpi/host-speed:10Gf --cfg=smpi/shared-malloc:global \
    --cfg=smpi/bw-factor:0:1.0 --cfg=smpi/lat-factor:0:1.0 --cfg=network/crosstraffic:no --log=root.thres:warning \
    "$folder/exchange" "$4" "$3" > "$folder/$name.part"
  mv "$folder/$name.part" "$folder/$name.json"
  echo "$name: $SECONDS s"
}

tree() { echo "topology='FAT_TREE' topo_parameters='$1'"; }
dragonfly() { echo "topology='DRAGONFLY' topo_parameters='$1'"; }
if [ ${#simulated[@]} -eq 0 ]; then
  echo "the replay is not compared with SimGrid"
elif command -v smpicxx > /dev/null; then
  bench/simgrid/compile.sh network "$folder/exchange"
  for n in "${simulated[@]}"; do
    case $n in
      64)
        simulate fat_tree_2 64 63 'fat_tree;16,4;1,4' "$(tree '2;16,4;1,4;1,1')"
        simulate dragonfly 64 63 'dragonfly;4;4;4;50;25' "$(dragonfly '4,2;1,1;4,4;4')"
        ;;
      256)
        simulate fat_tree_2 256 255 'fat_tree;32,8;1,8' "$(tree '2;32,8;1,8;1,1')"
        simulate fat_tree_3 256 255 'fat_tree;8,4,8;1,4,2' "$(tree '3;8,4,8;1,4,2;1,1,1')"
        simulate dragonfly 256 255 'dragonfly;8;8;4;50;25' "$(dragonfly '8,2;1,1;8,4;4')"
        ;;
      1024) # only 8 rounds: SimGrid needs an hour for a whole all-to-all
        simulate fat_tree_2 1024 8 'fat_tree;64,16;1,16' "$(tree '2;64,16;1,16;1,1')"
        simulate dragonfly 1024 8 'dragonfly;8;8;16;50;100' "$(dragonfly '8,8;1,1;8,4;16')"
        ;;
      *) echo "there is no network of $n nodes for SimGrid; take 64, 256 or 1024" >&2 && exit 1 ;;
    esac
  done
else
  echo "the replay is not compared with SimGrid: smpicxx is missing; apt-get install libsimgrid-dev"
fi
PYTHONPATH=python:bench/view "$python" -m groundswell_bench_view network_replay "$folder"/*.json \
  --output "$folder/network_replay.png" --table "$folder/network_replay.md"
