// SPDX-License-Identifier: Apache-2.0
// Flux across one edge at one frequency, for one direction or a run of them, without branches, divisions or
// calls. There are fast forms for the common cases, and a general one for edges over an uneven bottom and
// near land, ice, open boundaries and the border of two charts, where a donor's value may be first order or
// its outflow zero. A flux is positive from a to b. It is a Courant number times the transported value: the
// action that crosses the edge in a sub-step, divided by the edge's length times the distance between the two
// centres.
#pragma once

#include <cstddef>

#include "exec/host_device.hpp"
#include "propagation/edge_geometry.hpp"
#include "propagation/flux_formulas.hpp"
#include "simd/runs.hpp"

namespace groundswell {

// Spectra of an edge's stencil [freq][dir]: a and b, the two neighbours of a (of b) opposite to the edge, and
// the side cells to the left (+90 degrees from the normal) and to the right.
template <class T>
struct StencilRows {
  const T *a, *b;
  const T* upstream[2][2];  // of a, of b
  const T *left, *right;
};

// For one direction: the cosine of its angle from the edge's normal, divided by the distance between the
// cells [m-1]; its sine, divided by twice the distance between the side cells [m-1]; and the sine squared.
template <class Real>
struct EdgeDirection {
  Real along, across, sine2;
};

// `side` chooses the frame of a (0) or of b (1).
template <class Real>
GS_HD GS_INLINE EdgeDirection<Real> compute_edge_direction(const EdgeGeometry<Scalar<Real>>& g, int side,
                                                           Real cosine, Real sine) {
  const Real c(g.cos_angle[side]), s(g.sin_angle[side]);
  const Real across = sine * c - cosine * s;
  return {(cosine * c + sine * s) * Real(g.inv_distance), across * Real(g.inv_side_distance),
          across * across};
}

// Coefficients of one edge at one frequency.
template <class T>
struct EdgeStep {
  T moved;                        // [m] cg dt
  T drift_normal, drift_tangent;  // normal: current dt / distance; tangent: current dt / (2 x side distance)
  T diffusion;                    // (4/3) Dn dt / distance^2
  T max_gain;
};

// The weight of each row of the stencil: the group speed of its cell divided by that at the edge, so that the
// flux of action cg N is interpolated. Where waves shoal, cg N stays smooth (in a steady sea it is constant),
// but N does not. The two upstream cells have half the weight each. The weight of a spectrum that enters
// through an open boundary is 1, but for rounding.
template <class T>
struct StencilWeights {
  T a, b;
  T upstream[2][2];
  T left, right;
};

// Inputs of the general form at one frequency.
template <class T>
struct GeneralEdgeStep {
  EdgeStep<T> edge;
  const StencilWeights<T>& weights;
};

// The donor of a run of directions; `either` if it differs between the directions.
enum class Donor { a, b, either };

// Without a current, most runs of directions have a single donor, the same at all frequencies.
template <class Real>
GS_HD GS_INLINE Donor find_donor(const EdgeDirection<Real>& to) {
  if (!any(to.along <= Real(0))) return Donor::a;
  return any(to.along > Real(0)) ? Donor::either : Donor::b;
}

// The processes that move action in addition to the waves' own propagation.
template <bool current, bool diffusion>
struct EdgeTerms {
  static constexpr bool has_current = current, diffuses = diffusion;
};

template <class Terms, class Real>
GS_HD GS_INLINE Real compute_courant(const EdgeDirection<Real>& to, const EdgeStep<Scalar<Real>>& e) {
  Real courant = Real(e.moved) * to.along;
  if constexpr (Terms::has_current) courant += Real(e.drift_normal);
  return courant;
}

// Distance that waves move along the edge, divided by twice the distance between the side cells.
template <class Terms, class Real>
GS_HD GS_INLINE Real compute_slide(const EdgeDirection<Real>& to, const EdgeStep<Scalar<Real>>& e) {
  Real slid = Real(e.moved) * to.across;
  if constexpr (Terms::has_current) slid += Real(e.drift_tangent);
  return slid;
}

template <bool averages, class Real, class T>
GS_HD GS_INLINE Real load_upstream(const T* const (&rows)[2], std::size_t at) {
  Real upstream = load_run<Real>(rows[0] + at);
  if constexpr (averages) upstream = Real(0.5) * (upstream + load_run<Real>(rows[1] + at));
  return upstream;
}

// What belongs to the donor of two values, one for a and one for b.
template <Donor donor, class Real>
GS_HD GS_INLINE Real of_donor(Real courant, Real a, Real b) {
  return donor == Donor::a ? a : donor == Donor::b ? b : upwind_value(courant, a, b);
}

// The third-order value; upstream(0) and upstream(1) load the values upstream of a and of b, if they are
// needed.
template <Donor donor, class Real, class Upstream>
GS_HD GS_INLINE Real value_of_donor(Real courant, Real a, Real b, const Upstream& upstream, Real transverse,
                                    Real max_gain) {
  if constexpr (donor == Donor::a)
    return third_order_value(courant, a, b, upstream(0), transverse, max_gain);
  else if constexpr (donor == Donor::b)
    return third_order_value(-courant, b, a, upstream(1), transverse, max_gain);
  else
    return third_order_value(courant, a, b, upstream(0), upstream(1), transverse, max_gain);
}

// The third-order flux; `averages`: the two upstream cells of a donor may differ and are averaged.
template <class Real, bool averages, class Terms>
struct ThirdOrderFlux {
  using T = Scalar<Real>;
  StencilRows<T> rows;

