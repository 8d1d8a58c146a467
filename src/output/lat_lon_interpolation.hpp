// SPDX-License-Identifier: Apache-2.0
// Values at the points of a regular grid from those of cells.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "exec/array.hpp"
#include "output/lat_lon_stencil.hpp"
#include "output/lat_lon_variable.hpp"

namespace groundswell {

// Interpolation from cells to the points of this rank's block of the grid's rows. A point's bits do not
// depend on its rank.
class LatLonInterpolation {
 public:
  // `part` has one ring of halo or more. Collective.
  LatLonInterpolation(const Communicator& communicator, const MeshPart& part, const OutputGrid& grid);

  // The cells that are needed, ascending; interpolate() takes values in this order.
  const std::vector<std::int64_t>& cells() const { return cells_; }
  std::size_t n_point() const { return stencils_.size(); }
  std::size_t n_sea_point() const;
  // Interpolates to all points of the rows, longitude fastest; land is NaN. A cell with NaN is left out, but
  // where it has the largest weight the point is NaN. `second` is the north component of a vector, otherwise
  // empty.
  void interpolate(Interpolation kind, View<const float> values, View<const float> second,
                   View<float> points) const;

 private:
  struct Corner : StencilCorner {
    int place = -1;  // in cells_
  };
  using Stencil = std::array<Corner, 3>;  // largest weight first; the first has place -1 on land

  static float interpolate_scalar(const Stencil& stencil, View<const float> values);
  static std::array<float, 3> interpolate_vector(const Stencil& stencil, View<const float> u,
                                                 View<const float> v);

  std::vector<std::int64_t> cells_;
  std::vector<Stencil> stencils_;
};

}  // namespace groundswell
