// SPDX-License-Identifier: Apache-2.0
// Bottom friction and depth-induced breaking in one cell, or in a pack of cells, over one pass of transport
// or one step of the other sources. Waves take only a few times as long to cross a shallow cell as to break
// in it, so the losses act in each pass, both on the action that the pass left in the cell and on the action
// that it brought: with N before and N* after, min(N, N*) decays by the factor e^-x and the gain max(N* - N,
// 0), which arrived gradually, by (1 - e^-x) / x, where x is the rate of the losses times the step. If the
// gain balances the losses, N stays as it is for any step; without gain it decays exactly. Transport applies
// the share of these losses that the gain by the sources did not balance in the last step, but at least as
// much as the energy that it brought. The source step applies the rest: the losses less a steady supply,
// which is the part that transport has applied. Each thus balances its own gain independently of the other,
// and the energy is steady when both gains together balance the losses.
#pragma once

#include "exec/lane.hpp"
#include "source_terms/bottom_friction.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/depth_breaking.hpp"
#include "source_terms/friction_coefficient.hpp"
#include "source_terms/source_fluxes.hpp"
#include "source_terms/spectral_means.hpp"

namespace groundswell {

// Losses of a cell in the passes of a model step [m2]: the total, and the part that transport has applied.
template <class Real>
struct TransportLosses {
  Real due = Real(0), taken = Real(0);
};

template <class Real>
class DepthLossStep {
 public:
  using T = Scalar<Real>;

  // Frequencies 0 .. n_moved - 1 changed, each over scratch.sub_step [s]. `unit` [freq] is the factor that
  // turns the densities below into variance density: sigma for action, 1 for variance density. `ustar` [m
  // s-1] and scratch.wind_cosine tell wind sea from swell, if friction depends on it. Precondition:
  // scratch.wavenumber is filled.
  GS_HD DepthLossStep(const SourceTables<T>& tables, const CellScratch<Real>& scratch, Real depth,
                      int n_moved, const T* unit, Real ustar = Real(0))
      : tables_(tables), s_(scratch), depth_(depth), n_moved_(n_moved), unit_(unit), ustar_(ustar) {}

  // In the functions below, spectra are densities [freq * dir]: `before`, which also has the frequencies that
  // did not change, and `after`. `result`, which may be the same array as one of these, receives what remains
  // in the changed frequencies. `before` and `after` are overwritten. In deep cells the result has the bits
  // of `after`.

  // Applies the losses less `supply` [m2 s-1], which is capped at the losses; adds them to `fluxes`, if these
  // are given.
  template <class Lane>
  GS_HD void integrate(Lane lane, Real* before, Real* after, Real* result, Real supply = Real(0),
                       SourceFluxes<Real>* fluxes = nullptr) const {
    update_sums(lane, before, after);
    const bool supplied = any(supply > Real(0));
    const Real loss = supplied ? sum_losses() : Real(0), part = supplied ? unsupplied(supply, loss) : Real(1);
    const Real rate = breaking_rate(minimum(supply, loss));
    set_shares(lane, rate, part, Real(1));
    if (fluxes) add_losses(lane, before, after, rate, *fluxes);
    apply(lane, before, after, result);
  }

  // Applies all but the share `left` of the losses, but at least as much as the energy by which the changed
  // frequencies exceed `start` [m2], their energy at the start of the model step. Adds the losses of the pass
  // to `sums`.
  template <class Lane>
  GS_HD void integrate_pass(Lane lane, Real* before, Real* after, Real* result, Real left, Real start,
                            TransportLosses<Real>& sums) const {
    update_sums(lane, before, after);
    set_shares_of_pass(lane, left, start, sums);
    apply(lane, before, after, result);
  }

