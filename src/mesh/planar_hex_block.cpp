// SPDX-License-Identifier: Apache-2.0
// Makes a block of a planar mesh of hexagons from the triangles around its cells. The number of edges and
// vertices that a point is the first to list is the same for all points of a row except near its ends, and
// repeats in every second row, so that the global indices of a point's edges and vertices follow from its
// place in the lattice without any table.
#include <algorithm>
#include <numeric>
#include <utility>

#include "base/each_once.hpp"
#include "mesh/planar_hex_lattice.hpp"
#include "mesh/voronoi_blocks.hpp"
#include "mesh/voronoi_topology.hpp"

namespace groundswell {
namespace {

// The numbers of edges and vertices of the mesh that points of the lattice list first: an edge or vertex
// belongs to the lowest-numbered of its points, and is in the mesh if one of them makes a cell.
struct Listed {
  std::int64_t edges = 0, vertices = 0;

  Listed operator+(const Listed& other) const { return {edges + other.edges, vertices + other.vertices}; }
  Listed operator*(std::int64_t n) const { return {n * edges, n * vertices}; }
};

// The sum of listed(k) for k from `begin` to `end` - 1; listed(k) has a period of 2 for k from 2 to n - 3,
// where n is the number of cells in the row, or of rows.
template <class Of>
Listed sum_repeating(int begin, int end, int n, Of&& listed) {
  Listed sum;
  int k = begin;
  for (; k < std::min(end, 2); ++k) sum = sum + listed(k);
  if (const int n_pair = (std::min(end, n - 2) - k) / 2; n_pair > 0) {
    sum = sum + (listed(k) + listed(k + 1)) * n_pair;
    k += 2 * n_pair;
  }
  for (; k < end; ++k) sum = sum + listed(k);
  return sum;
}

class ListedBefore {
 public:
  explicit ListedBefore(const HexLattice& lattice) : lattice_(lattice) {}

  // The numbers that all points before this one list first; quick if `point` ascends from call to call.
  Listed operator()(int point) {
    const auto [i, j] = lattice_.place(point);
    if (j != row_) {
      rows_before_ = sum_repeating(-lattice_.rim_y, j, lattice_.s.ny,
                                   [&](int row) { return in_row(row, lattice_.s.nx + lattice_.rim_x); });
      row_ = j;
    }
    return rows_before_ + in_row(j, i);
  }

 private:
  Listed in_row(int j, int end) const {
    return sum_repeating(-lattice_.rim_x, end, lattice_.s.nx, [&](int i) { return at({i, j}); });
  }
  Listed at(LatticePlace place) const {
    const int point = lattice_.point(place);
    const auto ring = lattice_.around(place);
    Listed listed;
    for (std::size_t k = 0; k < 6; ++k) {
      if (!lattice_.has(ring[k])) continue;
      const int a = lattice_.point(ring[k]);
      const bool is_cell = lattice_.cell(point) >= 0 || lattice_.cell(a) >= 0;
      if (a < point) continue;
      listed.edges += is_cell;
      if (!lattice_.has(ring[(k + 1) % 6])) continue;
      const int b = lattice_.point(ring[(k + 1) % 6]);
      listed.vertices += b > point && (is_cell || lattice_.cell(b) >= 0);
    }
    return listed;
  }

  const HexLattice& lattice_;
  int row_ = -3;  // not a row of any lattice
  Listed rows_before_;
};

// The points of a block of cells and of the rim around it: from the block's first cell (from the left rim if
// this is the first cell of a row, from the first point of all if it is cell 0) up to the first point of the
// next block, so that the blocks together have all points.
Block points_of(const HexLattice& lattice, const Block& cells) {
  const auto begin_of = [&](std::int64_t cell) -> std::int64_t {
    const int i = int(cell % lattice.s.nx), j = int(cell / lattice.s.nx);
    if (cell == 0) return 0;
    if (j == lattice.s.ny) return lattice.n_point();
    return lattice.point({i, j}) - (i == 0 ? lattice.rim_x : 0);
  };
  return {begin_of(cells.begin), begin_of(cells.end)};
}

std::vector<int> add_neighbours(const HexLattice& lattice, const std::vector<int>& points) {
  std::vector<int> all = points;
  for (int point : points)
    for (const LatticePlace& place : lattice.around(lattice.place(point)))
      if (lattice.has(place)) all.push_back(lattice.point(place));
  keep_each_once(all);
  return all;
}

// The edges and vertices of the block's points lie between these points and their neighbours; all triangles
// of both are needed.
TriangulationPart cut_lattice(const HexLattice& lattice, const Block& cells) {
  TriangulationPart part;
  part.cells = cells;
  if (cells.size() == 0) return part;
  ListedBefore before(lattice);
  const Block block = points_of(lattice, cells);
  const Listed begin = before(int(block.begin)), end = before(int(block.end));
  part.edges = {begin.edges, end.edges};
  part.vertices = {begin.vertices, end.vertices};
  std::vector<int> own(std::size_t(block.size()));
  std::iota(own.begin(), own.end(), int(block.begin));
  const std::vector<int> complete = add_neighbours(lattice, own), points = add_neighbours(lattice, complete);
  const auto place = [&](int point) { return int(std::ranges::lower_bound(points, point) - points.begin()); };
  const auto is_complete = [&](int point) { return std::ranges::binary_search(complete, point); };
  for (int point : points) {
    const Listed first = before(point);
    part.first_edge.push_back(int(first.edges));
    part.first_vertex.push_back(int(first.vertices));
    part.point.push_back(lattice.cell(point));
    part.complete.push_back(is_complete(point));
    part.triangulation.points.push_back(lattice.position(lattice.place(point)));
    lattice.for_triangles(lattice.place(point), [&](const Triangle& t) {
      if (std::ranges::any_of(t, is_complete))
        part.triangulation.triangles.push_back({place(t[0]), place(t[1]), place(t[2])});
    });
  }
  return part;
}

}  // namespace

MeshBlocks make_planar_hex_block(const PlanarHexSettings& settings, int rank, int n_rank) {
  check_hexagons(settings);
  const HexLattice lattice(settings);
  const Listed all = ListedBefore(lattice)(lattice.n_point());
  const std::int64_t n_cell = std::int64_t(settings.nx) * settings.ny;
  Mesh like;
  like.on_sphere = false;
  like.period_x = lattice.period_x();
  like.period_y = lattice.period_y();
  like.max_edges = 6;
  const TriangulationPart part = cut_lattice(lattice, make_block(n_cell, rank, n_rank));
  return build_block(part, {n_cell, all.edges, all.vertices}, like, [&](PointRings rings) {
    return cut_rim(
        build_planar_voronoi_cells(part.triangulation, std::move(rings), like.period_x, like.period_y),
        settings);
  });
}

}  // namespace groundswell
