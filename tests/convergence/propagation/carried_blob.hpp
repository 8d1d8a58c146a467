// SPDX-License-Identifier: Apache-2.0
// A blob carried 10,000 km along a great circle that is oblique to the mesh.
#pragma once

#include <cstdio>

#include "blob.hpp"
#include "mesh/analytic_meshes.hpp"

namespace groundswell {

struct BlobResult {
  double l1, maximum, along_km, across_km, smallest;
};

inline BlobResult carry_blob(const Mesh& mesh, double sd, double courant, const std::string& scheme) {
  const SpectralGrid grid = make_passive_grid();
  PropagationSettings settings = make_passive_settings(scheme);
  settings.max_courant = 0.8;
  Propagation<float> propagation(mesh, grid, settings);
  const Vec3 axis = normalized({0.4, -0.5, 0.7}), start = normalized(cross(axis, {0.0, 0.0, 1.0}));
  const double speed = 20.0;
  propagation.update_water(make_solid_rotation(mesh, axis, speed));
  RowArray<float> state(std::size_t(mesh.n_cell), std::size_t(grid.n_bin()));
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    for (int bin = 0; bin < grid.n_bin(); ++bin)
      state(cell, bin) = float(gaussian(centre_of(mesh, cell), start, sd));
  const double duration = 1e7 / speed;
  const double rate = propagation.compute_rates().advective(0);
  const int n_step = int(std::ceil(duration * rate / courant));
  for (int step = 0; step < n_step; ++step) propagation.step(state, duration / n_step);

  const Vec3 end = turned(start, axis, 1e7 / earth_radius);
  std::vector<double> value = sum_directions(state, 0, grid.n_dir()), exact;
  BlobResult result{0, 0, 0, 0, 0};
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    value[cell] /= grid.n_dir();
    exact.push_back(gaussian(centre_of(mesh, cell), end, sd));
    result.maximum = std::max(result.maximum, value[cell]);
    result.smallest = std::min(result.smallest, value[cell]);
  }
  result.l1 = compute_l1(mesh, value, exact);
  const Vec3 centre = compute_centroid(mesh, value);
  result.along_km = 1e-3 * earth_radius * dot(centre, cross(axis, end));
  result.across_km = 1e-3 * earth_radius * dot(centre, axis);
  std::printf(
      "blob sd %.0f km, Courant %.2f, %s: L1 %.4f, maximum %.3f, centre %.2f km along, %.2f km across\n",
      sd / 1e3, courant, scheme.c_str(), result.l1, result.maximum, result.along_km, result.across_km);
  return result;
}

}  // namespace groundswell
