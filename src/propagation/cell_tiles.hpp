// SPDX-License-Identifier: Apache-2.0
// Tiles: runs of neighbouring cells whose edges are listed once, so that a flux between two cells of a tile
// is formed once and read by both. A flux at a tile's rim is formed by both tiles, from the same numbers and
// so with the same bits. Cells are updated as soon as their fluxes are there, and the scratch row of a flux
// that both its cells have read is used again, so that a large tile (few rims) needs little cache.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/mesh.hpp"
#include "propagation/direction_frames.hpp"

namespace groundswell {

inline constexpr int cells_per_tile = 512;

struct TileEdge {
  int edge;
  int row;         // row of the tile's flux scratch, in the frame of cell a
  int row_b;       // the same in the frame of cell b where that is of another chart, else = row
  int first_cell;  // of the tile's cells the first that it belongs to: edges are listed in this order
  int turns = -1;  // into CellTiles::stencil_turns, -1 where the stencil lies in one chart
};

struct CellTile {
  int first_cell, end_cell;
  int first_edge, end_edge = 0;          // into CellTiles::edges
  int first_turned = 0, end_turned = 0;  // into CellTiles::turned_cells
  int first_read = 0, end_read = 0;      // into CellTiles::reads
};

inline constexpr int stencil_size = 8;  // a, b, upstream of a (2), upstream of b (2), left, right

// For each cell of a stencil the place of its turned spectrum among the tile's turned cells.
struct StencilTurns {
  int place[stencil_size];
};

// A cell whose spectrum is read, listed where the fluxes of a tile's cells meet it first.
struct TileRead {
  int cell;
  int first_cell;
};

struct CellTiles {
  std::vector<CellTile> tiles;
  std::vector<TileEdge> edges;    // one more at the end, of no cell
  std::vector<TileRead> reads;    // of add_tile_reads
  std::vector<int> turned_cells;  // whose spectra are needed in the chart that is not their own
  std::vector<StencilTurns> stencil_turns;
  int max_rows = 0, max_turned = 0;  // of any tile
};

// Tiles of cells [begin, end). Writes for each of them the scratch row of each slot to
// slot_row [n_cell][max_edges].
CellTiles make_cell_tiles(const Mesh& mesh, const std::vector<Chart>& chart, int begin, int end,
                          std::vector<std::int32_t>& slot_row);

}  // namespace groundswell
