// SPDX-License-Identifier: Apache-2.0
// Stencils of regular grids: exact on linear fields in every convention, around the globe and over the poles.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "forcing/lat_lon_grid.hpp"

namespace groundswell {
namespace {

std::vector<double> axis(double first, double step, int n) {
  std::vector<double> out;
  for (int i = 0; i < n; ++i) out.push_back(first + step * i);
  return out;
}

// A field given by a function of longitude and latitude [degree], interpolated to a place.
double interpolated(const std::vector<double>& lon, const std::vector<double>& lat, double at_lon,
                    double at_lat, const std::function<double(double, double)>& field) {
  const LatLonGrid grid(lon, lat, "test");
  const Stencil stencil = grid.stencil(at_lon * degree, at_lat * degree);
  EXPECT_TRUE(stencil.inside) << at_lon << " " << at_lat << " in " << grid.extent();
  double value = 0.0, weight = 0.0;
  for (const StencilPoint& point : stencil.points) {
    value += point.weight * field(lon[point.column], lat[point.row]);
    weight += point.weight;
  }
  EXPECT_NEAR(weight, 1.0, 1e-12);
  return value;
}

bool is_inside(const LatLonGrid& grid, double lon, double lat) {
  return grid.stencil(lon * degree, lat * degree).inside;
}

}  // namespace

TEST(LatLonGrid, IsExactOnLinearFieldsInARegion) {
  const auto linear = [](double lon, double lat) { return 3.0 + 0.5 * lon - 0.25 * lat + 0.01 * lon * lat; };
  const std::vector<double> lon = axis(-82.0, 2.5, 12), lat = axis(20.0, 1.25, 33);
  const std::vector<double> lat_down(lat.rbegin(), lat.rend()), lon_down(lon.rbegin(), lon.rend());
  for (double at_lon : {-82.0, -81.3, -60.1, -54.5})
    for (double at_lat : {20.0, 33.3, 59.9, 60.0}) {
      EXPECT_NEAR(interpolated(lon, lat, at_lon, at_lat, linear), linear(at_lon, at_lat), 1e-9);
      EXPECT_NEAR(interpolated(lon, lat_down, at_lon + 360.0, at_lat, linear), linear(at_lon, at_lat), 1e-9);
      EXPECT_NEAR(interpolated(lon_down, lat, at_lon - 360.0, at_lat, linear), linear(at_lon, at_lat), 1e-9);
    }
}

TEST(LatLonGrid, KnowsWhatItDoesNotCover) {
  const LatLonGrid region(axis(-82.0, 2.0, 10), axis(20.0, 1.0, 10), "test");
  EXPECT_FALSE(region.is_global_in_longitude());
  for (const auto& [lon, lat] :
       {std::pair{-82.1, 25.0}, {-63.9, 25.0}, {-70.0, 19.9}, {-70.0, 29.1}, {100.0, 25.0}})
    EXPECT_FALSE(is_inside(region, lon, lat)) << lon << " " << lat;
  EXPECT_TRUE(is_inside(region, 278.0, 29.0));
  EXPECT_EQ(region.extent(), "longitudes -82 to -64, latitudes 20 to 29");
  // Global in longitude, but not up to the pole.
  const LatLonGrid band(axis(0.0, 10.0, 36), axis(-70.0, 10.0, 15), "test");
  EXPECT_TRUE(is_inside(band, 355.0, 69.0));
  EXPECT_FALSE(is_inside(band, 355.0, 71.0));
  EXPECT_EQ(band.extent(), "all longitudes, latitudes -70 to 70");
}

TEST(LatLonGrid, ARegionAcrossTheDateLineOrGreenwichIsOne) {
  const auto east_of_170 = [](double lon, double) { return std::remainder(lon - 185.0, 360.0); };
  EXPECT_NEAR(interpolated({170, 175, 180, -175, -170}, {0, 10}, 177.5, 5, east_of_170), -7.5, 1e-9);
  EXPECT_NEAR(interpolated({170, 175, 180, -175, -170}, {0, 10}, -177.0, 5, east_of_170), -2.0, 1e-9);
  const auto lon_signed = [](double lon, double) { return std::remainder(lon, 360.0); };
  EXPECT_NEAR(interpolated({350, 355, 0, 5}, {0, 10}, -3.0, 5, lon_signed), -3.0, 1e-9);
  EXPECT_NEAR(interpolated({350, 355, 0, 5}, {0, 10}, 359.0, 5, lon_signed), -1.0, 1e-9);
}

// The same periodic field with longitudes 0..360, -180..180 and 20..380, with a repeated column, and with
// descending longitudes.
TEST(LatLonGrid, EveryLongitudeConventionGivesTheSame) {
  const auto field = [](double lon, double lat) { return std::cos(lon * degree) + lat; };
  std::vector<double> closed = axis(0.0, 5.0, 73), down = axis(355.0, -5.0, 72);
  const std::vector<double> lat = axis(-87.5, 5.0, 36);
  for (double lon : {-179.9, -177.6, -2.5, 0.0, 2.4, 18.0, 22.0, 179.0, 180.0, 359.0}) {
    const double expected = interpolated(axis(0.0, 5.0, 72), lat, lon, 12.0, field);
    for (const auto& lons : {axis(-180.0, 5.0, 72), axis(20.0, 5.0, 72), closed, down})
      EXPECT_NEAR(interpolated(lons, lat, lon, 12.0, field), expected, 1e-12) << lon << " from " << lons[0];
  }
}

// A vector that is uniform in the polar plane, given by its local components at the grid's points, is
// reproduced on either side of the pole and on it, with or without a row at the pole.
TEST(LatLonGrid, AFlowAcrossThePoleIsKept) {
  const double to = 0.7;  // [rad] direction of the flow in the polar plane
  for (double first_lat : {-90.0, -88.75})
    for (int pole : {1, -1}) {
      const int n_lat = first_lat == -90.0 ? 73 : 72;
      const std::vector<double> lons = axis(20.0, 2.5, 144), lats = axis(first_lat, 2.5, n_lat);
      const LatLonGrid grid(lons, lats, "test");
      const auto local = [&](double lon, double angle) {  // east and north components at a meridian
        const double x = std::cos(angle), y = std::sin(angle), l = lon * degree;
        return std::array<double, 2>{-x * std::sin(l) + y * std::cos(l),
                                     pole * (-x * std::cos(l) - y * std::sin(l))};
      };
      for (double lon : {0.0, 33.3, 121.0, -77.0})
        for (double lat : {80.0, 87.6, 88.7, 89.0, 89.99, 90.0}) {
          const Stencil stencil = grid.stencil(lon * degree, pole * lat * degree);
          ASSERT_TRUE(stencil.inside) << lon << " " << lat;
          double east = 0.0, north = 0.0;
          for (const StencilPoint& point : stencil.points) {
            const auto [u, v] = local(lons[point.column], to);
            east += point.weight * (std::cos(point.turn) * u - std::sin(point.turn) * v);
            north += point.weight * (std::sin(point.turn) * u + std::cos(point.turn) * v);
          }
          EXPECT_NEAR(east, local(lon, to)[0], 1e-12) << lon << " " << pole * lat;
          EXPECT_NEAR(north, local(lon, to)[1], 1e-12) << lon << " " << pole * lat;
        }
    }
}

TEST(LatLonGrid, AScalarIsContinuousOverThePole) {
  const auto field = [](double lon, double lat) {  // linear in the polar plane
    return (90.0 - lat) * std::cos(lon * degree);
  };
  const std::vector<double> lons = axis(0.0, 2.5, 144), lats = axis(-88.75, 2.5, 72);
  EXPECT_NEAR(interpolated(lons, lats, 40.0, 90.0, field), 0.0, 1e-12);
  EXPECT_NEAR(interpolated(lons, lats, 40.0, 89.5, field), 0.5 * std::cos(40.0 * degree), 1e-9);
  EXPECT_NEAR(interpolated(lons, lats, 220.0, 89.5, field), -0.5 * std::cos(40.0 * degree), 1e-9);
}

TEST(LatLonGrid, RefusesWhatIsNotAGrid) {
  EXPECT_THROW(LatLonGrid({1.0}, {1.0, 2.0}, "test"), Error);
  EXPECT_THROW(LatLonGrid({1.0, 2.0}, {1.0, 3.0, 2.0}, "test"), Error);
  EXPECT_THROW(LatLonGrid({1.0, 2.0}, {80.0, 95.0}, "test"), Error);
  EXPECT_THROW(LatLonGrid({1.0, NAN}, {80.0, 85.0}, "test"), Error);
  EXPECT_THROW(LatLonGrid({5.0, 5.0, 365.0}, {80.0, 85.0}, "test"), Error);
}

}  // namespace groundswell
