// SPDX-License-Identifier: Apache-2.0
// Wind input of the package `wam4`: growth by critical-layer instability over a sea whose roughness depends
// on its waves. References: Janssen 1991, eqs. 8 to 11; Komen et al. 1994, III.3.
#pragma once

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "exec/lane.hpp"
#include "simd/math.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/wind_stress.hpp"

namespace groundswell {

// exp(Z) Z^4, where Z is the logarithm of the dimensionless critical height; 0 for Z >= 0.
template <class Real>
GS_HD GS_INLINE Real miles_factor(Real z) {
  z = minimum(z, Real(0));
  const Real z2 = z * z;
  return exponential(z) * z2 * z2;
}

// Growth rate [s-1] gamma = eps (beta_max / kappa^2) exp(Z) Z^4 sigma x^2 for cos > 0 and Z < 0, else 0, with
// x = (u*/c + z_alpha) cos(theta - wind) and Z = ln(k z0) + kappa / x. It is evaluated by row, as Z = L_f +
// A_f / cos and gamma = B_f cos^2 exp(Z) Z^4, so that a bin needs no logarithm and no division.
template <class Real>
class JanssenInput {
 public:
  static constexpr bool feels_waves = true;

  GS_HD JanssenInput(const SourceTables<Scalar<Real>>& tables, const CellScratch<Real>& scratch)
      : grid_(tables.grid), constants_(tables.constants), scratch_(scratch) {}

  // u* [m s-1] for the wind [m s-1] over waves that carry `wave_stress` [m2 s-2].
  GS_HD GS_INLINE Real friction_velocity_of(Real wind, Real wave_stress) const {
    return bounded_friction_velocity(friction_velocity(wind, wave_stress, Real(constants_.charnock)), wind,
                                     Real(constants_.max_friction_share));
  }
  GS_HD GS_INLINE Real roughness_of(Real wind, Real ustar, Real wave_stress) const {
    return bounded_roughness(roughness_length(ustar, wave_stress, Real(constants_.charnock)), ustar, wind,
                             Real(constants_.max_friction_share));
  }

  // `air`: density of the air relative to that in base/constants.hpp.
  template <class Lane>
  GS_HD GS_INLINE void update(Lane lane, Real ustar, Real z0, Real air) {
    const Real log_z0 = logarithm(z0);
    const Real strength = air * Real(air_water_ratio * janssen_beta_max / (von_karman * von_karman));
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

  // Whether any wave of this frequency grows; the fastest growth is along the wind, cos = 1.
  GS_HD GS_INLINE bool acts(int freq) const {
    return any(scratch_.input_log[freq] + scratch_.input_slope[freq] < Real(0));
  }
  // gamma [s-1] of waves that travel with the wind.
  GS_HD GS_INLINE Real growth_along(int freq) const {
    return scratch_.input_strength[freq] *
           miles_factor(scratch_.input_log[freq] + scratch_.input_slope[freq]);
  }
  // gamma [s-1], and whether it is positive anywhere.
  GS_HD GS_INLINE Real growth(int freq, int dir) const {
    return scratch_.input_strength[freq] * scratch_.cosine_squared[dir] * miles_factor(log_height(freq, dir));
  }
  GS_HD GS_INLINE bool grows(int freq, int dir) const { return any(log_height(freq, dir) < Real(0)); }

 private:
  // Z; large where waves run across or against the wind.
  GS_HD GS_INLINE Real log_height(int freq, int dir) const {
    return scratch_.input_log[freq] + scratch_.input_slope[freq] * scratch_.inverse_cosine[dir];
  }

  SourceGrid<Scalar<Real>> grid_;
  SourceConstants<Scalar<Real>> constants_;
  CellScratch<Real> scratch_;
};

}  // namespace groundswell
