// SPDX-License-Identifier: Apache-2.0
// Selects and orders the cells first, then edges and vertices in the order in which these cells list them;
// then fills all tables: geometry is copied, connectivity renumbered.
#include "decomp/local_mesh.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "mesh/cell_order.hpp"

namespace groundswell {
namespace {

constexpr int none = -1;

// Converts global indices to local ones and back, for cells, edges or vertices.
struct Numbering {
  explicit Numbering(int n_global) : local(std::size_t(n_global), none) {}
  void add(int index) {
    if (index < 0 || local[std::size_t(index)] != none) return;
    local[std::size_t(index)] = int(global.size());
    global.push_back(index);
  }
  int to_local(int index) const { return index < 0 ? none : local[std::size_t(index)]; }

  std::vector<int> local;   // [n_global], -1 if not local
  std::vector<int> global;  // [n_local]
};

template <class Visit>
void for_neighbours(const Mesh& mesh, int cell, Visit&& visit) {
  for (int k = 0; k < mesh.n_edges_on_cell[std::size_t(cell)]; ++k)
    if (const int neighbour = mesh.cell_on_cell(cell, k); neighbour >= 0) visit(neighbour);
}

// For each cell, the number of steps across edges, at most `n_step`, from the nearest cell of `start` through
// `wanted` cells: 0 for the cells of `start`, -1 for cells that are not reached.
template <class Wanted>
std::vector<std::int8_t> count_steps(const Mesh& mesh, std::vector<int> start, int n_step, Wanted&& wanted) {
  std::vector<std::int8_t> steps(std::size_t(mesh.n_cell), -1);
  for (int cell : start) steps[std::size_t(cell)] = 0;
  for (int step = 1; step <= n_step; ++step) {
    std::vector<int> next;
    for (int cell : start)
      for_neighbours(mesh, cell, [&](int neighbour) {
        if (steps[std::size_t(neighbour)] >= 0 || !wanted(neighbour)) return;
        steps[std::size_t(neighbour)] = std::int8_t(step);
        next.push_back(neighbour);
      });
    start = std::move(next);
  }
  return steps;
}

// The rows `index` of a table with `width` values per row; an empty table stays empty.
template <class T>
std::vector<T> pick(const std::vector<T>& table, const std::vector<int>& index, int width = 1) {
  std::vector<T> picked;
  if (table.empty()) return picked;
  picked.reserve(index.size() * std::size_t(width));
  for (int i : index) {
    const auto row = table.begin() + std::ptrdiff_t(i) * width;
    picked.insert(picked.end(), row, row + width);
  }
  return picked;
}

// Sorts cells so that neighbours are close in memory.
void sort_along_curve(const Mesh& whole, std::vector<int>& cells) {
  std::vector<Vec3> points;
  points.reserve(cells.size());
  for (int cell : cells) {
    const std::size_t i = std::size_t(cell);
    points.push_back({whole.x_cell[i], whole.y_cell[i], whole.z_cell[i]});
  }
  const std::vector<int> order = space_filling_order(points);
  cells = pick(cells, order);
}

struct CellGroups {
  std::vector<int> inner, border, halo;
  std::vector<std::int8_t> ring;  // [n_cell] 0 = owned, 1 or 2 = ring of the halo, -1 = beyond the halo
};

CellGroups group_cells(const Mesh& whole, const Partition& partition, int part, int n_ring) {
  const auto owned = [&](int cell) { return partition.owner[std::size_t(cell)] == part; };
  std::vector<int> mine, first_ring;
  for (int cell = 0; cell < whole.n_cell; ++cell)
    if (owned(cell)) mine.push_back(cell);
  CellGroups groups;
  groups.ring = count_steps(whole, mine, n_ring, [](int) { return true; });
  for (int cell = 0; cell < whole.n_cell; ++cell) {
    if (groups.ring[std::size_t(cell)] > 0) groups.halo.push_back(cell);
    if (groups.ring[std::size_t(cell)] == 1) first_ring.push_back(cell);
  }
  const std::vector<std::int8_t> from_halo = count_steps(whole, first_ring, n_ring, owned);
  for (int cell : mine) (from_halo[std::size_t(cell)] > 0 ? groups.border : groups.inner).push_back(cell);
  sort_along_curve(whole, groups.inner);
  sort_along_curve(whole, groups.border);
  std::ranges::sort(groups.halo, {},
                    [&](int cell) { return std::pair(partition.owner[std::size_t(cell)], cell); });
  return groups;
}

// Like pick(), with the entries renumbered; if `row_length` is given, entries beyond the length of their row
// become -1.
std::vector<int> pick_renumbered(const std::vector<int>& table, const std::vector<int>& index, int width,
                                 const Numbering& numbering, const std::vector<int>* row_length = nullptr) {
  std::vector<int> picked = pick(table, index, width);
  for (std::size_t i = 0; i < picked.size(); ++i) {
    const bool padding = row_length && int(i % std::size_t(width)) >= (*row_length)[i / std::size_t(width)];
    picked[i] = padding ? none : numbering.to_local(picked[i]);
  }
  return picked;
}

void copy_cells(const Mesh& whole, const Numbering& cells, const Numbering& edges, const Numbering& vertices,
                Mesh& mesh) {
  const std::vector<int>& index = cells.global;
  mesh.n_cell = int(index.size());
  mesh.max_edges = whole.max_edges;
  for (auto table : {&Mesh::x_cell, &Mesh::y_cell, &Mesh::z_cell, &Mesh::lon_cell, &Mesh::lat_cell,
                     &Mesh::area_cell, &Mesh::depth_cell})
    mesh.*table = pick(whole.*table, index);
  for (auto table : {&Mesh::obstacle_through, &Mesh::obstacle_within})
    mesh.*table = pick(whole.*table, index, n_obstacle_dir);
  mesh.cell_id = pick(whole.cell_id, index);
  mesh.n_edges_on_cell = pick(whole.n_edges_on_cell, index);
  const std::vector<int>* lengths = &mesh.n_edges_on_cell;
  mesh.cells_on_cell = pick_renumbered(whole.cells_on_cell, index, whole.max_edges, cells, lengths);
  mesh.edges_on_cell = pick_renumbered(whole.edges_on_cell, index, whole.max_edges, edges, lengths);
  mesh.vertices_on_cell = pick_renumbered(whole.vertices_on_cell, index, whole.max_edges, vertices, lengths);
}

void copy_edges(const Mesh& whole, const Numbering& cells, const Numbering& edges, const Numbering& vertices,
                Mesh& mesh) {
  const std::vector<int>& index = edges.global;
  mesh.n_edge = int(index.size());
  for (auto table : {&Mesh::x_edge, &Mesh::y_edge, &Mesh::z_edge, &Mesh::lon_edge, &Mesh::lat_edge,
                     &Mesh::dc_edge, &Mesh::dv_edge, &Mesh::angle_edge})
    mesh.*table = pick(whole.*table, index);
  mesh.edge_kind = pick(whole.edge_kind, index);
  mesh.cells_on_edge = pick_renumbered(whole.cells_on_edge, index, 2, cells);
  mesh.vertices_on_edge = pick_renumbered(whole.vertices_on_edge, index, 2, vertices);
}

void copy_vertices(const Mesh& whole, const Numbering& cells, const Numbering& edges,
                   const Numbering& vertices, Mesh& mesh) {
  const std::vector<int>& index = vertices.global;
  mesh.n_vertex = int(index.size());
  for (auto table : {&Mesh::x_vertex, &Mesh::y_vertex, &Mesh::z_vertex, &Mesh::lon_vertex, &Mesh::lat_vertex,
                     &Mesh::area_triangle})
    mesh.*table = pick(whole.*table, index);
  mesh.kite_areas_on_vertex = pick(whole.kite_areas_on_vertex, index, 3);
  mesh.cells_on_vertex = pick_renumbered(whole.cells_on_vertex, index, 3, cells);
  mesh.edges_on_vertex = pick_renumbered(whole.edges_on_vertex, index, 3, edges);
}

}  // namespace

LocalMesh make_local_mesh(const Mesh& whole, const Partition& partition, int part, int n_ring) {
  require(n_ring == 1 || n_ring == 2, "a halo of ", n_ring, " rings was requested; it can have 1 or 2");
  ensure(partition.owner.size() == std::size_t(whole.n_cell), "the partition has ", partition.owner.size(),
         " cells, its mesh ", whole.n_cell);
  ensure(part >= 0 && part < partition.n_part, "part ", part, " of ", partition.n_part);
  const CellGroups groups = group_cells(whole, partition, part, n_ring);
  Numbering cells(whole.n_cell), edges(whole.n_edge), vertices(whole.n_vertex);
  for (const std::vector<int>* group : {&groups.inner, &groups.border, &groups.halo})
    for (int cell : *group) cells.add(cell);
  for (int cell : cells.global) {
    for (int k = 0; k < whole.n_edges_on_cell[std::size_t(cell)]; ++k) {
      edges.add(whole.edge_on_cell(cell, k));
      vertices.add(whole.vertex_on_cell(cell, k));
    }
  }
  LocalMesh local;
  local.part = part;
  local.n_ring = n_ring;
  local.n_inner = int(groups.inner.size());
  local.n_border = int(groups.border.size());
  local.n_owned = local.n_inner + local.n_border;
  local.n_halo = int(groups.halo.size());
  local.n_global_cell = whole.n_cell;
  local.n_global_edge = whole.n_edge;
  local.n_global_vertex = whole.n_vertex;
  local.mesh.on_sphere = whole.on_sphere;
  local.mesh.sphere_radius = whole.sphere_radius;
  local.mesh.period_x = whole.period_x;
  local.mesh.period_y = whole.period_y;
  copy_cells(whole, cells, edges, vertices, local.mesh);
  copy_edges(whole, cells, edges, vertices, local.mesh);
  copy_vertices(whole, cells, edges, vertices, local.mesh);
  local.global_cell.assign(cells.global.begin(), cells.global.end());
  local.global_edge.assign(edges.global.begin(), edges.global.end());
  local.global_vertex.assign(vertices.global.begin(), vertices.global.end());
  for (int cell : groups.halo) {
    local.halo_owner.push_back(partition.owner[std::size_t(cell)]);
    local.halo_ring.push_back(std::uint8_t(groups.ring[std::size_t(cell)]));
  }
  return local;
}

}  // namespace groundswell
