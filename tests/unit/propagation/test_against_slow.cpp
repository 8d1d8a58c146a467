// SPDX-License-Identifier: Apache-2.0
// The kernels against slow_propagation.hpp, bin by bin.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "mesh/analytic_meshes.hpp"
#include "propagation/propagation.hpp"
#include "slow_propagation.hpp"

namespace groundswell {
namespace {

template <class T>
RowArray<T> make_random_state(const Mesh& mesh, const SpectralGrid& grid) {
  RowArray<T> state(std::size_t(mesh.n_cell), std::size_t(grid.n_bin()));
  std::mt19937 random(7);
  std::uniform_real_distribution<double> value(-0.5, 1.0);  // a third of the bins are empty
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    for (int bin = 0; bin < grid.n_bin(); ++bin) state(cell, bin) = T(std::max(0.0, value(random)));
  return state;
}

template <class T>
slow::Spectra as_slow(const RowArray<T>& state) {
  slow::Spectra n(state.n_row());
  for (std::size_t cell = 0; cell < n.size(); ++cell)
    n[cell].assign(state.row(cell), state.row(cell) + state.n_col());
  return n;
}

// n_turn = 0: as many sub-steps of direction as are needed.
void step_slowly(const slow::Problem& p, slow::Spectra& n, const SubStepPlan& plan, int n_turn, int n_shift) {
  for (int freq = 0; freq < p.grid.n_freq(); ++freq) {
    const double dt = plan.time_step / plan.n_sub_step[freq];
    for (int sub = 0; sub < plan.n_sub_step[freq]; ++sub) {
      slow::move_frequency(p, n, freq, dt, plan.max_gain[freq]);
      for (int cell = 0; cell < p.mesh.n_cell; ++cell)
        if (!p.mesh.on_sphere && slow::turns_often(p, cell, freq))
          slow::turn(p, n, cell, freq, dt, n_turn, true);
    }
    for (int cell = 0; cell < p.mesh.n_cell; ++cell)
      if (p.mesh.on_sphere || !slow::turns_often(p, cell, freq))
        slow::turn(p, n, cell, freq, plan.time_step, n_turn, false);
  }
  for (int cell = 0; cell < p.mesh.n_cell && n_shift > 0; ++cell)
    slow::shift(p, n, cell, plan.time_step, n_shift);
}

template <class T>
double largest_difference(const RowArray<T>& state, const slow::Spectra& n, const Mesh& mesh,
                          double max_lat) {
  double largest = 0.0;
  for (std::size_t cell = 0; cell < n.size(); ++cell)
    if (std::abs(mesh.lat_cell[cell]) < max_lat)
      for (std::size_t bin = 0; bin < n[cell].size(); ++bin)
        largest = std::max(largest, std::abs(double(state(cell, bin)) - n[cell][bin]));
  return largest;
}

SpectralGrid small_grid(int n_dir) {
  SpectralGridSettings settings;
  settings.n_freq = 6;
  settings.n_dir = n_dir;
  settings.frequency_ratio = 1.5;
  return SpectralGrid(settings);
}

Mesh make_sea_with_a_coast() {
  PlanarHexSettings hexagons;
  hexagons.nx = 14;
  hexagons.ny = 12;
  hexagons.spacing = 5000.0;
  hexagons.south = EdgeKind::land;
  return make_planar_hex_mesh(hexagons);
}

// Islands in some cells, among them neighbours and cells at the rim: their shares differ by direction, and
// behind some nothing passes.
void add_islands(Mesh& mesh) {
  mesh.obstacle_through.assign(std::size_t(mesh.n_cell) * n_obstacle_dir, 100);
  mesh.obstacle_within = mesh.obstacle_through;
  std::mt19937 random(3);
  for (const int cell : {14 * 4 + 3, 14 * 4 + 4, 14 * 8 + 9, 14 * 6 + 6, 0, 5, 14 * 12 - 1})
    for (int dir = 0; dir < n_obstacle_dir; ++dir) {
      const std::size_t at = std::size_t(cell * n_obstacle_dir + dir);
      mesh.obstacle_within[at] = std::uint8_t(random() % 101);
      mesh.obstacle_through[at] = std::uint8_t(random() % (mesh.obstacle_within[at] + 1u));
    }
}

// All effects together in the plane: slope, current with shear, ice, islands, land to the south, and waves
// that enter from the other sides.
template <class T>
double compare_in_plane(const std::string& scheme, int n_dir, double age) {
  Mesh mesh = make_sea_with_a_coast();
  add_islands(mesh);
  const SpectralGrid grid = small_grid(n_dir);
  slow::Problem p{mesh, grid, scheme == "upwind", age, {}, {}, {}};
  p.water.depth_t = 1e-4;
  p.water.u_x = 1e-5, p.water.u_y = 2e-5, p.water.v_x = -1e-5, p.water.v_y = -3e-5;
  p.water.depth = [&](int c) { return 30.0 + 1e-4 * mesh.x_cell[c] - 2e-4 * mesh.y_cell[c]; };
  p.water.u = [&](int c) { return 0.5 + 1e-5 * mesh.x_cell[c] + 2e-5 * mesh.y_cell[c]; };
  p.water.v = [&](int c) { return -0.2 - 1e-5 * mesh.x_cell[c] - 3e-5 * mesh.y_cell[c]; };
  p.blocked.assign(std::size_t(mesh.n_cell), 0);
  p.blocked[5 * 14 + 6] = p.blocked[5 * 14 + 7] = p.blocked[9] = 1;
  p.boundary.assign(std::size_t(grid.n_bin()), 0.3);

  PropagationSettings settings;
  settings.scheme = find_named(flux_schemes, scheme).value;
  settings.sprinkler_age = age;
  Propagation<T> propagation(mesh, grid, settings);
  WaterValues water;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    water.depth.push_back(p.water.depth(cell));
    water.depth_rate.push_back(p.water.depth_t);
    water.current_east.push_back(p.water.u(cell));
    water.current_north.push_back(p.water.v(cell));
    water.blocked.push_back(std::uint8_t(p.blocked[cell]));
  }
  propagation.update_water(water);
  propagation.set_boundary(std::vector<T>(p.boundary.begin(), p.boundary.end()));
  RowArray<T> state = make_random_state<T>(mesh, grid);
  slow::Spectra expected = as_slow(state);
  for (int step = 0; step < 2; ++step) {
    propagation.step(state, 400.0);
    EXPECT_GE(propagation.plan().n_sub_step[0], 2);
    EXPECT_LT(propagation.plan().mean_sub_steps(), propagation.plan().n_sub_step[0]);
    step_slowly(p, expected, propagation.plan(), 1, 1);
  }
  return largest_difference(state, expected, mesh, 1.0);
}

TEST(KernelAgainstSlow, plane_in_double) {
  EXPECT_LT(compare_in_plane<double>("third_order", 36, 0.0), 1e-6);
  EXPECT_LT(compare_in_plane<double>("third_order", 20, 3600.0), 1e-6);
  EXPECT_LT(compare_in_plane<double>("upwind", 36, 0.0), 1e-6);
  EXPECT_LT(compare_in_plane<double>("upwind", 20, 3600.0), 1e-6);
}

TEST(KernelAgainstSlow, plane_in_float) {
  EXPECT_LT(compare_in_plane<float>("third_order", 36, 3600.0), 1e-5);
  EXPECT_LT(compare_in_plane<float>("upwind", 36, 0.0), 1e-5);
}

// Random depths of 5 to 4000 m in neighbouring cells, and a coast: slopes, jumps, a flat bottom and deep
// water.
template <class T>
double compare_over_jumps(const std::string& scheme, int n_dir) {
  const Mesh mesh = make_sea_with_a_coast();
  const SpectralGrid grid = small_grid(n_dir);
  slow::Problem p{mesh, grid, scheme == "upwind", 0.0, {}, {}, {}};
  WaterValues water;
  std::mt19937 random(11);
  const double of_slope[] = {19.0, 20.0, 21.0}, depths[] = {5.0, 15.0, 16.0, 40.0, 90.0, 300.0, 4000.0};
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const double x = mesh.x_cell[cell];
    water.depth.push_back(x < 15e3 ? 4000.0 : x < 30e3 ? of_slope[random() % 3] : depths[random() % 7]);
  }
  p.water.depth = [&](int cell) { return water.depth[cell]; };
  PropagationSettings settings;
  settings.scheme = find_named(flux_schemes, scheme).value;
  settings.sprinkler_age = 0.0;
  Propagation<T> propagation(mesh, grid, settings);
  propagation.update_water(water);
  RowArray<T> state = make_random_state<T>(mesh, grid);
  slow::Spectra expected = as_slow(state);
  for (int step = 0; step < 2; ++step) {
    propagation.step(state, 900.0);
    EXPECT_GE(propagation.plan().n_sub_step[0], 2);
    step_slowly(p, expected, propagation.plan(), 0, 0);
  }
  return largest_difference(state, expected, mesh, 1.0);
}

TEST(KernelAgainstSlow, jumps_of_the_floor) {
  EXPECT_LT(compare_over_jumps<double>("third_order", 36), 1e-6);
  EXPECT_LT(compare_over_jumps<double>("upwind", 20), 1e-6);
  EXPECT_LT(compare_over_jumps<float>("third_order", 36), 1e-5);
}

TEST(KernelAgainstSlow, sphere_with_pentagons) {
  const Mesh mesh = make_icosahedral_mesh(3, earth_radius);
  const SpectralGrid grid = small_grid(36);
  const slow::Problem p{mesh, grid, false, 86400.0, {}, {}, {}};
  PropagationSettings settings;
  settings.sprinkler_age = p.sprinkler_age;
  Propagation<double> propagation(mesh, grid, settings);
  RowArray<double> state = make_random_state<double>(mesh, grid);
  slow::Spectra expected = as_slow(state);
  propagation.step(state, 20000.0);
  step_slowly(p, expected, propagation.plan(), 1, 0);
  // Only cells that are more than two rings away from the polar chart are compared.
  EXPECT_LT(largest_difference(state, expected, mesh, 25.0 * degree), 1e-5);
}

}  // namespace
}  // namespace groundswell
