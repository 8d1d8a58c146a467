// SPDX-License-Identifier: Apache-2.0
#include "array_output/array_pieces.hpp"

namespace groundswell {

Block ArrayPiece::cells(std::int64_t n_cell, int rank, int n_writer) const {
  if (writer == all_writers) return make_block(n_cell, rank, n_writer);
  return writer == rank ? Block{0, n_cell} : Block{};
}

std::vector<ArrayPiece> make_pieces(const std::vector<AgreedField>& all,
                                    const std::vector<std::size_t>& variables, ArrayShare share,
                                    std::int64_t n_level, int n_writer) {
  ArrayPiece by_cells{{}, {0, n_level}}, with_levels;
  for (const std::size_t v : variables)
    (share == ArrayShare::levels && all[v].n_value > 1 ? with_levels : by_cells).variables.push_back(v);
  std::vector<ArrayPiece> pieces;
  if (!by_cells.variables.empty()) pieces.push_back(by_cells);
  for (int writer = 0; writer < n_writer && !with_levels.variables.empty(); ++writer)
    if (const Block levels = make_block(n_level, writer, n_writer); levels.size() > 0)
      pieces.push_back({with_levels.variables, levels, writer});
  return pieces;
}

std::vector<TransferField> fields_of(const ArrayPiece& piece, const std::vector<AgreedField>& all) {
  std::vector<TransferField> fields;
  for (const std::size_t v : piece.variables)
    for (const TransferField& field : pieces_of(all[v], piece.values(all[v]))) fields.push_back(field);
  return fields;
}

std::vector<ConstCellRows> rows_of(const ArrayPiece& piece, const std::vector<AgreedField>& all,
                                   const std::vector<LaidOutArray>& arrays, std::int64_t n_cell) {
  std::vector<ConstCellRows> rows;
  for (const std::size_t v : piece.variables)
    for (const CellRows& part : rows_of(all[v], arrays[v], piece.values(all[v]), n_cell))
      rows.push_back(part);
  return rows;
}

}  // namespace groundswell
