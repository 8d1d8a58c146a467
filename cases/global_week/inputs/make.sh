#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes the winds and the ice of the case. Usage: cases/global_week/inputs/make.sh OUTPUT_FOLDER PYTHON
set -euo pipefail
out=${1:?usage: make.sh OUTPUT_FOLDER PYTHON}
python=${2:?usage: make.sh OUTPUT_FOLDER PYTHON}
here=$(dirname "$0")

"$python" "$here/winds.py" "$out/winds.nc"
"$python" "$here/ice.py" "$out/ice.nc"
