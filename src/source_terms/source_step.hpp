// SPDX-License-Identifier: Apache-2.0
// One step of all source terms in one cell, or in a pack of cells: `Real` is Pack, float or double. The order
// is that of docs/theory/source_terms.md: stress, means and rates; then, frequency by frequency, the sum of
// all terms, the change that follows and the limiter; and last the tail. Friction and depth-induced breaking
// act on the result (depth_loss_step.hpp). No term depends on another; only this file includes them all.
#pragma once

#include "exec/lane.hpp"
#include "source_terms/cell_forcing.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/depth_loss_step.hpp"
#include "source_terms/diagnostic_tail.hpp"
#include "source_terms/growth_limiter.hpp"
#include "source_terms/janssen_input.hpp"
#include "source_terms/komen_input.hpp"
#include "source_terms/nonlinear_transfer.hpp"
#include "source_terms/saturation_breaking.hpp"
#include "source_terms/source_fluxes.hpp"
#include "source_terms/source_rates.hpp"
#include "source_terms/spectral_means.hpp"
#include "source_terms/st4_input.hpp"
#include "source_terms/step_budget.hpp"
#include "source_terms/step_length.hpp"
#include "source_terms/swell_dissipation.hpp"
#include "source_terms/wind_stress.hpp"

namespace groundswell {

template <class Real, class Input>
class SourceStep {
 public:
  using T = Scalar<Real>;

  // Precondition: scratch.wavenumber and scratch.variance are filled.
  GS_HD SourceStep(const SourceTables<T>& tables, const CellScratch<Real>& scratch,
                   const CellForcing<Real>& forcing)
      : tables_(tables),
        s_(scratch),
        forcing_(forcing),
        input_(tables, scratch),
        ustar_(forcing.last_ustar) {}

  // Sets what is common to all source steps: the table of ln k, and the rate at which transport supplies
  // energy against the losses; and takes the wind of the end.
  template <class Lane>
  GS_HD void start(Lane lane) {
    const auto& g = tables_.grid;
    for_bins(lane, g.n_dir, [&](int dir) { s_.zero[dir] = Real(0); });
    for_bins(lane, g.n_freq, [&](int freq) { s_.log_wavenumber[freq] = logarithm(s_.wavenumber[freq]); });
    use_wind(lane, forcing_.wind.last);
    last_wind_ = forcing_.wind.first_speed();
    if (any(forcing_.losses_taken > Real(0)))
      supply_ = forcing_.losses_taken * depth_losses().compute_loss(lane, s_.variance);
  }

  // Takes a wind and the air, and sets the tables of the wind's direction.
  template <class Lane>
  GS_HD void use_wind(Lane lane, const WindAndAir<Real>& wind) {
    const auto& g = tables_.grid;
    const Real speed = wind.speed();
    const auto calm = speed < Real(1e-6);
    const Real inverse = Real(1) / maximum(speed, Real(1e-6));
    wind_ = {speed, select(calm, Real(1), wind.x * inverse), select(calm, Real(0), wind.y * inverse),
             wind.air};
    for_bins(lane, g.n_dir, [&](int dir) {
      const Real turn = wind_.x * Real(g.cosine[dir]) + wind_.y * Real(g.sine[dir]);
      const Real cosine = minimum(maximum(turn, Real(0)), Real(1));
      s_.wind_turn[dir] = turn;
      s_.wind_cosine[dir] = cosine;
      s_.inverse_cosine[dir] = Real(1) / maximum(cosine, Real(1e-6));
      s_.cosine_squared[dir] = cosine * cosine;
      s_.cosine_fourth[dir] = cosine * cosine * cosine * cosine;
    });
    barrier(lane);
  }

