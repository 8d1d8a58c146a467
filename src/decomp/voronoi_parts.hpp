// SPDX-License-Identifier: Apache-2.0
// Builds a Voronoi mesh in parallel: no rank makes more than its own block.
#pragma once

#include "comm/communicator.hpp"
#include "mesh/mesh_blocks.hpp"
#include "mesh/voronoi_mesh.hpp"

namespace groundswell {

// Makes the blocks of the Voronoi mesh of a closed triangulation of the sphere. Rank 0 passes the
// triangulation, which is consumed. Each rank gets the triangles around its cells and makes the rows of its
// block, bit-identical to those of build_voronoi_mesh. `radius` [m] is the same on all ranks. Collective.
MeshBlocks build_voronoi_blocks(const Communicator& communicator, Triangulation whole, double radius);

}  // namespace groundswell
