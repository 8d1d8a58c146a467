#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds what changed, makes the case's mesh where it is older than its configuration, runs the case on the given
# number of processes and draws it. Usage: tools/run_case.sh cases/<name> [processes]
set -euo pipefail
cd "$(dirname "$0")/.."
case=${1:?usage: tools/run_case.sh cases/NAME [processes]}
ranks=${2:-$(nproc)}
name=$(basename "$case")
out=output/$name
mkdir -p "$out"

cmake -S . -B build -G Ninja -DGROUNDSWELL_TESTS=OFF -DGROUNDSWELL_PYTHON="$PWD/.venv/bin/python3" > /dev/null
cmake --build build -j "$(nproc)" -- --quiet
groundswell=$PWD/build/apps/groundswell
view="$PWD/.venv/bin/python3 -m groundswell_view"

if [ ! -e "$out/mesh.nc" ] || [ "$case/mesh.yaml" -nt "$out/mesh.nc" ] || [ "$groundswell" -nt "$out/mesh.nc" ]; then
  "$groundswell" mesh "$case/mesh.yaml" --output "$out/mesh.nc"
fi
as_root=()
[ "$(id -u)" -ne 0 ] || as_root=(--allow-run-as-root)
mpirun "${as_root[@]}" -n "$ranks" "$groundswell" run "$case/case.yaml"
"$case/pictures.sh" "$out" "$view"
echo "fields:   $out/fields.nc"
ls "$out"/*.png "$out"/*.gif 2>/dev/null | sed 's/^/picture:  /'
