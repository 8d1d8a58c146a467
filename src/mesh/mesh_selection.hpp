// SPDX-License-Identifier: Apache-2.0
// Cuts a mesh: keeps some of its cells and says what lies beyond the new boundary; finds connected parts.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/mesh.hpp"

namespace groundswell {

// The mesh of the cells with keep != 0, in their order; an edge towards a removed cell becomes `beyond`, and
// boundary edges from before keep their kind. Lengths, areas and angles do not change; a vertex loses the
// kites of removed cells. cell_id goes along. Throws Error where no cell is kept or the sizes differ. [keep:
// n_cell]
Mesh select_cells(const Mesh& mesh, const std::vector<std::uint8_t>& keep, EdgeKind beyond);

struct ConnectedParts {
  std::vector<int> part_of_cell;  // [n_cell] 0 is the largest part by area; -1 where keep is 0
  std::vector<double> area;       // [n_part] [m2], descending
  std::vector<int> n_cell;        // [n_part]
};

// Parts of the kept cells that hang together across edges. [keep: n_cell]
ConnectedParts find_connected_parts(const Mesh& mesh, const std::vector<std::uint8_t>& keep);

}  // namespace groundswell
