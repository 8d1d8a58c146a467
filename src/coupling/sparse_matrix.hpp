// SPDX-License-Identifier: Apache-2.0
// A matrix of few entries per row, that gives values at the target's local points from values at the points
// of the whole source grid.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace groundswell {

struct MatrixEntry {
  std::int64_t column = 0;
  double weight = 0.0;

  bool operator==(const MatrixEntry& other) const = default;
};

using MatrixRow = std::vector<MatrixEntry>;

// Weights of interpolation that are smaller are due to rounding: the place lies on a line between points.
inline constexpr double least_weight = 1e-9;

// Drops entries of less than least_weight and makes the weights of the others add up to 1.
void normalize_weights(MatrixRow& row);

class SparseMatrix {
 public:
  // Appends a row. Entries may have any order: they are sorted by column, those of one column are added up
  // (in ascending order of their weights), and entries of weight 0 are dropped.
  void add_row(MatrixRow row);

  std::size_t n_row() const { return row_start_.size() - 1; }
  std::span<const MatrixEntry> row(std::size_t i) const {
    return {entries_.data() + row_start_[i], row_start_[i + 1] - row_start_[i]};
  }
  // The columns that the rows use, ascending, each once.
  std::vector<std::int64_t> used_columns() const;
  bool operator==(const SparseMatrix& other) const = default;

 private:
  std::vector<std::size_t> row_start_{0};
  std::vector<MatrixEntry> entries_;
};

}  // namespace groundswell
