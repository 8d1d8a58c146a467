// SPDX-License-Identifier: Apache-2.0
// Coefficients of the flux across one edge at each frequency of a pass; everything independent of frequency
// is computed once, before the loop over frequencies.
#pragma once

#include "propagation/edge_flux.hpp"
#include "propagation/pass_tables.hpp"

namespace groundswell {

// Coefficients for the fast forms of edge_flux.hpp.
template <class T, class Terms>
class EdgeSteps {
 public:
  GS_HD EdgeSteps(const PassTables<T>& t, const PassStep<T>& s, int edge)
      : moved_(t.moved.row(edge)), time_step_(s.time_step), max_gain_(s.max_gain) {
    if constexpr (Terms::has_current) {
      drift_normal_ = t.current_normal[edge] * t.edges[edge].inv_distance;
      drift_tangent_ = t.current_tangent[edge] * t.edges[edge].inv_side_distance;
    }
    if constexpr (Terms::diffuses) diffusion_ = t.diffusion.row(edge);
  }

  GS_HD GS_INLINE EdgeStep<T> operator()(int freq) const {
    EdgeStep<T> step{moved_[freq], T(0), T(0), T(0), max_gain_[freq]};
    if constexpr (Terms::has_current) {
      step.drift_normal = drift_normal_ * time_step_[freq];
      step.drift_tangent = drift_tangent_ * time_step_[freq];
    }
    if constexpr (Terms::diffuses) step.diffusion = diffusion_[freq];
    return step;
  }

 private:
  const T *moved_, *time_step_, *max_gain_, *diffusion_ = nullptr;
  T drift_normal_ = T(0), drift_tangent_ = T(0);
};

// Coefficients for the general form, which also needs the weights of the stencil: cg of the cell divided by
// cg at the edge; 1 for the spectrum that enters through an open boundary.
template <class T, class Terms>
class GeneralEdgeSteps {
 public:
  GS_HD GeneralEdgeSteps(const PassTables<T>& t, const PassStep<T>& s, int edge)
      : t_(t), edge_(edge), steps_(t, s, edge) {}

  GS_HD GS_INLINE GeneralEdgeStep<T> operator()(int freq) const {
    const EdgeGeometry<T>& g = t_.edges[edge_];
    const T inv_speed = T(1) / t_.edge_group_speed(edge_, freq);
    const auto share = [&](int cell) {
      return cell < 0 ? T(1) : t_.cell_group_speed(cell, freq) * inv_speed;
    };
    return {steps_(freq),
            {share(g.cell[0]),
             share(g.cell[1]),
             {T(0.5) * share(g.upstream[0][0]), T(0.5) * share(g.upstream[0][1])},
             {T(0.5) * share(g.upstream[1][0]), T(0.5) * share(g.upstream[1][1])},
             share(g.side[0]),
             share(g.side[1])}};
  }

 private:
  const PassTables<T>& t_;
  int edge_;
  EdgeSteps<T, Terms> steps_;
};

}  // namespace groundswell
