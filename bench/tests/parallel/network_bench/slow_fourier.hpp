// SPDX-License-Identifier: Apache-2.0
// Fourier transforms and turbulence of a whole periodic cube on one rank, computed from the defining sums:
// slow but obvious.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "bench/network/turbulence.hpp"

namespace groundswell::test {

using Complex = std::complex<double>;
using Cube = std::vector<Complex>;  // [x][y][z]
using Cubes = std::array<Cube, 3>;  // components of a vector
using Change = std::function<Cubes(const Cubes&)>;

inline std::size_t place(int n, int x, int y, int z) {
  return (std::size_t(x) * std::size_t(n) + std::size_t(y)) * std::size_t(n) + std::size_t(z);
}

// Sums of values times exp(sign i k x), along x, y and z in turn.
inline Cube slow_transform(const Cube& values, int n, int sign) {
  Cube from = values, to(values.size());
  std::vector<Complex> turn;
  for (int i = 0; i < n; ++i) turn.push_back(std::polar(1.0, sign * 2.0 * std::numbers::pi * i / n));
  for (std::size_t axis = 0; axis < 3; ++axis) {
    for (int x = 0; x < n; ++x)
      for (int y = 0; y < n; ++y)
        for (int z = 0; z < n; ++z) {
          std::array<int, 3> at{x, y, z};
          const int k = at[axis];
          Complex sum = 0.0;
          for (int i = 0; i < n; ++i) {
            at[axis] = i;
            sum += turn[std::size_t(k * i % n)] * from[place(n, at[0], at[1], at[2])];
          }
          to[place(n, x, y, z)] = sum;
        }
    std::swap(from, to);
  }
  return from;
}

// The Fourier coefficients of a velocity field that is given at the grid points.
inline Cubes slow_coefficients(const Cubes& values, int n) {
  Cubes found;
  for (std::size_t c = 0; c < 3; ++c) {
    found[c] = slow_transform(values[c], n, -1);
    for (Complex& value : found[c]) value /= double(n) * n * n;
  }
  return found;
}

inline double slow_wave(int index, int n) {
  return 2 * index <= n ? index : index - n;
}

// Removes the waves that the 2/3 rule drops, and the divergence.
inline void slow_project(Cubes& u, int n) {
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < n; ++y)
      for (int z = 0; z < n; ++z) {
        const std::size_t i = place(n, x, y, z);
        const double k[3] = {slow_wave(x, n), slow_wave(y, n), slow_wave(z, n)};
        const double k2 = k[0] * k[0] + k[1] * k[1] + k[2] * k[2];
        Complex along = 0.0;
        bool is_kept = true;
        for (std::size_t c = 0; c < 3; ++c) {
          along += k[c] * u[c][i];
          is_kept = is_kept && std::abs(k[c]) < n / 3.0;
        }
        for (std::size_t c = 0; c < 3; ++c) {
          if (k2 > 0.0) u[c][i] -= k[c] * along / k2;
          if (!is_kept) u[c][i] = 0.0;
        }
      }
}

// du/dt = P(u x curl u) - viscosity k^2 u, where P is slow_project().
inline Cubes slow_change(const Cubes& u, int n, double viscosity) {
  Cubes curl = u, product = u, velocity;
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < n; ++y)
      for (int z = 0; z < n; ++z) {
        const std::size_t i = place(n, x, y, z);
        const Complex ik[3] = {{0, slow_wave(x, n)}, {0, slow_wave(y, n)}, {0, slow_wave(z, n)}};
        curl[0][i] = ik[1] * u[2][i] - ik[2] * u[1][i];
        curl[1][i] = ik[2] * u[0][i] - ik[0] * u[2][i];
        curl[2][i] = ik[0] * u[1][i] - ik[1] * u[0][i];
      }
  for (std::size_t c = 0; c < 3; ++c) {
    velocity[c] = slow_transform(u[c], n, 1);
    curl[c] = slow_transform(curl[c], n, 1);
  }
  for (std::size_t i = 0; i < u[0].size(); ++i) {
    product[0][i] = velocity[1][i] * curl[2][i] - velocity[2][i] * curl[1][i];
    product[1][i] = velocity[2][i] * curl[0][i] - velocity[0][i] * curl[2][i];
    product[2][i] = velocity[0][i] * curl[1][i] - velocity[1][i] * curl[0][i];
  }
  Cubes change = slow_coefficients(product, n);
  slow_project(change, n);
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < n; ++y)
      for (int z = 0; z < n; ++z)
        for (std::size_t c = 0; c < 3; ++c)
          change[c][place(n, x, y, z)] -=
              viscosity *
              (std::pow(slow_wave(x, n), 2) + std::pow(slow_wave(y, n), 2) + std::pow(slow_wave(z, n), 2)) *
              u[c][place(n, x, y, z)];
  return change;
}

inline Cubes plus(const Cubes& u, double factor, const Cubes& change) {
  Cubes sum = u;
  for (std::size_t c = 0; c < 3; ++c)
    for (std::size_t i = 0; i < u[c].size(); ++i) sum[c][i] += factor * change[c][i];
  return sum;
}

// A step of the classical fourth-order Runge-Kutta scheme.
inline Cubes slow_step(const Cubes& u, double dt, const Change& change) {
  const Cubes k1 = change(u), k2 = change(plus(u, dt / 2, k1)), k3 = change(plus(u, dt / 2, k2)),
              k4 = change(plus(u, dt, k3));
  return plus(plus(plus(plus(u, dt / 6, k1), dt / 3, k2), dt / 3, k3), dt / 6, k4);
}

// The velocity at all points of the cube, in the order of SlabFft.
inline Cubes sample(const Turbulence::Velocity& velocity, int n) {
  Cubes values;
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < n; ++y)
      for (int z = 0; z < n; ++z) {
        const double h = 2.0 * std::numbers::pi / n;
        const auto u = velocity(h * x, h * y, h * z);
        for (std::size_t c = 0; c < 3; ++c) values[c].push_back(u[c]);
      }
  return values;
}

}  // namespace groundswell::test
