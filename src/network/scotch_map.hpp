// SPDX-License-Identifier: Apache-2.0
// The only door to Scotch. Reference: Pellegrini and Roman 1996, HPCN Europe, 493-498 (dual recursive
// bipartitioning); the user's guide of Scotch 7.0.
#pragma once

#include <span>
#include <vector>

#include "network/distance_matrix.hpp"
#include "network/node_traffic.hpp"

namespace groundswell {

// As find_node_map, by Scotch: the links are mapped to an architecture, whose nodes can do as much as they
// have processes and are as far from each other as the distances say. Scotch balances nodes nearly, so parts
// of fuller nodes are moved to emptier ones where that costs least; then pairs are swapped while that gains,
// as in find_node_map. Never worse than before. One thread and a fixed seed: the same result in every run of
// the same version of Scotch, but perhaps not on other machines; compute it once and broadcast it. Throws
// Error where Scotch fails.
std::vector<int> map_by_scotch(std::span<const RankLink> links, std::span<const int> node_of_rank,
                               const DistanceMatrix& between_nodes = {});

}  // namespace groundswell
