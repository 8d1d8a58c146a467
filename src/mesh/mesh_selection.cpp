// SPDX-License-Identifier: Apache-2.0
#include "mesh/mesh_selection.hpp"

#include <algorithm>
#include <numeric>

#include "base/constants.hpp"
#include "base/error.hpp"
#include "mesh/mesh_tables.hpp"

namespace groundswell {
namespace {

// New numbers of the kept items, -1 for removed ones.
template <class Keep>
std::vector<int> renumber(int n, const Keep& keep, int& n_kept) {
  std::vector<int> number(n, -1);
  n_kept = 0;
  for (int i = 0; i < n; ++i)
    if (keep(i)) number[i] = n_kept++;
  return number;
}

// Keeps the rows, of `width` entries, of items that have a new number.
template <class T>
void keep_rows(std::vector<T>& table, const std::vector<int>& number, int width = 1) {
  if (table.empty()) return;
  std::size_t end = 0;
  for (std::size_t i = 0; i < number.size(); ++i)
    if (number[i] >= 0)
      for (std::size_t k = i * width; k < (i + 1) * width; ++k) table[end++] = table[k];
  table.resize(end);
}

void apply(const std::vector<int>& number, std::vector<int>& table) {
  for (int& i : table)
    if (i >= 0) i = number[i];
}

struct Numbers {
  std::vector<int> cell, edge, vertex;
};

void keep_cells(const Numbers& number, Mesh& mesh) {
  for_cell_tables(mesh, [&](auto table, int width) { keep_rows(mesh.*table, number.cell, width); });
  apply(number.cell, mesh.cells_on_cell);
  apply(number.edge, mesh.edges_on_cell);
  apply(number.vertex, mesh.vertices_on_cell);
}

// Reverses an edge whose first cell was removed, so that its normal points out of the mesh.
void turn_outward(Mesh& mesh, int edge) {
  std::swap(mesh.cells_on_edge[2 * edge], mesh.cells_on_edge[2 * edge + 1]);
  std::swap(mesh.vertices_on_edge[2 * edge], mesh.vertices_on_edge[2 * edge + 1]);
  mesh.angle_edge[edge] += mesh.angle_edge[edge] > 0.0 ? -pi : pi;
}

void keep_edges(const Numbers& number, EdgeKind beyond, Mesh& mesh) {
  for_edge_tables([&](auto table, int width) { keep_rows(mesh.*table, number.edge, width); });
  apply(number.cell, mesh.cells_on_edge);
  apply(number.vertex, mesh.vertices_on_edge);
  for (int edge = 0; edge < mesh.n_edge; ++edge) {
    const int a = mesh.cell_on_edge(edge, 0), b = mesh.cell_on_edge(edge, 1);
    if (mesh.edge_kind[edge] == EdgeKind::interior && (a < 0 || b < 0)) mesh.edge_kind[edge] = beyond;
    if (a < 0) turn_outward(mesh, edge);
  }
}

void keep_vertices(const Numbers& number, Mesh& mesh) {
  for_vertex_tables([&](auto table, int width) { keep_rows(mesh.*table, number.vertex, width); });
  apply(number.cell, mesh.cells_on_vertex);
  apply(number.edge, mesh.edges_on_vertex);
  for (int vertex = 0; vertex < mesh.n_vertex; ++vertex) {
    double area = 0.0;
    for (int i = 3 * vertex; i < 3 * vertex + 3; ++i) {
      if (mesh.cells_on_vertex[i] < 0) mesh.kite_areas_on_vertex[i] = 0.0;
      area += mesh.kite_areas_on_vertex[i];
    }
    mesh.area_triangle[vertex] = area;
  }
}

}  // namespace

Mesh select_cells(Mesh mesh, const std::vector<std::uint8_t>& keep, EdgeKind beyond) {
  require(static_cast<int>(keep.size()) == mesh.n_cell, "the choice of cells has ", keep.size(),
          " entries but the mesh has ", mesh.n_cell, " cells");
  require(beyond != EdgeKind::interior, "edges towards removed cells must be land or open boundaries");
  const auto any_kept = [&](const std::vector<int>& cells, int first, int n) {
    return std::any_of(&cells[first], &cells[first] + n, [&](int cell) { return cell >= 0 && keep[cell]; });
  };
  const int n_cell = mesh.n_cell;
  Numbers number;
  number.cell = renumber(
      n_cell, [&](int cell) { return keep[cell] != 0; }, mesh.n_cell);
  require(mesh.n_cell > 0, "no cell of ", n_cell, " is left; check the region, the depths and the masks");
  number.edge = renumber(
      mesh.n_edge, [&](int e) { return any_kept(mesh.cells_on_edge, 2 * e, 2); }, mesh.n_edge);
  number.vertex = renumber(
      mesh.n_vertex, [&](int v) { return any_kept(mesh.cells_on_vertex, 3 * v, 3); }, mesh.n_vertex);
  keep_cells(number, mesh);
  keep_edges(number, beyond, mesh);
  keep_vertices(number, mesh);
  return mesh;
}

namespace {

// Marks all cells connected with `first` as a new part, and sums up its area and number of cells.
void flood(const Mesh& mesh, const std::vector<std::uint8_t>& keep, int first, ConnectedParts& parts) {
  const int part = static_cast<int>(parts.area.size());
  parts.area.push_back(0.0);
  parts.n_cell.push_back(0);
  std::vector<int> todo{first};
  parts.part_of_cell[first] = part;
  while (!todo.empty()) {
    const int cell = todo.back();
    todo.pop_back();
    parts.area.back() += mesh.area_cell[cell];
    ++parts.n_cell.back();
    for (int k = 0; k < mesh.n_edges_on_cell[cell]; ++k) {
      const int other = mesh.cell_on_cell(cell, k);
      if (other < 0 || !keep[other] || parts.part_of_cell[other] >= 0) continue;
      parts.part_of_cell[other] = part;
      todo.push_back(other);
    }
  }
}

}  // namespace

ConnectedParts find_connected_parts(const Mesh& mesh, const std::vector<std::uint8_t>& keep) {
  ConnectedParts found;
  found.part_of_cell.assign(mesh.n_cell, -1);
  for (int cell = 0; cell < mesh.n_cell; ++cell)
    if (keep[cell] && found.part_of_cell[cell] < 0) flood(mesh, keep, cell, found);
  std::vector<int> order(found.area.size()), rank(found.area.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return found.area[a] > found.area[b]; });
  ConnectedParts sorted;
  for (int i = 0; i < static_cast<int>(order.size()); ++i) {
    rank[order[i]] = i;
    sorted.area.push_back(found.area[order[i]]);
    sorted.n_cell.push_back(found.n_cell[order[i]]);
  }
  for (int part : found.part_of_cell) sorted.part_of_cell.push_back(part < 0 ? -1 : rank[part]);
  return sorted;
}

}  // namespace groundswell
