// SPDX-License-Identifier: Apache-2.0
// Wind input of the package `st4`: growth by critical-layer instability, in which short waves feel only the
// stress that longer ones leave, and damping by the air. References: Janssen 1991; Chen and Belcher 2000
// (sheltering); Ardhuin et al. 2010, section 3.
#pragma once

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "exec/lane.hpp"
#include "simd/math.hpp"
#include "source_terms/air_damping.hpp"
#include "source_terms/cell_forcing.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/wind_stress.hpp"

namespace groundswell {

// For the f^-5 tail above f_N [Hz], whose waves feel the wind that is left at f_N, of the friction velocity
// `ustar`, and take from it what they carry: d tau / d ln y = -A (beta_max / kappa^2) exp(Z) Z^4 tau from y_N
// to 1, y = sigma sqrt(z0 / g), with A = (2 pi)^4 f_N^5 / g^2 int E(f_N) cos^3. `growth`: beta_max / kappa^2;
// `cubed` = int E(f_N, theta) max(cos, 0)^3 dtheta [m2 Hz-1]. The midpoint rule in ln y, with tau at the
// middle of a step extrapolated from the step before: error 0.13 % of ustar^2.
template <class Real>
GS_HD GS_INLINE TailInput<Real> sheltered_tail_input(Real ustar, Real z0, Real cubed, Real growth,
                                                     Real z_alpha, Real last_frequency) {
  constexpr int n_midpoint = 12;
  const Real lowest =
      maximum(Real(2 * pi) * last_frequency, Real(0.05 * gravity) / maximum(ustar, Real(1e-6)));
  const Real scale = square_root(Real(1.0 / gravity) * z0);
  const Real log_first = minimum(logarithm(lowest * scale), Real(0));
  const Real step = log_first * Real(-1.0 / n_midpoint), ratio = exponential(step);
  const Real two_pi_f = Real(2 * pi) * last_frequency;
  const Real strength = two_pi_f * two_pi_f * two_pi_f * two_pi_f * last_frequency * cubed * growth *
                        Real(1.0 / (gravity * gravity)) * step;
  const Real speed = Real(gravity) * scale;  // sqrt(g z0); c = speed / y
  Real log_y = log_first + Real(0.5) * step, y = exponential(log_y), c = speed / y;
  const Real inverse_ratio = Real(1) / ratio;
  Real left = ustar * ustar, power(0), last_loss(0);
  for (int i = 0; i < n_midpoint; ++i) {
    const Real friction = square_root(left * maximum(Real(1) - Real(0.5) * last_loss, Real(0)));
    const Real height = minimum(Real(von_karman) * speed / (friction * y + z_alpha * speed), Real(20));
    const Real loss = strength * miles_factor(Real(2) * log_y + height);
    const Real next = left * exponential(-loss);
    power += (left - next) * c;
    left = next;
    last_loss = loss;
    log_y += step;
    y *= ratio;
    c *= inverse_ratio;
  }
  return {ustar * ustar - left, power};
}

// gamma = eps (beta_max / kappa^2) exp(Z) Z^4 sigma x^2 cos^2 for cos > 0.01 and Z < 0, else 0, with x =
// u*'/c + z_alpha and Z = ln(k z0) + kappa / (x cos); to which the damping is added. u*' and the angle are
// those of the stress that is left at a frequency: u*^2 in the wind's direction, less the share `sheltering`
// of what the waves of lower frequencies take. Rows of frequency are therefore visited in rising order.
template <class Real>
class St4Input {
 public:
  static constexpr bool feels_waves = true, breaks_by_bin = true, needs_budget = false;

  GS_HD St4Input(const SourceTables<Scalar<Real>>& tables, const CellScratch<Real>& scratch)
      : grid_(tables.grid), constants_(tables.constants), st4_(tables.st4), scratch_(scratch) {}

  // u* [m s-1] for the wind [m s-1] over waves that carry `wave_stress` [m2 s-2].
  GS_HD GS_INLINE Real friction_velocity_of(Real wind, Real wave_stress) const {
    return friction_velocity_over_waves(constants_, wind, wave_stress);
  }
  GS_HD GS_INLINE Real roughness_of(Real wind, Real ustar, Real wave_stress) const {
    return roughness_over_waves(constants_, wind, ustar, wave_stress);
  }

