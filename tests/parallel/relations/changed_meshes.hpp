// SPDX-License-Identifier: Apache-2.0
// A renumbered mesh, and the mirror image of a mesh.
#pragma once

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "base/constants.hpp"
#include "mesh/mesh_tables.hpp"

namespace groundswell::test {

// order[k] is the old number of the entry that gets the number k.
inline std::vector<int> shuffled_order(int n, std::mt19937& random) {
  std::vector<int> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), random);
  return order;
}

template <class T>
void reorder_rows(std::vector<T>& table, const std::vector<int>& order, int width) {
  if (table.empty()) return;
  const std::vector<T> old = table;
  for (std::size_t k = 0; k < order.size(); ++k)
    std::copy_n(old.begin() + std::ptrdiff_t(order[k]) * width, width,
                table.begin() + std::ptrdiff_t(k) * width);
}

inline void renumber(std::vector<int>& table, const std::vector<int>& order) {
  std::vector<int> number(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) number[std::size_t(order[k])] = int(k);
  for (int& entry : table)
    if (entry >= 0) entry = number[std::size_t(entry)];
}

// A mesh with renumbered cells, edges and vertices; the order around each of them is unchanged.
struct RenumberedMesh {
  Mesh mesh;
  std::vector<int> old_cell;  // [n_cell] number in the original mesh
};

inline RenumberedMesh renumber_mesh(Mesh mesh, unsigned seed) {
  std::mt19937 random(seed);
  const std::vector<int> cells = shuffled_order(mesh.n_cell, random),
                         edges = shuffled_order(mesh.n_edge, random),
                         vertices = shuffled_order(mesh.n_vertex, random);
  for_cell_tables(mesh, [&](auto table, int width) { reorder_rows(mesh.*table, cells, width); });
  for_edge_tables([&](auto table, int width) { reorder_rows(mesh.*table, edges, width); });
  for_vertex_tables([&](auto table, int width) { reorder_rows(mesh.*table, vertices, width); });
  for (auto table : {&Mesh::cells_on_cell, &Mesh::cells_on_edge, &Mesh::cells_on_vertex})
    renumber(mesh.*table, cells);
  for (auto table : {&Mesh::edges_on_cell, &Mesh::edges_on_vertex}) renumber(mesh.*table, edges);
  for (auto table : {&Mesh::vertices_on_cell, &Mesh::vertices_on_edge}) renumber(mesh.*table, vertices);
  return {std::move(mesh), cells};
}

inline void turn_round(double& angle) {
  angle = std::remainder(pi - angle, 2.0 * pi);
}

// Swaps east and west on the sphere; numbers stay the same. Around cells and vertices the order is reversed,
// so that it is counter-clockwise again.
inline Mesh mirror_mesh(Mesh mesh) {
  for (auto table :
       {&Mesh::y_cell, &Mesh::y_edge, &Mesh::y_vertex, &Mesh::lon_cell, &Mesh::lon_edge, &Mesh::lon_vertex})
    for (double& value : mesh.*table) value = -value;
  for (double& angle : mesh.angle_edge) turn_round(angle);
  for (int cell = 0; cell < mesh.n_cell; ++cell) {
    const auto first = std::ptrdiff_t(cell) * mesh.max_edges, end = first + mesh.n_edges_on_cell[cell];
    const auto reverse = [&](std::vector<int>& table, std::ptrdiff_t from) {
      std::reverse(table.begin() + from, table.begin() + end);
    };
    reverse(mesh.cells_on_cell, first);
    reverse(mesh.edges_on_cell, first);
    reverse(mesh.vertices_on_cell, first + 1);
  }
  for (int edge = 0; edge < mesh.n_edge; ++edge)
    std::swap(mesh.vertices_on_edge[2 * std::size_t(edge)], mesh.vertices_on_edge[2 * std::size_t(edge) + 1]);
  for (std::size_t first = 0; first < 3 * std::size_t(mesh.n_vertex); first += 3) {
    std::swap(mesh.cells_on_vertex[first + 1], mesh.cells_on_vertex[first + 2]);
    std::swap(mesh.kite_areas_on_vertex[first + 1], mesh.kite_areas_on_vertex[first + 2]);
    std::swap(mesh.edges_on_vertex[first], mesh.edges_on_vertex[first + 2]);
  }
  return mesh;
}

}  // namespace groundswell::test
