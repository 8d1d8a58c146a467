// SPDX-License-Identifier: Apache-2.0
// Sub-steps of young seas: a wind sea that begins grows by its own size within minutes, and a step that is
// explicit in growth must be shorter than that. Grown seas take the source step whole.
#pragma once

#include "exec/host_device.hpp"
#include "simd/math.hpp"

namespace groundswell {

inline constexpr double largest_growth = 0.3;  // by wind input in a sub-step, as a share of the wind sea
inline constexpr double shortest_step = 10.0;  // [s]

// The longest sub-step [s] of a wind sea that its input makes grow by `rate` [s-1].
template <class Real>
GS_HD GS_INLINE Real growth_step(Real rate) {
  return maximum(Real(largest_growth) / maximum(rate, Real(1e-6)), Real(shortest_step));
}

// The first of the equal parts of `left` that are no longer than `longest`; `left` where that is enough.
template <class Real>
GS_HD GS_INLINE Real first_part(Real left, Real longest) {
  return left / maximum(whole_part(left / longest + Real(0.999)), Real(1));
}

}  // namespace groundswell
