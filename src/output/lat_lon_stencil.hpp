// SPDX-License-Identifier: Apache-2.0
// The cells and weights from which a point of a regular grid is interpolated. A point in a sea cell has
// barycentric weights on the dual (Delaunay) triangle of the three cells around it; at a coast, where that
// triangle is incomplete, negative weights on another triangle of its cell are clipped, and where there is
// none the point has its cell's value. All other points are land: missing.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "mesh/mesh_part.hpp"
#include "output/output_grid.hpp"

namespace groundswell {

// A point of the grid in a cell of the part or on its edges.
struct PointInCell {
  int point = 0, cell = 0;
};
// Those of the owned cells, by ascending point.
std::vector<PointInCell> find_points(const MeshPart& part, const OutputGrid& grid);

// The weight of a cell, and the turn from its east and north to the point's, which matters near the poles.
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
// `part` has one ring of halo or more around the cell.
PointStencil make_stencil(const MeshPart& part, const OutputGrid& grid, const PointInCell& found);

}  // namespace groundswell
