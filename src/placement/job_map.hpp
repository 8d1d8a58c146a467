// SPDX-License-Identifier: Apache-2.0
// Where a job should run on a network that may have more nodes than it needs: on which nodes, and which rank
// on which of them.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "comm/rank_link.hpp"
#include "network/distance_matrix.hpp"

namespace groundswell {

// As find_node_map: new ranks, from links, the node of each rank and distances between nodes.
using NodeMapFinder =
    std::function<std::vector<int>(std::span<const RankLink>, std::span<const int>, const DistanceMatrix&)>;

// What a map keeps low: the sum of weight x distance, the mean of both ways, over all links.
double sum_over_links(std::span<const RankLink> links, std::span<const int> node_of_rank,
                      const DistanceMatrix& distances);

// The node of each rank; all nodes but the last have `ranks_per_node`. `find` maps the ranks to those nodes
// that are nearest to each other, and to the first ones; without it, ranks lie in blocks. The better of the
// two counts, or blocks on the first nodes, as launchers place a job, where these are better still. Throws
// Error where the network has too few nodes.
std::vector<int> map_job(std::span<const RankLink> links, int n_rank, int ranks_per_node,
                         const DistanceMatrix& distances, const NodeMapFinder& find);

}  // namespace groundswell
