// SPDX-License-Identifier: Apache-2.0
#include "propagation/cell_tiles.hpp"

#include <algorithm>
#include <vector>

namespace groundswell {
namespace {

// Hands out rows of scratch memory, the most recently returned first, because that row is still in the cache.
class RowPool {
 public:
  int take() {
    if (free_.empty()) return n_row_++;
    const int row = free_.back();
    free_.pop_back();
    return row;
  }
  void give_back(int row) { free_.push_back(row); }
  int n_row() const { return n_row_; }

 private:
  std::vector<int> free_;
  int n_row_ = 0;
};

}  // namespace

CellTiles make_cell_tiles(const Mesh& mesh, const std::vector<std::uint8_t>& has_two, int begin, int end,
                          std::vector<std::int32_t>& slot_row) {
  CellTiles result;
  std::vector<TileEdge> entry_of(std::size_t(mesh.n_edge));
  for (int first = begin; first < end; first += cells_per_tile) {
    CellTile tile{first, std::min(first + cells_per_tile, end), int(result.edges.size())};
    RowPool rows;
    for (int cell = tile.first_cell; cell < tile.end_cell; ++cell) {
      for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k) {
        const int edge = mesh.edge_on_cell(cell, k), other = mesh.cell_on_cell(cell, k);
        TileEdge& entry = entry_of[edge];
        if (other < tile.first_cell || other >= cell || other >= tile.end_cell) {
          entry = {edge, rows.take(), 0, cell};
          entry.row_b = has_two[edge] ? rows.take() : entry.row;
          result.edges.push_back(entry);
        }
        const bool is_b = mesh.cell_on_edge(edge, 0) != cell;
        slot_row[std::size_t(cell) * mesh.max_edges + k] = is_b ? entry.row_b : entry.row;
      }
      for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k) {
        const int other = mesh.cell_on_cell(cell, k);
        if (other > cell && other < tile.end_cell) continue;  // `other` will need the flux too
        const TileEdge& entry = entry_of[mesh.edge_on_cell(cell, k)];
        rows.give_back(entry.row);
        if (entry.row_b != entry.row) rows.give_back(entry.row_b);
      }
    }
    tile.end_edge = int(result.edges.size());
    result.max_rows = std::max(result.max_rows, rows.n_row());
    result.tiles.push_back(tile);
  }
  result.edges.push_back({-1, -1, -1, -1});
  return result;
}

}  // namespace groundswell
