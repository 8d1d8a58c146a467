// SPDX-License-Identifier: Apache-2.0
// Values of all points of a grid from files with and without dates, and what is wrong with bad ones.
#include <gtest/gtest.h>

#include <cmath>

#include "mesh_files/point_values.hpp"
#include "support/netcdf_file.hpp"
#include "support/sentences.hpp"

namespace groundswell::test {
namespace {

const DateTime start({2000, 1, 1});

// Winds [km h-1] on two rows of three points at two dates, and a height [cm] without dates.
std::string write_values() {
  const std::string path = scratch_path("values.nc").string();
  NetcdfFile file(path);
  file.dimension("time", 2).dimension("lat", 2).dimension("lon", 3).dimension("nCells", 6);
  file.variable("time", NC_DOUBLE, {"time"}).attribute("units", "hours since 2000-01-01 00:00");
  file.variable("u", NC_FLOAT, {"time", "lat", "lon"}).attribute("units", "km h-1");
  file.variable("hs", NC_FLOAT, {"nCells"}).attribute("units", "cm").attribute("_FillValue", -1.0, NC_FLOAT);
  file.put("time", {0.0, 6.0}).put("u", {0, 1, 2, 3, 4, 5, 36, 72, 108, 144, 180, 216});
  file.put("hs", {100, 200, 300, -1, 500, 600});
  return path;
}

TEST(PointValues, AreThoseOfTheDateInTheUnit) {
  const std::string path = write_values();
  const auto values = read_point_values(path, {"u"}, "m s-1", 6, start + 6 * 3600);
  ASSERT_EQ(values.size(), 1u);
  ASSERT_EQ(values[0].size(), 6u);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(values[0][std::size_t(i)], 10.0 * (i + 1), 1e-12);
}

TEST(PointValues, WithoutDatesAreThereAtAllAndMissingOnesAreNoNumbers) {
  const auto values = read_point_values(write_values(), {"hs", "hs"}, "m", 6, start + 100);
  ASSERT_EQ(values.size(), 2u);
  EXPECT_EQ(values[0][1], 2.0);
  EXPECT_EQ(values[1][5], 6.0);
  EXPECT_TRUE(std::isnan(values[0][3]));
}

TEST(PointValues, BadFilesGetSentences) {
  const std::string path = write_values();
  const auto complaint = [&](const char* name, const char* unit, std::int64_t n, const DateTime& date) {
    return message_of([&] { read_point_values(path, {name}, unit, n, date); });
  };
  expect_words(complaint("u", "m s-1", 6, start + 3600), {"values.nc", "no values of 2000-01-01T01:00:00Z",
                                                          "from 2000-01-01T00:00:00Z to 2000-01-01T06"});
  expect_words(complaint("u", "m s-1", 7, start), {"u has 6 values of a date", "7 points"});
  expect_words(complaint("v", "m s-1", 6, start), {"values.nc", "v"});
  expect_words(complaint("hs", "s", 6, start), {"values.nc", "hs", "cm"});
  expect_words(message_of([] { read_point_values("no/such.nc", {"u"}, "m", 1, start); }), {"no/such.nc"});
}

}  // namespace
}  // namespace groundswell::test
