// SPDX-License-Identifier: Apache-2.0
// A regular longitude-latitude grid over a mesh, and for each of its points the cells and weights that a
// value is made from. A point takes part where its place lies in a sea cell: the three cells around it on the
// dual (Delaunay) triangle give barycentric weights; at a coast, where no triangle closes, weights are
// clipped to the nearest side or corner, at last to the point's own cell. All other points are land: missing.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "files/parallel_file.hpp"
#include "mesh/mesh.hpp"
#include "output/lat_lon_variable.hpp"
#include "output/output_settings.hpp"

namespace groundswell {

struct OutputGrid {
  std::vector<double> longitudes, latitudes;  // [degree], ascending
};

// The grid that the settings ask for; edges that are not given follow the extent of the mesh, -180..180 where
// that goes round the globe. Throws Error for a mesh in the plane and for a grid beyond 2^31 points.
OutputGrid make_output_grid(const LatLonOutputSettings& settings, const Mesh& mesh);

// How the points of some rows of the grid follow from cells. A point's rank does not change its bits.
class LatLonInterpolation {
 public:
  // `rows` are the rows of latitude wanted of a grid over `mesh`.
  LatLonInterpolation(const Mesh& mesh, const OutputGrid& grid, const Block& rows);

  // The cells that are needed, ascending; values are given in this order.
  const std::vector<std::int64_t>& cells() const { return cells_; }
  std::size_t n_point() const { return stencils_.size(); }
  std::size_t n_sea_point() const;
  // Interpolates to all points of the rows, longitude fastest; land is NaN. A NaN among the cells is left
  // out, unless it weighs most. `second` is the north component for vectors, empty otherwise.
  void interpolate(Interpolation kind, View<const float> values, View<const float> second,
                   View<float> points) const;

 private:
  // Of one corner: place in cells_, weight, and the turn from the cell's east and north to the point's, which
  // matters near the poles.
  struct Corner {
    int place = -1;
    float weight = 0.0f, cos_turn = 1.0f, sin_turn = 0.0f;
  };
  using Stencil = std::array<Corner, 3>;  // heaviest first; the first has place -1 on land

  static float interpolate_scalar(const Stencil& stencil, View<const float> values);
  static std::array<float, 3> interpolate_vector(const Stencil& stencil, View<const float> u,
                                                 View<const float> v);

  std::vector<std::int64_t> cells_;
  std::vector<Stencil> stencils_;
};

}  // namespace groundswell
