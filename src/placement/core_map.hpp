// SPDX-License-Identifier: Apache-2.0
// Which core of its node each rank should run on: ranks that exchange much data should be close to each
// other, according to the measurements inside nodes.
#pragma once

#include <span>
#include <vector>

#include "comm/rank_link.hpp"
#include "network/network_file.hpp"
#include "placement/placement_files.hpp"

namespace groundswell {

// The cores of all ranks, as numbered by hwloc. Each host uses its first cores, one per rank, and
// find_node_map distributes the ranks over them. Empty if a host has fewer cores than ranks, or if
// measurements between these cores are missing.
std::vector<int> find_core_map(std::span<const RankLink> links, const RankPlaces& places,
                               std::span<const NodeInside> inside);

}  // namespace groundswell
