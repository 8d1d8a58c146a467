// SPDX-License-Identifier: Apache-2.0
// Finds the cells of another mesh from which each cell of this one takes its sea. Only positions and sizes of
// the other mesh's cells are known, in blocks distributed over the ranks: each block is broadcast in turn,
// and no rank ever holds all of them.
#pragma once

#include <vector>

#include "comm/communicator.hpp"
#include "mesh/mesh.hpp"
#include "model/place_of_cell.hpp"

namespace groundswell {

// A cell that is at least three times as large as those of the other mesh, and at least half covered by them,
// gets their mean, weighted by the part of each that lies within it. Otherwise, a cell whose centre coincides
// with that of a cell of the other mesh gets the values of that cell. A cell whose centre lies inside a
// triangle of neighbours gets barycentric weights (cells are neighbours if they are no farther apart than 1.7
// times their mean size, so that no triangle spans land that is wider than that). Otherwise the nearest cell
// counts, if it roughly contains the centre or lies within `max_distance` [m]. `mine` are the positions of
// this rank's cells, the first ones of `mesh`, `block` those of the other mesh's block of this rank. The
// result does not depend on the number of ranks. Collective.
std::vector<SourceCells> find_source_cells(const Communicator& communicator, const Mesh& mesh,
                                           const std::vector<PlaceOfCell>& mine,
                                           const std::vector<PlaceOfCell>& block, double max_distance);

}  // namespace groundswell
