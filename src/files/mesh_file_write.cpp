// SPDX-License-Identifier: Apache-2.0
#include <netcdf.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <type_traits>
#include <utility>

#include "base/error.hpp"
#include "base/written_file.hpp"
#include "files/mesh_file.hpp"
#include "files/netcdf_call.hpp"
#include "files/netcdf_lock.hpp"

namespace groundswell {
namespace {

// A netCDF file (64-bit offset format, which every tool opens) that is defined first and filled afterwards.
class MeshFile {
 public:
  // The file is called .part until it is complete, so that part of a mesh never looks like a whole one.
  explicit MeshFile(const std::string& path) : part_(path) {
    check(nc_create(part_.path().c_str(), NC_CLOBBER | NC_64BIT_OFFSET, &file_), "create");
  }
  MeshFile(const MeshFile&) = delete;
  MeshFile& operator=(const MeshFile&) = delete;
  ~MeshFile() {
    if (file_ >= 0) nc_abort(file_);
  }

  void dimension(const char* name, std::size_t size) {
    int id = -1;
    check(nc_def_dim(file_, name, size, &id), "define dimensions of");
  }
  void attribute(const std::string& variable, const char* name, const std::string& value) {
    check(nc_put_att_text(file_, id_of(variable), name, value.size(), value.c_str()), "write attributes of");
  }
  void attribute(const std::string& variable, const char* name, double value) {
    check(nc_put_att_double(file_, id_of(variable), name, NC_DOUBLE, 1, &value), "write attributes of");
  }
  void attribute(const std::string& variable, const char* name, int value) {
    check(nc_put_att_int(file_, id_of(variable), name, NC_INT, 1, &value), "write attributes of");
  }

  // Declares a variable; fill_and_close() writes the table, which must stay.
  template <class T>
  void add(const std::string& name, const std::vector<const char*>& dimensions, const std::vector<T>* table,
           const std::string& long_name, const std::string& units = "") {
    define(name, std::is_same_v<T, int> ? NC_INT : NC_DOUBLE, dimensions, long_name, units);
    to_fill_.push_back([this, name, table] { write(name, *table); });
  }
  // The same for a table that make() makes when it is written, so that one is in memory at a time.
  template <class Make>
  void add(const std::string& name, const std::vector<const char*>& dimensions, Make make,
           const std::string& long_name, const std::string& units = "") {
    using Table = decltype(make());
    define(name, std::is_same_v<typename Table::value_type, int> ? NC_INT : NC_DOUBLE, dimensions, long_name,
           units);
    to_fill_.push_back([this, name, make] { write(name, make()); });
  }

  void fill_and_close() {
    check(nc_enddef(file_), "write the header of");
    for (const auto& fill : to_fill_) fill();
    check(nc_close(std::exchange(file_, -1)), "finish");
    part_.finish();
  }

 private:
  void check(int status, const char* doing) { netcdf_call(status, doing, part_.path()); }

  void write(const std::string& name, const std::vector<double>& values) {
    check(nc_put_var_double(file_, id_of(name), values.data()), "write");
  }
  void write(const std::string& name, const std::vector<int>& values) {
    check(nc_put_var_int(file_, id_of(name), values.data()), "write");
  }
  int id_of(const std::string& variable) {
    if (variable.empty()) return NC_GLOBAL;
    int id = -1;
    check(nc_inq_varid(file_, variable.c_str(), &id), "find a variable of");
    return id;
  }
  void define(const std::string& name, int type, const std::vector<const char*>& dimensions,
              const std::string& long_name, const std::string& units) {
    std::vector<int> ids;
    for (const char* dimension : dimensions) {
      ids.push_back(-1);
      check(nc_inq_dimid(file_, dimension, &ids.back()), "find a dimension of");
    }
    int id = -1;
    check(nc_def_var(file_, name.c_str(), type, static_cast<int>(ids.size()), ids.data(), &id),
          "define variables of");
    attribute(name, "long_name", long_name);
    if (!units.empty()) attribute(name, "units", units);
  }

