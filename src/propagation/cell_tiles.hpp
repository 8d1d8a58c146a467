// SPDX-License-Identifier: Apache-2.0
// Tiles: runs of neighbouring cells whose edges are listed once, so that a flux between two cells of a tile
// is formed once and read by both while it is in the cache. A flux at a tile's rim is formed by both tiles,
// from the same numbers and so with the same bits.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/mesh.hpp"
#include "propagation/direction_frames.hpp"

namespace groundswell {

inline constexpr int cells_per_tile = 64;

struct TileEdge {
  int edge;
  int row;    // row of the tile's flux scratch, in the frame of cell a
  int row_b;  // the same in the frame of cell b where that is of another chart, else = row
};

struct CellTile {
  int first_cell, end_cell;
  int first_edge, end_edge;  // into CellTiles::edges
};

struct CellTiles {
  std::vector<CellTile> tiles;
  std::vector<TileEdge> edges;
  int max_rows = 0;  // of any tile
};

// Tiles of cells [begin, end). Writes for each of them the scratch row of each slot to
// slot_row [n_cell][max_edges].
CellTiles make_cell_tiles(const Mesh& mesh, const std::vector<Chart>& chart, int begin, int end,
                          std::vector<std::int32_t>& slot_row);

}  // namespace groundswell
