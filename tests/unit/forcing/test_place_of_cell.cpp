// SPDX-License-Identifier: Apache-2.0
// A cell's value, interpolated between two dates of a file, depends neither on the number of cells nor on the
// cell's place among them, and therefore not on where the compiler's vector loop ends.
#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.hpp"
#include "forcing/forcing.hpp"
#include "support/netcdf_file.hpp"

namespace groundswell {
namespace {

std::filesystem::path write_wind() {
  const std::vector<double> hours{0, 6, 12}, lon{-70, -60, -50, -40}, lat{20, 30, 40};
  const auto path = test::scratch_path("place.nc");
  test::NetcdfFile file(path);
  file.dimension("time", 3).dimension("latitude", 3).dimension("longitude", 4);
  file.variable("time", NC_DOUBLE, {"time"}).attribute("units", "hours since 2020-01-01 00:00");
  file.variable("latitude", NC_DOUBLE, {"latitude"}).attribute("units", "degrees_north");
  file.variable("longitude", NC_DOUBLE, {"longitude"}).attribute("units", "degrees_east");
  for (const char* name : {"u10", "v10"})
    file.variable(name, NC_FLOAT, {"time", "latitude", "longitude"}).attribute("units", "m s-1");
  file.put("time", hours).put("latitude", lat).put("longitude", lon);
  for (int c = 0; c < 2; ++c) {
    std::vector<double> values;
    for (int i = 0; i < 36; ++i) values.push_back(15.0 * std::sin(1.0 + 1.7 * i + c));
    file.put(c == 0 ? "u10" : "v10", values);
  }
  return path;
}

struct Wind {
  std::vector<double> lon, lat;
  Forcing forcing;

  // The forcing of cells [first, first + n) of one line of cells.
  Wind(const ForcingSettings& settings, std::size_t first, std::size_t n)
      : lon(line(first, n, -69.3, 1.13)), lat(line(first, n, 20.7, 0.97)), forcing(make(settings)) {}

  static std::vector<double> line(std::size_t first, std::size_t n, double start, double step) {
    std::vector<double> values;
    for (std::size_t i = first; i < first + n; ++i) values.push_back((start + step * double(i)) * degree);
    return values;
  }
  Forcing make(const ForcingSettings& settings) const {
    return Forcing(settings, {lon, lat}, DateTime::parse("2020-01-01"),
                   DateTime::parse("2020-01-01T12:00:00Z"));
  }
};

TEST(Forcing, ACellsBitsDoNotDependOnItsPlace) {
  ForcingSettings settings;
  settings.wind.kind = WindKind::file;
  settings.wind.file.files = {write_wind()};
  std::vector<Wind> alone;
  for (std::size_t cell = 0; cell < 17; ++cell) alone.emplace_back(settings, cell, 1);
  for (const int minute : {140, 200, 475, 611}) {
    const DateTime now = DateTime::parse("2020-01-01") + minute * 60;
    for (Wind& one : alone) one.forcing.update(now);
    for (std::size_t n = 2; n <= 17; ++n) {
      Wind all(settings, 17 - n, n);
      all.forcing.update(now);
      for (std::size_t i = 0; i < n; ++i) {
        const Forcing& one = alone[17 - n + i].forcing;
        EXPECT_EQ(all.forcing.wind_east()[i], one.wind_east()[0]) << "cell " << i << " of " << n;
        EXPECT_EQ(all.forcing.wind_north()[i], one.wind_north()[0]) << "cell " << i << " of " << n;
      }
    }
  }
}

}  // namespace
}  // namespace groundswell
