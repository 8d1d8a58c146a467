// SPDX-License-Identifier: Apache-2.0
// Geometric identities on the sphere, each against a formula that the mesh maker does not use.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {
namespace {

Vec3 cell_point(const Mesh& m, int i) {
  return Vec3{m.x_cell[i], m.y_cell[i], m.z_cell[i]};
}
Vec3 vertex_point(const Mesh& m, int i) {
  return Vec3{m.x_vertex[i], m.y_vertex[i], m.z_vertex[i]};
}
Vec3 edge_point(const Mesh& m, int i) {
  return Vec3{m.x_edge[i], m.y_edge[i], m.z_edge[i]};
}
double sum(const std::vector<double>& v) {
  return std::accumulate(v.begin(), v.end(), 0.0);
}

// Area of a spherical polygon from its interior angles (Girard), not from triangles.
double girard_area(const std::vector<Vec3>& corner) {
  const std::size_t n = corner.size();
  double angles = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    const Vec3 p = corner[k], to = cross(p, corner[(k + 1) % n]), from = cross(p, corner[(k + n - 1) % n]);
    angles += std::acos(dot(to, from) / (norm(to) * norm(from)));
  }
  return angles - (n - 2) * pi;
}

const Mesh& icosahedral_globe() {
  static const Mesh mesh = make_icosahedral_mesh(4, earth_radius);
  return mesh;
}

TEST(IcosahedralMesh, HasTheCountsOfEuler) {
  for (int level : {0, 1, 2, 3}) {
    const Mesh mesh = make_icosahedral_mesh(level, 1.0);
    EXPECT_EQ(mesh.n_cell, 10 * (1 << (2 * level)) + 2);
    EXPECT_EQ(mesh.n_cell - mesh.n_edge + mesh.n_vertex, 2);
    EXPECT_EQ(std::count(mesh.n_edges_on_cell.begin(), mesh.n_edges_on_cell.end(), 5), 12);
    EXPECT_NO_THROW(check_mesh(mesh));
  }
}

TEST(IcosahedralMesh, AreasSumToTheSphere) {
  const Mesh& mesh = icosahedral_globe();
  const double sphere = 4.0 * pi * earth_radius * earth_radius;
  EXPECT_NEAR(sum(mesh.area_cell) / sphere, 1.0, 1e-12);
  EXPECT_NEAR(sum(mesh.area_triangle) / sphere, 1.0, 1e-12);
  EXPECT_NEAR(sum(mesh.kite_areas_on_vertex) / sphere, 1.0, 1e-12);
}

TEST(IcosahedralMesh, KitesSumToCellsAndTriangles) {
  const Mesh& mesh = icosahedral_globe();
  for (int cell = 0; cell < mesh.n_cell; cell += 7) {
    std::vector<Vec3> corner;
    for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k)
      corner.push_back(normalized(vertex_point(mesh, mesh.vertex_on_cell(cell, k))));
    const double area = girard_area(corner) * earth_radius * earth_radius;
    EXPECT_NEAR(mesh.area_cell[cell] / area, 1.0, 1e-9) << cell;
  }
  for (int vertex = 0; vertex < mesh.n_vertex; vertex += 7) {
    std::vector<Vec3> corner;
    for (int k = 0; k < 3; ++k)
      corner.push_back(normalized(cell_point(mesh, mesh.cells_on_vertex[3 * vertex + k])));
    const double area = girard_area(corner) * earth_radius * earth_radius;
    EXPECT_NEAR(mesh.area_triangle[vertex] / area, 1.0, 1e-9) << vertex;
  }
}

