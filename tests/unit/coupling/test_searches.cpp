// SPDX-License-Identifier: Apache-2.0
// Searches on grids against loops over all points, triangles and boxes.
#include <gtest/gtest.h>

#include <map>

#include "coupling/bilinear_search.hpp"
#include "coupling/nearest_search.hpp"
#include "coupling/triangle_search.hpp"
#include "support/coupling_grids.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {
namespace {

CouplingGrid with_random_mask(CouplingGrid grid) {
  std::mt19937 random(11);
  for (std::size_t i = 0; i < grid.n_point(); ++i) grid.mask.push_back(random() % 3 > 0);
  return grid;
}

TEST(NearestSearch, FindsWhatALoopOverAllPointsFinds) {
  const WholeGrid source = whole(with_random_mask(make_globe(3, 1)));
  const NearestSearch search(source);
  const CouplingGrid points = make_random_points(300);
  for (std::size_t p = 0; p < points.n_point(); ++p) {
    const Vec3 place = grid_place(true, points.lon[p], points.lat[p]);
    std::int64_t expected = -1;
    for (std::int64_t i = 0; i < std::int64_t(source.n_point()); ++i)
      if (source.is_used(i) &&
          (expected < 0 || arc_length(source.place(i), place) < arc_length(source.place(expected), place)))
        expected = i;
    EXPECT_EQ(search.find(place), expected);
  }
}

// In a plane with whole coordinates, the centres of boxes are exactly as far from four points.
TEST(NearestSearch, TiesGoToTheLowestIndex) {
  GridAxes axes;
  for (int i = 0; i < 12; ++i) axes.lon.push_back(2.0 * i), axes.lat.push_back(-2.0 * i);
  CouplingGrid grid = make_grid(axes, false);
  grid.mask.assign(grid.n_point(), 1);
  grid.mask[0] = 0;
  const WholeGrid source = whole(grid);
  const NearestSearch search(source);
  for (int j = 0; j < 11; ++j)
    for (int i = 0; i < 11; ++i)
      EXPECT_EQ(search.find({2.0 * i + 1.0, -2.0 * j - 1.0, 0.0}), i == 0 && j == 0 ? 1 : 12 * j + i);
}

// A pole is as far from all points of a row, and all points of a row at the pole are the same place.
TEST(NearestSearch, RoundingDoesNotChooseAmongPointsAroundAPole) {
  for (const bool rows_at_poles : {false, true}) {
    const WholeGrid source = whole(make_global_grid(24, 9, 0.1, rows_at_poles));
    const NearestSearch search(source);
    for (int i = 0; i < 24; ++i) {
      EXPECT_EQ(search.find(point_at(0.3 * i, -0.5 * pi)), 0);
      EXPECT_EQ(search.find(point_at(0.3 * i, 0.5 * pi)), 8 * 24);
    }
  }
}

// Weights by Cramer's rule: the place is a sum of the corners with these factors.
std::array<double, 3> slow_weights(const WholeGrid& source, const GridTriangle& corners, const Vec3& place) {
  const Vec3 a = source.place(corners[0]), b = source.place(corners[1]), c = source.place(corners[2]);
  const double det = dot(a, cross(b, c));
  std::array<double, 3> weights{dot(place, cross(b, c)) / det, dot(a, cross(place, c)) / det,
                                dot(a, cross(b, place)) / det};
  const double sum = weights[0] + weights[1] + weights[2];
  if (std::ranges::min(weights) >= -1e-9)
    for (double& weight : weights) weight /= sum;
  return weights;
}

TEST(TriangleSearch, FindsWhatALoopOverAllTrianglesFinds) {
  for (const int n_parts : {1, 4}) {  // with triangles of 63 degrees, and of 16
    const WholeGrid source = whole(make_globe(n_parts, 0));
    const TriangleSearch search(source);
    std::vector<Vec3> places;
    const CouplingGrid points = make_random_points(300);
    for (std::size_t p = 0; p < points.n_point(); ++p)
      places.push_back(grid_place(true, points.lon[p], points.lat[p]));
    for (std::size_t i = 0; i < source.n_point(); ++i) places.push_back(source.place(std::int64_t(i)));
    const std::size_t n_inside = places.size();
    for (const GridTriangle& t : source.triangles)
      places.push_back(normalized(source.place(t[0]) * 0.3 + source.place(t[1]) * 0.7));
    for (std::size_t p = 0; p < places.size(); ++p) {
      std::map<std::int64_t, double> expected;
      for (const GridTriangle& corners : source.triangles) {
        const std::array<double, 3> weights = slow_weights(source, corners, places[p]);
        if (std::ranges::min(weights) < -1e-9) continue;
        for (std::size_t k = 0; k < 3; ++k)
          if (weights[k] > 1e-9) expected[corners[k]] = weights[k];
        break;  // the first one
      }
      const MatrixRow row = search.find(places[p]);
      ASSERT_EQ(row.size(), expected.size()) << p;
      for (const MatrixEntry& entry : row) EXPECT_NEAR(entry.weight, expected.at(entry.column), 1e-12);
      if (p >= n_inside) {
        EXPECT_EQ(row.size(), 2u) << "on an edge";
      }
    }
  }
}

// Triangles that overlap: the first one, in the order of corners, has the place.
TEST(TriangleSearch, OfSeveralTrianglesTheFirstHasThePlace) {
  CouplingGrid grid{"ocean", false, 6, {0, 1, 2, 3, 4, 5}, {0, 4, 0, 0, 5, 0}, {0, 0, 4, 0, 0, 5}};
  grid.triangles = {{4, 5, 3}, {2, 0, 1}, {1, 5, 3}};
  const WholeGrid source = whole(grid);
  const MatrixRow row = TriangleSearch(source).find({1.0, 1.0, 0.0});
  EXPECT_EQ(row, (MatrixRow{{0, 0.5}, {1, 0.25}, {2, 0.25}}));
}

// Two triangles on opposite sides of the globe; seen from outside one is clockwise.
TEST(TriangleSearch, TheFarSideOfTheGlobeIsNotHere) {
  CouplingGrid grid = make_points({0.0, 0.3, 0.1, pi, pi + 0.3, pi + 0.1}, {0.0, 0.0, 0.2, 0.0, 0.0, -0.2});
  grid.triangles = {{0, 1, 2}, {3, 4, 5}};
  const WholeGrid source = whole(grid);
  const TriangleSearch search(source);
  for (const int side : {0, 1}) {
    const MatrixRow row = search.find(point_at(0.1 + side * pi, side == 0 ? 0.1 : -0.1));
    ASSERT_EQ(row.size(), 3u);
    EXPECT_EQ(row[0].column, 3 * side);
  }
}

TEST(TriangleSearch, WorksInThePlaneAndEndsAtItsSides) {
  PlanarHexSettings settings;
  settings.nx = 7, settings.ny = 6, settings.spacing = 3e4;
  const WholeGrid source = whole(make_coupling_grid(make_planar_hex_mesh(settings), "ocean"));
  const TriangleSearch search(source);
  std::mt19937 random(2);
  std::uniform_real_distribution<double> x(-2e4, 2.2e5), y(-2e4, 1.5e5);
  int n_found = 0, n_outside = 0;
  for (int p = 0; p < 500; ++p) {
    const Vec3 place{x(random), y(random), 0.0};
    const MatrixRow row = search.find(place);
    Vec3 sum;
    for (const MatrixEntry& entry : row) {
      sum += source.place(entry.column) * entry.weight;
      EXPECT_LT(norm(source.place(entry.column) - place), settings.spacing);
    }
    ++(row.empty() ? n_outside : n_found);
    if (!row.empty()) {
      EXPECT_LT(norm(sum - place), 1e-6);
    }
    const bool is_outside =
        place.x < 0.0 || place.x > 6.5 * 3e4 || place.y < 0.0 || place.y > 2.5 * std::sqrt(3.0) * 3e4;
    const bool is_deep_inside = place.x > 1.5e4 && place.x < 1.8e5 && place.y > 0.0 && place.y < 1.29e5;
    if (is_outside || is_deep_inside) {
      EXPECT_EQ(row.empty(), is_outside);
    }
  }
  EXPECT_GT(n_found, 100);
  EXPECT_GT(n_outside, 50);
}

// The box of axes around a place, by a loop over all boxes; tests are made so that only one contains it.
MatrixRow slow_bilinear(const WholeGrid& source, double lon, double lat) {
  const std::size_t n_lon = source.axes.lon.size(), n_lat = source.axes.lat.size();
  MatrixRow row;
  for (std::size_t j = 0; j + 1 < n_lat; ++j)
    for (std::size_t i = 0; i < n_lon; ++i) {
      const std::size_t next = (i + 1) % n_lon;
      const double width = std::remainder(source.axes.lon[next] - source.axes.lon[i], 2.0 * pi),
                   x = std::remainder(lon - source.axes.lon[i], 2.0 * pi) / width,
                   y = (lat - source.axes.lat[j]) / (source.axes.lat[j + 1] - source.axes.lat[j]);
      if (x < 0.0 || x > 1.0 || y < 0.0 || y > 1.0 || width < 0.0 || width > 1.0) continue;
      row.push_back({std::int64_t(j * n_lon + i), (1 - x) * (1 - y)});
      row.push_back({std::int64_t(j * n_lon + next), x * (1 - y)});
      row.push_back({std::int64_t((j + 1) * n_lon + i), (1 - x) * y});
      row.push_back({std::int64_t((j + 1) * n_lon + next), x * y});
    }
  return row;
}

void expect_same_row(MatrixRow row, MatrixRow expected) {
  SparseMatrix a, b;
  a.add_row(std::move(row)), b.add_row(std::move(expected));
  ASSERT_EQ(a.row(0).size(), b.row(0).size());
  for (std::size_t k = 0; k < a.row(0).size(); ++k) {
    EXPECT_EQ(a.row(0)[k].column, b.row(0)[k].column);
    EXPECT_NEAR(a.row(0)[k].weight, b.row(0)[k].weight, 1e-12);
  }
}

TEST(BilinearSearch, FindsWhatALoopOverAllBoxesFinds) {
  std::vector<CouplingGrid> grids{make_global_grid(36, 18), make_global_grid(30, 19, -pi),
                                  make_global_grid(9, 6, 2.5)};
  GridAxes axes = make_global_grid(36, 18).axes;  // from north to south, and 350, 0, 10 degrees in the middle
  std::ranges::reverse(axes.lat);
  for (double& lon : axes.lon) lon = std::fmod(lon + 4.0, 2.0 * pi);
  grids.push_back(make_grid(axes));
  axes.lon.resize(20);  // a region
  grids.push_back(make_grid(axes));
  const CouplingGrid points = make_random_points(400);
  for (const CouplingGrid& grid : grids) {
    const WholeGrid source = whole(grid);
    const BilinearSearch search(source);
    const auto [low, high] = std::minmax(grid.axes.lat.front(), grid.axes.lat.back());
    for (std::size_t p = 0; p < points.n_point(); ++p) {
      const MatrixRow row = search.find(points.lon[p], points.lat[p]);
      if (points.lat[p] < low || points.lat[p] > high) {
        EXPECT_EQ(row.empty(), grid.axes.lon.size() == 20);
      } else {
        expect_same_row(row, slow_bilinear(source, points.lon[p], points.lat[p]));
      }
    }
  }
}

// A value on the meridian through the pole is linear between the two rows beside it.
TEST(BilinearSearch, FollowsTheMeridianThroughThePole) {
  const WholeGrid source = whole(make_global_grid(36, 18));
  const BilinearSearch search(source);
  for (const double sign : {1.0, -1.0}) {
    const std::int64_t row = sign > 0.0 ? 17 * 36 : 0;
    expect_same_row(search.find(30.0 * degree, sign * 87.0 * degree), {{row + 3, 0.8}, {row + 21, 0.2}});
    expect_same_row(search.find(-105.0 * degree, sign * 90.0 * degree),
                    {{row + 25, 0.25}, {row + 26, 0.25}, {row + 7, 0.25}, {row + 8, 0.25}});
  }
  GridAxes southward = source.axes;
  std::ranges::reverse(southward.lat);
  const WholeGrid other = whole(make_grid(southward));
  expect_same_row(BilinearSearch(other).find(30.0 * degree, 87.0 * degree), {{3, 0.8}, {21, 0.2}});
  // Rows that end far from the pole have no place beyond them.
  GridAxes axes = source.axes;
  axes.lat.resize(16);
  const WholeGrid shorter = whole(make_grid(axes));
  EXPECT_TRUE(BilinearSearch(shorter).find(0.1, 65.001 * degree).empty());
  EXPECT_FALSE(BilinearSearch(shorter).find(0.1, 65.0 * degree + 1e-8).empty()) << "on the last row";
}

TEST(BilinearSearch, RoundingDoesNotPutAPlaceOutside) {
  const WholeGrid source = whole(make_grid({{3.0, 3.1, 3.2, 3.3}, {0.5, 0.4, 0.3}}));
  const BilinearSearch search(source);
  for (const double sign : {1.0, -1.0}) {
    EXPECT_EQ(search.find(3.0 - sign * 1e-8, 0.4).empty(), false);
    EXPECT_EQ(search.find(3.3 + sign * 1e-8, 0.3 - sign * 1e-8).empty(), false);
    EXPECT_EQ(search.find(3.0 - sign * 1e-4, 0.4).empty(), sign > 0.0);
    EXPECT_EQ(search.find(3.3 + sign * 1e-4 - 2.0 * pi, 0.4).empty(), sign > 0.0);
    EXPECT_EQ(search.find(3.1, 0.5 + sign * 1e-4).empty(), sign > 0.0);
  }
}

// 0 to 360 degrees, where the last column repeats the first one.
TEST(BilinearSearch, TheLastColumnMayRepeatTheFirst) {
  GridAxes axes = make_global_grid(12, 6).axes;
  axes.lon.push_back(2.0 * pi);
  const WholeGrid source = whole(make_grid(axes));
  const BilinearSearch search(source);
  for (const double lon : {-1e-17, 0.0, 2.0 * pi, -2.0 * pi, 6.2, -0.1, 3.0}) {
    const MatrixRow row = search.find(lon, 0.1);
    double sum = 0.0;
    Vec3 mean;
    for (const MatrixEntry& entry : row) {
      sum += entry.weight;
      mean += source.place(entry.column) * entry.weight;
    }
    EXPECT_NEAR(sum, 1.0, 1e-15);
    EXPECT_NEAR(std::remainder(longitude(mean) - lon, 2.0 * pi), 0.0, 5e-3);
  }
}

TEST(Searches, MissingPartsGetSentences) {
  const WholeGrid mesh = whole(make_globe(1, 0)), rows = whole(make_global_grid(8, 4));
  expect_words(message_of([&] { BilinearSearch search(mesh); }), {"'ocean'", "bilinear", "three_points"});
  expect_words(message_of([&] { TriangleSearch search(rows); }), {"'atmosphere'", "triangles", "bilinear"});
  const WholeGrid line = whole(make_global_grid(8, 1));
  expect_words(message_of([&] { BilinearSearch search(line); }), {"8 columns and 1 rows", "nearest"});
}

}  // namespace
}  // namespace groundswell::test
