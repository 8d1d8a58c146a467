// SPDX-License-Identifier: Apache-2.0
#include "bench/network/turbulence.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "comm/exact_sum.hpp"

namespace groundswell {
namespace {

using Complex = std::complex<double>;
using Wave = std::array<double, 3>;

double dot(const Wave& a, const Wave& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

std::array<Complex, 3> at(const WaveVectors& vectors, std::size_t i) {
  return {vectors[0][i], vectors[1][i], vectors[2][i]};
}

double square(const std::array<Complex, 3>& vector) {
  return std::norm(vector[0]) + std::norm(vector[1]) + std::norm(vector[2]);
}

// Sets coefficient i of the vorticity: the curl i k x u for the wave vector k.
void set_curl(const Wave& k, const WaveVectors& velocity, WaveVectors& vorticity, std::size_t i) {
  const auto u = at(velocity, i);
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t a = (c + 1) % 3, b = (c + 2) % 3;
    vorticity[c][i] = Complex(0.0, 1.0) * (k[a] * u[b] - k[b] * u[a]);
  }
}

// to = base + factor * change
void set_sum(WaveVectors& to, const WaveVectors& base, double factor, const WaveVectors& change) {
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t i = 0; i < to[c].size(); ++i) to[c][i] = base[c][i] + factor * change[c][i];
}

}  // namespace

// Calls use(index, k, weight) for each wave of this rank. The weight is 0 if the 2/3 rule drops the wave,
// otherwise 2 if its mirror image -k is not stored, and 1 if it is.
template <class Use>
void Turbulence::for_each_wave(Use&& use) const {
  const int n = fft_.n();
  const auto wave_of = [n](std::int64_t index) { return index <= n / 2 ? double(index) : double(index - n); };
  std::size_t i = 0;
  for (std::int64_t y = fft_.ky().begin; y < fft_.ky().end; ++y)
    for (std::int64_t x = 0; x < n; ++x)
      for (std::int64_t z = fft_.kz().begin; z < fft_.kz().end; ++z, ++i) {
        const Wave k{wave_of(x), wave_of(y), double(z)};
        const double longest = std::max({std::abs(k[0]), std::abs(k[1]), k[2]});
        const int times = 3.0 * longest >= n ? 0 : z == 0 ? 1 : 2;
        use(i, k, times);
      }
}

Turbulence::Turbulence(const Communicator& communicator, const SlabFftSettings& settings, double viscosity)
    : fft_(communicator, settings),
      viscosity_(viscosity),
      velocity_(fft_.make_coefficients()),
      stage_(fft_.make_coefficients()),
      sum_(fft_.make_coefficients()),
      change_(fft_.make_coefficients()),
      grid_velocity_(fft_.make_values()),
      grid_vorticity_(fft_.make_values()) {}

void Turbulence::set_velocity(const Velocity& velocity) {
  const int n = fft_.n();
  const double spacing = 2.0 * std::numbers::pi / n;
  std::size_t i = 0;
  for (std::int64_t x = fft_.x().begin; x < fft_.x().end; ++x)
    for (int y = 0; y < n; ++y)
      for (int z = 0; z < n; ++z, ++i) {
        const auto u = velocity(spacing * double(x), spacing * y, spacing * z);
        for (std::size_t c = 0; c < 3; ++c) grid_velocity_[c][i] = u[c];
      }
  fft_.to_coefficients(grid_velocity_, velocity_);
  project(velocity_);
}

// The effect of the pressure: removes the component along k.
void Turbulence::project(WaveVectors& vectors) const {
  for_each_wave([&](std::size_t i, const Wave& k, int times) {
    const auto u = at(vectors, i);
    const double k2 = dot(k, k);
    const Complex along = k2 == 0.0 ? 0.0 : (k[0] * u[0] + k[1] * u[1] + k[2] * u[2]) / k2;
    for (std::size_t c = 0; c < 3; ++c) vectors[c][i] = times == 0 ? 0.0 : u[c] - k[c] * along;
  });
}

void Turbulence::compute_nonlinear(const WaveVectors& velocity, WaveVectors& result) {
  for_each_wave([&](std::size_t i, const Wave& k, int) { set_curl(k, velocity, result, i); });
  fft_.to_values(velocity, grid_velocity_);
  fft_.to_values(result, grid_vorticity_);
  for (std::size_t i = 0; i < grid_velocity_[0].size(); ++i) {
    const Wave u{grid_velocity_[0][i], grid_velocity_[1][i], grid_velocity_[2][i]};
    const Wave w{grid_vorticity_[0][i], grid_vorticity_[1][i], grid_vorticity_[2][i]};
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t a = (c + 1) % 3, b = (c + 2) % 3;
      grid_velocity_[c][i] = u[a] * w[b] - u[b] * w[a];
    }
  }
  fft_.to_coefficients(grid_velocity_, result);
  project(result);
}

void Turbulence::compute_change(const WaveVectors& velocity, WaveVectors& result) {
  compute_nonlinear(velocity, result);
  for_each_wave([&](std::size_t i, const Wave& k, int) {
    for (std::size_t c = 0; c < 3; ++c) result[c][i] -= viscosity_ * dot(k, k) * velocity[c][i];
  });
}

// The classical fourth-order Runge-Kutta scheme.
void Turbulence::step(double seconds) {
  compute_change(velocity_, change_);
  set_sum(sum_, velocity_, seconds / 6.0, change_);
  for (const double share : {0.5, 0.5, 1.0}) {
    set_sum(stage_, velocity_, share * seconds, change_);
    compute_change(stage_, change_);
    set_sum(sum_, sum_, seconds / (share == 1.0 ? 6.0 : 3.0), change_);
  }
  std::swap(velocity_, sum_);
}

double Turbulence::energy() const {
  ExactSum sum;
  for_each_wave(
      [&](std::size_t i, const Wave&, int times) { sum.add(0.5 * times * square(at(velocity_, i))); });
  sum.add_ranks(fft_.communicator());
  return sum.value();
}

double Turbulence::nonlinear_gain() {
  compute_nonlinear(velocity_, change_);
  ExactSum gain, size;
  for_each_wave([&](std::size_t i, const Wave&, int times) {
    const auto u = at(velocity_, i), change = at(change_, i);
    for (std::size_t c = 0; c < 3; ++c) gain.add(times * std::real(std::conj(u[c]) * change[c]));
    size.add(times * std::sqrt(square(u) * square(change)));
  });
  gain.add_ranks(fft_.communicator());
  size.add_ranks(fft_.communicator());
  return size.value() == 0.0 ? 0.0 : gain.value() / size.value();
}

double Turbulence::divergence() const {
  double most = 0.0, size = 0.0;
  for_each_wave([&](std::size_t i, const Wave& k, int) {
    const auto u = at(velocity_, i);
    most = std::max(most, std::abs(k[0] * u[0] + k[1] * u[1] + k[2] * u[2]));
    size = std::max(size, std::sqrt(dot(k, k) * square(u)));
  });
  const double all = fft_.communicator().max(size);
  most = fft_.communicator().max(most);
  return all == 0.0 ? 0.0 : most / all;
}

GridVectors Turbulence::make_velocity() {
  fft_.to_values(velocity_, grid_velocity_);
  GridVectors copy = fft_.make_values();
  for (std::size_t c = 0; c < 3; ++c) std::ranges::copy(grid_velocity_[c], copy[c].begin());
  return copy;
}

std::array<double, 3> taylor_green(double x, double y, double z) {
  return {std::sin(x) * std::cos(y) * std::cos(z), -std::cos(x) * std::sin(y) * std::cos(z), 0.0};
}

}  // namespace groundswell
