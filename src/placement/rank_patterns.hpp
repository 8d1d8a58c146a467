// SPDX-License-Identifier: Apache-2.0
// What ranks send each other in common patterns: a link is one message, its weight is in bytes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/rank_link.hpp"
#include "placement/process_grid.hpp"

namespace groundswell {

// Each rank sends to each other.
std::vector<RankLink> make_all_to_all_links(int n_rank, std::int64_t bytes);
// Each rank of a grid with borders sends to those next to it, over faces, edges and corners: 26 at most.
std::vector<RankLink> make_stencil_links(const ProcessGrid& grid, std::int64_t bytes);
// Each rank sends to those of which it is the parent; the root has the parent -1.
std::vector<RankLink> make_tree_links(std::span<const int> parents, std::int64_t bytes);

}  // namespace groundswell