TEST(IcosahedralMesh, EdgesAreOrthogonalAndTheirAngleIsTheirNormals) {
  const Mesh& mesh = icosahedral_globe();
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    const Vec3 normal =
        cell_point(mesh, mesh.cell_on_edge(edge, 1)) - cell_point(mesh, mesh.cell_on_edge(edge, 0));
    const Vec3 along =
        vertex_point(mesh, mesh.vertex_on_edge(edge, 1)) - vertex_point(mesh, mesh.vertex_on_edge(edge, 0));
    EXPECT_LT(std::abs(dot(normal, along)) / (norm(normal) * norm(along)), 1e-10);
    const Vec3 up = normalized(edge_point(mesh, edge));
    EXPECT_GT(dot(up, cross(normal, along)), 0.0) << "vertices run along the normal turned by +90 degrees";
    const double lon = mesh.lon_edge[edge], lat = mesh.lat_edge[edge], angle = mesh.angle_edge[edge];
    const Vec3 by_angle = east_at(lon) * std::cos(angle) + north_at(lon, lat) * std::sin(angle);
    EXPECT_NEAR(dot(by_angle, normal) / norm(normal), 1.0, 1e-12);
    const Vec3 a = normalized(cell_point(mesh, mesh.cell_on_edge(edge, 0)));
    const Vec3 b = normalized(cell_point(mesh, mesh.cell_on_edge(edge, 1)));
    EXPECT_NEAR(mesh.dc_edge[edge], earth_radius * 2.0 * std::asin(0.5 * norm(a - b)), 1e-3);
  }
}

// The circumcentre of a triangle has the same distance from its three corners.
TEST(IcosahedralMesh, VerticesAreAsFarFromTheirThreeCells) {
  const Mesh& mesh = icosahedral_globe();
  for (int vertex = 0; vertex < mesh.n_vertex; ++vertex) {
    const Vec3 v = vertex_point(mesh, vertex);
    const double d0 = norm(v - cell_point(mesh, mesh.cells_on_vertex[3 * vertex]));
    for (int k = 1; k < 3; ++k)
      EXPECT_NEAR(norm(v - cell_point(mesh, mesh.cells_on_vertex[3 * vertex + k])) / d0, 1.0, 1e-9);
  }
}

// The centroid by an independent exact formula: the integral of the position over a spherical polygon is half
// the sum over its sides of arc length times unit normal.
TEST(IcosahedralMesh, CentresAreCentroids) {
  const Mesh& mesh = icosahedral_globe();
  double rms = 0.0;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    Vec3 moment;
    const int n = mesh.n_edges_on_cell[cell];
    for (int k = 0; k < n; ++k) {
      const Vec3 a = normalized(vertex_point(mesh, mesh.vertex_on_cell(cell, k)));
      const Vec3 b = normalized(vertex_point(mesh, mesh.vertex_on_cell(cell, (k + 1) % n)));
      moment += normalized(cross(a, b)) * (0.5 * arc_length(a, b));
    }
    const Vec3 centre = normalized(cell_point(mesh, cell));
    rms += std::pow(norm(normalized(moment) - centre) / std::sqrt(mesh.area_cell[cell]) * earth_radius, 2);
  }
  EXPECT_LT(std::sqrt(rms / mesh.n_cell), 1.5e-3);
}

TEST(IcosahedralMesh, NeighboursLieCloseInMemory) {
  const Mesh& mesh = icosahedral_globe();
  double distance = 0.0;
  for (int edge = 0; edge < mesh.n_edge; ++edge)
    distance += std::abs(mesh.cell_on_edge(edge, 1) - mesh.cell_on_edge(edge, 0));
  EXPECT_LT(distance / mesh.n_edge, 0.06 * mesh.n_cell);
}

TEST(IcosahedralMesh, RefusesWhatItCannotMake) {
  EXPECT_THROW(make_icosahedral_mesh(-1, 1.0), Error);
  EXPECT_THROW(make_icosahedral_mesh(12, 1.0), Error);
  EXPECT_THROW(make_icosahedral_points(64, 6), Error);  // 168 million points
  EXPECT_THROW(make_icosahedral_points(1001, 0), Error);
  EXPECT_THROW(make_icosahedral_mesh(1, 0.0), Error);
}

}  // namespace
}  // namespace groundswell
