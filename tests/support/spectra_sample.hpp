// SPDX-License-Identifier: Apache-2.0
// Writes spectra at points, in WAVEWATCH III's file layout, for tests of open boundaries.
#pragma once

#include <functional>

#include "base/constants.hpp"
#include "support/netcdf_file.hpp"

namespace groundswell::test {

struct SpectraSample {
  std::vector<double> lon, lat;    // [degree]; on a plane, x and y [m]
  std::vector<double> hours;       // since 2000-01-01
  std::vector<double> frequency;   // [Hz]
  std::vector<double> directions;  // [degree] of travel, clockwise from north
};

// density(place, hour, frequency [Hz], direction of travel [rad, counter-clockwise from east]).
using DensityFunction = std::function<double(std::size_t, double, double, double)>;

inline void write_spectra_sample(const std::filesystem::path& path, const SpectraSample& s,
                                 const DensityFunction& density) {
  NetcdfFile file(path);
  file.dimension("time", s.hours.size()).dimension("station", s.lon.size());
  file.dimension("frequency", s.frequency.size()).dimension("direction", s.directions.size());
  file.variable("time", NC_DOUBLE, {"time"}).attribute("units", "hours since 2000-01-01");
  file.variable("frequency", NC_DOUBLE, {"frequency"}).attribute("units", "s-1");
  file.variable("direction", NC_DOUBLE, {"direction"})
      .attribute("units", "degree")
      .attribute("standard_name", "sea_surface_wave_to_direction");
  file.variable("longitude", NC_DOUBLE, {"station"}).attribute("units", "degree_east");
  file.variable("latitude", NC_DOUBLE, {"station"}).attribute("units", "degree_north");
  file.variable("efth", NC_FLOAT, {"time", "station", "frequency", "direction"})
      .attribute("units", "m2 s rad-1");
  file.put("time", s.hours).put("frequency", s.frequency).put("direction", s.directions);
  file.put("longitude", s.lon).put("latitude", s.lat);
  std::vector<double> values;
  for (const double hour : s.hours)
    for (std::size_t place = 0; place < s.lon.size(); ++place)
      for (const double f : s.frequency)
        for (const double d : s.directions) values.push_back(density(place, hour, f, (90.0 - d) * degree));
  file.put("efth", values);
}

}  // namespace groundswell::test
