// SPDX-License-Identifier: Apache-2.0
#include "spectrum/shapes.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {

double compute_jonswap(const JonswapShape& shape, double frequency) {
  if (!(frequency > 0.0)) return 0.0;
  const double fp = shape.peak_frequency;
  const double x = fp / frequency, x4 = x * x * x * x;
  const double s = frequency <= fp ? shape.sigma_low : shape.sigma_high;
  const double distance = (frequency - fp) / (s * fp);
  const double enhancement = std::pow(shape.gamma, std::exp(-0.5 * distance * distance));
  const double level = shape.alpha * gravity * gravity * std::pow(2.0 * pi, -4.0) * std::pow(frequency, -5.0);
  return level * std::exp(-1.25 * x4) * enhancement;
}

JonswapShape make_pierson_moskowitz(double wind_speed) {
  require(wind_speed > 0.0, "a fully developed sea needs a wind speed above 0, not ", wind_speed, " m s-1");
  return {0.0081, 0.877 * gravity / (2.0 * pi * 1.026 * wind_speed), 1.0, 0.07, 0.09};
}

JonswapShape make_jonswap_from_fetch(double wind_speed, double fetch) {
  require(wind_speed > 0.0 && fetch > 0.0, "a JONSWAP spectrum needs wind and fetch above 0, not ",
          wind_speed, " m s-1 and ", fetch, " m");
  const double x = gravity * fetch / (wind_speed * wind_speed);
  const JonswapShape grown = make_pierson_moskowitz(wind_speed);
  JonswapShape shape;
  shape.peak_frequency = std::max(3.5 * gravity / wind_speed * std::pow(x, -0.33), grown.peak_frequency);
  shape.alpha = std::max(0.076 * std::pow(x, -0.22), grown.alpha);
  return shape;
}

JonswapShape make_jonswap_from_height(double significant_height, double peak_frequency, double gamma) {
  require(significant_height > 0.0 && peak_frequency > 0.0 && gamma > 0.0,
          "a JONSWAP spectrum needs height, peak frequency and gamma above 0, not ", significant_height,
          " m, ", peak_frequency, " Hz and ", gamma);
  JonswapShape shape;
  shape.alpha = 1.0;
  shape.peak_frequency = peak_frequency;
  shape.gamma = gamma;
  // m0 for alpha = 1. E f is smooth in ln f, except for the jump of s at the peak, and nearly vanishes at
  // both ends of the range, so the midpoint rule is very accurate; beyond 50 fp the f^-5 tail is added.
  double m0 = 0.0;
  const int n = 4000;
  const double first = std::log(0.2), step = (std::log(50.0) - first) / n;
  for (int i = 0; i < n; ++i) {
    const double f = peak_frequency * std::exp(first + (i + 0.5) * step);
    m0 += compute_jonswap(shape, f) * f * step;
  }
  m0 += compute_jonswap(shape, 50.0 * peak_frequency) * 50.0 * peak_frequency / 4.0;
  shape.alpha = significant_height * significant_height / 16.0 / m0;
  return shape;
}

double compute_gaussian(const GaussianShape& shape, double frequency) {
  const double m0 = shape.significant_height * shape.significant_height / 16.0;
  const double distance = (frequency - shape.peak_frequency) / shape.width;
  return m0 / (std::sqrt(2.0 * pi) * shape.width) * std::exp(-0.5 * distance * distance);
}

double compute_cosine_power(double angle, double power) {
  const double c = std::cos(angle);
  if (c <= 0.0) return 0.0;
  const double norm =
      std::exp(std::lgamma(0.5 * power + 1.0) - std::lgamma(0.5 * power + 0.5)) / std::sqrt(pi);
  return norm * std::pow(c, power);
}

double compute_cosine_2s(double angle, double s) {
  const double c = std::abs(std::cos(0.5 * angle));
  return std::exp(std::lgamma(s + 1.0) - std::lgamma(s + 0.5)) / (2.0 * std::sqrt(pi)) * std::pow(c, 2.0 * s);
}

