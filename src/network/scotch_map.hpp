// SPDX-License-Identifier: Apache-2.0
// Maps ranks to nodes with Scotch, whose header only scotch_map.cpp includes. Reference: Pellegrini and Roman
// 1996, HPCN Europe, 493-498 (dual recursive bipartitioning); the user's guide of Scotch 7.0.
#pragma once

#include <span>
#include <vector>

#include "network/distance_matrix.hpp"
#include "network/node_traffic.hpp"

namespace groundswell {

// Like find_node_map, but with Scotch: the links are mapped to an architecture whose nodes have their number
// of processes as capacity and the given distances. Scotch balances the nodes only approximately, so parts
// are moved from overfull nodes to nodes with free processes, the cheapest move first; then pairs are swapped
// as long as that is a gain, as in find_node_map. The result is never worse than the present order. One
// thread and a fixed seed give the same result in every run of the same version of Scotch, but perhaps not on
// other machines: compute it once and broadcast it. Throws Error if Scotch fails, and as find_node_map does.
std::vector<int> map_by_scotch(std::span<const RankLink> links, std::span<const int> node_of_rank,
                               const DistanceMatrix& between_nodes = {});

}  // namespace groundswell
