// SPDX-License-Identifier: Apache-2.0
// The variables of the mesh with their attributes. Indices in the file start at 1; 0 means none.
#include "output/ugrid_file.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "output/mesh_tables.hpp"

namespace groundswell {
namespace {

// The tables of cells and vertices, with the attributes that make them a UGRID topology.
class UgridTopology {
 public:
  UgridTopology(ParallelFile& file, const MeshPart& part)
      : file_(file),
        on_sphere_(part.mesh.on_sphere),
        n_cell_(file.add_dimension("nCells", part.n_global_cell)),
        n_vertex_(file.add_dimension("nVertices", part.n_global_vertex)),
        max_edges_(file.add_dimension("maxEdges", part.mesh.max_edges)),
        vertex_degree_(file.add_dimension("vertexDegree", 3)),
        cells_(file, part, own_cells(part), n_cell_, max_edges_, part.mesh.max_edges),
        vertices_(file, part, own_vertices(part), n_vertex_, vertex_degree_, 3) {
    define_mesh();
    on_sphere_ ? define_positions() : define_plane_positions();
    define_connectivity();
    // A rank without cells has no depths.
    define_cell_values(file.communicator().any(!part.mesh.depth_cell.empty()));
    file_.add_attribute(ParallelFile::global, "on_a_sphere", on_sphere_ ? "YES" : "NO");
    file_.add_attribute(ParallelFile::global, "sphere_radius", part.mesh.sphere_radius);
  }

  int cell_dimension() const { return n_cell_; }
  const Block& cells() const { return cells_.block(); }
  void write() const {
    cells_.write();
    vertices_.write();
  }

 private:
  void define_mesh();
  void define_positions();
  void define_corners();
  void define_plane_positions();
  void define_connectivity();
  void define_cell_values(bool with_depth);

