// SPDX-License-Identifier: Apache-2.0
// Sums over one spectrum for the water below the surface: Stokes transport and drift, Bernoulli head, orbital
// motion at the bed.
#pragma once

#include "base/constants.hpp"
#include "exec/host_device.hpp"
#include "exec/lane.hpp"
#include "spectrum/parameters_kernel.hpp"

namespace groundswell {

// Variance and its vector in the bands of the grid [m2], from the rows that compute_parameter_sums left in
// `scratch`; `width` = 1 gives densities [m2 Hz-1].
template <class Real, class T>
struct BandVariance {
  GS_HD GS_INLINE Real operator()(ParameterRow row, int freq, T width) const {
    const int at = int(row) * n_freq + freq, of_sea = (int(row) + int(row_sea_e)) * n_freq + freq;
    return (scratch[at] + scratch[of_sea]) * Real(width);
  }
  const Real* scratch;
  int n_freq;
};

// Drift at each depth, with the tail; NaN at depths that are not given.
template <class Real, class Lane, class T, class Wavenumber>
GS_HD inline void update_drift_below(Lane lane, const ParameterGrid<T>& grid, const Wavenumber& wavenumber,
                                     Real water_depth, const BandVariance<Real, T>& variance,
                                     ColumnSums<Real>& sums) {
  const int last = grid.n_freq - 1;
  for (int i = 0; i < n_stokes_depth; ++i) {
    sums.drift_x[i] = sums.drift_y[i] = Real(T(__builtin_nanf("")));
    if (i >= grid.n_depth) continue;
    const Real depth(grid.depth[i]);
    const Real tail = select(depth > water_depth, Real(T(0)), Real(grid.depth_tail[i]));
    const auto drift = [&](ParameterRow row) {
      const Real sum = sum_bins<Real>(lane, grid.n_freq, [&](int freq) {
        const WaveAtBed<Real> wave(grid.sigma[freq], wavenumber(freq), water_depth);
        return variance(row, freq, grid.frequency_width[freq]) * wave.drift_at(depth);
      });
      return sum + variance(row, last, T(1)) * tail;
    };
    sums.drift_x[i] = drift(row_x);
    sums.drift_y[i] = drift(row_y);
  }
}

// To be called after compute_parameter_sums and before update_second_harmonics, with the same scratch memory.
// The tail counts as deep water, with neither head nor motion at the bed.
template <class Real, class Lane, class T, class Wavenumber>
GS_HD inline ColumnSums<Real> compute_column_sums(Lane lane, const ParameterGrid<T>& grid,
                                                  const Wavenumber& wavenumber, Real water_depth,
                                                  const Real* scratch) {
  barrier(lane);
  const BandVariance<Real, T> variance{scratch, grid.n_freq};
  const auto sum = [&](ParameterRow row, const auto& weight) {
    return sum_bins<Real>(lane, grid.n_freq, [&](int freq) {
      const WaveAtBed<Real> wave(grid.sigma[freq], wavenumber(freq), water_depth);
      return variance(row, freq, grid.frequency_width[freq]) * weight(wave);
    });
  };
  ColumnSums<Real> sums;
  const int last = grid.n_freq - 1;
  const T f = grid.frequency[last];
  const auto transport = [&](ParameterRow row) {
    const auto weight = [](const WaveAtBed<Real>& wave) { return wave.sigma / wave.t; };
    return sum(row, weight) + variance(row, last, T(1)) * Real(grid.tail * T(2.0 * pi / 3.0) * f * f);
  };
  sums.transport_x = transport(row_x);
  sums.transport_y = transport(row_y);
  sums.head = sum(
      row_e, [](const WaveAtBed<Real>& wave) { return Real(T(gravity)) * wave.k * wave.per_sinh_double(); });
  sums.velocity = sum(
      row_e, [](const WaveAtBed<Real>& wave) { return wave.sigma * wave.sigma * wave.per_sinh_squared(); });
  sums.excursion = sum(row_e, [](const WaveAtBed<Real>& wave) { return wave.per_sinh_squared(); });
  update_drift_below(lane, grid, wavenumber, water_depth, variance, sums);
  return sums;
}

}  // namespace groundswell
