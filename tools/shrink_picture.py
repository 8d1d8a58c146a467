#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Copies a picture as a PNG with at most 128 colours and 1800 by 1800 pixels. Usage: shrink_picture.py FROM TO

The colours are chosen so that rare ones remain, such as those of a storm on a map of the globe.
"""

import sys

from PIL import Image

image = Image.open(sys.argv[1]).convert("RGB")
image.thumbnail((1800, 1800), Image.Resampling.LANCZOS)
small = image.quantize(128, method=Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
small.save(sys.argv[2], optimize=True)
