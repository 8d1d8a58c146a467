// SPDX-License-Identifier: Apache-2.0
// Sub-steps of young seas: a newly generated wind sea doubles its energy within minutes, and a step that is
// explicit in growth must be shorter than that. Mature seas take the source step as a whole.
#pragma once

#include "exec/host_device.hpp"
#include "simd/math.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/source_tables.hpp"
#include "source_terms/spectral_means.hpp"

namespace groundswell {

inline constexpr double largest_growth = 0.3;  // by wind input in a sub-step, relative to the wind sea
inline constexpr double shortest_step = 10.0;  // [s]

// Relative growth rate [s-1] of the wind sea and the ripples of calm water if all waves travelled with the
// wind.
template <class Real, class T, class Input>
GS_HD Real wind_sea_growth(const SourceGrid<T>& grid, const CellScratch<Real>& scratch, const Input& wind) {
  Real energy = ripples(Real(grid.frequency[grid.n_freq - 1]));
  Real input = energy * wind.growth_along(grid.n_freq - 1);
  for (int freq = 0; freq < grid.n_freq; ++freq) {
    const Real e = scratch.wind_sea_sum[freq] * Real(grid.bin_width[freq]);
    energy += e;
    input += e * wind.growth_along(freq);
  }
  return input / energy;
}

// The longest permitted sub-step [s] of a wind sea that grows by wind input at the relative rate `rate`
// [s-1]; never below shortest_step.
template <class Real>
GS_HD GS_INLINE Real growth_step(Real rate) {
  return maximum(Real(largest_growth) / maximum(rate, Real(1e-6)), Real(shortest_step));
}

// Divides `left` into the fewest equal parts that are no longer than `longest` (to within 0.1 %), and returns
// the length of one part.
template <class Real>
GS_HD GS_INLINE Real first_part(Real left, Real longest) {
  return left / maximum(whole_part(left / longest + Real(0.999)), Real(1));
}

}  // namespace groundswell
