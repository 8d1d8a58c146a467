// SPDX-License-Identifier: Apache-2.0
// What a forecaster would see of the scheme: the shadow of an island and the garden-sprinkler effect.
#include <gtest/gtest.h>

#include "carried_blob.hpp"
#include "mesh/mesh_selection.hpp"
#include "spectrum/dispersion.hpp"
#include "wave_blob.hpp"

namespace groundswell {
namespace {

// Linear between the centres of the three cells around a point of the sea.
double interpolate(const Mesh& mesh, const std::vector<double>& value, const Vec3& at) {
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

// Where the field rises through a level on the way from the middle of the shadow to one side [m].
double find_crossing(const Mesh& mesh, const std::vector<double>& value, const Vec3& middle, const Vec3& side,
                     double level) {
  const double step = 5e3;
  for (double off = 0.0; off < 1500e3; off += step) {
    const double angle = off / earth_radius;
    if (interpolate(mesh, value, middle * std::cos(angle) + side * std::sin(angle)) > level) return off;
  }
  return 1500e3;
}

TEST(Island, shadow_at_120_km) {
  const Mesh globe = make_icosahedral_mesh(6, earth_radius);
  const Vec3 axis = normalized({0.4, -0.5, 0.7}), island = normalized(cross(axis, {1.0, 0.0, 0.0}));
  std::vector<std::uint8_t> keep;
  for (int cell = 0; cell < globe.n_cell; ++cell)
    keep.push_back(arc_length(centre_of(globe, cell), island) * earth_radius > 600e3);
  const Mesh mesh = select_cells(globe, keep, EdgeKind::land);
  const SpectralGrid grid = make_passive_grid();
  Propagation<float> propagation(mesh, grid, make_passive_settings());
  propagation.update_medium(make_solid_rotation(mesh, axis, 20.0));
  RowArray<float> state(std::size_t(mesh.n_cell), std::size_t(grid.n_bin()));
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    for (int bin = 0; bin < grid.n_bin(); ++bin) state(cell, bin) = 1.0f;
  for (int step = 0; step < 190; ++step) propagation.step(state, 2000.0);  // 7600 km of drift
  std::vector<double> value = sum_directions(state, 0, grid.n_dir());
  for (double& v : value) v /= grid.n_dir();
  EXPECT_LE(*std::max_element(value.begin(), value.end()), 1.06);
  // Across both edges of the shadow 1500 km behind the island. By place, edges on this mesh are 315 to 355 km
  // wide; a straight edge without an island 295 to 325.
  const Vec3 behind = turned(island, axis, 1500e3 / earth_radius);
  double width = 0.0;
  for (const double side : {1.0, -1.0})
    width += 0.5 * (find_crossing(mesh, value, behind, axis * side, 0.9) -
                    find_crossing(mesh, value, behind, axis * side, 0.1));
  const double centre = interpolate(mesh, value, turned(island, axis, 4000e3 / earth_radius));
  std::printf("island: maximum %.3f, shadow's edge %.0f km wide, centre of the shadow %.4f\n",
              *std::max_element(value.begin(), value.end()), width / 1e3, centre);
  EXPECT_LE(width, 330e3);
  EXPECT_LE(centre, 0.005);
}

// The ripple of energy along the arc that a storm's waves reach in five days: rms over mean.
double compute_ripple(const Mesh& mesh, double cell_size, double age) {
  SpectralGridSettings spectrum;
  spectrum.n_freq = 3;
  spectrum.first_frequency = 0.1;
  const SpectralGrid grid(spectrum);
  PropagationSettings settings;
  settings.sprinkler_age = age;
  Propagation<float> propagation(mesh, grid, settings);
  const Vec3 storm = point_at(0.3, 0.0);
  RowArray<float> state(std::size_t(mesh.n_cell), std::size_t(grid.n_bin()));
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    for (int dir = 0; dir < grid.n_dir(); ++dir)
      state(cell, dir) = float(gaussian(centre_of(mesh, cell), storm, 150e3));
  const double sigma = grid.sigma()[0], cg = compute_group_speed(sigma, sigma * sigma / gravity, 1e5);
  for (int step = 0; step < 120; ++step) propagation.step(state, 3600.0);
  const std::vector<double> energy = sum_directions(state, 0, grid.n_dir());
  const double angle = cg * 120 * 3600.0 / earth_radius;
  double sum = 0.0, square = 0.0;
  int n = 0;
  for (double bearing = -30.0 * degree; bearing < 30.0 * degree; bearing += degree, ++n) {
    const Vec3 to = east_at(0.3) * std::cos(bearing) + Vec3{0.0, 0.0, 1.0} * std::sin(bearing);
    const double e = interpolate(mesh, energy, storm * std::cos(angle) + to * std::sin(angle));
    sum += e;
    square += e * e;
  }
  const double ripple = std::sqrt(square / n - sum / n * sum / n) / (sum / n);
  std::printf("sprinkler, %.0f km, age %.0f days: ripple %.3f\n", cell_size / 1e3, age / 86400.0, ripple);
  return ripple;
}

TEST(Sprinkler, at_120_km) {
  const Mesh mesh = make_icosahedral_mesh(6, earth_radius);
  const double cured = compute_ripple(mesh, 120e3, 2.0 * 86400.0);
  EXPECT_LE(cured, 0.03);
  EXPECT_GE(compute_ripple(mesh, 120e3, 0.0), 2.0 * cured);
}

TEST(Sprinkler, at_60_km) {
  const Mesh mesh = make_icosahedral_mesh(7, earth_radius);
  EXPECT_LE(compute_ripple(mesh, 60e3, 3.0 * 86400.0), 0.05);
  EXPECT_GE(compute_ripple(mesh, 60e3, 0.0), 0.20);
}

}  // namespace
}  // namespace groundswell
