// SPDX-License-Identifier: Apache-2.0
// How arrays reach the ranks that write: in pieces, of which each rank that writes wants a block of cells, or
// one alone wants some levels of all cells.
#pragma once

#include <cstdint>
#include <vector>

#include "array_output/array_settings.hpp"
#include "base/block.hpp"
#include "transport/shipment.hpp"

namespace groundswell {

// A variable as it travels.
struct ArrayForm {
  std::string name;
  std::int64_t element_bytes = 0, n_level = 0;  // 0: it has none
  bool is_whole = true;  // on all ranks the levels of a cell lie side by side; else they travel one by one
};

struct ArrayPiece {
  static constexpr int all_writers = -1;

  std::vector<std::size_t> variables;  // of the output
  Block levels;                        // of variables that have them
  int writer = all_writers;            // the one that has all cells; or each has its block of them

  // Which cells the rank that is the `rank`-th of those that write has.
  Block cells(std::int64_t n_cell, int rank, int n_writer) const;
};

// Of the named variables of a file, in the order in which they travel.
std::vector<ArrayPiece> make_pieces(const std::vector<ArrayForm>& forms,
                                    const std::vector<std::size_t>& variables, LevelShare share,
                                    std::int64_t n_level, int n_writer);

// The fields of a piece: one per variable, or one per level where these travel one by one.
std::vector<TransferField> fields_of(const ArrayPiece& piece, const std::vector<ArrayForm>& forms);
// The rows of this rank's cells that belong to them.
std::vector<ConstCellRows> rows_of(const ArrayPiece& piece, const std::vector<ArrayForm>& forms,
                                   const std::vector<ArrayVariable>& variables,
                                   const std::vector<FieldLayout>& layouts, std::int64_t n_cell);

}  // namespace groundswell
