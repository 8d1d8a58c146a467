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

// The node of each rank; all nodes used but the last take `ranks_per_node` ranks. `find` maps the ranks both
// to the nodes that are closest to each other and to the first ones; without `find`, ranks are placed in
// blocks. Returns the better of the two, or blocks on the first nodes, as launchers place a job, if these are
// better still. Throws Error if the network has too few nodes.
std::vector<int> map_job(std::span<const RankLink> links, int n_rank, int ranks_per_node,
                         const DistanceMatrix& distances, const NodeMapFinder& find);

}  // namespace groundswell
