#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Measures what a step costs, on one process and on two, into bench_kernels_1.json and _2.json in the build folder. The
# storm's loads need the winds of libncarg-data and the mesh, which is made if it is missing.
# Usage: bench/scripts/kernels.sh [build folder]
set -euo pipefail
cd "$(dirname "$0")/../.."
build=${1:-build}
program=$build/apps/groundswell
storm=cases/us_east_coast_1996
mesh=output/us_east_coast_1996/mesh.nc
options=(--steps 18)
if [ -e /usr/share/ncarg/data/cdf/Ustorm.cdf ]; then
  if [ ! -e "$mesh" ]; then
    mkdir -p "$(dirname "$mesh")"
    "$program" mesh "$storm/mesh.yaml" --output "$mesh"
  fi
  options+=(--storm "$storm/case.yaml")
else
  echo "without the loads of the storm: there is no /usr/share/ncarg/data/cdf/Ustorm.cdf (Debian: libncarg-data)"
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
"$program" bench kernels "${options[@]}" --json "$build/bench_kernels_1.json"
mpirun -n 2 "$program" bench kernels "${options[@]}" --json "$build/bench_kernels_2.json"
