// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <netcdf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/error.hpp"
#include "mesh/analytic_meshes.hpp"
#include "mesh/mesh_selection.hpp"
#include "mesh/mesh_tables.hpp"
#include "mesh_files/mesh_file.hpp"
#include "support/shared_data.hpp"

namespace groundswell {
namespace {

std::string scratch(const std::string& name) {
  return (std::filesystem::temp_directory_path() /
          ("groundswell_mesh_" + std::to_string(getpid()) + "_" + name))
      .string();
}

class MeshFileTest : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path); }
  // The message with which the file is refused, or "".
  std::string complaint() const {
    try {
      read_mesh_file(path);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  // Sets one entry of a variable of the file to `value`.
  void spoil(const char* variable, std::size_t entry, int value) const {
    int file = -1, id = -1, n_dim = 0, dims[4];
    ASSERT_EQ(nc_open(path.c_str(), NC_WRITE, &file), NC_NOERR);
    ASSERT_EQ(nc_inq_varid(file, variable, &id), NC_NOERR);
    nc_inq_varndims(file, id, &n_dim);
    nc_inq_vardimid(file, id, dims);
    std::size_t width = 1, index[2] = {entry, 0};
    if (n_dim == 2) {
      nc_inq_dimlen(file, dims[1], &width);
      index[0] = entry / width;
      index[1] = entry % width;
    }
    ASSERT_EQ(nc_put_var1_int(file, id, index, &value), NC_NOERR);
    nc_close(file);
  }
  const std::string path = scratch("test.nc");
};

void expect_same(const Mesh& a, const Mesh& b) {
  EXPECT_EQ(a.on_sphere, b.on_sphere);
  EXPECT_EQ(a.sphere_radius, b.sphere_radius);
  EXPECT_EQ(a.period_x, b.period_x);
  EXPECT_EQ(a.max_edges, b.max_edges);
  for (auto member :
       {&Mesh::n_edges_on_cell, &Mesh::cells_on_cell, &Mesh::edges_on_cell, &Mesh::vertices_on_cell,
        &Mesh::cells_on_edge, &Mesh::vertices_on_edge, &Mesh::cells_on_vertex, &Mesh::edges_on_vertex})
    EXPECT_EQ(a.*member, b.*member);
  for (auto member : {&Mesh::x_cell,     &Mesh::y_cell,        &Mesh::z_cell,
                      &Mesh::lon_cell,   &Mesh::lat_cell,      &Mesh::x_edge,
                      &Mesh::y_edge,     &Mesh::z_edge,        &Mesh::lon_edge,
                      &Mesh::lat_edge,   &Mesh::x_vertex,      &Mesh::y_vertex,
                      &Mesh::z_vertex,   &Mesh::lon_vertex,    &Mesh::lat_vertex,
                      &Mesh::area_cell,  &Mesh::dc_edge,       &Mesh::dv_edge,
                      &Mesh::angle_edge, &Mesh::area_triangle, &Mesh::kite_areas_on_vertex,
                      &Mesh::depth_cell})
    EXPECT_EQ(a.*member, b.*member);
  EXPECT_EQ(a.edge_kind, b.edge_kind);
  EXPECT_EQ(a.obstacle_through, b.obstacle_through);
  EXPECT_EQ(a.obstacle_within, b.obstacle_within);
}

Mesh cut_globe() {
  Mesh mesh = make_icosahedral_mesh(3, earth_radius);
  std::vector<std::uint8_t> keep;
  for (double lat : mesh.lat_cell) keep.push_back(lat > -0.3);
  mesh = select_cells(mesh, keep, EdgeKind::open_boundary);
  keep.assign(mesh.n_cell, 1);
  for (int cell : {5, 6, 100, 200}) keep[cell] = 0;
  mesh = select_cells(mesh, keep, EdgeKind::land);
  for (int cell = 0; cell < mesh.n_cell; ++cell) mesh.depth_cell.push_back(10.0 + 1.0 / (cell + 3));
  for (int i = 0; i < mesh.n_cell * n_obstacle_dir; ++i) {
    mesh.obstacle_within.push_back(std::uint8_t(i % 101));
    mesh.obstacle_through.push_back(std::uint8_t(i % 101 / 2));
  }
  return mesh;
}

TEST_F(MeshFileTest, RefusesPlacesThatAreNotThoseOfThePositions) {
  for (const char* name : {"latCell", "lonEdge", "lonVertex"}) {
    write_mesh_file(make_icosahedral_mesh(2, earth_radius), path, {});
    EXPECT_EQ(complaint(), "");
    spoil(name, 17, 1000);
    const std::string said = complaint();
    EXPECT_NE(said.find(" 18 has longitude "), std::string::npos) << name << ": " << said;
    EXPECT_NE(said.find(path), std::string::npos);
  }
}

TEST_F(MeshFileTest, RoundTripKeepsEveryBit) {
  const Mesh cut = cut_globe();
  write_mesh_file(cut, path);
  expect_same(cut, read_mesh_file(path));
  const Mesh whole = make_icosahedral_mesh(2, earth_radius);
  write_mesh_file(whole, path);
  expect_same(whole, read_mesh_file(path));
}

// As CDO and xarray may write it: numbers between 0 and 1 instead of percent.
TEST_F(MeshFileTest, SharesOfIslandsMayBeUnpacked) {
  const Mesh mesh = cut_globe();
  write_mesh_file(mesh, path);
  int file = -1, id = -1, dims[2];
  ASSERT_EQ(nc_open(path.c_str(), NC_WRITE, &file), NC_NOERR);
  ASSERT_EQ(nc_redef(file), NC_NOERR);
  for (auto [name, table] : {std::pair{"obstacleThrough", &mesh.obstacle_through},
                             std::pair{"obstacleWithin", &mesh.obstacle_within}}) {
    ASSERT_EQ(nc_inq_varid(file, name, &id), NC_NOERR);
    ASSERT_EQ(nc_inq_vardimid(file, id, dims), NC_NOERR);
    ASSERT_EQ(nc_rename_var(file, id, text(name, "Packed").c_str()), NC_NOERR);
    ASSERT_EQ(nc_def_var(file, name, NC_FLOAT, 2, dims, &id), NC_NOERR);
    ASSERT_EQ(nc_enddef(file), NC_NOERR);
    std::vector<float> shares;
    for (const std::uint8_t share : *table) shares.push_back(0.01f * float(share));
    ASSERT_EQ(nc_put_var_float(file, id, shares.data()), NC_NOERR);
    ASSERT_EQ(nc_redef(file), NC_NOERR);
  }
  ASSERT_EQ(nc_rename_var(file, id, "renamed"), NC_NOERR);
  ASSERT_EQ(nc_close(file), NC_NOERR);
  EXPECT_NE(complaint().find("only one of the variables obstacleThrough and obstacleWithin"),
            std::string::npos);
  ASSERT_EQ(nc_open(path.c_str(), NC_WRITE, &file), NC_NOERR);
  ASSERT_EQ(nc_redef(file), NC_NOERR);
  ASSERT_EQ(nc_rename_var(file, id, "obstacleWithin"), NC_NOERR);
  ASSERT_EQ(nc_close(file), NC_NOERR);
  expect_same(mesh, read_mesh_file(path));
}

TEST_F(MeshFileTest, RoundTripOfAPeriodicPlane) {
  PlanarHexSettings settings;
  settings.periodic_x = true;
  settings.north = EdgeKind::land;
  const Mesh mesh = make_planar_hex_mesh(settings);
  write_mesh_file(mesh, path);
  expect_same(mesh, read_mesh_file(path));
}

TEST_F(MeshFileTest, TopologyIsUgridOnMpasArrays) {
  write_mesh_file(cut_globe(), path, {"a title", "a history"});
  int file = -1, id = -1, fill = -1, start = -1;
  ASSERT_EQ(nc_open(path.c_str(), NC_NOWRITE, &file), NC_NOERR);
  ASSERT_EQ(nc_inq_varid(file, "verticesOnCell", &id), NC_NOERR);
  EXPECT_EQ(nc_get_att_int(file, id, "_FillValue", &fill), NC_NOERR);
  EXPECT_EQ(nc_get_att_int(file, id, "start_index", &start), NC_NOERR);
  EXPECT_EQ(fill, 0);
  EXPECT_EQ(start, 1);
  ASSERT_EQ(nc_inq_varid(file, "mesh", &id), NC_NOERR);
  char words[64] = {};
  EXPECT_EQ(nc_get_att_text(file, id, "face_node_connectivity", words), NC_NOERR);
  EXPECT_STREQ(words, "verticesOnCell");
  nc_close(file);
}

// A mesh made by other tools, on the unit sphere, with the numbering of MPAS.
TEST_F(MeshFileTest, ReadsAnMpasMesh) {
  GS_NEEDS_SHARED("data/meshes/mesh.QU.1920km.151026.nc");
  const Mesh mesh = read_mesh_file(test::shared_path("data/meshes/mesh.QU.1920km.151026.nc"));
  EXPECT_EQ(mesh.n_cell, 162);
  EXPECT_EQ(mesh.sphere_radius, earth_radius);
  EXPECT_TRUE(mesh.depth_cell.empty());
  double area = 0.0;
  for (double a : mesh.area_cell) area += a;
  EXPECT_NEAR(area / (4.0 * pi * earth_radius * earth_radius), 1.0, 1e-8);
  // The same mesh is made by Groundswell: sorted by size, the distances between cell centres agree, and so do
  // the lengths of edges.
  Mesh own = make_icosahedral_mesh(2, earth_radius);
  const auto sorted = [](std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return v;
  };
  const auto a = sorted(mesh.dc_edge), b = sorted(own.dc_edge), c = sorted(mesh.dv_edge),
             d = sorted(own.dv_edge);
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    EXPECT_NEAR(a[edge] / b[edge], 1.0, 2e-3);
    EXPECT_NEAR(c[edge] / d[edge], 1.0, 2e-3);
  }
  write_mesh_file(mesh, path);
  expect_same(mesh, read_mesh_file(path));
}

