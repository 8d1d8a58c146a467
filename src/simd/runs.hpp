// SPDX-License-Identifier: Apache-2.0
// Contiguous values in runs of a pack's width: bins of one cell in the lanes of a Pack on the CPU, or one bin
// at a time if Real is a plain number (on a GPU or in double precision).
#pragma once

#include <type_traits>

#include "exec/host_device.hpp"
#include "simd/math.hpp"
#include "simd/pack.hpp"

namespace groundswell {

template <class Real>
inline constexpr int run_width = std::is_same_v<Real, Pack> ? pack_width : 1;

// The type that handles arrays of T fastest on the CPU.
template <class T>
using Wide = std::conditional_t<std::is_same_v<T, float>, Pack, T>;

// Loads the run that starts at `at`.
template <class Real>
GS_HD GS_INLINE Real load_run(const Scalar<Real>* at) {
  if constexpr (run_width<Real> == 1) {
    return *at;
  } else {
    Real values;
    __builtin_memcpy(&values, at, sizeof(Real));
    return values;
  }
}

template <class Real>
GS_HD GS_INLINE void store_run(Scalar<Real>* at, const Real& values) {
  if constexpr (run_width<Real> == 1)
    *at = values;
  else
    __builtin_memcpy(at, &values, sizeof(Real));
}

// The start of a run in a loop over [0, n): for (i = 0; i < n; i += run_width<Real>) ... run_start<Real>(i,
// n). If n is not a multiple of the width, the last run overlaps the one before, so the loop must not change
// what it reads. Precondition: n >= run_width<Real>.
template <class Real>
GS_HD GS_INLINE int run_start(int i, int n) {
  return i + run_width<Real> <= n ? i : n - run_width<Real>;
}

}  // namespace groundswell
