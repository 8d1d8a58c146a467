// SPDX-License-Identifier: Apache-2.0
// Refraction by depth, c_theta = cg (-sin theta d/dx + cos theta d/dy) ln k, on slopes that cells resolve and
// over jumps between two cells; both obey Snell's law (docs/theory/propagation.md, section 3).
#pragma once

#include <cstdint>
#include <vector>

#include "exec/array.hpp"
#include "exec/host_device.hpp"
#include "mesh/mesh.hpp"
#include "propagation/cell_gradient.hpp"
#include "simd/pack.hpp"
#include "spectrum/dispersion.hpp"

namespace groundswell {

// If ln k changes by more than this across a cell, waves turn in every sub-step of their propagation, as they
// may cross several cells in a step.
inline constexpr double least_rise_of_sub_steps = 0.02;

template <class T>
struct RefractionTables {
  // [n_owned][n_freq] gradient of ln k in the cell's frame times the cell's size sqrt(area).
  RowArray<T> rise_x, rise_y;
  // [n_owned] The frequencies [0, n_often) turn in every sub-step, the others once per step.
  std::vector<std::int32_t> n_often;
};

// Depths [m] of all cells, with the dispersion in cells and at edges (mean depth of both cells).
struct RefractionWater {
  const SpectralGrid& grid;
  const std::vector<double>& depth;
  const DispersionTable& at_cell;
  const DispersionTable& at_edge;
};

// Sets the row of a cell in all tables from the depths of the cell and its neighbours.
template <class T>
void set_refraction(const Mesh& mesh, int cell, const NeighbourWeights& weights, const RefractionWater& water,
                    RefractionTables<T>& tables);

// The angle [rad] by which waves turn in a sub-step if they cross in it the fraction `courant` of a cell, per
// unit of `rise` = sinh(a), where a is the rise of ln k across the cell. Some of the waves in a cell have
// only just entered it, others have been in it for a long time. With first-order transport, waves leave a
// cell with the mean of k sin(theta) that Snell's law requires, and a sea of all directions, with cg N
// proportional to k everywhere, stays in balance where it leaves shallow water, if waves turn by ln(1 +
// courant (e^a - 1)) instead of courant a; ln(1 + z) is approximated by z / (1 + z/2), with an error of third
// order.
template <class T>
GS_HD GS_INLINE T compute_turn_per_rise(T rise_x, T rise_y, T courant) {
  const T square = rise_x * rise_x + rise_y * rise_y;
  const T grown = square_root(square) + square / (T(1) + square_root(T(1) + square));  // e^a - 1
  if (grown == T(0)) return courant;
  return courant * grown / (square_root(square) * (T(1) + T(0.5) * courant * grown));
}

}  // namespace groundswell
