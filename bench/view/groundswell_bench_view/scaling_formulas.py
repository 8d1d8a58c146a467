# SPDX-License-Identifier: Apache-2.0
"""The dependence of run times on the number of processes: the formulas of docs/theory/scaling.md.

Equation numbers are those of Tolman (2003). n processes run on `hosts` (M_n) hosts of `processors` (M_p) processors, in
groups of `group` (m) assigned to the hosts round-robin. t_n is the run time with n processes.
"""

from __future__ import annotations

import math


def hosts_of_ranks(n: int, group: int, hosts: int) -> list[int]:
    """The host of each process."""
    return [rank // group % hosts for rank in range(n)]


def most_on_a_host(n: int, group: int, hosts: int) -> int:
    """n_n, the maximum number of processes on a host (3.9)."""
    rounds, rest = divmod(n, group * hosts)
    return rounds * group + min(rest, group)


def load_factor(n: int, group: int, hosts: int, processors: int) -> float:
    """alpha, the factor by which the busiest host is over-committed; 1 if it is not (3.10)."""
    return max(1.0, most_on_a_host(n, group, hosts) / processors)


def amdahl_time(n: int, t_1: float, fraction: float) -> float:
    """The time with n processes if a fraction of the work is parallel and nothing else takes time (3.1)."""
    return t_1 * (1.0 - fraction * (n - 1) / n)


def overhead(n: int, t_n: float, t_1: float, fraction: float) -> float:
    """t_o, the time not explained by Amdahl's law (3.2)."""
    return t_n - amdahl_time(n, t_1, fraction)


def effective_fraction(n: int, t_n: float, t_1: float, alpha: float = 1.0) -> float:
    """p_e, the parallel fraction of the work with which Amdahl's law alone gives t_n (3.8; 3.4 with alpha = 1). It is
    undefined, NaN, for one process."""
    return n / (n - 1) * (1.0 - t_n / (alpha * t_1)) if n > 1 else math.nan


def prognosis(n: int, t_1: float, fraction: float, alpha: float = 1.0) -> float:
    """The predicted t_n for an effective parallel fraction (3.7)."""
    return alpha * amdahl_time(n, t_1, fraction)


def efficiency(n: int, t_n: float, t_1: float, total: int) -> float:
    """zeta, the bulk efficiency on `total` (N) processors (3.12)."""
    return t_1 / (min(n, total) * t_n)


def may_be_efficient(n: int, group: int, hosts: int, processors: int) -> bool:
    """Whether zeta can be 1: no host is over-committed, or all hosts have the same number of processes (3.13, which is
    stated for groups that divide the processors of a host)."""
    most = most_on_a_host(n, group, hosts)
    return most <= processors or most * hosts == n
