// SPDX-License-Identifier: Apache-2.0
// Forcing from files: interpolation in time and space, gaps, missing dates and values, and the messages about
// them.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "forcing/forcing.hpp"
#include "support/netcdf_file.hpp"

namespace groundswell {
namespace {

using test::NetcdfFile;
using test::scratch_path;

constexpr double missing = -99.0;

// A wind file with a date every six hours on 10 x 10 degrees around (-60, 30); `value` is a function of
// component, hour, longitude and latitude.
struct WindFile {
  std::vector<double> hours{0, 6, 12, 18, 24};
  std::vector<double> lon{-65, -60, -55}, lat{35, 30, 25};
  std::string east = "u10", north = "v10", units = "m s-1";
  std::function<double(int, double, double, double)> value = [](int c, double hour, double lon, double lat) {
    return c == 0 ? 1.0 + 0.5 * hour + 0.1 * lon : 2.0 - 0.25 * hour + 0.2 * lat;
  };

  std::filesystem::path write(const std::string& name, int component = -1) const {
    const std::filesystem::path path = scratch_path(name);
    NetcdfFile file(path);
    file.dimension("time", 0).dimension("latitude", lat.size()).dimension("longitude", lon.size());
    file.variable("time", NC_INT, {"time"}).attribute("units", "hours since 2020-01-01 00:00");
    file.variable("latitude", NC_FLOAT, {"latitude"}).attribute("units", "degrees_north");
    file.variable("longitude", NC_FLOAT, {"longitude"}).attribute("units", "degrees_east");
    for (int c = 0; c < 2; ++c) {
      if (component >= 0 && c != component) continue;
      file.variable(c == 0 ? east : north, NC_FLOAT, {"time", "latitude", "longitude"})
          .attribute("units", units);
      file.attribute("missing_value", missing);
    }
    file.put("time", hours, hours.size()).put("latitude", lat).put("longitude", lon);
    for (int c = 0; c < 2; ++c) {
      if (component >= 0 && c != component) continue;
      std::vector<double> values;
      for (double hour : hours)
        for (double y : lat)
          for (double x : lon) values.push_back(value(c, hour, x, y));
      file.put(c == 0 ? east : north, values, hours.size());
    }
    return path;
  }
};

struct Case {
  ForcingSettings settings;
  std::vector<double> lon{-61.25 * degree}, lat{31.5 * degree};
  DateTime start = DateTime::parse("2020-01-01"), end = DateTime::parse("2020-01-02");

