// SPDX-License-Identifier: Apache-2.0
#include "mesh/voronoi_topology.hpp"

#include <algorithm>
#include <numeric>

#include "base/error.hpp"

namespace groundswell {
namespace {

// Corners of all triangles, grouped by point.
std::vector<Corner> group_corners(const Triangulation& t, std::vector<int>& start) {
  const int n_point = static_cast<int>(t.points.size());
  start.assign(n_point + 1, 0);
  for (const Triangle& triangle : t.triangles)
    for (int point : triangle) {
      require(point >= 0 && point < n_point, "a triangle names point ", point, " but there are ", n_point);
      ++start[point + 1];
    }
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<Corner> corners(start.back());
  std::vector<int> place(start.begin(), start.end() - 1);
  for (int i = 0; i < static_cast<int>(t.triangles.size()); ++i) {
    const auto [a, b, c] = t.triangles[i];
    corners[place[a]++] = {i, b};
    corners[place[b]++] = {i, c};
    corners[place[c]++] = {i, a};
  }
  return corners;
}

// The other neighbour in the triangle of a corner, counter-clockwise after `next`.
int last_of(const Triangulation& t, const Corner& corner) {
  const auto [a, b, c] = t.triangles[corner.triangle];
  return corner.next == a ? b : corner.next == b ? c : a;
}

// Puts the corners of one point in counter-clockwise order; true if they close a ring. An open fan starts at
// its clockwise end.
bool sort_ring(const Triangulation& t, Corner* corner, int n, int point) {
  int first = 0;
  for (int i = 0; i < n; ++i) {
    const bool has_before =
        std::any_of(corner, corner + n, [&](const Corner& c) { return last_of(t, c) == corner[i].next; });
    if (!has_before) first = i;
  }
  std::swap(corner[0], corner[first]);
  for (int i = 1; i < n; ++i) {
    const int last = last_of(t, corner[i - 1]);
    Corner* after = std::find_if(corner + i, corner + n, [&](const Corner& c) { return c.next == last; });
    require(after != corner + n, "the triangles around point ", point,
            " do not follow one another; the triangulation has a gap or an overlap there");
    std::swap(corner[i], *after);
  }
  return last_of(t, corner[n - 1]) == corner[0].next;
}

// Fills cells_on_cell, edges_on_cell, cells_on_edge, vertices_on_edge and edge_kind, and counts the edges.
class EdgeBuilder {
 public:
  EdgeBuilder(const PointRings& rings, const std::vector<int>& cell_of_point, Mesh& mesh,
              MeshSources& sources)
      : rings_(rings), cell_of_point_(cell_of_point), mesh_(mesh), sources_(sources) {}

  void add_edges_of(int cell) {
    const int point = sources_.point_of_cell[cell], n = rings_.size(point);
    for (int k = 0; k < n; ++k) {
      const int other_point = rings_.neighbour(point, k), other = cell_of_point_[other_point];
      const std::size_t place = std::size_t(cell) * mesh_.max_edges + k;
      mesh_.cells_on_cell[place] = other;
      mesh_.edges_on_cell[place] =
          other >= 0 && other < cell ? edge_between(other, cell) : add_edge(cell, k, other_point);
    }
  }

 private:
  int edge_between(int earlier, int cell) const {
    for (int k = 0; k < mesh_.n_edges_on_cell[earlier]; ++k)
      if (mesh_.cell_on_cell(earlier, k) == cell) return mesh_.edge_on_cell(earlier, k);
    throw Error(text("point ", sources_.point_of_cell[cell], " has neighbour ",
                     sources_.point_of_cell[earlier],
                     ", which does not have it as a neighbour; the triangulation is not consistent"));
  }

  int add_edge(int cell, int k, int other_point) {
    const int other = cell_of_point_[other_point], n = mesh_.n_edges_on_cell[cell];
    mesh_.cells_on_edge.insert(mesh_.cells_on_edge.end(), {cell, other});
    mesh_.vertices_on_edge.push_back(mesh_.vertex_on_cell(cell, k));
    mesh_.vertices_on_edge.push_back(mesh_.vertex_on_cell(cell, (k + 1) % n));
    mesh_.edge_kind.push_back(other >= 0 ? EdgeKind::interior : EdgeKind::open_boundary);
    sources_.points_of_edge.push_back({sources_.point_of_cell[cell], other_point});
    return mesh_.n_edge++;
  }

