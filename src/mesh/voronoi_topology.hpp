// SPDX-License-Identifier: Apache-2.0
// The connectivity of a Voronoi mesh, made from triangles alone, and the mesh made from given rings. Private
// to mesh/.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "mesh/voronoi_mesh.hpp"

namespace groundswell {

// One corner of a triangle at a point: the triangle lies between the point's neighbour `next` and the
// neighbour after it, counter-clockwise.
struct Corner {
  int triangle, next;
};

// The ring of neighbours of each point, counter-clockwise: triangle k of a point lies between neighbours k
// and k + 1.
struct PointRings {
  std::vector<int> start;       // [n_point + 1] first corner of each ring
  std::vector<Corner> corners;  // [start.back()]
  std::vector<char> closed;     // [n_point] 0 if the triangles do not surround the point

  int size(int point) const { return start[point + 1] - start[point]; }
  int neighbour(int point, int k) const { return corners[start[point] + k].next; }
  int triangle(int point, int k) const { return corners[start[point] + k].triangle; }
};

// Throws Error if a triangle names a point that does not exist, a point has no triangle, or the triangles
// around a point do not follow one another. `complete`, unless empty, is 0 for points with missing triangles:
// the corners of these points stay in the order of the triangles, and their rings count as open.
PointRings find_point_rings(const Triangulation& triangulation, std::span<const std::uint8_t> complete = {});

// The points and triangles from which the entries of a mesh's tables were made.
struct MeshSources {
  std::vector<int> point_of_cell;
  std::vector<std::array<int, 2>> points_of_edge;  // the second point may make no cell
  std::vector<int> triangle_of_vertex;  // its corners are the points of cells_on_vertex, in that order
};

// Fills counts, connectivity, edge_kind and cell_id of an empty mesh; rows around cells have at least
// mesh.max_edges entries. Consumes the rings.
MeshSources build_topology(const Triangulation& triangulation, PointRings rings, Mesh& mesh);

// Like build_voronoi_mesh and build_planar_voronoi_mesh, but for given rings, of which only closed ones make
// cells.
Mesh build_voronoi_cells(const Triangulation& triangulation, PointRings rings, double radius,
                         int max_edges = 0);
Mesh build_planar_voronoi_cells(const Triangulation& triangulation, PointRings rings, double period_x,
                                double period_y);

}  // namespace groundswell
