// SPDX-License-Identifier: Apache-2.0
// Each rank writes a contiguous piece of the mesh's cells and vertices, with numbers from 1.
#include "files/ugrid_file.hpp"

#include <cmath>
#include <deque>

#include "base/constants.hpp"
#include "base/error.hpp"

namespace groundswell {
namespace {

// Defines the mesh's variables and holds this rank's pieces of them until they are written.
class MeshPieces {
 public:
  MeshPieces(ParallelFile& file, const Mesh& mesh) : file_(file), mesh_(mesh) {
    const int rank = file.communicator().rank(), size = file.communicator().size();
    cells_ = make_block(mesh.n_cell, rank, size);
    vertices_ = make_block(mesh.n_vertex, rank, size);
    n_cell_ = file.add_dimension("nCells", mesh.n_cell);
    n_vertex_ = file.add_dimension("nVertices", mesh.n_vertex);
    max_edges_ = file.add_dimension("maxEdges", mesh.max_edges);
    vertex_degree_ = file.add_dimension("vertexDegree", 3);
  }

  int cell_dimension() const { return n_cell_; }
  const Block& cells() const { return cells_; }
  void define_topology();
  void write();

 private:
  using Text = VariableText;
  template <class T>
  struct Piece {
    int variable;
    Slab slab;
    std::vector<T> values;
  };
  static constexpr FileType type_of(int) { return FileType::int32; }
  static constexpr FileType type_of(double) { return FileType::float64; }
  std::deque<Piece<int>>& pieces(int) { return int_pieces_; }
  std::deque<Piece<double>>& pieces(double) { return double_pieces_; }

  // Adds a variable with one value, or one row of values, per cell or vertex, and computes this rank's piece.
  template <class F>
  int add(const Text& text, int dimension, F&& value) {
    using T = decltype(value(0));
    const Block block = dimension == n_cell_ ? cells_ : vertices_;
    const int variable = add_described_variable(file_, text, type_of(T{}), {dimension});
    Piece<T>& piece = pieces(T{}).emplace_back(Piece<T>{variable, {{block.begin}, {block.size()}}, {}});
    for (std::int64_t i = block.begin; i < block.end; ++i) piece.values.push_back(value(int(i)));
    return variable;
  }
  template <class F>
  int add_rows(const Text& text, int dimension, F&& value) {
    using T = decltype(value(0, 0));
    const Block block = dimension == n_cell_ ? cells_ : vertices_;
    const int columns = dimension == n_cell_ ? mesh_.max_edges : 3;
    const int variable = add_described_variable(
        file_, text, type_of(T{}), {dimension, dimension == n_cell_ ? max_edges_ : vertex_degree_});
    Piece<T>& piece =
        pieces(T{}).emplace_back(Piece<T>{variable, {{block.begin, 0}, {block.size(), columns}}, {}});
    for (std::int64_t i = block.begin; i < block.end; ++i)
      for (int k = 0; k < columns; ++k) piece.values.push_back(value(int(i), k));
    return variable;
  }
  // Longitude or latitude [degree] of a cell's corner k; rows are padded with the last corner.
  double corner(int cell, int k, const std::vector<double>& coordinate) const {
    return coordinate[std::size_t(
               mesh_.vertex_on_cell(cell, std::min(k, mesh_.n_edges_on_cell[std::size_t(cell)] - 1)))] /
           degree;
  }
  void define_positions();
  void define_plane_positions();

