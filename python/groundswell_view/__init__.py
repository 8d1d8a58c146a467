# SPDX-License-Identifier: Apache-2.0
"""Pictures of Groundswell wave forecasts: it reads output files and holds no model code."""

__version__ = "0.1.0"
