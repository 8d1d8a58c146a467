#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws the storm. Usage: cases/us_east_coast_1996/pictures.sh OUTPUT_FOLDER PYTHON
set -euo pipefail
out=${1:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
python=${2:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
view=("$python" -m groundswell_view)

"${view[@]}" map "$out/fields.nc" --variable hs --time highest --output "$out/hs.png"
"${view[@]}" panel "$out/fields.nc" --variables hs,tp,dir --output "$out/panel.png"
buoys=(--station "Georges Bank" --station Nantucket --station "Virginia Beach" --station "East Hatteras" --station "Scotian Slope")
"${view[@]}" series "$out/points.nc" "${buoys[@]}" --output "$out/series.png"
"${view[@]}" spectrum "$out/spectra.nc" --station Nantucket --output "$out/spectrum.png"
"${view[@]}" animate "$out/fields.nc" --variable hs --every 3 --output "$out/hs.gif"
