// SPDX-License-Identifier: Apache-2.0
// Whitecapping as a loss proportional to the action, at a rate that depends on the mean steepness of the
// whole spectrum.
// References: Komen et al. 1984 (wam3), 1994 (wam4); Bidlot, Janssen and Abdalla 2005 (bja2005).
#pragma once

#include "exec/host_device.hpp"
#include "simd/math.hpp"

namespace groundswell {

// The factor common to the losses of all frequencies: C <sigma> (<k>^2 m0)^2 [s-1].
template <class Real>
GS_HD GS_INLINE Real whitecapping_strength(Real dissipation, Real mean_sigma, Real mean_k, Real m0) {
  const Real steepness = mean_k * mean_k * m0;
  return dissipation * mean_sigma * steepness * steepness;
}

// Loss rate [s-1] of waves of wavenumber k [rad m-1]: strength [(1 - delta) k/<k> + delta (k/<k>)^2]; S_ds =
// -rate N.
template <class Real>
GS_HD GS_INLINE Real whitecapping_rate(Real strength, Real delta, Real k_over_mean) {
  return strength * k_over_mean * (Real(1) - delta + delta * k_over_mean);
}

}  // namespace groundswell
