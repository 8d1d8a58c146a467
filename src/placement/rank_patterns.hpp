// SPDX-License-Identifier: Apache-2.0
// The messages between ranks in common communication patterns: a link is one message, its weight is in bytes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/rank_link.hpp"
#include "placement/process_grid.hpp"

namespace groundswell {

// Each rank sends to every other.
std::vector<RankLink> make_all_to_all_links(int n_rank, std::int64_t bytes);
// Each rank of a non-periodic grid sends to its neighbours over faces, edges and corners: at most 26.
std::vector<RankLink> make_stencil_links(const ProcessGrid& grid, std::int64_t bytes);
// Each rank sends to its children; the root has the parent -1.
std::vector<RankLink> make_tree_links(std::span<const int> parents, std::int64_t bytes);

}  // namespace groundswell
