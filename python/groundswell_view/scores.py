# SPDX-License-Identifier: Apache-2.0
"""How far a model lies from observations: scores of pairs, with the definitions of the Python package modelskill."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from groundswell_view.projection import wrapped

NAMES = ("bias", "rmse", "si", "r", "slope")


@dataclass(frozen=True)
class Scores:
    """Scores of n pairs; NaN where one is not defined.

    bias, rmse: mean and root mean square of model minus observation, in the unit of the variable.
    si: scatter index, the standard deviation of model minus observation over the mean size of the observations.
    r: Pearson's correlation. slope, intercept: of the least-squares line model = slope * observation + intercept.
    Directions [degree] have a bias (the direction of the mean unit vector of all differences) and an rmse (of
    differences along the shorter arc) only.
    """

    n: int
    bias: float
    rmse: float
    si: float = np.nan
    r: float = np.nan
    slope: float = np.nan
    intercept: float = np.nan


def compute_scores(observed: np.ndarray, modelled: np.ndarray, angle: bool = False) -> Scores:
    """Scores of pairs [n] without missing values; angle: whether they are directions [degree].

    Correlation, slope and intercept need observations that differ, the correlation also model values that do.
    """
    n = len(observed)
    if n == 0:
        return Scores(0, np.nan, np.nan)
    if angle:
        difference = wrapped(modelled - observed)
        turn = np.radians(difference)
        bias = np.degrees(np.arctan2(np.sin(turn).mean(), np.cos(turn).mean()))
        return Scores(n, float(bias), float(np.sqrt((difference**2).mean())))
    difference = modelled - observed
    bias, size = difference.mean(), np.abs(observed).mean()
    si = difference.std() / size if size > 0 else np.nan
    x, y = observed - observed.mean(), modelled - modelled.mean()
    xx, yy, xy = (x * x).sum(), (y * y).sum(), (x * y).sum()
    slope = xy / xx if xx > 0 else np.nan
    r = xy / np.sqrt(xx * yy) if xx > 0 and yy > 0 else np.nan
    intercept = modelled.mean() - slope * observed.mean()
    return Scores(n, *map(float, (bias, np.sqrt((difference**2).mean()), si, r, slope, intercept)))
