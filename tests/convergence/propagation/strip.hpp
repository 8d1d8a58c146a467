// SPDX-License-Identifier: Apache-2.0
// A strip of hexagons, periodic in y: waves enter at the west end over water that depends on x alone, until
// the state is steady. Then k_y and the absolute frequency of each ray are those with which it entered, and
// the flux of action in x is the same everywhere, which gives the exact solution for any depth and current.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <vector>

#include "base/constants.hpp"
#include "exec/array.hpp"
#include "mesh/analytic_meshes.hpp"
#include "propagation/propagation.hpp"
#include "spectrum/dispersion.hpp"

namespace groundswell {

// 0 before `from`, 1 after `to`, linear in between.
inline double ramp(double x, double from, double to) {
  return std::clamp((x - from) / (to - from), 0.0, 1.0);
}

struct Strip {
  int nx = 40;
  double spacing = 15e3;
  std::function<double(double)> depth = [](double) { return 1e5; };  // [m] at x
  std::function<double(double)> u = [](double) { return 0.0; }, v = [](double) { return 0.0; };
  SpectralGridSettings grid;
  double mean_frequency = 0.1, frequency_spread = 0.0;  // [Hz]; spread 0: the first frequency alone
  double mean_direction = 0.0, direction_spread = 5.0 * degree;
  double time_step = 600.0, duration = 2e5;
  std::string scheme = "third_order";
};

// The spectrum of the waves that enter: energy per Hz and rad.
inline double entering(const Strip& strip, double frequency, double theta) {
  const double off = std::remainder(theta - strip.mean_direction, 2.0 * pi) / strip.direction_spread;
  const double beside =
      strip.frequency_spread > 0.0 ? (frequency - strip.mean_frequency) / strip.frequency_spread : 0.0;
  return std::exp(-0.5 * (off * off + beside * beside));
}

struct StripResult {
  std::vector<double> x, energy, direction;  // of each cell in the first row: x, total energy, mean direction
};

inline std::vector<float> make_entering_action(const Strip& strip, const SpectralGrid& grid) {
  std::vector<float> action(std::size_t(grid.n_bin()));
  constexpr int n = 8;
  for (int freq = 0; freq < grid.n_freq(); ++freq) {
    if (strip.frequency_spread == 0.0 && freq > 0) break;
    for (int dir = 0; dir < grid.n_dir(); ++dir) {
      double mean = 0.0;
      for (int i = 0; i < n; ++i) {
        const double theta = grid.direction()[dir] + grid.direction_width() * ((i + 0.5) / n - 0.5);
        if (std::cos(theta) > 0.0) mean += entering(strip, grid.frequency()[freq], theta) / n;
      }
      action[freq * grid.n_dir() + dir] = float(mean / grid.sigma()[freq]);
    }
  }
  return action;
}

inline StripResult run_strip(const Strip& strip) {
  PlanarHexSettings hexagons;
  hexagons.nx = strip.nx;
  hexagons.ny = 4;
  hexagons.spacing = strip.spacing;
  hexagons.periodic_y = true;
  const Mesh mesh = make_planar_hex_mesh(hexagons);
  const SpectralGrid grid(strip.grid);
  PropagationSettings settings;
  settings.scheme = find_named(flux_schemes, strip.scheme).value;
  settings.sprinkler_age = 0.0;
  Propagation<float> propagation(mesh, grid, settings);
  WaterValues water;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    water.depth.push_back(strip.depth(mesh.x_cell[cell]));
    water.current_east.push_back(strip.u(mesh.x_cell[cell]));
    water.current_north.push_back(strip.v(mesh.x_cell[cell]));
  }
  propagation.update_water(water);
  RowArray<float> enters(1, std::size_t(grid.n_bin()));
  const std::vector<float> action = make_entering_action(strip, grid);
  std::copy(action.begin(), action.end(), enters.row(0));
  std::vector<int> row_of_edge(std::size_t(mesh.n_edge), -1);
  for (int edge = 0; edge < mesh.n_edge; ++edge)
    if (mesh.x_edge[edge] < 0.5 * strip.spacing) row_of_edge[edge] = 0;
  propagation.set_boundary(std::move(enters), row_of_edge);
  RowArray<float> state(std::size_t(mesh.n_cell), std::size_t(grid.n_bin()));
  for (double time = 0.0; time < strip.duration; time += strip.time_step)
    propagation.step(state, strip.time_step);

