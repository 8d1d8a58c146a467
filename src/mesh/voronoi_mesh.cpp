// SPDX-License-Identifier: Apache-2.0
// The geometry of a Voronoi mesh: positions, lengths, areas and angles. SphereGeometry and PlaneGeometry hold
// the formulas that differ between the sphere and the (periodic) plane.
#include "mesh/voronoi_mesh.hpp"

#include <cmath>

#include "base/error.hpp"
#include "mesh/voronoi_topology.hpp"

namespace groundswell {
namespace {

struct SphereGeometry {
  double radius;

  Vec3 centre(const Vec3& a, const Vec3& b, const Vec3& c) const { return circumcentre(a, b, c); }
  Vec3 midpoint(const Vec3& a, const Vec3& b) const { return normalized(a + b); }
  double length(const Vec3& a, const Vec3& b) const { return radius * arc_length(a, b); }
  double area(const Vec3& a, const Vec3& b, const Vec3& c) const {
    return radius * radius * triangle_area(a, b, c);
  }
  double angle(const Vec3& at, const Vec3& a, const Vec3& b) const {
    const double lon = longitude(at);
    return std::atan2(dot(b - a, north_at(lon, latitude(at))), dot(b - a, east_at(lon)));
  }
};

struct PlaneGeometry {
  double period_x, period_y;

  // The vector from a to the nearest image of b.
  Vec3 way(const Vec3& a, const Vec3& b) const {
    Vec3 d = b - a;
    if (period_x > 0.0) d.x -= period_x * std::round(d.x / period_x);
    if (period_y > 0.0) d.y -= period_y * std::round(d.y / period_y);
    return d;
  }
  Vec3 centre(const Vec3& a, const Vec3& b, const Vec3& c) const {
    const Vec3 u = way(a, b), v = way(a, c);
    const double d = 2.0 * cross(u, v).z, uu = dot(u, u), vv = dot(v, v);
    return a + Vec3{(v.y * uu - u.y * vv) / d, (u.x * vv - v.x * uu) / d, 0.0};
  }
  Vec3 midpoint(const Vec3& a, const Vec3& b) const { return a + way(a, b) * 0.5; }
  double length(const Vec3& a, const Vec3& b) const { return norm(way(a, b)); }
  double area(const Vec3& a, const Vec3& b, const Vec3& c) const {
    return 0.5 * cross(way(a, b), way(a, c)).z;
  }
  double angle(const Vec3&, const Vec3& a, const Vec3& b) const {
    const Vec3 d = way(a, b);
    return std::atan2(d.y, d.x);
  }
};

struct Positions {
  std::vector<double>&x, &y, &z, &lon, &lat;

  void reserve(int n) {
    for (auto* table : {&x, &y, &z, &lon, &lat}) table->reserve(n);
  }
  void add(const Vec3& p, bool on_sphere, double scale) {
    x.push_back(scale * p.x);
    y.push_back(scale * p.y);
    z.push_back(scale * p.z);
    lon.push_back(on_sphere ? longitude(p) : 0.0);
    lat.push_back(on_sphere ? latitude(p) : 0.0);
  }
};

template <class Geometry>
void add_edge_metrics(const Geometry& geometry, const std::vector<Vec3>& points, const MeshSources& sources,
                      const std::vector<Vec3>& vertices, Mesh& mesh) {
  for (auto* table : {&mesh.dc_edge, &mesh.dv_edge, &mesh.angle_edge}) table->reserve(mesh.n_edge);
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    const Vec3 a = points[sources.points_of_edge[edge][0]], b = points[sources.points_of_edge[edge][1]];
    mesh.dc_edge.push_back(geometry.length(a, b));
    mesh.dv_edge.push_back(
        geometry.length(vertices[mesh.vertex_on_edge(edge, 0)], vertices[mesh.vertex_on_edge(edge, 1)]));
    mesh.angle_edge.push_back(geometry.angle(geometry.midpoint(a, b), a, b));
  }
}

// Adds the kites of one vertex; its three points are given counter-clockwise. The midpoint of two points lies
// on the great circle of the edge between them, so the kites add up exactly to the cells and to the
// triangles.
template <class Geometry>
void add_kites(const Geometry& geometry, const Vec3& vertex, const std::array<Vec3, 3>& corner,
               int first_entry, Mesh& mesh) {
  double sum = 0.0;
  for (int k = 0; k < 3; ++k) {
    const Vec3 before = geometry.midpoint(corner[(k + 2) % 3], corner[k]);
    const Vec3 after = geometry.midpoint(corner[k], corner[(k + 1) % 3]);
    const bool has_cell = mesh.cells_on_vertex[first_entry + k] >= 0;
    const double kite =
        has_cell ? geometry.area(vertex, before, corner[k]) + geometry.area(vertex, corner[k], after) : 0.0;
    mesh.kite_areas_on_vertex.push_back(kite);
    sum += kite;
  }
  mesh.area_triangle.push_back(sum);
}

void add_cell_areas(Mesh& mesh) {
  mesh.area_cell.reserve(mesh.n_cell);
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    double area = 0.0;
    for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k) {
      const int vertex = mesh.vertex_on_cell(cell, k);
      for (int i = 3 * vertex; i < 3 * vertex + 3; ++i)
        if (mesh.cells_on_vertex[i] == cell) area += mesh.kite_areas_on_vertex[i];
    }
    mesh.area_cell.push_back(area);
  }
}

