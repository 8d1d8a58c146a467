// SPDX-License-Identifier: Apache-2.0
// The cells and weights from which a point is interpolated. A point in a sea cell has barycentric weights on
// the dual (Delaunay) triangle of the three cells around it; at a coast, where that triangle is incomplete,
// negative weights on another triangle of its cell are clipped, and where there is none the point has its
// cell's value.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "mesh/mesh_part.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {

// The weight of a cell, and the turn from its east and north to the point's, which grows towards the poles.
struct StencilCorner {
  float weight = 0.0f, cos_turn = 1.0f, sin_turn = 0.0f;
};

// Ranks send it as it is.
struct PointStencil {
  std::int64_t cell = -1;  // in which the point lies, in the whole mesh
  // Largest weight first; -1 where there are fewer.
  std::array<std::int64_t, 3> corner_cells{-1, -1, -1};
  std::array<StencilCorner, 3> corners{};
  int point = 0;
};

// What lies around a cell, as vectors: on the sphere from its centre to its unit surface; in the plane from 1
// above it, in units of the cell's size. In both, barycentric weights and the sides of edges are triple
// products.
class CellSurroundings {
 public:
  CellSurroundings(const Mesh& mesh, int cell);

  // Longitude and latitude [degree]; in the plane x and y [m].
  Vec3 position(double lon, double lat) const;
  Vec3 cell(int other) const;
  Vec3 vertex(int vertex) const;
  // The greatest distance of a vertex from the centre [rad], on the sphere.
  double radius() const { return radius_; }
  // Whether a point lies in the cell or on its edges.
  bool contains(const Vec3& point) const;

 private:
  Vec3 in_plane(double x, double y) const;

  const Mesh& mesh_;
  double x_ = 0.0, y_ = 0.0, unit_ = 1.0;  // of the plane [m]
  double radius_ = 0.0;
  std::vector<Vec3> inward_;  // normal to the plane through an edge, pointing into the cell
};

// The stencil of a point in or near a cell that this rank owns; `part` has one ring of halo or more around
// it.
PointStencil make_stencil(const MeshPart& part, int cell, double lon, double lat);
// The own value of a cell, by its number in the whole mesh.
PointStencil make_cell_stencil(std::int64_t cell);

}  // namespace groundswell
