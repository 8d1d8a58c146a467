// SPDX-License-Identifier: Apache-2.0
// A blob of waves of one frequency that propagates along great circles in the cells' own direction frames,
// against the exact solution, in which each ray is traced back to its start.
#pragma once

#include <algorithm>
#include <cstdio>

#include "blob.hpp"
#include "mesh/analytic_meshes.hpp"
#include "propagation/direction_frames.hpp"

namespace groundswell {

struct WaveBlob {
  Vec3 axis, start;               // the central ray leads from `start` round `axis`
  double sd = 600e3;              // [m]
  double spread = 15.0 * degree;  // [rad] standard deviation of directions about the ray
  double days = 5.0;
  double time_step = 1800.0;
  double frequency = 0.04177248;  // [Hz]
  int n_dir = 36;
  PropagationSettings settings;
};

struct WaveBlobResult {
  double l1, start_maximum, maximum, exact_maximum;
  double centroid_km, direction_deg;    // offset of the whole blob from the exact one
  double spread_deg, start_spread_deg;  // spread of directions about the ray through each cell
};

// The waves of a blob have the first frequency of this grid; the other frequencies stay empty.
inline SpectralGrid make_swell_grid(const WaveBlob& blob) {
  SpectralGridSettings settings;
  settings.first_frequency = blob.frequency;
  settings.n_freq = 3;
  settings.n_dir = blob.n_dir;
  return SpectralGrid(settings);
}
// Group speed of these waves in deep water [m s-1].
inline double compute_swell_speed(const WaveBlob& blob) {
  return gravity / (4.0 * pi * blob.frequency);
}

// The direction of travel of a bin of a cell, as a unit vector in space.
class TravelVectors {
 public:
  explicit TravelVectors(const Mesh& mesh) : mesh_(mesh), chart_(compute_cell_chart(mesh)) {}
  Vec3 operator()(int cell, double theta) const {
    const FrameAxes axes = compute_frame_axes(centre_of(mesh_, cell), chart_[cell]);
    return axes.first * std::cos(theta) + axes.second * std::sin(theta);
  }

 private:
  const Mesh& mesh_;
  std::vector<Chart> chart_;
};

// The initial density, at a point, of the waves that travel towards `to`.
inline double initial_density(const WaveBlob& blob, const Vec3& at, const Vec3& to) {
  const Vec3 along = normalized(cross(blob.axis, at));
  const double off = std::acos(std::clamp(dot(along, to), -1.0, 1.0)) / blob.spread;
  return gaussian(at, blob.start, blob.sd) * std::exp(-0.5 * off * off);
}

// The exact density, averaged over a bin, after the waves have travelled `angle` [rad] along their great
// circles.
inline double exact_density(const WaveBlob& blob, const Vec3& at, const TravelVectors& travel, int cell,
                            double theta, double width, double angle) {
  constexpr int n = 6;
  double sum = 0.0;
  for (int i = 0; i < n; ++i) {
    const Vec3 to = travel(cell, theta + width * ((i + 0.5) / n - 0.5));
    const Vec3 from = at * std::cos(angle) - to * std::sin(angle);
    const Vec3 then = to * std::cos(angle) + at * std::sin(angle);
    sum += initial_density(blob, from, then) / n;
  }
  return sum;
}

inline void set_exact(const Mesh& mesh, const SpectralGrid& grid, const WaveBlob& blob, double angle,
                      RowArray<float>& state) {
  const TravelVectors travel(mesh);
  const Vec3 centre = turned(blob.start, blob.axis, angle);
  const double reach = 6.0 * blob.sd / earth_radius + 3.0 * std::min(angle, pi - angle) * blob.spread;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const Vec3 at = centre_of(mesh, cell);
    if (arc_length(at, centre) > reach) continue;
    for (int dir = 0; dir < grid.n_dir(); ++dir)
      state(cell, dir) =
          float(exact_density(blob, at, travel, cell, grid.direction()[dir], grid.direction_width(), angle));
  }
}

// Directions relative to the ray through each cell, as vectors (cosine, sine) weighted by energy and summed.
struct DirectionSums {
  double energy = 0.0, cosine = 0.0, sine = 0.0;
  double spread_deg() const { return std::sqrt(2.0 * (1.0 - std::hypot(cosine, sine) / energy)) / degree; }
  double mean_deg() const { return std::atan2(sine, cosine) / degree; }
};

inline DirectionSums sum_about_ray(const Mesh& mesh, const SpectralGrid& grid, const WaveBlob& blob,
                                   const RowArray<float>& state) {
  const TravelVectors travel(mesh);
  DirectionSums sums;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const Vec3 at = centre_of(mesh, cell), along = normalized(cross(blob.axis, at)), left = cross(at, along);
    for (int dir = 0; dir < grid.n_dir(); ++dir) {
      const double energy = mesh.area_cell[cell] * double(state(cell, dir));
      const Vec3 to = travel(cell, grid.direction()[dir]);
      sums.energy += energy;
      sums.cosine += energy * dot(to, along);
      sums.sine += energy * dot(to, left);
    }
  }
  return sums;
}

inline WaveBlobResult run_wave_blob(const Mesh& mesh, const WaveBlob& blob, const char* name) {
  const SpectralGrid grid = make_swell_grid(blob);
  const double seconds = blob.days * 86400.0, angle = compute_swell_speed(blob) * seconds / earth_radius;
  RowArray<float> state(std::size_t(mesh.n_cell), std::size_t(grid.n_bin()));
  RowArray<float> exact_state(std::size_t(mesh.n_cell), std::size_t(grid.n_bin()));
  set_exact(mesh, grid, blob, 0.0, state);
  const DirectionSums start = sum_about_ray(mesh, grid, blob, state);
  const std::vector<double> before = sum_directions(state, 0, grid.n_dir());
  Propagation<float> propagation(mesh, grid, blob.settings);
  const int n_step = int(std::ceil(seconds / blob.time_step));
  for (int step = 0; step < n_step; ++step) propagation.step(state, seconds / n_step);
  set_exact(mesh, grid, blob, angle, exact_state);

  const std::vector<double> value = sum_directions(state, 0, grid.n_dir());
  const std::vector<double> exact = sum_directions(exact_state, 0, grid.n_dir());
  const DirectionSums sums = sum_about_ray(mesh, grid, blob, state);
  const DirectionSums exact_sums = sum_about_ray(mesh, grid, blob, exact_state);
  WaveBlobResult r;
  r.l1 = compute_l1(mesh, value, exact);
  r.start_maximum = *std::max_element(before.begin(), before.end());
  r.maximum = *std::max_element(value.begin(), value.end());
  r.exact_maximum = *std::max_element(exact.begin(), exact.end());
  r.centroid_km =
      1e-3 * earth_radius * arc_length(compute_centroid(mesh, value), compute_centroid(mesh, exact));
  r.direction_deg = sums.mean_deg() - exact_sums.mean_deg();
  r.spread_deg = sums.spread_deg();
  r.start_spread_deg = start.spread_deg();
  std::printf(
      "%s (%d cells): L1 %.4f, maximum %.3f of %.3f, centroid %.1f km, direction %.2f deg, spread %.2f "
      "to %.2f deg (exact %.2f)\n",
      name, mesh.n_cell, r.l1, r.maximum, r.exact_maximum, r.centroid_km, r.direction_deg, r.start_spread_deg,
      r.spread_deg, exact_sums.spread_deg());
  return r;
}

}  // namespace groundswell
