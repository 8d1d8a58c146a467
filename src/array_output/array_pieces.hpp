// SPDX-License-Identifier: Apache-2.0
// How arrays are divided among the writing ranks: into pieces of which each writing rank gets a block of
// cells, or a single writing rank gets some levels of all cells.
#pragma once

#include <cstdint>
#include <vector>

#include "array_output/array_settings.hpp"
#include "base/block.hpp"
#include "transport/shipment.hpp"

namespace groundswell {

struct ArrayPiece {
  static constexpr int all_writers = -1;

  std::vector<std::size_t> variables;  // indices among the variables of the output
  Block levels;                        // of those variables that have levels
  int writer = all_writers;            // the rank that gets all cells; all_writers: each rank gets its block

  // The values of this variable, one per level or a single one.
  Block values(const AgreedField& variable) const { return variable.n_value == 1 ? Block{0, 1} : levels; }
  // The cells that the `rank`-th writing rank gets.
  Block cells(std::int64_t n_cell, int rank, int n_writer) const;
};

// The pieces of the given variables of a file, in the order in which they are sent.
std::vector<ArrayPiece> make_pieces(const std::vector<AgreedField>& all,
                                    const std::vector<std::size_t>& variables, ArrayShare share,
                                    std::int64_t n_level, int n_writer);

// The fields of a piece: one per variable, or one per level of a variable that is sent level by level.
std::vector<TransferField> fields_of(const ArrayPiece& piece, const std::vector<AgreedField>& all);
// The rows of this rank's cells for these fields.
std::vector<ConstCellRows> rows_of(const ArrayPiece& piece, const std::vector<AgreedField>& all,
                                   const std::vector<LaidOutArray>& arrays, std::int64_t n_cell);

}  // namespace groundswell
