// SPDX-License-Identifier: Apache-2.0
// Blobs of waves on the sphere, and their errors in position and height.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "exec/array.hpp"
#include "mesh/mesh.hpp"
#include "mesh/vec3.hpp"
#include "propagation/propagation.hpp"

namespace groundswell {

inline Vec3 centre_of(const Mesh& mesh, int cell) {
  return normalized({mesh.x_cell[cell], mesh.y_cell[cell], mesh.z_cell[cell]});
}

// v rotated about a unit axis by an angle [rad] (Rodrigues).
inline Vec3 turned(const Vec3& v, const Vec3& axis, double angle) {
  return v * std::cos(angle) + cross(axis, v) * std::sin(angle) +
         axis * (dot(axis, v) * (1.0 - std::cos(angle)));
}

// exp(-d^2 / (2 sd^2)) of the great-circle distance d [m] between `at` and `centre`.
inline double gaussian(const Vec3& at, const Vec3& centre, double sd) {
  const double distance = earth_radius * arc_length(at, centre);
  return std::exp(-0.5 * distance * distance / (sd * sd));
}

// sum |value - exact| A / sum exact A.
inline double compute_l1(const Mesh& mesh, const std::vector<double>& value,
                         const std::vector<double>& exact) {
  double difference = 0.0, total = 0.0;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    difference += mesh.area_cell[cell] * std::abs(value[cell] - exact[cell]);
    total += mesh.area_cell[cell] * exact[cell];
  }
  return difference / total;
}

inline Vec3 compute_centroid(const Mesh& mesh, const std::vector<double>& value) {
  Vec3 sum;
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    sum += centre_of(mesh, cell) * (mesh.area_cell[cell] * value[cell]);
  return normalized(sum);
}

// The sum over directions at one frequency, for each cell.
template <class T>
std::vector<double> sum_directions(const RowArray<T>& state, int freq, int n_dir) {
  std::vector<double> sum(state.n_row(), 0.0);
  for (std::size_t cell = 0; cell < sum.size(); ++cell)
    for (int dir = 0; dir < n_dir; ++dir) sum[cell] += double(state(cell, freq * n_dir + dir));
  return sum;
}

// Currents of a globe in solid-body rotation about `axis`, with `speed` [m s-1] at the equator of that axis.
inline WaterValues make_solid_rotation(const Mesh& mesh, const Vec3& axis, double speed) {
  WaterValues water;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const Vec3 u = cross(axis, centre_of(mesh, cell)) * speed;
    const double lon = mesh.lon_cell[cell], lat = mesh.lat_cell[cell];
    water.current_east.push_back(dot(u, east_at(lon)));
    water.current_north.push_back(dot(u, north_at(lon, lat)));
  }
  return water;
}

// Waves so short that they hardly propagate: the current carries waves of all directions alike, so that the
// errors are those of the spatial scheme alone.
inline SpectralGrid make_passive_grid() {
  SpectralGridSettings settings;
  settings.n_freq = 3;
  settings.n_dir = 8;
  settings.first_frequency = 5000.0;
  return SpectralGrid(settings);
}

inline PropagationSettings make_passive_settings(const std::string& scheme = "third_order") {
  PropagationSettings settings;
  settings.scheme = find_named(flux_schemes, scheme).value;
  settings.sprinkler_age = 0.0;
  settings.great_circle = settings.refraction = settings.frequency_shift = false;
  return settings;
}

}  // namespace groundswell
