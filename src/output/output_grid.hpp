// SPDX-License-Identifier: Apache-2.0
// A regular longitude-latitude grid over a mesh, and for each of its points the cells and weights from which
// it is interpolated. A point in a sea cell has barycentric weights on the dual (Delaunay) triangle of the
// three cells around it; at a coast, where that triangle is incomplete, negative weights on another triangle
// of its cell are clipped, and where there is none the point has its cell's value. All other points are land:
// missing.
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

// The grid of the settings; edges that are not given follow the extent of the mesh, -180..180 where that goes
// around the globe. Throws Error for a mesh in the plane and for a grid with no points or 10^8 and more.
OutputGrid make_output_grid(const LatLonOutputSettings& settings, const Mesh& mesh);

// Interpolation from cells to the points of some rows of the grid. A point's bits do not depend on its rank.
class LatLonInterpolation {
 public:
  // `rows` are the wanted rows of latitude of a grid over `mesh`.
  LatLonInterpolation(const Mesh& mesh, const OutputGrid& grid, const Block& rows);

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
  // A corner's place in cells_, its weight, and the turn from the cell's east and north to the point's, which
  // matters near the poles.
  struct Corner {
    int place = -1;
    float weight = 0.0f, cos_turn = 1.0f, sin_turn = 0.0f;
  };
  using Stencil = std::array<Corner, 3>;  // largest weight first; the first has place -1 on land

  static float interpolate_scalar(const Stencil& stencil, View<const float> values);
  static std::array<float, 3> interpolate_vector(const Stencil& stencil, View<const float> u,
                                                 View<const float> v);

  std::vector<std::int64_t> cells_;
  std::vector<Stencil> stencils_;
};

}  // namespace groundswell
