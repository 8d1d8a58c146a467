#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws growth in time. Usage: cases/one_point/pictures.sh OUTPUT_FOLDER PYTHON
set -euo pipefail
out=${1:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
python=${2:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
view=("$python" -m groundswell_view)

"${view[@]}" series "$out/points.nc" --variables hs,tp,spr,ust --output "$out/series.png"
"${view[@]}" spectrum "$out/spectra.nc" --time last --output "$out/spectrum.png"
"${view[@]}" balance "$out/balance.nc" --output "$out/balance.png"
case=$(dirname "$0")
"$python" "$case/../draw_growth.py" "$out" "$case/wavewatch3.csv" "$out/growth.png"
