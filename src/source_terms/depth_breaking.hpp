// SPDX-License-Identifier: Apache-2.0
// Depth-induced breaking of waves, modelled as bores. Reference: Battjes and Janssen 1978.
#pragma once

#include "exec/host_device.hpp"
#include "simd/math.hpp"

namespace groundswell {

// (1 - e^-t) / t, accurate to the rounding error of float even for small t.
template <class Real>
GS_HD GS_INLINE Real mean_decay(Real t) {
  Real series(1.0 / 3628800.0);  // sum of (-t)^n / (n + 1)!
  const double terms[] = {1.0 / 362880.0, 1.0 / 40320.0, 1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0,
                          1.0 / 24.0,     1.0 / 6.0,     1.0 / 2.0,    1.0};
  for (double term : terms) series = Real(term) - t * series;
  const Real direct = (Real(1) - exponential(-t)) / maximum(t, Real(0.5));
  return select(t < Real(1), series, direct);
}

// Returns t = -ln f, where f(B) is the rate at which B falls, dB/dtau = -f, with tau = 2 alpha fmean time.
// For B < 1, f is Q, the root below 1 of (1 - Q) / (-ln Q) = B; for larger B, it is B^2. With t = -ln Q the
// left side of that equation is (1 - e^-t) / t, smooth and convex, so four Newton steps suffice.
// Precondition: B >= 0. Below 0.01 the loss is zero to rounding error, and t keeps its value at 0.01.
template <class Real>
GS_HD GS_INLINE Real breaking_exponent(Real b) {
  const Real safe = minimum(maximum(b, Real(0.01)), Real(1));
  Real t = (Real(1) - safe) * (Real(1) + square_root(safe)) / safe;
  for (int step = 0; step < 4; ++step) {
    const Real decay = mean_decay(t);
    // The derivative of decay is (e^-t - decay) / t, with e^-t = 1 - t decay; at t = 0 it is -1/2.
    const Real slope = select(t < Real(1e-2), Real(-0.5) + t * Real(1.0 / 3.0),
                              (Real(1) - t * decay - decay) / maximum(t, Real(1e-2)));
    t = maximum(t - (decay - safe) / slope, Real(0));
  }
  return select(b > Real(1), Real(-2) * logarithm(maximum(b, Real(1))), t);
}

// The B whose breaking_exponent is t.
template <class Real>
GS_HD GS_INLINE Real breaking_ratio(Real t) {
  return select(t < Real(0), exponential(Real(-0.5) * t), mean_decay(maximum(t, Real(0))));
}

// -dt/dB at t.
template <class Real>
GS_HD GS_INLINE Real breaking_steepness(Real t) {
  const Real safe = maximum(t, Real(1e-2));
  const Real near = Real(2) / (Real(1) - t * (Real(2.0 / 3.0) - Real(0.25) * t));
  const Real above = safe * safe / (Real(1) - exponential(-safe) * (Real(1) + safe));
  return select(t < Real(0), Real(2) * exponential(Real(0.5) * t), select(t < Real(1e-2), near, above));
}

// Fraction Q of breaking waves, accurate to 1e-6; 1 for B >= 1. B = Hrms^2 / Hmax^2 >= 0.
template <class Real>
GS_HD GS_INLINE Real breaking_share(Real b) {
  return select(b < Real(0.02), Real(0), exponential(-maximum(breaking_exponent(b), Real(0))));
}

// The integral of f / B over a time tau in which B gains at a steady rate and loses f, dB/dtau = gain - f(B).
// With u = 1/f this is du/dtau = s (1 - gain u), where the slope s hardly varies, so two steps suffice, each
// with the value of s at its midpoint. If the gain equals f, B is constant to rounding error; without gain, B
// e^-integral is within 1 % of the solution. If B rises, it relaxes exponentially, starting at its initial
// rate, towards the value at which f equals the gain.
template <class Real>
GS_HD GS_INLINE Real breaking_integral(Real b, Real gain, Real time) {
  const Real step = Real(0.5) * time, one(1), none(0);
  const Real balance = breaking_ratio(-logarithm(maximum(gain, Real(1e-20))));
  b = maximum(b, Real(1e-4));
  Real t = breaking_exponent(b), sum(0);
  for (int part = 0; part < 2; ++part) {
    const Real f = exponential(-t), excess = maximum(f - gain, none);
    Real change(0), steepness = breaking_steepness(t);
    for (int pass = 0; pass < 3; ++pass) {
      change = steepness * excess * step * mean_decay(minimum(steepness * gain * step, Real(80)));
      steepness = breaking_steepness(t + logarithm(one + Real(0.5) * change));
    }
    const Real fallen_t = t + logarithm(one + change), fallen = breaking_ratio(fallen_t);
    const Real lost = logarithm(maximum(b / fallen, one)) + gain * step / fallen;
    const Real way = maximum(balance - b, Real(1e-6));
    const Real risen = balance - way * exponential((f - gain) * step / way), rise = risen - b;
    const Real held = logarithm(maximum(risen / b, one)) * (gain * step / maximum(rise, Real(1e-6)) - one);
    const auto rises = gain > f;
    sum += maximum(select(rises, select(rise > Real(1e-2) * b, held, f * step / b), lost), none);
    t = select(rises, breaking_exponent(risen), fallen_t);
    b = select(rises, risen, fallen);
  }
  return sum;
}

// Loss rate [s-1]: 2 alpha fmean Q / B; S_br = -rate N. If all waves break (B >= 1), 2 alpha fmean B is used,
// which has the same value at B = 1 and grows with B, whereas 2 alpha fmean Q / B would decrease, as Q
// remains 1. m0 [m2], fmean = m1/m0 [Hz], depth [m].
template <class Real>
GS_HD GS_INLINE Real depth_breaking_rate(Real m0, Real mean_frequency, Real depth, Real gamma, Real alpha) {
  const Real max_height = gamma * depth;
  const Real b = Real(8) * m0 / (max_height * max_height);
  if (!any(b >= Real(0.02))) return Real(0);
  const Real share = breaking_share(b) / maximum(b, Real(0.01));
  return Real(2) * alpha * mean_frequency * select(b < Real(1), share, b);
}

}  // namespace groundswell
