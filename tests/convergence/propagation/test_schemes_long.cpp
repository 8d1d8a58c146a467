// SPDX-License-Identifier: Apache-2.0
// An effect of the scheme that a forecaster would see: the shadow of an island.
#include <gtest/gtest.h>

#include "carried_blob.hpp"
#include "mesh/mesh_selection.hpp"
#include "sample_field.hpp"
#include "wave_blob.hpp"

namespace groundswell {
namespace {

// Distance [m] from the middle of the shadow, towards one side, at which the field first exceeds a level.
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
  propagation.update_water(make_solid_rotation(mesh, axis, 20.0));
  RowArray<float> state(std::size_t(mesh.n_cell), std::size_t(grid.n_bin()));
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    for (int bin = 0; bin < grid.n_bin(); ++bin) state(cell, bin) = 1.0f;
  for (int step = 0; step < 190; ++step) propagation.step(state, 2000.0);  // 7600 km of drift
  std::vector<double> value = sum_directions(state, 0, grid.n_dir());
  for (double& v : value) v /= grid.n_dir();
  EXPECT_LE(*std::max_element(value.begin(), value.end()), 1.09);
  // The mean width of the two edges of the shadow, 1500 km behind the island: 290 km, and the maximum 1.081.
  // If what leaves the cells beside the island has values of first order, they are 300 to 350 km and 1.045 to
  // 1.059, depending on the place.
  const Vec3 behind = turned(island, axis, 1500e3 / earth_radius);
  double width = 0.0;
  for (const double side : {1.0, -1.0})
    width += 0.5 * (find_crossing(mesh, value, behind, axis * side, 0.9) -
                    find_crossing(mesh, value, behind, axis * side, 0.1));
  const double centre = interpolate(mesh, value, turned(island, axis, 4000e3 / earth_radius));
  std::printf("island: maximum %.3f, shadow's edge %.0f km wide, centre of the shadow %.4f\n",
              *std::max_element(value.begin(), value.end()), width / 1e3, centre);
  EXPECT_LE(width, 300e3);
  EXPECT_LE(centre, 0.005);
}

}  // namespace
}  // namespace groundswell
