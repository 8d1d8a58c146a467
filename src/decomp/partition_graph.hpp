// SPDX-License-Identifier: Apache-2.0
// The graph to be cut: cells and their neighbours across edges, in compressed sparse row format.
#pragma once

#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "mesh/mesh_blocks.hpp"

namespace groundswell {

struct CellGraph {
  std::vector<int> begin;       // [n_cell + 1]
  std::vector<int> neighbours;  // each neighbour of a cell once, in ascending order

  int n_cell() const { return int(begin.size()) - 1; }
  std::span<const int> of(int cell) const {
    return std::span(neighbours)
        .subspan(std::size_t(begin[std::size_t(cell)]),
                 std::size_t(begin[std::size_t(cell) + 1] - begin[std::size_t(cell)]));
  }
};

// The graph of a whole mesh. Throws Error if the number of cells times the maximum number of edges per cell,
// a bound on the number of links, does not fit in 32 bits.
CellGraph make_cell_graph(const Mesh& mesh);

// The graph of a mesh stored in blocks, on `root`; empty elsewhere. Throws Error like make_cell_graph, on all
// ranks. Collective.
CellGraph gather_cell_graph(const Communicator& communicator, const MeshBlocks& blocks, int root = 0);

// Throws Error if a neighbour of a cell does not have that cell as a neighbour: METIS needs a symmetric
// graph.
void check_links(const CellGraph& graph);

// Number of connected pieces among the cells of each colour; a colour is a number in [0, n_colour).
std::vector<int> count_pieces(const CellGraph& graph, std::span<const int> colour, int n_colour);

// The number of cells in each connected piece of the graph, the largest first.
std::vector<int> find_piece_sizes(const CellGraph& graph);

}  // namespace groundswell
