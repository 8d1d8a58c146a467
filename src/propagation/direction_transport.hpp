// SPDX-License-Identifier: Apache-2.0
// Transport in direction: one frequency of one cell, n_dir contiguous and periodic bins. The same positive
// third-order value as between cells, in one dimension; what the clamp takes from one face goes to the next,
// so that the mean direction turns as it should. First order would widen a swell beyond use and central
// differences go negative (docs/theory/propagation.md). Rows are turned into another frame by the same step.
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

// The flux that lies between 0 and `most`, which has the sign of the Courant number.
template <class T>
GS_HD GS_INLINE T clamp_flux(T flux, T most) {
  const T least = most < T(0) ? most : T(0), largest = most > T(0) ? most : T(0);
  const T above = flux > least ? flux : least;
  return above < largest ? above : largest;
}

// Sets bins -1, n_dir and n_dir + 1.
template <class T>
GS_HD GS_INLINE void wrap_row(T* value, int n_dir) {
  value[-1] = value[n_dir - 1];
  value[n_dir] = value[0];
  value[n_dir + 1] = value[1];
}

// By face [n_dir, with a margin of one on both sides], in Courant number times action from bin j to j + 1:
// the flux, the most that its donor may give (of the sign of the Courant number), and by how much the flux
// that third order wants lies outside 0 .. most.
template <class T>
struct FaceFluxes {
  T *flux, *most, *excess;
};

// One face, with the value of the bin below it; sets what carry_excess needs.
template <class T>
GS_HD GS_INLINE void compute_face_flux(T nu, const T* value, T max_gain, T& flux, T& most, T& excess) {
  flux = nu * free_third_order_value(nu, value[0], value[1], value[-1], value[2], T(0));
  most = nu * max_gain * (nu > T(0) ? value[0] : value[1]);
  excess = flux - clamp_flux(flux, most);
}

template <class T, bool with_current>
GS_HD GS_INLINE void compute_turning_flux(const T* GS_RESTRICT value, int n_dir, const TurningCourant<T>& c,
                                          const FaceTables<T>& face, const FaceFluxes<T>& out) {
  const T *GS_RESTRICT cos1 = face.cos1, *GS_RESTRICT sin1 = face.sin1;
  const T *GS_RESTRICT cos2 = face.cos2, *GS_RESTRICT sin2 = face.sin2;
  T *GS_RESTRICT flux = out.flux, *GS_RESTRICT most = out.most, *GS_RESTRICT excess = out.excess;
  for (int j = 0; j < n_dir; ++j) {
    T nu = c.cos1 * cos1[j] + c.sin1 * sin1[j];
    if constexpr (with_current) nu += c.steady + c.cos2 * cos2[j] + c.sin2 * sin2[j];
    compute_face_flux(nu, value + j, c.max_gain, flux[j], most[j], excess[j]);
  }
}

// The sum of all fluxes turns the mean direction. So what an empty bin cannot give is asked of the next face
// downstream, and where a flux would run against the flow the face upstream lets less through; both are the
// face above for a positive excess and the face below for a negative one. Then fluxes are clamped.
// Precondition: wrap_excess.
template <class T>
GS_HD GS_INLINE void carry_excess(const FaceFluxes<T>& f, int n_dir) {
  T* GS_RESTRICT flux = f.flux;
  const T *GS_RESTRICT most = f.most, *GS_RESTRICT excess = f.excess;
  for (int j = 0; j < n_dir; ++j) {
    const T below = excess[j - 1] > T(0) ? excess[j - 1] : T(0);
    const T above = excess[j + 1] < T(0) ? excess[j + 1] : T(0);
    flux[j] = clamp_flux(flux[j] + below + above, most[j]);
  }
}

// The periodic ends. Apart from the loops that read them, which would wait for what has just been stored.
template <class T>
GS_HD GS_INLINE void wrap_excess(const FaceFluxes<T>& f, int n_dir) {
  f.excess[-1] = f.excess[n_dir - 1];
  f.excess[n_dir] = f.excess[0];
}

// Precondition: flux[-1] is set to the last face.
template <class T>
GS_HD GS_INLINE void apply_turning_flux(const T* GS_RESTRICT value, const T* GS_RESTRICT flux, int n_dir,
                                        T* GS_RESTRICT out) {
  for (int j = 0; j < n_dir; ++j) out[j] = value[j] - (flux[j] - flux[j - 1]);
}

// All that follows compute_turning_flux, for one row.
template <class T>
GS_HD GS_INLINE void finish_turn(const T* value, const FaceFluxes<T>& f, int n_dir, T* out) {
  wrap_excess(f, n_dir);
  carry_excess(f, n_dir);
  f.flux[-1] = f.flux[n_dir - 1];
  apply_turning_flux(value, f.flux, n_dir, out);
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

// A row of bins and the fluxes of its faces: turning_rows rows with their margins, `distance` values apart.
inline constexpr int turning_rows = 4;
template <class T>
struct TurningScratch {
  T* value;
  FaceFluxes<T> faces;
};
template <class T>
GS_HD GS_INLINE TurningScratch<T> make_turning_scratch(T* scratch, int distance) {
  T* value = scratch + row_margin;
  return {value, {value + distance, value + 2 * distance, value + 3 * distance}};
}

// out(theta + angle) = in(theta): conservative and positive. Scratch: turning_rows (n_dir + 2 row_margin).
template <class T>
GS_HD GS_INLINE void turn_row(const T* in, int n_dir, RowTurn<T> turn, T* GS_RESTRICT out, T* scratch) {
  const auto [value, faces] = make_turning_scratch(scratch, n_dir + 2 * row_margin);
  for (int j = 0; j < n_dir - turn.bins; ++j) value[j + turn.bins] = in[j];
  for (int j = n_dir - turn.bins; j < n_dir; ++j) value[j + turn.bins - n_dir] = in[j];
  wrap_row(value, n_dir);
  for (int j = 0; j < n_dir; ++j)
    compute_face_flux(turn.rest, value + j, T(spectral_max_gain), faces.flux[j], faces.most[j],
                      faces.excess[j]);
  finish_turn(value, faces, n_dir, out);
}

}  // namespace groundswell
