// SPDX-License-Identifier: Apache-2.0
// Islands smaller than the cells: exact shares in a strip, nothing lost but what islands block, nothing below
// zero, and the same bits without islands.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "mesh/analytic_meshes.hpp"
#include "propagation/propagation.hpp"

namespace groundswell {
namespace {

SpectralGrid three_frequencies(int n_dir) {
  SpectralGridSettings settings;
  settings.n_freq = 3;
  settings.n_dir = n_dir;
  settings.frequency_ratio = 1.5;
  return SpectralGrid(settings);
}

void add_free_water(Mesh& mesh) {
  mesh.obstacle_through.assign(std::size_t(mesh.n_cell) * n_obstacle_dir, 100);
  mesh.obstacle_within = mesh.obstacle_through;
}

void set_shares(Mesh& mesh, int cell, double through, double within) {
  std::fill_n(mesh.obstacle_through.begin() + cell * n_obstacle_dir, n_obstacle_dir,
              std::uint8_t(std::lround(100.0 * through)));
  std::fill_n(mesh.obstacle_within.begin() + cell * n_obstacle_dir, n_obstacle_dir,
              std::uint8_t(std::lround(100.0 * within)));
}

// Islands of random shares in every seventh cell; they differ by direction.
void add_random_islands(Mesh& mesh) {
  add_free_water(mesh);
  std::mt19937 random(5);
  std::uniform_int_distribution<int> share(0, 100);
  for (int cell = 0; cell < mesh.n_cell; cell += 7)
    for (int dir = 0; dir < n_obstacle_dir; ++dir) {
      const std::size_t at = std::size_t(cell) * n_obstacle_dir + std::size_t(dir);
      mesh.obstacle_within[at] = std::uint8_t(share(random));
      mesh.obstacle_through[at] = std::uint8_t(std::min<int>(mesh.obstacle_within[at], share(random)));
    }
}

PropagationSettings scheme_of(const char* name) {
  PropagationSettings settings;
  settings.scheme = find_named(flux_schemes, name).value;
  return settings;
}

// Waves of one direction enter a strip of hexagons in the west. Every second row has, in one column, a cell
// whose islands let 0.6 of the waves cross and have a mean of 0.8 within. A hexagon is 2/sqrt(3) of its
// spacing wide, two rows are sqrt(3): behind, the mean is (1 + 2 * 0.6) / 3.
TEST(Obstacles, in_a_strip_the_cell_has_its_mean_and_what_crosses_goes_on) {
  for (const char* scheme : {"third_order", "upwind"}) {
    PlanarHexSettings hexagons;
    hexagons.nx = 24;
    hexagons.ny = 4;
    hexagons.spacing = 15e3;
    hexagons.periodic_y = true;
    Mesh mesh = make_planar_hex_mesh(hexagons);
    add_free_water(mesh);
    const double x_islands = mesh.x_cell[10];
    const auto columns_behind = [&](int cell) { return (mesh.x_cell[cell] - x_islands) / hexagons.spacing; };
    for (int cell = 0; cell < mesh.n_cell; ++cell)
      if (std::abs(columns_behind(cell)) < 0.3) set_shares(mesh, cell, 0.6, 0.8);
    const SpectralGrid grid = three_frequencies(24);
    PropagationSettings settings = scheme_of(scheme);
    settings.sprinkler_age = 0.0;
    Propagation<double> propagation(mesh, grid, settings);
    const auto& theta = grid.direction();
    const auto east =
        std::ranges::min_element(theta, {}, [](double a) { return std::abs(a); }) - theta.begin();
    std::vector<double> enters(std::size_t(grid.n_bin()), 0.0);
    for (int freq = 0; freq < grid.n_freq(); ++freq) enters[std::size_t(freq * grid.n_dir() + east)] = 1.0;
    propagation.set_boundary(enters);
    RowArray<double> state(std::size_t(mesh.n_cell), std::size_t(grid.n_bin()));
    for (int step = 0; step < 1500; ++step) propagation.step(state, 600.0);
    for (int cell = 0; cell < mesh.n_cell; ++cell)
      for (int freq = 0; freq < grid.n_freq(); ++freq) {
        const double found = state(std::size_t(cell), std::size_t(freq * grid.n_dir() + east));
        const double behind = columns_behind(cell);
        if (behind < -0.3) {
          EXPECT_NEAR(found, 1.0, 1e-9) << scheme;
        } else if (behind < 0.3) {
          EXPECT_NEAR(found, 0.8, 1e-9) << scheme;
        } else if (behind > 9.0) {
          EXPECT_NEAR(found, 2.2 / 3.0, 1e-4) << scheme << " at " << behind;
        }
      }
  }
}

RowArray<double> make_random_sea(const Mesh& mesh, const SpectralGrid& grid) {
  RowArray<double> state(std::size_t(mesh.n_cell), std::size_t(grid.n_bin()));
  std::mt19937 random(7);
  std::uniform_real_distribution<double> value(-0.5, 1.0);
  for (std::size_t cell = 0; cell < state.n_row(); ++cell)
    for (std::size_t bin = 0; bin < state.n_col(); ++bin) state(cell, bin) = std::max(0.0, value(random));
  return state;
}

// If a cell has islands, it loses what it gives as ever, and gains its share of what the others give: this
// part grows linearly with the share, across the border of the two charts too.
TEST(Obstacles, take_the_blocked_share_of_every_flux_and_nothing_else) {
  const Mesh globe = make_icosahedral_mesh(3, earth_radius);
  const SpectralGrid grid = three_frequencies(24);
  PropagationSettings settings = scheme_of("upwind");
  settings.great_circle = settings.refraction = false;
  const auto step_with = [&](double through, double within) {
    Mesh mesh = globe;
    add_free_water(mesh);
    for (int cell = 0; cell < mesh.n_cell; ++cell) set_shares(mesh, cell, through, within);
    Propagation<double> propagation(mesh, grid, settings);
    RowArray<double> state = make_random_sea(mesh, grid);
    propagation.step(state, 10000.0);
    EXPECT_EQ(propagation.plan().n_sub_step[0], 1);
    return state;
  };
  const RowArray<double> none = step_with(0.0, 0.0), all = step_with(1.0, 1.0);
  // The giver's 0.75 and the receiver's 0.8 make 0.6, too.
  for (const RowArray<double>& some : {step_with(0.6, 0.6), step_with(0.6, 0.8)})
    for (std::size_t cell = 0; cell < all.n_row(); ++cell)
      for (std::size_t bin = 0; bin < all.n_col(); ++bin) {
        EXPECT_GE(some(cell, bin), 0.0);
        ASSERT_NEAR(some(cell, bin), none(cell, bin) + 0.6 * (all(cell, bin) - none(cell, bin)), 1e-12);
      }
}

TEST(Obstacles, leave_nothing_below_zero_and_never_add) {
  Mesh mesh = make_icosahedral_mesh(3, earth_radius);
  add_random_islands(mesh);
  const SpectralGrid grid = three_frequencies(24);
  for (const char* scheme : {"third_order", "upwind"}) {
    Propagation<double> propagation(mesh, grid, scheme_of(scheme));
    RowArray<double> state = make_random_sea(mesh, grid);
    double before = 1e300;
    for (int step = 0; step < 50; ++step) {
      propagation.step(state, 40000.0);
      double total = 0.0;
      for (std::size_t cell = 0; cell < state.n_row(); ++cell)
        for (std::size_t bin = 0; bin < state.n_col(); ++bin) {
          ASSERT_GE(state(cell, bin), 0.0) << scheme;
          total += mesh.area_cell[cell] * state(cell, bin);
        }
      EXPECT_LT(total, before) << scheme;
      before = total;
    }
  }
}

// Also if the setting switches them off.
TEST(Obstacles, that_are_none_change_no_bit) {
  const Mesh free = make_icosahedral_mesh(3, earth_radius);
  Mesh with_tables = free, with_islands = free;
  add_free_water(with_tables);
  add_random_islands(with_islands);
  const SpectralGrid grid = three_frequencies(24);
  std::vector<RowArray<double>> seas;
  for (const Mesh* mesh : std::array<const Mesh*, 3>{&free, &with_tables, &with_islands}) {
    PropagationSettings settings = scheme_of("third_order");
    settings.obstacles = mesh != &with_islands;
    Propagation<double> propagation(*mesh, grid, settings);
    seas.push_back(make_random_sea(*mesh, grid));
    for (int step = 0; step < 5; ++step) propagation.step(seas.back(), 40000.0);
  }
  for (std::size_t cell = 0; cell < seas[0].n_row(); ++cell)
    for (std::size_t bin = 0; bin < seas[0].n_col(); ++bin) {
      ASSERT_EQ(seas[1](cell, bin), seas[0](cell, bin));
      ASSERT_EQ(seas[2](cell, bin), seas[0](cell, bin));
    }
}

}  // namespace
}  // namespace groundswell
