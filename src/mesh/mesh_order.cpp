// SPDX-License-Identifier: Apache-2.0
#include "mesh/mesh_order.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {
namespace {

Vec3 way(const Mesh& m, Vec3 from, Vec3 to) {
  Vec3 d = to - from;
  if (m.period_x > 0.0) d.x -= m.period_x * std::round(d.x / m.period_x);
  if (m.period_y > 0.0) d.y -= m.period_y * std::round(d.y / m.period_y);
  return d;
}

// Direction of an edge's normal [rad] from its geometry: the normal is perpendicular to the line between the
// vertices and points away from the first cell.
double angle_of_normal(const Mesh& m, int edge, const Vec3& along) {
  if (!m.on_sphere) return std::atan2(-along.x, along.y);
  const double lon = m.lon_edge[edge];
  const double east = dot(along, east_at(lon)), north = dot(along, north_at(lon, m.lat_edge[edge]));
  return std::atan2(-east, north);
}

}  // namespace

void orient_edge(Mesh& m, int edge, const MeshNumbers& number) {
  int *cell = &m.cells_on_edge[2 * std::size_t(edge)], *vertex = &m.vertices_on_edge[2 * std::size_t(edge)];
  require(cell[0] >= 0 || cell[1] >= 0, "the mesh is broken: edge ", number.of_edge(edge),
          " has no cell on either side");
  if (cell[0] < 0) std::swap(cell[0], cell[1]);
  const auto vertex_point = [&](int i) { return Vec3{m.x_vertex[i], m.y_vertex[i], m.z_vertex[i]}; };
  const Vec3 first{m.x_cell[cell[0]], m.y_cell[cell[0]], m.z_cell[cell[0]]};
  Vec3 along = way(m, vertex_point(vertex[0]), vertex_point(vertex[1]));
  const Vec3 up = m.on_sphere ? first : Vec3{0.0, 0.0, 1.0};
  if (dot(up, cross(way(m, first, vertex_point(vertex[0])), way(m, first, vertex_point(vertex[1])))) < 0.0) {
    std::swap(vertex[0], vertex[1]);
    along = along * -1.0;
  }
  const double angle = angle_of_normal(m, edge, along);
  const double error = std::remainder(m.angle_edge[edge] - angle, 2.0 * pi);
  if (!(std::abs(error) < 1e-2) && m.dv_edge[edge] > 1e-6 * m.dc_edge[edge]) m.angle_edge[edge] = angle;
}

void order_vertices_on_cell(Mesh& m, int cell, const MeshNumbers& number) {
  const int n = m.n_edges_on_cell[cell];
  const std::size_t row = std::size_t(cell) * m.max_edges;
  std::vector<int> listed(&m.vertices_on_cell[row], &m.vertices_on_cell[row] + n);
  for (int k = 0; k < n; ++k) {
    const int edge = m.edges_on_cell[row + k];
    m.vertices_on_cell[row + k] = m.vertex_on_edge(edge, m.normal_sign(cell, edge) > 0 ? 0 : 1);
  }
  std::vector<int> found(&m.vertices_on_cell[row], &m.vertices_on_cell[row] + n);
  std::sort(listed.begin(), listed.end());
  std::sort(found.begin(), found.end());
  require(listed == found, "the mesh is broken: the vertices of cell ", number.of_cell(cell),
          " are not the ends of its edges");
}

void order_edges_on_vertex(Mesh& m, int vertex) {
  const std::size_t row = 3 * std::size_t(vertex);
  std::fill_n(&m.edges_on_vertex[row], 3, -1);
  for (int k = 0; k < 3; ++k) {
    const int cell = m.cells_on_vertex[row + k];
    if (cell < 0) continue;
    const int n = m.n_edges_on_cell[cell];
    for (int j = 0; j < n; ++j)
      if (m.vertex_on_cell(cell, j) == vertex) {
        m.edges_on_vertex[row + k] = m.edge_on_cell(cell, (j + n - 1) % n);
        m.edges_on_vertex[row + (k + 2) % 3] = m.edge_on_cell(cell, j);
      }
  }
}

}  // namespace groundswell
