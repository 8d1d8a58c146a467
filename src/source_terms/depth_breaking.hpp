// SPDX-License-Identifier: Apache-2.0
// Breaking of waves that are too high for the depth, as bores. Reference: Battjes and Janssen 1978.
#pragma once

#include "exec/host_device.hpp"
#include "exec/math.hpp"

namespace groundswell {

// (1 - e^-t) / t, exact to rounding for small t too.
template <class Real>
GS_HD GS_INLINE Real mean_decay(Real t) {
  Real series(1.0 / 3628800.0);  // sum of (-t)^n / (n + 1)!
  const double terms[] = {1.0 / 362880.0, 1.0 / 40320.0, 1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0,
                          1.0 / 24.0,     1.0 / 6.0,     1.0 / 2.0,    1.0};
  for (double term : terms) series = Real(term) - t * series;
  const Real direct = (Real(1) - exponential(-t)) / maximum(t, Real(0.5));
  return select(t < Real(1), series, direct);
}

// Share of breaking waves: the root Q below 1 of (1 - Q) / (-ln Q) = B, to 1e-6; 1 for B >= 1. In t = -ln Q
// the left side is (1 - e^-t) / t, smooth and convex, and four Newton steps do. B = Hrms^2 / Hmax^2 >= 0.
template <class Real>
GS_HD GS_INLINE Real breaking_share(Real b) {
  const Real safe = minimum(maximum(b, Real(0.01)), Real(1));
  Real t = (Real(1) - safe) * (Real(1) + square_root(safe)) / safe;
  for (int step = 0; step < 4; ++step) {
    const Real decay = mean_decay(t);
    // d/dt = (e^-t - decay) / t, with e^-t = 1 - t decay; at t = 0 it is -1/2.
    const Real slope = select(t < Real(1e-2), Real(-0.5) + t * Real(1.0 / 3.0),
                              (Real(1) - t * decay - decay) / maximum(t, Real(1e-2)));
    t = maximum(t - (decay - safe) / slope, Real(0));
  }
  return select(b < Real(0.02), Real(0), exponential(-t));
}

// Loss rate [s-1] 2 alpha fmean Q / B; S_br = -rate N. Where all waves break (B >= 1) 2 alpha fmean B is
// used, which joins it at B = 1 and grows with B, while the formula as written would fall. m0 [m2], fmean =
// m1/m0 [Hz], depth [m].
template <class Real>
GS_HD GS_INLINE Real depth_breaking_rate(Real m0, Real mean_frequency, Real depth, Real gamma, Real alpha) {
  const Real max_height = gamma * depth;
  const Real b = Real(8) * m0 / (max_height * max_height);
  if (!any(b >= Real(0.02))) return Real(0);
  const Real share = breaking_share(b) / maximum(b, Real(0.01));
  return Real(2) * alpha * mean_frequency * select(b < Real(1), share, b);
}

}  // namespace groundswell
