// SPDX-License-Identifier: Apache-2.0
// Local meshes made from blocks, compared with those cut from the whole mesh in the slow and obvious way.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "base/error.hpp"
#include "comm/placement.hpp"
#include "decomp/decomposed_mesh.hpp"
#include "decomp/mesh_piece.hpp"
#include "decomp/partition.hpp"
#include "decomp/voronoi_parts.hpp"
#include "mesh/mesh_order.hpp"
#include "mesh/mesh_tables.hpp"
#include "network/network_file.hpp"
#include "support/parallel_world.hpp"
#include "support/test_meshes.hpp"

namespace groundswell {
namespace {

using test::meshes;
using test::message_of;
using test::world;

int count_different_tables(const Mesh& mesh, const Mesh& other) {
  int n_different = 0;
  const auto compare = [&](auto table, int) { n_different += int(mesh.*table != other.*table); };
  for_cell_tables(mesh, compare);
  for_edge_tables(compare);
  for_vertex_tables(compare);
  return n_different;
}

void expect_same(const LocalMesh& local, const LocalMesh& expected) {
  EXPECT_EQ(local.part, expected.part);
  EXPECT_EQ(local.n_inner, expected.n_inner);
  EXPECT_EQ(local.n_border, expected.n_border);
  EXPECT_EQ(local.n_owned, expected.n_owned);
  EXPECT_EQ(local.n_halo, expected.n_halo);
  EXPECT_EQ(local.global_cell, expected.global_cell);
  EXPECT_EQ(local.global_edge, expected.global_edge);
  EXPECT_EQ(local.global_vertex, expected.global_vertex);
  EXPECT_EQ(local.halo_owner, expected.halo_owner);
  EXPECT_EQ(local.halo_ring, expected.halo_ring);
  EXPECT_EQ(local.n_global_cell, expected.n_global_cell);
  EXPECT_EQ(local.n_global_edge, expected.n_global_edge);
  EXPECT_EQ(local.n_global_vertex, expected.n_global_vertex);
  const Mesh &mesh = local.mesh, &other = expected.mesh;
  EXPECT_EQ(mesh.on_sphere, other.on_sphere);
  EXPECT_EQ(mesh.sphere_radius, other.sphere_radius);
  EXPECT_EQ(mesh.period_x, other.period_x);
  EXPECT_EQ(mesh.period_y, other.period_y);
  EXPECT_EQ(mesh.n_cell, other.n_cell);
  EXPECT_EQ(mesh.n_edge, other.n_edge);
  EXPECT_EQ(mesh.n_vertex, other.n_vertex);
  EXPECT_EQ(count_different_tables(mesh, other), 0);
}

LocalMesh cut_from_whole(const Mesh& whole, int n_ring) {
  return make_local_mesh(whole, make_partition(make_cell_graph(whole), world().size()), world().rank(),
                         n_ring);
}

TEST(decomposed_mesh, pieces_from_blocks_are_those_of_the_whole_mesh) {
  for (const auto& [name, whole] : meshes())
    for (int n_ring : {1, 2}) {
      SCOPED_TRACE(text(name, ", ", n_ring, " rings"));
      expect_same(decompose(world(), whole, {.halo_rings = n_ring}).local, cut_from_whole(whole, n_ring));
    }
}

TEST(decomposed_mesh, weights_are_those_of_the_cells) {
  const Mesh& whole = meshes()[0].second;
  std::vector<double> weights;
  for (int cell = 0; cell < whole.n_cell; ++cell) weights.push_back(whole.lat_cell[cell] > 0.5 ? 3.0 : 1.0);
  const Partition partition = make_partition(make_cell_graph(whole), world().size(), {}, weights);
  expect_same(decompose(world(), whole, {}, weights).local,
              make_local_mesh(whole, partition, world().rank(), 2));
}

// Joins the blocks of all ranks, in rank order, on rank 0.
Mesh join(const MeshBlocks& blocks) {
  Mesh joined = empty_like(blocks.rows);
  joined.n_cell = int(blocks.n_cell);
  joined.n_edge = int(blocks.n_edge);
  joined.n_vertex = int(blocks.n_vertex);
  const auto gather = [&](auto table, int) {
    const auto& mine = blocks.rows.*table;
    joined.*table = world().gather(std::span(mine.data(), mine.size()), 0);
  };
  for_cell_tables(blocks.rows, gather);
  for_edge_tables(gather);
  for_vertex_tables(gather);
  return joined;
}

// Compares the joined blocks with the whole mesh, and the local meshes that are made from either.
void expect_blocks_of(MeshBlocks blocks, const Mesh& whole) {
  EXPECT_EQ(blocks.n_cell, whole.n_cell);
  EXPECT_EQ(blocks.n_edge, whole.n_edge);
  EXPECT_EQ(blocks.n_vertex, whole.n_vertex);
  EXPECT_EQ(blocks.rows.max_edges, whole.max_edges);
  EXPECT_EQ(blocks.edges.size(), blocks.rows.n_edge);
  EXPECT_EQ(blocks.vertices.size(), blocks.rows.n_vertex);
  const Mesh joined = join(blocks);
  if (world().rank() == 0) {
    EXPECT_EQ(count_different_tables(joined, whole), 0);
  }
  if (whole.n_cell >= world().size())
    expect_same(decompose(world(), std::move(blocks)).local, cut_from_whole(whole, 2));
}

TEST(decomposed_mesh, a_globe_made_by_parts_is_that_made_at_once) {
  for (int n_bisections : {0, 1, 2, 4}) {
    SCOPED_TRACE(text(n_bisections, " bisections"));
    Triangulation points;
    if (world().rank() == 0) points = make_icosahedral_cells(n_bisections);
    expect_blocks_of(build_voronoi_blocks(world(), std::move(points), 6.371e6),
                     make_icosahedral_mesh(n_bisections, 6.371e6));
  }
}

TEST(decomposed_mesh, a_plane_made_by_parts_is_that_made_at_once) {
  for (const auto& [nx, ny] : {std::pair{1, 1}, {1, 7}, {3, 4}, {4, 6}, {13, 4}, {17, 12}, {40, 4}})
    for (const bool periodic_x : {false, true})
      for (const bool periodic_y : {false, true}) {
        if ((periodic_x && nx < 3) || (periodic_y && (ny < 4 || ny % 2 != 0))) continue;
        SCOPED_TRACE(text(nx, " x ", ny, periodic_x ? ", periodic in x" : "", periodic_y ? ", in y" : ""));
        PlanarHexSettings hexagons{.nx = nx, .ny = ny, .spacing = 4321.0};
        hexagons.periodic_x = periodic_x;
        hexagons.periodic_y = periodic_y;
        hexagons.west = hexagons.north = EdgeKind::land;
        expect_blocks_of(make_planar_hex_block(hexagons, world().rank(), world().size()),
                         make_planar_hex_mesh(hexagons));
      }
}

// The mesh with its tables in another order, as a file of another program may have them.
Mesh in_other_order(Mesh mesh) {
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    if (edge % 2 == 0) std::swap(mesh.vertices_on_edge[2 * edge], mesh.vertices_on_edge[2 * edge + 1]);
    if (edge % 3 == 0 && mesh.cells_on_edge[2 * edge + 1] < 0)
      std::swap(mesh.cells_on_edge[2 * edge], mesh.cells_on_edge[2 * edge + 1]);
    if (edge % 5 == 0) mesh.angle_edge[edge] += 1.0;
  }
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const auto ring = mesh.vertices_on_cell.begin() + std::ptrdiff_t(cell) * mesh.max_edges;
    std::rotate(ring, ring + 1 + cell % 2, ring + mesh.n_edges_on_cell[cell]);
  }
  for (int vertex = 0; vertex < mesh.n_vertex; ++vertex)
    std::swap(mesh.edges_on_vertex[3 * vertex], mesh.edges_on_vertex[3 * vertex + 2]);
  return mesh;
}

