// SPDX-License-Identifier: Apache-2.0
// Winds from Debian packages: the storms of January 1996 (libncarg-data) and the Navy's and COADS's monthly
// means (ferret-datasets). Expected values were read from the files with ncks.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "forcing/forcing.hpp"

#define GS_NEEDS_FILE(path) \
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "needs " << path

namespace groundswell {
namespace {

const std::string ncarg = "/usr/share/ncarg/data/cdf/", ferret = "/usr/share/ferret-vis/data/";

ForcingSettings file_wind(const std::vector<std::filesystem::path>& files) {
  ForcingSettings settings;
  settings.wind.kind = WindKind::file;
  settings.wind.file.files = files;
  return settings;
}

// Cells every `step` degrees in a box.
struct Cells {
  std::vector<double> lon, lat;
  Cells(double west, double east, double south, double north, double step) {
    for (double y = south; y <= north; y += step)
      for (double x = west; x <= east; x += step) {
        lon.push_back(x * degree);
        lat.push_back(y * degree);
      }
  }
  ForcingCells view() const { return {lon, lat}; }
};

std::string refusal(const ForcingSettings& settings, const ForcingCells& cells, const char* start,
                    const char* end) {
  try {
    Forcing(settings, cells, DateTime::parse(start), DateTime::parse(end));
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST(RealWinds, TheStormOfJanuary1996IsWhereItWas) {
  GS_NEEDS_FILE(ncarg + "Ustorm.cdf");
  const ForcingSettings settings = file_wind({ncarg + "Ustorm.cdf", ncarg + "Vstorm.cdf"});
  const Cells storm(-70.0, -70.0, 41.25, 41.25, 1.0);
  const DateTime start = DateTime::parse("1996-01-15 18:00"), end = DateTime::parse("1996-01-20 18:00");
  Forcing forcing(settings, storm.view(), start, end);
  forcing.update(DateTime::parse("1996-01-19 12:00"));
  EXPECT_NEAR(std::hypot(forcing.wind_east()[0], forcing.wind_north()[0]), 30.4, 0.05);
}

TEST(RealWinds, TheDatesWithoutVAreFound) {
  GS_NEEDS_FILE(ncarg + "Ustorm.cdf");
  ForcingSettings settings = file_wind({ncarg + "Ustorm.cdf", ncarg + "Vstorm.cdf"});
  const Cells storm(-70.0, -65.0, 35.0, 41.25, 1.25);
  EXPECT_EQ(refusal(settings, storm.view(), "1996-01-15 18:00", "1996-01-20 18:00"), "accepted");
  EXPECT_NE(refusal(settings, storm.view(), "1996-01-08", "1996-01-10")
                .find("is missing at 1996-01-09T06:00:00Z: variable 'v' has no value at that date"),
            std::string::npos);
  EXPECT_NE(refusal(settings, storm.view(), "1996-01-13", "1996-01-15").find("1996-01-14T06:00:00Z"),
            std::string::npos);
  EXPECT_NE(refusal(settings, storm.view(), "1996-01-18", "1996-01-21")
                .find("the first date that is missing is 1996-01-21T00"),
            std::string::npos);
  settings.wind.file.interpolate_gaps = true;
  settings.wind.file.max_gap = 12 * 3600;
  EXPECT_EQ(refusal(settings, storm.view(), "1996-01-05", "1996-01-20 18:00"), "accepted");
}

TEST(RealWinds, TheRegionOfTheStormWindsIsCovered) {
  GS_NEEDS_FILE(ncarg + "Ustorm.cdf");
  const ForcingSettings settings = file_wind({ncarg + "Ustorm.cdf", ncarg + "Vstorm.cdf"});
  const Cells box(-82.0, -52.5, 20.0, 60.0, 0.25);
  const DateTime start = DateTime::parse("1996-01-15 18:00"), end = DateTime::parse("1996-01-20 18:00");
  const std::vector<bool> covered = cells_with_wind(settings.wind, box.view(), start, end);
  const auto at = [&](double lon, double lat) {
    const std::size_t columns = 119;
    return covered[std::size_t(std::lround((lat - 20.0) / 0.25)) * columns +
                   std::size_t(std::lround((lon + 82.0) / 0.25))];
  };
  EXPECT_TRUE(at(-70.0, 41.25));
  EXPECT_FALSE(at(-54.0, 22.0));
  // If all four grid points around a cell must have wind, the eastern edge of the covered region runs from
  // 67.5W at 25N through 62.5W at 35N to 57.5W at 45N.
  ForcingSettings strict = settings;
  strict.wind.file.min_valid_weight = 0.999;
  const std::vector<bool> whole = cells_with_wind(strict.wind, box.view(), start, end);
  const std::size_t n_lon = 119;
  for (const auto& [lat, edge] : {std::pair{25.0, -67.5}, {35.0, -62.5}, {45.0, -57.5}}) {
    const std::size_t row = std::size_t(std::lround((lat - 20.0) / 0.25)) * n_lon;
    const std::size_t column = std::size_t(std::lround((edge + 82.0) / 0.25));
    EXPECT_TRUE(whole[row + column]) << lat;
    EXPECT_FALSE(whole[row + column + 1]) << lat;
    EXPECT_TRUE(covered[row + column + 1]) << lat;
  }
  // A run on the covered cells is possible; with one more cell outside it is not.
  Cells kept(0, -1, 0, -1, 1);
  for (std::size_t i = 0; i < covered.size(); ++i)
    if (covered[i]) {
      kept.lon.push_back(box.lon[i]);
      kept.lat.push_back(box.lat[i]);
    }
  Forcing forcing(settings, kept.view(), start, end);
  for (DateTime now = start; now <= end; now = now + 10800) {
    forcing.update(now);
    for (std::size_t i = 0; i < kept.lon.size(); ++i)
      ASSERT_LT(std::hypot(forcing.wind_east()[i], forcing.wind_north()[i]), 35.0f) << now.iso();
  }
  kept.lon.push_back(-54.0 * degree);
  kept.lat.push_back(22.0 * degree);
  EXPECT_THROW(Forcing(settings, kept.view(), start, end), Error);
}

TEST(RealWinds, NavyWindsAreAClimateOfTheWholeGlobe) {
  GS_NEEDS_FILE(ferret + "monthly_navy_winds.cdf");
  ForcingSettings settings = file_wind({ferret + "monthly_navy_winds.cdf"});
  settings.wind.file.steady_month = 1;
  const Cells globe(-180.0, 180.0, -90.0, 90.0, 7.5);
  const DateTime start = DateTime::parse("2000-01-01"), end = DateTime::parse("2000-01-08");
  Forcing forcing(settings, globe.view(), start, end);
  forcing.update(end);
  // The north-east trades at 15N 37.5W and the westerlies of the Southern Ocean at 52.5S 90E.
  const auto index = [](double lon, double lat) {
    return std::size_t(std::lround((lat + 90.0) / 7.5)) * 49 + std::size_t(std::lround((lon + 180.0) / 7.5));
  };
  EXPECT_LT(forcing.wind_east()[index(-37.5, 15.0)], -3.0f);
  EXPECT_GT(forcing.wind_east()[index(90.0, -52.5)], 3.0f);
  // 180 W and 180 E are the same place.
  EXPECT_EQ(forcing.wind_east()[index(-180.0, 30.0)], forcing.wind_east()[index(180.0, 30.0)]);
  settings.wind.file.steady_month = 0;
  EXPECT_NE(refusal(settings, globe.view(), "1992-12-20", "1993-02-01").find("ends at 1992-12-"),
            std::string::npos);
  EXPECT_EQ(refusal(settings, globe.view(), "1985-12-20", "1986-02-01"), "accepted");
}

TEST(RealWinds, CoadsClimatologyRepeatsEveryYear) {
  GS_NEEDS_FILE(ferret + "coads_climatology.cdf");
  const ForcingSettings settings = file_wind({ferret + "coads_climatology.cdf"});
  const Cells atlantic(-41.0, -41.0, 15.0, 15.0, 1.0);
  const DateTime start = DateTime::parse("1999-12-20"), end = DateTime::parse("2001-01-31");
  Forcing forcing(settings, atlantic.view(), start, end);
  forcing.update(DateTime::parse("2000-01-16 12:00"));
  const float january = forcing.wind_east()[0];
  forcing.update(DateTime::parse("2001-01-16 12:00"));
  EXPECT_EQ(forcing.wind_east()[0], january);
  forcing.update(DateTime::parse("2000-07-16 12:00"));
  EXPECT_NE(forcing.wind_east()[0], january);
  // Ice, land and seas without ships have no values.
  const Cells pole(0.0, 0.0, 88.0, 88.0, 1.0);
  EXPECT_NE(refusal(settings, pole.view(), "2000-01-01", "2000-02-01")
                .find("over the sea cell at longitude 0, latitude 88"),
            std::string::npos);
}

}  // namespace groundswell
