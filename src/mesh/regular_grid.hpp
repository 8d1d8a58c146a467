// SPDX-License-Identifier: Apache-2.0
// Values on a regular grid of longitudes and latitudes, such as a bathymetry; each value is valid in the box
// around its point.
#pragma once

#include <vector>

#include "mesh/vec3.hpp"

namespace groundswell {

struct RegularGrid {
  double first_lon = 0.0, first_lat = 0.0;  // [rad] of the first column and row
  double lon_step = 0.0, lat_step = 0.0;    // [rad] > 0
  int n_lon = 0, n_lat = 0;
  bool full_circle = false;   // the last column is the western neighbour of the first
  std::vector<float> values;  // [n_lat][n_lon], NaN if missing

  float at(int column, int row) const { return values[std::size_t(row) * n_lon + column]; }
  Vec3 point(int column, int row) const {
    return point_at(first_lon + column * lon_step, first_lat + row * lat_step);
  }
  // Whether the grid covers (nearly) all latitudes and the whole circle of longitudes.
  bool is_global() const { return full_circle && n_lat * lat_step > 0.9 * pi; }
  // Column and row of the box that contains a longitude and latitude [rad]; -1 if it lies outside the grid.
  int column_of(double lon) const;
  int row_of(double lat) const;
};

// Makes a grid from axes in degrees as in files: longitudes ascending in any convention, latitudes in either
// direction, both regular to 1 % of a step. A full circle is made exact, a last column that repeats the first
// is dropped, and rows are sorted from south to north. Throws Error for other axes, or if `values`,
// [n_lat][n_lon], has another size.
RegularGrid make_regular_grid(const std::vector<double>& lon_degrees, const std::vector<double>& lat_degrees,
                              std::vector<float> values);

}  // namespace groundswell
