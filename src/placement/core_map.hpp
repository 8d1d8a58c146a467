// SPDX-License-Identifier: Apache-2.0
// Which core of its node each rank should run on: ranks that send each other much near each other, by what
// was measured inside of nodes.
#pragma once

#include <span>
#include <vector>

#include "comm/rank_link.hpp"
#include "network/network_file.hpp"
#include "placement/placement_files.hpp"

namespace groundswell {

// The cores of all ranks, as hwloc numbers them. On each host the first cores are taken, as many as it has
// ranks, and find_node_map deals the ranks out to them. Empty where the inside of a host was not measured, or
// it has fewer cores than ranks.
std::vector<int> find_core_map(std::span<const RankLink> links, const RankPlaces& places,
                               std::span<const NodeInside> inside);

}  // namespace groundswell
