#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Rewrites the generated parts of the documentation for which there are results: the option reference, from the program;
# the tables of speed.md, from the last `make bench`; the tables and pictures of the experiments, from the last runs of
# their scripts in bench/; and the pictures of cases, from their last runs (tools/run_case.sh). Measurements of a
# program built from uncommitted changes, or from a commit missing from the repository, are not shown
# (tools/check_commits.py).
# Usage: tools/make_docs.sh [build folder]
set -euo pipefail
cd "$(dirname "$0")/.."
build=${1:-build}
python=.venv/bin/python3
[ -x "$python" ] || python=python3

"$build/apps/groundswell" config --markdown > docs/guide/options.md.new
mv docs/guide/options.md.new docs/guide/options.md
echo "docs/guide/options.md"

# may_show PAGE RESULTS...: succeeds if the results come from commits in the repository; otherwise says that PAGE is
# unchanged.
may_show() {
  "$python" tools/check_commits.py "${@:2}" && return
  echo "$1 is unchanged"
  return 1
}

benches=("$build"/bench_kernels_[0-9]*.json)
if [ -e "${benches[0]}" ]; then
  ! may_show docs/experiments/speed.md "${benches[@]}" ||
    { python3 bench/scripts/bench_table.py "${benches[@]}" docs/experiments/speed.md && echo "docs/experiments/speed.md"; }
else
  echo "docs/experiments/speed.md is unchanged: there is no ${benches[0]}; make bench writes it"
fi

# table FROM PAGE COMMAND: copies output/FROM, the table from the last run of COMMAND, between the markers of PAGE.
table() {
  if [ -e "output/$1" ]; then
    may_show "$2" "output/${1%/*}" || return 0
    mark='/^<!-- table: /,/^<!-- end of table/'
    sed -i -e "$mark{//!d}" -e "/^<!-- table: /r output/$1" "$2"
    echo "$2"
  else
    echo "$2 is unchanged: there is no output/$1; $3 makes it"
  fi
}
table scaling/scaling.md docs/experiments/scaling.md bench/scripts/scaling_runs.sh
table kinds/kinds.md docs/guide/output.md bench/scripts/kinds_runs.py
table time_steps/time_steps.md docs/design/time_step.md bench/scripts/time_step_runs.py
table packages/packages.md docs/theory/packages.md bench/scripts/package_runs.py
table package_maps/package_maps.md docs/experiments/packages_side_by_side.md bench/scripts/package_maps.py
halos=(output/halo/*.json)
[ ! -e "${halos[0]}" ] || PYTHONPATH=python:bench/view "$python" -m groundswell_bench_view halo "${halos[@]}" -o output/halo/halo.png \
  --table output/halo/halo.md
table halo/halo.md docs/experiments/halo_speed.md bench/scripts/halo_speed.sh
table coupling/coupling.md docs/experiments/coupling.md bench/scripts/coupling_runs.py
replays=(output/coupled_run/replay_*.json)
[ ! -e "${replays[0]}" ] || PYTHONPATH=python:bench/view "$python" -m groundswell_bench_view coupled "${replays[@]}" \
  -o output/coupled_run/coupled.png
[ ! -d output/coupled_run ] || "$python" bench/scripts/coupled_run_table.py > /dev/null
table coupled_run/coupled_run.md docs/experiments/coupled_run.md bench/scripts/coupled_runs.py
table network/network.md docs/guide/network.md bench/scripts/network_rig.sh
table halo_replay/halo_replay.md docs/experiments/halo_replay.md bench/scripts/halo_replay.sh
table network_replay/network_replay.md docs/experiments/network_replay.md bench/scripts/network_replay.sh

results=(output/output_speed/*.json)
if [ -e "${results[0]}" ]; then
  ! may_show docs/experiments/output_speed.md "${results[@]}" ||
    { "$python" bench/scripts/output_speed_table.py "${results[@]}" docs/experiments/output_speed.md && echo "docs/experiments/output_speed.md"; }
else
  echo "docs/experiments/output_speed.md is unchanged: there is no ${results[0]}; bench/scripts/output_speed.sh makes it"
fi

# picture OUTPUT TO [COMMAND]: copies output/OUTPUT, a picture from the last run of a case or of COMMAND, to TO, with
# its size reduced for the repository.
picture() {
  if [ -e "output/$1" ]; then
    [ -z "${3:-}" ] || may_show "$2" "output/${1%/*}" || return 0
    "$python" tools/shrink_picture.py "output/$1" "$2"
    echo "$2"
  else
    echo "$2 is unchanged: there is no output/$1; ${3:-tools/run_case.sh cases/${1%%/*}} makes it"
  fi
}
[ ! -e "${results[0]}" ] || PYTHONPATH=python:bench/view "$python" -m groundswell_bench_view io "${results[@]}" -o output/output_speed/io.png
picture us_east_coast_1996/hs.png docs/pictures/us_east_coast_1996_hs.png
for name in buoy hs spectra; do picture dorian_2019/$name.png cases/dorian_2019/$name.png; done
picture new_england_1996/hs.png cases/new_england_1996/hs.png
picture global_navy_winds/hs.png cases/global_navy_winds/hs.png
picture global_navy_winds/islands.png docs/pictures/islands.png
for name in panel arrival; do picture global_week/$name.png cases/global_week/$name.png; done
picture fine_globe/hs.png cases/fine_globe/hs.png
picture one_point/growth.png cases/one_point/growth.png
picture one_point/balance.png cases/one_point/balance.png
picture fetch/growth.png cases/fetch/growth.png
for name in changes effects; do picture toys/$name.png cases/toys/$name.png; done
for name in storm week; do
  picture package_maps/$name.png docs/pictures/packages_$name.png bench/scripts/package_maps.py
done
picture scaling/scaling.png docs/pictures/scaling.png bench/scripts/scaling_runs.sh
picture kinds/kinds.png docs/pictures/kinds.png bench/scripts/kinds_runs.py
picture halo/halo_exchange.png docs/pictures/halo_exchange.png bench/scripts/halo_speed.sh
picture halo/halo_model.png docs/pictures/halo_model.png bench/scripts/halo_speed.sh
picture halo/parts.png docs/pictures/halo_parts.png bench/scripts/halo_speed.sh
picture network/network.png docs/pictures/network.png bench/scripts/network_rig.sh
picture halo_replay/halo_replay.png docs/pictures/halo_replay.png bench/scripts/halo_replay.sh
picture network_replay/network_replay.png docs/pictures/network_replay.png bench/scripts/network_replay.sh
for figure in cores share; do
  picture coupled_run/coupled_$figure.png docs/pictures/coupled_$figure.png bench/scripts/coupled_replay.py
done
for platform in infiniband ethernet_10g; do
  [ ! -e "build/simgrid/$platform.json" ] || PYTHONPATH=python:bench/view "$python" -m groundswell_bench_view transfer \
    "build/simgrid/$platform.json" -o "output/transfer/$platform.png"
  picture "transfer/$platform.png" "docs/pictures/transfer_$platform.png" bench/simgrid/transfer.sh
done
for figure in interval bandwidth parts model; do
  picture "output_speed/io_$figure.png" "docs/pictures/io_$figure.png" bench/scripts/output_speed.sh
done
