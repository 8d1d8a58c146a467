// SPDX-License-Identifier: Apache-2.0
// The invariants of a mesh, and distances on it. Messages about a cell, edge or vertex name the first one
// that breaks an invariant, by its number in files, from 1, so that a user can look it up there.
#include "mesh/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "mesh/mesh_blocks.hpp"

namespace groundswell {
namespace {

template <class T>
void check_size(const std::vector<T>& table, std::size_t expected, std::string_view name) {
  require(table.size() == expected, "the mesh is broken: table ", name, " has ", table.size(),
          " entries but ", expected, " are needed");
}

void check_sizes(const Mesh& m) {
  require(m.n_cell > 0, "the mesh has no cells; check what was removed, and whether any cell is sea");
  const std::size_t cells = m.n_cell, edges = m.n_edge, vertices = m.n_vertex, ring = cells * m.max_edges;
  check_size(m.n_edges_on_cell, cells, "n_edges_on_cell");
  check_size(m.cells_on_cell, ring, "cells_on_cell");
  check_size(m.edges_on_cell, ring, "edges_on_cell");
  check_size(m.vertices_on_cell, ring, "vertices_on_cell");
  check_size(m.cells_on_edge, 2 * edges, "cells_on_edge");
  check_size(m.vertices_on_edge, 2 * edges, "vertices_on_edge");
  check_size(m.cells_on_vertex, 3 * vertices, "cells_on_vertex");
  check_size(m.edges_on_vertex, 3 * vertices, "edges_on_vertex");
  check_size(m.kite_areas_on_vertex, 3 * vertices, "kite_areas_on_vertex");
  check_size(m.area_triangle, vertices, "area_triangle");
  check_size(m.edge_kind, edges, "edge_kind");
  check_size(m.cell_id, cells, "cell_id");
  for (const auto* table : {&m.x_cell, &m.y_cell, &m.z_cell, &m.lon_cell, &m.lat_cell, &m.area_cell})
    check_size(*table, cells, "of cell positions and areas");
  for (const auto* table :
       {&m.x_edge, &m.y_edge, &m.z_edge, &m.lon_edge, &m.lat_edge, &m.dc_edge, &m.dv_edge, &m.angle_edge})
    check_size(*table, edges, "of edge positions, lengths and angles");
  for (const auto* table : {&m.x_vertex, &m.y_vertex, &m.z_vertex, &m.lon_vertex, &m.lat_vertex})
    check_size(*table, vertices, "of vertex positions");
  if (!m.depth_cell.empty()) check_size(m.depth_cell, cells, "depth_cell");
  if (!m.obstacle_through.empty() || !m.obstacle_within.empty())
    for (const auto* table : {&m.obstacle_through, &m.obstacle_within})
      check_size(*table, cells * n_obstacle_dir, "of obstacles");
}

bool is_neighbour(const Mesh& m, int cell, int other) {
  for (int k = 0; k < m.n_edges_on_cell[cell]; ++k)
    if (m.cell_on_cell(cell, k) == other) return true;
  return false;
}

void check_side(const Mesh& m, int cell, int k, const MeshNumbers& number) {
  const int n = m.n_edges_on_cell[cell], edge = m.edge_on_cell(cell, k), other = m.cell_on_cell(cell, k);
  const int sign = m.normal_sign(cell, edge), far = sign > 0 ? 1 : 0;
  require(m.cell_on_edge(edge, 1 - far) == cell && m.cell_on_edge(edge, far) == other,
          "the mesh is broken: edge ", number.of_edge(edge), " does not lie between cell ",
          number.of_cell(cell), " and its neighbour number ", number.of_cell(other));
  require(other < 0 || is_neighbour(m, other, cell), "the mesh is broken: cell ", number.of_cell(cell),
          " has neighbour ", number.of_cell(other), ", which does not have it as a neighbour");
  const int v0 = m.vertex_on_cell(cell, k), v1 = m.vertex_on_cell(cell, (k + 1) % n);
  require(m.vertex_on_edge(edge, 1 - far) == v0 && m.vertex_on_edge(edge, far) == v1,
          "the mesh is broken: edge ", number.of_edge(edge), " of cell ", number.of_cell(cell),
          " does not run counter-clockwise between the cell's vertices ", number.of_vertex(v0), " and ",
          number.of_vertex(v1));
  bool listed = false;
  for (int i = 0; i < 3; ++i) listed = listed || m.cells_on_vertex[3 * std::size_t(v0) + i] == cell;
  require(listed, "the mesh is broken: vertex ", number.of_vertex(v0), " does not list its cell ",
          number.of_cell(cell));
}

// Twice the signed area of a cell's polygon seen from outside (in the plane, from above).
double twice_polygon_area(const Mesh& m, int cell) {
  const Vec3 centre{m.x_cell[cell], m.y_cell[cell], m.z_cell[cell]};
  const Vec3 up = m.on_sphere ? normalized(centre) : Vec3{0.0, 0.0, 1.0};
  const auto way = [&](int vertex) {
    Vec3 d = Vec3{m.x_vertex[vertex], m.y_vertex[vertex], m.z_vertex[vertex]} - centre;
    if (m.period_x > 0.0) d.x -= m.period_x * std::round(d.x / m.period_x);
    if (m.period_y > 0.0) d.y -= m.period_y * std::round(d.y / m.period_y);
    return d;
  };
  double sum = 0.0;
  for (int k = 0, n = m.n_edges_on_cell[cell]; k < n; ++k)
    sum += dot(up, cross(way(m.vertex_on_cell(cell, k)), way(m.vertex_on_cell(cell, (k + 1) % n))));
  return sum;
}

void check_edge(const Mesh& m, int edge, const MeshNumbers& number) {
  const std::int64_t name = number.of_edge(edge);
  require(m.cell_on_edge(edge, 0) >= 0, "the mesh is broken: edge ", name, " has no first cell");
  require((m.cell_on_edge(edge, 1) >= 0) == (m.edge_kind[edge] == EdgeKind::interior),
          "the mesh is broken: edge ", name, " has ", m.cell_on_edge(edge, 1) >= 0 ? "two cells" : "one cell",
          " but is of kind ", static_cast<int>(m.edge_kind[edge]));
  require(m.dc_edge[edge] > 0.0 && m.dv_edge[edge] >= 0.0, "the mesh is broken: edge ", name, " has centres ",
          m.dc_edge[edge], " m apart and vertices ", m.dv_edge[edge], " m apart");
  require(std::isfinite(m.angle_edge[edge]), "the mesh is broken: edge ", name, " has no angle");
}

}  // namespace

void check_cell(const Mesh& m, int cell, const MeshNumbers& number) {
  for (int k = 0; k < m.n_edges_on_cell[cell]; ++k) check_side(m, cell, k, number);
  for (int k = 0; k < m.n_edges_on_cell[cell]; ++k) check_edge(m, m.edge_on_cell(cell, k), number);
  require(m.area_cell[cell] > 0.0 && std::isfinite(m.area_cell[cell]), "the mesh is broken: cell ",
          number.of_cell(cell), " has an area of ", m.area_cell[cell], " m2");
  require(twice_polygon_area(m, cell) > 0.0, "the mesh is broken: the vertices of cell ",
          number.of_cell(cell), " are not in counter-clockwise order around it");
  require(m.depth_cell.empty() || m.depth_cell[cell] > 0.0, "cell ", number.of_cell(cell), " has a depth of ",
          m.depth_cell.empty() ? 0.0 : m.depth_cell[cell], " m; a mesh has sea cells only, deeper than 0");
}

void check_mesh(const Mesh& mesh) {
  check_sizes(mesh);
  check_numbers(mesh, {mesh.n_cell, mesh.n_edge, mesh.n_vertex}, {});
  for (int edge : mesh.edges_on_vertex)
    require(edge >= -1 && edge < mesh.n_edge, "the mesh is broken: edges_on_vertex has number ", edge + 1,
            "; there are ", mesh.n_edge, " edges");
  require(!mesh.on_sphere || mesh.sphere_radius > 0.0, "the mesh lies on a sphere of radius ",
          mesh.sphere_radius, " m, which is not positive");
  check_cells_and_edges(mesh);
}

void check_cells_and_edges(const Mesh& mesh) {
  for (int cell = 0; cell < mesh.n_cell; ++cell) check_cell(mesh, cell);
  for (int edge = 0; edge < mesh.n_edge; ++edge) check_edge(mesh, edge, {});
}

Vec3 place_in_space(const Mesh& mesh, double x, double y) {
  return mesh.on_sphere ? point_at(x, y) * mesh.sphere_radius : Vec3{x, y, 0.0};
}

double distance_to_cell(const Mesh& mesh, int cell, double x, double y) {
  const auto nearest_image = [](double offset, double period) {
    return period > 0.0 ? std::remainder(offset, period) : offset;
  };
  if (!mesh.on_sphere)
    return std::hypot(nearest_image(mesh.x_cell[cell] - x, mesh.period_x),
                      nearest_image(mesh.y_cell[cell] - y, mesh.period_y));
  const Vec3 centre = normalized({mesh.x_cell[cell], mesh.y_cell[cell], mesh.z_cell[cell]});
  return mesh.sphere_radius * arc_length(centre, point_at(x * degree, y * degree));
}

}  // namespace groundswell
