// SPDX-License-Identifier: Apache-2.0
// Which spectra the fluxes of a tile read, in the order in which they are met, so that they can be fetched
// into the cache a few cells ahead: a pass reads a kilobyte here and there, which no hardware foresees.
#pragma once

#include <vector>

#include "propagation/cell_tiles.hpp"
#include "propagation/edge_geometry.hpp"

namespace groundswell {

// Fills CellTiles::reads and the tiles' places in it. `whole_stencil`: not only the cells of an edge itself.
template <class T>
void add_tile_reads(CellTiles& tiles, const std::vector<EdgeGeometry<T>>& edges, int n_cell,
                    bool whole_stencil);

}  // namespace groundswell
