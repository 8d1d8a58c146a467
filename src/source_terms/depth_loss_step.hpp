// SPDX-License-Identifier: Apache-2.0
// Bottom friction and breaking by depth in one cell, or in a pack of cells, over one sweep of transport or
// one step of the other sources. Waves cross a shallow cell in a few times the time in which they break
// there, so the losses act with each sweep, and on what it left and what it brought: with N before and N*
// after, min(N, N*) decays as e^-x and the gain max(N* - N, 0), which came little by little, as (1 - e^-x) /
// x, x being the losses' rate times the step. Where the gain balances the losses N stays as it is, whatever
// the step; without gain it decays exactly. Transport takes of these losses what it brought energy for, and
// leaves the rest to the sources: so each balances its own gain, and neither knows the other's step.
#pragma once

#include "exec/lane.hpp"
#include "source_terms/bottom_friction.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/depth_breaking.hpp"
#include "source_terms/spectral_means.hpp"

namespace groundswell {

template <class Real>
class DepthLossStep {
 public:
  using T = Scalar<Real>;

  // Frequencies 0 .. n_moved - 1 changed, each over scratch.sub_step [s]. `unit` [freq] times the density is
  // that of variance; `share` of the losses acts. Precondition: scratch.wavenumber is filled.
  GS_HD DepthLossStep(const SourceTables<T>& tables, const CellScratch<Real>& scratch, Real depth,
                      int n_moved, const T* unit, Real share = Real(1))
      : tables_(tables), s_(scratch), depth_(depth), n_moved_(n_moved), unit_(unit), share_(share) {}

  // [freq * dir] densities before (where a frequency did not change: as they stand) and after; `result`,
  // which may be either, is what remains of the changed ones. Both others are overwritten. With
  // `for_gain_alone` losses end where the changed frequencies are back at their energy `start` [m2 Hz] of the
  // model step, and make up for `debt`, what earlier sweeps of the step left. Deep cells keep `after` to the
  // bit.
  template <class Lane>
  GS_HD void integrate(Lane lane, Real* before, Real* after, Real* result, bool for_gain_alone,
                       Real start = Real(0), Real debt = Real(0)) {
    before_ = start;
    debt_ = debt;
    update_sums(lane, before, after);
    const Real rate = breaking_rate(), one(1);
    compute_losses(rate);
    const Real part = for_gain_alone ? taken_ / maximum(due_, Real(calm_variance)) : one;
    const auto& g = tables_.grid;
    for (int freq = 0; freq < n_moved_; ++freq) {
      const Real x = (rate + s_.loss[freq]) * s_.sub_step[freq];
      const Real kept = maximum(one - part * (one - exponential(-x)), Real(0));
      const Real arrived = select(depth_ < Real(tables_.constants.deepest_loss),
                                  maximum(one - part * (one - mean_decay(x)), Real(0)), one);
      const int first = freq * g.n_dir;
      for_bins(lane, g.n_dir, [&](int dir) {
        result[first + dir] = before[first + dir] * kept + after[first + dir] * arrived;
      });
    }
    barrier(lane);
  }

  // Energy [m2 Hz] that the whole losses of the step would take, and what they take for the gain alone.
  GS_HD Real due() const { return due_; }
  GS_HD Real taken() const { return taken_; }

 private:
  // Parts each bin into what stayed and what came, and sums both by frequency; rates of friction.
  template <class Lane>
  GS_HD void update_sums(Lane lane, Real* before, Real* after) {
    const auto& g = tables_.grid;
    const bool friction = tables_.constants.terms.bottom_friction;
    const auto acts = depth_ < Real(tables_.constants.deepest_loss);
    for (int freq = 0; freq < g.n_freq; ++freq) {
      Real* row = before + freq * g.n_dir;
      Real* gained = after + freq * g.n_dir;
      if (freq < n_moved_)
        for_bins(lane, g.n_dir, [&](int dir) {
          const Real kept = select(acts, minimum(row[dir], gained[dir]), Real(0));
          gained[dir] -= kept;
          row[dir] = kept;
        });
      barrier(lane);
      const Real unit(unit_[freq]);
      s_.row_sum[freq] = unit * sum_bins<Real>(lane, g.n_dir, [&](int dir) { return row[dir]; });
      s_.gain_sum[freq] = freq < n_moved_
                              ? unit * sum_bins<Real>(lane, g.n_dir, [&](int dir) { return gained[dir]; })
                              : Real(0);
      s_.loss[freq] = friction ? share_ * bottom_friction_rate(Real(tables_.constants.friction),
                                                               s_.wavenumber[freq], depth_)
                               : Real(0);
    }
    barrier(lane);
  }

  GS_HD void compute_losses(Real rate) {
    Real after(0), left(0);
    for (int freq = 0; freq < n_moved_; ++freq) {
      const Real x = (rate + s_.loss[freq]) * s_.sub_step[freq], weight(tables_.grid.energy_weight[freq]);
      after += weight * (s_.row_sum[freq] + s_.gain_sum[freq]);
      left += weight * (s_.row_sum[freq] * exponential(-x) + s_.gain_sum[freq] * mean_decay(x));
    }
    due_ = maximum(after - left, Real(0));
    taken_ = minimum(minimum(due_ + debt_, Real(1.25) * due_), maximum(after - before_, Real(0)));
  }

  // Mean rate [s-1] of breaking over the sweep. The energy m0 of all frequencies obeys dm0/dt = gain -
  // rate(m0) times the moved part of it.
  GS_HD Real breaking_rate() const {
    const auto& c = tables_.constants;
    if (!c.terms.depth_breaking) return Real(0);
    const Real calm(calm_variance);
    Real m0(0), m1(0), kept(0), came(0), gain(0), time(0), friction(0);
    for (int freq = 0; freq < tables_.grid.n_freq; ++freq) {
      const Real stays = s_.row_sum[freq] * Real(tables_.grid.energy_weight[freq]);
      m0 += stays;
      m1 += (s_.row_sum[freq] + s_.gain_sum[freq]) * Real(tables_.grid.frequency_weight[freq]);
      if (freq >= n_moved_) continue;
      const Real comes = s_.gain_sum[freq] * Real(tables_.grid.energy_weight[freq]);
      kept += stays;
      came += comes;
      gain += comes / s_.sub_step[freq];
      time += (stays + comes) * s_.sub_step[freq];
      friction += stays * s_.loss[freq];
    }
    const Real moved = kept + came, all = m0 + came;
    const Real share = maximum(moved / (all + calm), Real(0.01));
    time = time / (moved + calm);
    const Real max_height = Real(c.breaking_gamma) * depth_, scale = Real(8) / (max_height * max_height);
    const Real unit = Real(2) * share_ * Real(c.breaking_alpha) * share * m1 / (all + calm);
    const auto breaks = (scale * all >= Real(0.02)) & (time * unit > Real(1e-10));
    if (!any(breaks)) return Real(0);
    const Real relative_gain = maximum(gain - friction, Real(0)) * scale / maximum(unit, Real(1e-12));
    const Real sum = breaking_integral(scale * m0, relative_gain, unit * time);
    return select(breaks, sum / (share * maximum(time, Real(1e-6))), Real(0));
  }

  SourceTables<T> tables_;
  CellScratch<Real> s_;
  Real depth_;
  int n_moved_;
  const T* unit_;
  Real share_, before_ = Real(0), debt_ = Real(0), due_ = Real(0), taken_ = Real(0);
};

}  // namespace groundswell
