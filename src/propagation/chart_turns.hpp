// SPDX-License-Identifier: Apache-2.0
// Where the two charts of direction frames meet, the stencil of an edge has cells of both charts. Their
// spectra are rotated into the other chart once per tile and block of frequencies, before any flux is
// computed.
#pragma once

#include <array>
#include <vector>

#include "propagation/cell_tiles.hpp"
#include "propagation/edge_geometry.hpp"

namespace groundswell {

// The cells of an edge's stencil in the order of StencilTurns.
template <class T>
std::array<int, stencil_size> stencil_cells(const EdgeGeometry<T>& g) {
  return {g.cell[0],        g.cell[1],        g.upstream[0][0], g.upstream[0][1],
          g.upstream[1][0], g.upstream[1][1], g.side[0],        g.side[1]};
}

// Lists the cells to be turned for each tile and, for each edge near the border of the charts, the positions
// of its stencil's cells in that list.
template <class T>
void add_chart_turns(CellTiles& tiles, const std::vector<EdgeGeometry<T>>& edges,
                     const std::vector<Chart>& chart);

}  // namespace groundswell
