// SPDX-License-Identifier: Apache-2.0
// Land removal: numbers only the sea cells of a structured grid and the land around them, so that models
// write and send no other cells.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/block.hpp"

namespace groundswell {

struct WetCellSettings {
  int n_around = 8;          // keep land among the 8 or 4 neighbours of a wet cell; 0: none
  bool is_periodic = false;  // the last column is next to the first
};

class WetCells {
 public:
  // Returns n_i * n_j. Throws Error for a grid without cells, or with more cells than can be numbered.
  static std::size_t count(std::int64_t n_i, std::int64_t n_j);

  // `is_wet` has n_i * n_j entries, i fastest, nonzero in the sea. Throws Error for a grid without cells, a
  // wrong number of entries, and an unsupported number of neighbours.
  WetCells(std::span<const std::uint8_t> is_wet, std::int64_t n_i, std::int64_t n_j,
           const WetCellSettings& settings);

  std::int64_t n_cell() const { return row_begin_.back(); }  // numbered cells: wet, and land around them
  std::int64_t n_wet() const { return n_wet_; }
  // The fraction of the grid's cells that have no number.
  double share_saved() const { return 1.0 - double(n_cell()) / double(n_i_ * n_j_); }
  // The numbers of the cells in a window of columns and rows, i fastest; Decomposition::no_cell for a cell
  // that has no number. The cells of the whole grid are numbered from 0, i fastest. Throws Error if the
  // window extends beyond the grid.
  std::vector<std::int64_t> numbers(const Block& columns, const Block& rows) const;

 private:
  bool has_wet_around(std::span<const std::uint8_t> is_wet, std::int64_t i, std::int64_t j,
                      const WetCellSettings& settings) const;

  std::int64_t n_i_, n_j_, n_wet_ = 0;
  std::vector<bool> is_kept_;            // [j][i]
  std::vector<std::int64_t> row_begin_;  // [n_j + 1] the first number in each row
};

}  // namespace groundswell
