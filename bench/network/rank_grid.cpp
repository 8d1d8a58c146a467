// SPDX-License-Identifier: Apache-2.0
#include "bench/network/rank_grid.hpp"

#include <algorithm>
#include <cstdint>

#include "base/error.hpp"

namespace groundswell {

// The most nearly equal factors are the edges of the box with the smallest surface.
GridPlace make_grid_extent(int n) {
  GridPlace best{n, 1, 1};
  const auto surface = [](const GridPlace& e) {
    return std::int64_t(e[0]) * e[1] + std::int64_t(e[1]) * e[2] + std::int64_t(e[2]) * e[0];
  };
  for (int z = 1; z * z * z <= n; ++z) {
    if (n % z != 0) continue;
    for (int y = z; y * y <= n / z; ++y) {
      const GridPlace extent{n / z / y, y, z};
      if (n / z % y == 0 && surface(extent) < surface(best)) best = extent;
    }
  }
  return best;
}

GridPlace RankGrid::place_of(int rank) const {
  GridPlace place{};
  for (const int axis : axes_) {
    place[std::size_t(axis)] = rank % extent_[std::size_t(axis)];
    rank /= extent_[std::size_t(axis)];
  }
  return place;
}

int RankGrid::rank_of(const GridPlace& place) const {
  int rank = 0;
  for (std::size_t i = 3; i-- > 0;) {
    const std::size_t axis = std::size_t(axes_[i]);
    const int n = extent_[axis];
    rank = rank * n + (place[axis] % n + n) % n;
  }
  return rank;
}

int RankGrid::neighbour(int rank, const GridPlace& step) const {
  GridPlace place = place_of(rank);
  for (std::size_t axis = 0; axis < 3; ++axis) place[axis] += step[axis];
  return rank_of(place);
}

GridPlace parse_axes(const std::string& letters) {
  std::string sorted = letters;
  std::ranges::sort(sorted);
  require(sorted == "xyz", "'", letters,
          "' is no order of axes; write x, y and z once each, the fastest first");
  return {letters[0] - 'x', letters[1] - 'x', letters[2] - 'x'};
}

}  // namespace groundswell
