// SPDX-License-Identifier: Apache-2.0
// A small ocean with land and all kinds of output, published by ranks that own cells scattered at random: the
// fields follow simple formulas of position and time, so that a reader can check each value.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/constants.hpp"
#include "decomp/local_mesh.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"
#include "output/output_client.hpp"

namespace groundswell::test {

// The globe in 2562 cells without a continent between 20 and 80 E, 30 S and 40 N; both poles are sea.
inline Mesh make_sample_ocean() {
  Mesh mesh = make_icosahedral_mesh(4, earth_radius);
  std::vector<std::uint8_t> keep(std::size_t(mesh.n_cell), 1);
  for (std::size_t i = 0; i < keep.size(); ++i) {
    const double lon = std::remainder(mesh.lon_cell[i], 2.0 * pi) / degree, lat = mesh.lat_cell[i] / degree;
    if (lon > 20.0 && lon < 80.0 && lat > -30.0 && lat < 40.0) keep[i] = 0;
  }
  Mesh ocean = select_cells(mesh, keep, EdgeKind::land);
  ocean.depth_cell.assign(std::size_t(ocean.n_cell), 4000.0);
  return ocean;
}

// This rank's part, where cells are dealt out as if at random.
inline LocalMesh deal_cells(const Communicator& communicator, const Mesh& mesh) {
  Partition partition{communicator.size(), {}};
  for (std::int64_t i = 0; i < mesh.n_cell; ++i)
    partition.owner.push_back(int(std::uint64_t(i) * 2654435761u / 64 % std::uint64_t(partition.n_part)));
  return make_local_mesh(mesh, partition, communicator.rank(), 1);
}

// The wind is the projection of one constant vector in space on local east and north: smooth across the
// poles, where its components are not.
inline std::pair<double, double> sample_wind(double lon, double lat) {
  const double x = 8.0, y = -3.0, z = 5.0;
  return {-x * std::sin(lon) + y * std::cos(lon),
          -x * std::sin(lat) * std::cos(lon) - y * std::sin(lat) * std::sin(lon) + z * std::cos(lat)};
}

// Waves travel with the wind; heights grow with latitude and time; waves are missing under ice south of 75 S.
inline float sample_value(const std::string& name, double lon, double lat, double hours) {
  const auto [u, v] = sample_wind(lon, lat);
  const bool ice = lat < -75.0 * degree;
  if (name == "uwnd") return float(u);
  if (name == "vwnd") return float(v);
  if (name == "dpt") return 4000.0f;
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
  settings.points.places = {{"North Pole", 0.0, 90.0}, {"Hawaii", -157.0, 21.0}, {"Date Line", 179.9, -10.0}};
  settings.points.max_distance = 300e3;
  return settings;
}

inline OutputHeader sample_header() {
  OutputHeader header;
  header.title = "Sample of output";
  header.source = "Groundswell, sample";
  header.history = "made by a test";
  for (int f = 0; f < 12; ++f) header.axes.frequencies.push_back(0.05 * std::pow(1.1, f));
  for (int d = 0; d < 24; ++d) header.axes.directions.push_back(2.0 * pi * (d + 0.5) / 24);
  return header;
}

// Variance density with a peak at 0.08 Hz that travels towards 60 degrees from east, larger at later places.
inline float sample_spectrum(const SpectralAxes& axes, std::size_t freq, std::size_t dir, int place) {
  const double f = axes.frequencies[freq] / 0.08, c = std::cos(axes.directions[dir] - 60.0 * degree);
  return float((1.0 + place) * std::exp(-10.0 * (f - 1.0) * (f - 1.0)) * (c > 0.0 ? c * c : 0.0));
}

// Writes three hours of all output. Collective.
inline void write_sample(const Communicator& communicator, const Mesh& ocean, const std::string& folder) {
  const DateTime first = DateTime::parse("1996-01-15 18:00"), last = first + 3 * 3600;
  const LocalMesh part = deal_cells(communicator, ocean);
  const OutputHeader header = sample_header();
  OutputClient client(communicator, OutputPlan(sample_settings(folder), first, last), header, part);
  const std::size_t n_dir = header.axes.directions.size(), n_freq = header.axes.frequencies.size();
  for (DateTime now = first; now <= last; now = now + 1800) {
    if (!client.plan().anything_due(now)) continue;
    for (const std::string& name : client.plan().fields_due(now)) {
      Array<float> values(std::size_t(part.n_owned));
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] =
            sample_value(name, part.mesh.lon_cell[i], part.mesh.lat_cell[i], double(now - first) / 3600.0);
      client.publish(now, name, values.view());
    }
    if (client.plan().due(OutputKind::spectra, now)) {
      RowArray<float> spectra(client.local_places().size(), n_freq * n_dir);
      for (std::size_t i = 0; i < spectra.n_row(); ++i)
        for (std::size_t b = 0; b < spectra.n_col(); ++b)
          spectra(i, b) = sample_spectrum(header.axes, b / n_dir, b % n_dir, client.local_places()[i].place);
      client.publish_spectra(now, std::as_const(spectra).rows());
    }
    client.complete(now);
  }
  client.finish();
}

}  // namespace groundswell::test
