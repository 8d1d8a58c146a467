// SPDX-License-Identifier: Apache-2.0
// The caller's values as methods see them: sets of rows, and copies between rows and messages. A message has
// one set after the other, each with one row per cell.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.hpp"
#include "exec/cell_rows.hpp"
#include "halo/halo_array.hpp"
#include "halo/halo_plan.hpp"

namespace groundswell {

// One level of an array. A row of `length` bytes may consist of pieces of piece_length bytes, n_piece along
// each of three axes, piece_stride bytes apart.
struct HaloRowSet : CellRows {
  std::int64_t line_length = 0, line_stride = 0;  // as in HaloArray; a length of 0: no lines
  std::int64_t piece_length = 0;                  // [bytes]; 0: rows are contiguous
  std::array<std::int64_t, HaloArray::most_level_axes> n_piece{1, 1, 1}, piece_stride{};

  std::byte* row(std::int64_t i) const {
    if (line_length == 0) return CellRows::row(i);
    return data + i / line_length * line_stride + i % line_length * stride + offset;
  }
  bool is_split() const { return piece_length > 0; }
  // Whether rows that follow each other are contiguous, within their line.
  bool is_dense() const { return length == stride && !is_split(); }
  // Copies the row that begins at `row` to or from contiguous memory.
  void copy_out(std::byte* to, const std::byte* row) const;
  void copy_in(std::byte* row, const std::byte* from) const;
  // Calls work(offset) for the offset [bytes] of each piece from the first one, in the order of messages.
  template <class Work>
  void for_pieces(Work&& work) const {
    for (std::int64_t z = 0; z < n_piece[2]; ++z)
      for (std::int64_t y = 0; y < n_piece[1]; ++y)
        for (std::int64_t x = 0; x < n_piece[0]; ++x)
          work(x * piece_stride[0] + y * piece_stride[1] + z * piece_stride[2]);
  }
};

class HaloRows {
 public:
  HaloRows() = default;
  // Copies the descriptions, not the values. Throws Error for rows that do not fit the plan's cells, and for
  // memory of a device.
  HaloRows(std::span<const CellRows> sets, const HaloPlan& plan);
  HaloRows(std::span<const HaloArray> arrays, const HaloPlan& plan);

  const std::vector<HaloRowSet>& sets() const { return sets_; }
  std::int64_t row_bytes() const { return row_bytes_; }  // of one cell, in all sets together
  // A hash of the lengths of the sets.
  std::uint64_t layout() const { return layout_; }
  // Whether the rows of consecutive cells are contiguous, as in a message.
  bool is_block() const { return sets_.size() == 1 && sets_[0].is_dense() && sets_[0].line_length == 0; }
  // The size [bytes] of the rows of that many cells.
  std::size_t bytes(std::int64_t n_cell) const { return std::size_t(n_cell * row_bytes_); }
  // Whether both describe the same rows in memory.
  friend bool operator==(const HaloRows& a, const HaloRows& b);

  // Copies the rows that a neighbour needs into a message, and a message of a neighbour into the halo.
  void pack(const HaloPlan& plan, int neighbour, std::byte* message) const;
  void unpack(const HaloPlan& plan, int neighbour, const std::byte* message) const;
  // Copies the rows of halo cells that the rank owns itself.
  void copy_own(const HaloPlan& plan) const;

 private:
  void add(const HaloRowSet& set, Hash& lengths);
  void add_levels(const HaloArray& array, Hash& lengths);

  std::vector<HaloRowSet> sets_;
  std::int64_t row_bytes_ = 0;
  std::uint64_t layout_ = 0;
};

}  // namespace groundswell
