// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/constants.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"
#include "mesh/open_boundaries.hpp"

namespace groundswell {
namespace {

TEST(OpenBoundaries, AreFoundWithLengthAndPlace) {
  PlanarHexSettings hexagons;
  hexagons.nx = 20, hexagons.ny = 10, hexagons.spacing = 1000.0;
  hexagons.periodic_y = true;
  hexagons.east = EdgeKind::land;
  const Mesh channel = make_planar_hex_mesh(hexagons);
  const std::vector<OpenBoundary> found = find_open_boundaries(channel);
  ASSERT_FALSE(found.empty());
  double length = 0.0;
  for (const OpenBoundary& boundary : found) length += boundary.length;
  // Two or three sides of each of 10 hexagons of side 1000 / sqrt(3).
  EXPECT_NEAR(length, (5 * 1 + 5 * 3) * 1000.0 / std::sqrt(3.0), 1.0);
  EXPECT_LT(found[0].east, 1000.0);
}

TEST(OpenBoundaries, AreConnectedAcrossTheDateLine) {
  const Mesh globe = make_icosahedral_mesh(4, earth_radius);
  std::vector<std::uint8_t> keep(std::size_t(globe.n_cell));
  for (int cell = 0; cell < globe.n_cell; ++cell)
    keep[cell] =
        std::abs(globe.lon_cell[cell]) > 160.0 * degree && std::abs(globe.lat_cell[cell]) < 20.0 * degree;
  const std::vector<OpenBoundary> found =
      find_open_boundaries(select_cells(globe, keep, EdgeKind::open_boundary));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].east - found[0].west, 40.0, 6.0);
  EXPECT_NEAR(found[0].north, 20.0, 3.0);
  EXPECT_GT(found[0].length, 4.0 * 40.0 * degree * earth_radius);
  EXPECT_NE(found[0].place(true).find("latitude -"), std::string::npos);
}

TEST(OpenBoundaries, AreNoneOnAWholeGlobe) {
  EXPECT_TRUE(find_open_boundaries(make_icosahedral_mesh(2, earth_radius)).empty());
}

}  // namespace
}  // namespace groundswell
