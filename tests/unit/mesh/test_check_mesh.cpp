// SPDX-License-Identifier: Apache-2.0
// Meshes with one fault each; the message must name the table, the place or the fault.
#include <gtest/gtest.h>

#include <functional>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "mesh/analytic_meshes.hpp"

namespace groundswell {
namespace {

std::string complaint(const std::function<void(Mesh&)>& spoil) {
  Mesh mesh = make_icosahedral_mesh(1, earth_radius);
  spoil(mesh);
  try {
    check_mesh(mesh);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

void expect_in(const std::string& words, const std::string& sentence) {
  EXPECT_NE(sentence.find(words), std::string::npos) << "found: " << sentence;
}

TEST(CheckMesh, AcceptsAWholeMesh) {
  EXPECT_EQ(complaint([](Mesh&) {}), "");
}

TEST(CheckMesh, NamesTheBrokenTable) {
  expect_in("cells_on_edge has", complaint([](Mesh& m) { m.cells_on_edge.pop_back(); }));
  expect_in("depth_cell", complaint([](Mesh& m) { m.depth_cell.assign(3, 10.0); }));
}

TEST(CheckMesh, NamesTheCellWithABadNeighbour) {
  expect_in("cell 1 has neighbour number 100", complaint([](Mesh& m) { m.cells_on_cell[0] = 99; }));
  expect_in("does not lie between cell 1", complaint([](Mesh& m) { m.cells_on_cell[0] = -1; }));
  expect_in("has edge number 0", complaint([](Mesh& m) { m.edges_on_cell[0] = -1; }));
  expect_in("has vertex number 0", complaint([](Mesh& m) { m.vertices_on_cell[0] = -1; }));
  expect_in("cell 3 has 2 edges", complaint([](Mesh& m) { m.n_edges_on_cell[2] = 2; }));
}

TEST(CheckMesh, NamesWrongOrder) {
  expect_in("counter-clockwise",
            complaint([](Mesh& m) { std::swap(m.vertices_on_cell[0], m.vertices_on_cell[2]); }));
  expect_in("counter-clockwise", complaint([](Mesh& m) {
              for (auto* z : {&m.z_cell, &m.z_vertex})
                for (double& value : *z) value = -value;
            }));
}

TEST(CheckMesh, NamesBadNumbers) {
  expect_in("cell 6 has an area of 0", complaint([](Mesh& m) { m.area_cell[5] = 0.0; }));
  expect_in("edge 2 has centres -1 m apart", complaint([](Mesh& m) { m.dc_edge[1] = -1.0; }));
  expect_in("deeper than 0", complaint([](Mesh& m) { m.depth_cell.assign(m.n_cell, 0.0); }));
  expect_in("but is of kind 1", complaint([](Mesh& m) { m.edge_kind[7] = EdgeKind::land; }));
}

}  // namespace
}  // namespace groundswell
