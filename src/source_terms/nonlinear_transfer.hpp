// SPDX-License-Identifier: Apache-2.0
// Nonlinear four-wave transfer by the discrete interaction approximation: one quadruplet and its mirror image
// represent all interactions. Rows of frequency stream through a ring buffer: a row is final once all rows
// that add to it are done. References: Hasselmann et al. 1985 (DIA); depth scaling Hasselmann and Hasselmann
// 1981, WAMDI 1988 eq. 2.14.
#pragma once

#include "exec/host_device.hpp"
#include "exec/lane.hpp"
#include "simd/math.hpp"
#include "source_terms/cell_scratch.hpp"

namespace groundswell {

// R(x), the factor by which finite depth enhances the transfer: 1 + (5.5/x)(1 - 0.833 x) exp(-1.25 x) with x
// = max(0.75 <k> d, 0.5).
template <class Real>
GS_HD GS_INLINE Real depth_factor(Real mean_wavenumber, Real depth) {
  const Real x = minimum(maximum(Real(0.75) * mean_wavenumber * depth, Real(0.5)), Real(60));
  return Real(1) + Real(5.5) / x * (Real(1) - Real(0.833) * x) * exponential(Real(-1.25) * x);
}

// One interaction, A = strength E (forward - twice), and its slope, dA/dE = strength (2 forward - twice),
// where A = C g^-4 f^11 [E^2 (E+/(1+lambda)^4 + E-/(1-lambda)^4) - 2 E E+ E- / (1-lambda^2)^4]; `plus` and
// `minus` are E+/(1+lambda)^4 and E-/(1-lambda)^4, whose product times 2 E is the last term.
template <class Real>
struct Interaction {
  Real rate, slope;  // A / (strength E), dA/dE / strength
};

template <class Real>
GS_HD GS_INLINE Interaction<Real> interact(Real e, Real plus, Real minus) {
  const Real forward = e * (plus + minus);
  const Real rate = forward - Real(2) * plus * minus;
  return {rate, forward + rate};
}

template <class Real>
class NonlinearTransfer {
 public:
  // `factor` is the cell's depth_factor. Precondition: scratch.variance holds the spectrum; its rows may be
  // overwritten once they are final.
  GS_HD NonlinearTransfer(const SourceTables<Scalar<Real>>& tables, const CellScratch<Real>& scratch,
                          Real factor)
      : grid_(tables.grid), q_(tables.quadruplets), s_(scratch), factor_(factor) {}

  template <class Lane>
  GS_HD GS_INLINE void start(Lane lane) const {
    for (int row = 0; row <= q_.plus_shift; ++row)
      for_bins(lane, grid_.n_dir, [&](int dir) { source(row)[dir] = Real(0); });
    barrier(lane);
  }

  // Adds the interactions centred on `row` (0 .. n_freq + minus_shift - 1); afterwards row final_row(row) is
  // final.
  template <class Lane>
  GS_HD GS_INLINE void add_row(Lane lane, int row) const {
    gather(lane, row);
    interact_row(lane, row);
    if (row + q_.plus_shift < grid_.n_freq) scatter_plus(lane, row);
    if (row >= q_.minus_shift - 1) scatter_minus(lane, row);
  }
  GS_HD GS_INLINE int final_row(int row) const { return row - q_.minus_shift; }

  // S [m2 Hz-1 rad-1 s-1] of a row in the ring, [dir], and its slope dS/dE [s-1] due to the quadruplets that
  // have the bin at their centre. Those that feed it are left out: a bin cannot gain by itself, and the
  // slopes of the bins that pay for it are not in its step either.
  GS_HD GS_INLINE Real* source(int row) const { return s_.transfer + (row % q_.ring) * grid_.n_dir; }
  GS_HD GS_INLINE Real* slope(int row) const { return s_.transfer_slope + (row % q_.ring) * grid_.n_dir; }

 private:
  using T = Scalar<Real>;
  enum Padded { plus, minus, first, second };

  GS_HD GS_INLINE const Real* variance(int row) const {
    row = row < 0 ? 0 : row < grid_.n_freq ? row : grid_.n_freq - 1;
    return s_.variance + row * grid_.n_dir;
  }

  // Interpolates E+ and E- of the row in frequency.
  template <class Lane>
  GS_HD GS_INLINE void gather(Lane lane, int row) const {
    const Real* plus_0 = variance(row + q_.plus_shift);
    const Real* plus_1 = variance(row + q_.plus_shift + 1);
    const Real* minus_0 = variance(row - q_.minus_shift);
    const Real* minus_1 = variance(row - q_.minus_shift + 1);
    const Real wp0(q_.plus_0[row]), wp1(q_.plus_1[row]), wm0(q_.minus_0[row]), wm1(q_.minus_1[row]);
    Real* e_plus = s_.padded[plus];
    Real* e_minus = s_.padded[minus];
    for_bins(lane, grid_.n_dir, [&](int dir) {
      e_plus[dir] = wp0 * plus_0[dir] + wp1 * plus_1[dir];
      e_minus[dir] = wm0 * minus_0[dir] + wm1 * minus_1[dir];
    });
    barrier(lane);
    extend_periodically(e_plus, grid_.n_dir, q_.plus_turn + 1);
    extend_periodically(e_minus, grid_.n_dir, q_.minus_turn + 1);
    barrier(lane);
  }

