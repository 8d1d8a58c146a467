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

// Values needed by a row's scratch: the row with its periodic ends, and the flux through its faces.
GS_HD GS_INLINE int direction_scratch_size(int n_dir) {
  return 2 * (n_dir + 16);
}

// Courant numbers of c_theta at the faces of a row: face j lies between bins j and j + 1, at direction
// theta_j + width / 2, and has courant = steady + sum over m = 1, 2 of cos_m cos(m theta) + sin_m sin(m
// theta).
template <class T>
struct TurningCourant {
  T steady, cos1, sin1, cos2, sin2;
};

// cos and sin of the faces' directions and of twice them, [n_dir] each.
template <class T>
struct FaceTables {
  const T *cos1, *sin1, *cos2, *sin2;
};

// Moves a row in place by the Courant number `courant(face)`. Precondition: outflow <= spectral_max_outflow.
template <class T, class Courant>
GS_HD GS_INLINE void advect_row(T* GS_RESTRICT row, int n_dir, const Courant& courant,
                                T* GS_RESTRICT scratch) {
  T* GS_RESTRICT value = scratch + 8;                // bins -1 .. n_dir + 1
  T* GS_RESTRICT flux = scratch + (n_dir + 16) + 8;  // faces -1 .. n_dir - 1
  for (int j = 0; j < n_dir; ++j) value[j] = row[j];
  value[-1] = row[n_dir - 1];
  value[n_dir] = row[0];
  value[n_dir + 1] = row[1];
  for (int j = 0; j < n_dir; ++j) {
    const T nu = courant(j);
    flux[j] = nu * third_order_value(nu, value[j], value[j + 1], value[j - 1], value[j + 2], T(0),
                                     T(spectral_max_gain));
  }
  flux[-1] = flux[n_dir - 1];
  for (int j = 0; j < n_dir; ++j) row[j] = value[j] - (flux[j] - flux[j - 1]);
}

// Turns a row by c_theta over n_sub equal sub-steps whose Courant numbers are given.
template <class T, bool with_current>
GS_HD GS_INLINE void turn_by_courant(T* row, int n_dir, const TurningCourant<T>& c, const FaceTables<T>& face,
                                     int n_sub, T* scratch) {
  for (int sub = 0; sub < n_sub; ++sub) {
    if constexpr (with_current)
      advect_row(
          row, n_dir,
          [&](int j) {
            return c.cos1 * face.cos1[j] + c.sin1 * face.sin1[j] +
                   (c.steady + c.cos2 * face.cos2[j] + c.sin2 * face.sin2[j]);
          },
          scratch);
    else
      advect_row(
          row, n_dir, [&](int j) { return c.cos1 * face.cos1[j] + c.sin1 * face.sin1[j]; }, scratch);
  }
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

// out(theta + angle) = in(theta): conservative and positive.
template <class T>
GS_HD GS_INLINE void turn_row(const T* in, int n_dir, RowTurn<T> turn, T* GS_RESTRICT out, T* scratch) {
  for (int j = 0; j < n_dir - turn.bins; ++j) out[j + turn.bins] = in[j];
  for (int j = n_dir - turn.bins; j < n_dir; ++j) out[j + turn.bins - n_dir] = in[j];
  advect_row(
      out, n_dir, [&](int) { return turn.rest; }, scratch);
}

}  // namespace groundswell
