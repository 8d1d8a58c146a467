// SPDX-License-Identifier: Apache-2.0
// The part of a longitude-latitude grid that the cells of a rank need: for the values of its cells, the rank
// reads only this part of each date.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "forcing/lat_lon_grid.hpp"

namespace groundswell {

// Rows and columns in the file's order. The columns may wrap around from the last of the file to its first.
struct GridBox {
  std::size_t first_row = 0, n_row = 0;
  std::size_t first_column = 0, n_column = 0;
  std::size_t n_lon = 0;  // number of columns of the file

  std::size_t size() const { return n_row * n_column; }
  // The index of a point in the values of the box. Precondition: the point lies in it.
  std::size_t at(std::size_t row, std::size_t column) const {
    return (row - first_row) * n_column + (column + n_lon - first_column) % n_lon;
  }
};

// For each row and each column of the file: 1 if a stencil inside the grid has a point on it, otherwise 0.
struct UsedLines {
  std::vector<std::int64_t> rows, columns;
};

UsedLines find_used_lines(const LatLonGrid& grid, std::span<const Stencil> stencils);

// The smallest box with the points of all stencils that lie inside the grid; of size 0 if there are none.
GridBox find_box(const LatLonGrid& grid, std::span<const Stencil> stencils);

}  // namespace groundswell
