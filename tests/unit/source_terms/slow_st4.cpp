// SPDX-License-Identifier: Apache-2.0
#include "unit/source_terms/slow_st4.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"

namespace groundswell::test {
namespace {

constexpr double kappa = von_karman;
constexpr double calm_ustar = 0.01;  // [m s-1] least u* in z0r: swell over calm sea keeps its usual loss

std::size_t bin_of(const SlowSea& sea, int freq, int dir) {
  return std::size_t(freq * sea.n_dir + dir);
}
double power4(double x) {
  return x * x * x * x;
}
double length(SlowVector v) {
  return std::hypot(v.x, v.y);
}

}  // namespace

SlowSt4Set slow_t471() {
  return {};
}

SlowSt4Set slow_t471f() {
  SlowSt4Set set;
  set.beta_max = 1.33;
  return set;
}

SlowSt4Set slow_t405() {
  SlowSt4Set set;
  set.z0_max = 0.002;
  set.beta_max = 1.55;
  set.s_u = 0.0;
  set.s1 = 0.8;
  set.s3 = 0.015;
  set.s4 = 1e5;
  set.s7 = 0.0;
  set.br = 8.5e-4;
  set.sector_power = 0.0;
  set.c_cu = 0.0;
  set.c_dia = 2.7e7;
  return set;
}

SlowSea::SlowSea(int n_freq_, int n_dir_, double first_frequency, double ratio_)
    : n_freq(n_freq_), n_dir(n_dir_), ratio(ratio_), dtheta(2.0 * pi / n_dir_), e(std::size_t(n_bin())) {
  for (int i = 0; i < n_freq; ++i) {
    f.push_back(first_frequency * std::pow(ratio, i));
    df.push_back(0.5 * ((i < n_freq - 1 ? f[std::size_t(i)] * ratio : f[std::size_t(i)]) -
                        (i > 0 ? f[std::size_t(i)] / ratio : f[std::size_t(i)])));
    sigma.push_back(2.0 * pi * f.back());
    k.push_back(sigma.back() * sigma.back() / gravity);
    cg.push_back(0.5 * gravity / sigma.back());
  }
  for (int j = 0; j < n_dir; ++j) theta.push_back((j + 0.5) * dtheta);
}

void SlowSea::set_depth(double depth) {
  for (std::size_t i = 0; i < f.size(); ++i) {
    double low = 0.0,
           high = sigma[i] * sigma[i] / gravity / std::tanh(sigma[i] * std::sqrt(depth / gravity)) + 1.0;
    for (int step = 0; step < 200; ++step) {
      const double middle = 0.5 * (low + high);
      (gravity * middle * std::tanh(middle * depth) < sigma[i] * sigma[i] ? low : high) = middle;
    }
    k[i] = 0.5 * (low + high);
    const double kd2 = 2.0 * k[i] * depth;
    cg[i] = 0.5 * sigma[i] / k[i] * (1.0 + (kd2 < 600.0 ? kd2 / std::sinh(kd2) : 0.0));
  }
}

double SlowSea::row(int freq) const {
  double sum = 0.0;
  for (int j = 0; j < n_dir; ++j) sum += at(freq, j) * dtheta;
  return sum;
}

double SlowSea::m0() const {
  double sum = row(n_freq - 1) * f.back() / 4.0;
  for (int i = 0; i < n_freq; ++i) sum += row(i) * df[std::size_t(i)];
  return sum;
}

double SlowSea::mean_frequency(const std::vector<int>& used) const {
  double m0 = 0.0, m_inverse = 0.0;
  for (int i = 0; i < n_freq; ++i)
    for (int j = 0; j < n_dir; ++j) {
      if (!used.empty() && used[bin_of(*this, i, j)] == 0) continue;
      const double energy = at(i, j) * dtheta, fi = f[std::size_t(i)], width = df[std::size_t(i)];
      const bool last = i == n_freq - 1;
      m0 += energy * (width + (last ? fi / 4.0 : 0.0));
      m_inverse += energy * (width / fi + (last ? 1.0 / 5.0 : 0.0));
    }
  return m0 / m_inverse;
}

double slow_friction_velocity(double speed, double wave_stress, const SlowSt4Set& set) {
  const auto wind_of = [&](double ustar) {
    double z0 = set.alpha * ustar * ustar / gravity;
    if (set.z0_max > 0.0) z0 = std::min(z0, set.z0_max);
    z0 /= std::sqrt(1.0 - wave_stress / (ustar * ustar));
    return ustar / kappa * std::log(10.0 / z0);
  };
  double low = std::max(std::sqrt(wave_stress + 1e-5), 1e-4), high = 0.2 * speed;
  if (wave_stress <= 0.0) low = 1e-4;
  if (high <= low || wind_of(low) >= speed) return low;
  for (int step = 0; step < 200; ++step) {
    const double middle = 0.5 * (low + high);
    (wind_of(middle) < speed ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double slow_roughness(double speed, double ustar) {
  return 10.0 * std::exp(-kappa * std::min(speed / ustar, 100.0));
}

std::complex<double> slow_kelvin(double x) {
  const std::complex<double> z = std::polar(x, pi / 4.0), quarter = 0.25 * z * z;
  constexpr double euler = 0.57721566490153286061;
  std::complex<double> bessel_i = 1.0, sum = 0.0, term = 1.0;
  double harmonic = 0.0;
  for (int n = 1; n < 60; ++n) {
    term *= quarter / double(n) / double(n);
    harmonic += 1.0 / n;
    bessel_i += term;
    sum += harmonic * term;
  }
  return -(std::log(0.5 * z) + euler) * bessel_i + sum;
}

double slow_friction_factor(double ratio) {
  double factor = 0.05;
  for (int step = 0; step < 100; ++step) {
    const double zeta = 1.0 / (21.2 * kappa * ratio * std::sqrt(factor));
    factor = 0.5 * (factor + 0.08 / std::norm(slow_kelvin(2.0 * std::sqrt(zeta))));
  }
  return std::min(factor, 0.5);
}

double slow_tabulated_friction_factor(double ratio) {
  const auto node = [](int n) { return slow_friction_factor(std::pow(10.0, -1.0 + 0.03 * n)); };
  const double place = std::clamp((std::log10(ratio) + 1.0) / 0.03, 0.0, 300.0);
  const int n = std::min(int(place), 299);
  return node(n) + (place - n) * (node(n + 1) - node(n));
}

SlowAirLayer slow_air_layer(const SlowSea& sea, double ustar, double z0, const SlowSt4Set& set,
                            SlowNumerics numerics) {
  double m0 = 0.0, orbital = 0.0;  // of the grid alone
  for (int i = 0; i < sea.n_freq; ++i) {
    const auto row = std::size_t(i);
    m0 += sea.row(i) * sea.df[row];
    orbital += sea.row(i) * sea.df[row] * sea.sigma[row] * sea.sigma[row];
  }
  SlowAirLayer air{};
  air.u_orb = 2.0 * std::sqrt(orbital);
  air.a_orb = 2.0 * std::sqrt(m0);
  air.reynolds = 8.0 * air.u_orb * std::pow(m0, 1.0 - 0.5 * set.s6) / set.nu;
  if (set.s7 > 0.0)
    air.turbulent_share = 0.5 + 0.5 * std::tanh((air.reynolds - set.s4) / set.s7);
  else
    air.turbulent_share = air.reynolds > set.s4 ? 1.0 : 0.0;
  air.viscous_share = 1.0 - air.turbulent_share;
  if (set.s4 == 0.0) air.turbulent_share = air.viscous_share = 1.0;
  air.z0r = std::max(0.1 * set.nu / std::max(ustar, calm_ustar), set.z_r * z0);
  const double ratio = std::max(air.a_orb / air.z0r, 3.0);
  const bool exact = numerics == SlowNumerics::exact;
  air.friction_factor = exact ? slow_friction_factor(ratio) : slow_tabulated_friction_factor(ratio);
  return air;
}

double slow_damping(const SlowSea& sea, int freq, const SlowAirLayer& air, double sheltered, double cosine,
                    double eps, const SlowSt4Set& set) {
  const double k = sea.k[std::size_t(freq)], sigma = sea.sigma[std::size_t(freq)];
  const double viscous = -set.s5 * eps * 2.0 * k * std::sqrt(2.0 * set.nu * sigma);
  const double turbulent =
      -set.s1 * eps * 16.0 * sigma * sigma / gravity *
      (air.friction_factor * air.u_orb + (std::abs(set.s3) + set.s2 * cosine) * sheltered);
  return air.viscous_share * viscous + air.turbulent_share * turbulent;
}

SlowTail slow_tail(double u_0, double z0, double level, double f_last, const SlowSt4Set& set, int n_node,
                   SlowNumerics numerics) {
  const double first = std::log(std::max(2.0 * pi * f_last, 0.05 * gravity / u_0) * std::sqrt(z0 / gravity));
  if (first >= 0.0) return {0.0, 0.0};
  const double step = -first / n_node, c0 = std::sqrt(gravity * z0);
  const bool exact = numerics == SlowNumerics::exact;
  double tau = u_0 * u_0, before = 0.0, power = 0.0;
  for (int q = 0; q < n_node; ++q) {
    const double y = std::exp(first + (q + 0.5) * step);
    const double u = std::sqrt(tau) * (exact ? std::sqrt(std::max(0.0, 1.0 - 0.5 * before)) : 1.0);
    const double z = std::min(0.0, 2.0 * std::log(y) + std::min(kappa / (u * y / c0 + set.z_alpha), 20.0));
    before = level * set.beta_max / (kappa * kappa) * std::exp(z) * power4(z) * step;
    const double next = tau * (exact ? std::exp(-before) : 1.0 - before);
    power += c0 / y * (tau - next);
    tau = next;
  }
  return {u_0 * u_0 - tau, power};
}

namespace {

// u*'_i, phi'_i for the stress T that the rows below take.
struct Sheltered {
  double ustar, direction;
};

Sheltered shelter(const SlowWind& wind, double ustar, SlowVector taken, const SlowSt4Set& set) {
  const SlowVector left{ustar * ustar * std::cos(wind.direction) - set.s_u * taken.x,
                        ustar * ustar * std::sin(wind.direction) - set.s_u * taken.y};
  return {std::min(std::sqrt(length(left)), std::max(ustar, 0.3)), std::atan2(left.y, left.x)};
}

// Rates and wind-sea bins of row `freq`; adds what it takes to in.taken and in.negative.
void input_of_row(const SlowSea& sea, const SlowWind& wind, const SlowSt4Set& set, int freq, SlowInput& in) {
  const auto row = std::size_t(freq);
  const Sheltered air = shelter(wind, in.ustar, in.taken, set);
  in.sheltered.push_back(air.ustar);
  in.sheltered_direction.push_back(air.direction);
  const double sigma = sea.sigma[row], c = sigma / sea.k[row], x = air.ustar / c + set.z_alpha;
  SlowVector plus, minus;
  for (int j = 0; j < sea.n_dir; ++j) {
    const double cosine = std::cos(sea.theta[std::size_t(j)] - air.direction);
    double gamma = 0.0;
    if (cosine > 0.01) {
      const double z = std::log(sea.k[row] * in.z0) + kappa / (x * cosine);
      if (z < 0.0)
        gamma = wind.eps * set.beta_max / (kappa * kappa) * std::exp(z) * power4(z) * sigma * x * x *
                std::pow(cosine, set.p);
    }
    double damping = slow_damping(sea, freq, in.air, air.ustar, cosine, wind.eps, set);
    if (set.s3 <= 0.0 && gamma >= 1e-7 * sigma) damping = 0.0;
    const bool fast = cosine > 0.01 && 28.0 * in.ustar / c * cosine >= 1.0;
    const double net = (gamma + damping) * sea.at(freq, j);
    in.gamma.push_back(gamma);
    in.damping.push_back(damping);
    in.wind_sea.push_back(gamma > 0.0 || fast ? 1 : 0);
    SlowVector& sum = net > 0.0 ? plus : minus;
    sum.x += net * std::cos(sea.theta[std::size_t(j)]);
    sum.y += net * std::sin(sea.theta[std::size_t(j)]);
  }
  const double factor = gravity / wind.eps * sea.df[row] * sea.dtheta / c;
  in.taken = {in.taken.x + factor * plus.x, in.taken.y + factor * plus.y};
  in.negative = {in.negative.x + factor * minus.x, in.negative.y + factor * minus.y};
}

double tail_level(const SlowSea& sea, double direction) {
  double sum = 0.0;
  for (int j = 0; j < sea.n_dir; ++j) {
    const double cosine = std::max(std::cos(sea.theta[std::size_t(j)] - direction), 0.0);
    sum += sea.at(sea.n_freq - 1, j) * cosine * cosine * cosine * sea.dtheta;
  }
  return power4(2.0 * pi) * std::pow(sea.f.back(), 5) / (gravity * gravity) * sum;
}

}  // namespace

SlowInput slow_input(const SlowSea& sea, const SlowWind& wind, double wave_stress, const SlowSt4Set& set,
                     SlowNumerics numerics) {
  SlowInput in{};
  in.ustar = slow_friction_velocity(wind.speed, wave_stress, set);
  in.z0 = slow_roughness(wind.speed, in.ustar);
  in.air = slow_air_layer(sea, in.ustar, in.z0, set, numerics);
  for (int freq = 0; freq < sea.n_freq; ++freq) input_of_row(sea, wind, set, freq, in);
  in.level = tail_level(sea, in.sheltered_direction.back());
  const Sheltered above = shelter(wind, in.ustar, in.taken, set);
  in.tail_ustar = above.ustar;
  in.tail_direction = above.direction;
  in.tail = slow_tail(above.ustar, in.z0, in.level, sea.f.back(), set, 4000, numerics);
  in.stress = {in.taken.x + in.tail.stress * std::cos(above.direction),
               in.taken.y + in.tail.stress * std::sin(above.direction)};
  in.wave_stress = std::min({length(in.stress), set.wave_stress_limit, in.ustar * in.ustar - 1e-5});
  in.wave_stress = std::max(in.wave_stress, 0.0);
  return in;
}

namespace {

// B' of a bin.
double saturation_of(const SlowSea& sea, const SlowSt4Set& set, int freq, int dir) {
  const double width = 360.0 / sea.n_dir;
  const int reach = std::min(int(std::lround(set.sector / width)), sea.n_dir / 2 - 1);
  double sum = 0.0;
  for (int turn = -reach; turn <= reach; ++turn) {
    const int other = (dir + turn + sea.n_dir) % sea.n_dir;
    sum += sea.at(freq, other) * std::pow(std::cos(turn * sea.dtheta), set.sector_power) * sea.dtheta;
  }
  const double k = sea.k[std::size_t(freq)];
  return k * k * k * sea.cg[std::size_t(freq)] / (2.0 * pi) * sum;
}

// S_cu/E of a bin [s-1]: the direct sum over all rows below and all directions.
double cumulative_of(const SlowSea& sea, const SlowSt4Set& set, const std::vector<double>& saturation,
                     int freq, int dir) {
  const int between = int(std::lround(0.5 / (sea.ratio - 1.0)));
  const double c = gravity / sea.sigma[std::size_t(freq)];
  double sum = 0.0;
  for (int i = 0; i <= freq - between; ++i) {
    const double sigma = sea.sigma[std::size_t(i)], long_c = gravity / sigma;
    const double dk = 0.5 * sigma * (sea.ratio - 1.0 / sea.ratio) / (0.5 * gravity / sigma);
    for (int j = 0; j < sea.n_dir; ++j) {
      const double excess = std::sqrt(saturation[bin_of(sea, i, j)]) - std::sqrt(set.br);
      if (excess <= 0.0) continue;
      const double crests = 28.16 / (2.0 * pi * pi) * excess * excess;
      const double turn = sea.theta[std::size_t(dir)] - sea.theta[std::size_t(j)];
      sum +=
          std::sqrt(c * c + long_c * long_c - 2.0 * c * long_c * std::cos(turn)) * crests * dk * sea.dtheta;
    }
  }
  return -set.c_cu * sum;
}

}  // namespace

SlowBreaking slow_breaking(const SlowSea& sea, const SlowSt4Set& set) {
  SlowBreaking out;
  for (int i = 0; i < sea.n_freq; ++i)
    for (int j = 0; j < sea.n_dir; ++j) out.saturation.push_back(saturation_of(sea, set, i, j));
  const auto excess = [&](double b) { return std::pow(std::max(0.0, b / set.br - 1.0), 2); };
  for (int i = 0; i < sea.n_freq; ++i) {
    const auto first = out.saturation.begin() + i * sea.n_dir;
    const double largest = *std::max_element(first, first + sea.n_dir);
    for (int j = 0; j < sea.n_dir; ++j) {
      out.breaking.push_back(set.c_ds * sea.sigma[std::size_t(i)] *
                             (set.delta * excess(largest) + (1.0 - set.delta) * excess(first[j])));
      out.cumulative.push_back(cumulative_of(sea, set, out.saturation, i, j));
    }
  }
  return out;
}

}  // namespace groundswell::test
