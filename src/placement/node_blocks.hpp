// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "network/distance_matrix.hpp"

namespace groundswell {

// Joins nodes two by two into blocks, and these again, the closest first (by the sum of distances between
// their nodes), until blocks have at least `wanted` nodes. Gives the nodes of each in the order of its
// halves, their halves and so on; or, where no block is so large, of the one that is left, with all that was
// left over after it, the largest first.
std::vector<std::vector<int>> order_by_blocks(const DistanceMatrix& distances, std::span<const int> nodes,
                                              std::int64_t wanted);

}  // namespace groundswell
