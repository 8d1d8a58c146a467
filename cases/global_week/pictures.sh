#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws the week, and compares the arrival of swell with great-circle travel. Usage:
# cases/global_week/pictures.sh OUTPUT_FOLDER PYTHON
set -euo pipefail
out=${1:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
python=${2:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
view=("$python" -m groundswell_view)

"${view[@]}" panel "$out/fields.nc" --variables hs,t02,dir --output "$out/panel.png"
"${view[@]}" map "$out/fields.nc" --variable hs --time highest --output "$out/hs.png"
"${view[@]}" map "$out/fields.nc" --variable phs1 --time 2000-01-05T18 --region=140/250/0/65 --output "$out/swell.png"
coasts=(--station Hawaii --station Nazare --station "Cape Naturaliste")
"${view[@]}" series "$out/points.nc" "${coasts[@]}" --variables hs,tp,dir --output "$out/series.png"
"$python" "$(dirname "$0")/arrival.py" "$out" "$out/arrival.png" | tee "$out/arrival.txt"
