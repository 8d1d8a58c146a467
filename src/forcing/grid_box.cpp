// SPDX-License-Identifier: Apache-2.0
// The columns of a box are all but the widest gap between columns in use.
#include "forcing/grid_box.hpp"

#include <algorithm>
#include <vector>

namespace groundswell {

GridBox find_box(const LatLonGrid& grid, std::span<const Stencil> stencils) {
  const std::size_t n_lon = grid.n_lon();
  std::size_t first_row = grid.n_lat(), last_row = 0;
  std::vector<bool> used(n_lon, false);
  for (const Stencil& stencil : stencils) {
    if (!stencil.inside) continue;
    for (const StencilPoint& point : stencil.points) {
      first_row = std::min(first_row, point.row);
      last_row = std::max(last_row, point.row);
      used[point.column] = true;
    }
  }
  if (first_row > last_row) return {0, 0, 0, 0, n_lon};
  std::vector<std::size_t> columns;
  for (std::size_t column = 0; column < n_lon; ++column)
    if (used[column]) columns.push_back(column);
  // At first the gap around the end of the rows; a box that goes on at the first column is read in two parts,
  // so another gap must be wider.
  std::size_t first = columns.front(), n_column = columns.back() - columns.front() + 1;
  for (std::size_t i = 1; i < columns.size(); ++i) {
    const std::size_t without_gap = n_lon - (columns[i] - columns[i - 1] - 1);
    if (without_gap >= n_column) continue;
    first = columns[i];
    n_column = without_gap;
  }
  return {first_row, last_row - first_row + 1, first, n_column, n_lon};
}

}  // namespace groundswell
