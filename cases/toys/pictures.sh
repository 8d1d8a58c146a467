#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws what coupling changes. Usage: cases/toys/pictures.sh OUTPUT_FOLDER PYTHON
set -euo pipefail
out=${1:?usage: pictures.sh OUTPUT_FOLDER PYTHON}
python=${2:?usage: pictures.sh OUTPUT_FOLDER PYTHON}

"$python" "$(dirname "$0")/changes.py" "$out" "$out/changes.png"