Mesh ordered(Mesh mesh) {
  for (int edge = 0; edge < mesh.n_edge; ++edge) orient_edge(mesh, edge);
  for (int cell = 0; cell < mesh.n_cell; ++cell) order_vertices_on_cell(mesh, cell);
  for (int vertex = 0; vertex < mesh.n_vertex; ++vertex) order_edges_on_vertex(mesh, vertex);
  return mesh;
}

MeshBlocks raw_blocks(const Mesh& whole) {
  MeshBlocks blocks = cut_blocks(whole, world().rank(), world().size());
  blocks.is_raw = true;
  blocks.name = "'test.nc'";
  return blocks;
}

TEST(decomposed_mesh, any_order_of_a_file_becomes_that_of_a_mesh) {
  for (const auto& [name, whole] : meshes()) {
    if (whole.n_cell < 20) continue;  // the two tiny meshes are left out
    SCOPED_TRACE(name);
    const Mesh raw = in_other_order(whole);
    expect_same(decompose(world(), raw_blocks(raw)).local, cut_from_whole(ordered(raw), 2));
  }
}

// Adds an edge between two cells that do not list it.
void add_edge_of_no_cell(Mesh& mesh) {
  const auto repeat_last = [&](auto table, int width) {
    auto& rows = mesh.*table;
    rows.insert(rows.end(), rows.end() - width, rows.end());
  };
  for_edge_tables(repeat_last);
  ++mesh.n_edge;
}

void add_cell_to_a_coastal_vertex(Mesh& mesh) {
  const auto nobody = std::ranges::find(mesh.cells_on_vertex, -1);
  ASSERT_NE(nobody, mesh.cells_on_vertex.end());
  *nobody = mesh.cells_on_vertex.front() > mesh.n_cell / 2 ? 0 : mesh.n_cell - 1;
}

