// SPDX-License-Identifier: Apache-2.0
#include "coupling/sparse_matrix.hpp"

#include <algorithm>
#include <tuple>

#include "base/each_once.hpp"

namespace groundswell {

void normalize_weights(MatrixRow& row) {
  std::erase_if(row, [](const MatrixEntry& entry) { return entry.weight < least_weight; });
  double sum = 0.0;
  for (const MatrixEntry& entry : row) sum += entry.weight;
  for (MatrixEntry& entry : row) entry.weight /= sum;
}

void SparseMatrix::add_row(MatrixRow row) {
  std::ranges::sort(row, [](const MatrixEntry& a, const MatrixEntry& b) {
    return std::tie(a.column, a.weight) < std::tie(b.column, b.weight);
  });
  for (std::size_t i = 0; i < row.size();) {
    MatrixEntry sum{row[i].column, 0.0};
    for (; i < row.size() && row[i].column == sum.column; ++i) sum.weight += row[i].weight;
    if (sum.weight != 0.0) entries_.push_back(sum);
  }
  row_start_.push_back(entries_.size());
}

std::vector<std::int64_t> SparseMatrix::used_columns() const {
  std::vector<std::int64_t> columns;
  for (const MatrixEntry& entry : entries_) columns.push_back(entry.column);
  keep_each_once(columns);
  return columns;
}

}  // namespace groundswell
