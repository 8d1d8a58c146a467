// SPDX-License-Identifier: Apache-2.0
// Computes the tables of the package `st4` in double precision.
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>

#include "base/constants.hpp"
#include "source_terms/air_damping.hpp"
#include "source_terms/source_tables.hpp"

namespace groundswell {
namespace {

// |ker x + i kei x|^2 = |K0(x exp(i pi/4))|^2 by the series of K0 (Abramowitz and Stegun 9.6.13), for x < 4.
double squared_kelvin(double x) {
  const double euler = 0.57721566490153286;
  const std::complex<double> z = std::polar(x, pi / 4.0), quarter = 0.25 * z * z;
  std::complex<double> term = 1.0, i0 = 1.0, sum = 0.0;
  double harmonic = 0.0;
  for (int k = 1; k < 40; ++k) {
    term *= quarter / double(k * k);
    harmonic += 1.0 / k;
    i0 += term;
    sum += harmonic * term;
  }
  return std::norm(sum - (std::log(0.5 * z) + euler) * i0);
}

// The friction factor of the oscillating layer over a rough bed (Grant and Madsen 1979), whose amplitude is
// `ratio` times the roughness.
double solve_friction_factor(double ratio) {
  double factor = 0.05;
  for (int step = 0; step < 100; ++step) {
    const double zeta = 1.0 / (21.2 * von_karman * ratio * std::sqrt(factor));
    factor = 0.5 * (factor + 0.08 / squared_kelvin(2.0 * std::sqrt(zeta)));
  }
  return factor;
}

// Coefficients of powers of t of the polynomial through ln f_w at Chebyshev's nodes, t = -1 .. 1 as in
// friction_factor.
std::array<double, n_friction_term> fit_friction_factor() {
  constexpr int n = n_friction_term;
  std::array<double, n> values{}, series{}, powers{};
  const auto angle = [](int node) { return pi * (node + 0.5) / n; };
  for (int node = 0; node < n; ++node) {
    const double share = 0.5 * (1.0 + std::cos(angle(node)));
    const double log_ratio =
        (1.0 - share) * std::log(least_amplitude_ratio) + share * std::log(most_amplitude_ratio);
    values[std::size_t(node)] = std::log(solve_friction_factor(std::exp(log_ratio)));
  }
  for (int k = 0; k < n; ++k)
    for (int node = 0; node < n; ++node)
      series[std::size_t(k)] +=
          (k == 0 ? 1.0 : 2.0) / n * values[std::size_t(node)] * std::cos(k * angle(node));
  std::array<double, n> before{}, now{};  // powers of t in T_(k-1) and T_k
  now[0] = 1.0;
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < n; ++i) powers[std::size_t(i)] += series[std::size_t(k)] * now[std::size_t(i)];
    std::array<double, n> next{};
    for (int i = 0; i < n; ++i)
      next[std::size_t(i)] =
          (i > 0 ? (k == 0 ? 1.0 : 2.0) * now[std::size_t(i - 1)] : 0.0) - before[std::size_t(i)];
    before = now;
    now = next;
  }
  return powers;
}

// a_n(q) of |1 - q exp(i t)| = sum over n of a_n cos(n t).
double difference_harmonic(double q, int n) {
  constexpr int n_angle = 512;
  double sum = 0.0;
  for (int i = 0; i < n_angle; ++i) {
    const double t = 2.0 * pi * i / n_angle;
    sum += std::sqrt(1.0 + q * q - 2.0 * q * std::cos(t)) * std::cos(n * t);
  }
  return (n == 0 ? 1.0 : 2.0) * sum / n_angle;
}

}  // namespace

template <class T>
void SourceTableSet<T>::make_st4(const SpectralGrid& grid, const St4Settings& settings) {
  auto& t = tables_.st4;
  for (std::size_t i = 0; i < n_st4; ++i) t.coefficient[i] = T(settings.value(St4(i)));
  const auto friction = fit_friction_factor();
  std::copy(friction.begin(), friction.end(), t.friction);
  const double width = grid.direction_width(), r = grid.ratio();
  const int n_dir = grid.n_dir(), widest = n_dir / 2 - 1;
  t.sector = std::clamp(int(std::lround(settings.value(St4::breaking_sector) * degree / width)), 0,
                        std::max(widest, 0));
  std::vector<double> weight, cosine, sine, difference, crest_weight, viscous_root;
  for (int bin = 0; bin <= t.sector; ++bin)
    weight.push_back(std::pow(std::abs(std::cos(bin * width)), settings.value(St4::breaking_cosine_power)));
  for (int n = 1; n <= n_harmonic; ++n)
    for (double theta : grid.direction()) {
      cosine.push_back(std::cos(n * theta));
      sine.push_back(std::sin(n * theta));
    }
  t.rows_between = std::max(1, int(std::lround(settings.value(St4::cumulative_distance) / (r - 1.0))));
  // C_cu 28.16/(2 pi^2) c' dk' dtheta of deep water, with dk' = 2 sigma' dsigma'/g.
  const double crests = settings.value(St4::cumulative_strength) * 28.16 / (2.0 * pi * pi) * width;
  for (int row = 0; row < grid.n_freq(); ++row) {
    for (int n = 0; n <= n_harmonic; ++n) difference.push_back(difference_harmonic(std::pow(r, -row), n));
    const double sigma = grid.sigma()[std::size_t(row)];
    viscous_root.push_back(std::sqrt(2.0 * settings.value(St4::air_viscosity) * sigma));
    crest_weight.push_back(crests * sigma * (r - 1.0 / r));
  }
  t.sector_weight = keep(weight);
  t.cosine = keep(cosine);
  t.sine = keep(sine);
  t.difference = keep(difference);
  t.crest_weight = keep(crest_weight);
  t.viscous_root = keep(viscous_root);
}

template void SourceTableSet<float>::make_st4(const SpectralGrid&, const St4Settings&);
template void SourceTableSet<double>::make_st4(const SpectralGrid&, const St4Settings&);

}  // namespace groundswell
