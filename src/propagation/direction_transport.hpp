// SPDX-License-Identifier: Apache-2.0
// Transport in direction of one frequency in one cell, that is, of n_dir contiguous, periodic bins. A face
// carries the same positive third-order value as an edge between cells, in one dimension; what the clamp
// takes from one face is passed to the next, so that the mean direction turns at the right rate. First order
// would broaden a swell far too much, and central differences would give negative values
// (docs/theory/propagation.md). The same step also rotates spectra into another frame.
#pragma once

#include "exec/host_device.hpp"
#include "propagation/flux_formulas.hpp"
#include "simd/runs.hpp"

namespace groundswell {

// The maximum gain of the clamp in one dimension, and the limit on the outflow in a sub-step (their product
// is below 1).
inline constexpr double spectral_max_gain = 2.0;
inline constexpr double spectral_max_outflow = 0.49;

// Margin before and after a row in scratch, for its periodic ends and for the last run of a loop, which may
// extend beyond the row: what it writes there is never read.
inline constexpr int row_margin = 8;

// Courant numbers of c_theta at the faces of a row: face j lies between bins j and j + 1, at direction
// theta_j + width / 2, and has courant = steady + sum over m = 1, 2 of cos_m cos(m theta) + sin_m sin(m
// theta).
template <class T>
struct TurningCourant {
  T steady, cos1, sin1, cos2, sin2;
  T max_gain;  // maximum gain of the clamp; below 1 / outflow
};

// cos and sin of the faces' directions and of twice these, [n_dir] each, zero-padded to whole runs.
template <class T>
struct FaceTables {
  const T *cos1, *sin1, *cos2, *sin2;
};

// The flux clamped between 0 and `most`, which has the sign of the Courant number.
template <class Real>
GS_HD GS_INLINE Real clamp_flux(Real flux, Real most) {
  return minimum(maximum(flux, minimum(most, Real(0))), maximum(most, Real(0)));
}

// Sets bins -1, n_dir and n_dir + 1.
template <class T>
GS_HD GS_INLINE void wrap_row(T* value, int n_dir) {
  value[-1] = value[n_dir - 1];
  value[n_dir] = value[0];
  value[n_dir + 1] = value[1];
}

// Three fluxes at each face [n_dir, with a margin of one on both sides], each a Courant number times action
// and positive from bin j to bin j + 1: the flux, the largest flux that its donor allows, and the part of the
// third-order flux that lies outside the range from 0 to this largest flux.
template <class T>
struct FaceFluxes {
  T *flux, *most, *excess;
};

// Sets the inputs of carry_excess for the run of faces that begins at `at`; face j reads bins j - 1 .. j + 2.
template <class Real>
GS_HD GS_INLINE void compute_face_flux(Real nu, const Scalar<Real>* value, Real max_gain, int at,
                                       FaceFluxes<Scalar<Real>> out) {
  const Real below = load_run<Real>(value + at), above = load_run<Real>(value + at + 1);
  const Real free = free_third_order_value(nu, below, above, load_run<Real>(value + at - 1),
                                           load_run<Real>(value + at + 2), Real(0));
  const Real most = max_gain * upwind_value(nu, below, above);
  store_run(out.flux + at, nu * free);
  store_run(out.most + at, nu * most);
  store_run(out.excess + at, nu * (free - minimum(maximum(free, Real(0)), most)));
}

template <class Real, bool with_current>
GS_HD GS_INLINE void compute_turning_flux(const Scalar<Real>* value, int n_dir,
                                          TurningCourant<Scalar<Real>> c, FaceTables<Scalar<Real>> face,
                                          FaceFluxes<Scalar<Real>> out) {
  for (int j = 0; j < n_dir; j += run_width<Real>) {
    Real nu = Real(c.cos1) * load_run<Real>(face.cos1 + j) + Real(c.sin1) * load_run<Real>(face.sin1 + j);
    if constexpr (with_current)
      nu += Real(c.steady) + Real(c.cos2) * load_run<Real>(face.cos2 + j) +
            Real(c.sin2) * load_run<Real>(face.sin2 + j);
    compute_face_flux(nu, value, Real(c.max_gain), j, out);
  }
}

// The mean direction turns by the sum of all fluxes. Therefore the part of a flux that its donor cannot
// supply is added at the next face downstream, and a flux that would run against the flow is subtracted at
// the next face upstream. In both cases this is the face above if the excess is positive and the face below
// if it is negative. Then the fluxes are clamped. Precondition: wrap_excess has been called.
template <class Real>
GS_HD GS_INLINE void carry_excess(FaceFluxes<Scalar<Real>> f, int n_dir) {
  for (int j = 0; j < n_dir; j += run_width<Real>) {
    const Real below = maximum(load_run<Real>(f.excess + j - 1), Real(0));
    const Real above = minimum(load_run<Real>(f.excess + j + 1), Real(0));
    const Real carried = load_run<Real>(f.flux + j) + below + above;
    store_run(f.flux + j, clamp_flux(carried, load_run<Real>(f.most + j)));
  }
}

// Sets the periodic ends of `excess`. The loop that reads them does not set them itself, because it would
// stall on values just stored.
template <class T>
GS_HD GS_INLINE void wrap_excess(const FaceFluxes<T>& f, int n_dir) {
  f.excess[-1] = f.excess[n_dir - 1];
  f.excess[n_dir] = f.excess[0];
}

// Precondition: flux[-1] holds the flux of the last face.
template <class Real>
GS_HD GS_INLINE void apply_turning_flux(const Scalar<Real>* value, const Scalar<Real>* flux, int n_dir,
                                        Scalar<Real>* out) {
  for (int i = 0; i < n_dir; i += run_width<Real>) {
    const int j = run_start<Real>(i, n_dir);
    const Real lost = load_run<Real>(flux + j) - load_run<Real>(flux + j - 1);
    store_run(out + j, load_run<Real>(value + j) - lost);
  }
}

// The steps after compute_turning_flux, for one row.
template <class Real>
GS_HD GS_INLINE void finish_turn(const Scalar<Real>* value, FaceFluxes<Scalar<Real>> f, int n_dir,
                                 Scalar<Real>* out) {
  wrap_excess(f, n_dir);
  carry_excess<Real>(f, n_dir);
  f.flux[-1] = f.flux[n_dir - 1];
  apply_turning_flux<Real>(value, f.flux, n_dir, out);
}

// Rotation of a whole row, first by `bins` bins and then by `rest` bins, with |rest| < 1/2.
template <class T>
struct RowTurn {
  int bins;
  T rest;
};

template <class T>
GS_HD GS_INLINE RowTurn<T> make_row_turn(double angle, double direction_width, int n_dir) {
  const double turn = angle / direction_width;
  const int nearest = int(turn + (turn < 0.0 ? -0.5 : 0.5));
  // A limit slightly below half a bin keeps the step positive in spite of rounding.
  const double rest = turn - nearest, limit = spectral_max_outflow;
  return {((nearest % n_dir) + n_dir) % n_dir, T(rest > limit ? limit : rest < -limit ? -limit : rest)};
}

// A row of bins and the fluxes at its faces: turning_rows rows with their margins, `distance` values apart.
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

// Rotates a row, out(theta + angle) = in(theta), by a conservative and positive step. `scratch` has room for
// turning_rows * (n_dir + 2 row_margin) values. Precondition: n_dir >= run_width<Real>.
template <class Real>
GS_HD GS_INLINE void turn_row(const Scalar<Real>* in, int n_dir, RowTurn<Scalar<Real>> turn,
                              Scalar<Real>* GS_RESTRICT out, Scalar<Real>* scratch) {
  const auto [value, faces] = make_turning_scratch(scratch, n_dir + 2 * row_margin);
  for (int j = 0; j < n_dir - turn.bins; ++j) value[j + turn.bins] = in[j];
  for (int j = n_dir - turn.bins; j < n_dir; ++j) value[j + turn.bins - n_dir] = in[j];
  wrap_row(value, n_dir);
  for (int j = 0; j < n_dir; j += run_width<Real>)
    compute_face_flux(Real(turn.rest), value, Real(spectral_max_gain), j, faces);
  finish_turn<Real>(value, faces, n_dir, out);
}

}  // namespace groundswell
