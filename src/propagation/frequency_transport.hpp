// SPDX-License-Identifier: Apache-2.0
// Transport in frequency by currents and by depth that changes in time. On the geometric grid the density N f
// per unit of ln f is given at equal steps ln r; it moves at c_sigma / sigma, with the same positive
// third-order value as in space. Whatever passes below the first frequency is lost; above the last one the
// density is assumed to decay as f^-5.
#pragma once

#include "exec/host_device.hpp"
#include "propagation/direction_transport.hpp"
#include "propagation/flux_formulas.hpp"

namespace groundswell {

// Courant numbers of c_sigma: (n - 1/2) deepening - n (stretch + shear_cos cos(2 theta) + shear_sin sin(2
// theta) + drift . rise), n = cg k / sigma, where `rise` is the increase of ln k across the cell; at a face,
// n and `rise` are the means over the frequencies on both sides.
template <class T>
struct ShiftCourant {
  T deepening, stretch, shear_cos, shear_sin;
  T drift_x, drift_y;
  T max_gain;  // maximum gain of the clamp; below 1 / outflow
};

template <class T>
struct FrequencyGrid {
  int n_freq, n_dir;
  const T* frequency;      // [n_freq] [Hz]
  const T* inv_frequency;  // [n_freq]
  const T *cos2, *sin2;    // [n_dir] cosine and sine of twice the bins' directions
  T inv_log_ratio;         // 1 / ln r
  T tail;                  // ratio of the density one step above the last frequency to that at the last: r^-5
};

GS_HD GS_INLINE int frequency_scratch_size(int n_freq, int n_dir) {
  return (n_freq + 4) * n_dir + 2 * n_dir;
}

// The rows on which a cell's shift of frequency depends, [n_freq] each: n = cg k / sigma, and rise_x, rise_y
// of RefractionTables.
template <class T>
struct ShiftRows {
  const T *ratio, *rise_x, *rise_y;
};

template <class T>
GS_HD GS_INLINE ShiftCourant<T> multiply(const ShiftCourant<T>& c, T factor, T max_gain) {
  return {factor * c.deepening,
          factor * c.stretch,
          factor * c.shear_cos,
          factor * c.shear_sin,
          factor * c.drift_x,
          factor * c.drift_y,
          max_gain};
}

// The largest fraction of a bin that can leave it; action may leave through both faces of a frequency, hence
// the factor 2.
template <class T>
GS_HD GS_INLINE T compute_shift_outflow(int n_freq, const ShiftRows<T>& rows, const ShiftCourant<T>& c) {
  T drift = T(0);
  for (int freq = 0; freq < n_freq; ++freq)
    drift = maximum(drift, magnitude(c.drift_x * rows.rise_x[freq] + c.drift_y * rows.rise_y[freq]));
  return T(2) * (T(0.5) * magnitude(c.deepening) + magnitude(c.stretch) + magnitude(c.shear_cos) +
                 magnitude(c.shear_sin) + drift);
}

// One sub-step on a cell's spectrum [freq][dir] in place.
// Precondition: outflow <= spectral_max_outflow.
template <class T>
GS_HD GS_INLINE void shift_frequencies(T* GS_RESTRICT spectrum, const FrequencyGrid<T>& grid,
                                       const ShiftRows<T>& rows, const ShiftCourant<T>& c,
                                       T* GS_RESTRICT scratch) {
  const int n_freq = grid.n_freq, n_dir = grid.n_dir;
  T* GS_RESTRICT density = scratch + 2 * n_dir;  // frequencies -2 .. n_freq + 1
  T* GS_RESTRICT flux = scratch + (n_freq + 4) * n_dir;
  T* GS_RESTRICT last_flux = flux + n_dir;
  for (int dir = 0; dir < n_dir; ++dir)
    density[dir - 2 * n_dir] = density[dir - n_dir] = last_flux[dir] = T(0);
  for (int freq = 0; freq < n_freq; ++freq)
    for (int dir = 0; dir < n_dir; ++dir)
      density[freq * n_dir + dir] = spectrum[freq * n_dir + dir] * grid.frequency[freq];
  for (int above = 0; above < 2; ++above)
    for (int dir = 0; dir < n_dir; ++dir)
      density[(n_freq + above) * n_dir + dir] = grid.tail * density[(n_freq + above - 1) * n_dir + dir];
  for (int freq = -1; freq < n_freq; ++freq) {  // the face above `freq`
    const int below = freq < 0 ? 0 : freq, above = freq + 1 < n_freq ? freq + 1 : freq;
    const T n = T(0.5) * (rows.ratio[below] + rows.ratio[above]);
    const T drift = T(0.5) * (c.drift_x * (rows.rise_x[below] + rows.rise_x[above]) +
                              c.drift_y * (rows.rise_y[below] + rows.rise_y[above]));
    const T* at = density + freq * n_dir;
    for (int dir = 0; dir < n_dir; ++dir) {
      const T shear = drift + c.stretch + c.shear_cos * grid.cos2[dir] + c.shear_sin * grid.sin2[dir];
      const T nu = (n - T(0.5)) * c.deepening - n * shear;
      // Below the first frequency there is nothing: upstream_a does not matter there, as the donor is 0.
      const T upstream_a = freq < 0 ? T(0) : at[dir - n_dir];
      flux[dir] = nu * third_order_value(nu, at[dir], at[dir + n_dir], upstream_a, at[dir + 2 * n_dir], T(0),
                                         c.max_gain);
      if (freq >= 0) {
        const T moved = at[dir] - (flux[dir] - last_flux[dir]);
        spectrum[freq * n_dir + dir] = moved * grid.inv_frequency[freq];
      }
      last_flux[dir] = flux[dir];
    }
  }
}

}  // namespace groundswell
