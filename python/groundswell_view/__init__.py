# SPDX-License-Identifier: Apache-2.0
"""Draws Groundswell wave forecasts from output files; it contains no model code."""

__version__ = "0.1.0"