  // Precondition: scratch.row_sum has the sums of the spectrum.
  template <class Lane>
  GS_HD GS_INLINE void use_sea(Lane) {
    Real m0(0), speed_variance(0);
    for (int freq = 0; freq < grid_.n_freq; ++freq) {
      const Real e = scratch_.row_sum[freq] * Real(grid_.bin_width[freq]);
      m0 += e;
      speed_variance += e * Real(grid_.sigma[freq] * grid_.sigma[freq]);
    }
    damping_.use_sea(st4_, m0, speed_variance);
  }

  template <class Lane>
  GS_HD GS_INLINE void update(Lane, Real ustar, Real z0, const LocalWind<Real>& wind) {
    ustar_ = ustar, z0_ = z0, log_z0_ = logarithm(z0), wind_ = wind;
    density_ = wind.air * Real(air_water_ratio);
    const Real beta_max = Real(st4_[St4::beta_max]) + Real(st4_[St4::beta_max_slope]) *
                                                          minimum(wind.speed, Real(st4_[St4::beta_max_wind]));
    growth_ = maximum(beta_max, Real(0)) * Real(1.0 / (von_karman * von_karman));
    damping_.use_stress(st4_, ustar, z0, density_);
  }

  // gamma [s-1] of waves that travel with the wind that is left at this frequency; its share of u* is that of
  // the last pass over the rows.
  GS_HD GS_INLINE Real growth_along(int freq) const {
    const Growth growth = growth_of(freq, scratch_.felt_share[freq] * ustar_);
    return growth.strength * miles_factor(growth.log + growth.slope);
  }

  template <class Lane>
  GS_HD GS_INLINE void start_rows(Lane) {
    taken_x_ = taken_y_ = Real(0);
    update_left();
  }

  // Adds what the growing waves of the row take of the stress, and writes the rates of the terms in `terms`
  // to growth [dir] unless that is null. Rows must be visited in rising order, from start_rows on. Not
  // inlined, as in JanssenInput.
  template <class Lane>
  GS_HD GS_NOINLINE void add_row(Lane lane, int freq, const SourceTermFlags& terms, Real* growth) {
    const Growth of_row = growth_of(freq, left_.felt);
    const AirDampingRow<Real> damping = damping_of(freq);
    // The cosine of the angle to the wind above which Z < 0; at most 1 if any wave grows.
    const Real widest = maximum(of_row.slope / maximum(-of_row.log, Real(1e-6)), Real(least_cosine));
    const bool takes = constants_.terms.wind_input && any(widest < Real(1));
    scratch_.felt_share[freq] = left_.felt_share;
    if (freq == grid_.n_freq - 1) cubed_ = cubed_sum(lane);  // even if waves grow only above this frequency
    if (takes || any(damping.even + magnitude(damping.cosine) > Real(0)))
      add_growing_row(lane, freq, terms, of_row, takes ? widest : Real(2), damping, growth);
    else if (growth)
      for_bins(lane, grid_.n_dir, [&](int dir) {
        growth[dir] = terms.air_damping ? damping.even + damping.cosine * cosine_of(dir) : Real(0);
      });
    barrier(lane);
  }

  // The stress [m2 s-2] that the waves take and what those above the last frequency take; all rows must have
  // been visited.
  template <class Lane>
  GS_HD GS_INLINE Real wave_stress(Lane) {
    if (constants_.terms.wind_input)
      tail_ = sheltered_tail_input(square_root(left_.size), z0_, cubed_, growth_, Real(st4_[St4::z_alpha]),
                                   Real(grid_.frequency[grid_.n_freq - 1]));
    const Real x = taken_x_ + tail_.stress * left_.x, y = taken_y_ + tail_.stress * left_.y;
    return square_root(x * x + y * y);
  }
  GS_HD GS_INLINE const TailInput<Real>& tail() const { return tail_; }

 private:
  using T = Scalar<Real>;
  // The stress that lower frequencies leave: the unit vector of its direction, its size [m2 s-2], and its
  // friction velocity [m s-1], also relative to u*.
  struct LeftStress {
    Real x = Real(1), y = Real(0), size = Real(0), felt = Real(0), felt_share = Real(0);
  };
  // gamma = strength cos^p exp(Z) Z^4, Z = log + slope / cos.
  struct Growth {
    Real log, slope, strength;
  };
  // Sums over a row of what its waves take of the stress, along the axes.
  struct Taken {
    Real x, y;
    GS_HD GS_INLINE Taken& operator+=(const Taken& o) {
      x += o.x;
      y += o.y;
      return *this;
    }
  };

