// SPDX-License-Identifier: Apache-2.0
// What a source step needs by frequency and not by direction: the rates of the losses, the linear input, the
// swell damping and the limiter's bound. Each is written to the rows of CellScratch that have its name.
#pragma once

#include "base/constants.hpp"
#include "exec/lane.hpp"
#include "source_terms/bottom_friction.hpp"
#include "source_terms/cell_forcing.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/depth_breaking.hpp"
#include "source_terms/friction_coefficient.hpp"
#include "source_terms/linear_input.hpp"
#include "source_terms/source_tables.hpp"
#include "source_terms/spectral_means.hpp"
#include "source_terms/swell_dissipation.hpp"
#include "source_terms/whitecapping_dissipation.hpp"

namespace groundswell {

template <class Real>
class SourceRates {
 public:
  using T = Scalar<Real>;

  // Works on its arguments, which must outlive it.
  GS_HD SourceRates(const SourceTables<T>& tables, const CellScratch<Real>& scratch,
                    const SpectralMeans<Real>& means)
      : t_(tables), s_(scratch), m_(means) {}

  // Sets the loss rate by whitecapping, the linear input and the swell damping of each frequency. `air`: the
  // relative density of the air; `tail_frequency`: f_c [Hz].
  template <class Lane>
  GS_HD void update(Lane lane, const CellStress<Real>& stress, Real air, Real tail_frequency) const {
    const auto& terms = t_.constants.terms;
    for_bins(lane, t_.grid.n_freq, [&](int freq) {
      s_.loss[freq] = Real(0);
      s_.linear[freq] = Real(0);
    });
    barrier(lane);
    // The whitecapping of `st4` depends on direction (saturation_breaking.hpp).
    if (terms.whitecapping && t_.constants.package != PhysicsPackage::st4) add_whitecapping(lane);
    if (terms.linear_input) add_linear_input(lane, stress.friction_velocity, tail_frequency);
    if (terms.swell_damping) update_swell_damping(lane, stress, air);
  }

  // `ustar`: [m s-1] of the wind whose directions the scratch memory has.
  template <class Lane>
  GS_HD void add_bottom_friction(Lane lane, Real depth, Real ustar) const {
    const Real coefficient = friction_coefficient(t_, s_.wavenumber, depth, s_.row_sum, [&](int freq) {
      return sum_wind_sea(lane, t_.grid, s_, freq, s_.variance, ustar);
    });
    add_loss(lane, [&](int freq) { return bottom_friction_rate(coefficient, s_.wavenumber[freq], depth); });
  }

  template <class Lane>
  GS_HD void add_depth_breaking(Lane lane, Real depth) const {
    const auto& c = t_.constants;
    const Real mean_f = m_.m1 / (m_.m0 + Real(calm_variance));
    const Real rate = depth_breaking_rate(m_.m0, mean_f, depth, Real(c.coefficients.breaking_gamma),
                                          Real(c.coefficients.breaking_alpha));
    add_loss(lane, [&](int) { return rate; });
  }

  // Sets the largest change [m2 Hz-1 rad-1] of a bin per second.
  template <class Lane>
  GS_HD void update_limit(Lane lane, Real ustar) const {
    const auto& c = t_.constants;
    const Real mean = maximum(m_.frequency, m_.wind_sea_frequency);
    const Real speed = ustar * (c.limit_mean ? mean : Real(c.limit_speed));
    for_bins(lane, t_.grid.n_freq, [&](int freq) {
      s_.limit[freq] = Real(c.limit_slope[freq]) * maximum(speed, Real(c.limit_floor[freq]));
    });
    barrier(lane);
  }

 private:
  // Adds rate(freq) [s-1] to the loss rate of each frequency, for a term -rate E.
  template <class Lane, class Rate>
  GS_HD void add_loss(Lane lane, Rate&& rate) const {
    for_bins(lane, t_.grid.n_freq, [&](int freq) { s_.loss[freq] += rate(freq); });
    barrier(lane);
  }

  template <class Lane>
  GS_HD void add_whitecapping(Lane lane) const {
    const auto& c = t_.constants;
    const bool low = c.means == MeanKind::low;
    const Real mean_k = low ? m_.low_wavenumber : m_.high_wavenumber;
    const Real calm(calm_variance);
    // <sigma>^-1 = int int E / sigma / m0, or <sigma> = int int sigma E / m0
    const Real mean_f = low ? m_.m0 / (m_.m_inverse + calm) : m_.m1 / (m_.m0 + calm);
    const Real strength = whitecapping_strength(Real(c.dissipation), Real(2.0 * pi) * mean_f, mean_k, m_.m0);
    const Real inverse_k = Real(1) / mean_k;
    add_loss(lane, [&](int freq) {
      return whitecapping_rate(strength, Real(c.dissipation_delta), s_.wavenumber[freq] * inverse_k);
    });
  }

  template <class Lane>
  GS_HD void add_linear_input(Lane lane, Real ustar, Real tail_frequency) const {
    const Real filter = maximum(pierson_moskowitz_frequency(ustar), Real(0.5) * tail_frequency);
    for_bins(lane, t_.grid.n_freq, [&](int freq) {
      s_.linear[freq] = linear_input_strength(Real(t_.grid.frequency[freq]), ustar, filter);
    });
    barrier(lane);
  }

  template <class Lane>
  GS_HD void update_swell_damping(Lane lane, const CellStress<Real>& stress, Real air) const {
    const auto& g = t_.grid;
    const Real log_z0 = logarithm(stress.roughness);
    for_bins(lane, g.n_freq, [&](int freq) {
      const auto damping = swell_damping(
          Real(g.sigma[freq]), s_.wavenumber[freq] * Real(g.inverse_sigma[freq]), stress.friction_velocity,
          Real(t_.constants.z_alpha), s_.log_wavenumber[freq] + log_z0);
      s_.damping_strength[freq] = air * damping.strength;
      s_.damping_speed[freq] = damping.threshold;
    });
    barrier(lane);
  }

  const SourceTables<T>& t_;
  const CellScratch<Real>& s_;
  const SpectralMeans<Real>& m_;
};

}  // namespace groundswell
