// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "mesh/analytic_meshes.hpp"

namespace groundswell {
namespace {

PlanarHexSettings settings(bool periodic_x, bool periodic_y) {
  PlanarHexSettings s;
  s.nx = 5;
  s.ny = 6;
  s.spacing = 300.0;
  s.periodic_x = periodic_x;
  s.periodic_y = periodic_y;
  s.west = EdgeKind::land;
  return s;
}

int count(const Mesh& mesh, EdgeKind kind) {
  return static_cast<int>(std::count(mesh.edge_kind.begin(), mesh.edge_kind.end(), kind));
}

TEST(PlanarHexMesh, CellsAreRegularHexagonsWhereTheyShouldBe) {
  for (bool px : {false, true})
    for (bool py : {false, true}) {
      const Mesh mesh = make_planar_hex_mesh(settings(px, py));
      check_mesh(mesh);
      ASSERT_EQ(mesh.n_cell, 30);
      for (int cell = 0; cell < mesh.n_cell; ++cell) {
        const int i = cell % 5, j = cell / 5;
        EXPECT_NEAR(mesh.x_cell[cell], 300.0 * (i + (j % 2 ? 0.5 : 0.0)), 1e-9);
        EXPECT_NEAR(mesh.y_cell[cell], 300.0 * std::sqrt(3.0) / 2.0 * j, 1e-9);
        EXPECT_NEAR(mesh.area_cell[cell], 300.0 * 300.0 * std::sqrt(3.0) / 2.0, 1e-6);
        EXPECT_EQ(mesh.n_edges_on_cell[cell], 6);
      }
      for (int edge = 0; edge < mesh.n_edge; ++edge) {
        EXPECT_NEAR(mesh.dc_edge[edge], 300.0, 1e-9);
        EXPECT_NEAR(mesh.dv_edge[edge], 300.0 / std::sqrt(3.0), 1e-9);
        const double sixth = mesh.angle_edge[edge] / (pi / 3.0);
        EXPECT_NEAR(sixth, std::round(sixth), 1e-12) << "normals point along the lattice";
      }
    }
}

TEST(PlanarHexMesh, PeriodicMeshIsATorus) {
  const Mesh mesh = make_planar_hex_mesh(settings(true, true));
  EXPECT_EQ(mesh.n_cell - mesh.n_edge + mesh.n_vertex, 0);
  EXPECT_EQ(count(mesh, EdgeKind::interior), mesh.n_edge);
  EXPECT_EQ(mesh.period_x, 1500.0);
  EXPECT_NEAR(mesh.period_y, 6 * 300.0 * std::sqrt(3.0) / 2.0, 1e-9);
}

TEST(PlanarHexMesh, SidesHaveTheRequestedKind) {
  const Mesh channel = make_planar_hex_mesh(settings(false, true));  // 5 columns, 6 rows, land in the west
  EXPECT_EQ(count(channel, EdgeKind::land), 3 * 1 + 3 * 3);          // even rows stand out, odd rows lie back
  EXPECT_EQ(count(channel, EdgeKind::open_boundary), 3 * 1 + 3 * 3);
  for (int edge = 0; edge < channel.n_edge; ++edge) {
    if (channel.edge_kind[edge] != EdgeKind::land) continue;
    EXPECT_EQ(channel.cell_on_edge(edge, 1), -1);
    EXPECT_LT(std::cos(channel.angle_edge[edge]), -0.4) << "the normal points out of the mesh, to the west";
  }
  const Mesh box = make_planar_hex_mesh(settings(false, false));
  EXPECT_EQ(box.n_cell - box.n_edge + box.n_vertex, 1) << "a disc";
}

TEST(PlanarHexMesh, RefusesWhatDoesNotClose) {
  PlanarHexSettings s = settings(true, true);
  s.ny = 5;
  EXPECT_THROW(make_planar_hex_mesh(s), Error);
  s.ny = 6;
  s.nx = 2;
  EXPECT_THROW(make_planar_hex_mesh(s), Error);
  s.nx = 4;
  s.spacing = 0.0;
  EXPECT_THROW(make_planar_hex_mesh(s), Error);
}

}  // namespace
}  // namespace groundswell
