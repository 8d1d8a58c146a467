// SPDX-License-Identifier: Apache-2.0
// Friction velocity and roughness of a sea whose waves carry part of the stress, and the part of that stress
// in the unresolved tail. References: Janssen 1989, 1991 (quasi-linear theory); Komen et al. 1994, III.3.
#pragma once

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "simd/math.hpp"

namespace groundswell {

inline constexpr double wind_height = 10.0;            // [m]
inline constexpr double min_friction_velocity = 1e-4;  // [m s-1] in calm air
inline constexpr double max_wave_share = 0.999;        // largest tau_w / u*^2
inline constexpr double max_drag_speed = 0.2;          // upper bound of u* / U10
inline constexpr double janssen_beta_max = 1.2;        // tuned to the densities of base/constants.hpp
inline constexpr double air_water_ratio = air_density / water_density;

inline constexpr double no_roughness_limit = 1e30;  // [m]

// Roughness length [m]: z0 = min(alpha u*^2 / g, most) / sqrt(1 - tau_w / u*^2). Janssen 1991, eq. 18.
template <class Real>
GS_HD GS_INLINE Real roughness_length(Real ustar, Real wave_stress, Real charnock,
                                      Real most = Real(no_roughness_limit)) {
  const Real stress = ustar * ustar;
  const Real viscous_share = maximum(Real(1) - wave_stress / stress, Real(1 - max_wave_share));
  return minimum(charnock * stress, Real(gravity) * most) / (Real(gravity) * square_root(viscous_share));
}

// ln(10 / z0) for a friction velocity, and the derivative of the drag law's left side u* ln(10 / z0) with
// respect to u*. `least`: alpha / g divided by the largest alpha u*^2 / g [s2 m-2].
template <class Real>
struct WindProfile {
  Real log_profile, slope;
};

template <class Real>
GS_HD GS_INLINE WindProfile<Real> wind_profile(Real ustar, Real wave_stress, Real log_scale, Real least) {
  const Real inverse = Real(1) / (ustar * ustar), bounded = maximum(inverse, least);
  const Real viscous_share = maximum(Real(1) - wave_stress * inverse, Real(1e-6));
  const Real log_profile = log_scale + Real(0.5) * logarithm(viscous_share * bounded * bounded);
  const Real rise = select(inverse < least, Real(0), Real(2));
  return {log_profile, log_profile - rise + wave_stress * inverse / viscous_share};
}

// Friction velocity [m s-1] for wind [m s-1] at 10 m and wave stress [m2 s-2]: the root of u* ln(10 / z0) =
// kappa U10 between sqrt(tau_w / 0.999) and 0.2 U10, by Newton's method kept within its bracket. A wave
// stress left over from stronger wind counts only up to 0.998 (0.2 U10)^2; if that is still more than this
// wind can support, so that the root lies below the bracket, the lower bound is returned.
template <class Real>
GS_HD GS_INLINE Real friction_velocity(Real wind, Real wave_stress, Real charnock,
                                       Real most_roughness = Real(no_roughness_limit)) {
  Real high = maximum(Real(max_drag_speed) * wind, Real(1.01 * min_friction_velocity));
  wave_stress = minimum(wave_stress, Real(max_wave_share * max_wave_share) * high * high);
  const Real least =
      maximum(square_root(wave_stress * Real(1.0 / max_wave_share)), Real(min_friction_velocity));
  const Real log_scale = logarithm(Real(wind_height * gravity) / charnock);
  const Real bound = charnock / (Real(gravity) * most_roughness);
  const Real drag = Real(von_karman) * wind;
  const auto below_bracket = least * wind_profile(least, wave_stress, log_scale, bound).log_profile > drag;
  Real low = least;
  Real ustar = minimum(maximum(Real(0.04) * wind, Real(1.05) * low), high);
  for (int step = 0; step < 12; ++step) {
    const auto profile = wind_profile(ustar, wave_stress, log_scale, bound);
    const Real excess = ustar * profile.log_profile - drag;
    const auto too_high = excess > Real(0);
    high = select(too_high, ustar, high);
    low = select(too_high, low, ustar);
    const Real next = ustar - excess / profile.slope;
    ustar = select((next >= low) & (next <= high), next, Real(0.5) * (low + high));
  }
  return select(below_bracket, least, ustar);
}

// u* [m s-1] with a bound on u* / U10, which does not act below the u* of calm air.
template <class Real>
GS_HD GS_INLINE Real bounded_friction_velocity(Real ustar, Real wind, Real max_share) {
  return minimum(ustar, maximum(max_share * wind, Real(min_friction_velocity)));
}

// Roughness length [m] for a bounded u*: if the bound acts, the one that follows from the wind profile U10 =
// u* / kappa ln(10 / z0), else `z0`, for which the profile holds as well unless friction_velocity() has
// returned its lower bound.
template <class Real>
GS_HD GS_INLINE Real bounded_roughness(Real z0, Real ustar, Real wind, Real max_share) {
  const auto bound = (ustar >= max_share * wind) & (ustar > Real(min_friction_velocity));
  return select(bound, Real(wind_height) * exponential(-Real(von_karman) * wind / ustar), z0);
}

// u* [m s-1] for the wind [m s-1] over waves that carry `wave_stress` [m2 s-2], and its roughness length [m]:
// the functions above with the constants of a package, SourceConstants<T>.
template <class Real, class Constants>
GS_HD GS_INLINE Real friction_velocity_over_waves(const Constants& c, Real wind, Real wave_stress) {
  return bounded_friction_velocity(
      friction_velocity(wind, wave_stress, Real(c.charnock), Real(c.max_roughness)), wind,
      Real(c.max_friction_share));
}
template <class Real, class Constants>
GS_HD GS_INLINE Real roughness_over_waves(const Constants& c, Real wind, Real ustar, Real wave_stress) {
  return bounded_roughness(roughness_length(ustar, wave_stress, Real(c.charnock), Real(c.max_roughness)),
                           ustar, wind, Real(c.max_friction_share));
}

// What the air gives to waves above the last grid frequency, per its density.
template <class Real>
struct TailInput {
  Real stress = Real(0);  // [m2 s-2] along the wind
  Real power = Real(0);   // [m3 s-3]
};

// exp(Z) Z^4, where Z is the logarithm of the dimensionless critical height; 0 for Z >= 0.
template <class Real>
GS_HD GS_INLINE Real miles_factor(Real z) {
  z = minimum(z, Real(0));
  const Real z2 = z * z;
  return exponential(z) * z2 * z2;
}

// For the f^-5 tail above f_N [Hz]: the stress u*^2 (2 pi)^4 f_N^5 / g^2 [int E(f_N) cos^3] (beta_max /
// kappa^2) int exp(Z) Z^4 d ln y, by the midpoint rule in ln y, and the power, in which each part of the
// stress counts with the waves' phase speed. `cubed` = int E(f_N, theta) max(cos, 0)^3 dtheta [m2 Hz-1].
// Komen et al. 1994, III.3.2.
template <class Real>
GS_HD GS_INLINE TailInput<Real> tail_input(Real ustar, Real z0, Real cubed, Real z_alpha,
                                           Real last_frequency) {
  constexpr int n_midpoint = 12;
  const Real two_pi_f = Real(2 * pi) * last_frequency;
  const Real scale = square_root(Real(1.0 / gravity) * z0);
  const Real log_first = minimum(logarithm(two_pi_f * scale), Real(0));
  const Real step = log_first * Real(-1.0 / n_midpoint);
  const Real speed_ratio = ustar / (Real(gravity) * scale);
  Real sum(0), over_y(0);  // y = sigma sqrt(z0 / g), so that c = g / sigma = sqrt(g z0) / y
  for (int i = 0; i < n_midpoint; ++i) {
    const Real log_y = log_first + (Real(i) + Real(0.5)) * step;
    const Real y = exponential(log_y), x = speed_ratio * y + z_alpha;
    const Real z = minimum(Real(2) * log_y + Real(von_karman) / x, Real(0));
    const Real z2 = z * z, part = exponential(z) * z2 * z2;
    sum += part;
    over_y += part / y;
  }
  const Real f4 = two_pi_f * two_pi_f * two_pi_f * two_pi_f;
  const Real strength = ustar * ustar * f4 * last_frequency * cubed *
                        Real(janssen_beta_max / (von_karman * von_karman * gravity * gravity));
  return {strength * sum * step, strength * over_y * step * Real(gravity) * scale};
}

}  // namespace groundswell