  // Sets the shares of each changed frequency that integrate_pass leaves: scratch.share_kept of the action
  // that stayed and scratch.share_arrived of the action that arrived; returns the rate of breaking [s-1].
  // Preconditions: update_friction has been called; scratch.row_sum and scratch.gain_sum hold the sums over
  // directions of the action that stayed and that arrived, times `unit`.
  template <class Lane>
  GS_HD Real set_shares_of_pass(Lane lane, Real left, Real start, TransportLosses<Real>& sums) const {
    const Real rate = breaking_rate(Real(0));
    Real all(0), kept(0);
    for (int freq = 0; freq < n_moved_; ++freq) {
      const Real x = (rate + s_.loss[freq]) * s_.sub_step[freq], weight(tables_.grid.energy_weight[freq]);
      all += weight * (s_.row_sum[freq] + s_.gain_sum[freq]);
      kept += weight * (s_.row_sum[freq] * exponential(-x) + s_.gain_sum[freq] * mean_decay(x));
    }
    const Real due = maximum(all - kept, Real(0)), brought = minimum(maximum(all - start, Real(0)), due);
    const Real part = maximum(Real(1) - left, brought / maximum(due, Real(calm_variance)));
    set_shares(lane, rate, part, part);
    sums.due += due;
    sums.taken += part * due;
    return rate;
  }

  // Sets the rate of friction of each frequency. wind_sea(freq) is the part of scratch.row_sum that is wind
  // sea. Precondition: scratch.row_sum is filled.
  template <class Lane, class WindSea>
  GS_HD void update_friction(Lane lane, WindSea&& wind_sea) const {
    const bool acts = tables_.constants.terms.bottom_friction;
    const Real coefficient =
        acts ? friction_coefficient(tables_, s_.wavenumber, depth_, s_.row_sum, wind_sea) : Real(0);
    for_bins(lane, tables_.grid.n_freq, [&](int freq) {
      s_.loss[freq] = acts ? bottom_friction_rate(coefficient, s_.wavenumber[freq], depth_) : Real(0);
    });
    barrier(lane);
  }

  // Share of `loss` [m2 s-1] that `supply` [m2 s-1] does not balance.
  static GS_HD Real unsupplied(Real supply, Real loss) {
    return maximum(Real(1) - supply / maximum(loss, Real(calm_variance)), Real(0));
  }

  // Losses [m2 s-1] of the current spectrum.
  template <class Lane>
  GS_HD Real compute_loss(Lane lane, const Real* spectrum) const {
    for (int freq = 0; freq < tables_.grid.n_freq; ++freq) s_.row_sum[freq] = sum_row(lane, freq, spectrum);
    barrier(lane);
    update_friction_of(lane, spectrum);
    return sum_losses();
  }

 private:
  template <class Lane>
  GS_HD Real sum_row(Lane lane, int freq, const Real* spectrum) const {
    const Real* row = spectrum + freq * tables_.grid.n_dir;
    return Real(unit_[freq]) * sum_bins<Real>(lane, tables_.grid.n_dir, [&](int dir) { return row[dir]; });
  }

  // Precondition: scratch.row_sum has the sums of `spectrum`.
  template <class Lane>
  GS_HD void update_friction_of(Lane lane, const Real* spectrum) const {
    update_friction(lane, [&](int freq) {
      return Real(unit_[freq]) * sum_wind_sea(lane, tables_.grid, s_, freq, spectrum, ustar_);
    });
  }

  // Splits each bin into the part that stayed (in `before`) and the part that arrived (in `after`), and sets
  // the sums of both parts and the friction rates.
  template <class Lane>
  GS_HD void update_sums(Lane lane, Real* before, Real* after) const {
    const auto& g = tables_.grid;
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
      s_.row_sum[freq] = sum_row(lane, freq, before);
      s_.gain_sum[freq] = freq < n_moved_ ? sum_row(lane, freq, after) : Real(0);
    }
    barrier(lane);
    update_friction_of(lane, before);
  }

