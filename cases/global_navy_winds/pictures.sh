#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws the globe. Usage: cases/global_navy_winds/pictures.sh OUTPUT_FOLDER PYTHON
set -euo pipefail
out=${1:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
python=${2:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
view=("$python" -m groundswell_view)

"${view[@]}" panel "$out/fields.nc" --variables hs,tp,dir --output "$out/panel.png"
"${view[@]}" map "$out/fields.nc" --variable hs --time last --output "$out/hs.png"
"${view[@]}" map "$out/mesh.nc" --variable transparency --region=-100/-55/8/32 --output "$out/islands.png"
"${view[@]}" map "$out/fields.nc" --variable hs --time last --region=-180/180/55/90 --output "$out/north_pole.png"
"${view[@]}" map "$out/fields.nc" --variable hs --time last --region=-180/180/-90/-55 --output "$out/south_pole.png"
