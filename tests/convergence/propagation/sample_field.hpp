// SPDX-License-Identifier: Apache-2.0
// A field on cells, interpolated between their centres.
#pragma once

#include "blob.hpp"

namespace groundswell {

// Interpolates linearly between the centres of the three cells around a point; returns the value of the
// nearest cell if one of the three is missing.
inline double interpolate(const Mesh& mesh, const std::vector<double>& value, const Vec3& at) {
  int cell = 0;
  double nearest = -1.0;
  for (int other = 0; other < mesh.n_cell; ++other)
    if (dot(centre_of(mesh, other), at) > nearest) nearest = dot(centre_of(mesh, cell = other), at);
  for (int k = 0, m = mesh.n_edges_on_cell[cell]; k < m; ++k) {
    const int b = mesh.cell_on_cell(cell, k), c = mesh.cell_on_cell(cell, (k + 1) % m);
    if (b < 0 || c < 0) continue;
    const Vec3 x = centre_of(mesh, cell), y = centre_of(mesh, b), z = centre_of(mesh, c);
    const double wx = dot(at, cross(y, z)), wy = dot(at, cross(z, x)), wz = dot(at, cross(x, y));
    if (wx >= 0.0 && wy >= 0.0 && wz >= 0.0)
      return (wx * value[cell] + wy * value[b] + wz * value[c]) / (wx + wy + wz);
  }
  return value[cell];
}

}  // namespace groundswell
