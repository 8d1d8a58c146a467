// SPDX-License-Identifier: Apache-2.0
// Some cells of a mesh with all edges and vertices around them, and their indices in the whole mesh.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/mesh.hpp"

namespace groundswell {

struct MeshPart {
  // The part, in local indices. Cells outside it, and edges that belong to none of its cells, are -1; edge
  // kinds are those of the whole mesh: if one cell of an interior edge is -1, there is sea on that side,
  // outside the part.
  Mesh mesh;
  int n_owned = 0;  // the cells that the part owns come first; the others surround them

  // Indices in the whole mesh, from 0.
  std::vector<std::int64_t> global_cell;    // [mesh.n_cell]
  std::vector<std::int64_t> global_edge;    // [mesh.n_edge]
  std::vector<std::int64_t> global_vertex;  // [mesh.n_vertex]
  std::int64_t n_global_cell = 0, n_global_edge = 0, n_global_vertex = 0;
};

}  // namespace groundswell
