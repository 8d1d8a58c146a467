// SPDX-License-Identifier: Apache-2.0
// The force -div S of the radiation stress: exact fields in the plane and on the sphere, the set-down of
// waves on a slope, and the same bits as on the whole mesh.
#include <gtest/gtest.h>
#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/constants.hpp"
#include "comm/communicator.hpp"
#include "mesh/analytic_meshes.hpp"
#include "model/model.hpp"
#include "model/model_mesh.hpp"
#include "model/wave_force.hpp"
#include "spectrum/dispersion.hpp"
#include "spectrum/wave_at_bed.hpp"
#include "support/gather_cells.hpp"
#include "support/globe_runs.hpp"

namespace groundswell {
namespace {

struct Force {
  explicit Force(const Mesh& mesh, const std::vector<RadiationStress>& stress)
      : east(std::size_t(mesh.n_cell)), north(std::size_t(mesh.n_cell)) {
    compute_wave_force(mesh, mesh.n_cell, stress, east.view(), north.view());
  }
  Array<float> east, north;
};

// A stress that is linear in x and y, in cells of which some have neighbours on one side alone.
TEST(WaveForce, OfALinearStressIsExactAlsoAtCoasts) {
  PlanarHexSettings settings;
  settings.west = EdgeKind::land;
  const Mesh mesh = make_planar_hex_mesh(settings);
  std::vector<RadiationStress> stress;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const double x = mesh.x_cell[cell], y = mesh.y_cell[cell];
    stress.push_back({float(100.0 + 0.25 * x - 0.5 * y), float(3.0 * y + 0.125 * x), float(2.0 * y - x)});
  }
  const Force force(mesh, stress);
  for (std::size_t cell = 0; cell < force.east.size(); ++cell) {
    EXPECT_NEAR(force.east[cell], -(0.25 + 3.0), 1e-4) << cell;
    EXPECT_NEAR(force.north[cell], -(0.125 + 2.0), 1e-4) << cell;
  }
}

TEST(WaveForce, InAChannelIsThatAlongIt) {
  PlanarHexSettings settings;
  settings.ny = 1;
  const Mesh mesh = make_planar_hex_mesh(settings);
  std::vector<RadiationStress> stress;
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    stress.push_back({float(0.5 * mesh.x_cell[cell]), 7.0f, 9.0f});
  const Force force(mesh, stress);
  for (std::size_t cell = 0; cell < force.east.size(); ++cell) {
    EXPECT_NEAR(force.east[cell], -0.5, 1e-5) << cell;
    EXPECT_EQ(force.north[cell], 0.0f) << cell;
  }
}

// The largest error, relative to the largest force, of the stress u u + p 1 on a globe of radius 1 m. The
// rotation u = w x r has no divergence, so that div(u u) = (w x u) in the plane of the cell; p = a r has the
// gradient a in that plane. Axes that cross the poles obliquely make all frames matter.
double error_on_a_globe(int n_bisections) {
  const Mesh mesh = make_icosahedral_mesh(n_bisections, 1.0);
  const Vec3 w{0.9, -0.4, 0.3}, a{-0.5, 0.8, 0.7};
  std::vector<RadiationStress> stress;
  std::vector<std::pair<double, double>> exact;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const double lon = mesh.lon_cell[cell], lat = mesh.lat_cell[cell];
    const Vec3 r = point_at(lon, lat), east = east_at(lon), north = north_at(lon, lat), u = cross(w, r);
    const double x = dot(u, east), y = dot(u, north), p = dot(a, r);
    stress.push_back({float(x * x + p), float(x * y), float(y * y + p)});
    const Vec3 force = (cross(w, u) + a) * -1.0;
    exact.emplace_back(dot(force, east), dot(force, north));
  }
  const Force force(mesh, stress);
  double error = 0.0, largest = 0.0;
  for (std::size_t cell = 0; cell < exact.size(); ++cell) {
    error = std::max(
        error, std::hypot(force.east[cell] - exact[cell].first, force.north[cell] - exact[cell].second));
    largest = std::max(largest, std::hypot(exact[cell].first, exact[cell].second));
  }
  return error / largest;
}

