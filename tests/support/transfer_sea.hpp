// SPDX-License-Identifier: Apache-2.0
// Shared by the tests of transfers: random decompositions that all ranks know, and fields whose values depend
// on the cell, the column, the field and the number of the transfer.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "exec/cell_rows.hpp"
#include "transfer/transfer.hpp"

namespace groundswell::test {

// Distributes n cells over n_rank ranks at random. A rank's cells are in ascending or in random order; some
// ranks get none.
inline std::vector<Decomposition> deal(std::int64_t n, int n_rank, std::mt19937& random) {
  std::vector<Decomposition> parts(std::size_t(n_rank), Decomposition{n, {}});
  std::vector<std::size_t> open;  // the ranks that get cells
  for (std::size_t rank = 0; rank < parts.size(); ++rank)
    if (random() % 5 != 0) open.push_back(rank);
  if (open.empty()) open.push_back(random() % parts.size());
  const bool in_runs = random() % 2 == 0;
  for (std::int64_t cell = 0; cell < n; ++cell) {
    const std::size_t pick = in_runs ? std::size_t(cell / 7) : random();
    parts[open[pick % open.size()]].cells.push_back(cell);
  }
  for (Decomposition& part : parts)
    if (random() % 2 == 0) std::shuffle(part.cells.begin(), part.cells.end(), random);
  return parts;
}

// Fields with one float, three doubles (in rows of five) and one int per cell.
struct Fields {
  std::vector<float> first;
  std::vector<double> second;
  std::vector<int> third;

  static constexpr int n_col = 3, n_wide = 5, untouched = -7;
  static std::vector<TransferField> described() {
    return {{"height", sizeof(float)}, {"spectrum", n_col * sizeof(double)}, {"mask", sizeof(int)}};
  }
  explicit Fields(std::size_t n)
      : first(n, float(untouched)), second(n * n_wide, double(untouched)), third(n, untouched) {}

  std::vector<CellRows> rows() {
    CellRows wide = make_cell_rows(second.data(), std::int64_t(first.size()), n_wide);
    wide.offset = sizeof(double);
    wide.length = n_col * sizeof(double);
    return {make_cell_rows(first), wide, make_cell_rows(third)};
  }
  std::vector<ConstCellRows> const_rows() {
    const std::vector<CellRows> all = rows();
    return {all.begin(), all.end()};
  }
};

inline double value_of(std::int64_t cell, int column, int transfer) {
  return double(1000 * cell + 10 * column + 100000000 * std::int64_t(transfer % 7));
}

inline Fields fields_of(const Decomposition& cells, int transfer) {
  Fields fields(cells.cells.size());
  for (std::size_t i = 0; i < cells.cells.size(); ++i) {
    fields.first[i] = float(cells.cells[i] + 100000 * (transfer % 7));
    for (int column = 0; column < Fields::n_col; ++column)
      fields.second[i * Fields::n_wide + 1 + std::size_t(column)] =
          value_of(cells.cells[i], column, transfer);
    fields.third[i] = int(cells.cells[i]) - transfer;
  }
  return fields;
}

// Checks the values in `came`, which belong to `cells`, after transfer number `transfer` with the mask
// `mask`.
inline void expect_fields(const Fields& came, const Decomposition& cells, int transfer,
                          const std::vector<bool>& mask) {
  Fields expected = fields_of(cells, transfer);
  const Fields before(cells.cells.size());
  if (!mask.empty() && !mask[0]) expected.first = before.first;
  if (!mask.empty() && !mask[1]) expected.second = before.second;
  if (!mask.empty() && !mask[2]) expected.third = before.third;
  for (std::size_t i = 0; i < cells.cells.size(); ++i) {
    expected.second[i * Fields::n_wide] = Fields::untouched;
    expected.second[i * Fields::n_wide + 4] = Fields::untouched;
  }
  EXPECT_EQ(came.first, expected.first) << "transfer " << transfer;
  EXPECT_EQ(came.second, expected.second) << "transfer " << transfer;
  EXPECT_EQ(came.third, expected.third) << "transfer " << transfer;
}

}  // namespace groundswell::test
