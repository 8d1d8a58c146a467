#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Compiles one of the programs for SimGrid's MPI (Debian's libsimgrid-dev): the program that bench/simgrid/transfer.sh,
# bench/scripts/coupled_replay.py, bench/scripts/halo_replay.sh or bench/scripts/network_replay.sh runs.
#   bench/simgrid/compile.sh transfer|halo|network PROGRAM
# Environment variable: SMPICXX, the compiler with its options (default: smpicxx -O2).
set -euo pipefail
cd "$(dirname "$0")/../.."
libraries=()
case ${1:-} in
  transfer)
    sources=(
      -include bench/simgrid/mpi_gaps.hpp bench/simgrid/*.cpp
      src/comm/{communicator,persistent_requests,request,together}.cpp src/tuner/tuner.cpp
      src/transfer/{butterfly_mapping,cell_pairs,link_search,route,row_places,transfer_plan}.cpp
      bench/measure/ratios.cpp bench/transfer/{case_result,decompositions,transfer_cases}.cpp
    )
    libraries=(-lfmt)
    ;;
  halo)
    sources=(
      bench/simgrid/halo/exchange.cpp
      bench/halo_replay/{cluster_model,exchange_load,halo_schedules,message_match,node_schedules}.cpp
      bench/halo_replay/{replay_case,schedule_replay}.cpp apps/part_pairs.cpp
      src/base/{edit_distance,read_file,written_file}.cpp
    )
    ;;
  network)
    sources=(
      bench/simgrid/network/exchange.cpp src/base/edit_distance.cpp
      bench/network_replay/{dragonfly,exchange_patterns,exchange_replay,fair_shares,fat_tree,flow_replay}.cpp
      bench/network_replay/modelled_network.cpp
    )
    ;;
  *)
    echo "error: '${1:-}' is no program for SimGrid; choose from: transfer halo network" >&2
    exit 2
    ;;
esac
read -ra compiler <<< "${SMPICXX:-smpicxx -O2}"
"${compiler[@]}" -std=c++20 -Isrc -I. -o "$2" "${sources[@]}" "${libraries[@]}"