  // Sets u* and z0 from the last wave stress, then again from the wave stress that results from these. The
  // last wave stress is that under another wind; its share of the whole stress is kept.
  template <class Lane>
  GS_HD void update_stress(Lane lane, CellStress<Real>& stress) {
    const Real ratio = (wind_.speed + Real(0.1)) / (last_wind_ + Real(0.1));
    stress.wave_stress *= minimum(maximum(ratio * ratio, Real(0.25)), Real(4));
    update_row_sums<Real>(lane, tables_.grid, s_);
    input_.use_sea(lane);
    use_stress(lane, stress);
    if constexpr (Input::feels_waves) {
      stress.wave_stress = compute_wave_stress(lane, stress);
      use_stress(lane, stress);
    }
  }

  // tau_w [m2 s-2] of the present spectrum, for the u* and z0 in `stress`.
  template <class Lane>
  GS_HD Real compute_wave_stress(Lane lane, const CellStress<Real>& stress) {
    input_.start_rows(lane);
    for (int freq = 0; freq < tables_.grid.n_freq; ++freq)
      input_.add_row(lane, freq, tables_.constants.terms, static_cast<Real*>(nullptr));
    return total_wave_stress(lane, stress);
  }

  template <class Lane>
  GS_HD void update_means(Lane lane, Real ustar) {
    const auto& g = tables_.grid;
    const auto& c = tables_.constants;
    update_wind_sea_sums<Real>(lane, g, s_, ustar);
    means_ = compute_means<Real>(g, s_);
    const Real mean = c.tail_of_wind_sea ? maximum(means_.frequency, means_.wind_sea_frequency)
                                         : mean_frequency<Real>(g, s_.row_sum);
    const Real f_c =
        maximum(Real(c.tail_mean_factor) * mean, Real(c.tail_pm_factor) * pierson_moskowitz_frequency(ustar));
    tail_frequency_ = minimum(f_c, Real(g.frequency[g.n_freq - 1]));
  }

  // Sets what SourceRates::update sets, and the losses by bin of the first n_row frequencies.
  template <class Lane>
  GS_HD void update_rates(Lane lane, const CellStress<Real>& stress, int n_row) const {
    rates().update(lane, stress, wind_.air, tail_frequency_);
    if constexpr (Input::breaks_by_bin)
      SaturationBreaking<Real>(tables_, s_).update(lane, n_row, forcing_.depth, tables_.constants.terms);
  }

  // Calls sink(freq, S_nl [dir], dS_nl/dE [dir]) for frequencies 0 .. n_freq_needed - 1 in order; the sink
  // may overwrite the spectrum at that frequency.
  template <class Lane, class Sink>
  GS_HD GS_INLINE void for_transfer_rows(Lane lane, int n_freq_needed, Sink&& sink) {
    if (!tables_.constants.terms.nonlinear_transfer) {
      for (int freq = 0; freq < n_freq_needed; ++freq) sink(freq, s_.zero, s_.zero);
      return;
    }
    const Real mean =
        tables_.constants.transfer_mean == MeanKind::low ? means_.low_wavenumber : means_.high_wavenumber;
    const NonlinearTransfer<Real> transfer(tables_, s_, depth_factor(mean, forcing_.depth));
    transfer.start(lane);
    for (int row = 0; row < n_freq_needed + tables_.quadruplets.minus_shift; ++row) {
      transfer.add_row(lane, row);
      const int freq = transfer.final_row(row);
      if (freq >= 0) sink(freq, transfer.source(freq), transfer.slope(freq));
    }
  }

