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

void add_edge(const Mesh& mesh, int edge, OpenBoundary& boundary) {
  const double y = mesh.on_sphere ? mesh.lat_edge[edge] / degree : mesh.y_edge[edge];
  double x = mesh.on_sphere ? mesh.lon_edge[edge] / degree : mesh.x_edge[edge];
  if (boundary.n_edge == 0) {
    boundary.west = boundary.east = x;
    boundary.south = boundary.north = y;
  }
  // Of the longitudes x + n 360, the one nearest to the piece.
  if (mesh.on_sphere) {
    const double middle = 0.5 * (boundary.west + boundary.east);
    x = middle + std::remainder(x - middle, 360.0);
  }
  boundary.west = std::min(boundary.west, x);
  boundary.east = std::max(boundary.east, x);
  boundary.south = std::min(boundary.south, y);
  boundary.north = std::max(boundary.north, y);
  boundary.length += mesh.dv_edge[edge];
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

std::vector<OpenBoundary> find_open_boundaries(const Mesh& mesh) {
  Pieces pieces(std::size_t(mesh.n_edge));
  std::map<int, int> edge_at_vertex;
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    if (mesh.edge_kind[edge] != EdgeKind::open_boundary) continue;
    for (int side = 0; side < 2; ++side) {
      const auto [known, is_new] = edge_at_vertex.emplace(mesh.vertex_on_edge(edge, side), edge);
      if (!is_new) pieces.join(edge, known->second);
    }
  }
  std::map<int, OpenBoundary> by_piece;
  for (int edge = 0; edge < mesh.n_edge; ++edge)
    if (mesh.edge_kind[edge] == EdgeKind::open_boundary) add_edge(mesh, edge, by_piece[pieces.of(edge)]);
  std::vector<OpenBoundary> boundaries;
  for (const auto& [piece, boundary] : by_piece) boundaries.push_back(boundary);
  std::ranges::stable_sort(boundaries, std::greater<>(), &OpenBoundary::length);
  return boundaries;
}

}  // namespace groundswell
