// SPDX-License-Identifier: Apache-2.0
// Which spectra the fluxes of a tile read, in the order in which they read them, so that they can be
// prefetched a few cells ahead: a pass reads a kilobyte here and there, which no hardware predicts.
#pragma once

#include <vector>

#include "propagation/cell_tiles.hpp"
#include "propagation/edge_geometry.hpp"

namespace groundswell {

// Fills CellTiles::reads and the tiles' places in it. `whole_stencil`: all cells of an edge's stencil,
// not only the two of the edge.
template <class T>
void add_tile_reads(CellTiles& tiles, const std::vector<EdgeGeometry<T>>& edges, int n_cell,
                    bool whole_stencil);

}  // namespace groundswell
