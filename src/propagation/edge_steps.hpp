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

// The weights of an edge's stencil at the frequencies [first, end).
template <class T>
GS_HD GS_INLINE void compute_weights(const PassTables<T>& t, int edge, int first, int end,
                                     StencilWeights<T>* weights) {
  const EdgeGeometry<T>& g = t.edges[edge];
  const T* speed = t.edge_group_speed.row(edge);
  const auto speed_in = [&](int cell) { return cell < 0 ? speed : t.cell_group_speed.row(cell); };
  const T *a = speed_in(g.cell[0]), *b = speed_in(g.cell[1]);
  const T *a0 = speed_in(g.upstream[0][0]), *a1 = speed_in(g.upstream[0][1]);
  const T *b0 = speed_in(g.upstream[1][0]), *b1 = speed_in(g.upstream[1][1]);
  const T *left = speed_in(g.side[0]), *right = speed_in(g.side[1]);
  for (int freq = first; freq < end; ++freq) {
    const T inv = T(1) / speed[freq], half = T(0.5) * inv;
    weights[freq - first] = {a[freq] * inv,
                             b[freq] * inv,
                             {{half * a0[freq], half * a1[freq]}, {half * b0[freq], half * b1[freq]}},
                             left[freq] * inv,
                             right[freq] * inv};
  }
}

// Coefficients for the general form; `weights` are those of the frequencies from `first` on.
template <class T, class Terms>
class GeneralEdgeSteps {
 public:
  GS_HD GeneralEdgeSteps(const PassTables<T>& t, const PassStep<T>& s, int edge, int first,
                         const StencilWeights<T>* weights)
      : steps_(t, s, edge), weights_(weights), first_(first) {}

  GS_HD GS_INLINE GeneralEdgeStep<T> operator()(int freq) const {
    return {steps_(freq), weights_[freq - first_]};
  }

 private:
  EdgeSteps<T, Terms> steps_;
  const StencilWeights<T>* weights_;
  int first_;
};

}  // namespace groundswell
