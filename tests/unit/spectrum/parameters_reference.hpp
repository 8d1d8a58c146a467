// SPDX-License-Identifier: Apache-2.0
// A slow reference for integral parameters: one loop over all bins in double precision for each, directly
// from the definitions.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "base/constants.hpp"
#include "spectrum/dispersion.hpp"
#include "spectrum/parameters.hpp"

namespace groundswell::test {

struct ReferenceSea {
  std::vector<double> variance;  // E [freq][dir] [m2 Hz-1 rad-1]
  double depth = 4000.0, friction_velocity = 0.0, wind_direction = 0.0, frame_angle = 0.0;
};

class ParameterReference {
 public:
  using Part = std::function<bool(int, int)>;  // which bins (freq, dir)

  ParameterReference(const SpectralGrid& grid, const ReferenceSea& sea, const ParameterSettings& settings)
      : grid_(grid), sea_(sea), settings_(settings) {}

  // int int weight(f, theta) E over the bins that `part` accepts, with a tail of weight(f_N) f_N / fall.
  double integral(const std::function<double(double, double)>& weight, double fall, const Part& part) const {
    double sum = 0.0;
    for (int freq = 0; freq < grid_.n_freq(); ++freq)
      for (int dir = 0; dir < grid_.n_dir(); ++dir) {
        if (!part(freq, dir)) continue;
        const double f = grid_.frequency()[freq], theta = grid_.direction()[dir] + sea_.frame_angle;
        double width = grid_.frequency_width()[freq];
        if (freq + 1 == grid_.n_freq() && settings_.tail) width += f / fall;
        sum += weight(f, theta) * variance(freq, dir) * width * grid_.direction_width();
      }
    return sum;
  }
  double moment(int n, const Part& part) const {
    return integral([n](double f, double) { return std::pow(f, n); }, 4.0 - n, part);
  }
  bool is_wind_sea(int freq, int dir) const {
    const double speed = grid_.sigma()[freq] / compute_wavenumber(grid_.sigma()[freq], sea_.depth);
    return 28.0 * settings_.wind_sea_factor * sea_.friction_velocity / speed *
               std::cos(grid_.direction()[dir] - sea_.wind_direction) >=
           1.0;
  }
  double direction(const Part& part) const {
    const double x = integral([](double, double theta) { return std::cos(theta); }, 4.0, part);
    const double y = integral([](double, double theta) { return std::sin(theta); }, 4.0, part);
    const double angle = std::atan2(y, x);
    return angle < 0.0 ? angle + 2.0 * pi : angle;
  }
  double spread() const {
    const double x = integral([](double, double theta) { return std::cos(theta); }, 4.0, everything);
    const double y = integral([](double, double theta) { return std::sin(theta); }, 4.0, everything);
    return std::sqrt(2.0 * (1.0 - std::hypot(x, y) / moment(0, everything)));
  }
  int peak_freq(const Part& part) const {
    int peak = 0;
    for (int freq = 1; freq < grid_.n_freq(); ++freq)
      if (over_direction(freq, part) > over_direction(peak, part)) peak = freq;
    return peak;
  }
  // The top of the parabola through the peak and its neighbours, by Lagrange's formula.
  double peak_frequency(const Part& part) const {
    const int p = peak_freq(part);
    const auto& f = grid_.frequency();
    if (p == 0 || p + 1 == grid_.n_freq()) return f[p];
    const double a = over_direction(p - 1, part) / ((f[p - 1] - f[p]) * (f[p - 1] - f[p + 1]));
    const double b = over_direction(p, part) / ((f[p] - f[p - 1]) * (f[p] - f[p + 1]));
    const double c = over_direction(p + 1, part) / ((f[p + 1] - f[p - 1]) * (f[p + 1] - f[p]));
    return (a * (f[p] + f[p + 1]) + b * (f[p - 1] + f[p + 1]) + c * (f[p - 1] + f[p])) / (2.0 * (a + b + c));
  }
  // Kenyon 1969: finite depth on the grid, deep water in the tail.
  double stokes_drift(bool east) const {
    double sum = 0.0;
    for (int freq = 0; freq < grid_.n_freq(); ++freq)
      for (int dir = 0; dir < grid_.n_dir(); ++dir) {
        const double f = grid_.frequency()[freq], sigma = grid_.sigma()[freq];
        const double k = compute_wavenumber(sigma, sea_.depth), kd = std::min(k * sea_.depth, 40.0);
        const double theta = grid_.direction()[dir] + sea_.frame_angle;
        double weight =
            grid_.frequency_width()[freq] * sigma * k * std::cosh(2 * kd) / std::pow(std::sinh(kd), 2);
        if (freq + 1 == grid_.n_freq() && settings_.tail)
          weight += 16.0 * pi * pi * pi / gravity * std::pow(f, 4);
        sum += weight * variance(freq, dir) * grid_.direction_width() *
               (east ? std::cos(theta) : std::sin(theta));
      }
    return sum;
  }

