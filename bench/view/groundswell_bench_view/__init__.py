# SPDX-License-Identifier: Apache-2.0
"""Draws the results of Groundswell's experiments from the files that they write."""

__version__ = "0.1.0"
