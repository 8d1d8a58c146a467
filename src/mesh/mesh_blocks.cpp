// SPDX-License-Identifier: Apache-2.0
#include "mesh/mesh_blocks.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "mesh/mesh_tables.hpp"

namespace groundswell {
namespace {

// Checks the range of the numbers in rows of `width` values; the rows begin at row `first` of the whole
// table.
void check_range(const std::vector<int>& table, std::int64_t first, int width, int lowest, std::int64_t n,
                 std::string_view name) {
  for (std::size_t i = 0; i < table.size(); ++i)
    require(table[i] >= lowest && table[i] < n, "the mesh is broken: ", name, " has number ", table[i] + 1,
            " at entry ", first * width + std::int64_t(i) + 1, ", outside ", lowest + 1, " to ", n);
}

// A vertex without a cell would belong to no rank.
void check_vertices_have_cells(const std::vector<int>& cells, std::int64_t first) {
  for (std::size_t i = 0; i < cells.size(); i += 3)
    require(std::max({cells[i], cells[i + 1], cells[i + 2]}) >= 0, "the mesh is broken: vertex ",
            first + std::int64_t(i / 3) + 1, " has no cell around it");
}

// `cell` is the global index of the row's cell.
void check_ring(const Mesh& rows, int row, std::int64_t cell, const MeshCounts& whole) {
  const int n = rows.n_edges_on_cell[std::size_t(row)];
  require(n >= 3 && n <= rows.max_edges, "the mesh is broken: cell ", cell + 1, " has ", n, " edges; 3 to ",
          rows.max_edges, " are possible");
  for (int k = 0; k < n; ++k) {
    const int other = rows.cell_on_cell(row, k), edge = rows.edge_on_cell(row, k),
              vertex = rows.vertex_on_cell(row, k);
    require(other >= -1 && other < whole.n_cell && other != cell, "the mesh is broken: cell ", cell + 1,
            " has neighbour number ", other + 1, "; there are ", whole.n_cell, " cells");
    require(edge >= 0 && edge < whole.n_edge, "the mesh is broken: cell ", cell + 1, " has edge number ",
            edge + 1, "; there are ", whole.n_edge, " edges");
    require(vertex >= 0 && vertex < whole.n_vertex, "the mesh is broken: cell ", cell + 1,
            " has vertex number ", vertex + 1, "; there are ", whole.n_vertex, " vertices");
  }
}

}  // namespace

MeshBlocks make_blocks(const MeshCounts& whole, int rank, int n_rank) {
  MeshBlocks blocks{whole};
  blocks.cells = make_block(whole.n_cell, rank, n_rank);
  blocks.edges = make_block(whole.n_edge, rank, n_rank);
  blocks.vertices = make_block(whole.n_vertex, rank, n_rank);
  blocks.rows.n_cell = int(blocks.cells.size());
  blocks.rows.n_edge = int(blocks.edges.size());
  blocks.rows.n_vertex = int(blocks.vertices.size());
  return blocks;
}

Mesh cut_rows(const Mesh& whole, const Block& cells, const Block& edges, const Block& vertices) {
  Mesh rows = empty_like(whole);
  rows.n_cell = int(cells.size());
  rows.n_edge = int(edges.size());
  rows.n_vertex = int(vertices.size());
  const auto cut = [&](const Block& block) {
    return [&, block](auto table, int width) {
      const auto& from = whole.*table;
      if (!from.empty())
        (rows.*table).assign(from.begin() + block.begin * width, from.begin() + block.end * width);
    };
  };
  for_cell_tables(whole, cut(cells));
  for_edge_tables(cut(edges));
  for_vertex_tables(cut(vertices));
  return rows;
}

MeshBlocks cut_blocks(const Mesh& whole, int rank, int n_rank) {
  MeshBlocks blocks = make_blocks({whole.n_cell, whole.n_edge, whole.n_vertex}, rank, n_rank);
  blocks.rows = cut_rows(whole, blocks.cells, blocks.edges, blocks.vertices);
  blocks.has_depth = !whole.depth_cell.empty();
  blocks.has_obstacles = !whole.obstacle_through.empty();
  return blocks;
}

MeshBlocks take_whole(Mesh whole) {
  MeshBlocks blocks = make_blocks({whole.n_cell, whole.n_edge, whole.n_vertex}, 0, 1);
  blocks.has_depth = !whole.depth_cell.empty();
  blocks.has_obstacles = !whole.obstacle_through.empty();
  blocks.rows = std::move(whole);
  return blocks;
}

void check_numbers(const Mesh& rows, const MeshCounts& whole, const MeshCounts& first) {
  for (int row = 0; row < rows.n_cell; ++row) check_ring(rows, row, first.n_cell + row, whole);
  check_range(rows.cells_on_edge, first.n_edge, 2, -1, whole.n_cell, "cellsOnEdge");
  check_range(rows.vertices_on_edge, first.n_edge, 2, 0, whole.n_vertex, "verticesOnEdge");
  check_range(rows.cells_on_vertex, first.n_vertex, 3, -1, whole.n_cell, "cellsOnVertex");
  check_vertices_have_cells(rows.cells_on_vertex, first.n_vertex);
}

PairCounts count_pairs(const Mesh& rows) {
  const auto count = [](const std::vector<int>& cells) {
    return std::int64_t(std::ranges::count_if(cells, [](int cell) { return cell >= 0; }));
  };
  PairCounts pairs{.on_edges = count(rows.cells_on_edge), .on_vertices = count(rows.cells_on_vertex)};
  for (const int n : rows.n_edges_on_cell) pairs.on_cells += n;
  return pairs;
}

void check_pairs(const PairCounts& pairs) {
  require(pairs.on_edges == pairs.on_cells, "the mesh is broken: nEdgesOnCell sums up to ", pairs.on_cells,
          ", but cellsOnEdge lists ", pairs.on_edges, " cells: an edge lists a cell that does not list it");
  require(pairs.on_vertices == pairs.on_cells, "the mesh is broken: nEdgesOnCell sums up to ", pairs.on_cells,
          ", but cellsOnVertex lists ", pairs.on_vertices,
          " cells: a vertex lists a cell that does not list it");
}

}  // namespace groundswell