  ParallelFile& file_;
  const Mesh& mesh_;
  Block cells_, vertices_;
  int n_cell_, n_vertex_, max_edges_, vertex_degree_;
  std::deque<Piece<int>> int_pieces_;
  std::deque<Piece<double>> double_pieces_;
};

double positive_angle(double angle) {
  return angle - 2.0 * pi * std::floor(angle / (2.0 * pi));
}

void MeshPieces::define_positions() {
  const Mesh& m = mesh_;
  const int lon = add({"lon", "degrees_east", "longitude", "longitude of cell centres"}, n_cell_,
                      [&](int i) { return wrapped_longitude(m.lon_cell[std::size_t(i)] / degree); });
  const int lat = add({"lat", "degrees_north", "latitude", "latitude of cell centres"}, n_cell_,
                      [&](int i) { return m.lat_cell[std::size_t(i)] / degree; });
  file_.add_attribute(lon, "bounds", "lon_bnds");
  file_.add_attribute(lat, "bounds", "lat_bnds");
  add_rows({"lon_bnds", "degrees_east", "", "longitude of cell corners"}, n_cell_, [&](int i, int k) {
    return longitude_near(corner(i, k, m.lon_vertex), wrapped_longitude(m.lon_cell[std::size_t(i)] / degree));
  });
  add_rows({"lat_bnds", "degrees_north", "", "latitude of cell corners"}, n_cell_,
           [&](int i, int k) { return corner(i, k, m.lat_vertex); });
  add({"lon_vertex", "degrees_east", "longitude", "longitude of mesh vertices"}, n_vertex_,
      [&](int i) { return wrapped_longitude(m.lon_vertex[std::size_t(i)] / degree); });
  add({"lat_vertex", "degrees_north", "latitude", "latitude of mesh vertices"}, n_vertex_,
      [&](int i) { return m.lat_vertex[std::size_t(i)] / degree; });
  add({"lonCell", "radian", "longitude", "longitude of cell centres"}, n_cell_,
      [&](int i) { return positive_angle(m.lon_cell[std::size_t(i)]); });
  add({"latCell", "radian", "latitude", "latitude of cell centres"}, n_cell_,
      [&](int i) { return m.lat_cell[std::size_t(i)]; });
  add({"lonVertex", "radian", "longitude", "longitude of mesh vertices"}, n_vertex_,
      [&](int i) { return positive_angle(m.lon_vertex[std::size_t(i)]); });
  add({"latVertex", "radian", "latitude", "latitude of mesh vertices"}, n_vertex_,
      [&](int i) { return m.lat_vertex[std::size_t(i)]; });
}

void MeshPieces::define_plane_positions() {
  const Mesh& m = mesh_;
  add({"x", "m", "projection_x_coordinate", "x of cell centres"}, n_cell_,
      [&](int i) { return m.x_cell[std::size_t(i)]; });
  add({"y", "m", "projection_y_coordinate", "y of cell centres"}, n_cell_,
      [&](int i) { return m.y_cell[std::size_t(i)]; });
  add({"x_vertex", "m", "projection_x_coordinate", "x of mesh vertices"}, n_vertex_,
      [&](int i) { return m.x_vertex[std::size_t(i)]; });
  add({"y_vertex", "m", "projection_y_coordinate", "y of mesh vertices"}, n_vertex_,
      [&](int i) { return m.y_vertex[std::size_t(i)]; });
}

void MeshPieces::define_topology() {
  const Mesh& m = mesh_;
  const int mesh =
      add_described_variable(file_, {"mesh", "", "", "topology of the Voronoi mesh"}, FileType::int32, {});
  file_.add_attribute(mesh, "cf_role", "mesh_topology");
  file_.add_attribute(mesh, "topology_dimension", 2);
  file_.add_attribute(mesh, "node_coordinates", m.on_sphere ? "lon_vertex lat_vertex" : "x_vertex y_vertex");
  file_.add_attribute(mesh, "face_coordinates", m.on_sphere ? "lon lat" : "x y");
  file_.add_attribute(mesh, "face_node_connectivity", "verticesOnCell");
  file_.add_attribute(mesh, "face_dimension", "nCells");
  m.on_sphere ? define_positions() : define_plane_positions();
  const int vertices_on_cell = add_rows(
      {"verticesOnCell", "", "", "vertices around a cell, counter-clockwise"}, n_cell_,
      [&](int i, int k) { return k < m.n_edges_on_cell[std::size_t(i)] ? m.vertex_on_cell(i, k) + 1 : 0; });
  file_.add_attribute(vertices_on_cell, "cf_role", "face_node_connectivity");
  file_.add_attribute(vertices_on_cell, "start_index", 1);
  file_.add_attribute(vertices_on_cell, "_FillValue", 0);
  add_rows({"cellsOnCell", "", "", "neighbours of a cell, 0 = none"}, n_cell_, [&](int i, int k) {
    return k < m.n_edges_on_cell[std::size_t(i)] ? m.cell_on_cell(i, k) + 1 : 0;
  });
  add_rows({"cellsOnVertex", "", "", "cells around a vertex, 0 = none"}, n_vertex_,
           [&](int i, int k) { return m.cells_on_vertex[std::size_t(i) * 3 + std::size_t(k)] + 1; });
  add({"nEdgesOnCell", "", "", "number of edges of a cell"}, n_cell_,
      [&](int i) { return m.n_edges_on_cell[std::size_t(i)]; });
  add({"indexToCellID", "", "", "number of the cell in the mesh file"}, n_cell_,
      [&](int i) { return m.cell_id.empty() ? i + 1 : int(m.cell_id[std::size_t(i)]); });
  const int area = add({"areaCell", "m2", "cell_area", "area of cells"}, n_cell_,
                       [&](int i) { return m.area_cell[std::size_t(i)]; });
  file_.add_attribute(area, "mesh", "mesh");
  file_.add_attribute(area, "location", "face");
  if (!m.depth_cell.empty())
    add({"bottomDepth", "m", "sea_floor_depth_below_mean_sea_level", "sea floor below mean sea level"},
        n_cell_, [&](int i) { return m.depth_cell[std::size_t(i)]; });
  file_.add_attribute(ParallelFile::global, "on_a_sphere", m.on_sphere ? "YES" : "NO");
  file_.add_attribute(ParallelFile::global, "sphere_radius", m.sphere_radius);
}

void MeshPieces::write() {
  for (const auto& piece : int_pieces_) file_.write(piece.variable, piece.slab, piece.values.data());
  for (const auto& piece : double_pieces_) file_.write(piece.variable, piece.slab, piece.values.data());
  file_.flush();
}

}  // namespace

UgridFile::UgridFile(const Communicator& communicator, const std::string& path, const FileHeader& header,
                     const FileTime& axis, const Mesh& whole, const std::vector<std::string>& fields)
    : dated_(communicator, path, header, axis) {
  MeshPieces pieces(dated_.file(), whole);
  pieces.define_topology();
  cells_ = pieces.cells();
  for (const std::string& field : fields) {
    const int variable =
        dated_.add_field(field_info(field), {dated_.time_dimension(), pieces.cell_dimension()});
    dated_.file().add_attribute(variable, "mesh", "mesh");
    dated_.file().add_attribute(variable, "location", "face");
    dated_.file().add_attribute(variable, "coordinates", whole.on_sphere ? "lon lat" : "x y");
    variables_[field] = variable;
  }
  dated_.file().end_definitions();
  pieces.write();
}

void UgridFile::write(std::string_view field, const float* values) {
  const auto found = variables_.find(field);
  ensure(found != variables_.end(), "the file of mesh fields has no '", field, "'");
  dated_.file().write(found->second, {{dated_.record(), cells_.begin}, {1, cells_.size()}}, values);
}

}  // namespace groundswell