TEST_F(MeshFileTest, SaysWhatIsMissing) {
  GS_NEEDS_SHARED("data/meshes/x1.163842_points_and_ps.nc");
  EXPECT_THROW(read_mesh_file(test::shared_path("data/meshes/x1.163842_points_and_ps.nc")), Error);
  EXPECT_NE(complaint().find(path), std::string::npos) << complaint();
}

TEST_F(MeshFileTest, SaysThatAVariableIsMissing) {
  write_mesh_file(cut_globe(), path);
  int file = -1, id = -1;
  ASSERT_EQ(nc_open(path.c_str(), NC_WRITE, &file), NC_NOERR);
  nc_redef(file);
  nc_inq_varid(file, "cellsOnEdge", &id);
  ASSERT_EQ(nc_rename_var(file, id, "cellsOnEgde"), NC_NOERR);
  nc_close(file);
  EXPECT_NE(complaint().find("variable cellsOnEdge is missing"), std::string::npos) << complaint();
}

TEST_F(MeshFileTest, RefusesATruncatedFile) {
  write_mesh_file(cut_globe(), path);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  EXPECT_NE(complaint(), "");
  std::ofstream(path) << "no netCDF at all";
  EXPECT_NE(complaint().find(path), std::string::npos) << complaint();
}

TEST_F(MeshFileTest, NamesBrokenEntriesOfTables) {
  const Mesh mesh = cut_globe();
  const std::size_t interior =
      std::find(mesh.edge_kind.begin(), mesh.edge_kind.end(), EdgeKind::interior) - mesh.edge_kind.begin();
  const int cell = mesh.cell_on_edge(static_cast<int>(interior), 0);
  std::size_t side = std::size_t(cell) * mesh.max_edges;
  while (mesh.edges_on_cell[side] != static_cast<int>(interior)) ++side;
  const struct {
    const char *variable, *words;
    std::size_t entry;
    int value;
  } cases[] = {{"cellsOnCell", "does not lie between", side, 0},
               {"edgesOnCell", "has edge number 0;", 7, 0},
               {"verticesOnCell", "cell 2 has vertex number 0;", 7, 0},
               {"verticesOnEdge", "verticesOnEdge has number 0 at entry 21", 20, 0},
               {"cellsOnEdge", "cellsOnEdge has number 99999 at entry 21", 20, 99999},
               {"nEdgesOnCell", "cell 4 has 0 edges", 3, 0},
               {"cellsOnVertex", "cellsOnVertex has number -5 at entry 10", 9, -5},
               {"edgeKind", "edgeKind of edge 11", 10, 9},
               {"edgesOnCell", "are not the ends of its edges", 7, 12},
               {"obstacleWithin", "obstacleWithin of cell 3 is 1.01; it must lie between 0 and 1;", 75, 101},
               {"obstacleThrough", "cell 1 is 0.06; it must lie between 0 and 0.05, the value of", 5, 6}};
  for (const auto& c : cases) {
    write_mesh_file(mesh, path);
    spoil(c.variable, c.entry, c.value);
    EXPECT_NE(complaint().find(c.words), std::string::npos) << c.variable << ": " << complaint();
    EXPECT_NE(complaint().find(path), std::string::npos);
  }
}