  const PointRings& rings_;
  const std::vector<int>& cell_of_point_;
  Mesh& mesh_;
  MeshSources& sources_;
};

void reserve_edges(const PointRings& rings, const std::vector<int>& cell_of_point, Mesh& mesh,
                   MeshSources& sources) {
  std::size_t n_edge = 0;
  for (int point : sources.point_of_cell)
    for (int k = 0; k < rings.size(point); ++k) {
      const int other = cell_of_point[rings.neighbour(point, k)];
      n_edge += other < 0 || other >= cell_of_point[point];
    }
  mesh.cells_on_edge.reserve(2 * n_edge);
  mesh.vertices_on_edge.reserve(2 * n_edge);
  mesh.edge_kind.reserve(n_edge);
  sources.points_of_edge.reserve(n_edge);
}

// Numbers the triangles in the order in which cells list them and fills vertices_on_cell. In a ring, triangle
// k lies after neighbour k; around a cell, vertex k lies before edge k.
void build_vertices(const Triangulation& t, const PointRings& rings, Mesh& mesh, MeshSources& sources) {
  std::vector<int> vertex_of_triangle(t.triangles.size(), -1);
  sources.triangle_of_vertex.reserve(t.triangles.size());
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const int point = sources.point_of_cell[cell], n = rings.size(point);
    for (int k = 0; k < n; ++k) {
      const int triangle = rings.triangle(point, (k + n - 1) % n);
      if (vertex_of_triangle[triangle] < 0) {
        vertex_of_triangle[triangle] = mesh.n_vertex++;
        sources.triangle_of_vertex.push_back(triangle);
      }
      mesh.vertices_on_cell[std::size_t(cell) * mesh.max_edges + k] = vertex_of_triangle[triangle];
    }
  }
}

int edge_between_cells(const Mesh& mesh, int a, int b) {
  for (int k = 0; a >= 0 && k < mesh.n_edges_on_cell[a]; ++k)
    if (mesh.cell_on_cell(a, k) == b) return mesh.edge_on_cell(a, k);
  return -1;
}

// Fills cells_on_vertex and edges_on_vertex. An edge towards a point without a cell is found by its points,
// because all such points have the cell -1.
void build_vertex_tables(const Triangulation& t, const std::vector<int>& cell_of_point,
                         const MeshSources& sources, Mesh& mesh) {
  const auto edge_of = [&](int a, int b) {
    if (cell_of_point[a] < 0) std::swap(a, b);
    const int cell = cell_of_point[a];
    if (cell < 0) return -1;
    if (cell_of_point[b] >= 0) return edge_between_cells(mesh, cell, cell_of_point[b]);
    for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k)
      if (sources.points_of_edge[mesh.edge_on_cell(cell, k)][1] == b) return mesh.edge_on_cell(cell, k);
    return -1;
  };
  mesh.cells_on_vertex.reserve(3 * std::size_t(mesh.n_vertex));
  mesh.edges_on_vertex.reserve(3 * std::size_t(mesh.n_vertex));
  for (int triangle : sources.triangle_of_vertex)
    for (int k = 0; k < 3; ++k) {
      const int point = t.triangles[triangle][k], next = t.triangles[triangle][(k + 1) % 3];
      mesh.cells_on_vertex.push_back(cell_of_point[point]);
      mesh.edges_on_vertex.push_back(edge_of(point, next));
    }
}

}  // namespace

PointRings find_point_rings(const Triangulation& t, std::span<const std::uint8_t> complete) {
  PointRings rings;
  rings.corners = group_corners(t, rings.start);
  const int n_point = static_cast<int>(t.points.size());
  rings.closed.assign(n_point, 0);
  for (int point = 0; point < n_point; ++point) {
    require(rings.size(point) > 0, "point ", point, " belongs to no triangle; two points may coincide");
    if (complete.empty() || complete[point])
      rings.closed[point] = sort_ring(t, &rings.corners[rings.start[point]], rings.size(point), point);
  }
  return rings;
}

MeshSources build_topology(const Triangulation& t, PointRings rings, Mesh& mesh) {
  MeshSources sources;
  std::vector<int> cell_of_point(t.points.size(), -1);
  for (int point = 0; point < static_cast<int>(t.points.size()); ++point) {
    if (!rings.closed[point]) continue;
    cell_of_point[point] = mesh.n_cell++;
    sources.point_of_cell.push_back(point);
    mesh.n_edges_on_cell.push_back(rings.size(point));
    mesh.max_edges = std::max(mesh.max_edges, rings.size(point));
    mesh.cell_id.push_back(mesh.n_cell);
  }
  require(mesh.n_cell > 0, "no point of ", t.points.size(),
          " is surrounded by triangles, so there is no cell");
  for (auto* table : {&mesh.cells_on_cell, &mesh.edges_on_cell, &mesh.vertices_on_cell})
    table->assign(std::size_t(mesh.n_cell) * mesh.max_edges, -1);
  build_vertices(t, rings, mesh, sources);
  reserve_edges(rings, cell_of_point, mesh, sources);
  EdgeBuilder edges(rings, cell_of_point, mesh, sources);
  for (int cell = 0; cell < mesh.n_cell; ++cell) edges.add_edges_of(cell);
  build_vertex_tables(t, cell_of_point, sources, mesh);
  return sources;
}

}  // namespace groundswell
