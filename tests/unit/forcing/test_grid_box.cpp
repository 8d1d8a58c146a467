// SPDX-License-Identifier: Apache-2.0
// The part of a file's grid that a rank reads: a box around the rank's cells, on grids of all conventions,
// with the same values as in the whole grid.
#include <gtest/gtest.h>

#include <numeric>
#include <utility>

#include "base/constants.hpp"
#include "forcing/lat_lon_series.hpp"
#include "support/netcdf_file.hpp"

namespace groundswell {
namespace {

using Axis = std::vector<double>;
using Places = std::vector<std::pair<double, double>>;  // longitude and latitude [degree]

Axis make_axis(double first, double step, int n) {
  Axis out;
  for (int i = 0; i < n; ++i) out.push_back(first + step * i);
  return out;
}

// Opens a file with one date of a water level that equals the index of the grid point.
LatLonSeries open_series(const Axis& lon, const Axis& lat, int format) {
  const auto path = test::scratch_path("box.nc");
  {
    test::NetcdfFile file(path, format);
    file.dimension("time", 1).dimension("lat", lat.size()).dimension("lon", lon.size());
    file.variable("time", NC_DOUBLE, {"time"}).attribute("units", "hours since 2020-01-01 00:00");
    file.variable("lat", NC_DOUBLE, {"lat"}).variable("lon", NC_DOUBLE, {"lon"});
    file.variable("zos", NC_FLOAT, {"time", "lat", "lon"});
    Axis values(lon.size() * lat.size());
    std::iota(values.begin(), values.end(), 0.0);
    file.put("time", {0}).put("lat", lat).put("lon", lon).put("zos", values);
  }
  ForcingFileSettings settings;
  settings.files = {path};
  const DateTime start = DateTime::parse("2020-01-01");
  return LatLonSeries(settings, water_level_names(), start, start);
}

// Returns the box around the places, and checks that it has the right value at each point of their stencils.
GridBox checked_box(const Axis& lon, const Axis& lat, const Places& places) {
  GridBox box;
  for (const int format : {0, NC_NETCDF4}) {
    const LatLonSeries series = open_series(lon, lat, format);
    std::vector<Stencil> stencils;
    for (const auto& [x, y] : places) stencils.push_back(series.grid().stencil(x * degree, y * degree));
    box = find_box(series.grid(), stencils);
    if (box.size() == 0) return box;
    const std::vector<float> values = series.read(0, 0, box);
    EXPECT_EQ(values.size(), box.size());
    for (const Stencil& stencil : stencils) {
      if (!stencil.inside) continue;
      for (const StencilPoint& point : stencil.points)
        EXPECT_EQ(values.at(box.at(point.row, point.column)), float(point.row * lon.size() + point.column));
    }
  }
  return box;
}

void expect_box(const GridBox& box, std::size_t row, std::size_t n_row, std::size_t column,
                std::size_t n_column) {
  EXPECT_EQ(box.first_row, row);
  EXPECT_EQ(box.n_row, n_row);
  EXPECT_EQ(box.first_column, column);
  EXPECT_EQ(box.n_column, n_column);
}

const Axis from_0 = make_axis(0, 10, 36), from_180 = make_axis(-180, 10, 36), rising = make_axis(-90, 10, 19),
           falling = make_axis(90, -10, 19);

TEST(GridBox, OfOneCellIsItsFourPoints) {
  expect_box(checked_box(from_0, rising, {{25, 33}}), 12, 2, 2, 2);
  expect_box(checked_box(from_0, falling, {{25, 33}}), 5, 2, 2, 2);
  expect_box(checked_box(from_180, falling, {{-155, -89}}), 17, 2, 2, 2);
}

TEST(GridBox, GoesOnFromTheLastColumnToTheFirst) {
  expect_box(checked_box(from_0, falling, {{-25, 33}, {15, 41}}), 4, 3, 33, 6);      // Greenwich
  expect_box(checked_box(from_180, falling, {{165, 33}, {-165, 41}}), 4, 3, 34, 5);  // the date line
  expect_box(checked_box(from_0, rising, {{165, 33}, {-165, 41}}), 12, 3, 16, 5);    // the middle of the file
  expect_box(checked_box(from_180, rising, {{-25, 33}, {15, 41}}), 12, 3, 15, 6);
  expect_box(checked_box(from_0, rising, {{355, 33}}), 12, 2, 35, 2);  // between the last and first column
}

TEST(GridBox, PassesARepeatedColumn) {
  const Axis repeated = make_axis(0, 10, 37);  // 0 and 360
  EXPECT_LE(checked_box(repeated, rising, {{-25, 33}, {15, 41}}).n_column, 7u);
  EXPECT_LE(checked_box(make_axis(-180, 10, 37), rising, {{175, 33}, {-175, 41}}).n_column, 5u);
}

TEST(GridBox, OfAPoleHasTheOppositeMeridian) {
  const Axis inside = make_axis(-85, 10, 18);
  expect_box(checked_box(from_0, inside, {{25, 87}}), 17, 1, 2, 20);
  Places cap;
  for (double x = 5; x < 360; x += 10) cap.emplace_back(x, 88.0);
  EXPECT_EQ(checked_box(from_0, inside, cap).size(), 36u);
  EXPECT_EQ(checked_box(from_0, rising, cap).size(), 72u);
}

TEST(GridBox, OfARegionAcrossTheDateLine) {
  const Axis lon = make_axis(150, 5, 20), west = make_axis(-210, 5, 20);
  expect_box(checked_box(lon, falling, {{175, -12}, {-170, 3}}), 8, 4, 5, 5);
  expect_box(checked_box(west, falling, {{175, -12}, {-170, 3}}), 8, 4, 5, 5);
  // From 0 to 360 with a gap, so that the region's first column is in the middle of the file.
  Axis cut = make_axis(0, 10, 9);
  for (double x = 270; x < 360; x += 10) cut.push_back(x);
  expect_box(checked_box(cut, rising, {{-15, 33}, {15, 33}}), 12, 2, 16, 5);
}

TEST(GridBox, IsEmptyWhereNoCellLiesInTheGrid) {
  EXPECT_EQ(checked_box(make_axis(10, 5, 4), rising, {{50, 0}, {0, 0}}).size(), 0u);
  EXPECT_EQ(checked_box(make_axis(10, 5, 4), rising, {}).size(), 0u);
  expect_box(checked_box(make_axis(10, 5, 4), rising, {{50, 0}, {16, 1}}), 9, 2, 1, 2);
}

}  // namespace
}  // namespace groundswell
