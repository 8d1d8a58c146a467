// SPDX-License-Identifier: Apache-2.0
#include "propagation/refraction.hpp"

#include <algorithm>
#include <cmath>

namespace groundswell {
namespace {

// The fraction of the change between two depths that counts as a slope resolved by the cells (the rest is a
// jump): 1 if the bottom is level, 0 if one depth is at least twice the other.
double compute_resolved_share(double depth, double other) {
  const double change = (other - depth) / std::min(depth, other);
  return std::max(0.0, 1.0 - change * change);
}

}  // namespace

// On a slope the change of ln k to a neighbour follows from the local d ln k / d depth = (1/2 - n) / (n
// depth), n = cg k / sigma, and the change of depth. Over a jump it is the change between the cell and the
// edge, where k is that of the mean depth, so that the changes of all cells on a path add up to the total
// change of ln k. It is written as 2 sinh(ln(k_edge / k)), as compute_turn_per_rise expects.
template <class T>
void set_refraction(const Mesh& mesh, int cell, const NeighbourWeights& weights, const RefractionWater& water,
                    RefractionTables<T>& tables) {
  const double depth = water.depth[cell], size = std::sqrt(mesh.area_cell[cell]);
  const std::vector<double>& sigma = water.grid.sigma();
  const int n_freq = water.grid.n_freq();
  tables.n_often[cell] = 0;
  for (int freq = 0; freq < n_freq; ++freq) {
    const double k = water.at_cell.wavenumber()(cell, freq);
    const double n = water.at_cell.group_speed()(cell, freq) * k / sigma[freq];
    const double on_slope = (0.5 - n) / (n * depth);
    double x = 0.0, y = 0.0;
    for (int slot = 0; slot < mesh.n_edges_on_cell[cell]; ++slot) {
      const int other = mesh.cell_on_cell(cell, slot);
      if (other < 0) continue;
      const double k_edge = water.at_edge.wavenumber()(mesh.edge_on_cell(cell, slot), freq);
      const double share = compute_resolved_share(depth, water.depth[other]);
      const double slope = share * on_slope * (water.depth[other] - depth);
      const double jump = (1.0 - share) * (k_edge / k - k / k_edge);
      x += slope * weights.fit_x[slot] + jump * weights.flux_x[slot];
      y += slope * weights.fit_y[slot] + jump * weights.flux_y[slot];
    }
    tables.rise_x(cell, freq) = T(size * x);
    tables.rise_y(cell, freq) = T(size * y);
    if (size * std::hypot(x, y) > least_rise_of_sub_steps) tables.n_often[cell] = freq + 1;
  }
}

template void set_refraction(const Mesh&, int, const NeighbourWeights&, const RefractionWater&,
                             RefractionTables<float>&);
template void set_refraction(const Mesh&, int, const NeighbourWeights&, const RefractionWater&,
                             RefractionTables<double>&);

}  // namespace groundswell
