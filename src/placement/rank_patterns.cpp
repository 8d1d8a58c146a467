// SPDX-License-Identifier: Apache-2.0
#include "placement/rank_patterns.hpp"

#include "base/error.hpp"

namespace groundswell {

std::vector<RankLink> make_all_to_all_links(int n_rank, std::int64_t bytes) {
  std::vector<RankLink> links;
  for (int rank = 0; rank < n_rank; ++rank)
    for (int other = 0; other < n_rank; ++other)
      if (other != rank) links.push_back({rank, other, bytes});
  return links;
}

std::vector<RankLink> make_stencil_links(const ProcessGrid& grid, std::int64_t bytes) {
  for (const int side : grid)
    require(side >= 1, "a grid of processes has a side of ", side, "; it must be 1 or more");
  std::vector<RankLink> links;
  const auto is_side = [](int at, int side) { return at >= 0 && at < side; };
  for (int rank = 0; rank < int(count_places(grid)); ++rank) {
    const auto [x, y, z] = find_in_grid(grid, rank);
    for (int other_z = z - 1; other_z <= z + 1; ++other_z)
      for (int other_y = y - 1; other_y <= y + 1; ++other_y)
        for (int other_x = x - 1; other_x <= x + 1; ++other_x) {
          const bool is_there =
              is_side(other_x, grid[0]) && is_side(other_y, grid[1]) && is_side(other_z, grid[2]);
          const int other = other_x + grid[0] * (other_y + grid[1] * other_z);
          if (is_there && other != rank) links.push_back({rank, other, bytes});
        }
  }
  return links;
}

std::vector<RankLink> make_tree_links(std::span<const int> parents, std::int64_t bytes) {
  std::vector<RankLink> links;
  for (int rank = 0; rank < int(parents.size()); ++rank)
    if (parents[std::size_t(rank)] >= 0) links.push_back({parents[std::size_t(rank)], rank, bytes});
  return links;
}

}  // namespace groundswell
