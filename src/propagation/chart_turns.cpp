// SPDX-License-Identifier: Apache-2.0
#include "propagation/chart_turns.hpp"

#include <algorithm>
#include <unordered_map>

namespace groundswell {
namespace {

bool spans_charts(const std::array<int, stencil_size>& cells, const std::vector<Chart>& chart) {
  bool has[2] = {false, false};
  for (const int cell : cells)
    if (cell >= 0) has[int(chart[cell])] = true;
  return has[0] && has[1];
}

}  // namespace

template <class T>
void add_chart_turns(CellTiles& tiles, const std::vector<EdgeGeometry<T>>& edges,
                     const std::vector<Chart>& chart) {
  std::unordered_map<int, int> place;
  for (CellTile& tile : tiles.tiles) {
    place.clear();
    tile.first_turned = int(tiles.turned_cells.size());
    for (int i = tile.first_edge; i < tile.end_edge; ++i) {
      TileEdge& edge = tiles.edges[i];
      const auto cells = stencil_cells(edges[edge.edge]);
      if (!spans_charts(cells, chart)) continue;
      StencilTurns turns{};
      for (int m = 0; m < stencil_size; ++m) {
        if (cells[m] < 0) continue;
        const auto [found, is_new] = place.try_emplace(cells[m], int(place.size()));
        if (is_new) tiles.turned_cells.push_back(cells[m]);
        turns.place[m] = found->second;
      }
      edge.turns = int(tiles.stencil_turns.size());
      tiles.stencil_turns.push_back(turns);
    }
    tile.end_turned = int(tiles.turned_cells.size());
    tiles.max_turned = std::max(tiles.max_turned, int(place.size()));
  }
}

template void add_chart_turns(CellTiles&, const std::vector<EdgeGeometry<float>>&, const std::vector<Chart>&);
template void add_chart_turns(CellTiles&, const std::vector<EdgeGeometry<double>>&,
                              const std::vector<Chart>&);

}  // namespace groundswell
