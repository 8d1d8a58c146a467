// SPDX-License-Identifier: Apache-2.0
// Processes in a grid with borders, x fastest, of which each talks to those next to it.
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

// Calls work(other) for the places next to one place.
template <class Work>
void for_each_neighbour(const ProcessGrid& grid, int place, Work&& work) {
  const ProcessGrid at = find_in_grid(grid, place), step{1, grid[0], grid[0] * grid[1]};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (at[axis] > 0) work(place - step[axis]);
    if (at[axis] < grid[axis] - 1) work(place + step[axis]);
  }
}

// The sum of distances both ways between neighbours, each counted once.
double add_between_neighbours(const DistanceMatrix& distances, const ProcessGrid& grid,
                              std::span<const int> nodes);

// Throws Error for sides below 1, more places than the network has, and distances that are not known.
void check_grid(const DistanceMatrix& distances, const ProcessGrid& grid);
// Throws Error, too, unless `nodes` are different ones, as many as the grid has places.
void check_nodes(const DistanceMatrix& distances, const ProcessGrid& grid, std::span<const int> nodes);

}  // namespace groundswell
