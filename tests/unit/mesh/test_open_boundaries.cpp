// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "base/constants.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"
#include "mesh/open_boundaries.hpp"

namespace groundswell {
namespace {

std::vector<BoundaryEdge> all_edges(const Mesh& mesh) {
  MeshPart part;
  part.mesh = mesh;
  part.n_owned = mesh.n_cell;
  for (int edge = 0; edge < mesh.n_edge; ++edge) part.global_edge.push_back(edge);
  for (int vertex = 0; vertex < mesh.n_vertex; ++vertex) part.global_vertex.push_back(vertex);
  return find_boundary_edges(part);
}

std::vector<OpenBoundary> find_boundaries(const Mesh& mesh) {
  return find_open_boundaries(all_edges(mesh), mesh.on_sphere);
}

TEST(OpenBoundaries, AreFoundWithLengthAndPlace) {
  PlanarHexSettings hexagons;
  hexagons.nx = 20, hexagons.ny = 10, hexagons.spacing = 1000.0;
  hexagons.periodic_y = true;
  hexagons.east = EdgeKind::land;
  const Mesh channel = make_planar_hex_mesh(hexagons);
  const std::vector<OpenBoundary> found = find_boundaries(channel);
  ASSERT_FALSE(found.empty());
  double length = 0.0;
  for (const OpenBoundary& boundary : found) length += boundary.length;
  // One or three sides of each of 10 hexagons of side 1000 / sqrt(3).
  EXPECT_NEAR(length, (5 * 1 + 5 * 3) * 1000.0 / std::sqrt(3.0), 1.0);
  EXPECT_LT(found[0].east, 1000.0);
}

TEST(OpenBoundaries, AreConnectedAcrossTheDateLine) {
  const Mesh globe = make_icosahedral_mesh(4, earth_radius);
  std::vector<std::uint8_t> keep(std::size_t(globe.n_cell));
  for (int cell = 0; cell < globe.n_cell; ++cell)
    keep[cell] =
        std::abs(globe.lon_cell[cell]) > 160.0 * degree && std::abs(globe.lat_cell[cell]) < 20.0 * degree;
  const std::vector<OpenBoundary> found = find_boundaries(select_cells(globe, keep, EdgeKind::open_boundary));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].east - found[0].west, 40.0, 6.0);
  EXPECT_NEAR(found[0].north, 20.0, 3.0);
  EXPECT_GT(found[0].length, 4.0 * 40.0 * degree * earth_radius);
  EXPECT_NE(found[0].place(true).find("latitude -"), std::string::npos);
}

TEST(OpenBoundaries, AreNoneOnAWholeGlobe) {
  EXPECT_TRUE(find_boundaries(make_icosahedral_mesh(2, earth_radius)).empty());
}

TEST(OpenBoundaries, DoNotDependOnTheOrderOfEdges) {
  const Mesh globe = make_icosahedral_mesh(4, earth_radius);
  std::vector<std::uint8_t> keep(std::size_t(globe.n_cell));
  for (int cell = 0; cell < globe.n_cell; ++cell) keep[cell] = std::abs(globe.lat_cell[cell]) < 0.5;
  std::vector<BoundaryEdge> edges = all_edges(select_cells(globe, keep, EdgeKind::open_boundary));
  const std::vector<OpenBoundary> expected = find_open_boundaries(edges, true);
  ASSERT_EQ(expected.size(), 2u);
  std::ranges::reverse(edges);
  const std::vector<OpenBoundary> found = find_open_boundaries(edges, true);
  ASSERT_EQ(found.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(found[i].n_edge, expected[i].n_edge);
    EXPECT_EQ(found[i].length, expected[i].length);
    EXPECT_EQ(found[i].place(true), expected[i].place(true));
  }
}

}  // namespace
}  // namespace groundswell