  GS_HD GS_INLINE void update_left() {
    const Real share(st4_[St4::sheltering]), all = ustar_ * ustar_;
    const Real x = all * wind_.x - share * taken_x_, y = all * wind_.y - share * taken_y_;
    const Real size = square_root(x * x + y * y), inverse = Real(1) / maximum(size, Real(1e-12));
    const Real felt = minimum(square_root(size), maximum(ustar_, Real(0.3)));
    left_ = {x * inverse, y * inverse, size, felt, felt / ustar_};
  }

  GS_HD GS_INLINE Growth growth_of(int freq, Real felt) const {
    const auto& s = scratch_;
    const Real x = felt * s.wavenumber[freq] * Real(grid_.inverse_sigma[freq]) + Real(constants_.z_alpha);
    return {s.log_wavenumber[freq] + log_z0_, Real(von_karman) / x,
            density_ * growth_ * Real(grid_.sigma[freq]) * x * x};
  }

  template <class Lane>
  GS_HD GS_INLINE void add_growing_row(Lane lane, int freq, const SourceTermFlags& terms,
                                       const Growth& of_row, Real widest, const AirDampingRow<Real>& damping,
                                       Real* growth) {
    const Real fastest_damped =  // growth beyond which damping does not act
        st4_[St4::damping_wind] > T(0) ? Real(1e30) : Real(T(1e-7) * grid_.sigma[freq]);
    const Real shown_growth(terms.wind_input ? 1 : 0), shown_damping(terms.air_damping ? 1 : 0);
    const Real* e = scratch_.variance + freq * grid_.n_dir;
    const Taken taken = sum_bins<Taken>(lane, grid_.n_dir, [&](int dir) {
      const Real cosine = cosine_of(dir);
      const Real gamma = growth_towards(of_row, cosine, widest);
      const Real damped = select(gamma < fastest_damped, damping.even + damping.cosine * cosine, Real(0));
      if (growth) growth[dir] = shown_growth * gamma + shown_damping * damped;
      const Real push = maximum(gamma + damped, Real(0)) * e[dir];
      return Taken{push * Real(grid_.cosine[dir]), push * Real(grid_.sine[dir])};
    });
    const Real scale = scratch_.wavenumber[freq] *
                       Real(T(gravity) * grid_.inverse_sigma[freq] * grid_.bin_width[freq]) / density_;
    taken_x_ += scale * taken.x;
    taken_y_ += scale * taken.y;
    update_left();
  }

  // Of the angle between the waves and the wind that is left.
  GS_HD GS_INLINE Real cosine_of(int dir) const {
    return left_.x * Real(grid_.cosine[dir]) + left_.y * Real(grid_.sine[dir]);
  }

  // gamma [s-1] of waves at an angle to the wind with this cosine.
  GS_HD GS_INLINE Real growth_towards(const Growth& of_row, Real cosine, Real widest) const {
    const auto grows = cosine > widest;
    if (!any(grows)) return Real(0);
    const Real ahead = maximum(cosine, Real(least_cosine));
    const T power = st4_[St4::growth_cosine_power];
    const Real turned = power == T(2) ? ahead * ahead : exponential(Real(power) * logarithm(ahead));
    const Real gamma = of_row.strength * turned * miles_factor(of_row.log + of_row.slope / ahead);
    return select(grows, gamma, Real(0));
  }

  GS_HD GS_INLINE AirDampingRow<Real> damping_of(int freq) const {
    if (!constants_.terms.air_damping) return {Real(0), Real(0)};
    return damping_.row(st4_, scratch_.wavenumber[freq], grid_.sigma[freq], freq, left_.felt);
  }

  template <class Lane>
  GS_HD GS_INLINE Real cubed_sum(Lane lane) const {
    const Real* last = scratch_.variance + (grid_.n_freq - 1) * grid_.n_dir;
    return Real(grid_.direction_width) * sum_bins<Real>(lane, grid_.n_dir, [&](int dir) {
             const Real ahead = maximum(cosine_of(dir), Real(0));
             return last[dir] * ahead * ahead * ahead;
           });
  }

  static constexpr double least_cosine = 0.01;

  SourceGrid<T> grid_;
  SourceConstants<T> constants_;
  St4Tables<T> st4_;
  CellScratch<Real> scratch_;
  AirDamping<Real> damping_;
  LocalWind<Real> wind_{};
  Real ustar_ = Real(0), z0_ = Real(0), log_z0_ = Real(0), density_ = Real(0);  // density: air over water
  Real growth_ = Real(0);                                                       // beta_max / kappa^2
  Real taken_x_ = Real(0), taken_y_ = Real(0);  // [m2 s-2] by the rows visited so far
  Real cubed_ = Real(0);
  LeftStress left_;
  TailInput<Real> tail_;
};

}  // namespace groundswell
