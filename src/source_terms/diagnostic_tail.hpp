// SPDX-License-Identifier: Apache-2.0
// Above f_c the spectrum is not predicted but set to an f^-5 tail, direction by direction. Reference: WAMDI
// 1988, section 2.3; Komen et al. 1994, III.5.
#pragma once

#include "exec/host_device.hpp"
#include "exec/lane.hpp"
#include "simd/math.hpp"
#include "source_terms/cell_scratch.hpp"

namespace groundswell {

// Index of the last predicted frequency, which is the one nearest to f_c on a logarithmic scale, as a whole
// number of type `Real`.
template <class Real>
GS_HD GS_INLINE Real last_predicted(const SourceGrid<Scalar<Real>>& grid, Real f_c) {
  const Real position = (logarithm(f_c) - Real(grid.log_first)) * Real(grid.inverse_log_ratio);
  const Real inside = minimum(maximum(position, Real(0)), Real(grid.n_freq - 1));
  return whole_part(inside + Real(0.5));
}

// Replaces all rows above row `last` by the f^-5 tail that continues it.
template <class Real, class Lane>
GS_HD GS_INLINE void update_tail(Lane lane, const SourceGrid<Scalar<Real>>& grid, Real* variance, Real last) {
  for (int freq = int(lowest_lane(last)) + 1; freq < grid.n_freq; ++freq) {
    Real* row = variance + freq * grid.n_dir;
    const auto above = Real(freq) > last;
    for_bins(lane, grid.n_dir, [&](int dir) {
      row[dir] = select(above, row[dir - grid.n_dir] * Real(grid.tail_step), row[dir]);
    });
    barrier(lane);
  }
}

}  // namespace groundswell
