// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"

namespace groundswell {
namespace {

const Mesh& small_globe() {
  static const Mesh mesh = make_icosahedral_mesh(3, earth_radius);
  return mesh;
}

std::vector<std::uint8_t> cells_north_of(const Mesh& mesh, double lat) {
  std::vector<std::uint8_t> keep(mesh.n_cell);
  for (int cell = 0; cell < mesh.n_cell; ++cell) keep[cell] = mesh.lat_cell[cell] > lat * degree;
  return keep;
}

TEST(MeshSelection, KeepsGeometryAndNamesTheBoundary) {
  const Mesh& whole = small_globe();
  const Mesh part = select_cells(whole, cells_north_of(whole, 20.0), EdgeKind::land);
  check_mesh(part);
  EXPECT_LT(part.n_cell, whole.n_cell / 2);
  EXPECT_EQ(part.n_cell - part.n_edge + part.n_vertex, 1) << "a disc";
  for (int cell = 0; cell < part.n_cell; ++cell) {
    const int old = static_cast<int>(part.cell_id[cell]) - 1;
    EXPECT_EQ(part.area_cell[cell], whole.area_cell[old]);
    EXPECT_EQ(part.lon_cell[cell], whole.lon_cell[old]);
  }
  int n_boundary = 0;
  for (int edge = 0; edge < part.n_edge; ++edge) {
    if (part.edge_kind[edge] == EdgeKind::interior) continue;
    ++n_boundary;
    EXPECT_EQ(part.edge_kind[edge], EdgeKind::land);
    EXPECT_EQ(part.cell_on_edge(edge, 1), -1);
    EXPECT_LT(std::sin(part.angle_edge[edge]), 0.4) << "the normal points south, out of the mesh";
  }
  EXPECT_GT(n_boundary, 20);
}

TEST(MeshSelection, EarlierBoundariesKeepTheirKind) {
  const Mesh north = select_cells(small_globe(), cells_north_of(small_globe(), 0.0), EdgeKind::open_boundary);
  const Mesh cap = select_cells(north, cells_north_of(north, -90.0), EdgeKind::land);
  EXPECT_EQ(cap.edge_kind, north.edge_kind);
  const Mesh ring = select_cells(
      north,
      [&] {
        std::vector<std::uint8_t> keep = cells_north_of(north, 60.0);
        for (auto& k : keep) k = !k;
        return keep;
      }(),
      EdgeKind::land);
  check_mesh(ring);
  EXPECT_EQ(ring.n_cell - ring.n_edge + ring.n_vertex, 0) << "an annulus";
  for (int edge = 0; edge < ring.n_edge; ++edge) {
    if (ring.edge_kind[edge] == EdgeKind::interior) continue;
    const bool is_north = ring.lat_edge[edge] > 30.0 * degree;
    EXPECT_EQ(ring.edge_kind[edge], is_north ? EdgeKind::land : EdgeKind::open_boundary);
  }
}

TEST(MeshSelection, TrianglesAreTheSumOfTheirKites) {
  const Mesh part = select_cells(small_globe(), cells_north_of(small_globe(), 20.0), EdgeKind::land);
  double cells = 0.0, triangles = 0.0;
  for (double area : part.area_cell) cells += area;
  for (double area : part.area_triangle) triangles += area;
  EXPECT_NEAR(triangles / cells, 1.0, 1e-12);
}

TEST(MeshSelection, FindsPartsBySize) {
  const Mesh& mesh = small_globe();
  std::vector<std::uint8_t> keep(mesh.n_cell);
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    keep[cell] = mesh.lat_cell[cell] > 30.0 * degree || mesh.lat_cell[cell] < -60.0 * degree;
  const ConnectedParts parts = find_connected_parts(mesh, keep);
  ASSERT_EQ(parts.area.size(), 2u);
  EXPECT_GT(parts.area[0], parts.area[1]);
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    EXPECT_EQ(parts.part_of_cell[cell], !keep[cell] ? -1 : mesh.lat_cell[cell] > 0.0 ? 0 : 1);
}

TEST(MeshSelection, NothingLeftIsAnError) {
  EXPECT_THROW(select_cells(small_globe(), std::vector<std::uint8_t>(small_globe().n_cell), EdgeKind::land),
               Error);
  EXPECT_THROW(select_cells(small_globe(), std::vector<std::uint8_t>(3, 1), EdgeKind::land), Error);
}

}  // namespace
}  // namespace groundswell
