// SPDX-License-Identifier: Apache-2.0
// Meshes of varying resolution, with pentagons and heptagons between cells of different sizes.
#pragma once

#include <gtest/gtest.h>

#include "../propagation/carried_blob.hpp"
#include "mesh/mesh_generation.hpp"
#include "mesh/mesh_quality.hpp"

namespace groundswell {

// The spacing [m] grows from about coarse / ratio around the middle of carry_blob's path to about `coarse`
// far from it; most of the change lies between 1500 and 3000 km from the middle.
inline Mesh make_variable_mesh(double coarse, double ratio) {
  const Vec3 axis = normalized({0.4, -0.5, 0.7}), start = normalized(cross(axis, {0.0, 0.0, 1.0}));
  const Vec3 middle = turned(start, axis, 5e6 / earth_radius);
  const SpacingFunction spacing = [=](const Vec3& at) {
    const double far = 0.5 + 0.5 * std::tanh((earth_radius * arc_length(at, middle) - 2250e3) / 750e3);
    return coarse * (far + (1.0 - far) / ratio);
  };
  LloydSettings lloyd;
  lloyd.max_iterations = 200;
  Mesh mesh = build_voronoi_mesh(make_variable_points(spacing, earth_radius, lloyd), earth_radius);
  const MeshQuality quality = measure_quality(mesh);
  std::printf(
      "%d cells, %d pentagons, %d heptagons, %.0f to %.0f km, neighbours' areas differ by up to %.2f\n",
      mesh.n_cell, quality.n_cell_of_sides[5], quality.n_cell_of_sides[7], quality.smallest_spacing / 1e3,
      quality.largest_spacing / 1e3, quality.largest_area_ratio);
  EXPECT_GE(quality.n_cell_of_sides[7], 20);
  EXPECT_GE(quality.area_range, 0.75 * ratio * ratio);
  return mesh;
}

}  // namespace groundswell
