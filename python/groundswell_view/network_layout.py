# SPDX-License-Identifier: Apache-2.0
"""Clusters of the places of a network, and where to draw them, from the distances between them."""

from __future__ import annotations

import numpy as np

CLEAR = 1.5  # smallest ratio between the distances of successive joins that separates clusters
MOST_RATIO = 6.0  # largest ratio of the longest to the shortest drawn distance


def symmetric(distances: np.ndarray) -> np.ndarray:
    """The mean over both directions, or the value of the only measured direction; pairs without a measurement are as
    far apart as the farthest pair."""
    both = np.stack([distances, distances.T])
    known = np.isfinite(both)
    count = known.sum(axis=0)
    mean = np.where(known, both, 0.0).sum(axis=0) / np.maximum(count, 1)
    mean[count == 0] = mean.max(initial=0.0)
    np.fill_diagonal(mean, 0.0)
    return mean


def _joined(a: list[int], b: list[int], distances: np.ndarray) -> list[int]:
    """One cluster after the other, each reversed if that brings the adjoining ends closer."""
    ways = [first + second for first in (a, a[::-1]) for second in (b, b[::-1])]
    return min(ways, key=lambda way: distances[way[len(a) - 1], way[len(a)]])


def find_clusters(distances: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The places in an order in which near ones are neighbours, and the cluster of each place.

    The two clusters with the least mean distance are joined repeatedly (average linkage). If the distance of some
    joins clearly exceeds that of the join before, the clusters are those before the join at which this ratio is
    largest.
    """
    n = len(distances)
    between, orders, heights = distances.copy(), [[place] for place in range(n)], []
    np.fill_diagonal(between, np.inf)
    steps = [list(range(n))]  # the cluster of each place before each join
    for _ in range(n - 1):
        a, b = sorted(divmod(int(np.argmin(between)), n))
        heights.append(between[a, b])
        sizes = len(orders[a]), len(orders[b])
        mean = (sizes[0] * between[a] + sizes[1] * between[b]) / sum(sizes)
        between[a], between[:, a] = mean, mean
        between[b], between[:, b], between[a, a] = np.inf, np.inf, np.inf
        orders[a], orders[b] = _joined(orders[a], orders[b], distances), []
        steps.append([a if cluster == b else cluster for cluster in steps[-1]])
    order = next((order for order in orders if len(order) == n), [])
    return np.array(order, dtype=int), np.unique(steps[_clearest(heights)], return_inverse=True)[1]


def _clearest(heights: list[float]) -> int:
    """The number of joins after which the clusters are clearest; all joins if no ratio is large enough."""
    ratios = [after / max(before, 1e-300) for before, after in zip(heights, heights[1:])]
    return len(heights) if max(ratios, default=0.0) < CLEAR else int(np.argmax(ratios)) + 1


def lay_out(distances: np.ndarray, n_step: int = 200) -> np.ndarray:
    """Points in the plane [n, 2], about as far apart as the places; distances that differ too much are compressed.

    Starts from classical scaling (Torgerson 1952), then reduces the stress step by step (de Leeuw 1977).
    """
    n = len(distances)
    if n < 2:
        return np.zeros((n, 2))
    off = ~np.eye(n, dtype=bool)
    floor = max(distances[off].max() * 1e-3, 1e-300)
    wanted = np.maximum(distances, floor)
    spread = np.log(wanted[off].max() / wanted[off].min())
    wanted = wanted ** min(1.0, np.log(MOST_RATIO) / max(spread, 1e-9))
    np.fill_diagonal(wanted, 0.0)
    middle = np.eye(n) - 1.0 / n
    values, vectors = np.linalg.eigh(-0.5 * middle @ wanted**2 @ middle)
    points = vectors[:, [-1, -2]] * np.sqrt(np.maximum(values[[-1, -2]], 0.0))
    points += 0.02 * wanted.max() * np.random.default_rng(1).normal(size=points.shape)  # separates coincident points
    for _ in range(n_step):
        squares = (points**2).sum(axis=1)
        apart = np.sqrt(np.maximum(squares[:, None] + squares - 2.0 * points @ points.T, 0.0))
        pull = -wanted / np.where(apart > 0.0, apart, np.inf)
        np.fill_diagonal(pull, -pull.sum(axis=1))
        points = pull @ points / n
    return points


def find_links(distances: np.ndarray, n_near: int) -> list[tuple[int, int]]:
    """Pairs to link, the farthest first: each place with its `n_near` nearest, and the minimum spanning tree."""
    n = len(distances)
    nearest_of = np.argsort(distances, axis=1, kind="stable")[:, : n_near + 1]
    links = {(min(a, int(b)), max(a, int(b))) for a in range(n) for b in nearest_of[a]}
    nearest, parent = distances[0].copy(), np.zeros(n, dtype=int)
    is_in = np.arange(n) == 0
    for _ in range(n - 1):
        place = int(np.argmin(np.where(is_in, np.inf, nearest)))
        links.add((min(place, parent[place]), max(place, parent[place])))
        is_in[place] = True
        closer = distances[place] < nearest
        nearest[closer], parent[closer] = distances[place][closer], place
    return sorted(((a, b) for a, b in links if a != b), key=lambda link: -distances[link])
