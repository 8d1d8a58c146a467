#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws the New England shelf. Usage: cases/new_england_1996/pictures.sh OUTPUT_FOLDER PYTHON
set -euo pipefail
out=${1:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
python=${2:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
view=("$python" -m groundswell_view)

"${view[@]}" map "$out/fields.nc" --variable hs --time highest --output "$out/hs.png"
"${view[@]}" series "$out/points.nc" --output "$out/series.png"
"${view[@]}" spectrum "$out/spectra.nc" --station "Block Island" --output "$out/spectrum.png"
