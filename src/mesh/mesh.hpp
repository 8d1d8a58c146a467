// SPDX-License-Identifier: Apache-2.0
// A Voronoi mesh with the names of the MPAS mesh specification, on the sphere or in the plane. In memory,
// indices start at 0 and -1 means none; in files they start at 1 and 0 means none. A mesh has sea cells only:
// if a cell has no neighbour across an edge, edge_kind says whether land or an open boundary lies there.
// Reference: MPAS Mesh Specification 1.0; Ringler et al. 2008, Monthly Weather Review 136 (SCVT meshes).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mesh/vec3.hpp"

namespace groundswell {

enum class EdgeKind : std::uint8_t { interior = 0, land = 1, open_boundary = 2 };

inline constexpr int n_obstacle_dir = 36;

struct Mesh {
  bool on_sphere = true;
  double sphere_radius = 0.0;             // [m]; 0 in the plane
  double period_x = 0.0, period_y = 0.0;  // [m] of a periodic planar mesh; 0 = not periodic

  int n_cell = 0, n_edge = 0, n_vertex = 0;
  int max_edges = 0;  // row length of the ..._on_cell tables

  // Cell centres, edge points (where the line between the two centres crosses the edge) and vertices:
  // position [m] (z = 0 in the plane), longitude in (-pi, pi] and latitude [rad] (0 in the plane).
  std::vector<double> x_cell, y_cell, z_cell, lon_cell, lat_cell;            // [n_cell]
  std::vector<double> x_edge, y_edge, z_edge, lon_edge, lat_edge;            // [n_edge]
  std::vector<double> x_vertex, y_vertex, z_vertex, lon_vertex, lat_vertex;  // [n_vertex]

  // Around a cell, counter-clockwise: edge k lies between vertices k and k + 1, and neighbour k beyond edge
  // k.
  std::vector<int> n_edges_on_cell;   // [n_cell]
  std::vector<int> cells_on_cell;     // [n_cell][max_edges]
  std::vector<int> edges_on_cell;     // [n_cell][max_edges]
  std::vector<int> vertices_on_cell;  // [n_cell][max_edges]
  // [n_edge][2]; the edge's normal points from the first to the second, and out of the mesh if the second is
  // -1 (the first always exists, except in a LocalMesh).
  std::vector<int> cells_on_edge;
  std::vector<int> vertices_on_edge;  // [n_edge][2]; first to second is the normal turned by +90 degrees
  std::vector<int> cells_on_vertex;   // [n_vertex][3], counter-clockwise, -1 if that cell is not in the mesh
  std::vector<int> edges_on_vertex;   // [n_vertex][3]; edge k lies between cells k and k + 1

  std::vector<double> area_cell;         // [n_cell] [m2]
  std::vector<double> dc_edge, dv_edge;  // [n_edge] [m] between the centres, between the vertices
  std::vector<double> angle_edge;        // [n_edge] [rad] of the normal, counter-clockwise from local east
  // Sum of the areas of the kites around a vertex, and the area of the kite between the vertex and its cell k
  // (which may be negative in an obtuse triangle; 0 for a missing cell).
  std::vector<double> area_triangle;         // [n_vertex] [m2]
  std::vector<double> kite_areas_on_vertex;  // [n_vertex][3] [m2]

  std::vector<EdgeKind> edge_kind;  // [n_edge]
  std::vector<double> depth_cell;   // [n_cell] [m] sea floor below mean sea level, > 0; may be empty
  // Islands smaller than the cells: the share [%] of waves that crosses a cell and its mean within the cell,
  // by direction of travel, 0, 10, ... 350 degrees counter-clockwise from local east at the centre
  // (mesh/obstacles.hpp): [n_cell][n_obstacle_dir]; both may be empty.
  std::vector<std::uint8_t> obstacle_through, obstacle_within;
  std::vector<std::int64_t> cell_id;  // [n_cell] number in the mesh file, from 1

  int cell_on_cell(int cell, int k) const { return cells_on_cell[std::size_t(cell) * max_edges + k]; }
  int edge_on_cell(int cell, int k) const { return edges_on_cell[std::size_t(cell) * max_edges + k]; }
  int vertex_on_cell(int cell, int k) const { return vertices_on_cell[std::size_t(cell) * max_edges + k]; }
  int cell_on_edge(int edge, int side) const { return cells_on_edge[std::size_t(edge) * 2 + side]; }
  int vertex_on_edge(int edge, int side) const { return vertices_on_edge[std::size_t(edge) * 2 + side]; }
  // +1 if the edge's normal points out of the cell, -1 if it points into it.
  int normal_sign(int cell, int edge) const { return cell_on_edge(edge, 0) == cell ? 1 : -1; }
};

// The row of a cell in one of the two tables of obstacles.
inline std::span<const std::uint8_t> obstacle_row(const std::vector<std::uint8_t>& table, int cell) {
  return {table.data() + std::size_t(cell) * n_obstacle_dir, std::size_t(n_obstacle_dir)};
}
// Whether islands block waves in a cell, in any direction.
inline bool is_obstructed(const Mesh& mesh, int cell) {
  if (mesh.obstacle_through.empty()) return false;
  return std::ranges::any_of(obstacle_row(mesh.obstacle_through, cell),
                             [](std::uint8_t share) { return share < 100; });
}

// The numbers by which error messages name the cells, edges and vertices of a mesh: those in the file, from
// 1. For a part of a mesh, the tables hold the indices in the whole mesh; for a whole mesh they may be empty.
struct MeshNumbers {
  std::span<const std::int64_t> cell = {}, edge = {}, vertex = {};

  std::int64_t of_cell(int i) const { return number(cell, i); }
  std::int64_t of_edge(int i) const { return number(edge, i); }
  std::int64_t of_vertex(int i) const { return number(vertex, i); }

 private:
  static std::int64_t number(std::span<const std::int64_t> global, int i) {
    if (i < 0) return 0;
    return (global.empty() ? i : global[std::size_t(i)]) + 1;
  }
};

// Checks table sizes, index ranges, the symmetry of neighbours, the order around cells, and that areas,
// depths and distances between centres are positive. Throws Error, naming the first invariant that is broken.
void check_mesh(const Mesh& mesh);
// As above, for tables whose sizes and ranges are known to be valid.
void check_cells_and_edges(const Mesh& mesh);
// Checks the invariants of one cell with its edges and neighbours, which must be present; indices must be in
// range.
void check_cell(const Mesh& mesh, int cell, const MeshNumbers& number = {});

// The position in space [m] of a place: on the sphere x and y are its longitude and latitude [rad], in the
// plane its coordinates [m].
Vec3 place_in_space(const Mesh& mesh, double x, double y);
// Distance [m] from a cell's centre to a place: on the sphere x and y are its longitude and latitude
// [degree], in the plane its coordinates [m].
double distance_to_cell(const Mesh& mesh, int cell, double x, double y);

}  // namespace groundswell
