// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "files/mesh_file.hpp"
#include "files/netcdf_reader.hpp"
#include "mesh/vec3.hpp"

namespace groundswell {
namespace {

// Reads the variables of a mesh, each with its size checked.
class MeshVariables {
 public:
  explicit MeshVariables(const std::string& path) : file_(path) {
    for (const char* name : {"nCells", "nEdges", "nVertices", "maxEdges"}) dimension(name);
    for (const NetcdfDimension& d : file_.dimensions())
      if (d.name == "vertexDegree")
        require(d.size == 3, "'", path, "' has ", d.size,
                " cells around a vertex; only Voronoi meshes with 3 (duals of triangles) can be used");
  }

  int dimension(const std::string& name) const {
    for (const NetcdfDimension& d : file_.dimensions())
      if (d.name == name) return static_cast<int>(d.size);
    throw Error(text("'", file_.path(), "' is not an MPAS mesh: it has no dimension ", name,
                     "; make a mesh with `groundswell mesh`, or name a complete MPAS mesh file"));
  }

  template <class T>
  std::vector<T> read(const std::string& name, std::size_t size) const {
    require(file_.has_variable(name), "'", file_.path(), "' is not a complete MPAS mesh: variable ", name,
            " is missing; make a mesh from a file that has only points first");
    require(file_.variable(name).size() == size, "'", file_.path(), "': variable ", name, " has ",
            file_.variable(name).size(), " values but ", size, " are needed");
    return file_.read<T>(name);
  }

  // Converts the file's numbers (from 1, 0 for none) to those in memory (from 0, -1 for none).
  std::vector<int> read_numbers(const std::string& name, std::size_t size) const {
    std::vector<int> numbers = read<int>(name, size);
    for (int& i : numbers) --i;
    return numbers;
  }

  const NetcdfReader& file() const { return file_; }

