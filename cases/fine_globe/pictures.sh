#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws the wave height around the storm. Usage: cases/fine_globe/pictures.sh OUTPUT_FOLDER PYTHON
set -euo pipefail
out=${1:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
python=${2:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
view=("$python" -m groundswell_view)

"${view[@]}" map "$out/fields.nc" --variable hs --time last --region=-75/-45/12/38 --output "$out/hs.png"
