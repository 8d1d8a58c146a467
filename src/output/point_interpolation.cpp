// SPDX-License-Identifier: Apache-2.0
#include "output/point_interpolation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/each_once.hpp"

namespace groundswell {

PointInterpolation::PointInterpolation(const std::vector<PointStencil>& stencils)
    : stencils_(stencils.size()) {
  for (const PointStencil& stencil : stencils)
    for (const std::int64_t cell : stencil.corner_cells)
      if (cell >= 0) cells_.push_back(cell);
  keep_each_once(cells_);
  for (std::size_t p = 0; p < stencils.size(); ++p)
    for (std::size_t i = 0; i < 3; ++i)
      if (const std::int64_t cell = stencils[p].corner_cells[i]; cell >= 0)
        stencils_[p][i] = {stencils[p].corners[i],
                           int(std::ranges::lower_bound(cells_, cell) - cells_.begin())};
}

std::size_t PointInterpolation::n_sea_point() const {
  return std::size_t(std::count_if(stencils_.begin(), stencils_.end(),
                                   [](const Stencil& stencil) { return stencil[0].place >= 0; }));
}

float PointInterpolation::interpolate_scalar(const Stencil& stencil, View<const float> values) {
  float sum = 0.0f, weight = 0.0f;
  for (const Corner& corner : stencil) {
    if (corner.place < 0 || std::isnan(values[std::size_t(corner.place)])) continue;
    sum += corner.weight * values[std::size_t(corner.place)];
    weight += corner.weight;
  }
  return sum / weight;
}

// Weighted sums of the components along the point's east and north, and the sum of the weights.
std::array<float, 3> PointInterpolation::interpolate_vector(const Stencil& stencil, View<const float> u,
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

void PointInterpolation::interpolate(Interpolation kind, View<const float> values, View<const float> second,
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

std::vector<std::vector<float>> PointInterpolation::make_file_values(
    const std::vector<PointVariable>& variables, const ProductValues& values) const {
  std::vector<std::vector<float>> in_file(variables.size(), std::vector<float>(n_point()));
  for (std::size_t v = 0; v < variables.size(); ++v) {
    const View<float> points{in_file[v].data(), in_file[v].size()};
    interpolate(
        variables[v], [&](std::string_view name) { return values.field(name); }, points);
    to_file_values(variables[v].info, points);
  }
  return in_file;
}

}  // namespace groundswell
