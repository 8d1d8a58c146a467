// SPDX-License-Identifier: Apache-2.0
// Writes files of wave parameters at a few places, for tests of open boundaries.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "boundary/boundary_settings.hpp"
#include "boundary/parameter_series.hpp"
#include "support/netcdf_file.hpp"

namespace groundswell::test {

inline constexpr double missing = -32767.0;

struct Variable {
  std::string name, units;
  std::vector<double> values;
  std::string long_name = "direction that waves come from";
};

// Writes a file with these variables at two dates, on a grid of 3 x 2 places or for a list of 2 places.
inline void write_file(const std::filesystem::path& path, bool grid, const std::vector<Variable>& variables,
                       const std::string& time = "hours since 2000-01-01 00:00:00") {
  NetcdfFile file(path);
  file.dimension("time", 2);
  std::vector<std::string> dimensions{"time"};
  if (grid) {
    file.dimension("latitude", 2).dimension("longitude", 3);
    dimensions.insert(dimensions.end(), {"latitude", "longitude"});
  } else {
    file.dimension("place", 2);
    dimensions.push_back("place");
  }
  file.variable("time", NC_INT, {"time"}).attribute("units", time);
  file.variable("latitude", NC_FLOAT, {grid ? "latitude" : "place"}).attribute("units", "degrees_north");
  file.variable("longitude", NC_FLOAT, {grid ? "longitude" : "place"}).attribute("units", "degrees_east");
  for (const Variable& v : variables)
    file.variable(v.name, NC_DOUBLE, dimensions)
        .attribute(v.units.empty() ? "comment" : "units", v.units)
        .attribute("long_name", v.long_name)
        .attribute("_FillValue", missing);
  file.put("time", {0, 6}).put("latitude", {50, 49});
  if (grid)
    file.put("longitude", {0, 1, 2});
  else
    file.put("longitude", {0, 1});
  for (const Variable& v : variables) file.put(v.name, v.values);
}

inline WaveFileSettings settings_of(const std::filesystem::path& path) {
  WaveFileSettings settings;
  settings.files = {path};
  return settings;
}

inline std::vector<double> times(int n, double value) {
  return std::vector<double>(std::size_t(n), value);
}

// Expects that reading the first date fails with a message that contains these words.
inline void expect_series_refused(const WaveFileSettings& settings,
                                  std::initializer_list<const char*> words) {
  try {
    ParameterSeries(settings, Calendar::standard).at(0);
    FAIL() << *words.begin();
  } catch (const Error& error) {
    for (const std::string word : words)
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos) << error.what();
  }
}

}  // namespace groundswell::test
