// SPDX-License-Identifier: Apache-2.0
// What the bench of halo exchanges sends: a row of floats per cell, whose values tell the cell they belong
// to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "exec/cell_rows.hpp"
#include "halo/halo_plan.hpp"

namespace groundswell {

class HaloLoad {
 public:
  // `global_cell` are the indices of the local cells in the whole mesh. Both must live as long.
  HaloLoad(const HaloPlan& plan, std::span<const std::int64_t> global_cell, int n_float);

  std::int64_t row_bytes() const { return std::int64_t(sizeof(float)) * n_float_; }
  // For the rows of all local cells. Rows start at multiples of 64 bytes and travel with their padding where
  // it is small, as those of the wave model.
  std::size_t memory_bytes() const { return std::size_t(stride_) * std::size_t(plan_.n_cell()); }
  CellRows rows(std::span<std::byte> memory) const;

  // Gives the cells that other ranks need the values of a generation, a number from 0 on.
  void fill(const CellRows& rows, int generation) const;
  // Halo cells that have not all values of that generation.
  int count_wrong(const CellRows& rows, int generation) const;
  // As many rows as come from other ranks, from those that go there, within this rank: the least that an
  // exchange can cost.
  void copy_within(const CellRows& rows) const;

 private:
  // That of column 0; it grows by one per column. Whole numbers below 2^24 are exact.
  float first_value(int cell, int generation) const;
  float* values(const CellRows& rows, int cell) const { return reinterpret_cast<float*>(rows.row(cell)); }

  const HaloPlan& plan_;
  std::span<const std::int64_t> global_cell_;
  int n_float_;
  std::int64_t stride_;  // [bytes]
};

}  // namespace groundswell
