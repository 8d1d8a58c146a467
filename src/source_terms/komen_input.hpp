// SPDX-License-Identifier: Apache-2.0
// Wind input of the package `wam3`: growth measured by Snyder et al., scaled with the friction velocity.
// References: Komen, Hasselmann and Hasselmann 1984, eq. 2.9; WAMDI 1988, eqs. 2.8 and 2.9.
#pragma once

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "exec/lane.hpp"
#include "simd/math.hpp"
#include "source_terms/cell_forcing.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/wind_stress.hpp"

namespace groundswell {

// Growth rate [s-1]: max(0, 0.25 eps (28 (u*/c) cos(theta - wind) - 1)) sigma.
template <class Real>
class KomenInput {
 public:
  static constexpr bool feels_waves = false, breaks_by_bin = false, needs_budget = true;

  GS_HD KomenInput(const SourceTables<Scalar<Real>>& tables, const CellScratch<Real>& scratch)
      : grid_(tables.grid), constants_(tables.constants), scratch_(scratch) {}

  // u* [m s-1] = U10 sqrt((0.8 + 0.065 U10) 1e-3) (Wu 1982), independent of the waves.
  GS_HD GS_INLINE Real friction_velocity_of(Real wind, Real) const {
    const Real ustar = wind * square_root((Real(0.8) + Real(0.065) * wind) * Real(1e-3));
    return bounded_friction_velocity(maximum(ustar, Real(min_friction_velocity)), wind,
                                     Real(constants_.max_friction_share));
  }
  // Roughness length [m] by Charnock's relation; the growth of this package does not depend on it.
  GS_HD GS_INLINE Real roughness_of(Real, Real ustar, Real) const {
    return Real(constants_.charnock) * ustar * ustar * Real(1.0 / gravity);
  }

  template <class Lane>
  GS_HD GS_INLINE void use_sea(Lane) {}
  template <class Lane>
  GS_HD GS_INLINE void update(Lane lane, Real ustar, Real, const LocalWind<Real>& wind) {
    const Real strength = wind.air * Real(0.25 * air_water_ratio);
    const auto& s = scratch_;
    for_bins(lane, grid_.n_freq, [&](int freq) {
      s.input_strength[freq] = strength * Real(grid_.sigma[freq]);
      s.input_slope[freq] = Real(28.0) * strength * ustar * s.wavenumber[freq];
    });
    barrier(lane);
  }

  // gamma [s-1] of waves that travel with the wind.
  GS_HD GS_INLINE Real growth_along(int freq) const {
    return maximum(scratch_.input_slope[freq] - scratch_.input_strength[freq], Real(0));
  }

  template <class Lane>
  GS_HD GS_INLINE void start_rows(Lane) {}
  // Writes gamma to growth [dir], if the input is one of `terms`.
  template <class Lane>
  GS_HD GS_NOINLINE void add_row(Lane lane, int freq, const SourceTermFlags& terms, Real* growth) const {
    const Real slope = scratch_.input_slope[freq], strength = scratch_.input_strength[freq];
    const bool acts = terms.wind_input && any(slope > strength);
    for_bins(lane, grid_.n_dir, [&](int dir) {
      growth[dir] = acts ? maximum(slope * scratch_.wind_cosine[dir] - strength, Real(0)) : Real(0);
    });
  }

 private:
  SourceGrid<Scalar<Real>> grid_;
  SourceConstants<Scalar<Real>> constants_;
  CellScratch<Real> scratch_;
};

}  // namespace groundswell
