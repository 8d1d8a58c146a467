// SPDX-License-Identifier: Apache-2.0
// Flux of one frequency across one edge for all directions: loops over contiguous bins without branches,
// divisions or calls. Two forms: the common one, and a general one for edges over an uneven floor and near
// land, open boundaries and the border of two charts, where a donor may be first order or give nothing.
#pragma once

#include "exec/host_device.hpp"
#include "propagation/edge_geometry.hpp"
#include "propagation/flux_formulas.hpp"

namespace groundswell {

// Spectra of an edge's stencil at one frequency [n_dir]: a and b, the two cells opposite the edge across a
// (across b), the side cells to the left (+90 degrees from the normal) and to the right.
template <class T>
struct StencilRows {
  const T *a, *b;
  const T *upstream_a[2], *upstream_b[2];
  const T *left, *right;

  // To the next frequency.
  GS_HD GS_INLINE void advance(int n_dir) {
    a += n_dir;
    b += n_dir;
    for (int i = 0; i < 2; ++i) {
      upstream_a[i] += n_dir;
      upstream_b[i] += n_dir;
    }
    left += n_dir;
    right += n_dir;
  }
};

// What each row counts for: the group speed of its cell over that of the edge, so that what is interpolated
// is the flux of action cg N. It is that, not N, which stays smooth and in the end steady where waves shoal.
// Half of that for the upstream cells, of which there are two.
template <class T>
struct StencilWeights {
  T a, b;
  T upstream_a[2], upstream_b[2];
  T left, right;
};

// By direction [n_dir], length times the cosine and sine of the angle from the edge's normal, and sine
// squared.
template <class T>
struct EdgeDirections {
  T *along, *across, *sine2;
};

// One edge at one frequency.
template <class T>
struct EdgeStep {
  T distance;                     // [m] cg dt
  T drift_normal, drift_tangent;  // [m2] length times current times dt
  T inv_area, inv_side_area;      // [m-2] of EdgeGeometry
  T diffusion;                    // [m2] (4/3) Dn dt l / d
  T max_gain;
};

// Which of the two cells may give, and which of them by third order: 1 or 0.
template <class T>
struct EdgeDonors {
  T gives_a, gives_b;
  T third_order_a, third_order_b;
};

template <class T>
GS_HD GS_INLINE void compute_edge_directions(T cos_angle, T sin_angle, T length, const T* GS_RESTRICT cos_dir,
                                             const T* GS_RESTRICT sin_dir, int n_dir,
                                             const EdgeDirections<T>& out) {
  T* GS_RESTRICT along = out.along;
  T* GS_RESTRICT across = out.across;
  T* GS_RESTRICT sine2 = out.sine2;
  for (int dir = 0; dir < n_dir; ++dir) {
    const T sine = sin_dir[dir] * cos_angle - cos_dir[dir] * sin_angle;
    along[dir] = length * (cos_dir[dir] * cos_angle + sin_dir[dir] * sin_angle);
    across[dir] = length * sine;
    sine2[dir] = sine * sine;
  }
}

// flux [m2 x action], positive from a to b. `averages`: the two upstream cells of a donor differ.
template <class T, bool averages, bool diffuses>
GS_HD GS_INLINE void compute_third_order_flux(const StencilRows<T>& rows, const EdgeDirections<T>& directions,
                                              const EdgeStep<T>& e, int n_dir, T* GS_RESTRICT flux) {
  const T *GS_RESTRICT a = rows.a, *GS_RESTRICT b = rows.b;
  const T *GS_RESTRICT ua = rows.upstream_a[0], *GS_RESTRICT ub = rows.upstream_b[0];
  const T *GS_RESTRICT va = rows.upstream_a[1], *GS_RESTRICT vb = rows.upstream_b[1];
  const T *GS_RESTRICT left = rows.left, *GS_RESTRICT right = rows.right;
  const T *GS_RESTRICT along = directions.along, *GS_RESTRICT across = directions.across;
  const T* GS_RESTRICT sine2 = directions.sine2;
  for (int dir = 0; dir < n_dir; ++dir) {
    const T swept = e.distance * along[dir] + e.drift_normal;
    const T slid = e.distance * across[dir] + e.drift_tangent;
    const T upstream_a = averages ? T(0.5) * (ua[dir] + va[dir]) : ua[dir];
    const T upstream_b = averages ? T(0.5) * (ub[dir] + vb[dir]) : ub[dir];
    const T transverse = slid * e.inv_side_area * (left[dir] - right[dir]);
    T moved = swept * third_order_value(swept * e.inv_area, a[dir], b[dir], upstream_a, upstream_b,
                                        transverse, e.max_gain);
    if constexpr (diffuses) moved += e.diffusion * sine2[dir] * (a[dir] - b[dir]);
    flux[dir] = moved;
  }
}

template <class T, bool diffuses>
GS_HD GS_INLINE void compute_upwind_flux(const T* GS_RESTRICT a, const T* GS_RESTRICT b,
                                         const EdgeDirections<T>& directions, const EdgeStep<T>& e, int n_dir,
                                         T* GS_RESTRICT flux) {
  const T *GS_RESTRICT along = directions.along, *GS_RESTRICT sine2 = directions.sine2;
  for (int dir = 0; dir < n_dir; ++dir) {
    const T swept = e.distance * along[dir] + e.drift_normal;
    T moved = swept * upwind_value(swept, a[dir], b[dir]);
    if constexpr (diffuses) moved += e.diffusion * sine2[dir] * (a[dir] - b[dir]);
    flux[dir] = moved;
  }
}

// The general form; rows of cells that do not exist are zeros, or the boundary's spectrum.
template <class T>
GS_HD GS_INLINE void compute_general_flux(const StencilRows<T>& rows, const StencilWeights<T>& weights,
                                          const EdgeDirections<T>& directions, const EdgeStep<T>& e,
                                          const EdgeDonors<T>& donors, int n_dir, T* GS_RESTRICT flux) {
  const T *GS_RESTRICT a = rows.a, *GS_RESTRICT b = rows.b;
  const T *GS_RESTRICT ua = rows.upstream_a[0], *GS_RESTRICT ub = rows.upstream_b[0];
  const T *GS_RESTRICT va = rows.upstream_a[1], *GS_RESTRICT vb = rows.upstream_b[1];
  const T *GS_RESTRICT left = rows.left, *GS_RESTRICT right = rows.right;
  const T *GS_RESTRICT along = directions.along, *GS_RESTRICT across = directions.across;
  const T* GS_RESTRICT sine2 = directions.sine2;
  for (int dir = 0; dir < n_dir; ++dir) {
    const T swept = e.distance * along[dir] + e.drift_normal;
    const T slid = e.distance * across[dir] + e.drift_tangent;
    const T from_a = weights.a * a[dir], from_b = weights.b * b[dir];
    const T upstream_a = weights.upstream_a[0] * ua[dir] + weights.upstream_a[1] * va[dir];
    const T upstream_b = weights.upstream_b[0] * ub[dir] + weights.upstream_b[1] * vb[dir];
    const T transverse = slid * e.inv_side_area * (weights.left * left[dir] - weights.right * right[dir]);
    const T third =
        third_order_value(swept * e.inv_area, from_a, from_b, upstream_a, upstream_b, transverse, e.max_gain);
    const T first = upwind_value(swept, from_a, from_b);
    const T use_third = upwind_value(swept, donors.third_order_a, donors.third_order_b);
    const T given = upwind_value(swept, donors.gives_a, donors.gives_b);
    flux[dir] = swept * (use_third > T(0) ? third : first) * given +
                e.diffusion * sine2[dir] * (donors.gives_a * a[dir] - donors.gives_b * b[dir]);
  }
}

}  // namespace groundswell
