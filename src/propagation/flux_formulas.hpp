// SPDX-License-Identifier: Apache-2.0
// The value that a flux carries across the edge between a and b, for one bin. It is never negative and never
// above max_gain times the donor's value, so that the outflow of a cell never exceeds its content. See
// docs/theory/propagation.md for the reasons to use third order and to let only the donor limit the value.
// Reference for the one-dimensional part: Leonard 1979, CMAME 19 (QUICKEST).
#pragma once

#include "exec/host_device.hpp"
#include "simd/pack.hpp"

namespace groundswell {

// First order: the donor's value. `courant` > 0 means from a to b.
template <class Real>
GS_HD GS_INLINE Real upwind_value(Real courant, Real a, Real b) {
  return select(courant > Real(0), a, b);
}

// Third order in space and time, one step: with the donor C, the receiver D, the cell U upstream of the donor
// and nu = |courant|,
//   v = C + (1 - nu)/2 (D - C) - (1 - nu^2)/6 (D - 2 C + U) - transverse,   0 <= v <= max_gain C;
// `transverse` accounts for flow along the edge. The functions named free_... leave out the clamp.
template <class Real>
GS_HD GS_INLINE Real free_third_order_value(Real nu, Real donor, Real receiver, Real upstream,
                                            Real transverse) {
  // All differences start from the donor, so that each subtraction of a value in memory is one instruction.
  const Real fall = donor - receiver, curvature = fall + (donor - upstream);
  const Real half = Real(0.5) - Real(0.5) * nu, third = Real(1.0 / 3.0) + Real(1.0 / 3.0) * nu;
  return (donor - transverse) - half * (fall - third * curvature);
}

// As above, with the donor selected by the sign of `courant`; upstream_a (upstream_b) is U if the donor is a
// (b).
template <class Real>
GS_HD GS_INLINE Real free_third_order_value(Real courant, Real a, Real b, Real upstream_a, Real upstream_b,
                                            Real transverse) {
  const auto from_a = courant > Real(0);
  return free_third_order_value(magnitude(courant), select(from_a, a, b), select(from_a, b, a),
                                select(from_a, upstream_a, upstream_b), transverse);
}

// The clamped value v; the second function selects the donor by the sign of `courant`.
template <class Real>
GS_HD GS_INLINE Real third_order_value(Real nu, Real donor, Real receiver, Real upstream, Real transverse,
                                       Real max_gain) {
  const Real value = free_third_order_value(nu, donor, receiver, upstream, transverse);
  return minimum(maximum(value, Real(0)), max_gain * donor);
}
template <class Real>
GS_HD GS_INLINE Real third_order_value(Real courant, Real a, Real b, Real upstream_a, Real upstream_b,
                                       Real transverse, Real max_gain) {
  const Real value = free_third_order_value(courant, a, b, upstream_a, upstream_b, transverse);
  return minimum(maximum(value, Real(0)), max_gain * upwind_value(courant, a, b));
}

}  // namespace groundswell
