#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws growth in time. Usage: cases/one_point/pictures.sh OUTPUT_FOLDER "COMMAND OF groundswell-view"
set -euo pipefail
out=${1:?usage: pictures.sh OUTPUT_FOLDER VIEW_COMMAND}
read -ra view <<< "${2:?usage: pictures.sh OUTPUT_FOLDER VIEW_COMMAND}"

"${view[@]}" series "$out/points.nc" --variables hs,tp,spr,ust --output "$out/series.png"
"${view[@]}" spectrum "$out/spectra.nc" --time last --output "$out/spectrum.png"
