// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "base/error.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/bathymetry.hpp"
#include "mesh/coast_distance.hpp"

namespace groundswell {
namespace {

// A grid of the globe with steps of `step` degrees; `height` [m] is a function of longitude and latitude in
// degrees.
RegularGrid globe_grid(double step, const std::function<double(double, double)>& height) {
  std::vector<double> lon, lat;
  std::vector<float> values;
  for (int i = 0; i < std::lround(360.0 / step); ++i) lon.push_back(20.0 + step * i);
  for (int j = 0; j <= std::lround(180.0 / step); ++j) lat.push_back(-90.0 + step * j);
  for (double y : lat)
    for (double x : lon) values.push_back(static_cast<float>(height(std::remainder(x, 360.0), y)));
  return make_regular_grid(lon, lat, values);
}

const Mesh& globe() {
  static const Mesh mesh = make_icosahedral_mesh(4, earth_radius);
  return mesh;
}

TEST(RegularGrid, ClosesTheCircleAndTurnsRows) {
  // As in ETOPO5, whose 4320 columns have a step slightly too large; here 8 columns of 45 degrees.
  std::vector<double> lon, lat{80.0, 0.0, -80.0};
  for (int i = 0; i < 8; ++i) lon.push_back(45.001 * i);
  std::vector<float> values(24);
  for (int i = 0; i < 24; ++i) values[i] = i;
  const RegularGrid grid = make_regular_grid(lon, lat, values);
  EXPECT_TRUE(grid.full_circle);
  EXPECT_NEAR(grid.lon_step, pi / 4.0, 1e-15);
  EXPECT_EQ(grid.at(0, 0), 16.0f) << "the southern row comes first";
  EXPECT_EQ(grid.column_of(-22.0 * degree), 0);
  EXPECT_EQ(grid.column_of(-23.0 * degree), 7);
  EXPECT_EQ(grid.row_of(-90.0 * degree), 0);

  lon.push_back(360.0);  // the last column repeats the first
  for (int i = 0; i < 8; ++i) lon[i] = 45.0 * i;
  std::vector<float> more(27, 1.0f);
  EXPECT_EQ(make_regular_grid(lon, lat, more).n_lon, 8);
  EXPECT_EQ(make_regular_grid(lon, lat, more).values.size(), 24u);
}

TEST(RegularGrid, KnowsWhatLiesOutside) {
  const RegularGrid grid = make_regular_grid({-10.0, 0.0, 10.0}, {40.0, 50.0}, std::vector<float>(6));
  EXPECT_FALSE(grid.full_circle);
  EXPECT_FALSE(grid.is_global());
  EXPECT_TRUE(globe_grid(10.0, [](double, double) { return 0.0; }).is_global());
  EXPECT_EQ(grid.column_of(14.9 * degree), 2);
  EXPECT_EQ(grid.column_of(15.1 * degree), -1);
  EXPECT_EQ(grid.column_of(-15.1 * degree), -1);
  EXPECT_EQ(grid.column_of(354.0 * degree), 0);
  EXPECT_EQ(grid.row_of(34.0 * degree), -1);
  EXPECT_EQ(grid.row_of(56.0 * degree), -1);
  EXPECT_THROW(make_regular_grid({0.0, 1.0, 3.0}, {0.0, 1.0}, std::vector<float>(6)), Error);
  EXPECT_THROW(make_regular_grid({0.0, 1.0}, {0.0, 1.0}, std::vector<float>(6)), Error);
  EXPECT_THROW(make_regular_grid({1.0, 0.0}, {0.0, 1.0}, std::vector<float>(4)), Error);
}

// Depth 4000 m + 3000 m sin(lat): its integral over the globe is known exactly, and each cell's mean depends
// on its latitude.
TEST(Bathymetry, AveragesAreExactInSum) {
  const RegularGrid grid =
      globe_grid(0.5, [](double, double lat) { return -(4000.0 + 3000.0 * std::sin(lat * degree)); });
  const CellHeights heights = average_heights(globe(), grid);
  double volume = 0.0, area = 0.0;
  for (int cell = 0; cell < globe().n_cell; ++cell) {
    EXPECT_EQ(heights.wet_fraction[cell], 1.0);
    EXPECT_NEAR(heights.wet_depth[cell], 4000.0 + 3000.0 * std::sin(globe().lat_cell[cell]), 15.0);
    volume += heights.wet_depth[cell] * globe().area_cell[cell];
    area += globe().area_cell[cell];
  }
  EXPECT_NEAR(volume / area, 4000.0, 0.5);
}

// Half the globe is land: the wet fractions are between 0 and 1, and the wet areas sum to half the globe.
TEST(Bathymetry, WetSharesSumToTheSea) {
  const RegularGrid grid = globe_grid(1.0, [](double lon, double) { return lon > 0.0 ? 100.0 : -50.0; });
  const CellHeights heights = average_heights(globe(), grid);
  double wet = 0.0, area = 0.0;
  for (int cell = 0; cell < globe().n_cell; ++cell) {
    EXPECT_GE(heights.wet_fraction[cell], 0.0);
    EXPECT_LE(heights.wet_fraction[cell], 1.0);
    EXPECT_NEAR(heights.wet_depth[cell], heights.wet_fraction[cell] > 0.0 ? 50.0 : 0.0, 1e-4);
    wet += heights.wet_fraction[cell] * globe().area_cell[cell];
    area += globe().area_cell[cell];
  }
  EXPECT_NEAR(wet / area, 0.5, 0.002);
}

// An ocean west of Greenwich, and in the east a Caspian that is 30 m deep, a small separate sea, and a lake
// that is too shallow.
double small_world(double lon, double lat) {
  if (lon < 0.0) return -3000.0;
  if (lon > 47.0 && lon < 60.0 && lat > 36.0 && lat < 48.0) return -30.0;
  if (std::hypot(lon - 120.0, lat + 30.0) < 12.0) return -400.0;
  return lat < -55.0 && lat > -75.0 && lon > 30.0 && lon < 90.0 ? -0.5 : 300.0;
}

TEST(Bathymetry, KeepsTheSeaAndCountsWhatGoes) {
  const RegularGrid grid = globe_grid(0.5, small_world);
  const CellHeights heights = average_heights(globe(), grid);
  SeaCounts counts;
  SeaSettings settings;
  const Mesh sea = select_sea(globe(), heights, {}, settings, counts);
  check_mesh(sea);
  EXPECT_EQ(counts.n_cell, 2562);
  EXPECT_EQ(counts.n_sea, sea.n_cell);
  EXPECT_EQ(counts.n_dry + counts.n_inland + counts.n_puddle + counts.n_sea, counts.n_cell);
  EXPECT_NEAR(sea.n_cell, 1281, 40);
  EXPECT_GT(counts.n_inland, 2);
  EXPECT_EQ(counts.n_parts, 1);
  EXPECT_GT(counts.n_puddle, 2);
  for (int cell = 0; cell < sea.n_cell; ++cell) {
    EXPECT_LT(std::sin(sea.lon_cell[cell]) * std::cos(sea.lat_cell[cell]), 0.02);
    EXPECT_NEAR(sea.depth_cell[cell], 3000.0, 1e-3) << "land in a cell does not make its sea shallower";
  }
  settings.smallest_part = 1e11;
  const int n_puddle = counts.n_puddle;
  EXPECT_EQ(select_sea(globe(), heights, {}, settings, counts).n_cell, sea.n_cell + n_puddle);
  EXPECT_EQ(counts.n_sea_parts, 2) << "the small part is kept now, the Caspian is not";
  EXPECT_NE(counts.sentence().find("2562 cells"), std::string::npos);
  settings.smallest_depth = 5000.0;
  EXPECT_THROW(select_sea(globe(), heights, {}, settings, counts), Error);
}

double length_of(const Mesh& mesh, EdgeKind kind) {
  double length = 0.0;
  for (int edge = 0; edge < mesh.n_edge; ++edge)
    if (mesh.edge_kind[edge] == kind) length += mesh.dv_edge[edge];
  return length;
}

// Sea everywhere, but heights for a part of it only: the rest becomes land, with a warning.
TEST(Bathymetry, SaysWhichCoastIsMadeByMissingHeights) {
  std::vector<double> lon, lat;
  for (double x = -60.0; x <= 60.0; x += 1.0) lon.push_back(x);
  for (double y = -40.0; y <= 40.0; y += 1.0) lat.push_back(y);
  const std::vector<float> values(lon.size() * lat.size(), -3000.0f);
  SeaCounts counts;
  const Mesh sea =
      select_sea(globe(), average_heights(globe(), make_regular_grid(lon, lat, values)), {}, {}, counts);
  EXPECT_NEAR(counts.outside_coast, length_of(sea, EdgeKind::land), 1.0);
  EXPECT_EQ(counts.n_outside, counts.n_cell - sea.n_cell);
  EXPECT_NE(counts.warning().find("the heights do not cover the region"), std::string::npos);
  // Missing heights inside the grid are land, as in many files.
  const RegularGrid whole_globe = globe_grid(1.0, [](double x, double) { return x < 0.0 ? -100.0 : NAN; });
  select_sea(globe(), average_heights(globe(), whole_globe), {}, {}, counts);
  EXPECT_EQ(counts.outside_coast, 0.0);
  EXPECT_EQ(counts.warning(), "");
}

TEST(Bathymetry, UncoveredSeaIsCutWithAnOpenBoundary) {
  const CellHeights heights = average_heights(globe(), globe_grid(0.5, small_world));
  std::vector<std::uint8_t> covered;
  for (double lat : globe().lat_cell) covered.push_back(lat > 0.0);
  SeaCounts counts;
  const Mesh sea = select_sea(globe(), heights, covered, {}, counts);
  EXPECT_NEAR(counts.n_uncovered, 640, 40);
  EXPECT_NEAR(sea.n_cell, 640, 40);
  int n_open = 0;
  for (int edge = 0; edge < sea.n_edge; ++edge) {
    if (sea.edge_kind[edge] != EdgeKind::open_boundary) continue;
    EXPECT_LT(std::abs(sea.lat_edge[edge]), 4.0 * degree);
    ++n_open;
  }
  EXPECT_GT(n_open, 30);
  EXPECT_NEAR(counts.uncovered_boundary, length_of(sea, EdgeKind::open_boundary), 1.0);
  EXPECT_NE(counts.sentence().find("which makes"), std::string::npos);
  EXPECT_THROW(select_sea(globe(), heights, std::vector<std::uint8_t>(2562), {}, counts), Error);
}

// A round island: the distance is known exactly.
TEST(CoastDistance, IsTheDistanceToTheCoast) {
  const Vec3 island = point_at(-30.0 * degree, 50.0 * degree);
  const RegularGrid grid = globe_grid(0.5, [&](double lon, double lat) {
    return arc_length(point_at(lon * degree, lat * degree), island) < 5.0 * degree ? 10.0 : -100.0;
  });
  const CoastDistance whole(grid, {}, 1.0);
  const LonLatBox box{-60.0 * degree, 0.0, 30.0 * degree, 70.0 * degree};
  const CoastDistance part(grid, box, 1.0);
  for (double lon = -180.0; lon < 180.0; lon += 7.0)
    for (double lat = -85.0; lat < 90.0; lat += 5.0) {
      const Vec3 p = point_at(lon * degree, lat * degree);
      const double exact = std::abs(arc_length(p, island) - 5.0 * degree);
      EXPECT_NEAR(whole(p), exact, 0.5 * degree + 0.01 * exact) << lon << " " << lat;
      if (!box.contains(p)) continue;
      EXPECT_NEAR(part(p), exact, 0.5 * degree + 0.01 * exact) << lon << " " << lat;
    }
  const SpacingFunction spacing =
      make_coast_spacing(std::make_shared<const CoastDistance>(grid, box, 1.0), {10.0, 30.0, 10.0 * degree});
  EXPECT_NEAR(spacing(point_at(-30.0 * degree, 45.0 * degree)), 10.0, 1.1);
  EXPECT_NEAR(spacing(point_at(-30.0 * degree, 40.0 * degree)), 20.0, 1.1);
  EXPECT_NEAR(spacing(point_at(-55.0 * degree, 32.0 * degree)), 30.0, 1e-6);
}

TEST(CoastDistance, BeyondTheHeightsIsThatOfTheirLastRows) {
  RegularGrid south = globe_grid(0.5, [](double, double) { return -100.0; });
  south.n_lat = 100;
  south.values.resize(std::size_t(south.n_lat) * std::size_t(south.n_lon));
  const CoastDistance distance(south, {-60.0 * degree, 0.0, 30.0 * degree, 70.0 * degree}, 1.0);
  EXPECT_NEAR(distance(point_at(-30.0 * degree, 50.0 * degree)), pi, 1e-6);  // no coast is there
}

}  // namespace
}  // namespace groundswell
