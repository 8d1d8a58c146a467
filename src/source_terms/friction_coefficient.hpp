// SPDX-License-Identifier: Apache-2.0
// The coefficient of bottom friction of a cell, in each of the forms that physics.friction offers. It depends
// on the cell's present waves, depth and wind alone. References: Hasselmann et al. 1973 (swell); Bouws and
// Komen 1983 (wind sea); Jonsson 1966; Madsen, Poon and Graber 1988.
#pragma once

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "exec/lane.hpp"
#include "simd/math.hpp"
#include "source_terms/bottom_friction.hpp"
#include "source_terms/cell_scratch.hpp"
#include "source_terms/source_tables.hpp"

namespace groundswell {

// Jonsson's friction factor f_w for the amplitude of the motion at the bed over the roughness K_N: with y =
// 1 / (4 sqrt(f_w)), y + log10 y = -0.08 + log10(amplitude / K_N); 0.3 below the ratio 1.57. Newton's method;
// the left side is concave, so that from its second step on it approaches the root from below.
template <class Real>
GS_HD GS_INLINE Real jonsson_friction_factor(Real relative_amplitude) {
  const Real per_log(0.43429448190325176);  // 1 / ln 10
  const Real right = Real(-0.08) + per_log * logarithm(maximum(relative_amplitude, Real(1.57)));
  Real y = maximum(right, Real(0.5));
  for (int i = 0; i < 4; ++i) y = y * (right + per_log * (Real(1) - logarithm(y))) / (y + per_log);
  return select(relative_amplitude < Real(1.57), Real(0.3), Real(0.0625) / (y * y));
}

// C [m2 s-3] = f_w (g / sqrt 2) U of Madsen, Poon and Graber (as in SWAN), for the root-mean-square speed U
// [m s-1] and the amplitude [m] of the motion at the bed, and the roughness K_N [m].
template <class Real>
GS_HD GS_INLINE Real madsen_coefficient(Real speed, Real amplitude, Real roughness) {
  return Real(gravity * 0.70710678118654752) * speed * jonsson_friction_factor(amplitude / roughness);
}

// How far a bin belongs to the wind sea, from 0 to 1, for 28 (u*/c) cos(theta - wind): the criterion of
// spectral_means.hpp, but without a step.
template <class Real>
GS_HD GS_INLINE Real wind_sea_weight(Real forcing) {
  return minimum(maximum(Real(2) * forcing - Real(1.5), Real(0)), Real(1));
}
inline constexpr double least_wind_sea = 0.75;  // below it the weight is 0

// 28 u*/c of waves with the wavenumber k [rad m-1].
template <class Real>
GS_HD GS_INLINE Real wind_forcing(Real ustar, Real wavenumber, Real inverse_sigma) {
  return Real(28.0) * ustar * wavenumber * inverse_sigma;
}

// Sum over directions of the wind sea of a frequency of `spectrum` [freq * dir].
template <class Real, class Lane>
GS_HD GS_INLINE Real sum_wind_sea(Lane lane, const SourceGrid<Scalar<Real>>& grid, const CellScratch<Real>& s,
                                  int freq, const Real* spectrum, Real ustar) {
  const Real along = wind_forcing(ustar, s.wavenumber[freq], Real(grid.inverse_sigma[freq]));
  if (!any(along > Real(least_wind_sea))) return Real(0);
  const Real* row = spectrum + freq * grid.n_dir;
  return sum_bins<Real>(lane, grid.n_dir,
                        [&](int dir) { return row[dir] * wind_sea_weight(along * s.wind_cosine[dir]); });
}

// C [m2 s-3] of a cell with the wavenumbers k [freq] at its depth [m]. `sums` [freq] are the sums of E over
// directions, wind_sea(freq) the part of such a sum that is wind sea.
template <class Real, class WindSea>
GS_HD Real friction_coefficient(const SourceTables<Scalar<Real>>& tables, const Real* wavenumber, Real depth,
                                const Real* sums, WindSea&& wind_sea) {
  const auto& c = tables.constants;
  const Real swell(c.coefficients.friction_coefficient);
  if (c.friction == BottomFriction::jonswap) return swell;
  // The integrals of E sigma^2 / sinh^2(k d) and E / sinh^2(k d), both divided by g^2.
  Real speed(0), amplitude(0), of_wind_sea(0);
  for (int freq = 0; freq < tables.grid.n_freq; ++freq) {
    const Real weight =
        Real(tables.grid.energy_weight[freq]) * bottom_friction_rate(Real(1), wavenumber[freq], depth);
    const Real inverse(tables.grid.inverse_sigma[freq]);
    speed += weight * sums[freq];
    if (c.friction == BottomFriction::madsen)
      amplitude += weight * sums[freq] * inverse * inverse;
    else
      of_wind_sea += weight * wind_sea(freq);
  }
  if (c.friction == BottomFriction::madsen) {
    const Real g(gravity);
    return madsen_coefficient(g * square_root(speed), g * square_root(Real(2) * amplitude),
                              Real(c.coefficients.friction_roughness));
  }
  const Real share = minimum(of_wind_sea / maximum(speed, Real(1e-30)), Real(1));
  return (Real(1) - share) * swell + share * Real(c.coefficients.friction_coefficient_wind_sea);
}

}  // namespace groundswell
