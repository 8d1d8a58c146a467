// SPDX-License-Identifier: Apache-2.0
// The interpolation stencils of the points of a regular grid, made by the owners of the cells that contain
// the points and sent to the ranks that write these points.
#pragma once

#include <vector>

#include "comm/communicator.hpp"
#include "mesh/mesh_part.hpp"
#include "output/output_grid.hpp"
#include "output/point_stencil.hpp"

namespace groundswell {

// The stencils of the points in this rank's block of the grid's rows, longitude fastest; their cell is -1 on
// land. If a point on an edge belongs to two cells, the one with the lower number is used. `part` has at
// least one halo ring. Collective.
std::vector<PointStencil> make_grid_stencils(const Communicator& communicator, const MeshPart& part,
                                             const OutputGrid& grid);

}  // namespace groundswell
