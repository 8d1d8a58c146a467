// SPDX-License-Identifier: Apache-2.0
// The value that a flux carries across the edge between a and b, for one bin. Positive: it is never below 0
// and never above max_gain times the donor, so that no cell gives away more than it has. Why third order, and
// why a clamp on the donor alone: docs/theory/propagation.md. Reference for the one-dimensional part: Leonard
// 1979, CMAME 19 (QUICKEST).
#pragma once

#include "exec/host_device.hpp"

namespace groundswell {

// First order: the donor's value. `courant` > 0 means from a to b.
template <class T>
GS_HD GS_INLINE T upwind_value(T courant, T a, T b) {
  return courant > T(0) ? a : b;
}

// Third order in space and time, one step: with the donor C, the receiver D, the cell U upstream of the donor
// and nu = |courant|,
//   v = C + (1 - nu)/2 (D - C) - (1 - nu^2)/6 (D - 2 C + U) - transverse,   0 <= v <= max_gain C.
// upstream_a (upstream_b) is U where a (b) is the donor; `transverse` accounts for flow along the edge.
// The form below is the same for both signs but for C and U; `free` is without the clamp.
template <class T>
GS_HD GS_INLINE T free_third_order_value(T courant, T a, T b, T upstream_a, T upstream_b, T transverse) {
  const bool from_a = courant > T(0);
  const T donor = from_a ? a : b;
  const T upstream = from_a ? upstream_a : upstream_b;
  const T sum = a + b;
  const T curvature = (sum - T(3) * donor) + upstream;
  const T middle = T(0.5) * (sum - courant * (b - a)) - transverse;
  return middle - (T(1.0 / 6.0) - T(1.0 / 6.0) * courant * courant) * curvature;
}

template <class T>
GS_HD GS_INLINE T third_order_value(T courant, T a, T b, T upstream_a, T upstream_b, T transverse,
                                    T max_gain) {
  const T donor = courant > T(0) ? a : b;
  const T value = free_third_order_value(courant, a, b, upstream_a, upstream_b, transverse);
  const T not_negative = value > T(0) ? value : T(0);
  const T most = max_gain * donor;
  return not_negative < most ? not_negative : most;
}

}  // namespace groundswell
