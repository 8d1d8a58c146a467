// SPDX-License-Identifier: Apache-2.0
// Tiles: ranges of consecutive cells. A tile lists each of its edges once, so that a flux between two of its
// cells is computed once and read by both. A flux between cells of two tiles is computed for both tiles, from
// the same numbers and so with the same bits. Cells are updated as soon as their fluxes have been computed,
// and the scratch row of a flux is reused once both cells have read it, so that a large tile needs little
// cache.
#pragma once

#include <cstdint>
#include <vector>

#include "mesh/mesh.hpp"

namespace groundswell {

inline constexpr int cells_per_tile = 512;

struct TileEdge {
  int edge;
  int row;         // row of the tile's flux scratch: the flux that cell a sees
  int row_b;       // row of the flux that cell b sees, if it is another one, else = row
  int first_cell;  // the first of the tile's cells that the edge bounds; edges are listed in this order
  int turns = -1;  // index into CellTiles::stencil_turns; -1 if the stencil lies in one chart
};

struct CellTile {
  int first_cell, end_cell;
  int first_edge, end_edge = 0;          // range in CellTiles::edges
  int first_turned = 0, end_turned = 0;  // range in CellTiles::turned_cells
  int first_read = 0, end_read = 0;      // range in CellTiles::reads
};

inline constexpr int stencil_size = 8;  // a, b, upstream of a (2), upstream of b (2), left, right

// For each cell of a stencil, the index of its turned spectrum among the tile's turned cells.
struct StencilTurns {
  int place[stencil_size];
};

// A cell whose spectrum a tile reads, and the first cell of the tile whose fluxes read it.
struct TileRead {
  int cell;
  int first_cell;
};

struct CellTiles {
  std::vector<CellTile> tiles;
  std::vector<TileEdge> edges;    // plus a sentinel at the end, which bounds no cell
  std::vector<TileRead> reads;    // set by add_tile_reads
  std::vector<int> turned_cells;  // cells whose spectra are needed in the other chart
  std::vector<StencilTurns> stencil_turns;
  int max_rows = 0, max_turned = 0;  // maximum numbers of scratch rows and of turned cells in a tile
};

// Makes the tiles of cells [begin, end) and writes the scratch row of each edge of these cells to slot_row
// [n_cell][max_edges]. has_two [n_edge]: 1 if the two cells of an edge see different fluxes.
CellTiles make_cell_tiles(const Mesh& mesh, const std::vector<std::uint8_t>& has_two, int begin, int end,
                          std::vector<std::int32_t>& slot_row);

}  // namespace groundswell
