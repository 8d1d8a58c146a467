// SPDX-License-Identifier: Apache-2.0
// The graph to be cut: cells and their neighbours across edges, in compressed rows.
#pragma once

#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/mesh_blocks.hpp"

namespace groundswell {

struct CellGraph {
  std::vector<int> begin;       // [n_cell + 1]
  std::vector<int> neighbours;  // each neighbour of a cell once, ascending

  int n_cell() const { return int(begin.size()) - 1; }
  std::span<const int> of(int cell) const {
    return std::span(neighbours)
        .subspan(std::size_t(begin[std::size_t(cell)]),
                 std::size_t(begin[std::size_t(cell) + 1] - begin[std::size_t(cell)]));
  }
};

// The graph of a whole mesh. Throws Error if it has more links than fit in 32 bits.
CellGraph make_cell_graph(const Mesh& mesh);

// The graph of a mesh stored in blocks, on `root`; empty elsewhere. Throws Error, on all ranks, if it has
// more links than fit in 32 bits. Collective.
CellGraph gather_cell_graph(const Communicator& communicator, const MeshBlocks& blocks, int root = 0);

// Throws Error for a neighbour that does not have its cell as a neighbour: METIS needs links that go both
// ways.
void check_links(const CellGraph& graph);

// Number of connected pieces among the cells of each colour; a colour is a number in [0, n_colour).
std::vector<int> count_pieces(const CellGraph& graph, std::span<const int> colour, int n_colour);

// The number of cells of each connected piece, the largest first.
std::vector<int> find_piece_sizes(const CellGraph& graph);

}  // namespace groundswell
