// SPDX-License-Identifier: Apache-2.0
// Source steps, into which each cell divides the model step by itself: a newly generated wind sea doubles its
// energy within minutes, and a step must resolve that; and a step has one wind. Mature seas under a steady
// wind take the model step as a whole.
#pragma once

#include "exec/host_device.hpp"
#include "simd/math.hpp"
#include "source_terms/cell_forcing.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/source_tables.hpp"
#include "source_terms/spectral_means.hpp"

namespace groundswell {

inline constexpr double shortest_step = 10.0;       // [s]
inline constexpr double no_limit = 1e6;             // [s] longer than any model step
inline constexpr double largest_loss = 0.025;       // net, in a source step
inline constexpr double largest_wind_change = 1.0;  // [m s-1] in a source step

// The source step [s] in which wind adds the share `largest` to the energy of a wind sea and the ripples of
// calm water, if all waves travelled with the wind; never below shortest_step. Above the height H of
// constants.small_sea the share falls, in most packages as H^-1/2, because the error in height goes with H
// times the square of the share. At each frequency the input counts only up to the limiter's bound over a
// number of directions: what exceeds this bound is not gained, no matter how short the step is. Whitecapping,
// less the input, takes at most the share largest_loss of all waves: a steep sea decays the slower, the less
// is left of it. Gains and losses are those of the rows 0 .. `last`, for which alone the losses are known.
// Preconditions: scratch.limit and scratch.loss are those of a step of 1 s.
template <class Real, class T, class Input>
GS_HD Real growth_step(const SourceTables<T>& tables, const CellScratch<Real>& scratch, const Input& wind,
                       Real last) {
  const auto& grid = tables.grid;
  const auto& c = tables.constants;
  const Real calm = ripples(Real(grid.frequency[grid.n_freq - 1]));
  Real energy(0), input(0), all = calm, lost(0);  // lost: net of the whole input
  for (int freq = 0; freq < grid.n_freq; ++freq) {
    const Real width(grid.bin_width[freq]), row = scratch.row_sum[freq] * width;
    const Real e = scratch.wind_sea_sum[freq] * width + (freq == grid.n_freq - 1 ? calm : Real(0));
    energy += e;
    all += row;
    const auto counts = Real(freq) <= last;
    if (!any(counts)) continue;
    lost += select(counts, row * scratch.loss[freq], Real(0));
    if (!c.terms.wind_input) continue;
    const Real gained = select(counts, e * wind.growth_along(freq), Real(0));
    input += minimum(gained, scratch.limit[freq] * width * Real(c.counted_directions));
    lost -= gained;
  }
  const Real relative = Real(T(0.25) * c.small_sea) / square_root(energy);  // H = 4 sqrt(E)
  const Real fall = c.growth_fall == T(0.5) ? square_root(relative)
                                            : exponential(Real(c.growth_fall) * logarithm(relative));
  const Real share = Real(c.largest_growth) * minimum(fall, Real(1));
  const Real by_growth = share * energy / maximum(input, Real(1e-6) * energy);
  const Real by_loss = Real(largest_loss) * all / maximum(lost, Real(1e-6) * all);
  return maximum(minimum(by_growth, by_loss), Real(shortest_step));
}

// The source step [s] in which the wind changes by largest_wind_change, or wind and air by what changes their
// stress as much; never below shortest_step.
template <class Real>
GS_HD GS_INLINE Real wind_step(const WindInStep<Real>& wind) {
  const Real of_air = maximum(wind.gain.air, -wind.gain.air) * Real(0.5) * wind.last.speed();
  const Real change = maximum(wind.gain.speed() + of_air, Real(1e-6));
  return maximum(Real(largest_wind_change) * wind.duration / change, Real(shortest_step));
}

// Divides `left` into equal parts that are at most a quarter longer than `wanted`, and not longer than
// `longest` (to within 0.1 %); returns the length of one part.
template <class Real>
GS_HD GS_INLINE Real first_part(Real left, Real wanted, Real longest) {
  const Real n = maximum(whole_part(left / wanted + Real(0.75)), whole_part(left / longest + Real(0.999)));
  return left / maximum(n, Real(1));
}

}  // namespace groundswell
