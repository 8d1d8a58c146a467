// SPDX-License-Identifier: Apache-2.0
// An edge or vertex gets the next index when a point first lists it, so it belongs to the lowest-numbered of
// its points. Counting how many belong to each point gives all indices without tables of the whole mesh.
#include "mesh/voronoi_blocks.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "base/each_once.hpp"
#include "base/error.hpp"
#include "mesh/mesh_tables.hpp"
#include "mesh/voronoi_topology.hpp"

namespace groundswell {
namespace {

// The corners of the given triangles, each once, ascending.
std::vector<int> corners_of(const Triangulation& t, const std::vector<int>& triangles) {
  std::vector<int> points;
  points.reserve(3 * triangles.size());
  for (int triangle : triangles)
    points.insert(points.end(), t.triangles[triangle].begin(), t.triangles[triangle].end());
  keep_each_once(points);
  return points;
}

// Marks the points all of whose triangles are present: a block's cells and their neighbours.
std::vector<std::uint8_t> find_complete(const TriangulationPart& part) {
  const auto is_own = [&](int place) {
    return part.point[place] >= part.cells.begin && part.point[place] < part.cells.end;
  };
  std::vector<std::uint8_t> complete(part.point.size(), 0);
  for (const Triangle& t : part.triangulation.triangles)
    if (std::ranges::any_of(t, is_own))
      for (int place : t) complete[place] = 1;
  return complete;
}

// Indices in the whole mesh of the cells, edges and vertices of a part; -1 if the part does not determine
// them.
struct PartNumbers {
  std::vector<int> cell, edge, vertex;
};

// Edges and vertices have the order in which the part's points list them, including points that make no cell.
// The whole mesh has only those that touch a cell, the part's mesh only those that touch one of its own
// cells.
class NumberFinder {
 public:
  NumberFinder(const TriangulationPart& part, const PointRings& rings)
      : part_(part), rings_(rings), seen_(part.triangulation.triangles.size(), 0) {}

  PartNumbers find() {
    for (int p = 0; p < int(part_.point.size()); ++p) {
      if (!rings_.closed[p]) continue;
      if (part_.point[p] >= 0) numbers_.cell.push_back(part_.point[p]);
      int edge = part_.first_edge[p], vertex = part_.first_vertex[p];
      const int n = rings_.size(p);
      for (int k = 0; k < n; ++k) {
        const std::array<int, 2> ends{p, rings_.neighbour(p, k)};
        if (ends[1] > p || !rings_.closed[ends[1]]) add(ends, p, edge, numbers_.edge);
        const int triangle = rings_.triangle(p, (k + n - 1) % n);
        if (!std::exchange(seen_[triangle], 1))
          add(part_.triangulation.triangles[triangle], p, vertex, numbers_.vertex);
      }
    }
    return std::move(numbers_);
  }

 private:
  // Adds the edge or vertex between these points, which point p lists.
  template <std::size_t n>
  void add(const std::array<int, n>& points, int p, int& next, std::vector<int>& numbers) const {
    const auto makes_cell = [&](int point) { return part_.point[point] >= 0; };
    const bool is_first = std::ranges::min(points) == p;
    if (std::ranges::any_of(points, [&](int point) { return makes_cell(point) && rings_.closed[point]; }))
      numbers.push_back(is_first ? next : -1);
    if (is_first && std::ranges::any_of(points, makes_cell)) ++next;
  }

