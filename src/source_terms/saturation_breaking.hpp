// SPDX-License-Identifier: Apache-2.0
// Whitecapping of the package `st4`: waves break where the saturation of their own directions exceeds a
// threshold, and breakers wipe out the short waves that they overtake. References: Banner et al. 2000;
// Ardhuin et al. 2010, section 4.
#pragma once

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "exec/lane.hpp"
#include "simd/math.hpp"
#include "simd/max_bins.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/cumulative_breaking.hpp"
#include "source_terms/source_tables.hpp"

namespace groundswell {

// k^3 cg / (2 pi) [rad-1 s-1 m-2], with the group velocity cg = dsigma/dk at a depth [m].
template <class Real>
GS_HD GS_INLINE Real saturation_factor(Real k, Real sigma, Real depth) {
  const Real twice = minimum(Real(2) * k * depth, Real(60)), falling = exponential(-twice);
  const Real over_sinh = Real(2) * falling / maximum(Real(1) - falling * falling, Real(1e-6));
  return Real(0.25 / pi) * k * k * sigma * (Real(1) + twice * over_sinh);
}

// Loss rates by bin. They are those of the spectrum at the start of a source step.
template <class Real>
class SaturationBreaking {
 public:
  using T = Scalar<Real>;

  GS_HD SaturationBreaking(const SourceTables<T>& tables, const CellScratch<Real>& scratch)
      : g_(tables.grid), t_(tables.st4), s_(scratch), crests_(tables, scratch) {}

  // Sets scratch.loss_of_bin of rows 0 .. n_row - 1 to the rates of breaking and those in scratch.loss, which
  // do not depend on direction, and scratch.loss to the mean of their sum, weighted with the energy.
  // Precondition: scratch.row_sum has the sums of the spectrum.
  template <class Lane>
  GS_HD void update(Lane lane, int n_row, Real depth, const SourceTermFlags& terms) {
    crests_.start();
    const bool is_cumulative = terms.cumulative_breaking && t_[St4::cumulative_strength] > T(0);
    for (int freq = 0; freq < n_row; ++freq) {
      update_row(lane, freq, depth, terms.whitecapping, is_cumulative);
      const Real* e = s_.variance + freq * g_.n_dir;
      const Real* loss = s_.loss_of_bin + freq * g_.n_dir;
      const Real lost = sum_bins<Real>(lane, g_.n_dir, [&](int dir) { return loss[dir] * e[dir]; });
      s_.loss[freq] = lost / maximum(s_.row_sum[freq], Real(1e-30));
    }
    barrier(lane);
  }

 private:
  template <class Lane>
  GS_HD GS_INLINE void update_row(Lane lane, int freq, Real depth, bool breaks, bool is_cumulative) {
    const Real factor =
        saturation_factor(s_.wavenumber[freq], Real(g_.sigma[freq]), depth) * Real(g_.direction_width);
    const Real threshold(t_[St4::breaking_threshold]);
    Real* loss = s_.loss_of_bin + freq * g_.n_dir;
    // The saturation is at most that of all directions together.
    if (any(factor * s_.row_sum[freq] > threshold)) {
      Real* saturation = loss;
      const Real largest = compute_saturation(lane, freq, factor, saturation);
      if (is_cumulative) crests_.add_row(lane, freq, largest, saturation);
      break_waves(lane, freq, breaks ? Real(t_[St4::breaking_strength]) : Real(0), largest, saturation, loss);
    } else {
      crests_.add_quiet_row(lane, freq);
      for_bins(lane, g_.n_dir, [&](int dir) { loss[dir] = s_.loss[freq]; });
    }
    barrier(lane);
    if (is_cumulative) crests_.add_losses(lane, freq, loss);
  }

  // Writes B' / B_r of each direction to `saturation`; returns the largest.
  template <class Lane>
  GS_HD GS_INLINE Real compute_saturation(Lane lane, int freq, Real factor, Real* saturation) const {
    const int n = g_.n_dir, sector = t_.sector;
    const Real* e = s_.variance + freq * n;
    Real* row = s_.sector;
    for_bins(lane, n, [&](int dir) { row[dir] = e[dir]; });
    barrier(lane);
    extend_periodically(row, n, sector);
    barrier(lane);
    const Real scale = factor * Real(T(1) / t_[St4::breaking_threshold]);
    for_bins(lane, n, [&](int dir) {
      Real sum = Real(t_.sector_weight[0]) * row[dir];
      for (int i = 1; i <= sector; ++i) sum += Real(t_.sector_weight[i]) * (row[dir - i] + row[dir + i]);
      saturation[dir] = scale * sum;
    });
    barrier(lane);
    return max_bins<Real>(lane, n, [&](int dir) { return saturation[dir]; });
  }

  // `loss` may be the array `saturation`.
  template <class Lane>
  GS_HD GS_INLINE void break_waves(Lane lane, int freq, Real strength, Real largest, const Real* saturation,
                                   Real* loss) const {
    const Real share(t_[St4::breaking_isotropic]), rate = strength * Real(g_.sigma[freq]);
    const Real excess = maximum(largest - Real(1), Real(0)),
               even = s_.loss[freq] + rate * share * excess * excess;
    const Real uneven = rate * (Real(1) - share);
    for_bins(lane, g_.n_dir, [&](int dir) {
      const Real above = maximum(saturation[dir] - Real(1), Real(0));
      loss[dir] = even + uneven * above * above;
    });
  }

  const SourceGrid<T>& g_;
  const St4Tables<T>& t_;
  const CellScratch<Real>& s_;
  CumulativeBreaking<Real> crests_;
};

}  // namespace groundswell
