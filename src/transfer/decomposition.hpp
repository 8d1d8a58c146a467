// SPDX-License-Identifier: Apache-2.0
// Which cells of a grid a process holds, in its own order. The grid is nothing but the numbers of its cells.
#pragma once

#include <cstdint>
#include <vector>

#include "base/block.hpp"

namespace groundswell {

struct Decomposition {
  std::int64_t n_global = 0;  // cells of the whole grid, the same on all processes of both sides
  // Global indices of local cells, counted from `first_index`; may be empty. At `no_cell`, which is none of
  // them, values neither leave nor come.
  std::vector<std::int64_t> cells;
  std::int64_t first_index = 0;

  static constexpr std::int64_t no_cell = -1;
  bool is_cell(std::int64_t index) const { return index != no_cell || first_index <= no_cell; }
};

// Contiguous, nearly equal blocks, as files are written.
inline Decomposition make_block_decomposition(std::int64_t n_global, int rank, int n_rank) {
  return {n_global, numbers_of(make_block(n_global, rank, n_rank))};
}

}  // namespace groundswell
