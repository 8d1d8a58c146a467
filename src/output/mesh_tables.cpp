// SPDX-License-Identifier: Apache-2.0
// One exchange serves all variables: its kinds of packets are the kinds of rows.
#include "output/mesh_tables.hpp"

#include "comm/together.hpp"

namespace groundswell {
namespace {

// Of rows: int or double, one or several columns.
template <class T>
int kind_of(bool has_columns) {
  return 2 * int(std::is_same_v<T, double>) + int(has_columns);
}

PacketExchange make_to_block(const Communicator& communicator, const OwnRows& rows, int n_column) {
  const Decomposition mine{rows.n_global, rows.global};
  const Decomposition block =
      make_block_decomposition(rows.n_global, communicator.rank(), communicator.size());
  const auto columns = std::int64_t(n_column);
  std::vector<PacketKind> kinds;
  for (const std::int64_t bytes : {std::int64_t(4), 4 * columns, std::int64_t(8), 8 * columns})
    kinds.push_back({"mesh tables", {{"values", bytes}}});
  return PacketExchange(communicator, kinds, {&mine, 1}, {&block, 1});
}

void add_row(OwnRows& rows, int index, std::int64_t global) {
  rows.index.push_back(index);
  rows.global.push_back(global);
}

}  // namespace

OwnRows own_cells(const MeshPart& part) {
  OwnRows rows;
  rows.n_global = part.n_global_cell;
  for (int cell = 0; cell < part.n_owned; ++cell) add_row(rows, cell, part.global_cell[std::size_t(cell)]);
  return rows;
}

// All cells around a vertex of an owned cell are owned or in the first halo ring.
OwnRows own_vertices(const MeshPart& part) {
  OwnRows rows;
  rows.n_global = part.n_global_vertex;
  for (int vertex = 0; vertex < part.mesh.n_vertex; ++vertex) {
    int lowest = -1;
    for (std::size_t k = 0; k < 3; ++k) {
      const int cell = part.mesh.cells_on_vertex[3 * std::size_t(vertex) + k];
      if (cell < 0) continue;
      if (lowest < 0 || part.global_cell[std::size_t(cell)] < part.global_cell[std::size_t(lowest)])
        lowest = cell;
    }
    if (lowest >= 0 && lowest < part.n_owned) add_row(rows, vertex, part.global_vertex[std::size_t(vertex)]);
  }
  return rows;
}

MeshTables::MeshTables(ParallelFile& file, const MeshPart& part, const OwnRows& rows, int row, int column,
                       int n_column)
    : file_(file),
      part_(part),
      index_(rows.index),
      row_(row),
      column_(column),
      n_column_(n_column),
      block_(make_block(rows.n_global, file.communicator().rank(), file.communicator().size())),
      to_block_(make_to_block(file.communicator(), rows, n_column)) {}

template <class T>
int MeshTables::add_table(const VariableText& text, bool has_columns, Value<T> value) {
  constexpr FileType type = std::is_same_v<T, int> ? FileType::int32 : FileType::float64;
  const int variable = has_columns ? add_described_variable(file_, text, type, {row_, column_})
                                   : add_described_variable(file_, text, type, {row_});
  writers_.push_back([this, variable, has_columns, value = std::move(value)] {
    write_table<T>(variable, has_columns, value);
  });
  return variable;
}

template <class T>
void MeshTables::write_table(int variable, bool has_columns, const Value<T>& value) {
  const int n_column = has_columns ? n_column_ : 1;
  std::vector<T> mine, block(std::size_t(block_.size()) * std::size_t(n_column));
  mine.reserve(index_.size() * std::size_t(n_column));
  for (const int i : index_)
    for (int k = 0; k < n_column; ++k) mine.push_back(value(part_, i, k));
  run_together(file_.communicator(), [&] {
    to_block_.prepare(
        {{kind_of<T>(has_columns),
          {make_cell_rows(std::as_const(mine).data(), std::int64_t(index_.size()), n_column)}}});
  });
  to_block_.exchange();
  const CellRows to = make_cell_rows(block.data(), block_.size(), n_column);
  to_block_.copy_all(0, {&to, 1});
  file_.write(variable, {{block_.begin, 0}, {block_.size(), n_column}}, block.data());
  file_.flush();
}

template int MeshTables::add_table<int>(const VariableText&, bool, Value<int>);
template int MeshTables::add_table<double>(const VariableText&, bool, Value<double>);

}  // namespace groundswell
