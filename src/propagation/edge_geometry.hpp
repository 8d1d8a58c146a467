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
  // The two neighbours of a (of b) opposite to the edge, whose mean is used; often both are the same cell.
  int upstream[2][2];
  int side[2];  // the cells at the ends of the edge: to the left (+90 degrees) and right of the normal
  T cos_angle[2], sin_angle[2];  // of the normal, in the chart of a and in the chart of b
  T inv_distance;                // [m-1] 1 / distance between the centres of a and b
  T inv_side_distance;           // [m-1] 1 / (2 x distance between the side cells); 0 if both are missing
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

// Makes the geometry of all edges [n_edge]; members of a stencil that are not in the mesh are -1. `chart` has
// n_cell entries.
template <class T>
std::vector<EdgeGeometry<T>> make_edge_geometry(const Mesh& mesh, const std::vector<Chart>& chart);

// Unit vector of an edge's normal [n_edge] in space (z = 0 in the plane).
std::vector<Vec3> compute_edge_normals(const Mesh& mesh);

// Distance between two cell centres [m]: along the great circle, or in the plane to the nearest periodic
// image.
double compute_cell_distance(const Mesh& mesh, int cell, int other);

// The centre of a cell, or the point of an edge (see Mesh): on the sphere as a unit vector, in the plane as a
// position [m].
Vec3 cell_position(const Mesh& mesh, int cell);
Vec3 edge_position(const Mesh& mesh, int edge);

}  // namespace groundswell