  explicit Case(const std::vector<std::filesystem::path>& files = {}) {
    settings.wind.kind = WindKind::file;
    settings.wind.file.files = files;
  }
  Case& at(double lon_degree, double lat_degree) {
    lon = {lon_degree * degree};
    lat = {lat_degree * degree};
    return *this;
  }
  ForcingCells cells() const { return {lon, lat}; }
  Forcing forcing() const { return Forcing(settings, cells(), start, end); }
  std::string refusal() const {
    try {
      forcing();
    } catch (const Error& error) {
      return error.what();
    }
    return "accepted";
  }
};

void expect_starts(const std::string& sentence, const std::string& start) {
  EXPECT_EQ(sentence.substr(0, start.size()), start) << sentence;
}

}  // namespace

TEST(Forcing, IsExactOnFieldsLinearInTimeAndSpace) {
  const WindFile file;
  Case run({file.write("linear.nc")});
  Forcing forcing = run.forcing();
  for (int hour : {0, 1, 6, 7, 23, 24, 3}) {  // the last one goes back in time
    forcing.update(run.start + hour * 3600);
    EXPECT_NEAR(forcing.wind_east()[0], file.value(0, hour, -61.25, 31.5), 1e-5) << hour;
    EXPECT_NEAR(forcing.wind_north()[0], file.value(1, hour, -61.25, 31.5), 1e-5) << hour;
  }
  EXPECT_TRUE(forcing.has(ForcingQuantity::wind));
  EXPECT_FALSE(forcing.has(ForcingQuantity::ice));
  EXPECT_EQ(forcing.ice()[0], 0.0f);
}

TEST(Forcing, TakesComponentsAndDatesFromSeveralFiles) {
  WindFile early, late;
  early.hours = {0, 6, 12};
  late.hours = {12, 18, 24};
  Case run({early.write("early_u.nc", 0), early.write("early_v.nc", 1), late.write("late_u.nc", 0),
            late.write("late_v.nc", 1)});
  Forcing forcing = run.forcing();
  forcing.update(run.start + 15 * 3600);
  EXPECT_NEAR(forcing.wind_east()[0], early.value(0, 15, -61.25, 31.5), 1e-5);
  EXPECT_NEAR(forcing.wind_north()[0], early.value(1, 15, -61.25, 31.5), 1e-5);
  late.lon = {-65, -60, -50};
  EXPECT_NE(Case({early.write("a.nc"), late.write("b.nc")}).refusal().find("must be on the same grid"),
            std::string::npos);
}

TEST(Forcing, FindsVariablesByNameCommonNameAndUnit) {
  WindFile file;
  file.east = "UWND";
  file.north = "VWND";
  file.units = "knots";
  Case run({file.write("navy.nc")});
  Forcing forcing = run.forcing();
  forcing.update(run.start);
  EXPECT_NEAR(forcing.wind_east()[0], file.value(0, 0, -61.25, 31.5) * 1852.0 / 3600.0, 1e-5);
  file.east = "zonal";
  file.north = "meridional";
  Case named({file.write("named.nc")});
  expect_starts(named.refusal(),
                "the wind of '" + scratch_path("named.nc").string() + "' has no variable named u10,");
  named.settings.wind.file.east_variable = "zonal";
  named.settings.wind.file.north_variable = "meridonal";
  EXPECT_NE(
      named.refusal().find(
          "has no variable 'meridonal'; its variables are time, latitude, longitude, zonal, meridional"),
      std::string::npos);
  named.settings.wind.file.north_variable = "meridional";
  EXPECT_EQ(named.refusal(), "accepted");
}

TEST(Forcing, RefusesOtherUnits) {
  WindFile file;
  file.units = "K";
  EXPECT_EQ(Case({file.write("kelvin.nc")}).refusal(),
            "variable 'u10' of '" + scratch_path("kelvin.nc").string() +
                "' has units 'K', but m s-1 is needed; name another variable or fix the file");
}

TEST(Forcing, RefusesARunThatIsLongerThanItsWind) {
  Case run({WindFile().write("short.nc")});
  run.end = DateTime::parse("2020-01-02 01:00");
  EXPECT_EQ(run.refusal(), "the run ends at 2020-01-02T01:00:00Z but the wind of '" +
                               scratch_path("short.nc").string() +
                               "' ends at 2020-01-02T00:00:00Z; the first date that is missing is "
                               "2020-01-02T06:00:00Z; end the run there or give a longer file");
  run.start = DateTime::parse("2019-12-31 23:00");
  run.end = DateTime::parse("2020-01-02");
  EXPECT_EQ(run.refusal(),
            "the wind of '" + scratch_path("short.nc").string() +
                "' begins at 2020-01-01T00:00:00Z, after the start of the run; it is missing at "
                "2019-12-31T23:00:00Z; start later or give an earlier file");
}

TEST(Forcing, MissingDatesStopTheRunOrAreBridged) {
  WindFile file;
  file.hours = {0, 6, 12, 24, 30};
  Case run({file.write("gap.nc")});
  const std::string where =
      "the wind of '" + scratch_path("gap.nc").string() + "' is missing at 2020-01-01T18:00:00Z: ";
  EXPECT_EQ(run.refusal(),
            where +
                "the file has no such date; set fill_missing_dates: interpolate and max_gap: 12 h to "
                "bridge the gap to 2020-01-02T00:00:00Z, or give a file that has this date");
  run.settings.wind.file.interpolate_gaps = true;
  run.settings.wind.file.max_gap = 11 * 3600;
  EXPECT_EQ(run.refusal(),
            where +
                "the file has no such date; the gap of 12 h to 2020-01-02T00:00:00Z is longer than the "
                "max_gap of 11 h, or give a file that has this date");
  run.settings.wind.file.max_gap = 12 * 3600;
  Forcing forcing = run.forcing();
  forcing.update(run.start + 18 * 3600);
  EXPECT_NEAR(forcing.wind_east()[0], file.value(0, 18, -61.25, 31.5), 1e-5);
  // A gap outside the run does not matter.
  run.settings.wind.file.interpolate_gaps = false;
  run.end = DateTime::parse("2020-01-01 12:00");
  EXPECT_EQ(run.refusal(), "accepted");
}

TEST(Forcing, ADateWithoutAnyValueIsMissing) {
  WindFile file;
  const auto whole = file.value;
  for (double hole : {12.0, 0.0, 24.0}) {
    file.hours = {-6, 0, 6, 12, 18, 24, 30};
    file.value = [&](int c, double hour, double lon, double lat) {
      return c == 1 && hour == hole ? missing : whole(c, hour, lon, lat);
    };
    Case run({file.write("hole.nc")});
    const DateTime date = run.start + std::int64_t(hole) * 3600;
    expect_starts(run.refusal(), "the wind of '" + scratch_path("hole.nc").string() + "' is missing at " +
                                     date.iso() +
                                     ": variable 'v10' has no value at that date; set fill_missing_dates: "
                                     "interpolate and max_gap: 12 h");
    run.settings.wind.file.interpolate_gaps = true;
    run.settings.wind.file.max_gap = 12 * 3600;
    Forcing forcing = run.forcing();
    forcing.update(date);
    EXPECT_NEAR(forcing.wind_north()[0], whole(1, hole, -61.25, 31.5), 1e-5);
  }
}

// A cell's value is the weighted mean over those of the four points around it that have valid values. If none
// has one, the run stops with a message that names date and place.
TEST(Forcing, MissingValuesOverSeaStopTheRun) {
  WindFile file;
  const auto whole = file.value;
  file.value = [&](int c, double hour, double lon, double lat) {
    return hour == 6 && lon < -58 && !(lon == -65 && lat == 35) ? missing : whole(c, hour, lon, lat);
  };
  const std::filesystem::path path = file.write("holes.nc");
  EXPECT_EQ(Case({path}).at(-61.0, 31.0).refusal(), "accepted");  // one point has a value
  const std::string where =
      "the wind of '" + path.string() + "' has no value at 2020-01-01T06:00:00Z over the sea cell at ";
  expect_starts(Case({path}).at(-61.5, 26.0).refusal(), where + "longitude -61.5, latitude 26: ");
  Case one_point = Case({path}).at(-61.0, 31.0);
  Forcing forcing = one_point.forcing();
  forcing.update(one_point.start + 6 * 3600);
  EXPECT_EQ(forcing.wind_east()[0], float(whole(0, 6, -65, 35)));
  one_point.settings.wind.file.min_valid_weight = 0.5;
  expect_starts(one_point.refusal(), where + "longitude -61, latitude 31: ");
  // Values outside the run's dates may be missing.
  Case later = Case({path}).at(-61.5, 26.0);
  later.start = DateTime::parse("2020-01-01 12:00");
  EXPECT_EQ(later.refusal(), "accepted");
}

TEST(Forcing, WindMustCoverTheCells) {
  const std::filesystem::path path = WindFile().write("cover.nc");
  EXPECT_EQ(Case({path}).at(-50.0, 30.0).refusal(),
            "the wind of '" + path.string() +
                "' does not cover the sea cell at longitude -50, latitude 30: it has longitudes -65 to -55, "
                "latitudes 25 "
                "to 35; restrict the mesh to it or give a file that covers the mesh");
}

TEST(Forcing, SaysWhichCellsHaveWind) {
  WindFile file;
  const auto whole = file.value;
  file.value = [&](int c, double hour, double lon, double lat) {
    return c == 1 && hour == 6 && lon < -58 ? missing : whole(c, hour, lon, lat);
  };
  Case run({file.write("covers.nc")});
  run.lon = {-61 * degree, -57 * degree, -40 * degree, 303 * degree};
  run.lat = {30 * degree, 30 * degree, 30 * degree, 35 * degree};
  EXPECT_EQ(cells_with_wind(run.settings.wind, run.cells(), run.start, run.end),
            (std::vector<bool>{false, true, false, true}));
  run.start = DateTime::parse("2020-01-01 12:00");
  EXPECT_EQ(cells_with_wind(run.settings.wind, run.cells(), run.start, run.end),
            (std::vector<bool>{true, true, false, true}));
}

TEST(Forcing, ASteadyClimateStaysAsItIs) {
  WindFile file;
  Case run({file.write("steady.nc")});
  run.settings.wind.file.steady_at = DateTime::parse("2020-01-01 09:00");
  run.end = DateTime::parse("2020-06-01");
  Forcing forcing = run.forcing();
  forcing.update(run.start + 86400 * 100);
  EXPECT_NEAR(forcing.wind_east()[0], file.value(0, 9, -61.25, 31.5), 1e-5);
  run.settings.wind.file.steady_at.reset();
  run.settings.wind.file.steady_month = 1;
  Forcing mean = run.forcing();
  mean.update(run.start);
  EXPECT_NEAR(mean.wind_east()[0], file.value(0, 12, -61.25, 31.5), 1e-5);
  run.settings.wind.file.steady_month = 2;
  EXPECT_NE(run.refusal().find("has no date in month 2"), std::string::npos);
}

// The bits of a cell do not depend on which other cells there are.
TEST(Forcing, BitsDoNotDependOnTheOtherCells) {
  WindFile file;
  file.value = [](int c, double hour, double lon, double lat) {
    return std::sin(12.9898 * lon + 78.233 * lat + hour + c) * 20.0;
  };
  Case all({file.write("bits.nc")});
  all.lon.clear();
  all.lat.clear();
  for (int i = 0; i < 50; ++i) {
    all.lon.push_back((-65.0 + 0.2 * i) * degree);
    all.lat.push_back((25.0 + 0.199 * i) * degree);
  }
  Forcing together = all.forcing();
  const DateTime now = all.start + 12345;
  together.update(now);
  for (std::size_t i = 0; i < all.lon.size(); ++i) {
    Case one = all;
    one.lon = {all.lon[i]};
    one.lat = {all.lat[i]};
    Forcing alone = one.forcing();
    alone.update(now);
    EXPECT_EQ(alone.wind_east()[0], together.wind_east()[i]);
    EXPECT_EQ(alone.wind_north()[0], together.wind_north()[i]);
  }
}

TEST(Forcing, ScalarsAndCurrentsAreReadAndMayBeMissing) {
  const std::filesystem::path path = scratch_path("ice.nc");
  {
    NetcdfFile file(path);
    file.dimension("lat", 2).dimension("lon", 3);
    file.variable("lat", NC_DOUBLE, {"lat"}).variable("lon", NC_DOUBLE, {"lon"});
    file.variable("concentration", NC_BYTE, {"lat", "lon"}).attribute("scale_factor", 1.0);
    file.attribute("standard_name", "sea_ice_area_fraction")
        .attribute("units", "%")
        .attribute("_FillValue", -1, NC_BYTE);
    file.put("lat", {25, 35}).put("lon", {-65, -60, -55}).put("concentration", {20, 40, -1, 20, 40, -1});
  }
  Case run;
  run.settings.wind = {};
  run.settings.ice.kind = ScalarKind::file;
  run.settings.ice.file.files = {path};
  run.settings.current.kind = CurrentKind::constant;
  run.settings.current.speed = 2.0;
  run.settings.current.to_degree = 90.0;
  run.settings.water_level.kind = ScalarKind::constant;
  run.settings.water_level.value = -0.5;
  run.lon = {-62.5 * degree, -61.0 * degree, 0.0};
  run.lat = {30 * degree, 30 * degree, 30 * degree};
  EXPECT_NE(run.refusal().find("the ice of '"), std::string::npos);
  run.settings.ice.file.zero_where_missing = true;
  Forcing forcing = run.forcing();
  forcing.update(run.start);
  EXPECT_FLOAT_EQ(forcing.ice()[0], 0.3f);
  EXPECT_FLOAT_EQ(forcing.ice()[1], 0.36f);
  EXPECT_EQ(forcing.ice()[2], 0.0f);
  EXPECT_TRUE(forcing.ice_blocks(1));
  EXPECT_FALSE(forcing.ice_blocks(2));
  EXPECT_FLOAT_EQ(forcing.current_east()[1], 2.0f);
  EXPECT_EQ(forcing.water_level()[2], -0.5f);
  EXPECT_EQ(forcing.wind_east()[0], 0.0f);
  run.settings.wind.kind = WindKind::file;
  run.settings.wind.file = run.settings.ice.file;
  EXPECT_EQ(run.refusal(), "missing wind cannot be taken as calm; restrict the mesh to where there is wind");
}

TEST(Forcing, ReadsPackedWindWithAHeightOfOne) {
  const std::filesystem::path path = scratch_path("packed.nc");
  {
    NetcdfFile file(path, NC_NETCDF4);
    file.dimension("time", 1).dimension("height", 1).dimension("lat", 2).dimension("lon", 2);
    file.variable("time", NC_DOUBLE, {"time"}).attribute("units", "days since 2020-01-01");
    file.variable("lat", NC_DOUBLE, {"lat"}).variable("lon", NC_DOUBLE, {"lon"});
    for (const char* name : {"uas", "vas"})
      file.variable(name, NC_SHORT, {"time", "height", "lat", "lon"})
          .attribute("scale_factor", 0.01)
          .attribute("add_offset", 5.0);
    file.put("time", {0}).put("lat", {25, 35}).put("lon", {295, 305});
    file.put("uas", {100, 100, 200, 200}).put("vas", {-500, -500, -500, -500});
  }
  Case run({path});
  run.end = run.start;
  Forcing forcing = run.at(-60.0, 30.0).forcing();
  forcing.update(run.start);
  EXPECT_FLOAT_EQ(forcing.wind_east()[0], 6.5f);
  EXPECT_NEAR(forcing.wind_north()[0], 0.0f, 1e-6);
}

TEST(Forcing, RefusesGridsThatAreNotRegular) {
  const std::filesystem::path path = scratch_path("curved.nc");
  {
    NetcdfFile file(path);
    file.dimension("y", 2).dimension("x", 2);
    file.variable("lat", NC_DOUBLE, {"y", "x"}).variable("lon", NC_DOUBLE, {"y", "x"});
    file.variable("u10", NC_DOUBLE, {"y", "x"}).variable("v10", NC_DOUBLE, {"y", "x"});
    file.put("u10", {0, 0, 0, 0}).put("v10", {0, 0, 0, 0});
  }
  EXPECT_NE(Case({path}).refusal().find("is not on a regular grid: its last two dimensions are 'y' and 'x'"),
            std::string::npos);
}

TEST(Forcing, AnotherComponentCanSupplyAQuantity) {
  class Supplied : public DatedSource {
    void supply(const DateTime& now, std::span<const View<float>> values) override {
      for (const View<float>& component : values)
        for (float& value : component) value = float(now.seconds());
    }
  };
  Case run;
  run.settings.wind.kind = WindKind::constant;
  ForcingSources given;
  given[std::size_t(ForcingQuantity::water_level)] = std::make_unique<Supplied>();
  Forcing forcing(run.settings, run.cells(), run.start, run.end, nullptr, {}, std::move(given));
  forcing.update(DateTime{} + 7);
  EXPECT_EQ(forcing.water_level()[0], 7.0f);
  EXPECT_FLOAT_EQ(forcing.wind_east()[0], 10.0f);
}

}  // namespace groundswell
