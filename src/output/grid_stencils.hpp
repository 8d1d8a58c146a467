// SPDX-License-Identifier: Apache-2.0
// The stencils of the points of a regular grid, made by the owners of the cells in which the points lie and
// sent to the ranks that write the rows.
#pragma once

#include <vector>

#include "comm/communicator.hpp"
#include "mesh/mesh_part.hpp"
#include "output/output_grid.hpp"
#include "output/point_stencil.hpp"

namespace groundswell {

// Those of the points of this rank's block of the grid's rows, longitude fastest; on land the cell is -1. A
// point on an edge lies in two cells, of which the one with the lower number wins. `part` has one ring of
// halo or more. Collective.
std::vector<PointStencil> make_grid_stencils(const Communicator& communicator, const MeshPart& part,
                                             const OutputGrid& grid);

}  // namespace groundswell
