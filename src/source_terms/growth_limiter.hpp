// SPDX-License-Identifier: Apache-2.0
// The step of one bin and the bound on its change, without which steps above 30 to 60 s are unstable.
// References: Hochbruck and Ostermann 2010, Acta Numerica 19 (exponential integrators); WAMDI 1988, section
// 2.3 (first limiter); Hersbach and Janssen 1999, eq. 20.
#pragma once

#include "exec/host_device.hpp"
#include "simd/math.hpp"

namespace groundswell {

// Mean of exp(-y t) over t = 0 .. 1, which is (1 - exp(-y)) / y, for y > -1: the exact one for the Pade
// approximant (1 - y/3) / (1 + 2y/3 + y^2/6) of exp(-y), which is right to third order and tends to 0 for
// large y.
template <class Real>
GS_HD GS_INLINE Real mean_relaxation(Real y) {
  const Real sixth = Real(1.0 / 6) * y;
  return (Real(1) + sixth) / (Real(1) + y * (Real(2.0 / 3) + sixth));
}

inline constexpr double fastest_growth = 0.7;  // largest growth rate times step that speeds up within a step

// Mean of exp(x t) over t = 0 .. 1 by its series, for 0 <= x <= fastest_growth, to .8 %.
template <class Real>
GS_HD GS_INLINE Real mean_growth(Real x) {
  return Real(1) + x * (Real(0.5) + Real(1.0 / 6) * x);
}

// Change [m2 Hz-1 rad-1] over dt [s] of a bin with E and a source S of the slope dS/dE = rate +
// transfer_slope [s-1]: the exact one if the slope stays as it is. Growth speeds up within the step if it is
// due to the wind and not to the transfer, whose gains come from other bins.
template <class Real>
GS_HD GS_INLINE Real exponential_change(Real e, Real source, Real rate, Real transfer, Real transfer_slope,
                                        Real dt) {
  const Real fastest =
      select(maximum(transfer, -transfer) < Real(0.5) * rate * e, Real(-fastest_growth), Real(0));
  return dt * source * mean_relaxation(maximum(-dt * (rate + transfer_slope), fastest));
}

// The change, kept within the limit. The loss by whitecapping, `lost` >= 0, widens the lower bound: otherwise
// a sea that a current builds up faster than the limit lets it decay would grow without bound.
template <class Real>
GS_HD GS_INLINE Real limited_change(Real change, Real limit, Real lost) {
  return minimum(maximum(change, -limit - lost), limit);
}

}  // namespace groundswell
