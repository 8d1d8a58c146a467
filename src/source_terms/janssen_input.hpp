// SPDX-License-Identifier: Apache-2.0
// Wind input of the package `wam4`: growth by critical-layer instability over a sea whose roughness depends
// on its waves. References: Janssen 1991, eqs. 8 to 11; Komen et al. 1994, III.3.
#pragma once

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "exec/lane.hpp"
#include "simd/math.hpp"
#include "source_terms/cell_forcing.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/wind_stress.hpp"

namespace groundswell {

// Growth rate [s-1] gamma = eps (beta_max / kappa^2) exp(Z) Z^4 sigma x^2 for cos > 0 and Z < 0, else 0, with
// x = (u*/c + z_alpha) cos(theta - wind) and Z = ln(k z0) + kappa / x. It is evaluated by row, as Z = L_f +
// A_f / cos and gamma = B_f cos^2 exp(Z) Z^4, so that a bin needs no logarithm and no division.
template <class Real>
class JanssenInput {
 public:
  static constexpr bool feels_waves = true, breaks_by_bin = false, needs_budget = true;

  GS_HD JanssenInput(const SourceTables<Scalar<Real>>& tables, const CellScratch<Real>& scratch)
      : grid_(tables.grid), constants_(tables.constants), scratch_(scratch) {}

  // u* [m s-1] for the wind [m s-1] over waves that carry `wave_stress` [m2 s-2].
  GS_HD GS_INLINE Real friction_velocity_of(Real wind, Real wave_stress) const {
    return friction_velocity_over_waves(constants_, wind, wave_stress);
  }
  GS_HD GS_INLINE Real roughness_of(Real wind, Real ustar, Real wave_stress) const {
    return roughness_over_waves(constants_, wind, ustar, wave_stress);
  }

  template <class Lane>
  GS_HD GS_INLINE void use_sea(Lane) {}
  // Sets u* [m s-1], z0 [m] and the wind.
  template <class Lane>
  GS_HD GS_INLINE void update(Lane lane, Real ustar, Real z0, const LocalWind<Real>& wind) {
    wind_ = wind, ustar_ = ustar, z0_ = z0;
    const Real log_z0 = logarithm(z0);
    const Real strength = wind.air * Real(air_water_ratio * janssen_beta_max / (von_karman * von_karman));
    const auto& s = scratch_;
    for_bins(lane, grid_.n_freq, [&](int freq) {
      const Real inverse_speed = s.wavenumber[freq] * Real(grid_.inverse_sigma[freq]);
      const Real x = ustar * inverse_speed + Real(constants_.z_alpha);
      s.input_log[freq] = s.log_wavenumber[freq] + log_z0;
      s.input_slope[freq] = Real(von_karman) / x;
      s.input_strength[freq] = strength * Real(grid_.sigma[freq]) * x * x;
    });
    barrier(lane);
  }

  // gamma [s-1] of waves that travel with the wind.
  GS_HD GS_INLINE Real growth_along(int freq) const {
    return scratch_.input_strength[freq] *
           miles_factor(scratch_.input_log[freq] + scratch_.input_slope[freq]);
  }

  template <class Lane>
  GS_HD GS_INLINE void start_rows(Lane lane) {
    for_bins(lane, grid_.n_dir, [&](int dir) { scratch_.stress[dir] = Real(0); });
    barrier(lane);
    const Real* last = scratch_.variance + (grid_.n_freq - 1) * grid_.n_dir;
    cubed_ = Real(grid_.direction_width) * sum_bins<Real>(lane, grid_.n_dir, [&](int dir) {
               return last[dir] * scratch_.cosine_squared[dir] * scratch_.wind_cosine[dir];
             });
  }

  // Writes gamma to growth [dir], if the input is one of `terms` and growth is not null, and adds gamma E df
  // dtheta / c to the stress in each direction. Not inlined, because for identical bits a row must be
  // computed by the same instructions in every loop that calls this.
  template <class Lane>
  GS_HD GS_NOINLINE void add_row(Lane lane, int freq, const SourceTermFlags& terms, Real* growth) const {
    // The fastest growth is along the wind.
    if (!terms.wind_input || !any(scratch_.input_log[freq] + scratch_.input_slope[freq] < Real(0))) {
      if (growth) for_bins(lane, grid_.n_dir, [&](int dir) { growth[dir] = Real(0); });
      return;
    }
    const Real* e = scratch_.variance + freq * grid_.n_dir;
    Real* stress = scratch_.stress;
    const Real weight = scratch_.wavenumber[freq] * Real(grid_.inverse_sigma[freq] * grid_.bin_width[freq]);
    for_bins(lane, grid_.n_dir, [&](int dir) {
      Real rate(0);
      const Real height = log_height(freq, dir);
      if (any(height < Real(0))) {
        rate = scratch_.input_strength[freq] * scratch_.cosine_squared[dir] * miles_factor(height);
        stress[dir] += weight * rate * e[dir];
      }
      if (growth) growth[dir] = rate;
    });
  }

  // The stress [m2 s-2] that resolved and unresolved waves take; all rows must have been visited. Janssen
  // 1991, eq. 12.
  template <class Lane>
  GS_HD GS_INLINE Real wave_stress(Lane lane) {
    barrier(lane);
    const auto sum_along = [&](const Scalar<Real>* axis) {
      return sum_bins<Real>(lane, grid_.n_dir,
                            [&](int dir) { return scratch_.stress[dir] * Real(axis[dir]); });
    };
    const Real x = sum_along(grid_.cosine), y = sum_along(grid_.sine);
    const Real along = wind_.x * x + wind_.y * y, across = wind_.x * y - wind_.y * x;
    const Real scale = Real(gravity / air_water_ratio) / wind_.air;
    if (constants_.terms.wind_input)
      tail_ =
          tail_input(ustar_, z0_, cubed_, Real(constants_.z_alpha), Real(grid_.frequency[grid_.n_freq - 1]));
    const Real total_along = scale * along + tail_.stress;
    return square_root(total_along * total_along + scale * scale * across * across);
  }
  // What the waves above the last frequency take; wave_stress must have been called.
  GS_HD GS_INLINE const TailInput<Real>& tail() const { return tail_; }

 private:
  // Z; large where waves run across or against the wind.
  GS_HD GS_INLINE Real log_height(int freq, int dir) const {
    return scratch_.input_log[freq] + scratch_.input_slope[freq] * scratch_.inverse_cosine[dir];
  }

  SourceGrid<Scalar<Real>> grid_;
  SourceConstants<Scalar<Real>> constants_;
  CellScratch<Real> scratch_;
  LocalWind<Real> wind_{};
  Real ustar_ = Real(0), z0_ = Real(0), cubed_ = Real(0);
  TailInput<Real> tail_;
};

}  // namespace groundswell
