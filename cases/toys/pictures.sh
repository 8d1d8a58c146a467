#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws what coupling changes, and each of its effects, and writes the numbers of these into effects.txt.
# Usage: cases/toys/pictures.sh OUTPUT_FOLDER PYTHON
set -euo pipefail
out=${1:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
python=${2:?usage: pictures.sh OUTPUT_FOLDER PYTHON}

"$python" "$(dirname "$0")/changes.py" "$out" "$out/changes.png"
"$python" "$(dirname "$0")/effects.py" "$out" "$out/effects.txt" "$out/effects.png"
