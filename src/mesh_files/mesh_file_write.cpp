// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "files/netcdf_writer.hpp"
#include "mesh_files/mesh_file.hpp"

namespace groundswell {
namespace {

// Attributes for the meaning of a variable, and for its unit if it has one.
TextAttributes describe(const std::string& long_name, const std::string& units = "") {
  TextAttributes attributes{{"long_name", long_name}};
  if (!units.empty()) attributes.emplace_back("units", units);
  return attributes;
}

// Converts indices in memory (from 0, -1 for none) to those in files (from 1, 0 for none).
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
// cells k - 1 and k; in memory, both lie between k and k + 1.
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

void add_positions(NetcdfWriter& file, const char* where, const char* dimension, const std::string& what,
                   const std::array<const std::vector<double>*, 5>& tables) {
  static constexpr std::array<const char*, 3> axes{"x", "y", "z"};
  for (int i = 0; i < 3; ++i)
    file.add_variable(std::string(axes[i]) + where, {dimension}, tables[i],
                      describe(std::string(axes[i]) + " coordinate of " + what, "m"));
  file.add_variable(std::string("lon") + where, {dimension}, tables[3],
                    describe("longitude of " + what, "radians"));
  file.add_variable(std::string("lat") + where, {dimension}, tables[4],
                    describe("latitude of " + what, "radians"));
}

void add_all_positions(NetcdfWriter& file, const Mesh& m) {
  add_positions(file, "Cell", "nCells", "cell centres",
                {&m.x_cell, &m.y_cell, &m.z_cell, &m.lon_cell, &m.lat_cell});
  add_positions(file, "Edge", "nEdges", "edge points",
                {&m.x_edge, &m.y_edge, &m.z_edge, &m.lon_edge, &m.lat_edge});
  add_positions(file, "Vertex", "nVertices", "vertices",
                {&m.x_vertex, &m.y_vertex, &m.z_vertex, &m.lon_vertex, &m.lat_vertex});
  file.add_variable(
      "indexToCellID", {"nCells"}, [&m] { return row_numbers(m.n_cell); }, describe("number of the cell"));
  file.add_variable(
      "indexToEdgeID", {"nEdges"}, [&m] { return row_numbers(m.n_edge); }, describe("number of the edge"));
  file.add_variable(
      "indexToVertexID", {"nVertices"}, [&m] { return row_numbers(m.n_vertex); },
      describe("number of the vertex"));
}

void add_tables(NetcdfWriter& file, const Mesh& m) {
  file.add_variable("nEdgesOnCell", {"nCells"}, &m.n_edges_on_cell, describe("number of edges of a cell"));
  file.add_variable(
      "cellsOnCell", {"nCells", "maxEdges"}, [&m] { return file_numbers(m.cells_on_cell); },
      describe("neighbours of a cell, 0 for none"));
  file.add_variable(
      "edgesOnCell", {"nCells", "maxEdges"}, [&m] { return file_numbers(m.edges_on_cell); },
      describe("edges of a cell"));
  file.add_variable(
      "verticesOnCell", {"nCells", "maxEdges"}, [&m] { return mpas_vertices_on_cell(m); },
      describe("vertices of a cell"));
  file.add_attribute("verticesOnCell", "_FillValue", 0);
  file.add_attribute("verticesOnCell", "start_index", 1);
  file.add_attribute("verticesOnCell", "cf_role", "face_node_connectivity");
  file.add_variable(
      "cellsOnEdge", {"nEdges", "TWO"}, [&m] { return file_numbers(m.cells_on_edge); },
      describe("cells on the two sides of an edge"));
  file.add_variable(
      "verticesOnEdge", {"nEdges", "TWO"}, [&m] { return file_numbers(m.vertices_on_edge); },
      describe("the two ends of an edge"));
  file.add_variable(
      "cellsOnVertex", {"nVertices", "vertexDegree"}, [&m] { return file_numbers(m.cells_on_vertex); },
      describe("cells around a vertex"));
  file.add_variable(
      "edgesOnVertex", {"nVertices", "vertexDegree"}, [&m] { return mpas_edges_on_vertex(m); },
      describe("edges that meet at a vertex"));
  file.add_variable("areaCell", {"nCells"}, &m.area_cell, describe("area of a cell", "m2"));
  file.add_variable("dcEdge", {"nEdges"}, &m.dc_edge, describe("distance between the two cell centres", "m"));
  file.add_variable("dvEdge", {"nEdges"}, &m.dv_edge, describe("length of an edge", "m"));
  file.add_variable("angleEdge", {"nEdges"}, &m.angle_edge,
                    describe("direction of an edge's normal, counter-clockwise from east", "radians"));
  file.add_variable("areaTriangle", {"nVertices"}, &m.area_triangle,
                    describe("area of the triangle around a vertex", "m2"));
  file.add_variable("kiteAreasOnVertex", {"nVertices", "vertexDegree"}, &m.kite_areas_on_vertex,
                    describe("common area of triangle and cell", "m2"));
}

void add_own_variables(NetcdfWriter& file, const Mesh& m) {
  const auto kinds = [&m] {
    std::vector<int> numbers;
    numbers.reserve(m.edge_kind.size());
    for (EdgeKind kind : m.edge_kind) numbers.push_back(static_cast<int>(kind));
    return numbers;
  };
  file.add_variable("edgeKind", {"nEdges"}, kinds, describe("0 interior, 1 land beyond, 2 open boundary"));
  if (m.depth_cell.empty()) return;
  file.add_variable("depth", {"nCells"}, &m.depth_cell, describe("depth of the sea floor", "m"));
  file.add_attribute("depth", "standard_name", "sea_floor_depth_below_mean_sea_level");
  file.add_attribute("depth", "mesh", "mesh");
  file.add_attribute("depth", "location", "face");
  if (m.on_sphere) file.add_attribute("depth", "coordinates", "lon lat");
}

void add_obstacles(NetcdfWriter& file, const Mesh& m) {
  if (m.obstacle_through.empty()) return;
  file.add_dimension("nObstacleDirections", n_obstacle_dir);
  const std::vector<std::string> dimensions{"nCells", "nObstacleDirections"};
  file.add_variable("obstacleThrough", dimensions, &m.obstacle_through,
                    describe("share of waves that crosses a cell with islands smaller than it", "1"));
  file.add_variable("obstacleWithin", dimensions, &m.obstacle_within,
                    describe("mean within such a cell of the share of waves that islands let pass", "1"));
  for (const char* name : {"obstacleThrough", "obstacleWithin"}) {
    file.add_attribute(name, "scale_factor", 0.01);
    file.add_attribute(name, "comment",
                       "by direction of travel: 0, 10, ... 350 degrees counter-clockwise from local east");
  }
}

void add_topology(NetcdfWriter& file, const Mesh& m) {
  file.add_variable(
      "mesh", {}, [] { return std::vector<int>{0}; }, describe("topology of the mesh"));
  file.add_attribute("mesh", "cf_role", "mesh_topology");
  file.add_attribute("mesh", "topology_dimension", 2);
  file.add_attribute("mesh", "face_node_connectivity", "verticesOnCell");
  file.add_attribute("mesh", "face_dimension", "nCells");
  file.add_attribute("mesh", "node_coordinates", m.on_sphere ? "lon_vertex lat_vertex" : "xVertex yVertex");
  file.add_attribute("mesh", "face_coordinates", m.on_sphere ? "lon lat" : "xCell yCell");
  if (!m.on_sphere) return;
  file.add_variable(
      "lon_vertex", {"nVertices"}, [&m] { return in_degrees(m.lon_vertex); },
      describe("longitude of vertices", "degrees_east"));
  file.add_variable(
      "lat_vertex", {"nVertices"}, [&m] { return in_degrees(m.lat_vertex); },
      describe("latitude of vertices", "degrees_north"));
  file.add_variable(
      "lon", {"nCells"}, [&m] { return in_degrees(m.lon_cell); },
      describe("longitude of cell centres", "degrees_east"));
  file.add_variable(
      "lat", {"nCells"}, [&m] { return in_degrees(m.lat_cell); },
      describe("latitude of cell centres", "degrees_north"));
  for (const char* name : {"lon_vertex", "lon"}) file.add_attribute(name, "standard_name", "longitude");
  for (const char* name : {"lat_vertex", "lat"}) file.add_attribute(name, "standard_name", "latitude");
}

void add_header(NetcdfWriter& file, const Mesh& m, const MeshFileTexts& texts) {
  file.add_dimension("nCells", m.n_cell);
  file.add_dimension("nEdges", m.n_edge);
  file.add_dimension("nVertices", m.n_vertex);
  file.add_dimension("maxEdges", m.max_edges);
  file.add_dimension("TWO", 2);
  file.add_dimension("vertexDegree", 3);
  file.add_attribute("", "Conventions", "CF-1.8 UGRID-1.0 MPAS");
  file.add_attribute("", "mesh_spec", "1.0");
  file.add_attribute("", "title", texts.title);
  file.add_attribute("", "history", texts.history);
  file.add_attribute("", "source", "groundswell");
  file.add_attribute("", "on_a_sphere", m.on_sphere ? "YES" : "NO");
  file.add_attribute("", "sphere_radius", m.sphere_radius);
  file.add_attribute("", "is_periodic", m.period_x > 0.0 || m.period_y > 0.0 ? "YES" : "NO");
  if (m.on_sphere) return;
  file.add_attribute("", "x_period", m.period_x);
  file.add_attribute("", "y_period", m.period_y);
}

}  // namespace

void write_mesh_file(const Mesh& mesh, const std::string& path, const MeshFileTexts& texts) {
  check_mesh(mesh);
  NetcdfWriter file(path);
  add_header(file, mesh, texts);
  add_all_positions(file, mesh);
  add_tables(file, mesh);
  add_own_variables(file, mesh);
  add_obstacles(file, mesh);
  add_topology(file, mesh);
  file.fill_and_close();
}

}  // namespace groundswell
