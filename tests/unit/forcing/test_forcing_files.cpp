// SPDX-License-Identifier: Apache-2.0
// Impossible values in files, which are refused with file, date and place; and dimensions other than time,
// latitude and longitude.
#include <gtest/gtest.h>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "forcing/forcing.hpp"
#include "support/netcdf_file.hpp"

namespace groundswell {
namespace {

using test::NetcdfFile;
using test::scratch_path;
using Names = std::vector<std::string>;

// Writes variables with the value `first` at the first of three dates, and `later` at the other two.
std::filesystem::path write_file(const Names& variables, double first, double later,
                                 const Names& dimensions = {"time", "lat", "lon"}, std::size_t n_member = 1,
                                 const char* units = nullptr) {
  const std::filesystem::path path = scratch_path("limits_" + variables[0] + ".nc");
  NetcdfFile file(path);
  file.dimension("time", 3).dimension("lat", 2).dimension("lon", 2).dimension("number", n_member);
  file.variable("time", NC_DOUBLE, {"time"}).attribute("units", "seconds since 2020-01-01 00:00:00.0 0:00");
  file.variable("lat", NC_DOUBLE, {"lat"}).variable("lon", NC_DOUBLE, {"lon"});
  file.variable("number", NC_INT, {"number"}).attribute("units", "1");
  for (const std::string& name : variables) {
    file.variable(name, NC_FLOAT, dimensions);
    if (units != nullptr) file.attribute("units", units);
  }
  file.put("time", {0, 3600, 7200}).put("lat", {25, 35}).put("lon", {-65, -55});
  file.put("number", std::vector<double>(n_member, 7.0));
  std::vector<double> values;
  for (std::size_t member = 0; member < n_member; ++member)
    for (int date = 0; date < 3; ++date) values.insert(values.end(), 4, date == 0 ? first : later);
  for (const std::string& name : variables) file.put(name, values);
  return path;
}

std::string refusal(const ForcingSettings& settings) {
  const std::vector<double> lon{-61.0 * degree}, lat{31.0 * degree};
  const DateTime start = DateTime::parse("2020-01-01");
  try {
    Forcing(settings, ForcingCells{lon, lat}, start, start + 7200);
  } catch (const Error& error) {
    return error.what();
  }
  return "accepted";
}

void expect_refused(const ForcingSettings& settings, const Names& words) {
  const std::string sentence = refusal(settings);
  for (const std::string& word : words)
    EXPECT_NE(sentence.find(word), std::string::npos) << word << " in: " << sentence;
}

void set_scalar(ScalarForcingSettings& scalar, const std::string& variable, double later,
                double factor = 1.0) {
  scalar.kind = ScalarKind::file;
  scalar.file.files = {write_file({variable}, variable == "rhoa" ? 1.2 : 0.0, later)};
  scalar.file.factor = factor;
}

}  // namespace

TEST(ForcingFiles, RefuseWhatNoSeaHas) {
  const Names place{"at 2020-01-01T01:00:00Z", "longitude -61, latitude 31", ".nc'"};
  ForcingSettings wind;
  wind.wind.kind = WindKind::file;
  wind.wind.file.files = {write_file({"u10", "v10"}, 5.0, 90.0)};  // 127 m/s
  expect_refused(wind, place);
  expect_refused(wind, {"the wind is 127.2", "limits_u10.nc", "120 m s-1", "unit"});
  wind.wind.file.files = {write_file({"u10", "v10"}, 5.0, 80.0)};  // 113 m/s
  EXPECT_EQ(refusal(wind), "accepted");
  ForcingSettings current;
  current.current.kind = CurrentKind::file;
  current.current.file.files = {write_file({"ucur", "vcur"}, 0.0, 30.0)};
  expect_refused(current, place);
  for (double level : {-5000.0, 31.0}) {
    ForcingSettings settings;
    set_scalar(settings.water_level, "zos", level);
    expect_refused(settings, place);
    expect_refused(settings, {"the water level is", "-30 to 30 m"});
  }
  for (double density : {0.7, 1225.0}) {
    ForcingSettings settings;
    set_scalar(settings.air_density, "rhoa", density);
    expect_refused(settings, place);
    expect_refused(settings, {"the air density is", "0.8 to 1.6 kg m-3"});
  }
}

TEST(ForcingFiles, EmptyUnitsAreNone) {
  ForcingSettings settings;
  settings.wind.kind = WindKind::file;
  for (const auto& [units, is_fine] :
       {std::pair{"", true}, {" ", true}, {"m/s", true}, {"1", false}, {"K", false}}) {
    settings.wind.file.files = {write_file({"u10", "v10"}, 5.0, 6.0, {"time", "lat", "lon"}, 1, units)};
    EXPECT_EQ(refusal(settings) == "accepted", is_fine) << units;
  }
}

TEST(ForcingFiles, PercentOfIceNeedsAUnitOrAFactor) {
  ForcingSettings settings;
  set_scalar(settings.ice, "siconc", 85.0);
  expect_refused(settings, {"the ice is 85", "at 2020-01-01T01:00:00Z", "factor: 0.01"});
  set_scalar(settings.ice, "siconc", 85.0, 0.01);
  EXPECT_EQ(refusal(settings), "accepted");
  set_scalar(settings.ice, "siconc", 1.0000001);
  EXPECT_EQ(refusal(settings), "accepted");
}

TEST(ForcingFiles, MayHaveOneMemberBeforeOrBehindTime) {
  ForcingSettings settings;
  settings.wind.kind = WindKind::file;
  for (const Names& order : {Names{"number", "time", "lat", "lon"}, Names{"time", "number", "lat", "lon"}}) {
    settings.wind.file.files = {write_file({"u10", "v10"}, 3.0, 5.0, order)};
    const std::vector<double> lon{-61.0 * degree}, lat{31.0 * degree};
    const DateTime start = DateTime::parse("2020-01-01");
    Forcing forcing(settings, ForcingCells{lon, lat}, start, start + 7200);
    forcing.update(start + 1800);
    EXPECT_FLOAT_EQ(forcing.wind_east()[0], 4.0f);
    settings.wind.file.files = {write_file({"u10", "v10"}, 3.0, 5.0, order, 2)};
    expect_refused(settings, {"2 values along 'number'", "member"});
  }
}

}  // namespace groundswell
