#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws growth along the wind. Usage: cases/fetch/pictures.sh OUTPUT_FOLDER "COMMAND OF groundswell-view"
set -euo pipefail
out=${1:?usage: pictures.sh OUTPUT_FOLDER VIEW_COMMAND}
read -ra view <<< "${2:?usage: pictures.sh OUTPUT_FOLDER VIEW_COMMAND}"

"${view[@]}" series "$out/points.nc" --variables hs,tp,spr --output "$out/series.png"
"${view[@]}" spectrum "$out/spectra.nc" --station "500 km" --time last --output "$out/spectrum.png"
"${view[@]}" map "$out/fields.nc" --variable hs --time last --no-arrows --output "$out/hs.png"
"${view[@]}" balance "$out/balance.nc" --output "$out/balance.png"
case=$(dirname "$0")
"$(dirname "${view[0]}")/python3" "$case/../draw_growth.py" "$out" "$case/wavewatch3.csv" "$out/growth.png"
