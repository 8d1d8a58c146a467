// SPDX-License-Identifier: Apache-2.0
// Air density is constant unless a file gives it; then it is interpolated like all forcing.
#include <gtest/gtest.h>

#include "base/constants.hpp"
#include "forcing/forcing.hpp"
#include "support/netcdf_file.hpp"

namespace groundswell {
namespace {

double air_density_at(double hour, double lon, double lat) {
  return 1.2 + 0.002 * hour - 0.001 * lon + 0.0005 * lat;
}

std::filesystem::path write_air_density() {
  const std::filesystem::path path = test::scratch_path("density.nc");
  const std::vector<double> hours{0, 6, 12}, lon{-65, -60}, lat{30, 35};
  test::NetcdfFile file(path);
  file.dimension("time", 0).dimension("latitude", 2).dimension("longitude", 2);
  file.variable("time", NC_INT, {"time"}).attribute("units", "hours since 2020-01-01 00:00");
  file.variable("latitude", NC_FLOAT, {"latitude"}).attribute("units", "degrees_north");
  file.variable("longitude", NC_FLOAT, {"longitude"}).attribute("units", "degrees_east");
  file.variable("rhoa", NC_FLOAT, {"time", "latitude", "longitude"}).attribute("units", "kg m-3");
  file.put("time", hours, hours.size()).put("latitude", lat).put("longitude", lon);
  std::vector<double> values;
  for (double hour : hours)
    for (double y : lat)
      for (double x : lon) values.push_back(air_density_at(hour, x, y));
  file.put("rhoa", values, hours.size());
  return path;
}

}  // namespace

TEST(Forcing, DensityOfTheAirIsUsualOrFromAFile) {
  ForcingSettings settings;
  settings.wind.kind = WindKind::constant;
  const std::vector<double> lon{-61.25 * degree}, lat{31.5 * degree};
  const ForcingCells cells{lon, lat};
  const DateTime start = DateTime::parse("2020-01-01");
  Forcing usual(settings, cells, start, start + 12 * 3600);
  usual.update(start + 3600);
  EXPECT_FLOAT_EQ(usual.air_density()[0], float(air_density));

  settings.air_density.kind = ScalarKind::file;
  settings.air_density.file.files = {write_air_density()};
  Forcing forcing(settings, cells, start, start + 12 * 3600);
  forcing.update(start + 9 * 3600);
  EXPECT_NEAR(forcing.air_density()[0], air_density_at(9.0, -61.25, 31.5), 1e-5);
}

}  // namespace groundswell