  StripResult result;
  for (int cell = 0; cell < strip.nx; ++cell) {
    double energy = 0.0, east = 0.0, north = 0.0;
    for (int freq = 0; freq < grid.n_freq(); ++freq)
      for (int dir = 0; dir < grid.n_dir(); ++dir) {
        const double e = state(cell, freq * grid.n_dir() + dir) * grid.sigma()[freq] * grid.frequency()[freq];
        energy += e;
        east += e * std::cos(grid.direction()[dir]);
        north += e * std::sin(grid.direction()[dir]);
      }
    result.x.push_back(mesh.x_cell[cell]);
    result.energy.push_back(energy);
    result.direction.push_back(std::atan2(north, east));
  }
  return result;
}

// The state at x of a ray that entered with this frequency and direction: its energy as a fraction of that on
// entry (0 if the ray has turned back), and its direction. Found by bisection for k_x below the blocking
// point.
struct Ray {
  double share, direction;
};
inline Ray trace_ray(const Strip& strip, double x, double frequency, double theta) {
  const double sigma0 = 2.0 * pi * frequency, depth0 = strip.depth(0.0), depth = strip.depth(x);
  const double k0 = compute_wavenumber(sigma0, depth0), ky = k0 * std::sin(theta);
  const double omega = sigma0 + k0 * std::cos(theta) * strip.u(0.0) + ky * strip.v(0.0);
  const auto excess = [&](double kx) {
    const double k = std::hypot(kx, ky);
    return std::sqrt(gravity * k * std::tanh(k * depth)) + kx * strip.u(x) + ky * strip.v(x) - omega;
  };
  double low = 0.0, high = 1e-6;
  if (excess(0.0) >= 0.0) return {0.0, 0.0};  // turned back
  while (excess(high) < 0.0) high *= 1.01;
  for (int i = 0; i < 80; ++i) (excess(0.5 * (low + high)) < 0.0 ? low : high) = 0.5 * (low + high);
  const double kx = low, k = std::hypot(kx, ky), sigma = std::sqrt(gravity * k * std::tanh(k * depth));
  const double speed0 = strip.u(0.0) + compute_group_speed(sigma0, k0, depth0) * std::cos(theta);
  const double speed = strip.u(x) + compute_group_speed(sigma, k, depth) * kx / k;
  return {sigma / sigma0 * speed0 / speed, std::atan2(ky, kx)};
}

// Sums over all rays at x, like the sums over bins in run_strip.
struct StripExact {
  double energy = 0.0, direction = 0.0;
};
inline StripExact compute_exact(const Strip& strip, double x) {
  const SpectralGrid grid(strip.grid);
  double energy = 0.0, east = 0.0, north = 0.0;
  for (int freq = 0; freq < grid.n_freq(); ++freq) {
    if (strip.frequency_spread == 0.0 && freq > 0) break;
    for (double theta = -89.5 * degree; theta < 90.0 * degree; theta += degree) {
      const double enters = entering(strip, grid.frequency()[freq], theta);
      if (enters < 1e-7) continue;
      const Ray ray = trace_ray(strip, x, grid.frequency()[freq], theta);
      const double e = enters * ray.share * grid.frequency()[freq] * degree / grid.direction_width();
      energy += e;
      east += e * std::cos(ray.direction);
      north += e * std::sin(ray.direction);
    }
  }
  return {energy, std::atan2(north, east)};
}

// The largest errors from the second cell to the last but two, or to x = `to`.
struct StripErrors {
  double hs, direction_deg;
};
inline StripErrors compare(const Strip& strip, const char* name, double to = 1e9) {
  const StripResult result = run_strip(strip);
  StripErrors worst{0.0, 0.0};
  for (std::size_t i = 1; i + 2 < result.x.size() && result.x[i] < to; ++i) {
    const StripExact exact = compute_exact(strip, result.x[i]);
    worst.hs = std::max(worst.hs, std::abs(std::sqrt(result.energy[i] / exact.energy) - 1.0));
    worst.direction_deg =
        std::max(worst.direction_deg, std::abs(result.direction[i] - exact.direction) / degree);
  }
  std::printf("%s: Hs within %.2f %%, direction within %.2f degrees\n", name, 100.0 * worst.hs,
              worst.direction_deg);
  return worst;
}

}  // namespace groundswell
