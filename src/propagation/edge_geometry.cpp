// SPDX-License-Identifier: Apache-2.0
#include "propagation/edge_geometry.hpp"

#include <cmath>

#include "propagation/sprinkler.hpp"

namespace groundswell {
namespace {

int slot_of_edge(const Mesh& mesh, int cell, int edge) {
  for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k)
    if (mesh.edge_on_cell(cell, k) == edge) return k;
  return -1;
}

double periodic(double difference, double period) {
  return period > 0.0 ? difference - period * std::round(difference / period) : difference;
}

template <class T>
void set_stencil(const Mesh& mesh, int edge, EdgeGeometry<T>& g) {
  g.side[0] = g.side[1] = -1;
  for (int s = 0; s < 2; ++s) {
    g.cell[s] = mesh.cell_on_edge(edge, s);
    g.upstream[s][0] = g.upstream[s][1] = -1;
  }
  for (int s = 0; s < 2; ++s) {
    const int cell = g.cell[s];
    const int k = cell < 0 ? -1 : slot_of_edge(mesh, cell, edge);
    if (k < 0) continue;
    const int m = mesh.n_edges_on_cell[cell];
    const OppositeSlots opposite = opposite_slots(k, m);
    g.upstream[s][0] = mesh.cell_on_cell(cell, opposite.first);
    g.upstream[s][1] = mesh.cell_on_cell(cell, opposite.second);
    // Counter-clockwise around a, the next neighbour lies to the left of the normal; around b, to the right.
    const int next = mesh.cell_on_cell(cell, (k + 1) % m), last = mesh.cell_on_cell(cell, (k + m - 1) % m);
    if (g.side[s] < 0) g.side[s] = next;
    if (g.side[1 - s] < 0) g.side[1 - s] = last;
  }
}

template <class T>
void set_angles(const Mesh& mesh, int edge, const Vec3& normal, const std::vector<Chart>& chart,
                EdgeGeometry<T>& g) {
  for (int s = 0; s < 2; ++s) {
    if (!mesh.on_sphere) {
      g.cos_angle[s] = T(normal.x);
      g.sin_angle[s] = T(normal.y);
      continue;
    }
    const int cell = g.cell[s] >= 0 ? g.cell[s] : g.cell[1 - s];
    const FrameAxes axes = compute_frame_axes(edge_position(mesh, edge), chart[cell]);
    g.cos_angle[s] = T(dot(normal, axes.first));
    g.sin_angle[s] = T(dot(normal, axes.second));
  }
}

}  // namespace

Vec3 cell_position(const Mesh& mesh, int cell) {
  const Vec3 p{mesh.x_cell[cell], mesh.y_cell[cell], mesh.z_cell[cell]};
  return mesh.on_sphere ? normalized(p) : p;
}

Vec3 edge_position(const Mesh& mesh, int edge) {
  const Vec3 p{mesh.x_edge[edge], mesh.y_edge[edge], mesh.z_edge[edge]};
  return mesh.on_sphere ? normalized(p) : p;
}

double compute_distance(const Mesh& mesh, const Vec3& a, const Vec3& b) {
  if (mesh.on_sphere) return mesh.sphere_radius * arc_length(a, b);
  return std::hypot(periodic(b.x - a.x, mesh.period_x), periodic(b.y - a.y, mesh.period_y));
}

double compute_cell_distance(const Mesh& mesh, int cell, int other) {
  return compute_distance(mesh, cell_position(mesh, cell), cell_position(mesh, other));
}

// 1 / (2 x distance between the side cells). Where land is no part of the mesh, it lies as far from the edge
// as the cell on the other side.
template <class T>
double compute_inv_side_distance(const Mesh& mesh, int edge, const EdgeGeometry<T>& g) {
  const int a = g.side[0] >= 0 ? g.side[0] : g.side[1], b = g.side[1] >= 0 ? g.side[1] : a;
  if (a < 0) return 0.0;
  return a == b ? 0.25 / compute_distance(mesh, cell_position(mesh, a), edge_position(mesh, edge))
                : 0.5 / compute_cell_distance(mesh, a, b);
}

std::vector<Vec3> compute_edge_normals(const Mesh& mesh) {
  std::vector<Vec3> normal(std::size_t(mesh.n_edge));
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    if (!mesh.on_sphere) {
      normal[edge] = {std::cos(mesh.angle_edge[edge]), std::sin(mesh.angle_edge[edge]), 0.0};
      continue;
    }
    // Uses the vertices rather than angle_edge, which has no meaning for an edge at a pole.
    const int first = mesh.vertex_on_edge(edge, 0), second = mesh.vertex_on_edge(edge, 1);
    const Vec3 a{mesh.x_vertex[first], mesh.y_vertex[first], mesh.z_vertex[first]};
    const Vec3 b{mesh.x_vertex[second], mesh.y_vertex[second], mesh.z_vertex[second]};
    normal[edge] = normalized(cross(b - a, edge_position(mesh, edge)));
  }
  return normal;
}

template <class T>
std::vector<EdgeGeometry<T>> make_edge_geometry(const Mesh& mesh, const std::vector<Chart>& chart) {
  const std::vector<Vec3> normal = compute_edge_normals(mesh);
  std::vector<EdgeGeometry<T>> geometry(std::size_t(mesh.n_edge));
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    EdgeGeometry<T>& g = geometry[edge];
    set_stencil(mesh, edge, g);
    if (g.cell[0] < 0 && g.cell[1] < 0) continue;
    set_angles(mesh, edge, normal[edge], chart, g);
    const double distance = mesh.dc_edge[edge];
    g.inv_distance = T(1.0 / distance);
    g.inv_side_distance = T(compute_inv_side_distance(mesh, edge, g));
    g.max_diffusion = T(max_diffusion_number * distance * distance);
  }
  return geometry;
}

template std::vector<EdgeGeometry<float>> make_edge_geometry(const Mesh&, const std::vector<Chart>&);
template std::vector<EdgeGeometry<double>> make_edge_geometry(const Mesh&, const std::vector<Chart>&);

}  // namespace groundswell