  NetcdfLock lock_;
  PartFile part_;
  int file_ = -1;
  std::vector<std::function<void()>> to_fill_;
};

// Numbers as in files: from 1, 0 for none.
std::vector<int> file_numbers(std::vector<int> numbers) {
  for (int& i : numbers) ++i;
  return numbers;
}

std::vector<int> row_numbers(int n) {
  std::vector<int> numbers(n);
  for (int i = 0; i < n; ++i) numbers[i] = i + 1;
  return numbers;
}

std::vector<double> in_degrees(const std::vector<double>& angles) {
  std::vector<double> degrees;
  degrees.reserve(angles.size());
  for (double angle : angles) degrees.push_back(angle / degree);
  return degrees;
}

// In MPAS files edge k of a cell lies between its vertices k - 1 and k, and edge k of a vertex between its
// cells k - 1 and k; in memory between k and k + 1.
std::vector<int> mpas_vertices_on_cell(const Mesh& m) {
  std::vector<int> numbers = file_numbers(m.vertices_on_cell);
  for (int cell = 0; cell < m.n_cell; ++cell) {
    int* ring = &numbers[std::size_t(cell) * m.max_edges];
    std::rotate(ring, ring + 1, ring + m.n_edges_on_cell[cell]);
  }
  return numbers;
}

std::vector<int> mpas_edges_on_vertex(const Mesh& m) {
  std::vector<int> numbers = file_numbers(m.edges_on_vertex);
  for (int vertex = 0; vertex < m.n_vertex; ++vertex) {
    int* ring = &numbers[3 * std::size_t(vertex)];
    std::rotate(ring, ring + 2, ring + 3);
  }
  return numbers;
}

void add_positions(MeshFile& file, const char* where, const char* dimension, const std::string& what,
                   const std::array<const std::vector<double>*, 5>& tables) {
  static constexpr std::array<const char*, 3> axes{"x", "y", "z"};
  for (int i = 0; i < 3; ++i)
    file.add(std::string(axes[i]) + where, {dimension}, tables[i],
             std::string(axes[i]) + " coordinate of " + what, "m");
  file.add(std::string("lon") + where, {dimension}, tables[3], "longitude of " + what, "radians");
  file.add(std::string("lat") + where, {dimension}, tables[4], "latitude of " + what, "radians");
}

void add_all_positions(MeshFile& file, const Mesh& m) {
  add_positions(file, "Cell", "nCells", "cell centres",
                {&m.x_cell, &m.y_cell, &m.z_cell, &m.lon_cell, &m.lat_cell});
  add_positions(file, "Edge", "nEdges", "edge points",
                {&m.x_edge, &m.y_edge, &m.z_edge, &m.lon_edge, &m.lat_edge});
  add_positions(file, "Vertex", "nVertices", "vertices",
                {&m.x_vertex, &m.y_vertex, &m.z_vertex, &m.lon_vertex, &m.lat_vertex});
  file.add(
      "indexToCellID", {"nCells"}, [&m] { return row_numbers(m.n_cell); }, "number of the cell");
  file.add(
      "indexToEdgeID", {"nEdges"}, [&m] { return row_numbers(m.n_edge); }, "number of the edge");
  file.add(
      "indexToVertexID", {"nVertices"}, [&m] { return row_numbers(m.n_vertex); }, "number of the vertex");
}

void add_tables(MeshFile& file, const Mesh& m) {
  file.add("nEdgesOnCell", {"nCells"}, &m.n_edges_on_cell, "number of edges of a cell");
  file.add(
      "cellsOnCell", {"nCells", "maxEdges"}, [&m] { return file_numbers(m.cells_on_cell); },
      "neighbours of a cell, 0 for none");
  file.add(
      "edgesOnCell", {"nCells", "maxEdges"}, [&m] { return file_numbers(m.edges_on_cell); },
      "edges of a cell");
  file.add(
      "verticesOnCell", {"nCells", "maxEdges"}, [&m] { return mpas_vertices_on_cell(m); },
      "vertices of a cell");
  file.attribute("verticesOnCell", "_FillValue", 0);
  file.attribute("verticesOnCell", "start_index", 1);
  file.attribute("verticesOnCell", "cf_role", "face_node_connectivity");
  file.add(
      "cellsOnEdge", {"nEdges", "TWO"}, [&m] { return file_numbers(m.cells_on_edge); },
      "cells on the two sides of an edge");
  file.add(
      "verticesOnEdge", {"nEdges", "TWO"}, [&m] { return file_numbers(m.vertices_on_edge); },
      "the two ends of an edge");
  file.add(
      "cellsOnVertex", {"nVertices", "vertexDegree"}, [&m] { return file_numbers(m.cells_on_vertex); },
      "cells around a vertex");
  file.add(
      "edgesOnVertex", {"nVertices", "vertexDegree"}, [&m] { return mpas_edges_on_vertex(m); },
      "edges that meet at a vertex");
  file.add("areaCell", {"nCells"}, &m.area_cell, "area of a cell", "m2");
  file.add("dcEdge", {"nEdges"}, &m.dc_edge, "distance between the two cell centres", "m");
  file.add("dvEdge", {"nEdges"}, &m.dv_edge, "length of an edge", "m");
  file.add("angleEdge", {"nEdges"}, &m.angle_edge,
           "direction of an edge's normal, counter-clockwise from east", "radians");
  file.add("areaTriangle", {"nVertices"}, &m.area_triangle, "area of the triangle around a vertex", "m2");
  file.add("kiteAreasOnVertex", {"nVertices", "vertexDegree"}, &m.kite_areas_on_vertex,
           "common area of triangle and cell", "m2");
}

void add_own_variables(MeshFile& file, const Mesh& m) {
  const auto kinds = [&m] {
    std::vector<int> numbers;
    numbers.reserve(m.edge_kind.size());
    for (EdgeKind kind : m.edge_kind) numbers.push_back(static_cast<int>(kind));
    return numbers;
  };
  file.add("edgeKind", {"nEdges"}, kinds, "0 interior, 1 land beyond, 2 open boundary");
  if (m.depth_cell.empty()) return;
  file.add("depth", {"nCells"}, &m.depth_cell, "depth of the sea floor", "m");
  file.attribute("depth", "standard_name", "sea_floor_depth_below_mean_sea_level");
  file.attribute("depth", "mesh", "mesh");
  file.attribute("depth", "location", "face");
  if (m.on_sphere) file.attribute("depth", "coordinates", "lon lat");
}

void add_topology(MeshFile& file, const Mesh& m) {
  file.add(
      "mesh", {}, [] { return std::vector<int>{0}; }, "topology of the mesh");
  file.attribute("mesh", "cf_role", "mesh_topology");
  file.attribute("mesh", "topology_dimension", 2);
  file.attribute("mesh", "face_node_connectivity", "verticesOnCell");
  file.attribute("mesh", "face_dimension", "nCells");
  file.attribute("mesh", "node_coordinates", m.on_sphere ? "lon_vertex lat_vertex" : "xVertex yVertex");
  file.attribute("mesh", "face_coordinates", m.on_sphere ? "lon lat" : "xCell yCell");
  if (!m.on_sphere) return;
  file.add(
      "lon_vertex", {"nVertices"}, [&m] { return in_degrees(m.lon_vertex); }, "longitude of vertices",
      "degrees_east");
  file.add(
      "lat_vertex", {"nVertices"}, [&m] { return in_degrees(m.lat_vertex); }, "latitude of vertices",
      "degrees_north");
  file.add(
      "lon", {"nCells"}, [&m] { return in_degrees(m.lon_cell); }, "longitude of cell centres",
      "degrees_east");
  file.add(
      "lat", {"nCells"}, [&m] { return in_degrees(m.lat_cell); }, "latitude of cell centres",
      "degrees_north");
  for (const char* name : {"lon_vertex", "lon"}) file.attribute(name, "standard_name", "longitude");
  for (const char* name : {"lat_vertex", "lat"}) file.attribute(name, "standard_name", "latitude");
}

void add_header(MeshFile& file, const Mesh& m, const MeshFileTexts& texts) {
  file.dimension("nCells", m.n_cell);
  file.dimension("nEdges", m.n_edge);
  file.dimension("nVertices", m.n_vertex);
  file.dimension("maxEdges", m.max_edges);
  file.dimension("TWO", 2);
  file.dimension("vertexDegree", 3);
  file.attribute("", "Conventions", "CF-1.8 UGRID-1.0 MPAS");
  file.attribute("", "mesh_spec", "1.0");
  file.attribute("", "title", texts.title);
  file.attribute("", "history", texts.history);
  file.attribute("", "source", "groundswell");
  file.attribute("", "on_a_sphere", m.on_sphere ? "YES" : "NO");
  file.attribute("", "sphere_radius", m.sphere_radius);
  file.attribute("", "is_periodic", m.period_x > 0.0 || m.period_y > 0.0 ? "YES" : "NO");
  if (m.on_sphere) return;
  file.attribute("", "x_period", m.period_x);
  file.attribute("", "y_period", m.period_y);
}

}  // namespace

void write_mesh_file(const Mesh& mesh, const std::string& path, const MeshFileTexts& texts) {
  check_mesh(mesh);
  MeshFile file(path);
  add_header(file, mesh, texts);
  add_all_positions(file, mesh);
  add_tables(file, mesh);
  add_own_variables(file, mesh);
  add_topology(file, mesh);
  file.fill_and_close();
}

}  // namespace groundswell
