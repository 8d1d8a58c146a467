// SPDX-License-Identifier: Apache-2.0
// Means of a spectrum as the source terms weight it, each with the f^-5 tail above the last frequency f_N.
// With e_N = int E(f_N) dtheta, the tail adds e_N f_N/4 to m0, e_N/5 to int E/f, e_N f_N^2/3 to int E f,
// (sqrt g / 2 pi) e_N/5 to int E k^(-1/2) and (2 pi / sqrt g) e_N f_N^2/3 to int E k^(1/2). Reference: Komen
// et al. 1994, III.2 and IV.2.
#pragma once

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "exec/lane.hpp"
#include "simd/math.hpp"
#include "source_terms/cell_scratch.hpp"

namespace groundswell {

template <class Real>
struct SpectralMeans {
  Real m0;                  // [m2]
  Real m1;                  // [m2 Hz]
  Real m_inverse;           // [m2 s]
  Real low_wavenumber;      // <k> [rad m-1] weighted by k^(-1/2)
  Real high_wavenumber;     // <k> weighted by k^(1/2)
  Real frequency;           // m0 / m_-1 [Hz]
  Real wind_sea_frequency;  // [Hz] m0 / m_-1 of the wind sea; f_N if there is none
};

inline constexpr double calm_variance = 1e-20;  // [m2] keeps quotients finite if there are no waves
// [m2 Hz4] Divided by f_N^4, this is the variance below which the frequency of a sea is ignored: a thousandth
// of the variance above f_N in Phillips' equilibrium range, E = 0.0081 g^2 (2 pi)^-4 f^-5.
inline constexpr double ripple_variance = 1.25e-7;

// Variance [m2] of the ripples that are assumed at the last frequency f_N, so that a newly growing sea starts
// there.
template <class Real>
GS_HD GS_INLINE Real ripples(Real f_last) {
  return Real(ripple_variance) / (f_last * f_last * f_last * f_last);
}

// Row sums over direction of the whole spectrum, in units of E (to be multiplied by the bin width).
template <class Real, class Lane>
GS_HD GS_INLINE void update_row_sums(Lane lane, const SourceGrid<Scalar<Real>>& grid,
                                     const CellScratch<Real>& s) {
  for (int freq = 0; freq < grid.n_freq; ++freq) {
    const Real* variance = s.variance + freq * grid.n_dir;
    s.row_sum[freq] = sum_bins<Real>(lane, grid.n_dir, [&](int dir) { return variance[dir]; });
  }
  barrier(lane);
}

// Likewise of its wind sea, 28 (u*/c) cos(theta - wind) >= 1.
template <class Real, class Lane>
GS_HD GS_INLINE void update_wind_sea_sums(Lane lane, const SourceGrid<Scalar<Real>>& grid,
                                          const CellScratch<Real>& s, Real ustar) {
  for (int freq = 0; freq < grid.n_freq; ++freq) {
    const Real* variance = s.variance + freq * grid.n_dir;
    const Real threshold = Real(grid.sigma[freq]) / (Real(28.0) * ustar * s.wavenumber[freq]);
    Real wind_sea(0);
    if (any(threshold <= Real(1)))
      wind_sea = sum_bins<Real>(lane, grid.n_dir, [&](int dir) {
        return select(s.wind_cosine[dir] >= threshold, variance[dir], Real(0));
      });
    s.wind_sea_sum[freq] = wind_sea;
  }
  barrier(lane);
}

// m0 / m_-1 [Hz] of row sums, including the tail and ripples at f_N. On calm water there are only the
// ripples, so that a newly growing sea starts at the last frequency.
template <class Real>
GS_HD GS_INLINE Real mean_frequency(const SourceGrid<Scalar<Real>>& grid, const Real* row_sum) {
  const int last = grid.n_freq - 1;
  const Real f_last(grid.frequency[last]);
  const Real tail = row_sum[last] * Real(grid.direction_width);
  const Real calm = ripples(f_last);
  Real m0 = tail * f_last * Real(0.25) + calm;
  Real m_inverse = tail * Real(0.2) + calm / f_last;
  for (int freq = 0; freq < grid.n_freq; ++freq) {
    const Real e = row_sum[freq] * Real(grid.bin_width[freq]);
    m0 += e;
    m_inverse += e / Real(grid.frequency[freq]);
  }
  return m0 / m_inverse;
}

// Precondition: both functions above have been called.
template <class Real>
GS_HD GS_INLINE SpectralMeans<Real> compute_means(const SourceGrid<Scalar<Real>>& grid,
                                                  const CellScratch<Real>& s) {
  const int last = grid.n_freq - 1;
  const Real f_last(grid.frequency[last]);
  const Real tail = s.row_sum[last] * Real(grid.direction_width);
  const Real rising = tail * f_last * f_last * Real(1.0 / 3.0), falling = tail * Real(0.2);
  const Real sqrt_g = square_root(Real(gravity));
  Real m0 = tail * f_last * Real(0.25), m1 = rising, m_inverse = falling;
  Real low = falling * sqrt_g * Real(0.5 / pi), high = rising * Real(2.0 * pi) / sqrt_g;
  for (int freq = 0; freq < grid.n_freq; ++freq) {
    const Real e = s.row_sum[freq] * Real(grid.bin_width[freq]);
    const Real root = square_root(s.wavenumber[freq]);
    m0 += e;
    m1 += e * Real(grid.frequency[freq]);
    m_inverse += e / Real(grid.frequency[freq]);
    low += e / root;
    high += e * root;
  }
  const Real calm(calm_variance);
  const Real low_root = (m0 + calm) / (low + calm), high_root = (high + calm) / (m0 + calm);
  SpectralMeans<Real> means;
  means.m0 = m0;
  means.m1 = m1;
  means.m_inverse = m_inverse;
  means.low_wavenumber = low_root * low_root;
  means.high_wavenumber = high_root * high_root;
  means.frequency = m0 / (m_inverse + calm);
  means.wind_sea_frequency = mean_frequency<Real>(grid, s.wind_sea_sum);
  return means;
}

}  // namespace groundswell
