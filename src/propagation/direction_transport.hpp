// SPDX-License-Identifier: Apache-2.0
// Transport in direction: one frequency of one cell, n_dir contiguous and periodic bins. The same positive
// third-order value as between cells, in one dimension. First order would widen a swell beyond use and
// central differences go negative (docs/theory/propagation.md). Rows are turned into another frame by the
// same step.
#pragma once

#include "exec/host_device.hpp"
#include "propagation/flux_formulas.hpp"

namespace groundswell {

// Clamp of the value in one dimension, with the largest outflow that goes with it (their product is below 1).
inline constexpr double spectral_max_gain = 2.0;
inline constexpr double spectral_max_outflow = 0.49;

// Room before and behind a row in scratch, for its periodic ends.
inline constexpr int row_margin = 8;

// Courant numbers of c_theta at the faces of a row: face j lies between bins j and j + 1, at direction
// theta_j + width / 2, and has courant = steady + sum over m = 1, 2 of cos_m cos(m theta) + sin_m sin(m
// theta).
template <class T>
struct TurningCourant {
  T steady, cos1, sin1, cos2, sin2;
  T max_gain;  // of the clamp: below 1 / outflow
};

// cos and sin of the faces' directions and of twice them, [n_dir] each.
template <class T>
struct FaceTables {
  const T *cos1, *sin1, *cos2, *sin2;
};

// Sets bins -1, n_dir and n_dir + 1.
template <class T>
GS_HD GS_INLINE void wrap_row(T* value, int n_dir) {
  value[-1] = value[n_dir - 1];
  value[n_dir] = value[0];
  value[n_dir + 1] = value[1];
}

// Flux through face j, from bin j to bin j + 1 [Courant number times action].
template <class T, bool with_current>
GS_HD GS_INLINE void compute_turning_flux(const T* GS_RESTRICT value, int n_dir, const TurningCourant<T>& c,
                                          const FaceTables<T>& face, T* GS_RESTRICT flux) {
  const T *GS_RESTRICT cos1 = face.cos1, *GS_RESTRICT sin1 = face.sin1;
  const T *GS_RESTRICT cos2 = face.cos2, *GS_RESTRICT sin2 = face.sin2;
  for (int j = 0; j < n_dir; ++j) {
    T nu = c.cos1 * cos1[j] + c.sin1 * sin1[j];
    if constexpr (with_current) nu += c.steady + c.cos2 * cos2[j] + c.sin2 * sin2[j];
    flux[j] =
        nu * third_order_value(nu, value[j], value[j + 1], value[j - 1], value[j + 2], T(0), c.max_gain);
  }
}

// Precondition: flux[-1] is set to the last face.
template <class T>
GS_HD GS_INLINE void apply_turning_flux(const T* GS_RESTRICT value, const T* GS_RESTRICT flux, int n_dir,
                                        T* GS_RESTRICT out) {
  for (int j = 0; j < n_dir; ++j) out[j] = value[j] - (flux[j] - flux[j - 1]);
}

// A turn of a whole row: by `bins` places, then by the rest of at most half a bin.
template <class T>
struct RowTurn {
  int bins;
  T rest;
};

template <class T>
GS_HD GS_INLINE RowTurn<T> make_row_turn(double angle, double direction_width, int n_dir) {
  const double turn = angle / direction_width;
  const int nearest = int(turn + (turn < 0.0 ? -0.5 : 0.5));
  // A hair less than a half keeps the step positive to rounding.
  const double rest = turn - nearest, limit = spectral_max_outflow;
  return {((nearest % n_dir) + n_dir) % n_dir, T(rest > limit ? limit : rest < -limit ? -limit : rest)};
}

// out(theta + angle) = in(theta): conservative and positive. Scratch: 2 (n_dir + 2 row_margin) values.
template <class T>
GS_HD GS_INLINE void turn_row(const T* in, int n_dir, RowTurn<T> turn, T* GS_RESTRICT out, T* scratch) {
  T* value = scratch + row_margin;
  T* flux = value + n_dir + 2 * row_margin;
  for (int j = 0; j < n_dir - turn.bins; ++j) value[j + turn.bins] = in[j];
  for (int j = n_dir - turn.bins; j < n_dir; ++j) value[j + turn.bins - n_dir] = in[j];
  wrap_row(value, n_dir);
  const T nu = turn.rest;
  for (int j = 0; j < n_dir; ++j)
    flux[j] = nu * third_order_value(nu, value[j], value[j + 1], value[j - 1], value[j + 2], T(0),
                                     T(spectral_max_gain));
  flux[-1] = flux[n_dir - 1];
  apply_turning_flux(value, flux, n_dir, out);
}

}  // namespace groundswell
