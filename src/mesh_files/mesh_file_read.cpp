// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "files/netcdf_reader.hpp"
#include "mesh/mesh_order.hpp"
#include "mesh/vec3.hpp"
#include "mesh_files/mesh_file.hpp"

namespace groundswell {
namespace {

// Reads the variables of a mesh and checks the size of each.
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

  // Reads the rows `block` of a variable that has `n_row` rows of `width` values each.
  template <class T>
  std::vector<T> read(const std::string& name, const Block& block, std::int64_t n_row, int width = 1) const {
    require(file_.has_variable(name), "'", file_.path(), "' is not a complete MPAS mesh: variable ", name,
            " is missing; make a mesh from a file that has only points first");
    const NetcdfVariable& variable = file_.variable(name);
    const std::size_t size = std::size_t(n_row) * std::size_t(width);
    require(variable.size() == size, "'", file_.path(), "': variable ", name, " has ", variable.size(),
            " values but ", size, " are needed");
    require(!variable.shape.empty() && variable.shape.front() == std::size_t(n_row), "'", file_.path(),
            "': the first dimension of variable ", name, " must be the one of ", n_row,
            " values; reorder its dimensions (ncpdq -a)");
    if (block.size() == 0) return {};
    std::vector<std::size_t> start(variable.shape.size(), 0), count = variable.shape;
    start.front() = std::size_t(block.begin);
    count.front() = std::size_t(block.size());
    return file_.read<T>(name, start, count);
  }

  // Reads indices and converts them from the numbering in files (from 1, 0 for none) to that in memory (from
  // 0, -1 for none).
  std::vector<int> read_numbers(const std::string& name, const Block& block, std::int64_t n_row,
                                int width) const {
    std::vector<int> numbers = read<int>(name, block, n_row, width);
    for (int& i : numbers) --i;
    return numbers;
  }

  const NetcdfReader& file() const { return file_; }

