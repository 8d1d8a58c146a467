#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws growth in time. Usage: cases/one_point/pictures.sh OUTPUT_FOLDER "COMMAND OF groundswell-view"
set -euo pipefail
out=${1:?usage: pictures.sh OUTPUT_FOLDER VIEW_COMMAND}
read -ra view <<< "${2:?usage: pictures.sh OUTPUT_FOLDER VIEW_COMMAND}"

"${view[@]}" series "$out/points.nc" --variables hs,tp,spr,ust --output "$out/series.png"
"${view[@]}" spectrum "$out/spectra.nc" --time last --output "$out/spectrum.png"
"${view[@]}" balance "$out/balance.nc" --output "$out/balance.png"
case=$(dirname "$0")
"$(dirname "${view[0]}")/python3" "$case/../draw_growth.py" "$out" "$case/wavewatch3.csv" "$out/growth.png"