 private:
  NetcdfReader file_;
};

void read_geometry_kind(const MeshVariables& in, Mesh& mesh) {
  const auto sphere = in.file().text_attribute("", "on_a_sphere");
  mesh.on_sphere = !sphere || sphere->substr(0, 2) != "NO";
  if (mesh.on_sphere) {
    const Vec3 p{mesh.x_cell[0], mesh.y_cell[0], mesh.z_cell[0]};
    mesh.sphere_radius = in.file().number_attribute("", "sphere_radius").value_or(norm(p));
  } else {
    mesh.period_x = in.file().number_attribute("", "x_period").value_or(0.0);
    mesh.period_y = in.file().number_attribute("", "y_period").value_or(0.0);
  }
}

void read_positions(const MeshVariables& in, Mesh& m) {
  const std::size_t cells = m.n_cell, edges = m.n_edge, vertices = m.n_vertex;
  m.x_cell = in.read<double>("xCell", cells);
  m.y_cell = in.read<double>("yCell", cells);
  m.z_cell = in.read<double>("zCell", cells);
  m.lon_cell = in.read<double>("lonCell", cells);
  m.lat_cell = in.read<double>("latCell", cells);
  m.x_edge = in.read<double>("xEdge", edges);
  m.y_edge = in.read<double>("yEdge", edges);
  m.z_edge = in.read<double>("zEdge", edges);
  m.lon_edge = in.read<double>("lonEdge", edges);
  m.lat_edge = in.read<double>("latEdge", edges);
  m.x_vertex = in.read<double>("xVertex", vertices);
  m.y_vertex = in.read<double>("yVertex", vertices);
  m.z_vertex = in.read<double>("zVertex", vertices);
  m.lon_vertex = in.read<double>("lonVertex", vertices);
  m.lat_vertex = in.read<double>("latVertex", vertices);
  for (auto* table : {&m.lon_cell, &m.lon_edge, &m.lon_vertex})
    for (double& lon : *table)
      if (lon > pi) lon -= 2.0 * pi;
}

// Longitudes and latitudes must be those of the positions.
void check_places(const Mesh& m) {
  struct Places {
    const char* what;
    const std::vector<double>&lon, &lat, &x, &y, &z;
  };
  for (const Places& p : {Places{"cell", m.lon_cell, m.lat_cell, m.x_cell, m.y_cell, m.z_cell},
                          Places{"edge", m.lon_edge, m.lat_edge, m.x_edge, m.y_edge, m.z_edge},
                          Places{"vertex", m.lon_vertex, m.lat_vertex, m.x_vertex, m.y_vertex, m.z_vertex}})
    for (std::size_t i = 0; i < p.lon.size(); ++i) {
      const Vec3 place = normalized({p.x[i], p.y[i], p.z[i]});
      require(norm(place - point_at(p.lon[i], p.lat[i])) < 1e-3, "the mesh is broken: ", p.what, " ", i + 1,
              " has longitude ", p.lon[i] / degree, " and latitude ", p.lat[i] / degree,
              ", but its position lies at ", longitude(place) / degree, ", ", latitude(place) / degree,
              " (longitudes and latitudes are in radians in the file); copy the file or make it again");
    }
}

void read_tables(const MeshVariables& in, Mesh& m) {
  const std::size_t cells = m.n_cell, edges = m.n_edge, vertices = m.n_vertex, ring = cells * m.max_edges;
  m.n_edges_on_cell = in.read<int>("nEdgesOnCell", cells);
  m.cells_on_cell = in.read_numbers("cellsOnCell", ring);
  m.edges_on_cell = in.read_numbers("edgesOnCell", ring);
  m.vertices_on_cell = in.read_numbers("verticesOnCell", ring);
  m.cells_on_edge = in.read_numbers("cellsOnEdge", 2 * edges);
  m.vertices_on_edge = in.read_numbers("verticesOnEdge", 2 * edges);
  m.cells_on_vertex = in.read_numbers("cellsOnVertex", 3 * vertices);
  m.edges_on_vertex = in.read_numbers("edgesOnVertex", 3 * vertices);
  m.area_cell = in.read<double>("areaCell", cells);
  m.dc_edge = in.read<double>("dcEdge", edges);
  m.dv_edge = in.read<double>("dvEdge", edges);
  m.angle_edge = in.read<double>("angleEdge", edges);
  m.area_triangle = in.read<double>("areaTriangle", vertices);
  m.kite_areas_on_vertex = in.read<double>("kiteAreasOnVertex", 3 * vertices);
  // Entries beyond a cell's own edges are padding, whatever the file has there.
  for (std::size_t cell = 0; cell < cells; ++cell)
    for (int k = std::max(0, m.n_edges_on_cell[cell]); k < m.max_edges; ++k)
      for (auto* table : {&m.cells_on_cell, &m.edges_on_cell, &m.vertices_on_cell})
        (*table)[cell * m.max_edges + k] = -1;
}

void scale_to_radius(double radius, Mesh& m) {
  if (!m.on_sphere || std::abs(m.sphere_radius - 1.0) > 1e-6) return;
  m.sphere_radius = radius;
  for (auto* table : {&m.x_cell, &m.y_cell, &m.z_cell, &m.x_edge, &m.y_edge, &m.z_edge, &m.x_vertex,
                      &m.y_vertex, &m.z_vertex, &m.dc_edge, &m.dv_edge})
    for (double& length : *table) length *= radius;
  for (auto* table : {&m.area_cell, &m.area_triangle, &m.kite_areas_on_vertex})
    for (double& area : *table) area *= radius * radius;
}

void check_numbers(const std::vector<int>& numbers, int lowest, int n, const char* name) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    require(numbers[i] >= lowest && numbers[i] < n, "the mesh is broken: ", name, " has number ",
            numbers[i] + 1, " at entry ", i + 1, ", outside ", lowest + 1, " to ", n);
}

Vec3 way(const Mesh& m, Vec3 from, Vec3 to) {
  Vec3 d = to - from;
  if (m.period_x > 0.0) d.x -= m.period_x * std::round(d.x / m.period_x);
  if (m.period_y > 0.0) d.y -= m.period_y * std::round(d.y / m.period_y);
  return d;
}

// Direction of an edge's normal [rad] from its geometry: the normal is perpendicular to the line between the
// vertices and points away from the first cell.
double angle_of_normal(const Mesh& m, int edge, const Vec3& along) {
  if (!m.on_sphere) return std::atan2(-along.x, along.y);
  const double lon = m.lon_edge[edge];
  const double east = dot(along, east_at(lon)), north = dot(along, north_at(lon, m.lat_edge[edge]));
  return std::atan2(-east, north);
}

// Makes the first cell of an edge one that exists, orders the vertices along the normal turned by +90
// degrees, and corrects an angle that is not that of the normal.
void orient_edge(Mesh& m, int edge) {
  int *cell = &m.cells_on_edge[2 * std::size_t(edge)], *vertex = &m.vertices_on_edge[2 * std::size_t(edge)];
  require(cell[0] >= 0 || cell[1] >= 0, "the mesh is broken: edge ", edge + 1, " has no cell on either side");
  if (cell[0] < 0) std::swap(cell[0], cell[1]);
  const auto vertex_point = [&](int i) { return Vec3{m.x_vertex[i], m.y_vertex[i], m.z_vertex[i]}; };
  const Vec3 first{m.x_cell[cell[0]], m.y_cell[cell[0]], m.z_cell[cell[0]]};
  Vec3 along = way(m, vertex_point(vertex[0]), vertex_point(vertex[1]));
  const Vec3 up = m.on_sphere ? first : Vec3{0.0, 0.0, 1.0};
  if (dot(up, cross(way(m, first, vertex_point(vertex[0])), way(m, first, vertex_point(vertex[1])))) < 0.0) {
    std::swap(vertex[0], vertex[1]);
    along = along * -1.0;
  }
  const double angle = angle_of_normal(m, edge, along);
  const double error = std::remainder(m.angle_edge[edge] - angle, 2.0 * pi);
  if (!(std::abs(error) < 1e-2) && m.dv_edge[edge] > 1e-6 * m.dc_edge[edge]) m.angle_edge[edge] = angle;
}

// Vertex k of a cell is where edge k begins, going counter-clockwise.
void order_vertices_on_cell(Mesh& m, int cell) {
  const int n = m.n_edges_on_cell[cell];
  const std::size_t row = std::size_t(cell) * m.max_edges;
  std::vector<int> listed(&m.vertices_on_cell[row], &m.vertices_on_cell[row] + n);
  for (int k = 0; k < n; ++k) {
    const int edge = m.edges_on_cell[row + k];
    require(edge >= 0 && edge < m.n_edge, "the mesh is broken: cell ", cell + 1, " has edge number ",
            edge + 1, "; there are ", m.n_edge, " edges");
    m.vertices_on_cell[row + k] = m.vertex_on_edge(edge, m.normal_sign(cell, edge) > 0 ? 0 : 1);
  }
  std::vector<int> found(&m.vertices_on_cell[row], &m.vertices_on_cell[row] + n);
  std::sort(listed.begin(), listed.end());
  std::sort(found.begin(), found.end());
  require(listed == found, "the mesh is broken: the vertices of cell ", cell + 1,
          " are not the ends of its edges");
}

// Edge k of a vertex lies between its cells k and k + 1: it is the edge of cell k that ends at the vertex.
void order_edges_on_vertex(Mesh& m, int vertex) {
  const std::size_t row = 3 * std::size_t(vertex);
  std::fill_n(&m.edges_on_vertex[row], 3, -1);
  for (int k = 0; k < 3; ++k) {
    const int cell = m.cells_on_vertex[row + k];
    if (cell < 0) continue;
    const int n = m.n_edges_on_cell[cell];
    for (int j = 0; j < n; ++j)
      if (m.vertex_on_cell(cell, j) == vertex) {
        m.edges_on_vertex[row + k] = m.edge_on_cell(cell, (j + n - 1) % n);
        m.edges_on_vertex[row + (k + 2) % 3] = m.edge_on_cell(cell, j);
      }
  }
}

void normalise(Mesh& m) {
  check_numbers(m.cells_on_edge, -1, m.n_cell, "cellsOnEdge");
  check_numbers(m.vertices_on_edge, 0, m.n_vertex, "verticesOnEdge");
  check_numbers(m.cells_on_vertex, -1, m.n_cell, "cellsOnVertex");
  for (int cell = 0; cell < m.n_cell; ++cell)
    require(m.n_edges_on_cell[cell] >= 3 && m.n_edges_on_cell[cell] <= m.max_edges,
            "the mesh is broken: cell ", cell + 1, " has ", m.n_edges_on_cell[cell], " edges");
  for (int edge = 0; edge < m.n_edge; ++edge) orient_edge(m, edge);
  for (int cell = 0; cell < m.n_cell; ++cell) order_vertices_on_cell(m, cell);
  for (int vertex = 0; vertex < m.n_vertex; ++vertex) order_edges_on_vertex(m, vertex);
}

void read_kinds_and_depth(const MeshVariables& in, Mesh& m) {
  for (int edge = 0; edge < m.n_edge; ++edge)
    m.edge_kind.push_back(m.cell_on_edge(edge, 1) >= 0 ? EdgeKind::interior : EdgeKind::land);
  if (in.file().has_variable("edgeKind")) {
    const std::vector<int> kinds = in.read<int>("edgeKind", m.n_edge);
    for (int edge = 0; edge < m.n_edge; ++edge) {
      require(kinds[edge] >= 0 && kinds[edge] <= 2, "edgeKind of edge ", edge + 1, " is ", kinds[edge],
              "; it must be 0 (interior), 1 (land) or 2 (open boundary)");
      m.edge_kind[edge] = static_cast<EdgeKind>(kinds[edge]);
    }
  }
  for (const char* name : {"bottomDepth", "depth"})
    if (in.file().has_variable(name)) m.depth_cell = in.read<double>(name, m.n_cell);
}

}  // namespace

Mesh read_mesh_file(const std::string& path, double radius) {
  const MeshVariables in(path);
  Mesh mesh;
  mesh.n_cell = in.dimension("nCells");
  mesh.n_edge = in.dimension("nEdges");
  mesh.n_vertex = in.dimension("nVertices");
  mesh.max_edges = in.dimension("maxEdges");
  require(mesh.n_cell > 0, "'", path, "' has no cells");
  read_positions(in, mesh);
  read_geometry_kind(in, mesh);
  read_tables(in, mesh);
  scale_to_radius(radius, mesh);
  for (int cell = 0; cell < mesh.n_cell; ++cell) mesh.cell_id.push_back(cell + 1);
  try {
    if (mesh.on_sphere) check_places(mesh);
    normalise(mesh);
    read_kinds_and_depth(in, mesh);
    check_mesh(mesh);
  } catch (const Error& error) {
    throw Error(text("'", path, "' cannot be used as a mesh: ", error.what()));
  }
  return mesh;
}

}  // namespace groundswell
