// SPDX-License-Identifier: Apache-2.0
// Small periodic meshes may have two edges between the same two cells, or an edge from a cell to itself: the
// graph holds each neighbour once, and no cell as its own neighbour.
#include "decomp/partition_graph.hpp"

#include <algorithm>
#include <cstdint>

#include "base/each_once.hpp"
#include "base/error.hpp"
#include "comm/together.hpp"

namespace groundswell {
namespace {

// The graph of the cells in `rows`, the first of which has index `first` in the whole mesh; `begin` counts
// from the first of these rows.
CellGraph make_rows(const Mesh& rows, std::int64_t first) {
  CellGraph graph;
  graph.begin.reserve(std::size_t(rows.n_cell) + 1);
  graph.begin.push_back(0);
  std::vector<int> around;
  for (int row = 0; row < rows.n_cell; ++row) {
    around.clear();
    for (int k = 0; k < rows.n_edges_on_cell[std::size_t(row)]; ++k) {
      const int neighbour = rows.cell_on_cell(row, k);
      if (neighbour >= 0 && neighbour != first + row) around.push_back(neighbour);
    }
    keep_each_once(around);
    graph.neighbours.insert(graph.neighbours.end(), around.begin(), around.end());
    graph.begin.push_back(int(graph.neighbours.size()));
  }
  return graph;
}

void require_32_bits(std::int64_t n_cell, int max_edges) {
  require(n_cell * max_edges <= INT32_MAX, "a mesh of ", n_cell,
          " cells has more links between cells than METIS counts in 32 bits");
}

// Calls visit(cells) for each connected set of cells of the same colour.
template <class Visit>
void for_pieces(const CellGraph& graph, std::span<const int> colour, Visit&& visit) {
  std::vector<bool> seen(std::size_t(graph.n_cell()), false);
  std::vector<int> piece;
  for (int start = 0; start < graph.n_cell(); ++start) {
    if (seen[std::size_t(start)]) continue;
    seen[std::size_t(start)] = true;
    piece.assign(1, start);
    for (std::size_t next = 0; next < piece.size(); ++next)
      for (const int neighbour : graph.of(piece[next])) {
        if (seen[std::size_t(neighbour)] || colour[std::size_t(neighbour)] != colour[std::size_t(start)])
          continue;
        seen[std::size_t(neighbour)] = true;
        piece.push_back(neighbour);
      }
    visit(piece);
  }
}

}  // namespace

CellGraph make_cell_graph(const Mesh& mesh) {
  require_32_bits(mesh.n_cell, mesh.max_edges);
  return make_rows(mesh, 0);
}

CellGraph gather_cell_graph(const Communicator& communicator, const MeshBlocks& blocks, int root) {
  require_32_bits(blocks.n_cell, blocks.rows.max_edges);
  const CellGraph mine = make_rows(blocks.rows, blocks.cells.begin);
  CellGraph graph;
  graph.neighbours = communicator.gather(std::span<const int>(mine.neighbours), root);
  // The end of each row in `neighbours`, still counted from the first row of its rank.
  graph.begin = communicator.gather(std::span<const int>(mine.begin).subspan(1), root);
  if (communicator.rank() != root) return {};
  graph.begin.insert(graph.begin.begin(), 0);
  for (int rank = 1; rank < communicator.size(); ++rank) {
    const Block block = make_block(blocks.n_cell, rank, communicator.size());
    const int before = graph.begin[std::size_t(block.begin)];
    for (std::int64_t cell = block.begin; cell < block.end; ++cell)
      graph.begin[std::size_t(cell) + 1] += before;
  }
  return graph;
}

void check_links(const CellGraph& graph) {
  for (int cell = 0; cell < graph.n_cell(); ++cell)
    for (const int neighbour : graph.of(cell))
      require(std::ranges::binary_search(graph.of(neighbour), cell), "the mesh is broken: cell ", cell + 1,
              " has neighbour ", neighbour + 1, ", which does not have it as a neighbour");
}

std::vector<int> count_pieces(const CellGraph& graph, std::span<const int> colour, int n_colour) {
  std::vector<int> pieces(std::size_t(n_colour), 0);
  for_pieces(graph, colour,
             [&](const std::vector<int>& piece) { ++pieces[std::size_t(colour[std::size_t(piece[0])])]; });
  return pieces;
}

std::vector<int> find_piece_sizes(const CellGraph& graph) {
  const std::vector<int> one_colour(std::size_t(graph.n_cell()), 0);
  std::vector<int> sizes;
  for_pieces(graph, one_colour, [&](const std::vector<int>& piece) { sizes.push_back(int(piece.size())); });
  std::ranges::sort(sizes, std::greater<>());
  return sizes;
}

}  // namespace groundswell
