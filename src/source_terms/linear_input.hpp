// SPDX-License-Identifier: Apache-2.0
// Linear wind input, which starts waves on calm water and does not depend on them.
// References: Cavaleri and Malanotte-Rizzoli 1981; filter by Tolman 1992.
#pragma once

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "simd/math.hpp"

namespace groundswell {

// Pierson-Moskowitz frequency [Hz]: g / (2 pi 28 u*).
template <class Real>
GS_HD GS_INLINE Real pierson_moskowitz_frequency(Real ustar) {
  return Real(gravity / (2.0 * pi * 28.0)) / ustar;
}

// The factor of the linear input that does not depend on direction [m2 Hz-1 rad-1 s-1]: 1.5e-3 g^-2 u*^4
// exp(-(f/f_l)^-4), zero for f < f_l/2. S_lin is this times max(0, cos(theta - wind))^4.
template <class Real>
GS_HD GS_INLINE Real linear_input_strength(Real frequency, Real ustar, Real filter_frequency) {
  const Real ratio = filter_frequency / frequency;
  const Real ratio2 = minimum(ratio * ratio, Real(4.01));
  const Real ustar2 = ustar * ustar;
  const Real strength = Real(1.5e-3 / (gravity * gravity)) * ustar2 * ustar2 * exponential(-ratio2 * ratio2);
  return select(ratio > Real(2), Real(0), strength);
}

}  // namespace groundswell
