// SPDX-License-Identifier: Apache-2.0
// Where a job should run on a network that may have more nodes than it needs: which nodes to use, and which
// rank to put on which of them.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "comm/rank_link.hpp"
#include "network/distance_matrix.hpp"

namespace groundswell {

// Like find_node_map: new ranks, from links, the node of each rank and distances between nodes.
using NodeMapFinder =
    std::function<std::vector<int>(std::span<const RankLink>, std::span<const int>, const DistanceMatrix&)>;

// The objective of a map: the sum over all links of weight x distance (the mean of both directions).
double sum_over_links(std::span<const RankLink> links, std::span<const int> node_of_rank,
                      const DistanceMatrix& distances);

// The node of each rank; all nodes used but the last take `ranks_per_node` ranks. Returns the best of three
// maps: by `find` onto the nodes that are closest to each other, by `find` onto the first nodes, and blocks
// of ranks on the first nodes, as launchers place a job. Without `find`, all are blocks. Throws Error if the
// network has too few nodes.
std::vector<int> map_job(std::span<const RankLink> links, int n_rank, int ranks_per_node,
                         const DistanceMatrix& distances, const NodeMapFinder& find);

}  // namespace groundswell