// Adds the vertices at the circumcentres of their triangles, with their kites.
template <class Geometry>
std::vector<Vec3> add_vertices(const Geometry& geometry, const Triangulation& t, const MeshSources& sources,
                               double scale, Mesh& mesh) {
  Positions vertex{mesh.x_vertex, mesh.y_vertex, mesh.z_vertex, mesh.lon_vertex, mesh.lat_vertex};
  vertex.reserve(mesh.n_vertex);
  mesh.area_triangle.reserve(mesh.n_vertex);
  mesh.kite_areas_on_vertex.reserve(3 * std::size_t(mesh.n_vertex));
  std::vector<Vec3> vertices;
  vertices.reserve(mesh.n_vertex);
  for (int triangle : sources.triangle_of_vertex) {
    const auto [a, b, c] = t.triangles[triangle];
    const std::array<Vec3, 3> corner{t.points[a], t.points[b], t.points[c]};
    vertices.push_back(geometry.centre(corner[0], corner[1], corner[2]));
    vertex.add(vertices.back(), mesh.on_sphere, scale);
    add_kites(geometry, vertices.back(), corner, 3 * (static_cast<int>(vertices.size()) - 1), mesh);
  }
  return vertices;
}

// Adds positions, lengths, areas and angles to a mesh that already has its connectivity.
template <class Geometry>
Mesh build(const Triangulation& t, const MeshSources& sources, const Geometry& geometry, double scale,
           Mesh mesh) {
  Positions cell{mesh.x_cell, mesh.y_cell, mesh.z_cell, mesh.lon_cell, mesh.lat_cell};
  cell.reserve(mesh.n_cell);
  for (int point : sources.point_of_cell) cell.add(t.points[point], mesh.on_sphere, scale);
  Positions edge{mesh.x_edge, mesh.y_edge, mesh.z_edge, mesh.lon_edge, mesh.lat_edge};
  edge.reserve(mesh.n_edge);
  for (const auto& [a, b] : sources.points_of_edge)
    edge.add(geometry.midpoint(t.points[a], t.points[b]), mesh.on_sphere, scale);
  const std::vector<Vec3> vertices = add_vertices(geometry, t, sources, scale, mesh);
  add_edge_metrics(geometry, t.points, sources, vertices, mesh);
  add_cell_areas(mesh);
  return mesh;
}

}  // namespace

Mesh build_voronoi_mesh(const Triangulation& triangulation, double radius) {
  return build_voronoi_cells(triangulation, find_point_rings(triangulation), radius);
}

Mesh build_voronoi_cells(const Triangulation& triangulation, PointRings rings, double radius, int max_edges) {
  require(radius > 0.0, "the radius of the sphere, ", radius, " m, is not positive");
  Mesh mesh;
  mesh.sphere_radius = radius;
  mesh.max_edges = max_edges;
  const MeshSources sources = build_topology(triangulation, std::move(rings), mesh);
  return build(triangulation, sources, SphereGeometry{radius}, radius, std::move(mesh));
}

Mesh build_planar_voronoi_mesh(const Triangulation& triangulation, double period_x, double period_y) {
  return build_planar_voronoi_cells(triangulation, find_point_rings(triangulation), period_x, period_y);
}

Mesh build_planar_voronoi_cells(const Triangulation& triangulation, PointRings rings, double period_x,
                                double period_y) {
  Mesh mesh;
  mesh.on_sphere = false;
  mesh.period_x = period_x;
  mesh.period_y = period_y;
  const MeshSources sources = build_topology(triangulation, std::move(rings), mesh);
  return build(triangulation, sources, PlaneGeometry{period_x, period_y}, 1.0, std::move(mesh));
}

}  // namespace groundswell
