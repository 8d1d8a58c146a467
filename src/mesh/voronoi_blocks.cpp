// SPDX-License-Identifier: Apache-2.0
// An edge or vertex has the next number when a cell first lists it, so it belongs to the lowest-numbered of
// its cells. Counting how many belong to each cell gives the numbers of all of them without any table.
#include "mesh/voronoi_blocks.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "mesh/mesh_tables.hpp"
#include "mesh/voronoi_topology.hpp"

namespace groundswell {
namespace {

void make_unique(std::vector<int>& numbers) {
  std::ranges::sort(numbers);
  const auto repeated = std::ranges::unique(numbers);
  numbers.erase(repeated.begin(), repeated.end());
}

// The corners of some triangles, each once, ascending.
std::vector<int> corners_of(const Triangulation& t, const std::vector<int>& triangles) {
  std::vector<int> points;
  points.reserve(3 * triangles.size());
  for (int triangle : triangles)
    points.insert(points.end(), t.triangles[triangle].begin(), t.triangles[triangle].end());
  make_unique(points);
  return points;
}

// A block's cells and their neighbours make cells, of which all triangles are there.
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

// Numbers in the whole mesh of what the mesh of a part has; -1 where the part does not tell.
struct PartNumbers {
  std::vector<int> cell, edge, vertex;
};

PartNumbers find_numbers(const TriangulationPart& part, const PointRings& rings, int n_point) {
  PartNumbers number;
  // Edges and vertices have the order in which the part's cells list them.
  std::vector<std::uint8_t> seen(part.triangulation.triangles.size(), 0);
  for (int p = 0; p < n_point; ++p) {
    if (!rings.closed[p]) continue;
    number.cell.push_back(part.point[p]);
    int edge = part.first_edge[p], vertex = part.first_vertex[p];
    const int n = rings.size(p);
    for (int k = 0; k < n; ++k) {
      const int other = rings.neighbour(p, k), triangle = rings.triangle(p, (k + n - 1) % n);
      const bool is_first = other > p;
      if (is_first || !rings.closed[other]) number.edge.push_back(is_first ? edge++ : -1);
      const bool lists_first = std::ranges::min(part.triangulation.triangles[triangle]) == p;
      if (!std::exchange(seen[triangle], 1)) number.vertex.push_back(lists_first ? vertex++ : -1);
    }
  }
  return number;
}

// The rows whose numbers are in the block; they follow one another.
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
      // Of the two triangles beside an edge, one has its points in ascending order.
      if (t[k] < t[(k + 1) % 3]) ++first_edge_[t[k] + 1];
    }
  }
  counts_.max_edges = *std::ranges::max_element(start_);
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
  make_unique(triangles);
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
  return part;
}

MeshBlocks build_voronoi_block(const TriangulationPart& part, const VoronoiCounts& counts, double radius) {
  MeshBlocks blocks;
  blocks.n_cell = counts.n_cell;
  blocks.n_edge = counts.n_edge;
  blocks.n_vertex = counts.n_vertex;
  blocks.cells = part.cells;
  blocks.edges = part.edges;
  blocks.vertices = part.vertices;
  blocks.rows.sphere_radius = radius;
  blocks.rows.max_edges = counts.max_edges;
  if (part.cells.size() == 0) return blocks;
  PointRings rings = find_point_rings(part.triangulation, find_complete(part));
  const PartNumbers number = find_numbers(part, rings, int(part.point.size()));
  const Mesh mesh = build_voronoi_cells(part.triangulation, std::move(rings), radius, counts.max_edges);
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

}  // namespace groundswell
