// SPDX-License-Identifier: Apache-2.0
#include "forcing/lat_lon_sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "exec/floating_point.hpp"

namespace groundswell {

LatLonSampler::LatLonSampler(LatLonSeries series, const ForcingFileSettings& settings,
                             const ForcingCells& cells)
    : series_(std::move(series)),
      least_weight_(std::max(settings.min_valid_weight, 1e-6)),
      stencils_(cells.size()) {
  std::vector<Stencil> found;
  for (std::size_t cell = 0; cell < cells.size(); ++cell)
    found.push_back(series_.grid().stencil(cells.lon[cell], cells.lat[cell]));
  box_ = find_box(series_.grid(), found);
  used_ = find_used_lines(series_.grid(), found);
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    stencils_[cell].inside = found[cell].inside;
    if (!found[cell].inside) continue;
    for (std::size_t k = 0; k < 4; ++k) {
      const StencilPoint& point = found[cell].points[k];
      stencils_[cell].points[k] = {box_.at(point.row, point.column), point.weight, std::cos(point.turn),
                                   std::sin(point.turn)};
    }
  }
}

std::array<float, 2> LatLonSampler::value(const CellStencil& stencil,
                                          const std::vector<std::vector<float>>& slab) const {
  const bool is_vector = slab.size() == 2;
  double first = 0.0, second = 0.0, weight = 0.0;
  for (const CellPoint& point : stencil.points) {
    const double a = slab[0][point.at], b = is_vector ? slab[1][point.at] : 0.0;
    if (point.weight == 0.0 || std::isnan(a) || std::isnan(b)) continue;
    const double turned_a = is_vector ? point.cos_turn * a - point.sin_turn * b : a;
    first += point.weight * turned_a;
    second += point.weight * (point.sin_turn * a + point.cos_turn * b);
    weight += point.weight;
  }
  if (!stencil.inside || weight < least_weight_) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    return {nan, nan};
  }
  return {float(first / weight), float(second / weight)};
}

void LatLonSampler::sample(std::size_t index, std::span<const View<float>> values) const {
  const FlushDenormals flush;  // in whichever thread this runs
  ensure(int(values.size()) == series_.n_component(), "components of ", series_.name());
  std::vector<std::vector<float>> slab;
  for (int c = 0; c < series_.n_component() && box_.size() > 0; ++c)
    slab.push_back(series_.read(c, index, box_));
  for (std::size_t cell = 0; cell < stencils_.size(); ++cell) {
    const std::array<float, 2> here = box_.size() > 0
                                          ? value(stencils_[cell], slab)
                                          : std::array<float, 2>{std::numeric_limits<float>::quiet_NaN(),
                                                                 std::numeric_limits<float>::quiet_NaN()};
    for (std::size_t c = 0; c < values.size(); ++c) values[c][cell] = here[c];
  }
}

}  // namespace groundswell
