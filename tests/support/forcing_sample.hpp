// SPDX-License-Identifier: Apache-2.0
// Writes fields on a regular grid of 7.5 degrees that covers the globe, for tests of forcing from files.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/constants.hpp"
#include "support/netcdf_file.hpp"

namespace groundswell::test {

struct ForcingSample {
  std::vector<std::string> names;  // of the variables
  std::string unit;
  std::vector<double> hours{0, 6, 12, 18};
  std::string since = "2000-01-01 00:00";
  std::string calendar = "standard";
};

// value(variable, hour, lon [rad], lat [rad]); `variable` is an index into ForcingSample::names.
using FieldFunction = std::function<double(int, double, double, double)>;

inline void write_forcing_sample(const std::filesystem::path& path, const ForcingSample& sample,
                                 const FieldFunction& value) {
  std::vector<double> lon, lat;
  for (double x = -180.0; x < 180.0; x += 7.5) lon.push_back(x);
  for (double y = -90.0; y <= 90.0; y += 7.5) lat.push_back(y);
  NetcdfFile file(path);
  file.dimension("time", sample.hours.size())
      .dimension("latitude", lat.size())
      .dimension("longitude", lon.size());
  file.variable("time", NC_DOUBLE, {"time"})
      .attribute("units", "hours since " + sample.since)
      .attribute("calendar", sample.calendar);
  file.variable("latitude", NC_DOUBLE, {"latitude"}).attribute("units", "degrees_north");
  file.variable("longitude", NC_DOUBLE, {"longitude"}).attribute("units", "degrees_east");
  for (const std::string& name : sample.names)
    file.variable(name, NC_FLOAT, {"time", "latitude", "longitude"}).attribute("units", sample.unit);
  file.put("time", sample.hours).put("latitude", lat).put("longitude", lon);
  for (std::size_t v = 0; v < sample.names.size(); ++v) {
    std::vector<double> values;
    for (const double hour : sample.hours)
      for (const double y : lat)
        for (const double x : lon) values.push_back(value(int(v), hour, x * degree, y * degree));
    file.put(sample.names[v], values);
  }
}

}  // namespace groundswell::test
