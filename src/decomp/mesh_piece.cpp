// SPDX-License-Identifier: Apache-2.0
#include "decomp/mesh_piece.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "base/each_once.hpp"
#include "base/error.hpp"
#include "comm/sparse_exchange.hpp"
#include "comm/together.hpp"
#include "mesh/mesh_order.hpp"
#include "mesh/mesh_tables.hpp"
#include "transfer/row_move.hpp"

namespace groundswell {
namespace {

using Numbers = std::vector<std::int64_t>;

// Whether the mesh has a table by cell; on a rank without cells its rows do not tell.
template <class Table>
bool has_table(const MeshBlocks& blocks, Table table) {
  const Mesh& mesh = blocks.rows;
  const void* it = &(mesh.*table);
  if (it == &mesh.depth_cell) return blocks.has_depth;
  if (it == &mesh.obstacle_through || it == &mesh.obstacle_within) return blocks.has_obstacles;
  return true;
}

// The non-negative indices in a table, each once, in ascending order.
Numbers numbers_in(const std::vector<int>& table) {
  Numbers numbers;
  std::ranges::copy_if(table, std::back_inserter(numbers), [](int number) { return number >= 0; });
  keep_each_once(numbers);
  return numbers;
}

// Converts indices of the whole mesh to positions in the list, or to -1 if the list lacks them.
void renumber(std::vector<int>& table, const Numbers& list) {
  for (int& number : table) {
    const auto place = std::ranges::lower_bound(list, std::int64_t(number));
    number = place != list.end() && *place == number ? int(place - list.begin()) : -1;
  }
}
void number_back(std::vector<int>& table, const Numbers& list) {
  for (int& number : table)
    if (number >= 0) number = int(list[std::size_t(number)]);
}

// The cells that this rank owns, in ascending order, as the ranks whose blocks hold them report. Collective.
Numbers find_owned(const Communicator& communicator, const Block& block, const std::vector<int>& owner) {
  std::map<int, Numbers> by_rank;
  for (std::size_t i = 0; i < owner.size(); ++i) by_rank[owner[i]].push_back(block.begin + std::int64_t(i));
  std::vector<RankMessage> messages;
  for (auto& [rank, cells] : by_rank) messages.push_back({rank, std::move(cells)});
  Numbers owned;
  for (const RankMessage& message : exchange_sparse(communicator, messages))
    owned.insert(owned.end(), message.values.begin(), message.values.end());
  std::ranges::sort(owned);
  return owned;
}

// `cells` and the n_ring rings of neighbours around them, in ascending order. Collective.
Numbers add_rings(const Communicator& communicator, const MeshBlocks& blocks, Numbers cells, int n_ring) {
  Numbers last_ring = cells;
  for (int ring = 0; ring < n_ring; ++ring) {
    std::vector<int> neighbours;
    RowMove rows(communicator, "neighbours of cells", blocks.n_cell, blocks.cells, last_ring);
    rows.add(blocks.rows.cells_on_cell, neighbours, blocks.rows.max_edges);
    rows.move();
    Numbers next, all;
    std::ranges::set_difference(numbers_in(neighbours), cells, std::back_inserter(next));
    std::ranges::merge(cells, next, std::back_inserter(all));
    cells = std::move(all);
    last_ring = std::move(next);
  }
  return cells;
}

// Brings the tables that `for_tables` visits from the blocks into the piece.
template <class ForTables>
void move_tables(RowMove& rows, const MeshBlocks& blocks, Mesh& mesh, ForTables&& for_tables) {
  for_tables([&](auto table, int width) { rows.add(blocks.rows.*table, mesh.*table, width); });
  rows.move();
}

void move_cells(const Communicator& communicator, const MeshBlocks& blocks, const std::vector<int>& owner,
                MeshPiece& piece) {
  RowMove rows(communicator, "cells of the mesh", blocks.n_cell, blocks.cells, piece.cells);
  rows.add(owner, piece.owner);
  for_cell_tables(blocks.rows, [&](auto table, int width) {
    if (has_table(blocks, table)) rows.add(blocks.rows.*table, piece.mesh.*table, width);
  });
  rows.move();
}

// The piece if there is only one rank: the whole mesh.
MeshPiece take_all(MeshBlocks blocks) {
  MeshPiece piece{blocks};
  piece.mesh = std::move(blocks.rows);
  piece.cells = numbers_of(blocks.cells);
  piece.edges = numbers_of(blocks.edges);
  piece.vertices = numbers_of(blocks.vertices);
  piece.owner.assign(piece.cells.size(), 0);
  return piece;
}

}  // namespace

void orient_edges(const Communicator& communicator, MeshBlocks& blocks) {
  Mesh& rows = blocks.rows;
  Mesh m = empty_like(rows);
  for (auto table : {&Mesh::cells_on_edge, &Mesh::vertices_on_edge}) std::swap(m.*table, rows.*table);
  const std::array edge_tables{&Mesh::lon_edge, &Mesh::lat_edge, &Mesh::dc_edge, &Mesh::dv_edge,
                               &Mesh::angle_edge};
  for (auto table : edge_tables) std::swap(m.*table, rows.*table);
  const Numbers cells = numbers_in(m.cells_on_edge), vertices = numbers_in(m.vertices_on_edge),
                edges = numbers_of(blocks.edges);
  RowMove cell_rows(communicator, "positions of cells", blocks.n_cell, blocks.cells, cells);
  for (auto table : {&Mesh::x_cell, &Mesh::y_cell, &Mesh::z_cell}) cell_rows.add(rows.*table, m.*table);
  cell_rows.move();
  RowMove vertex_rows(communicator, "positions of vertices", blocks.n_vertex, blocks.vertices, vertices);
  for (auto table : {&Mesh::x_vertex, &Mesh::y_vertex, &Mesh::z_vertex})
    vertex_rows.add(rows.*table, m.*table);
  vertex_rows.move();
  renumber(m.cells_on_edge, cells);
  renumber(m.vertices_on_edge, vertices);
  run_together(communicator, [&] {
    with_mesh_name(blocks.name, [&] {
      for (int edge = 0; edge < rows.n_edge; ++edge) orient_edge(m, edge, {.edge = edges});
    });
  });
  number_back(m.cells_on_edge, cells);
  number_back(m.vertices_on_edge, vertices);
  for (auto table : {&Mesh::cells_on_edge, &Mesh::vertices_on_edge}) std::swap(m.*table, rows.*table);
  for (auto table : edge_tables) std::swap(m.*table, rows.*table);
}

MeshPiece collect_piece(const Communicator& communicator, MeshBlocks blocks, const std::vector<int>& owner,
                        int n_ring) {
  if (communicator.size() == 1) return take_all(std::move(blocks));
  MeshPiece piece{blocks};
  Mesh& mesh = piece.mesh = empty_like(blocks.rows);
  piece.cells = add_rings(communicator, blocks, find_owned(communicator, blocks.cells, owner), n_ring);
  move_cells(communicator, blocks, owner, piece);
  piece.edges = numbers_in(mesh.edges_on_cell);
  RowMove edges(communicator, "edges of the mesh", blocks.n_edge, blocks.edges, piece.edges);
  move_tables(edges, blocks, mesh, [](auto&& visit) { for_edge_tables(visit); });
  piece.vertices = numbers_in(mesh.vertices_on_cell);
  RowMove vertices(communicator, "vertices of the mesh", blocks.n_vertex, blocks.vertices, piece.vertices);
  move_tables(vertices, blocks, mesh, [](auto&& visit) { for_vertex_tables(visit); });
  mesh.n_cell = int(piece.cells.size());
  mesh.n_edge = int(piece.edges.size());
  mesh.n_vertex = int(piece.vertices.size());
  for (auto table : {&Mesh::cells_on_cell, &Mesh::cells_on_edge, &Mesh::cells_on_vertex})
    renumber(mesh.*table, piece.cells);
  for (auto table : {&Mesh::edges_on_cell, &Mesh::edges_on_vertex}) renumber(mesh.*table, piece.edges);
  for (auto table : {&Mesh::vertices_on_cell, &Mesh::vertices_on_edge}) renumber(mesh.*table, piece.vertices);
  return piece;
}

void order_piece(MeshPiece& piece, int rank, const std::string& name) {
  Mesh& mesh = piece.mesh;
  const MeshNumbers number{piece.cells, piece.edges, piece.vertices};
  with_mesh_name(name, [&] {
    for (int cell = 0; cell < mesh.n_cell; ++cell) order_vertices_on_cell(mesh, cell, number);
    for (int vertex = 0; vertex < mesh.n_vertex; ++vertex) order_edges_on_vertex(mesh, vertex);
    for (int cell = 0; cell < mesh.n_cell; ++cell)
      if (piece.owner[std::size_t(cell)] == rank) check_cell(mesh, cell, number);
  });
}

}  // namespace groundswell
