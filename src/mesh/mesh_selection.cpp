// SPDX-License-Identifier: Apache-2.0
#include "mesh/mesh_selection.hpp"

#include <algorithm>
#include <numeric>

#include "base/constants.hpp"
#include "base/error.hpp"

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

// The rows, of `width` entries, of items that have a new number.
template <class T>
std::vector<T> pick_rows(const std::vector<T>& table, const std::vector<int>& number, int width = 1) {
  std::vector<T> picked;
  if (table.empty()) return picked;
  for (std::size_t i = 0; i < number.size(); ++i)
    if (number[i] >= 0)
      picked.insert(picked.end(), table.begin() + i * width, table.begin() + (i + 1) * width);
  return picked;
}

void apply(const std::vector<int>& number, std::vector<int>& table) {
  for (int& i : table)
    if (i >= 0) i = number[i];
}

struct Numbers {
  std::vector<int> cell, edge, vertex;
};

void pick_cells(const Mesh& from, const Numbers& number, Mesh& to) {
  to.x_cell = pick_rows(from.x_cell, number.cell);
  to.y_cell = pick_rows(from.y_cell, number.cell);
  to.z_cell = pick_rows(from.z_cell, number.cell);
  to.lon_cell = pick_rows(from.lon_cell, number.cell);
  to.lat_cell = pick_rows(from.lat_cell, number.cell);
  to.n_edges_on_cell = pick_rows(from.n_edges_on_cell, number.cell);
  to.cells_on_cell = pick_rows(from.cells_on_cell, number.cell, from.max_edges);
  to.edges_on_cell = pick_rows(from.edges_on_cell, number.cell, from.max_edges);
  to.vertices_on_cell = pick_rows(from.vertices_on_cell, number.cell, from.max_edges);
  to.area_cell = pick_rows(from.area_cell, number.cell);
  to.depth_cell = pick_rows(from.depth_cell, number.cell);
  to.cell_id = pick_rows(from.cell_id, number.cell);
  apply(number.cell, to.cells_on_cell);
  apply(number.edge, to.edges_on_cell);
  apply(number.vertex, to.vertices_on_cell);
}

// Reverses an edge whose first cell was removed, so that its normal points out of the mesh.
void turn_outward(Mesh& mesh, int edge) {
  std::swap(mesh.cells_on_edge[2 * edge], mesh.cells_on_edge[2 * edge + 1]);
  std::swap(mesh.vertices_on_edge[2 * edge], mesh.vertices_on_edge[2 * edge + 1]);
  mesh.angle_edge[edge] += mesh.angle_edge[edge] > 0.0 ? -pi : pi;
}

void pick_edges(const Mesh& from, const Numbers& number, EdgeKind beyond, Mesh& to) {
  to.x_edge = pick_rows(from.x_edge, number.edge);
  to.y_edge = pick_rows(from.y_edge, number.edge);
  to.z_edge = pick_rows(from.z_edge, number.edge);
  to.lon_edge = pick_rows(from.lon_edge, number.edge);
  to.lat_edge = pick_rows(from.lat_edge, number.edge);
  to.cells_on_edge = pick_rows(from.cells_on_edge, number.edge, 2);
  to.vertices_on_edge = pick_rows(from.vertices_on_edge, number.edge, 2);
  to.dc_edge = pick_rows(from.dc_edge, number.edge);
  to.dv_edge = pick_rows(from.dv_edge, number.edge);
  to.angle_edge = pick_rows(from.angle_edge, number.edge);
  to.edge_kind = pick_rows(from.edge_kind, number.edge);
  apply(number.cell, to.cells_on_edge);
  apply(number.vertex, to.vertices_on_edge);
  for (int edge = 0; edge < to.n_edge; ++edge) {
    const int a = to.cell_on_edge(edge, 0), b = to.cell_on_edge(edge, 1);
    if (to.edge_kind[edge] == EdgeKind::interior && (a < 0 || b < 0)) to.edge_kind[edge] = beyond;
    if (a < 0) turn_outward(to, edge);
  }
}

void pick_vertices(const Mesh& from, const Numbers& number, Mesh& to) {
  to.x_vertex = pick_rows(from.x_vertex, number.vertex);
  to.y_vertex = pick_rows(from.y_vertex, number.vertex);
  to.z_vertex = pick_rows(from.z_vertex, number.vertex);
  to.lon_vertex = pick_rows(from.lon_vertex, number.vertex);
  to.lat_vertex = pick_rows(from.lat_vertex, number.vertex);
  to.cells_on_vertex = pick_rows(from.cells_on_vertex, number.vertex, 3);
  to.edges_on_vertex = pick_rows(from.edges_on_vertex, number.vertex, 3);
  to.kite_areas_on_vertex = pick_rows(from.kite_areas_on_vertex, number.vertex, 3);
  apply(number.cell, to.cells_on_vertex);
  apply(number.edge, to.edges_on_vertex);
  for (int vertex = 0; vertex < to.n_vertex; ++vertex) {
    double area = 0.0;
    for (int i = 3 * vertex; i < 3 * vertex + 3; ++i) {
      if (to.cells_on_vertex[i] < 0) to.kite_areas_on_vertex[i] = 0.0;
      area += to.kite_areas_on_vertex[i];
    }
    to.area_triangle.push_back(area);
  }
}

}  // namespace

Mesh select_cells(const Mesh& mesh, const std::vector<std::uint8_t>& keep, EdgeKind beyond) {
  require(static_cast<int>(keep.size()) == mesh.n_cell, "the choice of cells has ", keep.size(),
          " entries but the mesh has ", mesh.n_cell, " cells");
  require(beyond != EdgeKind::interior, "edges towards removed cells must be land or open boundaries");
  Mesh to;
  to.on_sphere = mesh.on_sphere;
  to.sphere_radius = mesh.sphere_radius;
  to.period_x = mesh.period_x;
  to.period_y = mesh.period_y;
  to.max_edges = mesh.max_edges;
  const auto any_kept = [&](const std::vector<int>& cells, int first, int n) {
    return std::any_of(&cells[first], &cells[first] + n, [&](int cell) { return cell >= 0 && keep[cell]; });
  };
  Numbers number;
  number.cell = renumber(
      mesh.n_cell, [&](int cell) { return keep[cell] != 0; }, to.n_cell);
  number.edge = renumber(
      mesh.n_edge, [&](int e) { return any_kept(mesh.cells_on_edge, 2 * e, 2); }, to.n_edge);
  number.vertex = renumber(
      mesh.n_vertex, [&](int v) { return any_kept(mesh.cells_on_vertex, 3 * v, 3); }, to.n_vertex);
  require(to.n_cell > 0, "no cell of ", mesh.n_cell, " is left; check the region, the depths and the masks");
  pick_cells(mesh, number, to);
  pick_edges(mesh, number, beyond, to);
  pick_vertices(mesh, number, to);
  return to;
}

namespace {

// Marks all cells connected with `first` as a new part, with area and count.
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
