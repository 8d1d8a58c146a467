#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws the hurricane, and the model beside buoy 41010. Usage: cases/dorian_2019/pictures.sh OUTPUT_FOLDER PYTHON
set -euo pipefail
out=${1:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
python=${2:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
view=("$python" -m groundswell_view)
case=$(dirname "$0")

"${view[@]}" map "$out/fields.nc" --variable hs --time highest --track "$case/best_track.dat" --output "$out/hs.png"
"${view[@]}" compare "$out/points.nc" --observed "$case/buoy_41010_bulk.csv" --station 41010 \
  --pairs hs=hs,tp=tp,dir=mwd_from --output "$out/buoy.png"
"${view[@]}" panel "$out/fields.nc" --variables hs,wind --track "$case/best_track.dat" \
  --output "$out/panel.png"
"${view[@]}" compare "$out/points.nc" --observed "$case/buoy_41010_bulk.csv" --station 41010 \
  --scores "$out/scores.csv" --output "$out/compare.png"
"${view[@]}" spectrum "$out/spectra.nc" --station 41010 --output "$out/spectrum.png"
"$python" "$case/spectra.py" "$out" "$out/spectra.png"
