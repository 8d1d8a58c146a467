// SPDX-License-Identifier: Apache-2.0
// The cells of a grid that a process holds, in any order. A grid is just a set of cell numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "base/block.hpp"

namespace groundswell {

struct Decomposition {
  std::int64_t n_global = 0;  // cells of the whole grid, the same on all processes of both sides
  // Global indices of local cells, counted from `first_index`; may be empty. An entry `no_cell` neither sends
  // nor receives values, unless `first_index` is so low that `no_cell` is an index.
  std::vector<std::int64_t> cells;
  std::int64_t first_index = 0;

  static constexpr std::int64_t no_cell = -1;
  bool is_cell(std::int64_t index) const { return index != no_cell || first_index <= no_cell; }
  // An index counted from 0, or no_cell.
  std::int64_t from_0(std::int64_t index) const { return is_cell(index) ? index - first_index : no_cell; }
};

// Contiguous blocks of nearly equal size, as used to write files.
inline Decomposition make_block_decomposition(std::int64_t n_global, int rank, int n_rank) {
  return {n_global, numbers_of(make_block(n_global, rank, n_rank))};
}

}  // namespace groundswell
