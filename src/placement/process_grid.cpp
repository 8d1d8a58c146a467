// SPDX-License-Identifier: Apache-2.0
#include "placement/process_grid.hpp"

#include <vector>

#include "base/error.hpp"

namespace groundswell {

double add_between_neighbours(const DistanceMatrix& distances, const ProcessGrid& grid,
                              std::span<const int> nodes) {
  double sum = 0;
  for (int place = 0; place < int(nodes.size()); ++place)
    for_each_neighbour(grid, place, [&](int other) {
      if (other > place) sum += distances.both_ways(nodes[std::size_t(place)], nodes[std::size_t(other)]);
    });
  return sum;
}

void check_grid(const DistanceMatrix& distances, const ProcessGrid& grid) {
  for (const int side : grid)
    require(side >= 1 && side <= (1 << 20), "a grid of processes cannot have a side of ", side,
            "; sides are 1 to ", 1 << 20);
  require(count_places(grid) <= distances.size(), "a grid of ", grid[0], " x ", grid[1], " x ", grid[2],
          " needs ", count_places(grid), " nodes, but the network has ", distances.size(),
          "; ask for a smaller grid, or probe a larger network");
  check_distances(distances);
}

void check_nodes(const DistanceMatrix& distances, const ProcessGrid& grid, std::span<const int> nodes) {
  check_grid(distances, grid);
  require(std::int64_t(nodes.size()) == count_places(grid), nodes.size(), " nodes are given for a grid of ",
          count_places(grid), " places");
  std::vector<bool> is_used(std::size_t(distances.size()), false);
  for (const int node : nodes) {
    require(node >= 0 && node < distances.size() && !is_used[std::size_t(node)], "the grid has node ", node,
            " twice, or the network of ", distances.size(), " nodes does not have it");
    is_used[std::size_t(node)] = true;
  }
}

}  // namespace groundswell
