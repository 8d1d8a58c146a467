// SPDX-License-Identifier: Apache-2.0
// Selects cells of a mesh, with a kind for the new boundary edges, and finds connected parts.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/mesh.hpp"

namespace groundswell {

// The mesh of the cells with keep != 0, in their original order; an edge towards a removed cell becomes
// `beyond`, and existing boundary edges keep their kind. Cells keep their area and cell_id, edges their
// lengths; an edge whose first cell is removed is reversed, and a vertex loses the kites of removed cells.
// Throws Error if no cell is kept, `keep` does not have n_cell values or `beyond` is EdgeKind::interior.
Mesh select_cells(Mesh mesh, const std::vector<std::uint8_t>& keep, EdgeKind beyond);

struct ConnectedParts {
  std::vector<int> part_of_cell;  // [n_cell] 0 is the largest part by area; -1 if keep is 0
  std::vector<double> area;       // [n_part] [m2], descending
  std::vector<int> n_cell;        // [n_part]
};

// Parts of the kept cells that are connected across edges. `keep` has n_cell values.
ConnectedParts find_connected_parts(const Mesh& mesh, const std::vector<std::uint8_t>& keep);

}  // namespace groundswell
