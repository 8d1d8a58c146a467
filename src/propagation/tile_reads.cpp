// SPDX-License-Identifier: Apache-2.0
#include "propagation/tile_reads.hpp"

namespace groundswell {

template <class T>
void add_tile_reads(CellTiles& tiles, const std::vector<EdgeGeometry<T>>& edges, int n_cell,
                    bool whole_stencil) {
  std::vector<int> last_tile(std::size_t(n_cell), -1);  // the last tile that lists the cell
  for (int number = 0; number < int(tiles.tiles.size()); ++number) {
    CellTile& tile = tiles.tiles[number];
    tile.first_read = int(tiles.reads.size());
    for (int i = tile.first_edge; i < tile.end_edge; ++i) {
      const EdgeGeometry<T>& g = edges[tiles.edges[i].edge];
      const auto add = [&](int cell) {
        if (cell < 0 || last_tile[cell] == number) return;
        last_tile[cell] = number;
        tiles.reads.push_back({cell, tiles.edges[i].first_cell});
      };
      for (int side = 0; side < 2; ++side) {
        add(g.cell[side]);
        if (!whole_stencil) continue;
        add(g.upstream[side][0]);
        add(g.upstream[side][1]);
        add(g.side[side]);
      }
    }
    tile.end_read = int(tiles.reads.size());
  }
}

template void add_tile_reads(CellTiles&, const std::vector<EdgeGeometry<float>>&, int, bool);
template void add_tile_reads(CellTiles&, const std::vector<EdgeGeometry<double>>&, int, bool);

}  // namespace groundswell
