// SPDX-License-Identifier: Apache-2.0
// Gradients in a cell, in its direction frame, from the values in the cell and its neighbours; land
// neighbours are left out.
#pragma once

#include <vector>

#include "mesh/mesh.hpp"
#include "propagation/direction_frames.hpp"

namespace groundswell {

// gradient = sum over slots k of (x[k], y[k]) (f(neighbour k) - f(cell)); 0 for a slot without a neighbour.
// `fit` is the least-squares gradient with weights 1 / distance^2, which is exact for linear fields on any
// polygon; `flux` follows from Gauss' theorem with the mean of both cells at each edge and no change towards
// land, so that a jump on one side of a cell does not count as a slope across all of it.
struct NeighbourWeights {
  std::vector<double> fit_x, fit_y, flux_x, flux_y;  // [m-1] [n_edges_on_cell]
};
NeighbourWeights compute_neighbour_weights(const Mesh& mesh, int cell, const FrameAxes& axes);

// The axes of a cell: those of its chart on the sphere, x and y in the plane.
FrameAxes compute_cell_axes(const Mesh& mesh, int cell, Chart chart);

// Currents as vectors in three dimensions, so that those of neighbours with different frames can be compared.
using CurrentVectors = std::vector<Vec3>;
CurrentVectors make_current_vectors(const Mesh& mesh, const std::vector<double>& east,
                                    const std::vector<double>& north);

}  // namespace groundswell
