// SPDX-License-Identifier: Apache-2.0
// Values of a series at the cells of a rank: stencils are computed once; for each date, the box of the grid
// around the cells is read and interpolated bilinearly.
#pragma once

#include <span>
#include <vector>

#include "exec/array.hpp"
#include "forcing/forcing_source.hpp"
#include "forcing/lat_lon_series.hpp"

namespace groundswell {

class LatLonSampler {
 public:
  LatLonSampler(LatLonSeries series, const ForcingFileSettings& settings, const ForcingCells& cells);

  const LatLonSeries& series() const { return series_; }
  std::size_t n_cell() const { return stencils_.size(); }
  const GridBox& box() const { return box_; }
  // The grid lines that the stencils of the cells use.
  const UsedLines& used() const { return used_; }
  // Whether a cell lies in the grid.
  bool inside(std::size_t cell) const { return stencils_[cell].inside; }
  // Writes values[component][cell] at dates()[index]: the mean of the valid points around a cell, with their
  // bilinear weights; NaN if the sum of these weights is too small or the cell lies outside the grid. A point
  // is valid if all its components are.
  void sample(std::size_t index, std::span<const View<float>> values) const;

 private:
  struct CellPoint {
    std::size_t at = 0;  // index into the values of the box
    double weight = 0.0, cos_turn = 1.0, sin_turn = 0.0;
  };
  struct CellStencil {
    bool inside = false;
    std::array<CellPoint, 4> points;
  };
  std::array<float, 2> value(const CellStencil& stencil, const std::vector<std::vector<float>>& slab) const;

  LatLonSeries series_;
  double least_weight_;
  GridBox box_;
  UsedLines used_;
  std::vector<CellStencil> stencils_;
};

}  // namespace groundswell