// Lists a cell on the open side of a coastal edge; that cell may be on another rank.
void add_cell_to_a_coastal_edge(Mesh& mesh) {
  const auto nobody = std::ranges::find(mesh.cells_on_edge, -1);
  ASSERT_NE(nobody, mesh.cells_on_edge.end());
  const int cell = *(nobody - 1);
  *nobody = (cell + mesh.n_cell / 2) % mesh.n_cell;
}

// Broken meshes are refused on all ranks with a message that names the file and says what is wrong.
TEST(decomposed_mesh, broken_meshes_are_refused_on_all_ranks) {
  const Mesh& whole = meshes()[1].second;
  const struct {
    const char* words;
    std::function<void(Mesh&)> spoil;
  } cases[] = {
      {"has no cell on either side", [](Mesh& m) { m.cells_on_edge[40] = m.cells_on_edge[41] = -1; }},
      {"are not the ends of its edges", [](Mesh& m) { std::swap(m.edges_on_cell[7], m.edges_on_cell[70]); }},
      {"cell 12 has an area of -1 m2", [](Mesh& m) { m.area_cell[11] = -1.0; }},
      {"edge 30 has centres -2 m apart", [](Mesh& m) { m.dc_edge[29] = -2.0; }},
      {"does not list its cell",
       [](Mesh& m) { m.cells_on_vertex[5] = (m.cells_on_vertex[5] + 100) % m.n_cell; }},
      {"which does not have it as a neighbour",
       [](Mesh& m) { m.cells_on_cell[0] = (m.cells_on_cell[0] + 100) % m.n_cell; }},
      {"an edge lists a cell that does not list it", add_edge_of_no_cell},
      {"a vertex lists a cell that does not list it", add_cell_to_a_coastal_vertex},
      {"the mesh is broken", add_cell_to_a_coastal_edge},
  };
  for (const auto& c : cases) {
    Mesh broken = whole;
    c.spoil(broken);
    const std::string message = message_of([&] { decompose(world(), raw_blocks(broken)); });
    EXPECT_NE(message.find(c.words), std::string::npos) << c.words << ": " << message;
    EXPECT_NE(message.find("'test.nc' cannot be used as a mesh"), std::string::npos) << message;
  }
}

TEST(decomposed_mesh, a_sea_in_parts_is_refused_unless_allowed) {
  const Mesh& whole = meshes()[1].second;
  EXPECT_NO_THROW(decompose(world(), whole));
  const std::string message = message_of([&] { decompose(world(), whole, {.allow_parts = false}); });
  EXPECT_NE(message.find("is in 2 parts that no edge connects"), std::string::npos) << message;
}

// Also run on two pretended hosts, where ranks move.
TEST(decomposed_mesh, judges_another_number_of_parts_on_one_node_wherever_ranks_move) {
  const Mesh& whole = meshes()[0].second;
  const PartitionQuality expected = decompose(world(), whole, {.n_judged = 7}).quality;
  const DecomposedMesh made = decompose(world(), whole, {.reorder = "nodes", .n_judged = 7});
  if (find_placement(world()).hosts.size() > 1) {
    EXPECT_GT(made.n_moved, 0);
  }
  EXPECT_EQ(made.quality.edge_cut, expected.edge_cut);
  EXPECT_EQ(made.quality.between_nodes.n_link, 0);
}

// Writes a network file of two hosts.
std::filesystem::path write_hosts(const std::string& name, const std::vector<std::string>& hosts) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / text("groundswell_", name, "_", world().size(), ".json");
  if (world().rank() == 0) {
    NetworkFile network;
    network.between = NetworkModel({{hosts[0], hosts[0]}, {hosts[1], hosts[1]}}, {1000});
    network.between.set(0, 0, 1, 1e-6);
    network.between.set(0, 1, 0, 2e-6);
    write_network(file, network);
  }
  world().barrier();
  return file;
}

TEST(decomposed_mesh, a_network_of_other_hosts_is_refused_on_all_ranks) {
  const Mesh& whole = meshes()[0].second;
  const std::string host = find_placement(world()).hosts[0];
  const std::filesystem::path right = write_hosts("right", {"another", host}),
                              wrong = write_hosts("wrong", {"left", "right"});
  for (const char* reorder : {"nodes", "scotch"}) {
    const DecomposedMesh made = decompose(world(), whole, {.reorder = reorder, .network = right});
    EXPECT_EQ(made.n_moved, 0);  // all ranks run on one host
    const std::string message =
        message_of([&] { decompose(world(), whole, {.reorder = reorder, .network = wrong}); });
    EXPECT_NE(message.find("does not have the host '" + host + "' of this run, but 'left', 'right'"),
              std::string::npos)
        << message;
  }
  world().barrier();
  if (world().rank() == 0)
    for (const auto& file : {right, wrong}) std::filesystem::remove(file);
}

}  // namespace
}  // namespace groundswell
