// SPDX-License-Identifier: Apache-2.0
// Linear waves of one frequency between the surface and the sea bed: the vertical structure of their motion,
// without the overflow of hyperbolic functions in deep water and without cancellation in shallow water.
// Reference: Holthuijsen 2007, Waves in Oceanic and Coastal Waters, chapter 5; Kenyon 1969 (Stokes drift).
#pragma once

#include <cmath>

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "simd/math.hpp"
#include "simd/pack.hpp"

namespace groundswell {

// A wave of angular frequency sigma [rad s-1] and wavenumber k [rad m-1] in water of depth d [m], with
// q = exp(-2kd), which is 0 in water so deep that the bed does not matter, and t = tanh kd = sigma^2 / (g k),
// so that 1 - q = t (1 + q).
template <class Real>
struct WaveAtBed {
  template <class T>
  GS_HD GS_INLINE WaveAtBed(T angular_frequency, Real wavenumber, Real depth)
      : sigma(angular_frequency), k(wavenumber), d(depth) {
    const Real kd = k * d;
    q = select(kd < Real(T(40)), exponential(kd * Real(T(-2))), Real(T(0)));
    t = Real(angular_frequency * angular_frequency / T(gravity)) / k;
  }
  // 1 / sinh^2 kd
  GS_HD GS_INLINE Real per_sinh_squared() const {
    const Real below = t * (Real(1) + q);
    return Real(4) * q / (below * below);
  }
  // 1 / sinh 2kd
  GS_HD GS_INLINE Real per_sinh_double() const {
    const Real above = Real(1) + q;
    return Real(2) * q / (t * above * above);
  }
  // n = cg k / sigma = 1/2 + kd / sinh 2kd
  GS_HD GS_INLINE Real speed_ratio() const { return Real(0.5f) + k * d * per_sinh_double(); }
  // Stokes drift [m s-1] at `depth` [m] below the surface per variance [m2]: 2 sigma k cosh 2k(d - depth) /
  // (2 sinh^2 kd); 0 below the bed.
  GS_HD GS_INLINE Real drift_at(Real depth) const {
    const Real zero(0), below = t * (Real(1) + q), height = maximum(d - depth, zero);
    const Real shape = exponential(k * depth * Real(-2)) * (Real(1) + exponential(k * height * Real(-4)));
    return select(depth > d, zero, Real(2) * sigma * k * shape / (below * below));
  }

  Real sigma, k, d, q, t;
};

// Stokes drift [m s-1] at `depth` [m] below the surface of deep water in an f^-5 tail above `frequency` [Hz],
// per E(frequency) [m2 Hz-1]: (16 pi^3 / g) f^4 (exp(-a) - sqrt(pi a) erfc(sqrt a)), a = 8 pi^2 f^2 depth / g
// (Breivik et al. 2014, Journal of Physical Oceanography 44).
inline double compute_tail_drift(double frequency, double depth) {
  const double a = 8.0 * pi * pi * frequency * frequency * depth / gravity;
  const double shape = std::exp(-a) - std::sqrt(pi * a) * std::erfc(std::sqrt(a));
  return 16.0 * pi * pi * pi / gravity * std::pow(frequency, 4) * shape;
}

}  // namespace groundswell
