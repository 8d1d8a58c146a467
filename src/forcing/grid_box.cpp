// SPDX-License-Identifier: Apache-2.0
// A box leaves out the columns of the widest gap between used columns, and no others.
#include "forcing/grid_box.hpp"

#include <algorithm>
#include <vector>

namespace groundswell {

UsedLines find_used_lines(const LatLonGrid& grid, std::span<const Stencil> stencils) {
  UsedLines used{std::vector<std::int64_t>(grid.n_lat(), 0), std::vector<std::int64_t>(grid.n_lon(), 0)};
  for (const Stencil& stencil : stencils)
    for (const StencilPoint& point : stencil.points)
      if (stencil.inside) used.rows[point.row] = used.columns[point.column] = 1;
  return used;
}

GridBox find_box(const LatLonGrid& grid, std::span<const Stencil> stencils) {
  const std::size_t n_lon = grid.n_lon();
  const UsedLines used = find_used_lines(grid, stencils);
  std::vector<std::size_t> rows, columns;
  for (std::size_t row = 0; row < grid.n_lat(); ++row)
    if (used.rows[row]) rows.push_back(row);
  for (std::size_t column = 0; column < n_lon; ++column)
    if (used.columns[column]) columns.push_back(column);
  if (rows.empty()) return {0, 0, 0, 0, n_lon};
  // The initial gap is the one across the ends of the rows; a box that wraps around is read in two parts, so
  // another gap must be wider to be preferred.
  std::size_t first = columns.front(), n_column = columns.back() - columns.front() + 1;
  for (std::size_t i = 1; i < columns.size(); ++i) {
    const std::size_t without_gap = n_lon - (columns[i] - columns[i - 1] - 1);
    if (without_gap >= n_column) continue;
    first = columns[i];
    n_column = without_gap;
  }
  return {rows.front(), rows.back() - rows.front() + 1, first, n_column, n_lon};
}

}  // namespace groundswell
