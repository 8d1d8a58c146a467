// SPDX-License-Identifier: Apache-2.0
// The data sent by the benchmark of halo exchanges: a row of floats per cell, whose values identify the cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "exec/cell_rows.hpp"
#include "halo/halo_plan.hpp"

namespace groundswell {

class HaloLoad {
 public:
  // `global_cell` has the global indices of the local cells. It and `plan` must outlive this object.
  HaloLoad(const HaloPlan& plan, std::span<const std::int64_t> global_cell, int n_float);

  std::int64_t row_bytes() const { return std::int64_t(sizeof(float)) * n_float_; }
  // The memory for the rows of all local cells. Rows start at multiples of 64 bytes and are sent with their
  // padding if it is small, like those of the wave model.
  std::size_t memory_bytes() const { return std::size_t(stride_) * std::size_t(plan_.n_cell()); }
  CellRows rows(std::span<std::byte> memory) const;

  // Fills the cells needed by other ranks with the values of a generation; those of two generations differ.
  void fill(const CellRows& rows, int generation) const;
  // The number of halo cells that do not have all values of that generation.
  int count_wrong(const CellRows& rows, int generation) const;
  // Fills the halo with copies of rows that this rank sends, without any messages: a lower bound on the cost
  // of an exchange.
  void copy_within(const CellRows& rows) const;

 private:
  // The value in column 0; values increase by one from column to column. Floats represent integers below 2^24
  // exactly.
  float first_value(int cell, int generation) const;
  float* values(const CellRows& rows, int cell) const { return reinterpret_cast<float*>(rows.row(cell)); }

  const HaloPlan& plan_;
  std::span<const std::int64_t> global_cell_;
  int n_float_;
  std::int64_t stride_;  // [bytes]
};

}  // namespace groundswell
