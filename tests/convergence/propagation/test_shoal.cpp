// SPDX-License-Identifier: Apache-2.0
// A shoal that focuses waves: Hs in its lee against rays traced back individually. Along a ray the action per
// unit area of wavenumber space, E(theta) cg / k, keeps the value with which the ray entered.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "base/constants.hpp"
#include "mesh/analytic_meshes.hpp"
#include "propagation/propagation.hpp"
#include "spectrum/dispersion.hpp"

namespace groundswell {
namespace {

struct Shoal {
  double deep = 50.0, crest = 10.0, radius = 12e3, x = 50e3, y = 100e3;  // radius: standard deviation
  double length = 130e3, sigma = 2.0 * pi / 12.0, spread = 10.0 * degree, hs = 1.2;

  double rise(double at_x, double at_y) const {
    const double dx = at_x - x, dy = at_y - y;
    return (deep - crest) * std::exp(-0.5 * (dx * dx + dy * dy) / (radius * radius));
  }
  double depth(double at_x, double at_y) const { return deep - rise(at_x, at_y); }
  double entering(double theta) const {
    return std::abs(theta) < 0.5 * pi ? std::exp(-0.5 * theta * theta / (spread * spread)) : 0.0;
  }
};

// d ln k / d depth as a function of depth, from a table, because rays look it up a million times.
class WavenumberSlope {
 public:
  explicit WavenumberSlope(const Shoal& shoal)
      : crest_(shoal.crest), per_depth_(n / (shoal.deep - shoal.crest)) {
    for (int i = 0; i <= n; ++i) {
      const double depth = crest_ + i / per_depth_, k = compute_wavenumber(shoal.sigma, depth);
      slope_[i] = -compute_sigma_depth_slope(shoal.sigma, k, depth) /
                  (compute_group_speed(shoal.sigma, k, depth) * k);
    }
  }
  double at(double depth) const {
    const double place = (depth - crest_) * per_depth_;
    const int i = std::min(n - 1, int(place));
    return slope_[i] + (place - i) * (slope_[i + 1] - slope_[i]);
  }

 private:
  static constexpr int n = 2000;
  double crest_, per_depth_, slope_[n + 1];
};

// The entry direction of the ray that arrives at (x, y) with direction theta, traced back by the midpoint
// rule.
double trace_back(const Shoal& shoal, const WavenumberSlope& slope, double x, double y, double theta) {
  const double step = 500.0;
  const auto turn = [&](double at_x, double at_y, double to) {  // per metre
    const double rise = shoal.rise(at_x, at_y) / (shoal.radius * shoal.radius);
    const double rate = slope.at(shoal.depth(at_x, at_y)) * rise;
    return rate * (-(at_x - shoal.x) * std::sin(to) + (at_y - shoal.y) * std::cos(to));
  };
  const double border = shoal.x - 5.0 * shoal.radius;
  for (int i = 0; i < 2000 && x > border && std::abs(y - shoal.y) < 2e5; ++i) {
    const double half = theta - 0.5 * step * turn(x, y, theta);
    const double mid_x = x - 0.5 * step * std::cos(half), mid_y = y - 0.5 * step * std::sin(half);
    x -= step * std::cos(half);
    y -= step * std::sin(half);
    theta -= step * turn(mid_x, mid_y, half);
  }
  return theta;
}

double compute_exact_hs(const Shoal& shoal, const WavenumberSlope& slope, double x, double y) {
  const auto shoaling = [&](double depth) {
    const double k = compute_wavenumber(shoal.sigma, depth);
    return k / compute_group_speed(shoal.sigma, k, depth);
  };
  double sum = 0.0, entered = 0.0;
  for (double theta = -74.5 * degree; theta < 75.0 * degree; theta += degree) {
    sum += shoal.entering(trace_back(shoal, slope, x, y, theta));
    entered += shoal.entering(theta);
  }
  return shoal.hs * std::sqrt(sum / entered * shoaling(shoal.depth(x, y)) / shoaling(shoal.deep));
}

RowArray<float> make_entering(const Shoal& shoal, const SpectralGrid& grid) {
  RowArray<float> enters(1, std::size_t(grid.n_bin()));
  constexpr int n = 8;
  double sum = 0.0;
  for (int dir = 0; dir < grid.n_dir(); ++dir)
    for (int i = 0; i < n; ++i) {
      const double theta = grid.direction()[dir] + grid.direction_width() * ((i + 0.5) / n - 0.5);
      const double e = shoal.entering(std::remainder(theta, 2.0 * pi)) / n;
      enters(0, dir) += float(e);
      sum += e;
    }
  for (int dir = 0; dir < grid.n_dir(); ++dir) enters(0, dir) *= float(shoal.hs * shoal.hs / sum);
  return enters;
}

// The rms error of Hs [m] in the lee: from one radius behind the crest to 10 km before the end of the mesh,
// and up to two radii to either side; at every second or seventh cell.
double measure_lee(double spacing) {
  const Shoal shoal;
  PlanarHexSettings hexagons;
  hexagons.spacing = spacing;
  hexagons.nx = int(shoal.length / spacing);
  hexagons.ny = int(2.0 * shoal.y / (spacing * std::sqrt(0.75))) / 2 * 2;
  hexagons.periodic_y = true;
  const Mesh mesh = make_planar_hex_mesh(hexagons);
  SpectralGridSettings spectrum;
  spectrum.n_freq = 3;
  spectrum.first_frequency = shoal.sigma / (2.0 * pi);
  const SpectralGrid grid(spectrum);
  PropagationSettings settings;
  settings.sprinkler_age = 0.0;
  Propagation<float> propagation(mesh, grid, settings);
  WaterValues water;
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    water.depth.push_back(shoal.depth(mesh.x_cell[cell], mesh.y_cell[cell]));
  propagation.update_water(water);
  std::vector<int> row_of_edge(std::size_t(mesh.n_edge), -1);
  for (int edge = 0; edge < mesh.n_edge; ++edge)
    if (mesh.x_edge[edge] < 0.5 * spacing) row_of_edge[edge] = 0;
  propagation.set_boundary(make_entering(shoal, grid), row_of_edge);
  RowArray<float> state(std::size_t(mesh.n_cell), std::size_t(grid.n_bin()));
  for (double time = 0.0; time < shoal.length / 6.0; time += 300.0) propagation.step(state, 300.0);

  const WavenumberSlope slope(shoal);
  double square = 0.0;
  int n = 0;
  for (int cell = 0; cell < mesh.n_cell; cell += spacing < 4e3 ? 7 : 2) {
    const double x = mesh.x_cell[cell], y = mesh.y_cell[cell];
    if (x < shoal.x + shoal.radius || x > shoal.length - 10e3) continue;
    if (std::abs(y - shoal.y) > 2.0 * shoal.radius) continue;
    double energy = 0.0;
    for (int dir = 0; dir < grid.n_dir(); ++dir) energy += state(cell, dir);
    const double off = std::sqrt(energy) - compute_exact_hs(shoal, slope, x, y);
    square += off * off;
    ++n;
  }
  const double rms = std::sqrt(square / n);
  std::printf("shoal, %.0f km: rms error of Hs in its lee %.4f m (%d cells)\n", spacing / 1e3, rms, n);
  return rms;
}

TEST(Shoal, lee_on_4_km_cells) {
  EXPECT_LE(measure_lee(4e3), 0.070);
}

TEST(Shoal, lee_on_2_km_cells) {
  EXPECT_LE(measure_lee(2e3), 0.050);
}

}  // namespace
}  // namespace groundswell