 private:
  NetcdfReader file_;
};

// Reads whether the mesh lies on a sphere, and its radius or periods. If the file does not state the radius,
// it is the distance of the first cell from the centre.
void read_geometry_kind(const MeshVariables& in, std::int64_t n_cell, Mesh& mesh) {
  const auto sphere = in.file().text_attribute("", "on_a_sphere");
  mesh.on_sphere = !sphere || sphere->substr(0, 2) != "NO";
  if (mesh.on_sphere) {
    const auto first = [&](const char* name) { return in.read<double>(name, {0, 1}, n_cell)[0]; };
    const Vec3 p{first("xCell"), first("yCell"), first("zCell")};
    mesh.sphere_radius = in.file().number_attribute("", "sphere_radius").value_or(norm(p));
    require(std::abs(norm(p) - mesh.sphere_radius) < 0.01 * mesh.sphere_radius, "'", in.file().path(),
            "': attribute sphere_radius is ", mesh.sphere_radius, ", but cell 1 lies ", norm(p),
            " from the sphere's centre; correct the attribute");
  } else {
    mesh.period_x = in.file().number_attribute("", "x_period").value_or(0.0);
    mesh.period_y = in.file().number_attribute("", "y_period").value_or(0.0);
  }
}

struct NamedTable {
  const char* name;
  std::vector<double> Mesh::*table;
};

void read_cells(const MeshVariables& in, MeshBlocks& blocks) {
  Mesh& m = blocks.rows;
  for (const auto& [name, table] :
       {NamedTable{"xCell", &Mesh::x_cell}, NamedTable{"yCell", &Mesh::y_cell},
        NamedTable{"zCell", &Mesh::z_cell}, NamedTable{"lonCell", &Mesh::lon_cell},
        NamedTable{"latCell", &Mesh::lat_cell}, NamedTable{"areaCell", &Mesh::area_cell}})
    m.*table = in.read<double>(name, blocks.cells, blocks.n_cell);
  for (const char* name : {"bottomDepth", "depth"})
    if (in.file().has_variable(name)) {
      m.depth_cell = in.read<double>(name, blocks.cells, blocks.n_cell);
      blocks.has_depth = true;
    }
  m.n_edges_on_cell = in.read<int>("nEdgesOnCell", blocks.cells, blocks.n_cell);
  m.cells_on_cell = in.read_numbers("cellsOnCell", blocks.cells, blocks.n_cell, m.max_edges);
  m.edges_on_cell = in.read_numbers("edgesOnCell", blocks.cells, blocks.n_cell, m.max_edges);
  m.vertices_on_cell = in.read_numbers("verticesOnCell", blocks.cells, blocks.n_cell, m.max_edges);
  // Entries beyond a cell's own edges are padding, whatever they contain.
  for (std::size_t cell = 0; cell < std::size_t(m.n_cell); ++cell)
    for (int k = std::max(0, m.n_edges_on_cell[cell]); k < m.max_edges; ++k)
      for (auto* table : {&m.cells_on_cell, &m.edges_on_cell, &m.vertices_on_cell})
        (*table)[cell * m.max_edges + k] = -1;
  for (std::int64_t cell = blocks.cells.begin; cell < blocks.cells.end; ++cell) m.cell_id.push_back(cell + 1);
}

// Shares of waves in percent, none of them larger than the other table's, if that is given. In files that
// other tools have copied they may be unpacked.
std::vector<std::uint8_t> read_shares(const MeshVariables& in, const char* name, const MeshBlocks& blocks,
                                      const std::vector<std::uint8_t>* most = nullptr) {
  std::vector<std::uint8_t> shares;
  for (const double value : in.read<double>(name, blocks.cells, blocks.n_cell, n_obstacle_dir)) {
    const double share = std::round(100.0 * value);
    const int highest = most ? (*most)[shares.size()] : 100;
    require(share >= 0 && share <= highest, "'", in.file().path(), "': ", name, " of cell ",
            blocks.cells.begin + std::int64_t(shares.size()) / n_obstacle_dir + 1, " is ", 0.01 * share,
            "; it must lie between 0 and ", 0.01 * highest, most ? ", the value of obstacleWithin; " : "; ",
            "make the mesh again with `groundswell mesh`");
    shares.push_back(std::uint8_t(share));
  }
  return shares;
}

void read_obstacles(const MeshVariables& in, MeshBlocks& blocks) {
  blocks.has_obstacles = in.file().has_variable("obstacleThrough");
  require(blocks.has_obstacles == in.file().has_variable("obstacleWithin"), "'", in.file().path(),
          "' has only one of the variables obstacleThrough and obstacleWithin; make the mesh again with "
          "`groundswell "
          "mesh`");
  if (!blocks.has_obstacles) return;
  blocks.rows.obstacle_within = read_shares(in, "obstacleWithin", blocks);
  blocks.rows.obstacle_through = read_shares(in, "obstacleThrough", blocks, &blocks.rows.obstacle_within);
}

void read_edges(const MeshVariables& in, MeshBlocks& blocks) {
  Mesh& m = blocks.rows;
  for (const auto& [name, table] :
       {NamedTable{"xEdge", &Mesh::x_edge}, NamedTable{"yEdge", &Mesh::y_edge},
        NamedTable{"zEdge", &Mesh::z_edge}, NamedTable{"lonEdge", &Mesh::lon_edge},
        NamedTable{"latEdge", &Mesh::lat_edge}, NamedTable{"dcEdge", &Mesh::dc_edge},
        NamedTable{"dvEdge", &Mesh::dv_edge}, NamedTable{"angleEdge", &Mesh::angle_edge}})
    m.*table = in.read<double>(name, blocks.edges, blocks.n_edge);
  m.cells_on_edge = in.read_numbers("cellsOnEdge", blocks.edges, blocks.n_edge, 2);
  m.vertices_on_edge = in.read_numbers("verticesOnEdge", blocks.edges, blocks.n_edge, 2);
  std::vector<int> kinds;
  if (in.file().has_variable("edgeKind")) kinds = in.read<int>("edgeKind", blocks.edges, blocks.n_edge);
  for (std::size_t edge = 0; edge < std::size_t(m.n_edge); ++edge) {
    const bool has_both = m.cells_on_edge[2 * edge] >= 0 && m.cells_on_edge[2 * edge + 1] >= 0;
    const int kind = !kinds.empty() ? kinds[edge] : int(has_both ? EdgeKind::interior : EdgeKind::land);
    require(kind >= 0 && kind <= 2, "'", in.file().path(), "': edgeKind of edge ",
            blocks.edges.begin + std::int64_t(edge) + 1, " is ", kind,
            "; it must be 0 (interior), 1 (land) or 2 (open boundary)");
    m.edge_kind.push_back(static_cast<EdgeKind>(kind));
  }
}

void read_vertices(const MeshVariables& in, MeshBlocks& blocks) {
  Mesh& m = blocks.rows;
  for (const auto& [name, table] :
       {NamedTable{"xVertex", &Mesh::x_vertex}, NamedTable{"yVertex", &Mesh::y_vertex},
        NamedTable{"zVertex", &Mesh::z_vertex}, NamedTable{"lonVertex", &Mesh::lon_vertex},
        NamedTable{"latVertex", &Mesh::lat_vertex}, NamedTable{"areaTriangle", &Mesh::area_triangle}})
    m.*table = in.read<double>(name, blocks.vertices, blocks.n_vertex);
  m.kite_areas_on_vertex = in.read<double>("kiteAreasOnVertex", blocks.vertices, blocks.n_vertex, 3);
  m.cells_on_vertex = in.read_numbers("cellsOnVertex", blocks.vertices, blocks.n_vertex, 3);
  m.edges_on_vertex = in.read_numbers("edgesOnVertex", blocks.vertices, blocks.n_vertex, 3);
}

void wrap_longitudes(Mesh& m) {
  for (auto* table : {&m.lon_cell, &m.lon_edge, &m.lon_vertex})
    for (double& lon : *table)
      if (lon > pi) lon -= 2.0 * pi;
}

// Throws Error unless longitudes and latitudes match the positions.
void check_places(const MeshBlocks& blocks) {
  const Mesh& m = blocks.rows;
  struct Places {
    const char* what;
    std::int64_t first;
    const std::vector<double>&lon, &lat, &x, &y, &z;
  };
  for (const Places& p :
       {Places{"cell", blocks.cells.begin, m.lon_cell, m.lat_cell, m.x_cell, m.y_cell, m.z_cell},
        Places{"edge", blocks.edges.begin, m.lon_edge, m.lat_edge, m.x_edge, m.y_edge, m.z_edge},
        Places{"vertex", blocks.vertices.begin, m.lon_vertex, m.lat_vertex, m.x_vertex, m.y_vertex,
               m.z_vertex}})
    for (std::size_t i = 0; i < p.lon.size(); ++i) {
      const Vec3 place = normalized({p.x[i], p.y[i], p.z[i]});
      require(norm(place - point_at(p.lon[i], p.lat[i])) < 1e-3, "the mesh is broken: ", p.what, " ",
              p.first + std::int64_t(i) + 1, " has longitude ", p.lon[i] / degree, " and latitude ",
              p.lat[i] / degree, ", but its position lies at ", longitude(place) / degree, ", ",
              latitude(place) / degree,
              " (longitudes and latitudes are in radians in the file); copy the file again or recreate it");
    }
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

void order(Mesh& m) {
  for (int edge = 0; edge < m.n_edge; ++edge) orient_edge(m, edge);
  for (int cell = 0; cell < m.n_cell; ++cell) order_vertices_on_cell(m, cell);
  for (int vertex = 0; vertex < m.n_vertex; ++vertex) order_edges_on_vertex(m, vertex);
}

}  // namespace

MeshBlocks read_mesh_blocks(const std::string& path, int rank, int n_rank, double radius) {
  const MeshVariables in(path);
  MeshBlocks blocks =
      make_blocks({in.dimension("nCells"), in.dimension("nEdges"), in.dimension("nVertices")}, rank, n_rank);
  blocks.is_raw = true;
  blocks.name = text("'", path, "'");
  blocks.rows.max_edges = in.dimension("maxEdges");
  require(blocks.n_cell > 0, "'", path, "' has no cells");
  read_geometry_kind(in, blocks.n_cell, blocks.rows);
  read_cells(in, blocks);
  read_obstacles(in, blocks);
  read_edges(in, blocks);
  read_vertices(in, blocks);
  wrap_longitudes(blocks.rows);
  scale_to_radius(radius, blocks.rows);
  with_mesh_name(blocks.name, [&] {
    if (blocks.rows.on_sphere) check_places(blocks);
    check_numbers(blocks.rows, blocks, {blocks.cells.begin, blocks.edges.begin, blocks.vertices.begin});
  });
  return blocks;
}

Mesh read_mesh_file(const std::string& path, double radius) {
  MeshBlocks all = read_mesh_blocks(path, 0, 1, radius);
  Mesh& mesh = all.rows;
  with_mesh_name(all.name, [&] {
    order(mesh);
    check_cells_and_edges(mesh);
    check_pairs(count_pairs(mesh));
  });
  return std::move(mesh);
}

}  // namespace groundswell
