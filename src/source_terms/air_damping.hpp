// SPDX-License-Identifier: Apache-2.0
// Damping of waves, above all of swell, by the air that oscillates over them: by viscosity in a laminar layer
// and by friction in a turbulent one, between which a sea passes over as it grows. Package `st4`.
// References: Ardhuin, Chapron and Collard 2009; Ardhuin et al. 2010, section 3; for the friction factor,
// Grant and Madsen 1979.
#pragma once

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "simd/math.hpp"
#include "source_terms/source_tables.hpp"
#include "source_terms/wind_stress.hpp"

namespace groundswell {

// [m s-1] In calm air the roughness for the orbital motion is that of this friction velocity; it would rise
// without bound otherwise, and with it the damping of swell over calm sea.
inline constexpr double least_damping_ustar = 0.01;
// Range of the amplitude of the orbital motion over the roughness.
inline constexpr double least_amplitude_ratio = 3.0, most_amplitude_ratio = 1e8;

// Friction factor f_w of the oscillating layer, at most 0.5, for the amplitude [m] of the orbital motion and
// the roughness [m] under it.
template <class Real>
GS_HD GS_INLINE Real friction_factor(const St4Tables<Scalar<Real>>& st4, Real amplitude, Real roughness) {
  constexpr double low = 1.0986122886681098, high = 18.420680743952367;  // ln 3, ln 1e8
  const Real ratio =
      minimum(maximum(amplitude / roughness, Real(least_amplitude_ratio)), Real(most_amplitude_ratio));
  const Real t = (logarithm(ratio) - Real(0.5 * (low + high))) * Real(2.0 / (high - low));
  Real sum(st4.friction[n_friction_term - 1]);
  for (int i = n_friction_term - 2; i >= 0; --i) sum = sum * t + Real(st4.friction[i]);
  return minimum(exponential(sum), Real(0.5));
}

// Damping in a cell: rate(row) + rate(row) cos(theta - wind) of AirDampingRow, at each frequency.
template <class Real>
struct AirDampingRow {
  Real even, cosine;  // [s-1], at most 0 with the usual coefficients
};

template <class Real>
class AirDamping {
 public:
  using T = Scalar<Real>;

  // Sets what depends on the waves: their variance m0 [m2] and the variance of their orbital velocity at the
  // surface, int int sigma^2 E [m2 s-2].
  GS_HD GS_INLINE void use_sea(const St4Tables<T>& st4, Real m0, Real speed_variance) {
    velocity_ = Real(2) * square_root(speed_variance);
    amplitude_ = Real(2) * square_root(m0);
    const T power = T(1) - T(0.5) * st4[St4::damping_height_power];
    const Real size = power == T(1) ? m0 : exponential(Real(power) * logarithm(m0 + Real(1e-20)));
    const Real reynolds = Real(8) * velocity_ * size / Real(st4[St4::air_viscosity]);
    const T limit = st4[St4::damping_reynolds], width = st4[St4::damping_reynolds_width];
    turbulent_ = width > T(0) ? turbulent_share((reynolds - Real(limit)) / Real(maximum(width, T(1e-3))))
                              : select(reynolds > Real(limit), Real(1), Real(0));
    viscous_ = limit > T(0) ? Real(1) - turbulent_ : Real(1);
    if (!(limit > T(0))) turbulent_ = Real(1);
  }

  // Sets what depends on u* [m s-1] and z0 [m]; `density`: of the air over that of water.
  GS_HD GS_INLINE void use_stress(const St4Tables<T>& st4, Real ustar, Real z0, Real density) {
    const Real smooth = Real(T(0.1) * st4[St4::air_viscosity]) / maximum(ustar, Real(least_damping_ustar));
    const Real roughness = maximum(smooth, Real(st4[St4::damping_roughness]) * z0);
    const Real friction = friction_factor(st4, amplitude_, roughness);
    viscous_rate_ = viscous_ * density * Real(T(-2) * st4[St4::damping_viscous]);
    turbulent_rate_ = turbulent_ * density * Real(T(-16.0 / gravity) * st4[St4::damping_turbulent]);
    still_ = friction * velocity_;
  }

  // Of waves of the wavenumber k [rad m-1] and sigma [rad s-1], row `freq` of the grid, under a wind of the
  // friction velocity `felt` [m s-1].
  GS_HD GS_INLINE AirDampingRow<Real> row(const St4Tables<T>& st4, Real k, T sigma, int freq,
                                          Real felt) const {
    const T wind = st4[St4::damping_wind];
    const Real turbulent = turbulent_rate_ * Real(sigma * sigma);
    const Real viscous = viscous_rate_ * k * Real(st4.viscous_root[freq]);
    return {viscous + turbulent * (still_ + Real(magnitude(wind)) * felt),
            turbulent * Real(st4[St4::damping_cosine]) * felt};
  }

 private:
  // (1 + tanh x) / 2
  GS_HD GS_INLINE static Real turbulent_share(Real x) {
    return Real(1) / (Real(1) + exponential(maximum(Real(-2) * x, Real(-80))));
  }

  Real velocity_ = Real(0), amplitude_ = Real(0);  // [m s-1], [m] of the orbital motion
  Real turbulent_ = Real(0), viscous_ = Real(0);   // shares of both kinds
  Real viscous_rate_ = Real(0), turbulent_rate_ = Real(0), still_ = Real(0);
};

}  // namespace groundswell