  // Divides `left` [s], the time left in the model step, into equal parts that are short enough for the
  // growth of the sea and the change of the wind, advances the spectrum in scratch.variance by the first of
  // them, under one wind, and returns its length [s], which is all of `left` in mature seas
  // under a steady wind. Updates the stress. Friction and depth-induced breaking, less what transport
  // supplies against them, act on the result. If `fluxes` is given, sets it to what this step moves.
  template <class Lane>
  GS_HD Real integrate(Lane lane, CellStress<Real>& stress, Real left, SourceFluxes<Real>* fluxes = nullptr) {
    const auto& g = tables_.grid;
    const auto& c = tables_.constants;
    const bool shallow =
        (c.terms.bottom_friction || c.terms.depth_breaking) && any(forcing_.depth < Real(c.deepest_loss));
    const Real dt = choose_step(lane, stress, left);
    const Real last = last_row();
    const int n_predicted = int(highest_lane(last)) + 1;
    input_.start_rows(lane);
    budget_ = StepBudget<Real>();
    growth_stride_ = fluxes ? g.n_dir : 0;
    for_transfer_rows(lane, n_predicted, [&](int freq, const Real* transfer, const Real* slope) {
      const Real width = select(Real(freq) <= last, Real(g.bin_width[freq]), Real(0));
      budget_.add_row(advance_row(lane, freq, transfer, slope, dt), width);
    });
    for (int freq = n_predicted; freq < g.n_freq && (Input::feels_waves || fluxes); ++freq)
      update_growth(lane, freq);
    if constexpr (Input::feels_waves) stress.wave_stress = total_wave_stress(lane, stress);
    if constexpr (Input::needs_budget)
      take_back<Real>(lane, n_predicted * g.n_dir, budget_.excess(), s_.other, s_.variance);
    // Copies the rows that the tail replaces; advance_row has copied the others.
    if (shallow || fluxes)
      copy_bins<Real>(lane, n_predicted * g.n_dir, g.n_freq * g.n_dir, s_.variance, s_.other);
    update_tail<Real>(lane, g, s_.variance, last);
    if (fluxes) {
      for (int freq = n_predicted; freq < g.n_freq && c.terms.swell_damping; ++freq)
        add_swell_damping(lane, freq);
      *fluxes = compute_fluxes(lane, stress, dt);
    }
    if (shallow) {
      for_bins(lane, g.n_freq, [&](int freq) { s_.sub_step[freq] = dt; });
      barrier(lane);
      depth_losses().integrate(lane, s_.other, s_.variance, s_.variance, supply_, fluxes);
    }
    return dt;
  }

  // Calls sink(freq, dir, S, dS/dE) for every bin, with the sum of only the terms in `flags`; the spectrum is
  // not changed. Preconditions: update_stress and update_means have been called.
  template <class Lane, class Sink>
  GS_HD void for_sources(Lane lane, const CellStress<Real>& stress, const SourceTermFlags& flags,
                         Sink&& sink) {
    const SourceTermFlags all = tables_.constants.terms;
    tables_.constants.terms = flags;
    const auto& g = tables_.grid;
    update_rates(lane, stress, g.n_freq);
    if constexpr (Input::breaks_by_bin)  // loss_of_bin has them too
      for_bins(lane, g.n_freq, [&](int freq) { s_.loss[freq] = Real(0); });
    if (flags.bottom_friction) rates().add_bottom_friction(lane, forcing_.depth, ustar_);
    if (flags.depth_breaking) rates().add_depth_breaking(lane, forcing_.depth);
    input_.start_rows(lane);
    for_transfer_rows(lane, g.n_freq, [&](int freq, const Real* transfer, const Real* slope) {
      update_growth(lane, freq);
      if (flags.swell_damping) add_swell_damping(lane, freq);
      for_bins(lane, g.n_dir, [&](int dir) {
        const Real rate = growth_row(freq)[dir] - s_.loss[freq] - loss_of_bin(freq, dir);
        const Real linear = s_.linear[freq] * s_.cosine_fourth[dir];
        sink(freq, dir, rate * s_.variance[freq * g.n_dir + dir] + linear + transfer[dir], rate + slope[dir]);
      });
      barrier(lane);
    });
    tables_.constants.terms = all;
  }

  // Share of friction and breaking that the supply by transport does not balance, for the current spectrum.
  template <class Lane>
  GS_HD Real share_of_losses(Lane lane) const {
    if (!any(supply_ > Real(0))) return Real(1);
    return DepthLossStep<Real>::unsupplied(supply_, depth_losses().compute_loss(lane, s_.variance));
  }

  // Number of bins below the tail whose change the limiter reduced in the last step.
  GS_HD Real limited() const { return budget_.limited; }
  GS_HD const SpectralMeans<Real>& means() const { return means_; }
  GS_HD Real tail_frequency() const { return tail_frequency_; }
  // Sets the wind input for u* [m s-1] and z0 [m], to examine the term on its own.
  template <class Lane>
  GS_HD void use_input(Lane lane, Real ustar, Real z0) {
    input_.update(lane, ustar, z0, wind_);
  }

