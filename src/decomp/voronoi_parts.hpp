// SPDX-License-Identifier: Apache-2.0
// Builds a Voronoi mesh in parallel: no rank makes more than its own block.
#pragma once

#include "comm/communicator.hpp"
#include "mesh/mesh_blocks.hpp"
#include "mesh/voronoi_mesh.hpp"

namespace groundswell {

// The blocks of the mesh of a closed triangulation of the sphere, which rank 0 passes and which is consumed.
// Each rank gets the triangles around its cells and makes its rows, with the same bits as build_voronoi_mesh.
// `radius` [m] is the same on all ranks. Collective.
MeshBlocks build_voronoi_blocks(const Communicator& communicator, Triangulation whole, double radius);

}  // namespace groundswell
