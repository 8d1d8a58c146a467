// SPDX-License-Identifier: Apache-2.0
// Which ranks should share a node, and which nodes should be close to each other: messages between linked
// ranks cost less within a node than between nodes, and less between near nodes than between distant ones.
#pragma once

#include <span>
#include <vector>

#include "network/distance_matrix.hpp"
#include "network/node_traffic.hpp"

namespace groundswell {

// The new rank of each process, given its present rank and node. The new ranks are a permutation that lowers
// the weight between nodes or, at equal weight, the weight to and from the node that has the most; they are
// never worse than the present ranks. If distances between the nodes are given and differ, the sum of weight
// x distance (the mean of both directions) replaces the weight. A process keeps its rank if the work of that
// rank stays on its node, so on a single node all processes keep theirs. Groups of ranks grow along the
// heaviest links, node by node, from several first ranks; starting from these groups, and from the present
// order, pairs of ranks (and whole nodes, if distances differ) are swapped as long as that is a gain, and the
// best map is returned. The result is deterministic. Throws Error for invalid links, nodes or distances. This
// is a heuristic, since the optimum is hard to find (graph partitioning with fixed sizes, quadratic
// assignment).
std::vector<int> find_node_map(std::span<const RankLink> links, std::span<const int> node_of_rank,
                               const DistanceMatrix& between_nodes = {});

}  // namespace groundswell