 private:
  // Chooses the length [s] of the next source step, and sets all that depends on its wind: the stress, the
  // means, the rates and the limiter. The wind is that of the middle of the longest step that the change of
  // the wind and the length of the step before allow. If the sea needs a shorter one, this wind is up to 0.5
  // m/s ahead, which makes the error of a rising sea smaller, as its rates lag by half a step.
  template <class Lane>
  GS_HD Real choose_step(Lane lane, CellStress<Real>& stress, Real left) {
    const WindInStep<Real>& wind = forcing_.wind;
    const bool changes = any(wind.duration > Real(0));
    const Real wind_limit = wind_step(wind), longest(tables_.constants.longest_step);
    const Real most = changes ? minimum(wind_limit, expected_) : Real(no_limit);
    if (changes) {
      const Real length = minimum(left, minimum(most, longest));
      use_wind(lane, wind.at((left - Real(0.5) * length) / wind.duration));
    }
    update_stress(lane, stress);
    update_means(lane, stress.friction_velocity);
    const Real last = Input::breaks_by_bin ? last_row() : Real(tables_.grid.n_freq - 1);
    update_rates(lane, stress, int(highest_lane(last)) + 1);
    rates().update_limit(lane, stress.friction_velocity);
    const Real by_growth = growth_step(tables_, s_, input_, last);
    const Real dt = first_part(left, minimum(most, by_growth), longest);
    last_wind_ = wind_.speed;
    // The next step is at most twice as long.
    if (changes)
      expected_ =
          select(wind_limit < Real(no_limit), Real(2) * maximum(dt, Real(shortest_step)), Real(no_limit));
    return dt;
  }

  GS_HD SourceRates<Real> rates() const { return {tables_, s_, means_}; }
  GS_HD DepthLossStep<Real> depth_losses() const {
    return {tables_, s_, forcing_.depth, tables_.grid.n_freq, tables_.grid.ones, ustar_};
  }

  template <class Lane>
  GS_HD void use_stress(Lane lane, CellStress<Real>& stress) {
    stress.friction_velocity = input_.friction_velocity_of(wind_.speed, stress.wave_stress);
    stress.roughness = input_.roughness_of(wind_.speed, stress.friction_velocity, stress.wave_stress);
    ustar_ = stress.friction_velocity;
    input_.update(lane, stress.friction_velocity, stress.roughness, wind_);
  }

  // The growth rates of a row: all rows are kept for the fluxes, otherwise only the last one.
  GS_HD GS_INLINE Real* growth_row(int freq) const { return s_.growth + freq * growth_stride_; }

  template <class Lane>
  GS_HD GS_INLINE void update_growth(Lane lane, int freq) {
    input_.add_row(lane, freq, tables_.constants.terms, growth_row(freq));
  }

  // The last predicted frequency.
  GS_HD GS_INLINE Real last_row() const {
    const auto& g = tables_.grid;
    return tables_.constants.diagnostic_tail ? last_predicted<Real>(g, tail_frequency_) : Real(g.n_freq - 1);
  }

  // Rate of the losses [s-1] if the package has them by bin.
  GS_HD GS_INLINE Real loss_of_bin(int freq, int dir) const {
    if constexpr (Input::breaks_by_bin) return s_.loss_of_bin[freq * tables_.grid.n_dir + dir];
    return Real(0);
  }

  // What a step of dt [s] has moved, before the losses to depth: from the spectra scratch.other to
  // scratch.variance. What the wind gives to waves above the last frequency they lose at once. Precondition:
  // growth_row() has all rows.
  template <class Lane>
  GS_HD SourceFluxes<Real> compute_fluxes(Lane lane, const CellStress<Real>& stress, Real dt) const {
    SourceFluxes<Real> fluxes = sum_changes<Real>(lane, tables_.grid, s_, dt);
    const Real air = dt * wind_.air * Real(air_water_ratio / gravity);
    if constexpr (Input::feels_waves) fluxes[SourceFlux::air_energy] += air * input_.tail().power;
    const Real pushed = air * stress.friction_velocity * stress.friction_velocity;
    fluxes[SourceFlux::air_x] = pushed * wind_.x;
    fluxes[SourceFlux::air_y] = pushed * wind_.y;
    return fluxes;
  }

