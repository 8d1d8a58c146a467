// SPDX-License-Identifier: Apache-2.0
// Ranks as positions in a periodic three-dimensional grid.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace groundswell {

using GridPlace = std::array<int, 3>;  // x, y, z; also a step from one position to another, and an extent

// n as the product of three factors that are as nearly equal as possible, the largest first.
GridPlace make_grid_extent(int n);

class RankGrid {
 public:
  // Ranks are numbered along `axes[0]` first, then along `axes[1]`: with {0, 1, 2}, x varies fastest.
  explicit RankGrid(const GridPlace& extent, const GridPlace& axes = {0, 1, 2})
      : extent_(extent), axes_(axes) {}

  const GridPlace& extent() const { return extent_; }
  int size() const { return extent_[0] * extent_[1] * extent_[2]; }
  GridPlace place_of(int rank) const;
  // Positions are periodic.
  int rank_of(const GridPlace& place) const;
  int neighbour(int rank, const GridPlace& step) const;

 private:
  GridPlace extent_, axes_;
};

// "xyz" is {0, 1, 2}. Throws Error for anything other than a permutation of the three letters.
GridPlace parse_axes(const std::string& letters);

}  // namespace groundswell