  template <Donor donor>
  GS_HD GS_INLINE Real form(std::size_t at, const EdgeDirection<Real>& to, const EdgeStep<T>& e) const {
    const Real courant = compute_courant<Terms>(to, e), max_gain(e.max_gain);
    const Real a = load_run<Real>(rows.a + at), b = load_run<Real>(rows.b + at);
    const Real across = load_run<Real>(rows.left + at) - load_run<Real>(rows.right + at);
    const Real transverse = compute_slide<Terms>(to, e) * across;
    const auto upstream = [&](int of) { return load_upstream<averages, Real>(rows.upstream[of], at); };
    Real moved = courant * value_of_donor<donor>(courant, a, b, upstream, transverse, max_gain);
    if constexpr (Terms::diffuses) moved += Real(e.diffusion) * to.sine2 * (a - b);
    return moved;
  }
};

// First order: the donor's value.
template <class Real, class Terms>
struct UpwindFlux {
  using T = Scalar<Real>;
  const T *a_row, *b_row;

  template <Donor donor>
  GS_HD GS_INLINE Real form(std::size_t at, const EdgeDirection<Real>& to, const EdgeStep<T>& e) const {
    const Real courant = compute_courant<Terms>(to, e);
    const Real a = load_run<Real>(a_row + at), b = load_run<Real>(b_row + at);
    Real moved = courant * of_donor<donor>(courant, a, b);
    if constexpr (Terms::diffuses) moved += Real(e.diffusion) * to.sine2 * (a - b);
    return moved;
  }
};

// Flags, 1 or 0: whether each of the two cells has outflow across the edge, whether this outflow is of third
// order, and whether action diffuses between the cells.
template <class T>
struct EdgeDonors {
  T gives_a, gives_b;
  T third_order_a, third_order_b;
  T diffuses;
};

// The general form. Missing and blocked cells have rows of zeros, except that the row beyond an open boundary
// is the incoming spectrum.
template <class Real, class Terms>
struct GeneralFlux {
  using T = Scalar<Real>;
  StencilRows<T> rows;
  EdgeDonors<T> donors;

  template <Donor donor>
  GS_HD GS_INLINE Real form(std::size_t at, const EdgeDirection<Real>& to,
                            const GeneralEdgeStep<T>& step) const {
    const EdgeStep<T>& e = step.edge;
    const StencilWeights<T>& w = step.weights;
    const auto weighted = [at](T weight, const T* row) { return Real(weight) * load_run<Real>(row + at); };
    const Real courant = compute_courant<Terms>(to, e);
    const Real a = weighted(w.a, rows.a), b = weighted(w.b, rows.b);
    const auto upstream = [&](int of) {
      return weighted(w.upstream[of][0], rows.upstream[of][0]) +
             weighted(w.upstream[of][1], rows.upstream[of][1]);
    };
    const Real transverse =
        compute_slide<Terms>(to, e) * (weighted(w.left, rows.left) - weighted(w.right, rows.right));
    const Real third = value_of_donor<donor>(courant, a, b, upstream, transverse, Real(e.max_gain));
    const Real first = of_donor<donor>(courant, a, b);
    const Real use_third = of_donor<donor>(courant, Real(donors.third_order_a), Real(donors.third_order_b));
    const Real gives_a(donors.gives_a), gives_b(donors.gives_b);
    Real moved =
        courant * select(use_third > Real(0), third, first) * of_donor<donor>(courant, gives_a, gives_b);
    if constexpr (Terms::diffuses)
      moved += Real(donors.diffuses * e.diffusion) * to.sine2 *
               (gives_a * load_run<Real>(rows.a + at) - gives_b * load_run<Real>(rows.b + at));
    return moved;
  }
};

}  // namespace groundswell
