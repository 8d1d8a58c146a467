// SPDX-License-Identifier: Apache-2.0
// The connectivity of a Voronoi mesh, from triangles alone, without geometry. Private to mesh/.
#pragma once

#include <array>
#include <vector>

#include "mesh/voronoi_mesh.hpp"

namespace groundswell {

// The ring of neighbours of each point, counter-clockwise: triangle k of a point lies between neighbours k
// and k + 1.
struct PointRings {
  std::vector<int> start;      // [n_point + 1] first entry of each ring
  std::vector<int> neighbour;  // [start.back()]
  std::vector<int> triangle;   // [start.back()]
  std::vector<char> closed;    // [n_point] 0 where the triangles do not surround the point

  int size(int point) const { return start[point + 1] - start[point]; }
};

// Throws Error where triangles overlap or a point has none.
PointRings find_point_rings(const Triangulation& triangulation);

// The points and triangles from which the entries of a mesh's tables were made.
struct MeshSources {
  std::vector<int> point_of_cell;
  std::vector<std::array<int, 2>> points_of_edge;  // also where the second makes no cell
  std::vector<int> triangle_of_vertex;  // its corners are the points of cells_on_vertex, in that order
};

// Fills counts, connectivity, edge_kind and cell_id of an empty mesh.
MeshSources build_topology(const Triangulation& triangulation, Mesh& mesh);

}  // namespace groundswell