  const TriangulationPart& part_;
  const PointRings& rings_;
  std::vector<std::uint8_t> seen_;
  PartNumbers numbers_;
};

// The rows whose indices are in the block; they are consecutive.
Block find_rows(const std::vector<int>& numbers, const Block& block) {
  const auto first = std::ranges::find(numbers, int(block.begin));
  const std::int64_t begin = block.size() > 0 ? first - numbers.begin() : 0;
  return {begin, begin + block.size()};
}

void renumber(std::vector<int>& table, const std::vector<int>& number) {
  for (int& i : table)
    if (i >= 0) i = number[i];
}

}  // namespace

TriangulationCutter::TriangulationCutter(const Triangulation& whole) : whole_(whole) {
  const std::size_t n = whole.points.size();
  first_edge_.assign(n + 1, 0);
  first_vertex_.assign(n + 1, 0);
  start_.assign(n + 1, 0);
  for (const Triangle& t : whole.triangles) {
    ++first_vertex_[std::min({t[0], t[1], t[2]}) + 1];
    for (int k = 0; k < 3; ++k) {
      ++start_[t[k] + 1];
      // Of the two triangles beside an edge, exactly one lists the edge's points in ascending order.
      if (t[k] < t[(k + 1) % 3]) ++first_edge_[t[k] + 1];
    }
  }
  max_edges_ = *std::ranges::max_element(start_);
  for (auto* table : {&first_edge_, &first_vertex_, &start_})
    std::partial_sum(table->begin(), table->end(), table->begin());
  counts_.n_cell = std::int64_t(n);
  counts_.n_edge = first_edge_.back();
  counts_.n_vertex = first_vertex_.back();
  triangles_.resize(3 * whole.triangles.size());
  std::vector<int> place(start_.begin(), start_.end() - 1);
  for (std::size_t triangle = 0; triangle < whole.triangles.size(); ++triangle)
    for (int point : whole.triangles[triangle]) triangles_[place[point]++] = int(triangle);
}

std::vector<int> TriangulationCutter::triangles_around(const std::vector<int>& points) const {
  std::vector<int> triangles;
  for (int point : points)
    triangles.insert(triangles.end(), triangles_.begin() + start_[point],
                     triangles_.begin() + start_[point + 1]);
  keep_each_once(triangles);
  return triangles;
}

TriangulationPart TriangulationCutter::cut(const Block& cells) const {
  TriangulationPart part;
  part.cells = cells;
  part.edges = {first_edge_[cells.begin], first_edge_[cells.end]};
  part.vertices = {first_vertex_[cells.begin], first_vertex_[cells.end]};
  std::vector<int> own(std::size_t(cells.size()));
  std::iota(own.begin(), own.end(), int(cells.begin));
  const std::vector<int> triangles = triangles_around(corners_of(whole_, triangles_around(own)));
  part.point = corners_of(whole_, triangles);
  for (int point : part.point) {
    part.triangulation.points.push_back(whole_.points[point]);
    part.first_edge.push_back(first_edge_[point]);
    part.first_vertex.push_back(first_vertex_[point]);
  }
  const auto place = [&](int point) {
    return int(std::ranges::lower_bound(part.point, point) - part.point.begin());
  };
  for (int triangle : triangles) {
    const auto [a, b, c] = whole_.triangles[triangle];
    part.triangulation.triangles.push_back({place(a), place(b), place(c)});
  }
  part.complete = find_complete(part);
  return part;
}

MeshBlocks build_block(const TriangulationPart& part, const MeshCounts& counts, const Mesh& like,
                       const std::function<Mesh(PointRings)>& build) {
  MeshBlocks blocks{counts};
  blocks.cells = part.cells;
  blocks.edges = part.edges;
  blocks.vertices = part.vertices;
  blocks.rows = empty_like(like);
  if (part.cells.size() == 0) return blocks;
  PointRings rings = find_point_rings(part.triangulation, part.complete);
  const PartNumbers number = NumberFinder(part, rings).find();
  const Mesh mesh = build(std::move(rings));
  blocks.rows = cut_rows(mesh, find_rows(number.cell, part.cells), find_rows(number.edge, part.edges),
                         find_rows(number.vertex, part.vertices));
  Mesh& rows = blocks.rows;
  for (auto table : {&Mesh::cells_on_cell, &Mesh::cells_on_edge, &Mesh::cells_on_vertex})
    renumber(rows.*table, number.cell);
  for (auto table : {&Mesh::edges_on_cell, &Mesh::edges_on_vertex}) renumber(rows.*table, number.edge);
  for (auto table : {&Mesh::vertices_on_cell, &Mesh::vertices_on_edge}) renumber(rows.*table, number.vertex);
  std::iota(rows.cell_id.begin(), rows.cell_id.end(), part.cells.begin + 1);
  return blocks;
}

MeshBlocks build_voronoi_block(const TriangulationPart& part, const MeshCounts& counts, int max_edges,
                               double radius) {
  Mesh like;
  like.sphere_radius = radius;
  like.max_edges = max_edges;
  return build_block(part, counts, like, [&](PointRings rings) {
    return build_voronoi_cells(part.triangulation, std::move(rings), radius, max_edges);
  });
}

}  // namespace groundswell
