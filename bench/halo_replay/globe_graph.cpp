// SPDX-License-Identifier: Apache-2.0
// Each triangle adds its three edges to the graph in one direction; the triangle on the other side of an edge
// adds the opposite direction.
#include "bench/halo_replay/globe_graph.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "mesh/analytic_meshes.hpp"

namespace groundswell {

CellGraph make_globe_graph(int divisions) {
  const int n_bisections = std::countr_zero(unsigned(divisions));
  LloydSettings as_it_is;
  as_it_is.max_iterations = 0;
  const Triangulation globe = make_icosahedral_points(divisions >> n_bisections, n_bisections, as_it_is);
  CellGraph graph;
  graph.begin.assign(globe.points.size() + 1, 0);
  for (const Triangle& t : globe.triangles)
    for (int point : t) ++graph.begin[std::size_t(point) + 1];
  std::partial_sum(graph.begin.begin(), graph.begin.end(), graph.begin.begin());
  std::vector<int> place(graph.begin.begin(), graph.begin.end() - 1);
  graph.neighbours.resize(3 * globe.triangles.size());
  for (const auto& [a, b, c] : globe.triangles) {
    graph.neighbours[std::size_t(place[std::size_t(a)]++)] = b;
    graph.neighbours[std::size_t(place[std::size_t(b)]++)] = c;
    graph.neighbours[std::size_t(place[std::size_t(c)]++)] = a;
  }
  for (int cell = 0; cell < graph.n_cell(); ++cell)
    std::sort(graph.neighbours.begin() + graph.begin[std::size_t(cell)],
              graph.neighbours.begin() + graph.begin[std::size_t(cell) + 1]);
  return graph;
}

}  // namespace groundswell
