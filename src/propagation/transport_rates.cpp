// SPDX-License-Identifier: Apache-2.0
// Computes the rates at which cells empty, from which sub-steps are planned.
#include <algorithm>

#include "propagation/propagation_tables.hpp"
#include "propagation/sprinkler.hpp"

namespace groundswell {
namespace {

// Outflow rates [s-1] of one cell at one frequency by direction, advective and diffusive, and the largest
// fraction of the action that the capped diffusion can remove in a sub-step.
template <class T>
struct CellOutflow {
  std::vector<T> advective, diffusive, cap;
  explicit CellOutflow(int n_dir)
      : advective(std::size_t(n_dir)), diffusive(std::size_t(n_dir)), cap(std::size_t(n_dir)) {}
  void clear() {
    for (auto* values : {&advective, &diffusive, &cap}) std::fill(values->begin(), values->end(), T(0));
  }
};

// One edge at one frequency.
template <class T>
struct EdgeWave {
  int edge, freq;
  T sprinkler;  // [s]
};

template <class T>
void add_edge_outflow(const PassTables<T>& t, int cell, int k, const EdgeWave<T>& e, CellOutflow<T>& out) {
  const EdgeGeometry<T>& g = t.edges[e.edge];
  const T weight = t.slot_weight[std::size_t(cell) * t.max_edges + k];
  const int side = weight > T(0) ? 0 : 1;
  const T speed = t.edge_group_speed(e.edge, e.freq), drift = t.current_normal[e.edge];
  // In the general form, outflow is at the cell's own group speed (StencilWeights).
  const T given = e.freq < t.n_general[e.edge] ? t.cell_group_speed(cell, e.freq) / speed : T(1);
  const T outward = given * weight * g.inv_distance;
  const T spread = T(4.0 / 3.0) * magnitude(weight) * g.inv_distance * g.inv_distance;
  const bool diffuses = g.cell[0] >= 0 && g.cell[1] >= 0;
  const T rate = diffuses ? spread * speed * speed * e.sprinkler : T(0);
  const T cap = rate > T(0) ? spread * g.max_diffusion : T(0);
  for (int dir = 0; dir < t.n_dir; ++dir) {
    const T cosine = t.cos_dir[dir] * g.cos_angle[side] + t.sin_dir[dir] * g.sin_angle[side];
    const T sine2 = T(1) - cosine * cosine;
    const T flow = outward * (speed * cosine + drift);
    out.advective[dir] += flow > T(0) ? flow : T(0);
    out.diffusive[dir] += rate * sine2;
    out.cap[dir] += cap * sine2;
  }
}

template <class T>
void raise(double& largest, const std::vector<T>& values) {
  largest = std::max(largest, double(*std::max_element(values.begin(), values.end())));
}

}  // namespace

template <class T>
TransportRates PropagationTables<T>::compute_rates() const {
  const PassTables<T> t = pass_tables(CellPart::inner);
  TransportRates rates;
  rates.n_freq = t.n_freq;
  rates.values.assign(std::size_t(2 * t.n_freq + 1), 0.0);
  CellOutflow<T> outflow(t.n_dir);
  for (int cell = 0; cell < cells_.n_owned; ++cell) {
    if (blocked_[cell]) continue;
    for (int freq = 0; freq < t.n_freq; ++freq) {
      outflow.clear();
      for (int k = 0; k < t.n_slot[cell]; ++k) {
        const int edge = mesh_.edge_on_cell(cell, k);
        add_edge_outflow(t, cell, k, {edge, freq, sprinkler_[edge]}, outflow);
      }
      raise(rates.advective(freq), outflow.advective);
      raise(rates.diffusive(freq), outflow.diffusive);
      raise(rates.diffusion_cap(), outflow.cap);
    }
  }
  return rates;
}

template TransportRates PropagationTables<float>::compute_rates() const;
template TransportRates PropagationTables<double>::compute_rates() const;

}  // namespace groundswell
