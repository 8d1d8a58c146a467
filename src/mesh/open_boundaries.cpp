// SPDX-License-Identifier: Apache-2.0
#include "mesh/open_boundaries.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

// Pieces of connected edges, each identified by one of its edges.
class Pieces {
 public:
  explicit Pieces(std::size_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0); }
  int of(int edge) {
    while (parent_[std::size_t(edge)] != edge) {
      parent_[std::size_t(edge)] = parent_[std::size_t(parent_[std::size_t(edge)])];
      edge = parent_[std::size_t(edge)];
    }
    return edge;
  }
  void join(int a, int b) { parent_[std::size_t(of(a))] = of(b); }

 private:
  std::vector<int> parent_;
};

void add_edge(const BoundaryEdge& edge, bool on_sphere, OpenBoundary& boundary) {
  const double y = edge.y;
  double x = edge.x;
  if (boundary.n_edge == 0) {
    boundary.west = boundary.east = x;
    boundary.south = boundary.north = y;
  }
  // Takes the longitude x + n * 360 that is nearest to the middle of the piece so far.
  if (on_sphere) {
    const double middle = 0.5 * (boundary.west + boundary.east);
    x = middle + std::remainder(x - middle, 360.0);
  }
  boundary.west = std::min(boundary.west, x);
  boundary.east = std::max(boundary.east, x);
  boundary.south = std::min(boundary.south, y);
  boundary.north = std::max(boundary.north, y);
  boundary.length += edge.length;
  ++boundary.n_edge;
}

double rounded(double value) {
  return std::round(10.0 * value) / 10.0;
}

}  // namespace

std::string OpenBoundary::place(bool on_sphere) const {
  if (on_sphere)
    return text("longitude ", rounded(west), " to ", rounded(east), ", latitude ", rounded(south), " to ",
                rounded(north));
  return text("x ", rounded(west / 1e3), " to ", rounded(east / 1e3), " km, y ", rounded(south / 1e3), " to ",
              rounded(north / 1e3), " km");
}

std::vector<BoundaryEdge> find_boundary_edges(const MeshPart& part) {
  const Mesh& mesh = part.mesh;
  std::vector<BoundaryEdge> edges;
  for (int cell = 0; cell < part.n_owned; ++cell)
    for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k) {
      const int edge = mesh.edge_on_cell(cell, k);
      if (mesh.edge_kind[edge] != EdgeKind::open_boundary) continue;
      BoundaryEdge& found = edges.emplace_back();
      found.edge = part.global_edge[edge];
      for (int side = 0; side < 2; ++side)
        found.vertices[side] = part.global_vertex[mesh.vertex_on_edge(edge, side)];
      found.x = mesh.on_sphere ? mesh.lon_edge[edge] / degree : mesh.x_edge[edge];
      found.y = mesh.on_sphere ? mesh.lat_edge[edge] / degree : mesh.y_edge[edge];
      found.length = mesh.dv_edge[edge];
    }
  return edges;
}

// Lengths are summed in the order of the whole mesh, so that their bits do not depend on the number of ranks.
std::vector<OpenBoundary> find_open_boundaries(std::vector<BoundaryEdge> edges, bool on_sphere) {
  std::ranges::sort(edges, {}, &BoundaryEdge::edge);
  Pieces pieces(edges.size());
  std::map<std::int64_t, int> edge_at_vertex;
  for (int i = 0; i < int(edges.size()); ++i)
    for (const std::int64_t vertex : edges[i].vertices) {
      const auto [known, is_new] = edge_at_vertex.emplace(vertex, i);
      if (!is_new) pieces.join(i, known->second);
    }
  std::map<int, OpenBoundary> by_piece;
  for (int i = 0; i < int(edges.size()); ++i) add_edge(edges[i], on_sphere, by_piece[pieces.of(i)]);
  std::vector<OpenBoundary> boundaries;
  for (const auto& [piece, boundary] : by_piece) boundaries.push_back(boundary);
  std::ranges::stable_sort(boundaries, std::greater<>(), &OpenBoundary::length);
  return boundaries;
}

}  // namespace groundswell
