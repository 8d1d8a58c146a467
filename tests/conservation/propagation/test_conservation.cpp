// SPDX-License-Identifier: Apache-2.0
// Propagation alone, on a globe of sea without land: the total action of each run is conserved, and no bin
// ever falls below zero.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "exec/floating_point.hpp"
#include "mesh/analytic_meshes.hpp"
#include "propagation/propagation.hpp"

namespace groundswell {
namespace {

SpectralGrid small_grid(int n_freq) {
  SpectralGridSettings settings;
  settings.n_freq = n_freq;
  settings.frequency_ratio = 1.5;
  return SpectralGrid(settings);
}

// Random action in a quarter of the bins and none in the others, so that the clamp of the fluxes acts.
template <class T>
RowArray<T> make_patchy_state(const Mesh& mesh, const SpectralGrid& grid) {
  RowArray<T> state(std::size_t(mesh.n_cell), std::size_t(grid.n_bin()));
  std::mt19937 random(11);
  std::uniform_real_distribution<double> value(-3.0, 1.0);
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    for (int bin = 0; bin < grid.n_bin(); ++bin) state(cell, bin) = T(std::max(0.0, value(random)));
  return state;
}

// The sum of action times cell area over all cells and bins.
template <class T>
double compute_total(const Mesh& mesh, const RowArray<T>& state) {
  double total = 0.0;
  for (std::size_t cell = 0; cell < state.n_row(); ++cell)
    for (std::size_t bin = 0; bin < state.n_col(); ++bin)
      total += mesh.area_cell[cell] * double(state(cell, bin));
  return total;
}

template <class T>
T smallest(const RowArray<T>& state) {
  T least = state(0, 0);
  for (std::size_t cell = 0; cell < state.n_row(); ++cell)
    for (std::size_t bin = 0; bin < state.n_col(); ++bin) least = std::min(least, state(cell, bin));
  return least;
}

// An uneven sea floor, so that waves are refracted as well.
WaterValues make_uneven_sea(const Mesh& mesh) {
  WaterValues water;
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    water.depth.push_back(300.0 +
                          250.0 * std::sin(3.0 * mesh.lon_cell[cell]) * std::cos(mesh.lat_cell[cell]));
  return water;
}

struct Drift {
  double relative;
  double smallest;
};

template <class T>
Drift run(const std::string& scheme, double age, int n_step) {
  const FlushDenormals flush;
  const Mesh mesh = make_icosahedral_mesh(3, earth_radius);
  const SpectralGrid grid = small_grid(5);
  PropagationSettings settings;
  settings.scheme = find_named(flux_schemes, scheme).value;
  settings.sprinkler_age = age;
  Propagation<T> propagation(mesh, grid, settings);
  propagation.update_water(make_uneven_sea(mesh));
  RowArray<T> state = make_patchy_state<T>(mesh, grid);
  const double before = compute_total(mesh, state);
  double least = 0.0;
  for (int step = 0; step < n_step; ++step) {
    propagation.step(state, 40000.0);
    least = std::min(least, double(smallest(state)));
  }
  EXPECT_GE(propagation.plan().n_sub_step[0], 2) << "the test must cover sub-steps";
  return {compute_total(mesh, state) / before - 1.0, least};
}

TEST(Conservation, double_to_1e_12_and_never_negative) {
  for (const char* scheme : {"third_order", "upwind"})
    for (const double age : {0.0, 86400.0}) {
      const Drift drift = run<double>(scheme, age, 200);
      EXPECT_LT(std::abs(drift.relative), 1e-12) << scheme << " age " << age;
      EXPECT_GE(drift.smallest, 0.0) << scheme << " age " << age;
    }
}

TEST(Conservation, float_to_1e_5_over_1000_steps_and_never_negative) {
  for (const char* scheme : {"third_order", "upwind"}) {
    const Drift drift = run<float>(scheme, scheme[0] == 't' ? 86400.0 : 0.0, 1000);
    EXPECT_LT(std::abs(drift.relative), 1e-5) << scheme;
    EXPECT_GE(drift.smallest, 0.0) << scheme;
    RecordProperty(std::string("drift_") + scheme, std::to_string(drift.relative * 1e6) + "e-6");
    std::printf("float, 1000 steps, %s: relative drift %.2g\n", scheme, drift.relative);
  }
}

}  // namespace
}  // namespace groundswell