  // tau_w [m2 s-2] of resolved and unresolved waves, within its bounds.
  template <class Lane>
  GS_HD Real total_wave_stress(Lane lane, const CellStress<Real>& stress) {
    const Real most = Real(max_wave_share) * stress.friction_velocity * stress.friction_velocity;
    return minimum(input_.wave_stress(lane), minimum(most, Real(tables_.constants.wave_stress_limit)));
  }

  // Adds the swell damping to growth_row(freq).
  template <class Lane>
  GS_HD GS_INLINE void add_swell_damping(Lane lane, int freq) const {
    const SwellDamping<Real> damping{s_.damping_strength[freq], s_.damping_speed[freq]};
    Real* growth = growth_row(freq);
    for_bins(lane, tables_.grid.n_dir,
             [&](int dir) { growth[dir] += swell_damping_rate(damping, s_.wind_turn[dir]); });
  }

  template <class Lane>
  GS_HD GS_INLINE StepBudget<Real> advance_row(Lane lane, int freq, const Real* transfer, const Real* slope,
                                               Real dt) {
    const auto& g = tables_.grid;
    Real* row = s_.variance + freq * g.n_dir;
    Real* before = s_.other + freq * g.n_dir;
    const Real linear = s_.linear[freq], limit = dt * s_.limit[freq];
    const Real loss_of_row = s_.loss[freq], lost_of_row = loss_of_row * mean_relaxation(dt * loss_of_row);
    update_growth(lane, freq);
    if (tables_.constants.terms.swell_damping) add_swell_damping(lane, freq);
    const Real* rates = growth_row(freq);
    const auto advance = [&](int dir) {
      const Real loss = Input::breaks_by_bin ? loss_of_bin(freq, dir) : loss_of_row;
      const Real e = row[dir], growth = rates[dir], rate = growth - loss;
      const Real input = linear * s_.cosine_fourth[dir];
      const Real change =
          exponential_change(e, rate * e + input + transfer[dir], rate, transfer[dir], slope[dir], dt);
      const Real limited = limited_change(change, limit, dt * loss * e);
      before[dir] = e;
      row[dir] = maximum(e + limited, Real(0));
      const Real speed_up = mean_growth(minimum(maximum(dt * rate, Real(0)), Real(fastest_growth)));
      const Real offered = ((growth - lost_of_row) * e + input) * speed_up, net = row[dir] - e;
      const Real cut = select(change != limited, Real(1), Real(0));
      return StepBudget<Real>{offered, transfer[dir], net, maximum(net, Real(0)), cut};
    };
    StepBudget<Real> sums;
    if constexpr (Input::needs_budget)
      sums = sum_bins<StepBudget<Real>>(lane, g.n_dir, advance);
    else
      sums.limited = sum_bins<Real>(lane, g.n_dir, [&](int dir) { return advance(dir).limited; });
    barrier(lane);
    sums.offered *= dt, sums.moved *= dt;
    return sums;
  }

  SourceTables<T> tables_;
  CellScratch<Real> s_;
  CellForcing<Real> forcing_;
  Input input_;
  LocalWind<Real> wind_;
  Real ustar_;                      // [m s-1] the last
  Real last_wind_ = Real(0);        // [m s-1] under which the wave stress was computed
  Real expected_ = Real(no_limit);  // [s] bound of the next source step under a changing wind
  Real supply_ = Real(0);           // [m2 s-1] supply of energy by transport against losses
  Real tail_frequency_ = Real(0);
  int growth_stride_ = 0;
  StepBudget<Real> budget_;
  SpectralMeans<Real> means_{};
};

}  // namespace groundswell
