// SPDX-License-Identifier: Apache-2.0
// Stencils travel from the ranks that make them to the ranks that write their rows, a limited number at a
// time.
#include "output/lat_lon_interpolation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "base/block.hpp"
#include "comm/sparse_exchange.hpp"

namespace groundswell {
namespace {

constexpr std::size_t n_at_a_time = 2048;  // stencils that a rank sends at once: 147 kB
constexpr std::size_t n_number = sizeof(PointStencil) / sizeof(std::int64_t);
using StencilNumbers = std::array<std::int64_t, n_number>;  // as which a stencil is sent

// Sends the stencils of points, which come by ascending number, to the ranks that write them, and calls
// take(stencil) for each that comes.
template <class Take>
void exchange_stencils(const Communicator& communicator, const MeshPart& part, const OutputGrid& grid,
                       std::span<const PointInCell> found, Take&& take) {
  const Communicator own = communicator.duplicate();
  SparseExchange exchange(own);
  const auto n_column = std::int64_t(grid.longitudes.size()), n_row = std::int64_t(grid.latitudes.size());
  while (own.any(!found.empty())) {
    std::vector<RankMessage> messages;
    const std::size_t n = std::min(found.size(), n_at_a_time);
    for (const PointInCell& point : found.first(n)) {
      const int rank = rank_of_block(point.point / n_column, n_row, own.size());
      if (messages.empty() || messages.back().rank != rank) messages.push_back({rank, {}});
      const auto numbers = std::bit_cast<StencilNumbers>(make_stencil(part, grid, point));
      messages.back().values.insert(messages.back().values.end(), numbers.begin(), numbers.end());
    }
    found = found.subspan(n);
    for (const RankMessage& message : exchange.exchange(messages))
      for (std::size_t i = 0; i < message.values.size(); i += n_number) {
        StencilNumbers numbers;
        std::copy_n(message.values.begin() + std::ptrdiff_t(i), n_number, numbers.begin());
        take(std::bit_cast<PointStencil>(numbers));
      }
  }
}

}  // namespace

LatLonInterpolation::LatLonInterpolation(const Communicator& communicator, const MeshPart& part,
                                         const OutputGrid& grid) {
  const auto n_column = std::int64_t(grid.longitudes.size()), n_row = std::int64_t(grid.latitudes.size());
  const Block rows = make_block(n_row, communicator.rank(), communicator.size());
  stencils_.resize(std::size_t(rows.size() * n_column));
  // A point on an edge comes from several cells, of which that with the lowest number wins.
  std::vector<std::int64_t> cell_of(stencils_.size(), -1);
  std::vector<std::array<std::int64_t, 3>> corner_cells(stencils_.size(), {-1, -1, -1});
  exchange_stencils(communicator, part, grid, find_points(part, grid), [&](const PointStencil& stencil) {
    const auto p = std::size_t(stencil.point - rows.begin * n_column);
    if (cell_of[p] >= 0 && cell_of[p] <= stencil.cell) return;
    cell_of[p] = stencil.cell;
    corner_cells[p] = stencil.corner_cells;
    for (std::size_t i = 0; i < 3; ++i) stencils_[p][i] = {stencil.corners[i]};
  });
  for (const auto& corners : corner_cells)
    for (const std::int64_t cell : corners)
      if (cell >= 0) cells_.push_back(cell);
  std::sort(cells_.begin(), cells_.end());
  cells_.erase(std::unique(cells_.begin(), cells_.end()), cells_.end());
  for (std::size_t p = 0; p < stencils_.size(); ++p)
    for (std::size_t i = 0; i < 3; ++i)
      if (const std::int64_t cell = corner_cells[p][i]; cell >= 0)
        stencils_[p][i].place = int(std::lower_bound(cells_.begin(), cells_.end(), cell) - cells_.begin());
}

std::size_t LatLonInterpolation::n_sea_point() const {
  return std::size_t(std::count_if(stencils_.begin(), stencils_.end(),
                                   [](const Stencil& stencil) { return stencil[0].place >= 0; }));
}

float LatLonInterpolation::interpolate_scalar(const Stencil& stencil, View<const float> values) {
  float sum = 0.0f, weight = 0.0f;
  for (const Corner& corner : stencil) {
    if (corner.place < 0 || std::isnan(values[std::size_t(corner.place)])) continue;
    sum += corner.weight * values[std::size_t(corner.place)];
    weight += corner.weight;
  }
  return sum / weight;
}

// Weighted sums of the components towards the point's east and north, and the sum of the weights.
std::array<float, 3> LatLonInterpolation::interpolate_vector(const Stencil& stencil, View<const float> u,
                                                             View<const float> v) {
  float east = 0.0f, north = 0.0f, weight = 0.0f;
  for (const Corner& corner : stencil) {
    if (corner.place < 0) continue;
    const float cell_east = u[std::size_t(corner.place)], cell_north = v[std::size_t(corner.place)];
    if (std::isnan(cell_east) || std::isnan(cell_north)) continue;
    east += corner.weight * (cell_east * corner.cos_turn - cell_north * corner.sin_turn);
    north += corner.weight * (cell_east * corner.sin_turn + cell_north * corner.cos_turn);
    weight += corner.weight;
  }
  return {east, north, weight};
}

void LatLonInterpolation::interpolate(Interpolation kind, View<const float> values, View<const float> second,
                                      View<float> points) const {
  constexpr float missing = std::numeric_limits<float>::quiet_NaN();
  std::vector<float> unit_east, unit_north;
  if (kind == Interpolation::direction) {
    for (const float value : values) {
      unit_east.push_back(std::cos(value));
      unit_north.push_back(std::sin(value));
    }
    values = {unit_east.data(), unit_east.size()};
    second = {unit_north.data(), unit_north.size()};
  }
  for (std::size_t p = 0; p < stencils_.size(); ++p) {
    const Stencil& stencil = stencils_[p];
    if (stencil[0].place < 0 || std::isnan(values[std::size_t(stencil[0].place)])) {
      points[p] = missing;
    } else if (kind == Interpolation::scalar) {
      points[p] = interpolate_scalar(stencil, values);
    } else {
      const auto [east, north, weight] = interpolate_vector(stencil, values, second);
      points[p] = kind == Interpolation::direction        ? std::atan2(north, east)
                  : kind == Interpolation::east_component ? east / weight
                                                          : north / weight;
    }
  }
}

}  // namespace groundswell