  // int int E / k and int int cg E with a tail in deep water, from the dispersion relation.
  double length_sum() const {
    return integral_of_k([](double, double k) { return 1.0 / k; }, 6.0);
  }
  double flux_sum() const {
    return integral_of_k([this](double sigma, double k) { return compute_group_speed(sigma, k, sea_.depth); },
                         5.0);
  }
  // The largest and the smallest mean square slope along any axis: those along the principal axes of the
  // slope tensor.
  std::pair<double, double> slopes() const {
    const auto along = [this](double axis) {
      double sum = 0.0;
      for (int freq = 0; freq < grid_.n_freq(); ++freq)
        for (int dir = 0; dir < grid_.n_dir(); ++dir) {
          const double k = compute_wavenumber(grid_.sigma()[freq], sea_.depth);
          sum += std::pow(k * std::cos(grid_.direction()[dir] - axis), 2) * variance(freq, dir) *
                 grid_.frequency_width()[freq] * grid_.direction_width();
        }
      return sum;
    };
    const double axis = 0.5 * std::atan2(along(0.25 * pi) - along(0.75 * pi), along(0.0) - along(0.5 * pi));
    return {along(axis), along(axis + 0.5 * pi)};
  }

  // int int weight(sigma, k) of_direction(theta) E, and `tail` times int of_direction E(f_N) dtheta.
  double sum_down(const std::function<double(double, double)>& weight,
                  const std::function<double(double)>& of_direction, double tail) const {
    double sum = 0.0;
    for (int freq = 0; freq < grid_.n_freq(); ++freq) {
      const double sigma = grid_.sigma()[freq], k = compute_wavenumber(sigma, sea_.depth);
      double all = weight(sigma, k) * grid_.frequency_width()[freq];
      if (freq + 1 == grid_.n_freq() && settings_.tail) all += tail;
      for (int dir = 0; dir < grid_.n_dir(); ++dir)
        sum += all * of_direction(grid_.direction()[dir] + sea_.frame_angle) * variance(freq, dir) *
               grid_.direction_width();
    }
    return sum;
  }
  double transport(bool east) const {
    const double f = grid_.frequency().back();
    return sum_down([](double sigma, double k) { return gravity * k / sigma; }, along(east),
                    2.0 * pi * f * f / 3.0);
  }
  // 0 where the hyperbolic functions would overflow.
  double sum_at_bed(const std::function<double(double, double)>& weight) const {
    const auto shallow = [&](double sigma, double k) {
      return k * sea_.depth > 300.0 ? 0.0 : weight(sigma, k);
    };
    return sum_down(
        shallow, [](double) { return 1.0; }, 0.0);
  }
  double head() const {
    return sum_at_bed([this](double, double k) { return gravity * k / std::sinh(2.0 * k * sea_.depth); });
  }
  double bottom_motion(int power) const {
    return std::sqrt(sum_at_bed([&](double sigma, double k) {
      return std::pow(sigma, 2 * power) / std::pow(std::sinh(k * sea_.depth), 2);
    }));
  }
  double drift_below(double depth, bool east) const {
    if (depth > sea_.depth) return 0.0;
    const double f = grid_.frequency().back(), a = 8.0 * pi * pi * f * f * depth / gravity;
    const auto weight = [&](double sigma, double k) {
      const double kd = k * sea_.depth;
      if (kd > 300.0) return 2.0 * sigma * k * std::exp(-2.0 * k * depth);
      return sigma * k * std::cosh(2.0 * k * (sea_.depth - depth)) / std::pow(std::sinh(kd), 2);
    };
    return sum_down(weight, along(east),
                    16.0 * pi * pi * pi / gravity * std::pow(f, 4) *
                        (std::exp(-a) - std::sqrt(pi * a) * std::erfc(std::sqrt(a))));
  }
  // n (cos^2, cos sin, sin^2) + (n - 1/2) (1, 0, 1), with n = 1/2 in the tail.
  double stress(const std::function<double(double)>& in_line, double across) const {
    const auto ratio = [this](double sigma, double k) {
      return compute_group_speed(sigma, k, sea_.depth) * k / sigma;
    };
    const double tail = grid_.frequency().back() / 4.0;
    return water_density * gravity *
           (sum_down(ratio, in_line, 0.5 * tail) +
            across * sum_down([&](double sigma, double k) { return ratio(sigma, k) - 0.5; },
                              [](double) { return 1.0; }, 0.0));
  }

