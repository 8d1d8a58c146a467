// SPDX-License-Identifier: Apache-2.0
// Local meshes compared with the whole mesh: every entry of every table, and the groups of cells by brute
// force.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "decomp/local_mesh.hpp"
#include "decomp/partition.hpp"
#include "support/parallel_world.hpp"
#include "support/test_meshes.hpp"

namespace groundswell {
namespace {

using test::meshes;
using test::world;

// The number of steps across edges from `cell` to every cell, limit + 1 if it exceeds `limit`; a plain, slow
// reference implementation.
std::vector<int> distances_from(const Mesh& mesh, int cell, int limit) {
  std::vector<int> distance(std::size_t(mesh.n_cell), limit + 1);
  distance[cell] = 0;
  for (int step = 0; step < limit; ++step)
    for (int c = 0; c < mesh.n_cell; ++c)
      if (distance[c] == step)
        for (int k = 0; k < mesh.n_edges_on_cell[c]; ++k)
          if (const int n = mesh.cell_on_cell(c, k); n >= 0) distance[n] = std::min(distance[n], step + 1);
  return distance;
}

void expect_groups(const Mesh& whole, const Partition& partition, const LocalMesh& local) {
  const auto owner = [&](int cell) { return partition.owner[local.global_cell[cell]]; };
  ASSERT_EQ(local.n_owned, local.n_inner + local.n_border);
  ASSERT_EQ(local.n_cell(), local.mesh.n_cell);
  ASSERT_EQ(local.n_owned, std::ranges::count(partition.owner, local.part));
  std::vector<int> ring(std::size_t(whole.n_cell), local.n_ring + 1);
  for (int cell = 0; cell < local.n_owned; ++cell) {
    EXPECT_EQ(owner(cell), local.part);
    const std::vector<int> distance = distances_from(whole, int(local.global_cell[cell]), local.n_ring);
    bool touches_halo = false;
    for (int other = 0; other < whole.n_cell; ++other) {
      ring[other] = std::min(ring[other], distance[other]);
      if (distance[other] <= local.n_ring && partition.owner[other] != local.part) touches_halo = true;
    }
    EXPECT_EQ(touches_halo, cell >= local.n_inner);
  }
  std::vector<std::pair<int, int>> halo;
  for (int cell = 0; cell < whole.n_cell; ++cell)
    if (ring[cell] >= 1 && ring[cell] <= local.n_ring) halo.emplace_back(partition.owner[cell], cell);
  std::ranges::sort(halo);
  ASSERT_EQ(std::size_t(local.n_halo), halo.size());
  for (int i = 0; i < local.n_halo; ++i) {
    EXPECT_EQ(local.global_cell[local.n_owned + i], halo[i].second);
    EXPECT_EQ(local.halo_owner[i], halo[i].first);
    EXPECT_EQ(int(local.halo_ring[i]), ring[halo[i].second]);
  }
}

// Each entry of a table without indices (positions, areas, kinds) has the same bits as in the whole mesh.
template <class T>
void expect_same(const std::vector<T>& local, const std::vector<T>& whole,
                 const std::vector<std::int64_t>& global, std::size_t width = 1) {
  if (whole.empty()) {
    EXPECT_TRUE(local.empty());
    return;
  }
  ASSERT_EQ(local.size(), global.size() * width);
  for (std::size_t i = 0; i < global.size(); ++i)
    EXPECT_EQ(std::memcmp(&local[i * width], &whole[std::size_t(global[i]) * width], width * sizeof(T)), 0);
}

// Each local index denotes the same cell, edge or vertex as the index in the whole mesh, or is -1 if that is
// not in the local mesh.
void expect_renumbered(const std::vector<int>& local, const std::vector<int>& whole,
                       const std::vector<std::int64_t>& rows, const std::vector<std::int64_t>& entries,
                       std::size_t width) {
  ASSERT_EQ(local.size(), rows.size() * width);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < width; ++k) {
      const int here = local[i * width + k], there = whole[std::size_t(rows[i]) * width + k];
      const bool somewhere = std::ranges::find(entries, there) != entries.end();
      EXPECT_EQ(here >= 0 ? int(entries.at(std::size_t(here))) : there, there);
      EXPECT_TRUE(here >= 0 || there < 0 || !somewhere);
    }
  }
}

