// SPDX-License-Identifier: Apache-2.0
// Files of parameters that contradict themselves, or have values that are impossible at sea.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "boundary/parameter_series.hpp"
#include "parameter_file.hpp"

namespace groundswell::test {
namespace {

TEST(ParameterSeries, RefusesSpreadsWithoutUnitsThatLookLikeRadians) {
  const auto write = [](double spread, const char* units) {
    write_file(scratch_path("spread.nc"), false,
               {{"swh", "m", times(4, 2.0)},
                {"mwp", "s", times(4, 9.0)},
                {"mwd", "degree", times(4, 270.0)},
                {"wdw", units, {0.4, missing, spread, missing}}});
    return settings_of(scratch_path("spread.nc"));
  };
  expect_series_refused(write(0.5, ""),
                        {"'wdw'", "no units", "at most 0.4", "2000-01-01T00:00:00Z", "radian"});
  const auto spread_of = [](const WaveFileSettings& settings) {
    return ParameterSeries(settings, Calendar::standard).at(0)[0].spread;
  };
  EXPECT_NEAR(spread_of(write(0.5, "radian")), 0.4, 1e-7);
  EXPECT_NEAR(spread_of(write(0.5, "degree")), 0.4 * degree, 1e-7);
}

TEST(ParameterSeries, RefusesNumbersThatNoSeaHas) {
  const auto read = [](double height, double direction) {
    write_file(scratch_path("wrong.nc"), false,
               {{"hs", "m", {1.0, height, 1.0, 1.0}},
                {"tp", "s", times(4, 9.0)},
                {"dir", "degree", {0.0, direction, 0.0, 0.0}}});
    const ParameterSeries series(settings_of(scratch_path("wrong.nc")), Calendar::standard);
    return series.at(0)[1].height;
  };
  EXPECT_EQ(read(19.0, 360.0), 19.0);
  EXPECT_EQ(read(0.0, -9999.0), 0.0);  // calm water has no direction
  for (const double height : {9999.0, -9999.0, 1e20}) EXPECT_THROW(read(height, 0.0), Error) << height;
  EXPECT_THROW(read(2.0, -9999.0), Error);
  EXPECT_THROW(read(9999.0, 0.0), Error);
  expect_series_refused(settings_of(scratch_path("wrong.nc")), {"variable 'hs' of '", "wrong.nc'", "9999 m",
                                                                "2000-01-01T00:00:00Z", "place (1, 49)"});
}

TEST(ParameterSeries, RefusesPeriodsThatNoSeaHas) {
  const auto write = [](const char* name, const char* units, double height, double period) {
    write_file(scratch_path("period.nc"), false,
               {{"hs", "m", {1.0, height, 1.0, 1.0}},
                {name, units, {0.4, period, 0.4, 0.4}},
                {"dir", "degree", times(4, 0.0)}});
    return settings_of(scratch_path("period.nc"));
  };
  const auto height = [](const WaveFileSettings& settings) {
    return ParameterSeries(settings, Calendar::standard).at(0)[1].height;
  };
  const double infinite = std::numeric_limits<double>::infinity();
  for (const double minutes : {999.0, 9999.0, 0.7, 0.008, 0.0, -999.0, infinite})
    expect_series_refused(write("tp", "min", 2.0, minutes), {"variable 'tp' of '", "period.nc'",
                                                             " s at 2000-01-01T00:00:00Z", "place (1, 49)"});
  expect_series_refused(write("fp", "s-1", 2.0, 0.02), {"variable 'fp' of '", "0.02", "s-1"});
  EXPECT_EQ(height(write("fp", "s-1", 2.0, 0.03)), 2.0);
  EXPECT_EQ(height(write("fp", "s-1", 0.0, 0.0)), 0.0);    // calm water has no period
  EXPECT_EQ(height(write("fp", "s-1", 0.005, 0.0)), 0.0);  // waves of 5 mm count as calm
  EXPECT_TRUE(std::isnan(height(write("fp", "s-1", 2.0, missing))));
}

TEST(ParameterSeries, TakesPeakFrequenciesWithoutUnits) {
  write_file(scratch_path("fp_plain.nc"), false,
             {{"hs", "m", times(4, 2.0)}, {"fp", "", times(4, 0.0833)}, {"dir", "degree", times(4, 90.0)}});
  EXPECT_NEAR(
      ParameterSeries(settings_of(scratch_path("fp_plain.nc")), Calendar::standard).at(0)[0].frequency,
      0.0833, 1e-7);
}

// Writes heights and periods at 2 dates on a grid of 2 x 2 places. The directions have separate dimensions
// for time and latitude, with these coordinates.
WaveFileSettings write_other_dimensions(const std::vector<double>& dates, const std::vector<double>& rows) {
  NetcdfFile file(scratch_path("other.nc"));
  file.dimension("time", 2).dimension("latitude", 2).dimension("longitude", 2);
  file.dimension("time2", dates.size()).dimension("lat2", rows.size());
  for (const char* name : {"time", "time2"})
    file.variable(name, NC_INT, {name}).attribute("units", "hours since 2000-01-01");
  for (const char* name : {"latitude", "lat2"})
    file.variable(name, NC_DOUBLE, {name}).attribute("units", "degrees_north");
  file.variable("longitude", NC_DOUBLE, {"longitude"});
  for (const char* name : {"swh", "mwp"}) file.variable(name, NC_FLOAT, {"time", "latitude", "longitude"});
  file.variable("mwd", NC_FLOAT, {"time2", "lat2", "longitude"});
  file.put("time", {0, 6}).put("time2", dates).put("latitude", {50, 49}).put("lat2", rows);
  file.put("longitude", {1, 2}).put("swh", times(8, 3.0)).put("mwp", times(8, 8.0));
  file.put("mwd", times(int(2 * dates.size() * rows.size()), 90.0));
  return settings_of(scratch_path("other.nc"));
}

TEST(ParameterSeries, RefusesDirectionsAtOtherDatesOrPlaces) {
  EXPECT_EQ(ParameterSeries(write_other_dimensions({0, 6}, {50, 49}), Calendar::standard).at(1)[3].height,
            3.0);
  for (const std::vector<double>& dates : {std::vector<double>{0}, {0, 3}, {0, 3, 6}})
    expect_series_refused(
        write_other_dimensions(dates, {50, 49}),
        {"'swh'", "other.nc'", "along 'time'", "'mwd'", "'time2'", "same dates and places"});
  expect_series_refused(write_other_dimensions({0, 6}, {49, 50}), {"'swh'", "'latitude'", "'mwd'", "'lat2'"});
}

TEST(ParameterSeries, RefusesTwoDimensionsOfTime) {
  const auto write = [](std::size_t n_other) {
    NetcdfFile file(scratch_path("times.nc"));
    file.dimension("time", 2).dimension("reference_time", n_other).dimension("place", 1);
    file.variable("time", NC_INT, {"time"}).attribute("units", "hours since 2000-01-01");
    file.variable("latitude", NC_FLOAT, {"place"}).variable("longitude", NC_FLOAT, {"place"});
    for (const char* name : {"swh", "mwp", "mwd"})
      file.variable(name, NC_FLOAT, {"time", "reference_time", "place"});
    file.put("time", {0, 6}).put("latitude", {50}).put("longitude", {-1});
    for (const char* name : {"swh", "mwp", "mwd"}) file.put(name, times(int(2 * n_other), 3.0));
    return settings_of(scratch_path("times.nc"));
  };
  expect_series_refused(write(2), {"'swh'", "two dimensions of time, 'time' and 'reference_time'"});
  EXPECT_EQ(ParameterSeries(write(1), Calendar::standard).at(1)[0].height, 3.0);
}

TEST(ParameterSeries, FindsDirectionsWithoutUnitsThatLookLikeRadiansOdd) {
  const auto oddity = [](const char* units, double direction) {
    write_file(scratch_path("odd.nc"), false,
               {{"htsgw_surface", "m", times(4, 2.0)},
                {"PERPW_surface", "s", times(4, 9.0)},
                {"DIRPW_surface", units, {0.5, direction, 1.5, missing}}});
    const ParameterSeries series(settings_of(scratch_path("odd.nc")), Calendar::standard);
    series.at(0);
    return series.describe_oddity();
  };
  EXPECT_NE(oddity("", 6.1).find("'DIRPW_surface'"), std::string::npos);
  EXPECT_NE(oddity("", -3.0).find("radians"), std::string::npos);
  EXPECT_EQ(oddity("", 8.0), "");
  EXPECT_EQ(oddity("\u00b0", 6.1), "");
}

TEST(ParameterSeries, RefusesPartsOfTheSeaThatLackADirection) {
  const auto write = [](double height) {
    write_file(scratch_path("incomplete.nc"), false,
               {{"hs", "m", times(4, 2.0)},
                {"tp", "s", times(4, 9.0)},
                {"dir", "degree", times(4, 9.0)},
                {"phs0", "m", times(4, height)},
                {"ptp0", "s", times(4, 5.0)},
                {"pdir0", "degree", {0.0, missing, 0.0, 0.0}},
                {"phs1", "m", times(4, 1.0)},
                {"ptp1", "s", times(4, 5.0)},
                {"pdir1", "degree", times(4, 0.0)}});
    return settings_of(scratch_path("incomplete.nc"));
  };
  WaveFileSettings settings = write(1.5);
  expect_series_refused(
      settings, {"'phs0'", "1.5 m", "place (1, 49)", "'pdir0' is missing there", "shape.parts: false"});
  settings.shape.parts = false;
  EXPECT_EQ(ParameterSeries(settings, Calendar::standard).at(0)[1].height, 2.0);
  EXPECT_EQ(ParameterSeries(write(0.01), Calendar::standard).at(0)[2].height, 0.0);
}

}  // namespace
}  // namespace groundswell::test
