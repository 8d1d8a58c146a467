// SPDX-License-Identifier: Apache-2.0
// The caller's values as methods see them: sets of rows, and copies between rows and messages. A message has
// one set after the other, each with one row per cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exec/cell_rows.hpp"

namespace groundswell {

class HaloRows {
 public:
  HaloRows() = default;
  // Copies the descriptions, not the values. Throws Error for rows that do not fit `n_cell` cells, and for
  // memory of a device.
  HaloRows(std::span<const CellRows> sets, std::int64_t n_cell);

  const std::vector<CellRows>& sets() const { return sets_; }
  std::int64_t row_bytes() const { return row_bytes_; }  // of one cell, in all sets together
  // A hash of the lengths of the sets.
  std::uint64_t layout() const { return layout_; }
  // Whether the rows of consecutive cells are contiguous, as in a message.
  bool is_block() const { return sets_.size() == 1 && sets_[0].length == sets_[0].stride; }
  // The size [bytes] of the rows of that many cells.
  std::size_t bytes(std::int64_t n_cell) const { return std::size_t(n_cell * row_bytes_); }
  // Whether both describe the same rows in memory.
  friend bool operator==(const HaloRows& a, const HaloRows& b);

  // Copies the rows of the given cells into a message, and a message into the rows of `n` cells from `first`
  // on.
  void pack(std::span<const int> cells, std::byte* message) const;
  void unpack(std::int64_t first, std::int64_t n, const std::byte* message) const;
  // Copies the rows of the given cells to the rows of the cells from `first` on.
  void copy(std::span<const int> cells, std::int64_t first) const;

 private:
  std::vector<CellRows> sets_;
  std::int64_t row_bytes_ = 0;
  std::uint64_t layout_ = 0;
};

}  // namespace groundswell
