// SPDX-License-Identifier: Apache-2.0
// Collects each rank's cells and the cells around them from the blocks of a mesh; a LocalMesh is made from
// these.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/mesh_blocks.hpp"

namespace groundswell {

// A rank's cells and the rings of cells around them, with all their edges and vertices, each by ascending
// index. Indices are those of the piece; -1 for entries outside it.
struct MeshPiece : MeshCounts {  // with the counts of the whole mesh
  Mesh mesh = {};
  std::vector<std::int64_t> cells = {}, edges = {}, vertices = {};  // indices in the whole mesh, from 0
  std::vector<int> owner = {};                                      // [mesh.n_cell] rank of each cell
};

// Orders the vertices of all edges of raw blocks and corrects their angles (orient_edge), which needs
// positions from other blocks. Throws Error, on all ranks, for an edge without a cell. Collective.
void orient_edges(const Communicator& communicator, MeshBlocks& blocks);

// The piece of this rank; `owner` has the rank of each cell of this process's block. The rows of the blocks
// are consumed. Collective.
MeshPiece collect_piece(const Communicator& communicator, MeshBlocks blocks, const std::vector<int>& owner,
                        int n_ring);

// Brings a piece of raw blocks, with oriented edges, into the order of Mesh and checks the cells that this
// rank owns. Throws Error, naming the mesh, for the first broken invariant. Not collective.
void order_piece(MeshPiece& piece, int rank, const std::string& name);

}  // namespace groundswell
