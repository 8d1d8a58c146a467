// SPDX-License-Identifier: Apache-2.0
// A non-periodic grid of processes, numbered with x fastest; each communicates with its neighbours.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "network/distance_matrix.hpp"

namespace groundswell {

using ProcessGrid = std::array<int, 3>;  // sides

inline std::int64_t count_places(const ProcessGrid& grid) {
  return std::int64_t(grid[0]) * grid[1] * grid[2];
}

inline ProcessGrid find_in_grid(const ProcessGrid& grid, int place) {
  return {place % grid[0], place / grid[0] % grid[1], place / grid[0] / grid[1]};
}

// Calls work(other) for each neighbour of a place.
template <class Work>
void for_each_neighbour(const ProcessGrid& grid, int place, Work&& work) {
  const ProcessGrid at = find_in_grid(grid, place), step{1, grid[0], grid[0] * grid[1]};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (at[axis] > 0) work(place - step[axis]);
    if (at[axis] < grid[axis] - 1) work(place + step[axis]);
  }
}

// The sum of distances, in both directions, between neighbours; each pair counts once.
double add_between_neighbours(const DistanceMatrix& distances, const ProcessGrid& grid,
                              std::span<const int> nodes);

// Throws Error for sides below 1 or above 2^20, more grid places than the network has, and unknown distances.
void check_grid(const DistanceMatrix& distances, const ProcessGrid& grid);
// Also throws Error unless `nodes` are different nodes of the network, as many as the grid has places.
void check_nodes(const DistanceMatrix& distances, const ProcessGrid& grid, std::span<const int> nodes);

}  // namespace groundswell
