// SPDX-License-Identifier: Apache-2.0
// Which ranks should share a node, and which nodes should be near each other: what linked ranks send each
// other is cheaper inside a node than between two, and cheaper between near nodes than between far ones.
#pragma once

#include <span>
#include <vector>

#include "network/distance_matrix.hpp"
#include "network/node_traffic.hpp"

namespace groundswell {

// The new rank of each process, given by its rank now and the node that this lies on: a permutation after
// which less weight crosses between nodes, and at equal weight less at the node that has most; never more
// than before. With distances between the nodes, the sum of weight x distance (the mean of both ways) takes
// the place of the weight. A process keeps its rank where that stays on its node, so on one node all do.
// Groups of ranks grow along the heaviest links, node by node, from several first ranks; from these, and from
// the ranks as they are, pairs of ranks are swapped while that gains, with distances also whole nodes; the
// best counts. Deterministic. This is a heuristic: the best map is hard to find (graph partitioning with
// fixed sizes, quadratic assignment).
std::vector<int> find_node_map(std::span<const RankLink> links, std::span<const int> node_of_rank,
                               const DistanceMatrix& between_nodes = {});

}  // namespace groundswell
