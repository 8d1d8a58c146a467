#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the program, makes the case's mesh and what inputs/make.sh of the case makes, such as winds, runs the case on
# the given number of processes and draws it. A case of coupled jobs lists these in its file `jobs`, with their numbers
# of processes. Skips steps whose results are newer than their inputs.
# Usage: tools/run_case.sh cases/NAME [processes]
set -euo pipefail
cd "$(dirname "$0")/.."
case=${1:?usage: tools/run_case.sh cases/NAME [processes]}
ranks=${2:-$(nproc)}
name=$(basename "$case")
out=output/$name
python=$PWD/.venv/bin/python3

# First runs the cases whose spectra enter at the boundary of this one.
if [ -e "$case/needs" ]; then
  while read -r other; do "tools/run_case.sh" "cases/$other" "$ranks"; done < "$case/needs"
fi

cmake -S . -B build -G Ninja -DGROUNDSWELL_PYTHON="$python" > /dev/null
cmake --build build -j "$(nproc)" --target groundswell
groundswell=$PWD/build/apps/groundswell

# older FILE OTHERS...: succeeds if FILE is missing, or if one of the others exists and is newer.
older() {
  local file=$1 other
  shift
  [ -e "$file" ] || return 0
  for other in "$@"; do [ "$other" -nt "$file" ] && return 0; done
  return 1
}

# make_mesh CASE: makes the mesh of CASE from its mesh.yaml, if there is one.
make_mesh() {
  local mesh=output/$1/mesh.nc
  [ -e "cases/$1/mesh.yaml" ] || return 0
  if older "$mesh" "cases/$1/mesh.yaml" "$groundswell"; then
    "$groundswell" mesh "cases/$1/mesh.yaml" --output "$mesh"
  else
    echo "the mesh of $1 is up to date"
  fi
}

mkdir -p "$out"
make_mesh "$name"
inputs=("$case/case.yaml" "$out/mesh.nc" "$groundswell")
if [ -e "$case/inputs" ]; then
  if older "$out/inputs_made" "$case"/inputs/*.sh "$case"/inputs/*.py; then
    "$case/inputs/make.sh" "$out" "$python"
    touch "$out/inputs_made"
  else
    echo "the inputs of $name are up to date"
  fi
  inputs+=("$out/inputs_made")
fi
# Also makes the meshes of the cases for which this one writes spectra.
if [ -e "$case/nests" ]; then
  while read -r other; do
    mkdir -p "output/$other"
    make_mesh "$other"
    inputs+=("output/$other/mesh.nc")
  done < "$case/nests"
fi
[ ! -e "$case/needs" ] || while read -r other; do inputs+=("output/$other/timers.json"); done < "$case/needs"
options=(-q)  # after an error, print only the program's message, none of Open MPI's
[ "$(id -u)" -ne 0 ] || options+=(--allow-run-as-root)
if [ -e "$case/jobs" ]; then
  # Coupled jobs: their file, processes, output folder of the component `waves` in that of the case, other options.
  while read -r job processes folder changes; do
    if older "$out/$folder/timers.json" "$case"/*.yaml "$case/jobs" "${inputs[@]:1}"; then
      read -ra words <<< "$changes"
      mpirun "${options[@]}" --oversubscribe -n "$processes" "$groundswell" run "$case/$job" \
        --set "waves.output.folder=$out/$folder" "${words[@]/#/--set=}" < /dev/null
    else
      echo "the run of $job is up to date"
    fi
    newest=$out/$folder/timers.json
  done < "$case/jobs"
elif older "$out/timers.json" "${inputs[@]}"; then
  mpirun "${options[@]}" -n "$ranks" "$groundswell" run "$case/case.yaml"
else
  echo "the run is up to date"
fi
if older "$out/drawn" "${newest:-$out/timers.json}" "$case"/pictures.sh "$case"/*.py cases/*.py python/groundswell_view/*.py; then
  "$case/pictures.sh" "$out" "$python"
  touch "$out/drawn"
else
  echo "the pictures are up to date"
fi
find "$out" -name '*.nc' ! -name mesh.nc | sort | sed 's/^/output:   /'
ls "$out"/*.png "$out"/*.gif 2> /dev/null | sed 's/^/picture:  /' || true
