// SPDX-License-Identifier: Apache-2.0
// Friction at the sea bed with a given coefficient (friction_coefficient.hpp). Reference: Hasselmann et al.
// 1973 (JONSWAP).
#pragma once

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "simd/math.hpp"

namespace groundswell {

// Loss rate [s-1]: 2 (coefficient / g) k / sinh(2 k d); S_bf = -rate N. `coefficient` [m2 s-3], k [rad m-1],
// depth [m].
template <class Real>
GS_HD GS_INLINE Real bottom_friction_rate(Real coefficient, Real k, Real depth) {
  const Real growing = exponential(minimum(Real(2) * k * depth, Real(80)));
  return coefficient * Real(4.0 / gravity) * k / (growing - Real(1) / growing);
}

}  // namespace groundswell
