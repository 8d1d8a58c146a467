// SPDX-License-Identifier: Apache-2.0
// Which ranks should share a node, and which nodes should be close to each other: messages between linked
// ranks cost less within a node than between nodes, and less between near nodes than between distant ones.
#pragma once

#include <span>
#include <vector>

#include "network/distance_matrix.hpp"
#include "network/node_traffic.hpp"

namespace groundswell {

// The new rank of each process, given its present rank and node: a permutation after which less weight
// crosses between nodes or, at equal weight, less at the node with the most; never more than before. With
// distances between the nodes, the sum of weight x distance (the mean of both directions) replaces the
// weight. A process keeps its rank if the part of that rank stays on its node, so on a single node all
// processes do. Groups of ranks grow along the heaviest links, node by node, from several first ranks;
// starting from these, and from the present order, pairs of ranks (with distances, also whole nodes) are
// swapped as long as that is a gain, and the best map is taken. Deterministic. This is a heuristic, since the
// optimum is hard to find (graph partitioning with fixed sizes, quadratic assignment).
std::vector<int> find_node_map(std::span<const RankLink> links, std::span<const int> node_of_rank,
                               const DistanceMatrix& between_nodes = {});

}  // namespace groundswell
