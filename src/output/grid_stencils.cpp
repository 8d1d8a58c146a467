// SPDX-License-Identifier: Apache-2.0
// Stencils are sent from the ranks that make them to those that write the points, a limited number at a time.
#include "output/grid_stencils.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <span>

#include "base/block.hpp"
#include "base/constants.hpp"
#include "comm/sparse_exchange.hpp"

namespace groundswell {
namespace {

constexpr std::size_t n_at_a_time = 2048;  // stencils that a rank sends in one exchange
constexpr std::size_t n_number = sizeof(PointStencil) / sizeof(std::int64_t);
using StencilNumbers = std::array<std::int64_t, n_number>;  // a stencil in the form in which it is sent

// A point of the grid that lies in a cell of the part or on the cell's edges.
struct PointInCell {
  std::int64_t point = 0;
  int cell = 0;
};

// Calls f(column) for columns whose longitude is within `half_width` [degree] of `centre`.
template <class F>
void for_columns(const std::vector<double>& longitudes, double centre, double half_width, F&& f) {
  const auto n = std::int64_t(longitudes.size());
  const double spacing = n > 1 ? longitudes[1] - longitudes[0] : 1.0;
  if (half_width >= 180.0) {
    for (std::int64_t i = 0; i < n; ++i) f(i);
    return;
  }
  // The longitudes of grid and cell may differ by up to two full circles.
  for (double turn = -720.0; turn <= 720.0; turn += 360.0) {
    const double low = (centre + turn - half_width - longitudes.front()) / spacing;
    const double high = (centre + turn + half_width - longitudes.front()) / spacing;
    const auto first = std::max<std::int64_t>(0, std::int64_t(std::ceil(low)));
    const auto last = std::min<std::int64_t>(n - 1, std::int64_t(std::floor(high)));
    for (std::int64_t i = first; i <= last; ++i) f(i);
  }
}

// Calls f(point) for the points in a cell or on its edges.
template <class F>
void for_points_in_cell(const Mesh& mesh, int cell, const OutputGrid& grid, F&& f) {
  const CellSurroundings around(mesh, cell);
  const Vec3 centre = around.cell(cell);
  const double radius = around.radius() / degree * (1.0 + 1e-9) + 1e-9;
  const double lat = latitude(centre) / degree, lon = longitude(centre) / degree;
  const bool at_pole = std::abs(lat) + radius >= 90.0;
  const double half_width =
      at_pole ? 180.0
              : std::asin(std::sin(radius * degree) / std::cos(lat * degree)) / degree * (1.0 + 1e-9) + 1e-9;
  const std::vector<double>& rows = grid.latitudes;
  auto row = std::int64_t(std::lower_bound(rows.begin(), rows.end(), lat - radius) - rows.begin());
  for (; row < std::int64_t(rows.size()) && rows[std::size_t(row)] <= lat + radius; ++row)
    for_columns(grid.longitudes, lon, half_width, [&](std::int64_t column) {
      const std::int64_t point = row * std::int64_t(grid.longitudes.size()) + column;
      if (around.contains(around.position(grid.longitude_of(point), grid.latitude_of(point)))) f(point);
    });
}

// The points in owned cells, in ascending order.
std::vector<PointInCell> find_points(const MeshPart& part, const OutputGrid& grid) {
  std::vector<PointInCell> found;
  for (int cell = 0; cell < part.n_owned; ++cell)
    for_points_in_cell(part.mesh, cell, grid, [&](std::int64_t point) { found.push_back({point, cell}); });
  std::ranges::sort(found, {}, &PointInCell::point);
  return found;
}

PointStencil make_grid_stencil(const MeshPart& part, const OutputGrid& grid, const PointInCell& found) {
  PointStencil stencil =
      make_stencil(part, found.cell, grid.longitude_of(found.point), grid.latitude_of(found.point));
  stencil.point = int(found.point);
  return stencil;
}

}  // namespace

std::vector<PointStencil> make_grid_stencils(const Communicator& communicator, const MeshPart& part,
                                             const OutputGrid& grid) {
  const auto n_column = std::int64_t(grid.longitudes.size()), n_row = std::int64_t(grid.latitudes.size());
  const Block rows = make_block(n_row, communicator.rank(), communicator.size());
  std::vector<PointStencil> stencils(std::size_t(rows.size() * n_column));
  const Communicator own = communicator.duplicate();
  SparseExchange exchange(own);
  const std::vector<PointInCell> all_found = find_points(part, grid);
  std::span<const PointInCell> found(all_found);
  while (own.any(!found.empty())) {
    std::vector<RankMessage> messages;
    const std::size_t n = std::min(found.size(), n_at_a_time);
    for (const PointInCell& point : found.first(n)) {
      const int rank = rank_of_block(point.point / n_column, n_row, own.size());
      if (messages.empty() || messages.back().rank != rank) messages.push_back({rank, {}});
      const auto numbers = std::bit_cast<StencilNumbers>(make_grid_stencil(part, grid, point));
      messages.back().values.insert(messages.back().values.end(), numbers.begin(), numbers.end());
    }
    found = found.subspan(n);
    for (const RankMessage& message : exchange.exchange(messages))
      for (std::size_t i = 0; i < message.values.size(); i += n_number) {
        StencilNumbers numbers;
        std::copy_n(message.values.begin() + std::ptrdiff_t(i), n_number, numbers.begin());
        const auto stencil = std::bit_cast<PointStencil>(numbers);
        PointStencil& there = stencils[std::size_t(stencil.point - rows.begin * n_column)];
        if (there.cell < 0 || stencil.cell < there.cell) there = stencil;
      }
  }
  return stencils;
}

}  // namespace groundswell
