// SPDX-License-Identifier: Apache-2.0
// Source steps, into which each cell divides the model step by itself: a newly generated wind sea doubles its
// energy within minutes, and a step must resolve that; and a step has one wind, that of its middle. Mature
// seas under a steady wind take the model step as a whole.
#pragma once

#include "exec/host_device.hpp"
#include "simd/math.hpp"
#include "source_terms/cell_forcing.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/source_tables.hpp"
#include "source_terms/spectral_means.hpp"

namespace groundswell {

inline constexpr double largest_growth = 0.3;       // of a wind sea by wind in a source step, of its energy
inline constexpr double shortest_step = 10.0;       // [s]
inline constexpr double no_limit = 1e6;             // [s] longer than any model step
inline constexpr double largest_wind_change = 1.0;  // [m s-1] in a source step

// Rate [s-1] at which wind adds energy to a wind sea and the ripples of calm water, relative to their energy,
// if all waves travelled with the wind. At each frequency it counts only up to the limiter's bound over a
// third of all directions: what exceeds this bound is not gained, no matter how short the step is.
// Precondition: scratch.limit is that of a step of 1 s.
template <class Real, class T, class Input>
GS_HD Real wind_sea_growth(const SourceGrid<T>& grid, const CellScratch<Real>& scratch, const Input& wind) {
  const Real calm = ripples(Real(grid.frequency[grid.n_freq - 1]));
  Real energy(0), input(0);
  for (int freq = 0; freq < grid.n_freq; ++freq) {
    const Real width(grid.bin_width[freq]);
    const Real e = scratch.wind_sea_sum[freq] * width + (freq == grid.n_freq - 1 ? calm : Real(0));
    energy += e;
    input += minimum(e * wind.growth_along(freq), scratch.limit[freq] * width * Real(T(grid.n_dir) / T(3)));
  }
  return input / energy;
}

// The longest permitted source step [s] of a wind sea to which wind adds energy at the relative rate `rate`
// [s-1]; never below shortest_step.
template <class Real>
GS_HD GS_INLINE Real growth_step(Real rate) {
  return maximum(Real(largest_growth) / maximum(rate, Real(1e-6)), Real(shortest_step));
}

// The longest permitted source step [s] under a wind that changes; never below shortest_step.
template <class Real>
GS_HD GS_INLINE Real wind_step(const WindInStep<Real>& wind) {
  return maximum(Real(largest_wind_change) * wind.duration / maximum(wind.gain.speed(), Real(1e-6)),
                 Real(shortest_step));
}

// Divides `left` into the fewest equal parts that are no longer than `longest` (to within 0.1 %), and returns
// the length of one part.
template <class Real>
GS_HD GS_INLINE Real first_part(Real left, Real longest) {
  return left / maximum(whole_part(left / longest + Real(0.999)), Real(1));
}

}  // namespace groundswell
