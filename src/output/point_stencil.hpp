// SPDX-License-Identifier: Apache-2.0
// The cells and weights for interpolation to a point. A point in a sea cell has barycentric weights on the
// dual (Delaunay) triangle of the three cells around it. At a coast, where that triangle is incomplete,
// another triangle at the cell is used, with negative weights clipped; if none there is complete, the point
// takes the value of its cell.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "mesh/mesh_part.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {

// The weight of a cell, and the rotation of components along its east and north into those along the point's;
// the angle grows towards the poles.
struct StencilCorner {
  float weight = 0.0f, cos_turn = 1.0f, sin_turn = 0.0f;
};

// Sent between ranks as raw bytes.
struct PointStencil {
  // The cell that contains the point or, from make_cell_stencil(), whose value is taken; numbered in the
  // whole mesh.
  std::int64_t cell = -1;
  // The cells to interpolate from, the largest weight first; unused entries are -1.
  std::array<std::int64_t, 3> corner_cells{-1, -1, -1};
  std::array<StencilCorner, 3> corners{};
  int point = 0;
};

// The surroundings of a cell as vectors: on the sphere, from the sphere's centre to points on the unit
// sphere; in the plane, from a point at depth 1 below the cell's centre, in units of the cell's size. In both
// cases, triple products give barycentric weights and the side of an edge on which a point lies.
class CellSurroundings {
 public:
  CellSurroundings(const Mesh& mesh, int cell);

  // Arguments are longitude and latitude [degree]; in the plane x and y [m].
  Vec3 position(double lon, double lat) const;
  Vec3 cell(int other) const;
  Vec3 vertex(int vertex) const;
  // The greatest distance of a vertex from the centre [rad], on the sphere.
  double radius() const { return radius_; }
  // Whether a point is in the cell or on its edges.
  bool contains(const Vec3& point) const;

 private:
  Vec3 in_plane(double x, double y) const;

  const Mesh& mesh_;
  double x_ = 0.0, y_ = 0.0, unit_ = 1.0;  // in the plane: centre and size of the cell [m]
  double radius_ = 0.0;
  std::vector<Vec3> inward_;  // normals to the planes through the edges, pointing into the cell
};

// The stencil of a point in or near a cell that this rank owns; `part` has at least one halo ring around it.
PointStencil make_stencil(const MeshPart& part, int cell, double lon, double lat);
// The stencil that takes the value of a single cell, given by its global number.
PointStencil make_cell_stencil(std::int64_t cell);

}  // namespace groundswell
