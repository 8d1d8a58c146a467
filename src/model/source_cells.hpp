// SPDX-License-Identifier: Apache-2.0
// From which cells of another mesh each cell of this one takes its sea. Of the other mesh only the places and
// the sizes of cells are known, which lie in blocks on the ranks: the blocks go around, and no rank ever has
// all of them.
#pragma once

#include <vector>

#include "comm/communicator.hpp"
#include "mesh/mesh.hpp"
#include "model/place_of_cell.hpp"

namespace groundswell {

// A cell that is three times as large as those of the other mesh, and half covered by them or more, has their
// mean, weighted by what of each lies within it. Otherwise, a cell that lies on the centre of another has
// this one's values. One that lies among neighbours, on their triangle, has barycentric weights (cells are
// neighbours where they are no farther apart than 1.7 times their mean size, so that no triangle spans land
// that is wider). Otherwise the nearest cell counts, if it contains the centre, roughly, or lies within
// `max_distance` [m]. `mine` are the places of this rank's cells, the first ones of `mesh`, `block` those of
// the other mesh's block of this rank. The result does not depend on the number of ranks. Collective.
std::vector<SourceCells> find_source_cells(const Communicator& communicator, const Mesh& mesh,
                                           const std::vector<PlaceOfCell>& mine,
                                           const std::vector<PlaceOfCell>& block, double max_distance);

}  // namespace groundswell
