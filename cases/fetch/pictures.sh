#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws growth with fetch. Usage: cases/fetch/pictures.sh OUTPUT_FOLDER PYTHON
set -euo pipefail
out=${1:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
python=${2:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
view=("$python" -m groundswell_view)

"${view[@]}" series "$out/points.nc" --variables hs,tp,spr --output "$out/series.png"
"${view[@]}" spectrum "$out/spectra.nc" --station "500 km" --time last --output "$out/spectrum.png"
"${view[@]}" map "$out/fields.nc" --variable hs --time last --no-arrows --output "$out/hs.png"
"${view[@]}" balance "$out/balance.nc" --output "$out/balance.png"
case=$(dirname "$0")
"$python" "$case/../draw_growth.py" "$out" "$case/wavewatch3.csv" "$out/growth.png"
