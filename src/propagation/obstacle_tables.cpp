// SPDX-License-Identifier: Apache-2.0
#include "propagation/obstacle_tables.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/constants.hpp"

namespace groundswell {
namespace {

// The share [0, 1] of a cell's row in a direction of travel [rad] counter-clockwise from local east.
double share_at(std::span<const std::uint8_t> row, double direction) {
  const double n = double(row.size()), place = direction / (2.0 * pi) * n;
  const double below = std::floor(place), weight = place - below;
  const auto share = [&](double i) { return row[std::size_t(i - n * std::floor(i / n))] / 100.0; };
  return (1.0 - weight) * share(below) + weight * share(below + 1.0);
}

}  // namespace

template <class T>
ObstacleTables<T> make_obstacle_tables(const Mesh& mesh, const std::vector<double>& frame_angle,
                                       const std::vector<double>& directions) {
  ObstacleTables<T> tables;
  tables.row.assign(std::size_t(mesh.n_cell), 0);
  std::vector<int> cells{-1};
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    if (is_obstructed(mesh, cell)) {
      tables.row[std::size_t(cell)] = std::int32_t(cells.size());
      cells.push_back(cell);
    }
  for (RowArray<T>* shares : {&tables.enter, &tables.leave})
    *shares = RowArray<T>(cells.size(), directions.size());
  for (std::size_t row = 0; row < cells.size(); ++row)
    for (std::size_t dir = 0; dir < directions.size(); ++dir) {
      const int cell = cells[row];
      const double direction = cell < 0 ? 0.0 : directions[dir] + frame_angle[std::size_t(cell)];
      const double within = cell < 0 ? 1.0 : share_at(obstacle_row(mesh.obstacle_within, cell), direction);
      const double crossing = cell < 0 ? 1.0 : share_at(obstacle_row(mesh.obstacle_through, cell), direction);
      tables.enter(row, dir) = T(within);
      tables.leave(row, dir) = within > 0.0 ? T(std::min(crossing / within, 1.0)) : T(0);
    }
  return tables;
}

template ObstacleTables<float> make_obstacle_tables(const Mesh&, const std::vector<double>&,
                                                    const std::vector<double>&);
template ObstacleTables<double> make_obstacle_tables(const Mesh&, const std::vector<double>&,
                                                     const std::vector<double>&);

}  // namespace groundswell
