// SPDX-License-Identifier: Apache-2.0
// The mesh data that the flux across one edge needs, gathered once: the cells of its stencil, distances and
// angles. For each edge, a is the first cell and b the second; the normal points from a to b.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/mesh.hpp"
#include "propagation/direction_frames.hpp"

namespace groundswell {

template <class T>
struct EdgeGeometry {
  int cell[2];  // a, b; -1 = none
  // Opposite to the edge beyond a (beyond b): two cells whose mean is used, often the same cell.
  int upstream[2][2];
  int side[2];  // the cells that touch the edge's ends, on the side of the normal turned by +90 degrees and
                // by -90
  T cos_angle[2], sin_angle[2];  // of the normal, in the chart of a and in the chart of b
  T inv_distance;                // [m-1] between the centres of a and b
  T inv_side_distance;           // [m-1] 1 / (2 x distance between the side cells); 0 if one is missing
  T max_diffusion;               // [m2] maximum Dn dt of a sub-step
};

// The neighbour opposite to slot k of a cell with m edges: k + m/2 around the ring; for odd m the two
// neighbours on either side of that position (their mean is used).
struct OppositeSlots {
  int first, second;
};
inline OppositeSlots opposite_slots(int k, int m) {
  return {(k + m / 2) % m, (k + (m + 1) / 2) % m};
}

// For all edges [n_edge]; members of the stencil beyond the mesh are -1. `chart` is per cell.
template <class T>
std::vector<EdgeGeometry<T>> make_edge_geometry(const Mesh& mesh, const std::vector<Chart>& chart);

// Unit vector of an edge's normal [n_edge] in space (z = 0 in the plane).
std::vector<Vec3> compute_edge_normals(const Mesh& mesh);

// Distance between two cell centres [m]: along the great circle, or in the plane to the nearest periodic
// image.
double compute_cell_distance(const Mesh& mesh, int cell, int other);

// The centre of a cell, or the middle of an edge, on the unit sphere; position [m] in the plane.
Vec3 cell_position(const Mesh& mesh, int cell);
Vec3 edge_position(const Mesh& mesh, int edge);

}  // namespace groundswell
