// SPDX-License-Identifier: Apache-2.0
// The spectra that the fluxes of a tile read, in the order in which they are read, so that they can be
// prefetched a few cells ahead: a pass reads pieces of about a kilobyte from scattered places, which no
// hardware prefetcher predicts.
#pragma once

#include <vector>

#include "propagation/cell_tiles.hpp"
#include "propagation/edge_geometry.hpp"

namespace groundswell {

// Fills CellTiles::reads and each tile's range in it. `whole_stencil`: all cells of an edge's stencil, not
// only the two cells of the edge.
template <class T>
void add_tile_reads(CellTiles& tiles, const std::vector<EdgeGeometry<T>>& edges, int n_cell,
                    bool whole_stencil);

}  // namespace groundswell
