// SPDX-License-Identifier: Apache-2.0
// Damping by air turbulence of swell that outruns or opposes the wind; off by default.
// Reference: Janssen 2004, The Interaction of Ocean Waves and Wind, section 4 (as in WAM since cycle 4.5).
#pragma once

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "simd/math.hpp"

namespace groundswell {

// The two frequency-dependent factors of gamma_d = 2 eps kappa sigma (u*/c + z)^2 [cos - kappa c / (u* |ln k
// z0|)], z = min(z_alpha, u*/c). z stands for gusts, which raise the wind that waves feel by no more than the
// wind itself, so that the rate goes to 0 with u*, not to infinity.
template <class Real>
struct SwellDamping {
  Real strength;   // [s-1]
  Real threshold;  // value of cos(theta - wind) below which waves are damped
};

template <class Real>
GS_HD GS_INLINE SwellDamping<Real> swell_damping(Real sigma, Real inverse_speed, Real ustar, Real z_alpha,
                                                 Real log_kz0) {
  const Real ratio = ustar * inverse_speed;
  const Real x = ratio + minimum(z_alpha, ratio);
  const Real depth_of_log = maximum(maximum(log_kz0, -log_kz0), Real(1e-3));
  return {Real(2.0 * air_density / water_density * von_karman) * sigma * x * x,
          Real(von_karman) / (ratio * depth_of_log)};
}

// gamma_d [s-1] if it damps, else 0: growth is left to the wind input.
template <class Real>
GS_HD GS_INLINE Real swell_damping_rate(SwellDamping<Real> damping, Real cosine) {
  return minimum(damping.strength * (cosine - damping.threshold), Real(0));
}

}  // namespace groundswell
