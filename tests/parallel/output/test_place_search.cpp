// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "output/place_search.hpp"
#include "parallel/output/sample_ocean.hpp"

namespace groundswell {
namespace {

// Compares with a search over all cells; of equally near cells, the one with the lowest number is found.
TEST(PlaceSearch, FindsTheNearestCell) {
  const Communicator world(MPI_COMM_WORLD);
  const Mesh& ocean = test::sample_ocean();
  const LocalMesh ocean_part = test::deal_cells(world, ocean);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> lon(-400.0, 400.0), height(-1.0, 1.0);
  std::vector<Position> positions{{0.0, 90.0}, {180.0, -90.0}, {180.0, 0.0}, {-180.0, 10.0}};
  // Midpoints of edges, which may be equally near to two cells.
  for (int edge = 0; edge < ocean.n_edge; edge += 50)
    positions.push_back(
        {ocean.lon_edge[std::size_t(edge)] / degree, ocean.lat_edge[std::size_t(edge)] / degree});
  while (positions.size() < 500) positions.push_back({lon(random), std::asin(height(random)) / degree});
  const std::vector<FoundPlace> found = search_places(world, ocean_part, positions);
  ASSERT_EQ(found.size(), positions.size());
  for (std::size_t p = 0; p < positions.size(); ++p) {
    double nearest = 1e9, smallest = 1e30;
    std::size_t first = 0;
    const Vec3 place = position_in_space(ocean, positions[p]);
    for (std::size_t cell = 0; cell < std::size_t(ocean.n_cell); ++cell) {
      nearest = std::min(nearest, distance_to_cell(ocean, int(cell), positions[p].lon, positions[p].lat));
      const Vec3 way = Vec3{ocean.x_cell[cell], ocean.y_cell[cell], ocean.z_cell[cell]} - place;
      if (dot(way, way) >= smallest) continue;
      smallest = dot(way, way);
      first = cell;
    }
    EXPECT_EQ(found[p].nearest.cell, std::int64_t(first)) << positions[p].lon << ' ' << positions[p].lat;
    EXPECT_NEAR(found[p].nearest.distance, nearest, 1e-3);
    const double east = std::remainder(positions[p].lon, 360.0), north = positions[p].lat;
    const bool inland = east > 24.0 && east < 76.0 && north > -26.0 && north < 36.0;
    const bool near_land = east > 16.0 && east < 84.0 && north > -34.0 && north < 44.0;
    if (near_land && !inland) continue;
    EXPECT_EQ(found[p].is_in_cell, !inland) << east << ' ' << north;
  }
  const Mesh plane = make_planar_hex_mesh({.nx = 12, .ny = 4, .spacing = 5000.0});
  const LocalMesh part = test::deal_cells(world, plane);
  const Position between{0.5 * (plane.x_cell[17] + plane.x_cell[18]), plane.y_cell[17]};
  EXPECT_EQ(search_places(world, part, std::vector{between}).at(0).nearest.cell, 17);
}

// On a periodic plane, positions between the last and the first row, or whole periods away, lie in a cell,
// too.
TEST(PlaceSearch, KnowsPeriods) {
  const Communicator world(MPI_COMM_WORLD);
  const Mesh torus =
      make_planar_hex_mesh({.nx = 12, .ny = 4, .spacing = 5000.0, .periodic_x = true, .periodic_y = true});
  const LocalMesh part = test::deal_cells(world, torus);
  const double last_row = torus.y_cell[47], gap = torus.period_y - last_row;
  std::vector<Position> positions;
  for (const double turn : {-2.0, 0.0, 3.0})
    for (const double share : {0.2, 0.8})
      positions.push_back(
          {torus.x_cell[3] + turn * torus.period_x, last_row + share * gap - turn * torus.period_y});
  const std::vector<FoundPlace> found = search_places(world, part, positions);
  for (std::size_t p = 0; p < positions.size(); ++p) {
    EXPECT_TRUE(found[p].is_in_cell);
    EXPECT_EQ(found[p].nearest.cell / 12, p % 2 == 0 ? 3 : 0);
    EXPECT_LT(found[p].nearest.distance, 5000.0 / std::sqrt(3.0));
  }
}

}  // namespace
}  // namespace groundswell
