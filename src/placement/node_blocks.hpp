// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/distance_matrix.hpp"

namespace groundswell {

// Joins nodes in pairs into blocks, and blocks in pairs again, the closest pair first (by the sum of
// distances between their nodes), until blocks have at least `wanted` nodes. Returns the nodes of each block
// of that size in the order of its halves, their halves and so on; blocks that were left over because their
// number was odd are dropped. If no block is that large, returns the one block that is left, followed by the
// nodes of all blocks left over, the largest blocks first.
std::vector<std::vector<int>> order_by_blocks(const DistanceMatrix& distances, std::span<const int> nodes,
                                              std::int64_t wanted);

}  // namespace groundswell
