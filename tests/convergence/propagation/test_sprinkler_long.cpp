// SPDX-License-Identifier: Apache-2.0
// The garden-sprinkler effect and the cost of its cure: the ripple behind a small storm, and the error of a
// wide swell that needs no cure, as functions of the age of swell that sets the diffusion.
#include <gtest/gtest.h>

#include "great_circles.hpp"
#include "mesh/mesh_selection.hpp"
#include "sample_field.hpp"
#include "spectrum/dispersion.hpp"

namespace groundswell {
namespace {

constexpr double day = 86400.0, by_cell_size = -1.0;

// The cells of the globe within a distance [m] of the path that leads from `start` through `angle` about
// `axis`: all cells that the waves of a test can reach.
Mesh cut_path(int bisections, const Vec3& start, const Vec3& axis, double angle, double distance) {
  const Mesh globe = make_icosahedral_mesh(bisections, earth_radius);
  constexpr int n_place = 20;
  std::vector<std::uint8_t> keep;
  for (int cell = 0; cell < globe.n_cell; ++cell) {
    bool near = false;
    for (int i = 0; i <= n_place && !near; ++i)
      near = arc_length(centre_of(globe, cell), turned(start, axis, angle * i / n_place)) * earth_radius <
             distance;
    keep.push_back(near);
  }
  return select_cells(globe, keep, EdgeKind::land);
}

// The ripple of energy along the arc that waves of 0.1 Hz from a storm (150 km, uniform in direction) reach
// in five days: the rms deviation from the mean, as a fraction of the mean.
double compute_ripple(int bisections, double age) {
  SpectralGridSettings spectrum;
  spectrum.n_freq = 3;
  spectrum.first_frequency = 0.1;
  const SpectralGrid grid(spectrum);
  const double sigma = grid.sigma()[0], cg = compute_group_speed(sigma, sigma * sigma / gravity, 1e5);
  const double angle = cg * 5.0 * day / earth_radius;
  const Vec3 storm = point_at(0.3, 0.0), north{0.0, 0.0, 1.0};
  const Mesh mesh = cut_path(bisections, storm, north, 0.0, 1.3 * angle * earth_radius);
  PropagationSettings settings;
  settings.sprinkler_age = age;
  Propagation<float> propagation(mesh, grid, settings);
  RowArray<float> state(std::size_t(mesh.n_cell), std::size_t(grid.n_bin()));
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    for (int dir = 0; dir < grid.n_dir(); ++dir)
      state(cell, dir) = float(gaussian(centre_of(mesh, cell), storm, 150e3));
  for (int step = 0; step < 120; ++step) propagation.step(state, 3600.0);
  const std::vector<double> energy = sum_directions(state, 0, grid.n_dir());
  double sum = 0.0, square = 0.0;
  int n = 0;
  for (double bearing = -30.0 * degree; bearing < 30.0 * degree; bearing += degree, ++n) {
    const Vec3 to = east_at(0.3) * std::cos(bearing) + north * std::sin(bearing);
    const double e = interpolate(mesh, energy, storm * std::cos(angle) + to * std::sin(angle));
    sum += e;
    square += e * e;
  }
  return std::sqrt(square / n - sum / n * sum / n) / (sum / n);
}

// The L1 error of a swell with a standard deviation of 600 km that travels from 35 to 51.5 degrees north in
// five days. It is so wide that its discrete directions overlap and any effect of the diffusion is an error.
double compute_wide_swell_error(int bisections, double age) {
  WaveBlob blob = make_northward_blob(15.0 * degree);
  const double angle = compute_swell_speed(blob) * blob.days * day / earth_radius;
  const Mesh mesh = cut_path(bisections, blob.start, blob.axis, angle, 3500e3);
  blob.settings.sprinkler_age = age;
  return run_wave_blob(mesh, blob, "600 km swell").l1;
}

TEST(Sprinkler, ripple_at_120_km) {
  const double cured = compute_ripple(6, 2.0 * day);
  EXPECT_LE(cured, 0.03);
  EXPECT_GE(compute_ripple(6, 0.0), 2.0 * cured);
}

TEST(Sprinkler, ripple_at_60_km) {
  EXPECT_LE(compute_ripple(7, 3.0 * day), 0.05);
  EXPECT_GE(compute_ripple(7, 0.0), 0.20);
}

// The default must keep both the ripple and the error small; the table is in docs/theory/propagation.md.
TEST(Sprinkler, default_age) {
  double error[2];
  for (const int bisections : {6, 7}) {
    const char* name = bisections == 6 ? "120 km" : "60 km";
    for (const double days : {0.0, 1.0, 2.0, 3.0})
      std::printf("sprinkler | %s | %.0f days | ripple %.3f | L1 %.4f\n", name, days,
                  compute_ripple(bisections, days * day), compute_wide_swell_error(bisections, days * day));
    const double ripple = compute_ripple(bisections, by_cell_size);
    const double l1 = error[bisections - 6] = compute_wide_swell_error(bisections, by_cell_size);
    std::printf("sprinkler | %s | default | ripple %.3f | L1 %.4f\n", name, ripple, l1);
    EXPECT_LE(ripple, bisections == 6 ? 0.045 : 0.12);
    EXPECT_LE(l1, 0.040);
  }
  EXPECT_LE(error[1], error[0]);
}

}  // namespace
}  // namespace groundswell
