// SPDX-License-Identifier: Apache-2.0
// Small periodic meshes may have two edges between the same two cells, or an edge from a cell to itself: the
// graph holds each neighbour once.
#include "decomp/partition_graph.hpp"

#include <algorithm>
#include <cstdint>

#include "base/error.hpp"

namespace groundswell {

CellGraph make_cell_graph(const Mesh& mesh) {
  require(std::int64_t(mesh.n_cell) * mesh.max_edges <= INT32_MAX, "a mesh of ", mesh.n_cell,
          " cells has more links between cells than METIS counts in 32 bits");
  CellGraph graph;
  graph.begin.reserve(std::size_t(mesh.n_cell) + 1);
  graph.begin.push_back(0);
  std::vector<int> around;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    around.clear();
    for (int k = 0; k < mesh.n_edges_on_cell[std::size_t(cell)]; ++k) {
      const int neighbour = mesh.cell_on_cell(cell, k);
      if (neighbour >= 0 && neighbour != cell) around.push_back(neighbour);
    }
    std::ranges::sort(around);
    const auto repeated = std::ranges::unique(around);
    graph.neighbours.insert(graph.neighbours.end(), around.begin(), repeated.begin());
    graph.begin.push_back(int(graph.neighbours.size()));
  }
  return graph;
}

std::vector<int> count_pieces(const CellGraph& graph, std::span<const int> colour, int n_colour) {
  std::vector<int> pieces(std::size_t(n_colour), 0);
  std::vector<bool> seen(std::size_t(graph.n_cell()), false);
  std::vector<int> open;
  for (int start = 0; start < graph.n_cell(); ++start) {
    if (seen[std::size_t(start)]) continue;
    ++pieces[std::size_t(colour[std::size_t(start)])];
    seen[std::size_t(start)] = true;
    open.assign(1, start);
    while (!open.empty()) {
      const int cell = open.back();
      open.pop_back();
      for (int neighbour : graph.of(cell)) {
        if (seen[std::size_t(neighbour)] || colour[std::size_t(neighbour)] != colour[std::size_t(start)])
          continue;
        seen[std::size_t(neighbour)] = true;
        open.push_back(neighbour);
      }
    }
  }
  return pieces;
}

}  // namespace groundswell