// Joined in the order of ranks, the blocks that several ranks read are the rows that a single rank reads.
TEST_F(MeshFileTest, BlocksJoinToTheWholeMesh) {
  write_mesh_file(cut_globe(), path);
  const MeshBlocks all = read_mesh_blocks(path, 0, 1);
  for (const int n_rank : {2, 3, 7}) {
    Mesh joined = empty_like(all.rows);
    for (int rank = 0; rank < n_rank; ++rank) {
      const MeshBlocks blocks = read_mesh_blocks(path, rank, n_rank);
      EXPECT_EQ(blocks.n_cell, all.n_cell);
      EXPECT_EQ(blocks.rows.n_edge, blocks.edges.size());
      const auto append = [&](auto table, int width) {
        auto &to = joined.*table, &rows = blocks.rows.*table;
        EXPECT_LE(rows.size(), std::size_t(width) * (std::size_t(all.n_edge / n_rank) + 1));
        to.insert(to.end(), rows.begin(), rows.end());
      };
      for_cell_tables(all.rows, append);
      for_edge_tables(append);
      for_vertex_tables(append);
    }
    int n_different = 0;
    const auto compare = [&](auto table, int) { n_different += int(joined.*table != all.rows.*table); };
    for_cell_tables(all.rows, compare);
    for_edge_tables(compare);
    for_vertex_tables(compare);
    EXPECT_EQ(n_different, 0) << n_rank;
  }
}

TEST_F(MeshFileTest, SaysThatItCannotWrite) {
  EXPECT_THROW(write_mesh_file(cut_globe(), "/no/such/folder/mesh.nc"), Error);
}

TEST_F(MeshFileTest, ReplacesAFileAndNothingElse) {
  const Mesh mesh = cut_globe();
  write_mesh_file(mesh, path);
  write_mesh_file(mesh, path);
  EXPECT_EQ(complaint(), "");
  std::filesystem::remove(path);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_THROW(write_mesh_file(mesh, path), Error);
  EXPECT_TRUE(std::filesystem::is_fifo(path));
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));
}

}  // namespace
}  // namespace groundswell