  std::vector<double> all() const {
    const auto sea = [this](int freq, int dir) { return is_wind_sea(freq, dir); };
    const auto swell = [this](int freq, int dir) { return !is_wind_sea(freq, dir); };
    const int peak = peak_freq(everything);
    const auto at_peak = [peak](int freq, int) { return freq == peak; };
    std::vector<double> values{4.0 * std::sqrt(moment(0, everything)), 1.0 / peak_frequency(everything),
                               peak_frequency(everything)};
    values.push_back(moment(0, everything) / moment(1, everything));
    values.push_back(std::sqrt(moment(0, everything) / moment(2, everything)));
    values.push_back(moment(-1, everything) / moment(0, everything));
    values.push_back(direction(everything));
    values.push_back(direction(at_peak));
    values.push_back(spread());
    for (const auto& part : {Part(sea), Part(swell)}) {
      values.push_back(4.0 * std::sqrt(moment(0, part)));
      const bool calm = moment(0, part) < 1e-12;
      const double none = std::numeric_limits<double>::quiet_NaN();
      values.push_back(calm ? none : moment(-1, part) / moment(0, part));
      values.push_back(calm ? none : std::sqrt(moment(0, part) / moment(2, part)));
      values.push_back(calm ? none : direction(part));
    }
    values.push_back(stokes_drift(true));
    values.push_back(stokes_drift(false));
    values.push_back(2.0 * pi * length_sum() / moment(0, everything));
    values.push_back(water_density * gravity * flux_sum());
    for (const auto& part : {Part(sea), Part(swell)})
      values.push_back(moment(0, part) < 1e-12 ? std::numeric_limits<double>::quiet_NaN()
                                               : 1.0 / peak_frequency(part));
    const auto [upwave, crosswave] = slopes();
    values.push_back(upwave);
    values.push_back(crosswave);
    add_column(values);
    return values;
  }

 private:
  void add_column(std::vector<double>& values) const {
    for (const bool east : {true, false}) values.push_back(transport(east));
    values.push_back(head());
    for (const int power : {1, 0}) values.push_back(bottom_motion(power));
    values.push_back(stress([](double theta) { return std::pow(std::cos(theta), 2); }, 1.0));
    values.push_back(stress([](double theta) { return std::cos(theta) * std::sin(theta); }, 0.0));
    values.push_back(stress([](double theta) { return std::pow(std::sin(theta), 2); }, 1.0));
    for (const double depth : settings_.stokes_depths)
      for (const bool east : {true, false}) values.push_back(drift_below(depth, east));
    values.resize(std::size_t(n_parameter), std::numeric_limits<double>::quiet_NaN());
  }
  static std::function<double(double)> along(bool east) {
    return [east](double theta) { return east ? std::cos(theta) : std::sin(theta); };
  }
  static bool everything(int, int) { return true; }
  // int int weight(sigma, k) E; the tail has the weight of deep water at f_N, times f_N / fall.
  double integral_of_k(const std::function<double(double, double)>& weight, double fall) const {
    double sum = 0.0;
    for (int freq = 0; freq < grid_.n_freq(); ++freq) {
      const double f = grid_.frequency()[freq], sigma = grid_.sigma()[freq];
      double all = weight(sigma, compute_wavenumber(sigma, sea_.depth)) * grid_.frequency_width()[freq];
      if (freq + 1 == grid_.n_freq() && settings_.tail) {
        const double deep = sigma * sigma / gravity;
        all += (fall == 6.0 ? 1.0 / deep : 0.5 * sigma / deep) * f / fall;
      }
      sum += all * over_direction(freq, everything) * grid_.direction_width();
    }
    return sum;
  }
  double variance(int freq, int dir) const { return sea_.variance[std::size_t(freq) * grid_.n_dir() + dir]; }
  double over_direction(int freq, const Part& part) const {
    double sum = 0.0;
    for (int dir = 0; dir < grid_.n_dir(); ++dir)
      if (part(freq, dir)) sum += variance(freq, dir);
    return sum;
  }
  const SpectralGrid& grid_;
  const ReferenceSea& sea_;
  ParameterSettings settings_;
};

}  // namespace groundswell::test
