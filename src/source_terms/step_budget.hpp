// SPDX-License-Identifier: Apache-2.0
// The energy budget of one step of the sources. The transfer only moves energy, but its change bin by bin
// takes less from a steep peak than it adds around it, and the limiter restricts the peak's loss more often
// than the many small gains: a steep sea in calm air would grow. Therefore the gain of a cell in a step is
// limited to what its terms offer; any excess is taken back from the bins that rose, from all of them in the
// same proportion. The losses of `st4` act bin by bin where the transfer piles energy up, so that this
// package needs no budget.
#pragma once

#include "exec/lane.hpp"
#include "source_terms/growth_limiter.hpp"
#include "source_terms/source_tables.hpp"
#include "source_terms/spectral_means.hpp"

namespace groundswell {

// Sums over the directions of a row [m2 Hz-1 rad-1] or, with each row times the width of its bins, over a
// cell [m2].
template <class Real>
struct StepBudget {
  Real offered = Real(0);  // wind input less whitecapping and swell damping
  Real moved = Real(0);    // net transfer; negative if it feeds the tail
  Real net = Real(0);      // net gain of the spectrum
  Real rise = Real(0);     // sum of the gains of the bins that rose
  Real limited = Real(0);  // number of bins whose change the limiter reduced

  GS_HD GS_INLINE StepBudget& operator+=(const StepBudget& o) {
    offered += o.offered;
    moved += o.moved;
    net += o.net;
    rise += o.rise;
    limited += o.limited;
    return *this;
  }

  // Adds a row whose bins have the width df dtheta = `width` [Hz rad].
  GS_HD GS_INLINE void add_row(const StepBudget& row, Real width) {
    offered += width * row.offered;
    moved += width * row.moved;
    net += width * row.net;
    rise += width * row.rise;
    limited += select(width > Real(0), row.limited, Real(0));
  }

  // Share of the rise that no term offered. If the transfer feeds the tail, the energy that it moves there is
  // not deducted from the offer.
  GS_HD GS_INLINE Real excess() const {
    const Real beyond = maximum(net - offered - maximum(moved, Real(0)), Real(0));
    return minimum(beyond / maximum(rise, Real(calm_variance)), Real(1));
  }
};

// Takes back the share `excess` of the rise above `before` in each of bins 0..n-1 of `variance`.
template <class Real, class Lane>
GS_HD void take_back(Lane lane, int n, Real excess, const Real* before, Real* variance) {
  if (!any(excess > Real(0))) return;
  for_bins(lane, n,
           [&](int bin) { variance[bin] -= excess * maximum(variance[bin] - before[bin], Real(0)); });
  barrier(lane);
}

// Copies bins [first, end).
template <class Real, class Lane>
GS_HD void copy_bins(Lane lane, int first, int end, const Real* from, Real* to) {
  for_bins(lane, end - first, [&](int i) { to[first + i] = from[first + i]; });
  barrier(lane);
}

}  // namespace groundswell
