// SPDX-License-Identifier: Apache-2.0
// What the flux across one edge needs at each frequency of a sweep, with all that does not depend on
// frequency taken out of the loop over frequencies.
#pragma once

#include "propagation/sweep_kernel.hpp"

namespace groundswell {

template <class T, bool diffuses>
class EdgeSteps {
 public:
  GS_HD EdgeSteps(const SweepTables<T>& t, const SweepStep<T>& s, int edge)
      : group_speed_(t.edge_group_speed.row(edge)),
        time_step_(s.time_step),
        max_gain_(s.max_gain),
        g_(t.edges[edge]),
        drift_normal_(g_.length * t.current_normal[edge]),
        drift_tangent_(g_.length * t.current_tangent[edge]),
        sprinkler_(t.sprinkler[edge]) {}

  GS_HD GS_INLINE EdgeStep<T> operator()(int freq) const {
    const T dt = time_step_[freq], speed = group_speed_[freq], moved = speed * dt;
    T diffusion(0);
    if constexpr (diffuses) {
      const T wanted = speed * moved * sprinkler_;
      diffusion = T(4.0 / 3.0) * g_.length_ratio * (wanted < g_.max_diffusion ? wanted : g_.max_diffusion);
    }
    return {moved,     drift_normal_ * dt, drift_tangent_ * dt, g_.inv_area, g_.inv_side_area,
            diffusion, max_gain_[freq]};
  }

 private:
  const T *group_speed_, *time_step_, *max_gain_;
  const EdgeGeometry<T>& g_;
  T drift_normal_, drift_tangent_, sprinkler_;
};

// The weights of an edge's stencil at each frequency: cg of the cell over cg of the edge; 1 for the spectrum
// that enters through an open boundary.
template <class T>
class StencilShares {
 public:
  GS_HD StencilShares(const SweepTables<T>& t, int edge) : t_(t), edge_(edge) {}

  GS_HD GS_INLINE StencilWeights<T> operator()(int freq) const {
    const EdgeGeometry<T>& g = t_.edges[edge_];
    const T inv_speed = T(1) / t_.edge_group_speed(edge_, freq);
    const auto share = [&](int cell) {
      return cell < 0 ? T(1) : t_.cell_group_speed(cell, freq) * inv_speed;
    };
    return {share(g.cell[0]),
            share(g.cell[1]),
            {T(0.5) * share(g.upstream[0][0]), T(0.5) * share(g.upstream[0][1])},
            {T(0.5) * share(g.upstream[1][0]), T(0.5) * share(g.upstream[1][1])},
            share(g.side[0]),
            share(g.side[1])};
  }

 private:
  const SweepTables<T>& t_;
  int edge_;
};

}  // namespace groundswell
