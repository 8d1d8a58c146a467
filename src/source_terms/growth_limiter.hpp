// SPDX-License-Identifier: Apache-2.0
// The semi-implicit step of one bin and the bound on its change, without which steps above 30 to 60 s are
// unstable. References: WAMDI 1988, section 2.3 (scheme and first limiter); Hersbach and Janssen 1999,
// eq. 20.
#pragma once

#include "exec/host_device.hpp"
#include "simd/math.hpp"

namespace groundswell {

// Change [m2 Hz-1 rad-1] over dt [s] by a source S with slope dS/dE = `slope` [s-1]: dt S / max(1, 1 - dt
// slope).
template <class Real>
GS_HD GS_INLINE Real implicit_change(Real source, Real slope, Real dt) {
  return dt * source / maximum(Real(1) - dt * slope, Real(1));
}

// The change, kept within the limit. The loss by whitecapping, `lost` >= 0, widens the lower bound: otherwise
// a sea that a current builds up faster than the limit lets it decay would grow without bound.
template <class Real>
GS_HD GS_INLINE Real limited_change(Real change, Real limit, Real lost) {
  return minimum(maximum(change, -limit - lost), limit);
}

}  // namespace groundswell
