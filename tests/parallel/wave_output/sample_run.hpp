// SPDX-License-Identifier: Apache-2.0
// Output of the small ocean, by default on the mesh, on a regular grid and at places, published by ranks that
// own cells scattered as if at random: the fields follow simple formulas of position and time, so that a
// reader can check each value.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/constants.hpp"
#include "base/names.hpp"
#include "model/model_fields.hpp"
#include "output/run_output.hpp"
#include "parallel/output/sample_ocean.hpp"
#include "wave_output/wave_products.hpp"

namespace groundswell::test {

// The wind is the projection of one constant vector in space on local east and north: smooth across the
// poles, where its components are not.
inline std::pair<double, double> sample_wind(double lon, double lat) {
  const double x = 8.0, y = -3.0, z = 5.0;
  return {-x * std::sin(lon) + y * std::cos(lon),
          -x * std::sin(lat) * std::cos(lon) - y * std::sin(lat) * std::sin(lon) + z * std::cos(lat)};
}

// Waves travel with the wind; heights grow with latitude and time; there are no waves under ice south of 75
// S.
inline float sample_value(const std::string& name, double lon, double lat, double hours) {
  const auto [u, v] = sample_wind(lon, lat);
  const bool ice = lat < -75.0 * degree;
  if (name == "uwnd") return float(u);
  if (name == "vwnd") return float(v);
  if (name == "dpt") return 4000.0f;
  if (name == "ucur") return float(-0.05 * u);
  if (name == "vcur") return float(-0.05 * v);
  if (ice) return std::numeric_limits<float>::quiet_NaN();
  if (name == "hs") return float(3.0 + 2.0 * std::sin(lat) + 0.1 * hours);
  if (name == "dir" || name == "dp") return float(std::atan2(v, u));
  if (name == "spr") return float(0.5);
  return float(8.0 + std::cos(lat));
}

inline OutputSettings sample_settings(const std::string& folder) {
  OutputSettings settings;
  settings.folder = folder;
  settings.mesh.fields = {"hs", "dir", "spr", "uwnd", "vwnd", "dpt"};
  settings.lat_lon.spacing = 5.0;
  settings.lat_lon.interval = 7200;
  settings.points.interval = 1800;
  settings.points.places = {
      {"North Pole", 0.0, 90.0}, {"Hawaii", -157.0, 21.0}, {"Datumsgrænsen-Øst", 179.9, -10.0}};
  settings.points.max_distance = 300e3;
  return settings;
}

inline OutputHeader sample_header() {
  OutputHeader header;
  header.title = "Sample of output";
  header.source = "Groundswell, sample";
  header.history = "made by a test";
  header.start = "1996-01-15T18:00:00Z";
  return header;
}

inline SpectralAxes sample_axes() {
  SpectralAxes axes;
  for (int f = 0; f < 12; ++f) axes.frequencies.push_back(0.05 * std::pow(1.1, f));
  for (int d = 0; d < 24; ++d) axes.directions.push_back(2.0 * pi * (d + 0.5) / 24);
  return axes;
}

// Variance density of waves that travel with the wind, with a peak at 0.08 Hz; larger towards the north.
inline float sample_spectrum(const SpectralAxes& axes, std::size_t freq, std::size_t dir, double lon,
                             double lat) {
  const auto [u, v] = sample_wind(lon, lat);
  const double f = axes.frequencies[freq] / 0.08, c = std::cos(axes.directions[dir] - std::atan2(v, u));
  return float((2.0 + std::sin(lat)) * std::exp(-10.0 * (f - 1.0) * (f - 1.0)) * (c > 0.0 ? c * c : 0.0));
}

// The index, among the sample's directions, of the entry at `place` in a file, whose nautical directions
// descend.
inline std::size_t dir_of(std::size_t place) {
  return (place + 6) % 24;  // the first direction is nearly north
}

// Provides the sample's values on the cells of a part of the mesh.
class SampleSource final : public OutputSource {
 public:
  SampleSource(const MeshPart& part, const DateTime& first) : part_(part), first_(first) {}

  void update(const DateTime& now, const std::vector<std::string>& names) override {
    fields_.clear();
    for (const std::string& name : names) {
      std::vector<float>& values = fields_[name];
      for (std::size_t i = 0; i < std::size_t(part_.n_owned); ++i)
        values.push_back(sample_value(name, part_.mesh.lon_cell[i], part_.mesh.lat_cell[i],
                                      double(now - first_) / 3600.0));
    }
  }
  View<const float> field(std::string_view name) const override {
    const std::vector<float>& values = fields_.at(std::string(name));
    return {values.data(), values.size()};
  }
  void get_row(int cell, View<float> bins) const override {
    const SpectralAxes axes = sample_axes();
    for (std::size_t b = 0; b < bins.size; ++b)
      bins[b] =
          sample_spectrum(axes, b / axes.directions.size(), b % axes.directions.size(),
                          part_.mesh.lon_cell[std::size_t(cell)], part_.mesh.lat_cell[std::size_t(cell)]);
  }

 private:
  const MeshPart& part_;
  DateTime first_;
  std::map<std::string, std::vector<float>> fields_;
};

inline ProductList sample_products(const Communicator& communicator, const OutputSettings& settings,
                                   const MeshPart& part, const DateTime& first, const DateTime& last) {
  return make_wave_products(
      settings, {communicator, part, known_fields(), names_of(known_fields()), first, last}, sample_axes());
}

// Writes three hours of all output that the settings request. Collective.
inline void write_sample(const Communicator& communicator, const Mesh& ocean,
                         const OutputSettings& settings) {
  const DateTime first = DateTime::parse("1996-01-15 18:00"), last = first + 3 * 3600;
  const LocalMesh part = deal_cells(communicator, ocean);
  RunOutput output(communicator, sample_products(communicator, settings, part, first, last), sample_header(),
                   part);
  SampleSource source(part, first);
  for (DateTime now = first; now <= last; now = now + 1800) output.publish(now, source);
  output.finish();
}

inline void write_sample(const Communicator& communicator, const Mesh& ocean, const std::string& folder) {
  write_sample(communicator, ocean, sample_settings(folder));
}

}  // namespace groundswell::test