TEST(WaveForce, OnAGlobeConvergesToTheExactOne) {
  const double coarse = error_on_a_globe(3), fine = error_on_a_globe(4);
  EXPECT_LT(fine, 0.025);
  EXPECT_LT(fine, 0.6 * coarse);
}

// Waves that come straight in over a slope and keep their energy flux lower the water by J/g, where J is the
// Bernoulli head: -dS/dx = -rho d dJ/dx (Longuet-Higgins and Stewart 1962).
TEST(WaveForce, OnASlopeHoldsTheSetDown) {
  PlanarHexSettings settings;
  settings.nx = 60;
  settings.ny = 4;
  settings.spacing = 20.0;
  settings.periodic_y = true;
  const Mesh mesh = make_planar_hex_mesh(settings);
  const double sigma = 2.0 * pi * 0.1, flux = 1.0;
  const auto depth_at = [](double x) { return 20.0 - 0.013 * x; };
  const auto wave_at = [&](double x) {
    return WaveAtBed<double>(sigma, compute_wavenumber(sigma, depth_at(x)), depth_at(x));
  };
  const auto variance_at = [&](const WaveAtBed<double>& wave) {
    return flux * wave.k / (wave.speed_ratio() * sigma);
  };
  const auto head_at = [&](double x) {
    const WaveAtBed<double> wave = wave_at(x);
    return gravity * wave.k * variance_at(wave) * wave.per_sinh_double();
  };
  std::vector<RadiationStress> stress;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const WaveAtBed<double> wave = wave_at(mesh.x_cell[cell]);
    const double scale = water_density * gravity * variance_at(wave), n = wave.speed_ratio();
    stress.push_back({float(scale * (2.0 * n - 0.5)), 0.0f, float(scale * (n - 0.5))});
  }
  const Force force(mesh, stress);
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    if (cell % settings.nx == 0 || cell % settings.nx == settings.nx - 1) continue;
    const double x = mesh.x_cell[cell], slope = (head_at(x + 0.1) - head_at(x - 0.1)) / 0.2;
    const double expected = -water_density * depth_at(x) * slope;
    EXPECT_NEAR(force.east[std::size_t(cell)], expected, 2e-2 * std::abs(expected)) << x;
    EXPECT_LT(force.east[std::size_t(cell)], 0.0f);
  }
}

// Of a stormy globe, with cells at both poles.
TEST(WaveForce, OfAModelIsThatOfTheWholeMesh) {
  const Communicator world(MPI_COMM_WORLD);
  const ModelSettings config = test::make_stormy_globe();
  Model model(config, world, make_model_mesh(config.mesh, world));
  model.step();
  const std::vector<std::string> names{"ufrs", "sxx", "vfrs", "sxy", "syy"};
  const Diagnostics& fields = model.diagnose(names);
  std::vector<std::vector<float>> all;
  for (const std::string& name : names) {
    const View<const float> own = fields.field(name);
    all.push_back(test::gather_cells(world, model.local(), std::span(own.data, own.size)));
  }
  if (world.rank() == 0) {
    std::vector<RadiationStress> stress;
    for (std::size_t cell = 0; cell < all[0].size(); ++cell)
      stress.push_back({all[1][cell], all[3][cell], all[4][cell]});
    const Mesh mesh = make_icosahedral_mesh(config.mesh.bisections, config.mesh.sphere_radius);
    const Force whole(mesh, stress);
    ASSERT_EQ(all[0].size(), whole.east.size());
    EXPECT_EQ(std::memcmp(all[0].data(), whole.east.data(), all[0].size() * sizeof(float)), 0);
    EXPECT_EQ(std::memcmp(all[2].data(), whole.north.data(), all[2].size() * sizeof(float)), 0);
    EXPECT_GT(*std::ranges::max_element(all[0]), 1e-3f);
  }
  // Each part alone, without the stress among the names, has the same values.
  const std::vector<float> east_before(fields.field("ufrs").begin(), fields.field("ufrs").end());
  const View<const float> east = model.diagnose({"ufrs"}).field("ufrs");
  EXPECT_EQ(std::memcmp(east.data, east_before.data(), east.size * sizeof(float)), 0);
}

}  // namespace
}  // namespace groundswell
