// SPDX-License-Identifier: Apache-2.0
// Source steps, into which each cell divides the model step by itself: a newly generated wind sea doubles its
// energy within minutes, and a step that is explicit in growth must be shorter than that; and a step has one
// wind, that of its middle. Mature seas under a steady wind take the model step as a whole.
#pragma once

#include "exec/host_device.hpp"
#include "simd/math.hpp"
#include "source_terms/cell_forcing.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/source_tables.hpp"
#include "source_terms/spectral_means.hpp"

namespace groundswell {

inline constexpr double largest_growth = 0.3;       // by wind input in a sub-step, relative to the wind sea
inline constexpr double shortest_step = 10.0;       // [s]
inline constexpr double no_limit = 1e6;             // [s] longer than any model step
inline constexpr double largest_wind_change = 1.0;  // [m s-1] in a source step

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

// The longest permitted source step [s] of a wind sea that grows by wind input at the relative rate `rate`
// [s-1]; never below shortest_step.
template <class Real>
GS_HD GS_INLINE Real growth_step(Real rate) {
  return maximum(Real(largest_growth) / maximum(rate, Real(1e-6)), Real(shortest_step));
}

// The longest permitted source step [s] if the wind changes by `gain` in `duration` [s]; never below
// shortest_step.
template <class Real>
GS_HD GS_INLINE Real wind_step(const CellWind<Real>& gain, Real duration) {
  const Real change = square_root(gain.x * gain.x + gain.y * gain.y);
  return maximum(Real(largest_wind_change) * duration / maximum(change, Real(1e-6)), Real(shortest_step));
}

// Divides `left` into the fewest equal parts that are no longer than `longest` (to within 0.1 %), and returns
// the length of one part.
template <class Real>
GS_HD GS_INLINE Real first_part(Real left, Real longest) {
  return left / maximum(whole_part(left / longest + Real(0.999)), Real(1));
}

}  // namespace groundswell
