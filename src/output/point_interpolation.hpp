// SPDX-License-Identifier: Apache-2.0
// Interpolates values from cells to points.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "exec/array.hpp"
#include "output/point_stencil.hpp"
#include "output/point_variable.hpp"

namespace groundswell {

// Results have the same bits on whichever rank they are computed.
class PointInterpolation {
 public:
  explicit PointInterpolation(const std::vector<PointStencil>& stencils);

  // The cells that are needed, ascending; values are passed in this order.
  const std::vector<std::int64_t>& cells() const { return cells_; }
  std::size_t n_point() const { return stencils_.size(); }
  std::size_t n_sea_point() const;
  // Values at all points; those without a stencil are NaN. A cell with NaN is left out, but if it has the
  // largest weight, the point is NaN. For a vector, `values` has the east and `second` the north components;
  // otherwise `second` is empty.
  void interpolate(Interpolation kind, View<const float> values, View<const float> second,
                   View<float> points) const;
  // As above, for a variable; value_of(name) returns the values of a field, in the order of cells().
  template <class ValueOf>
  void interpolate(const PointVariable& variable, ValueOf&& value_of, View<float> points) const {
    const View<const float> second =
        variable.sources[1].empty() ? View<const float>{} : value_of(variable.sources[1]);
    interpolate(variable.interpolation, value_of(variable.sources[0]), second, points);
  }
  // Variables at all points in the form of files, [variable][point], from the values a product has requested
  // at cells().
  std::vector<std::vector<float>> make_file_values(const std::vector<PointVariable>& variables,
                                                   const ProductValues& values) const;
  // A cell of a point's stencil; a stencil is sorted by weight, the largest first. `place` is the cell's
  // index in cells(), or -1 if the stencil has fewer cells.
  struct Corner : StencilCorner {
    int place = -1;
  };
  using Stencil = std::array<Corner, 3>;
  const Stencil& stencil(std::size_t point) const { return stencils_[point]; }

 private:
  static float interpolate_scalar(const Stencil& stencil, View<const float> values);
  static std::array<float, 3> interpolate_vector(const Stencil& stencil, View<const float> u,
                                                 View<const float> v);

  std::vector<std::int64_t> cells_;
  std::vector<Stencil> stencils_;
};

}  // namespace groundswell
