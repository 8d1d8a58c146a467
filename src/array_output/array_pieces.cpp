// SPDX-License-Identifier: Apache-2.0
#include "array_output/array_pieces.hpp"

#include "base/error.hpp"

namespace groundswell {
namespace {

std::int64_t n_level_of(const ArrayPiece& piece, const ArrayForm& form) {
  return form.n_level == 0 ? 1 : piece.levels.size();
}

}  // namespace

Block ArrayPiece::cells(std::int64_t n_cell, int rank, int n_writer) const {
  if (writer == all_writers) return make_block(n_cell, rank, n_writer);
  return writer == rank ? Block{0, n_cell} : Block{};
}

std::vector<ArrayPiece> make_pieces(const std::vector<ArrayForm>& forms,
                                    const std::vector<std::size_t>& variables, ArrayShare share,
                                    std::int64_t n_level, int n_writer) {
  ArrayPiece by_cells{{}, {0, n_level}}, with_levels;
  for (const std::size_t v : variables)
    (share == ArrayShare::levels && forms[v].n_level > 0 ? with_levels : by_cells).variables.push_back(v);
  std::vector<ArrayPiece> pieces;
  if (!by_cells.variables.empty()) pieces.push_back(by_cells);
  for (int writer = 0; writer < n_writer && !with_levels.variables.empty(); ++writer)
    if (const Block levels = make_block(n_level, writer, n_writer); levels.size() > 0)
      pieces.push_back({with_levels.variables, levels, writer});
  return pieces;
}

std::vector<TransferField> fields_of(const ArrayPiece& piece, const std::vector<ArrayForm>& forms) {
  std::vector<TransferField> fields;
  for (const std::size_t v : piece.variables) {
    const ArrayForm& form = forms[v];
    const std::int64_t n = n_level_of(piece, form);
    if (form.is_whole) fields.push_back({form.name, n * form.element_bytes});
    for (std::int64_t level = 0; level < n && !form.is_whole; ++level)
      fields.push_back({text(form.name, " level ", piece.levels.begin + level), form.element_bytes});
  }
  return fields;
}

std::vector<ConstCellRows> rows_of(const ArrayPiece& piece, const std::vector<ArrayForm>& forms,
                                   const std::vector<ArrayVariable>& variables,
                                   const std::vector<FieldLayout>& layouts, std::int64_t n_cell) {
  std::vector<ConstCellRows> rows;
  for (const std::size_t v : piece.variables) {
    const ArrayForm& form = forms[v];
    const FieldLayout& layout = layouts[v];
    const std::int64_t n = n_level_of(piece, form), first = form.n_level == 0 ? 0 : piece.levels.begin;
    const auto add = [&](std::int64_t level, std::int64_t n_value) {
      const std::int64_t offset = n_cell == 0 ? 0 : layout.value_offset[std::size_t(level)];
      rows.push_back(
          {variables[v].array.data, n_cell, layout.cell_stride, offset, n_value * form.element_bytes});
    };
    if (form.is_whole) add(first, n);
    for (std::int64_t level = first; level < first + n && !form.is_whole; ++level) add(level, 1);
  }
  return rows;
}

}  // namespace groundswell