  ParallelFile& file_;
  bool on_sphere_;
  int n_cell_, n_vertex_, max_edges_, vertex_degree_;
  MeshTables cells_, vertices_;
};

double positive_angle(double angle) {
  return angle - 2.0 * pi * std::floor(angle / (2.0 * pi));
}

double cell_longitude(const MeshPart& p, int i) {
  return wrapped_longitude(p.mesh.lon_cell[std::size_t(i)] / degree);
}

// Longitude or latitude [degree] of a cell's corner k; rows are padded with the last corner.
double corner(const Mesh& m, int cell, int k, const std::vector<double>& coordinate) {
  const int last = m.n_edges_on_cell[std::size_t(cell)] - 1;
  return coordinate[std::size_t(m.vertex_on_cell(cell, std::min(k, last)))] / degree;
}

int file_number(int local, const std::vector<std::int64_t>& global) {
  return local < 0 ? 0 : int(global[std::size_t(local)]) + 1;
}

void UgridTopology::define_mesh() {
  const int mesh =
      add_described_variable(file_, {"mesh", "", "", "topology of the Voronoi mesh"}, FileType::int32, {});
  file_.add_attribute(mesh, "cf_role", "mesh_topology");
  file_.add_attribute(mesh, "topology_dimension", 2);
  file_.add_attribute(mesh, "node_coordinates", on_sphere_ ? "lon_vertex lat_vertex" : "x_vertex y_vertex");
  file_.add_attribute(mesh, "face_coordinates", on_sphere_ ? "lon lat" : "x y");
  file_.add_attribute(mesh, "face_node_connectivity", "verticesOnCell");
  file_.add_attribute(mesh, "face_dimension", "nCells");
}

void UgridTopology::define_positions() {
  using P = const MeshPart&;
  const int lon =
      cells_.add({"lon", "degrees_east", "longitude", "longitude of cell centres"}, cell_longitude);
  const int lat = cells_.add({"lat", "degrees_north", "latitude", "latitude of cell centres"},
                             [](P p, int i) { return p.mesh.lat_cell[std::size_t(i)] / degree; });
  file_.add_attribute(lon, "bounds", "lon_bnds");
  file_.add_attribute(lat, "bounds", "lat_bnds");
  define_corners();
  cells_.add({"lonCell", "radian", "", "longitude of cell centres"},
             [](P p, int i) { return positive_angle(p.mesh.lon_cell[std::size_t(i)]); });
  cells_.add({"latCell", "radian", "", "latitude of cell centres"},
             [](P p, int i) { return p.mesh.lat_cell[std::size_t(i)]; });
  vertices_.add({"lonVertex", "radian", "", "longitude of mesh vertices"},
                [](P p, int i) { return positive_angle(p.mesh.lon_vertex[std::size_t(i)]); });
  vertices_.add({"latVertex", "radian", "", "latitude of mesh vertices"},
                [](P p, int i) { return p.mesh.lat_vertex[std::size_t(i)]; });
}

void UgridTopology::define_corners() {
  using P = const MeshPart&;
  cells_.add_rows({"lon_bnds", "", "", ""}, [](P p, int i, int k) {
    return longitude_near(corner(p.mesh, i, k, p.mesh.lon_vertex), cell_longitude(p, i));
  });
  cells_.add_rows({"lat_bnds", "", "", ""},
                  [](P p, int i, int k) { return corner(p.mesh, i, k, p.mesh.lat_vertex); });
  vertices_.add({"lon_vertex", "degrees_east", "longitude", "longitude of mesh vertices"},
                [](P p, int i) { return wrapped_longitude(p.mesh.lon_vertex[std::size_t(i)] / degree); });
  vertices_.add({"lat_vertex", "degrees_north", "latitude", "latitude of mesh vertices"},
                [](P p, int i) { return p.mesh.lat_vertex[std::size_t(i)] / degree; });
}

void UgridTopology::define_plane_positions() {
  using P = const MeshPart&;
  cells_.add({"x", "m", "projection_x_coordinate", "x of cell centres"},
             [](P p, int i) { return p.mesh.x_cell[std::size_t(i)]; });
  cells_.add({"y", "m", "projection_y_coordinate", "y of cell centres"},
             [](P p, int i) { return p.mesh.y_cell[std::size_t(i)]; });
  vertices_.add({"x_vertex", "m", "projection_x_coordinate", "x of mesh vertices"},
                [](P p, int i) { return p.mesh.x_vertex[std::size_t(i)]; });
  vertices_.add({"y_vertex", "m", "projection_y_coordinate", "y of mesh vertices"},
                [](P p, int i) { return p.mesh.y_vertex[std::size_t(i)]; });
}

void UgridTopology::define_connectivity() {
  using P = const MeshPart&;
  const int vertices_on_cell = cells_.add_rows(
      {"verticesOnCell", "", "", "vertices around a cell, counter-clockwise"}, [](P p, int i, int k) {
        const bool is_there = k < p.mesh.n_edges_on_cell[std::size_t(i)];
        return is_there ? file_number(p.mesh.vertex_on_cell(i, k), p.global_vertex) : 0;
      });
  file_.add_attribute(vertices_on_cell, "cf_role", "face_node_connectivity");
  file_.add_attribute(vertices_on_cell, "start_index", 1);
  file_.add_attribute(vertices_on_cell, "_FillValue", 0);
  cells_.add_rows({"cellsOnCell", "", "", "neighbours of a cell, 0 = none"}, [](P p, int i, int k) {
    const bool is_there = k < p.mesh.n_edges_on_cell[std::size_t(i)];
    return is_there ? file_number(p.mesh.cell_on_cell(i, k), p.global_cell) : 0;
  });
  vertices_.add_rows({"cellsOnVertex", "", "", "cells around a vertex, 0 = none"}, [](P p, int i, int k) {
    return file_number(p.mesh.cells_on_vertex[std::size_t(i) * 3 + std::size_t(k)], p.global_cell);
  });
}

void UgridTopology::define_cell_values(bool with_depth) {
  using P = const MeshPart&;
  cells_.add({"nEdgesOnCell", "", "", "number of edges of a cell"},
             [](P p, int i) { return p.mesh.n_edges_on_cell[std::size_t(i)]; });
  cells_.add({"indexToCellID", "", "", "number of the cell in the mesh file"}, [](P p, int i) {
    return p.mesh.cell_id.empty() ? file_number(i, p.global_cell) : int(p.mesh.cell_id[std::size_t(i)]);
  });
  const int area = cells_.add({"areaCell", "m2", "cell_area", "area of cells"},
                              [](P p, int i) { return p.mesh.area_cell[std::size_t(i)]; });
  file_.add_attribute(area, "mesh", "mesh");
  file_.add_attribute(area, "location", "face");
  if (with_depth)
    cells_.add({"bottomDepth", "m", "sea_floor_depth_below_mean_sea_level", "sea floor below mean sea level"},
               [](P p, int i) { return p.mesh.depth_cell[std::size_t(i)]; });
}

}  // namespace

UgridFile::UgridFile(const Communicator& communicator, const std::string& path, const FileHeader& header,
                     const FileTime& axis, const MeshPart& part, const std::vector<FieldInfo>& fields,
                     const std::optional<DateTime>& keep_until)
    : dated_(communicator, path, header, axis, keep_until) {
  const UgridTopology topology(dated_.file(), part);
  cells_ = topology.cells();
  for (const FieldInfo& field : fields) {
    const int variable = dated_.add_field(field, {dated_.time_dimension(), topology.cell_dimension()});
    dated_.file().add_attribute(variable, "mesh", "mesh");
    dated_.file().add_attribute(variable, "location", "face");
    dated_.file().add_attribute(variable, "coordinates", part.mesh.on_sphere ? "lon lat" : "x y");
    variables_.push_back(variable);
  }
  dated_.file().end_definitions();
  topology.write();
}

void UgridFile::write(std::size_t field, const float* values) {
  dated_.file().write(variables_.at(field), {{dated_.record(), cells_.begin}, {1, cells_.size()}}, values);
}

}  // namespace groundswell