namespace {

// Rotates the distribution to the mean direction, which a narrow shape on few bins may miss: first by whole
// bins, then by moving a fraction of every bin to its neighbour.
void turn_to(double mean_direction, const SpectralGrid& grid, std::vector<double>& weight) {
  const int n_dir = grid.n_dir();
  double x = 0.0, y = 0.0;
  for (int dir = 0; dir < n_dir; ++dir) {
    x += weight[dir] * std::cos(grid.direction()[dir]);
    y += weight[dir] * std::sin(grid.direction()[dir]);
  }
  const double off = std::remainder(mean_direction - std::atan2(y, x), 2.0 * pi) / grid.direction_width();
  if (std::abs(off) < 1e-9) return;
  const int whole = int(std::floor(off));
  const double fraction = off - whole;
  const std::vector<double> before = weight;
  for (int dir = 0; dir < n_dir; ++dir) {
    const int lower = ((dir - whole) % n_dir + n_dir) % n_dir, lowest = (lower + n_dir - 1) % n_dir;
    weight[dir] = (1.0 - fraction) * before[lower] + fraction * before[lowest];
  }
}

// D per direction, not normalised.
std::vector<double> direction_weights(const SpectralGrid& grid, const SpectrumShape& shape) {
  std::vector<double> weight;
  for (const double theta : grid.direction()) {
    weight.push_back(shape.direction(theta));
    require(weight.back() >= 0.0 && std::isfinite(weight.back()), "a directional shape gives ", weight.back(),
            " at ", theta, " rad; it must be finite and not negative");
  }
  const bool vanishes = *std::max_element(weight.begin(), weight.end()) <= 0.0;
  require(!vanishes || shape.mean_direction, "a directional shape vanishes on all ", grid.n_dir(),
          " directions of the grid; use a wider shape or more directions");
  if (vanishes) weight[0] = 1.0;  // turned to the mean direction below
  if (shape.mean_direction) turn_to(*shape.mean_direction, grid, weight);
  return weight;
}

// Significant height [m] with the f^-5 tail above the last frequency, as in output (spectrum/parameters.hpp).
double compute_height(const SpectralGrid& grid, const std::vector<float>& action) {
  double m0 = 0.0;
  for (int freq = 0; freq < grid.n_freq(); ++freq) {
    double e = 0.0;
    for (int dir = 0; dir < grid.n_dir(); ++dir) e += action[std::size_t(freq) * grid.n_dir() + dir];
    const double tail = freq + 1 == grid.n_freq() ? grid.frequency()[freq] / 4.0 : 0.0;
    m0 += e * grid.sigma()[freq] * grid.direction_width() * (grid.frequency_width()[freq] + tail);
  }
  return 4.0 * std::sqrt(m0);
}

}  // namespace

std::vector<float> make_action(const SpectralGrid& grid, const SpectrumShape& shape) {
  const std::vector<double> weight = direction_weights(grid, shape);
  double sum = 0.0;
  for (const double w : weight) sum += w * grid.direction_width();
  std::vector<float> action(std::size_t(grid.n_bin()));
  for (int freq = 0; freq < grid.n_freq(); ++freq) {
    const double e = shape.frequency(grid.frequency()[freq]);
    require(e >= 0.0 && std::isfinite(e), "a frequency shape gives ", e, " m2 Hz-1 at ",
            grid.frequency()[freq], " Hz; it must be finite and not negative");
    for (int dir = 0; dir < grid.n_dir(); ++dir)
      action[std::size_t(freq) * grid.n_dir() + dir] = float(e * weight[dir] / sum / grid.sigma()[freq]);
  }
  return action;
}

std::vector<float> make_action_of_height(const SpectralGrid& grid, const SpectrumShape& shape,
                                         double height) {
  std::vector<float> action = make_action(grid, shape);
  if (!(height > 0.0)) return std::vector<float>(action.size(), 0.0f);
  const double found = compute_height(grid, action);
  require(found > 0.0, "a frequency shape vanishes on all ", grid.n_freq(),
          " frequencies of the grid; use a wider shape or more frequencies");
  const double factor = height * height / (found * found);
  for (float& bin : action) bin = float(bin * factor);
  return action;
}

double compute_height_between(const SpectrumShape& shape, double first, double last) {
  const int n = 4000;
  const double step = std::log(last / first) / n;
  double m0 = 0.0;
  for (int i = 0; i < n; ++i) {
    const double f = first * std::exp((i + 0.5) * step);
    m0 += shape.frequency(f) * f * step;
  }
  return 4.0 * std::sqrt(m0);
}

SpectrumShape make_jonswap_spectrum(const JonswapShape& shape, double mean_direction, double cosine_power) {
  return {[=](double f) { return compute_jonswap(shape, f); },
          [=](double theta) { return compute_cosine_power(theta - mean_direction, cosine_power); },
          mean_direction};
}

SpectrumShape make_swell_spectrum(const GaussianShape& shape, double mean_direction, double s) {
  return {[=](double f) { return compute_gaussian(shape, f); },
          [=](double theta) { return compute_cosine_2s(theta - mean_direction, s); }, mean_direction};
}

}  // namespace groundswell
