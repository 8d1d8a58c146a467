// SPDX-License-Identifier: Apache-2.0
// Land removal: of the cells of a structured grid, numbers for those in the sea and for the land around them,
// so that models write and send no others.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/block.hpp"

namespace groundswell {

struct WetCellSettings {
  int n_around = 8;          // 8 or 4 neighbours of a wet cell are kept where they are land; 0: none
  bool is_periodic = false;  // the last column lies beside the first
};

class WetCells {
 public:
  // The product. Throws Error for a grid without cells, or with more than there are numbers.
  static std::size_t count(std::int64_t n_i, std::int64_t n_j);

  // `is_wet` has n_i * n_j entries, i fastest, which are not zero in the sea. Throws Error for a grid without
  // cells, another number of entries, and another number of neighbours.
  WetCells(std::span<const std::uint8_t> is_wet, std::int64_t n_i, std::int64_t n_j,
           const WetCellSettings& settings);

  std::int64_t n_cell() const { return row_begin_.back(); }  // with numbers: wet, and land around it
  std::int64_t n_wet() const { return n_wet_; }
  // Which part of the grid's cells has no number.
  double share_saved() const { return 1.0 - double(n_cell()) / double(n_i_ * n_j_); }
  // Of the columns and rows of a window, i fastest: the cell's number, from 0, i fastest in the whole grid;
  // Decomposition::no_cell where it has none. Throws Error for a window that reaches out of the grid.
  std::vector<std::int64_t> numbers(const Block& columns, const Block& rows) const;

 private:
  bool has_wet_around(std::span<const std::uint8_t> is_wet, std::int64_t i, std::int64_t j,
                      const WetCellSettings& settings) const;

  std::int64_t n_i_, n_j_, n_wet_ = 0;
  std::vector<bool> is_kept_;            // [j][i]
  std::vector<std::int64_t> row_begin_;  // [n_j + 1] the first number of a row
};

}  // namespace groundswell