void expect_tables(const Mesh& whole, const LocalMesh& local) {
  const Mesh& mesh = local.mesh;
  EXPECT_EQ(mesh.on_sphere, whole.on_sphere);
  EXPECT_EQ(mesh.sphere_radius, whole.sphere_radius);
  EXPECT_EQ(mesh.period_x, whole.period_x);
  EXPECT_EQ(mesh.period_y, whole.period_y);
  ASSERT_EQ(mesh.max_edges, whole.max_edges);
  for (auto table : {&Mesh::x_cell, &Mesh::y_cell, &Mesh::z_cell, &Mesh::lon_cell, &Mesh::lat_cell,
                     &Mesh::area_cell, &Mesh::depth_cell})
    expect_same(mesh.*table, whole.*table, local.global_cell);
  for (auto table : {&Mesh::obstacle_through, &Mesh::obstacle_within})
    expect_same(mesh.*table, whole.*table, local.global_cell, n_obstacle_dir);
  for (auto table : {&Mesh::x_edge, &Mesh::y_edge, &Mesh::z_edge, &Mesh::lon_edge, &Mesh::lat_edge,
                     &Mesh::dc_edge, &Mesh::dv_edge, &Mesh::angle_edge})
    expect_same(mesh.*table, whole.*table, local.global_edge);
  for (auto table : {&Mesh::x_vertex, &Mesh::y_vertex, &Mesh::z_vertex, &Mesh::lon_vertex, &Mesh::lat_vertex,
                     &Mesh::area_triangle})
    expect_same(mesh.*table, whole.*table, local.global_vertex);
  expect_same(mesh.kite_areas_on_vertex, whole.kite_areas_on_vertex, local.global_vertex, 3);
  expect_same(mesh.edge_kind, whole.edge_kind, local.global_edge);
  expect_same(mesh.n_edges_on_cell, whole.n_edges_on_cell, local.global_cell);
  expect_same(mesh.cell_id, whole.cell_id, local.global_cell);
  const std::size_t width = std::size_t(whole.max_edges);
  expect_renumbered(mesh.cells_on_cell, whole.cells_on_cell, local.global_cell, local.global_cell, width);
  expect_renumbered(mesh.edges_on_cell, whole.edges_on_cell, local.global_cell, local.global_edge, width);
  expect_renumbered(mesh.vertices_on_cell, whole.vertices_on_cell, local.global_cell, local.global_vertex,
                    width);
  expect_renumbered(mesh.cells_on_edge, whole.cells_on_edge, local.global_edge, local.global_cell, 2);
  expect_renumbered(mesh.vertices_on_edge, whole.vertices_on_edge, local.global_edge, local.global_vertex, 2);
  expect_renumbered(mesh.cells_on_vertex, whole.cells_on_vertex, local.global_vertex, local.global_cell, 3);
  expect_renumbered(mesh.edges_on_vertex, whole.edges_on_vertex, local.global_vertex, local.global_edge, 3);
}

// Propagation needs all edges and vertices around every cell; a neighbour across an interior edge may be
// missing in the outermost ring only.
void expect_complete_stencils(const LocalMesh& local) {
  const Mesh& mesh = local.mesh;
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const bool outermost = cell >= local.n_owned && local.halo_ring[cell - local.n_owned] == local.n_ring;
    for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k) {
      const int edge = mesh.edge_on_cell(cell, k);
      ASSERT_GE(edge, 0);
      ASSERT_GE(mesh.vertex_on_cell(cell, k), 0);
      EXPECT_TRUE(mesh.cell_on_edge(edge, 0) == cell || mesh.cell_on_edge(edge, 1) == cell);
      const bool missing = mesh.cell_on_cell(cell, k) < 0;
      EXPECT_TRUE(!missing || outermost || mesh.edge_kind[edge] != EdgeKind::interior);
    }
  }
}

TEST(local_mesh, equals_its_piece_of_the_whole) {
  for (const auto& [name, whole] : meshes()) {
    const Partition partition = make_partition(make_cell_graph(whole), world().size());
    for (int n_ring : {1, 2}) {
      SCOPED_TRACE(text(name, ", ", n_ring, " rings"));
      const LocalMesh local = make_local_mesh(whole, partition, world().rank(), n_ring);
      EXPECT_EQ(local.n_global_cell, whole.n_cell);
      expect_groups(whole, partition, local);
      expect_tables(whole, local);
      expect_complete_stencils(local);
      EXPECT_EQ(world().sum(local.n_owned), whole.n_cell);
    }
  }
}

TEST(local_mesh, one_part_has_no_halo_and_any_part_of_many_may_be_tiny) {
  const Mesh& whole = meshes()[0].second;
  const LocalMesh all = make_local_mesh(whole, make_partition(make_cell_graph(whole), 1), 0, 2);
  EXPECT_EQ(all.n_inner, whole.n_cell);
  EXPECT_EQ(all.n_halo, 0);
  EXPECT_EQ(all.mesh.n_edge, whole.n_edge);
  EXPECT_EQ(all.mesh.n_vertex, whole.n_vertex);
  const LocalMesh single =
      make_local_mesh(whole, make_partition(make_cell_graph(whole), whole.n_cell), 17, 1);
  EXPECT_EQ(single.n_inner, 0);
  EXPECT_EQ(single.n_border, 1);
  EXPECT_EQ(single.n_halo, whole.n_edges_on_cell[17]);
}

// Consecutive cells are close together: the mean distance between them is less than twice that between
// neighbours, whatever the order of the whole mesh.
TEST(local_mesh, cells_follow_a_space_filling_curve) {
  const Mesh& whole = meshes()[0].second;
  const LocalMesh local = make_local_mesh(whole, make_partition(make_cell_graph(whole), 2), 0, 1);
  const Mesh& mesh = local.mesh;
  double steps = 0.0, spacing = 0.0;
  for (int cell = 1; cell < local.n_inner; ++cell)
    steps += std::hypot(mesh.x_cell[cell] - mesh.x_cell[cell - 1], mesh.y_cell[cell] - mesh.y_cell[cell - 1],
                        mesh.z_cell[cell] - mesh.z_cell[cell - 1]);
  for (int edge = 0; edge < mesh.n_edge; ++edge) spacing += mesh.dc_edge[edge];
  EXPECT_LT(steps / (local.n_inner - 1), 2.0 * spacing / mesh.n_edge);
}

TEST(local_mesh, other_numbers_of_rings_are_refused) {
  const Mesh& whole = meshes().back().second;
  EXPECT_THROW(make_local_mesh(whole, make_partition(make_cell_graph(whole), 2), 0, 3), Error);
  EXPECT_THROW(make_local_mesh(whole, make_partition(make_cell_graph(whole), 2), 0, 0), Error);
}

}  // namespace
}  // namespace groundswell