  // Computes the interaction and its mirror image in every direction, and subtracts from the central row what
  // it loses.
  template <class Lane>
  GS_HD GS_INLINE void interact_row(Lane lane, int row) const {
    const Real strength = factor_ * Real(q_.strength[row]), centre(q_.centre[row]);
    const Real twice_lost = Real(-2) * strength;
    const Real* e = variance(row);
    const Real* e_plus = s_.padded[plus];
    const Real* e_minus = s_.padded[minus];
    const Real wp0(q_.plus_dir[0]), wp1(q_.plus_dir[1]), wm0(q_.minus_dir[0]), wm1(q_.minus_dir[1]);
    const int p = q_.plus_turn, m = q_.minus_turn;
    const bool on_grid = row < grid_.n_freq;
    Real* out = source(row);
    Real* out_slope = slope(row);
    for_bins(lane, grid_.n_dir, [&](int dir) {
      const Real at_centre = centre * e[dir], weight = strength * at_centre;
      const auto one = interact<Real>(at_centre, wp0 * e_plus[dir + p] + wp1 * e_plus[dir + p + 1],
                                      wm0 * e_minus[dir - m] + wm1 * e_minus[dir - m - 1]);
      const auto two = interact<Real>(at_centre, wp0 * e_plus[dir - p] + wp1 * e_plus[dir - p - 1],
                                      wm0 * e_minus[dir + m] + wm1 * e_minus[dir + m + 1]);
      const Real rate_1 = weight * one.rate, rate_2 = weight * two.rate;
      s_.padded[first][dir] = rate_1;
      s_.padded[second][dir] = rate_2;
      if (on_grid) {
        out[dir] -= Real(2) * (rate_1 + rate_2);
        out_slope[dir] = twice_lost * (one.slope + two.slope);
      }
    });
    barrier(lane);
    extend_periodically(s_.padded[first], grid_.n_dir, q_.padding);
    extend_periodically(s_.padded[second], grid_.n_dir, q_.padding);
    barrier(lane);
  }

  // Adds A to the two rows around f+; the farther row is set, because nothing has been added to it yet.
  template <class Lane>
  GS_HD GS_INLINE void scatter_plus(Lane lane, int row) const {
    const Real w0(q_.plus_dir[0]), w1(q_.plus_dir[1]), f0(q_.plus_freq[0]), f1(q_.plus_freq[1]);
    const int p = q_.plus_turn;
    const Real *a1 = s_.padded[first], *a2 = s_.padded[second];
    Real *near = source(row + q_.plus_shift), *far = source(row + q_.plus_shift + 1);
    for_bins(lane, grid_.n_dir, [&](int dir) {
      const Real rate = w0 * (a1[dir - p] + a2[dir + p]) + w1 * (a1[dir - p - 1] + a2[dir + p + 1]);
      near[dir] += f0 * rate;
      far[dir] = f1 * rate;
    });
    barrier(lane);
  }

  // Adds A to the two rows around f-.
  template <class Lane>
  GS_HD GS_INLINE void scatter_minus(Lane lane, int row) const {
    const Real w0(q_.minus_dir[0]), w1(q_.minus_dir[1]);
    const bool has_far = row >= q_.minus_shift, has_near = row - q_.minus_shift + 1 < grid_.n_freq;
    const Real f0(has_far ? q_.minus_freq[0] : T(0)), f1(has_near ? q_.minus_freq[1] : T(0));
    const int m = q_.minus_turn;
    const Real *a1 = s_.padded[first], *a2 = s_.padded[second];
    const int near_row = row - q_.minus_shift + 1, far_row = has_far ? near_row - 1 : near_row;
    Real *near = source(near_row), *far = source(far_row);
    for_bins(lane, grid_.n_dir, [&](int dir) {
      const Real rate = w0 * (a1[dir + m] + a2[dir - m]) + w1 * (a1[dir + m + 1] + a2[dir - m - 1]);
      near[dir] += f1 * rate;
      far[dir] += f0 * rate;
    });
    barrier(lane);
  }

  SourceGrid<T> grid_;
  Quadruplets<T> q_;
  CellScratch<Real> s_;
  Real factor_;
};

}  // namespace groundswell
