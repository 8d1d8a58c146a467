// SPDX-License-Identifier: Apache-2.0
// Definitions of the functions of PassKernel that move action in direction and frequency; included only by
// pass_kernel.hpp.
#pragma once

#include "propagation/pass_kernel.hpp"

namespace groundswell {

// The number of equal sub-steps that keep outflow below its limit, and the factor that turns the Courant
// numbers of the step into those of a sub-step. At most 64 sub-steps are used, so that a step moves waves by
// no more than about 32 bins.
template <class T>
GS_HD GS_INLINE int count_spectral_sub_steps(T outflow, T& factor) {
  constexpr int most = 64;
  const T needed = outflow * T(1.0 / spectral_max_outflow);
  factor = T(1);
  if (needed <= T(1)) return 1;
  int n_sub = 2;
  while (n_sub < most && T(n_sub) < needed) ++n_sub;
  factor = needed > T(most) ? T(1) / needed : T(1) / T(n_sub);
  return n_sub;
}

// The maximum gain M of the clamp, as large as positivity allows, because a tight clamp holds back action
// that should leave; at most about a thousand.
template <class T>
GS_HD GS_INLINE T spectral_gain(T outflow) {
  return T(spectral_max_gain * spectral_max_outflow) / (outflow + T(1e-3));
}

// The time [s] over which a row turns in this pass.
template <class Real, int n_known>
GS_HD GS_INLINE Scalar<Real> PassKernel<Real, n_known>::turning_time(int cell, int freq) const {
  if (freq < t_.n_often[cell]) return s_.time_step[freq];
  return s_.is_last ? s_.whole_step : T(0);
}

template <class Real, int n_known>
GS_HD GS_INLINE TurningCourant<Scalar<Real>> PassKernel<Real, n_known>::turning_courant(int cell, int freq,
                                                                                        int& n_sub) const {
  const CellGradients<T>& g = t_.gradients[cell];
  const T time = turning_time(cell, freq), rate = time * t_.inv_direction_width;
  const T moved = time * t_.cell_group_speed(cell, freq), sphere = moved * g.great_circle;
  const T x = t_.rise_x(cell, freq), y = t_.rise_y(cell, freq), crossed = moved * g.inv_size;
  const T turn = freq < t_.n_often[cell] ? compute_turn_per_rise(x, y, crossed)
                 : t_.refracts           ? crossed
                                         : T(0);
  const T per_bin = t_.inv_direction_width;
  TurningCourant<T> c{T(0), per_bin * (turn * y - sphere), -per_bin * turn * x, T(0), T(0), T(0)};
  T outflow = magnitude(c.cos1) + magnitude(c.sin1);
  if (t_.has_current) {
    c.steady = rate * g.steady;
    c.cos2 = rate * g.cos2;
    c.sin2 = rate * g.sin2;
    outflow += magnitude(c.steady) + magnitude(c.cos2) + magnitude(c.sin2);
  }
  // If c_theta changes sign within a bin, there is outflow through both of its faces. As the two faces are
  // close in angle, the sum of both outflows is at most the bound on one face with 12 or more directions, and
  // at most 1.5 times this bound with fewer.
  if (n_dir() < 12) outflow *= T(1.5);
  T factor;
  n_sub = count_spectral_sub_steps(outflow, factor);
  return {factor * c.steady, factor * c.cos1, factor * c.sin1,
          factor * c.cos2,   factor * c.sin2, spectral_gain(factor * outflow)};
}

// Turns the rows of scratch.value and writes them to `out`. Each loop runs over the whole block, so that no
// load has to wait for a store just before it.
template <class Real, int n_known>
GS_HD void PassKernel<Real, n_known>::turn_directions(int cell, const FrequencyBlock<T>& block,
                                                      const TurningScratch<T>& scratch, T* out) const {
  const int n = n_dir(), stride = w_.row_size + 2 * row_margin;
  const int n_freq = block.end - block.first;
  count(Work::turned_rows, n_freq);
  T *value = scratch.value, *flux = scratch.faces.flux;
  const auto faces = [&](int i) {
    return FaceFluxes<T>{flux + i * stride, scratch.faces.most + i * stride,
                         scratch.faces.excess + i * stride};
  };
  for (int i = 0; i < n_freq; ++i) wrap_row(value + i * stride, n);
  int n_sub[frequencies_per_block];
  for (int i = 0; i < n_freq; ++i) {
    const TurningCourant<T> c = turning_courant(cell, block.first + i, n_sub[i]);
    if (t_.has_current)
      compute_turning_flux<Real, true>(value + i * stride, n, c, t_.face, faces(i));
    else
      compute_turning_flux<Real, false>(value + i * stride, n, c, t_.face, faces(i));
  }
  for (int i = 0; i < n_freq; ++i) wrap_excess(faces(i), n);
  for (int i = 0; i < n_freq; ++i) carry_excess<Real>(faces(i), n);
  for (int i = 0; i < n_freq; ++i) flux[i * stride - 1] = flux[i * stride + n - 1];
  for (int i = 0; i < n_freq; ++i)
    apply_turning_flux<Real>(value + i * stride, flux + i * stride, n, out + i * n);
  for (int i = 0; i < n_freq; ++i)
    if (n_sub[i] > 1) turn_again(cell, block.first + i, out + i * n);
}

// The sub-steps after the first, for the few rows that turn fast (shallow water over a slope).
template <class Real, int n_known>
GS_HD void PassKernel<Real, n_known>::turn_again(int cell, int freq, T* row) const {
  int n_sub;
  const TurningCourant<T> c = turning_courant(cell, freq, n_sub);
  const auto [value, faces] = make_turning_scratch(w_.spectral, w_.row_size + 2 * row_margin);
  const int n = n_dir();
  for (int sub = 1; sub < n_sub; ++sub) {
    for (int dir = 0; dir < n; ++dir) value[dir] = row[dir];
    wrap_row(value, n);
    compute_turning_flux<Real, true>(value, n, c, t_.face, faces);
    finish_turn<Real>(value, faces, n, row);
  }
}

template <class Real, int n_known>
GS_HD void PassKernel<Real, n_known>::shift_spectrum(int cell) const {
  const CellGradients<T>& g = t_.gradients[cell];
  const T rate = s_.whole_step * t_.frequency_grid.inv_log_ratio;
  const ShiftRows<T> rows{t_.cell_ratio.row(cell), t_.rise_x.row(cell), t_.rise_y.row(cell)};
  const ShiftCourant<T> rates{g.deepening, g.stretch, g.shear_cos, g.shear_sin, g.drift_x, g.drift_y, T(0)};
  const T outflow = rate * compute_shift_outflow(t_.n_freq, rows, rates);
  if (outflow == T(0) || t_.blocked[cell]) return;
  T factor;
  const int n_sub = count_spectral_sub_steps(outflow, factor);
  const ShiftCourant<T> c = multiply(rates, rate * factor, spectral_gain(factor * outflow));
  for (int sub = 0; sub < n_sub; ++sub)
    shift_frequencies(s_.to.row(cell), t_.frequency_grid, rows, c, w_.spectral);
}

}  // namespace groundswell
