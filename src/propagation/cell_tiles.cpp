// SPDX-License-Identifier: Apache-2.0
#include "propagation/cell_tiles.hpp"

#include <algorithm>
#include <unordered_map>

namespace groundswell {
namespace {

bool joins_charts(const Mesh& mesh, const std::vector<Chart>& chart, int edge) {
  const int a = mesh.cell_on_edge(edge, 0), b = mesh.cell_on_edge(edge, 1);
  return a >= 0 && b >= 0 && chart[a] != chart[b];
}

}  // namespace

CellTiles make_cell_tiles(const Mesh& mesh, const std::vector<Chart>& chart, int begin, int end,
                          std::vector<std::int32_t>& slot_row) {
  CellTiles result;
  std::unordered_map<int, TileEdge> known;
  for (int first = begin; first < end; first += cells_per_tile) {
    CellTile tile{first, std::min(first + cells_per_tile, end), int(result.edges.size()), 0};
    int n_row = 0;
    known.clear();
    for (int cell = tile.first_cell; cell < tile.end_cell; ++cell)
      for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k) {
        const int edge = mesh.edge_on_cell(cell, k);
        const auto [found, is_new] = known.try_emplace(edge);
        TileEdge& entry = found->second;
        if (is_new) {
          entry = {edge, n_row, n_row, -1};
          if (joins_charts(mesh, chart, edge)) entry.row_b = ++n_row;
          ++n_row;
          result.edges.push_back(entry);
        }
        const bool is_b = mesh.cell_on_edge(edge, 0) != cell;
        slot_row[std::size_t(cell) * mesh.max_edges + k] = is_b ? entry.row_b : entry.row;
      }
    tile.end_edge = int(result.edges.size());
    result.max_rows = std::max(result.max_rows, n_row);
    result.tiles.push_back(tile);
  }
  return result;
}

}  // namespace groundswell
