// SPDX-License-Identifier: Apache-2.0
// Collects each rank's cells and the cells around them from the blocks of a mesh; a LocalMesh is made from
// these.
#pragma once

#include <cstdint>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/mesh_blocks.hpp"

namespace groundswell {

// A rank's cells and the rings of cells around them, with all their edges and vertices: each of the three in
// ascending order of the index in the whole mesh. The tables of `mesh` contain indices of the piece, and -1
// for what lies outside it.
struct MeshPiece : MeshCounts {  // the counts are those of the whole mesh
  Mesh mesh = {};
  std::vector<std::int64_t> cells = {}, edges = {}, vertices = {};  // indices in the whole mesh, from 0
  std::vector<int> owner = {};                                      // [mesh.n_cell] rank that owns each cell
};

// Orders the vertices of all edges of raw blocks and corrects their angles (orient_edge), which needs
// positions from other blocks. Throws Error, on all ranks, for an edge without a cell. Collective.
void orient_edges(const Communicator& communicator, MeshBlocks& blocks);

// The piece of this rank; `owner` lists the ranks that own the cells of this process's block. The rows of the
// blocks are consumed. Collective.
MeshPiece collect_piece(const Communicator& communicator, MeshBlocks blocks, const std::vector<int>& owner,
                        int n_ring);

// Brings a piece of raw blocks, with oriented edges, into the order of Mesh and checks the cells that this
// rank owns. Throws Error, naming the mesh, for the first broken invariant. Not collective.
void order_piece(MeshPiece& piece, int rank, const std::string& name);

}  // namespace groundswell
