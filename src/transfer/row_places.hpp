// SPDX-License-Identifier: Apache-2.0
// Maps the rows of a message to local cells, and copies between the two. Evenly spaced cells, such as blocks
// and cells distributed round robin, are stored and copied as runs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/block.hpp"
#include "comm/cell_directory.hpp"
#include "exec/cell_rows.hpp"

namespace groundswell {

class RowPlaces {
 public:
  // Row `row` of the message belongs to local cell `cell`. A row may belong to several cells that receive it.
  using Place = PlacedRow;

  RowPlaces() = default;
  // Places by ascending row; every row 0 .. n_row-1 occurs.
  explicit RowPlaces(const std::vector<Place>& places);

  std::int64_t n_row() const { return n_row_; }
  // The number of runs; copies are fast if it is far below the number of rows.
  std::int64_t n_run() const { return std::int64_t(runs_.size()); }
  // The number of rows whose cells lie before `cell`. Throws LogicError unless cells ascend with rows.
  std::int64_t rows_before(std::int64_t cell) const;
  // The places of these rows alone; rows are then counted from the first one, and cells from `first_cell`.
  RowPlaces cut(const Block& rows, std::int64_t first_cell) const;
  void add_cells_to(std::vector<std::size_t>& cells) const;  // by ascending row
  // Packs n_row() rows of `from.length` bytes one after another.
  void gather(const ConstCellRows& from, std::byte* to) const;
  // Unpacks n_row() such rows.
  void scatter(const std::byte* from, const CellRows& to) const;
  // Packs or unpacks one field after another; both return the end of what they have written or read.
  std::byte* gather(std::span<const ConstCellRows> fields, std::byte* to) const;
  const std::byte* scatter(const std::byte* from, std::span<const CellRows> fields) const;
  // Unpacks only the rows of `cells`, the first of which goes to the first row of `to`: from a message with
  // rows of `to.length` bytes, or directly from the sender's cells (`sent`: the sender's places for the same
  // message).
  void scatter_some(const std::byte* from, const Block& cells, const CellRows& to) const;
  void scatter_some(const RowPlaces& sent, const ConstCellRows& from, const Block& cells,
                    const CellRows& to) const;

 private:
  // Rows row, row + 1, .. belong to cells cell, cell + step, ..
  struct Run {
    std::int64_t row, cell, step, count;

    std::int64_t last_cell() const { return cell + step * (count - 1); }
    // For an ascending run: the index in it of its first cell at or after `at`.
    std::int64_t first_from(std::int64_t at) const {
      return at <= cell ? 0 : std::min((at - cell + step - 1) / step, count);
    }
  };
  void find_order();
  // Calls body(run) for the parts of runs that lie within these cells.
  template <class Body>
  void for_runs_within(const Block& cells, Body&& body) const;
  std::int64_t n_row_ = 0;
  std::vector<Run> runs_;
  bool ascends_ = true;  // whether cells ascend with rows
};

}  // namespace groundswell