  // Sets the shares that remain if the losses act on the share `part` of the action that stayed and on the
  // share `part_of_gain` of the action that arrived.
  template <class Lane>
  GS_HD void set_shares(Lane lane, Real rate, Real part, Real part_of_gain) const {
    const Real one(1);
    const auto acts = depth_ < Real(tables_.constants.deepest_loss);
    for_bins(lane, n_moved_, [&](int freq) {
      const Real x = (rate + s_.loss[freq]) * s_.sub_step[freq];
      s_.share_kept[freq] = maximum(one - part * (one - exponential(-x)), Real(0));
      s_.share_arrived[freq] =
          select(acts, maximum(one - part_of_gain * (one - mean_decay(x)), Real(0)), one);
    });
    barrier(lane);
  }

  template <class Lane>
  GS_HD void apply(Lane lane, const Real* before, const Real* after, Real* result) const {
    for (int freq = 0; freq < n_moved_; ++freq) {
      const int first = freq * tables_.grid.n_dir;
      const Real kept = s_.share_kept[freq], arrived = s_.share_arrived[freq];
      for_bins(lane, tables_.grid.n_dir, [&](int dir) {
        result[first + dir] = before[first + dir] * kept + after[first + dir] * arrived;
      });
    }
    barrier(lane);
  }

  // Adds what apply() is going to take. `rate` [s-1] is that of breaking.
  template <class Lane>
  GS_HD void add_losses(Lane lane, const Real* before, const Real* after, Real rate,
                        SourceFluxes<Real>& fluxes) const {
    const auto& g = tables_.grid;
    for (int freq = 0; freq < n_moved_; ++freq) {
      const int first = freq * g.n_dir;
      const Real kept = s_.share_kept[freq], arrived = s_.share_arrived[freq], unit(unit_[freq]);
      const auto lost = sum_bins<RowVector<Real>>(lane, g.n_dir, [&](int dir) {
        const Real stayed = before[first + dir], came = after[first + dir];
        const Real loss = unit * ((stayed + came) - (stayed * kept + came * arrived));
        return RowVector<Real>{loss, loss * Real(g.cosine[dir]), loss * Real(g.sine[dir])};
      });
      add_loss(g, freq, s_.wavenumber[freq], lost, share_of_friction(s_.loss[freq], rate), fluxes);
    }
  }

  // Losses [m2 s-1] by friction and breaking of the action that stayed.
  GS_HD Real sum_losses() const {
    const auto& c = tables_.constants;
    Real m0(0), m1(0), loss(0);
    for (int freq = 0; freq < tables_.grid.n_freq; ++freq) {
      const Real energy = s_.row_sum[freq] * Real(tables_.grid.energy_weight[freq]);
      m0 += energy;
      m1 += s_.row_sum[freq] * Real(tables_.grid.frequency_weight[freq]);
      loss += energy * s_.loss[freq];
    }
    if (!c.terms.depth_breaking) return loss;
    return loss + m0 * depth_breaking_rate(m0, m1 / (m0 + Real(calm_variance)), depth_,
                                           Real(c.coefficients.breaking_gamma),
                                           Real(c.coefficients.breaking_alpha));
  }

  // Mean rate [s-1] of breaking over the pass. The energy m0 of all frequencies obeys dm0/dt = gain -
  // rate(m0) m, where m is the energy of the moved frequencies; `supply` [m2 s-1] is a gain that the spectra
  // do not show.
  GS_HD Real breaking_rate(Real supply) const {
    const auto& c = tables_.constants;
    if (!c.terms.depth_breaking) return Real(0);
    const Real calm(calm_variance);
    Real m0(0), m1(0), kept(0), came(0), gain(supply), time(0), friction(0);
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
    const Real max_height = Real(c.coefficients.breaking_gamma) * depth_,
               scale = Real(8) / (max_height * max_height);
    const Real unit = Real(2) * Real(c.coefficients.breaking_alpha) * share * m1 / (all + calm);
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
  Real ustar_;
};

}  // namespace groundswell
