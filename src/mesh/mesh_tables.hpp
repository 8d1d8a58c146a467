// SPDX-License-Identifier: Apache-2.0
// All tables of a mesh with their row lengths, for operations applied to each of them.
#pragma once

#include "mesh/mesh.hpp"

namespace groundswell {

// Calls visit(table, width) for each table with a row of `width` values per cell; a table is a pointer to a
// member of Mesh. Those that a mesh may lack come last: depth_cell and the tables of obstacles.
template <class Visit>
void for_cell_tables(const Mesh& mesh, Visit&& visit) {
  for (auto table :
       {&Mesh::x_cell, &Mesh::y_cell, &Mesh::z_cell, &Mesh::lon_cell, &Mesh::lat_cell, &Mesh::area_cell})
    visit(table, 1);
  visit(&Mesh::cell_id, 1);
  visit(&Mesh::n_edges_on_cell, 1);
  for (auto table : {&Mesh::cells_on_cell, &Mesh::edges_on_cell, &Mesh::vertices_on_cell})
    visit(table, mesh.max_edges);
  visit(&Mesh::depth_cell, 1);
  for (auto table : {&Mesh::obstacle_through, &Mesh::obstacle_within}) visit(table, n_obstacle_dir);
}

template <class Visit>
void for_edge_tables(Visit&& visit) {
  for (auto table : {&Mesh::x_edge, &Mesh::y_edge, &Mesh::z_edge, &Mesh::lon_edge, &Mesh::lat_edge,
                     &Mesh::dc_edge, &Mesh::dv_edge, &Mesh::angle_edge})
    visit(table, 1);
  visit(&Mesh::edge_kind, 1);
  for (auto table : {&Mesh::cells_on_edge, &Mesh::vertices_on_edge}) visit(table, 2);
}

template <class Visit>
void for_vertex_tables(Visit&& visit) {
  for (auto table : {&Mesh::x_vertex, &Mesh::y_vertex, &Mesh::z_vertex, &Mesh::lon_vertex, &Mesh::lat_vertex,
                     &Mesh::area_triangle})
    visit(table, 1);
  visit(&Mesh::kite_areas_on_vertex, 3);
  for (auto table : {&Mesh::cells_on_vertex, &Mesh::edges_on_vertex}) visit(table, 3);
}

// A mesh without tables, with the geometry (sphere or plane, radius, periods) and the row length of `mesh`.
inline Mesh empty_like(const Mesh& mesh) {
  Mesh empty;
  empty.on_sphere = mesh.on_sphere;
  empty.sphere_radius = mesh.sphere_radius;
  empty.period_x = mesh.period_x;
  empty.period_y = mesh.period_y;
  empty.max_edges = mesh.max_edges;
  return empty;
}

}  // namespace groundswell
