// SPDX-License-Identifier: Apache-2.0
// Stability of the third-order scheme without the help of its clamp: the noise on a constant sea is so weak
// that the clamp never acts.
#include <gtest/gtest.h>

#include <random>

#include "blob.hpp"
#include "mesh/analytic_meshes.hpp"

namespace groundswell {
namespace {

TEST(Noise, decays_at_courant_number_0_75) {
  PlanarHexSettings hexagons;
  hexagons.nx = hexagons.ny = 20;
  hexagons.spacing = 10e3;
  hexagons.periodic_x = hexagons.periodic_y = true;
  const Mesh mesh = make_planar_hex_mesh(hexagons);
  const SpectralGrid grid = make_passive_grid();
  PropagationSettings settings = make_passive_settings();
  settings.max_courant = 0.8;
  Propagation<double> propagation(mesh, grid, settings);
  WaterValues water;
  water.current_east.assign(std::size_t(mesh.n_cell), 2.0);
  water.current_north.assign(std::size_t(mesh.n_cell), 0.9);
  propagation.update_water(water);
  RowArray<double> state(std::size_t(mesh.n_cell), std::size_t(grid.n_bin()));
  std::mt19937 random(3);
  std::uniform_real_distribution<double> noise(-1e-3, 1e-3);
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    for (int bin = 0; bin < grid.n_bin(); ++bin) state(cell, bin) = 1.0 + noise(random);
  const auto variance = [&] {
    double mean = 0.0, square = 0.0;
    for (int cell = 0; cell < mesh.n_cell; ++cell) {
      const double n = state(cell, 0) - 1.0;
      mean += n / mesh.n_cell;
      square += n * n / mesh.n_cell;
    }
    return square - mean * mean;
  };
  const double before = variance();
  const double dt = 0.75 / propagation.compute_rates().advective(0);
  for (int step = 0; step < 2000; ++step) propagation.step(state, dt);
  EXPECT_EQ(propagation.plan().n_sub_step[0], 1);
  EXPECT_LT(variance(), 0.1 * before);
}

}  // namespace
}  // namespace groundswell
