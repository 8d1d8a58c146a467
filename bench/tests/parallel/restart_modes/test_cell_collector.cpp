// SPDX-License-Identifier: Apache-2.0
// Rows of cells are gathered on one rank in the order of their numbers, in pieces of any size.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "bench/restart/cell_collector.hpp"
#include "parallel/restart/some_state.hpp"
#include "support/parallel_world.hpp"

namespace groundswell::test {
namespace {

constexpr std::size_t n_col = 3;

double value_at(std::int64_t cell, std::size_t column) {
  return double(cell) + 0.1 * double(column);
}

// This rank's cells, with two fields.
struct OwnRows {
  std::vector<std::int64_t> cells;
  std::vector<double> wide;
  std::vector<float> narrow;

  explicit OwnRows(int (*rank_of)(std::int64_t, int)) {
    for (std::int64_t cell = n_cell - 1; cell >= 0; --cell)
      if (rank_of(cell, world().size()) == world().rank()) cells.push_back(cell);
    for (const std::int64_t cell : cells) {
      for (std::size_t column = 0; column < n_col; ++column) wide.push_back(value_at(cell, column));
      narrow.push_back(float(cell));
    }
  }
  std::vector<ConstCellRows> rows() const {
    const auto n = std::int64_t(cells.size());
    return {make_cell_rows(wide.data(), n, n_col), make_cell_rows(narrow.data(), n)};
  }
};

void expect_block(CellCollector& collector, int collecting_rank, const Block& cells) {
  const auto n = std::size_t(cells.size());
  std::vector<double> wide(n * n_col, -1.0);
  std::vector<float> narrow(n, -1.0f);
  collector.collect(
      cells, std::vector<CellRows>{make_cell_rows(wide.data(), cells.size(), n_col), make_cell_rows(narrow)});
  if (world().rank() != collecting_rank) return;
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t cell = cells.begin + std::int64_t(i);
    EXPECT_EQ(narrow[i], float(cell));
    for (std::size_t column = 0; column < n_col; ++column)
      EXPECT_EQ(wide[i * n_col + column], value_at(cell, column)) << cell;
  }
}

TEST(CellCollector, BringsAnyBlockToAnyRankInPieces) {
  for (const auto rank_of : {in_turns, by_chance}) {
    const OwnRows own(rank_of);
    for (int rank = 0; rank < world().size(); ++rank)
      for (const std::int64_t piece_bytes : {1, 200, 1 << 20}) {
        CellCollector collector(world(), rank, own.cells, own.rows(), piece_bytes);
        for (const Block& cells : {Block{0, n_cell}, Block{7, 8}, Block{9, 9}, Block{50, n_cell}})
          expect_block(collector, rank, cells);
        constexpr std::int64_t row_bytes = n_col * sizeof(double) + sizeof(float);
        EXPECT_LE(collector.message_bytes(), 2 * std::max(row_bytes, piece_bytes));
      }
  }
}

TEST(CellCollector, BringsWholeShares) {
  const OwnRows own(by_chance);
  const int collecting_rank = world().size() - 1;
  CellCollector collector(world(), collecting_rank, own.cells, own.rows());
  for (int rank = 0; rank < world().size(); ++rank) {
    const CellCollector::RankRows share = collector.collect_from(rank);
    if (world().rank() != collecting_rank) continue;
    for (std::size_t i = 0; i < share.cells.size(); ++i) {
      const std::int64_t cell = share.cells[i];
      EXPECT_EQ(by_chance(cell, world().size()), rank);
      double value = 0.0;
      std::memcpy(&value, share.rows[0].row(std::int64_t(i)) + sizeof(double), sizeof value);
      EXPECT_EQ(value, value_at(cell, 1));
    }
  }
}

}  // namespace
}  // namespace groundswell::test
