// SPDX-License-Identifier: Apache-2.0
// The decompositions of the benchmark of data transfer, compared with counts and searches over all cells.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "base/error.hpp"
#include "bench/transfer/decompositions.hpp"
#include "bench/transfer/transfer_cases.hpp"

namespace groundswell {
namespace {

using Cells = std::function<Decomposition(int rank)>;

// Owner of each cell; every cell must have exactly one.
std::vector<int> holders(std::int64_t n_cell, int n_rank, const Cells& cells_of) {
  std::vector<int> holder(std::size_t(n_cell), -1);
  for (int rank = 0; rank < n_rank; ++rank) {
    const Decomposition cells = cells_of(rank);
    EXPECT_EQ(cells.n_global, n_cell);
    for (const std::int64_t cell : cells.cells) {
      EXPECT_EQ(holder.at(std::size_t(cell)), -1) << "cell " << cell << " is held twice";
      holder[std::size_t(cell)] = rank;
    }
  }
  for (const int rank : holder) EXPECT_GE(rank, 0);
  return holder;
}

TEST(BenchDecompositions, EachCellIsHeldOnce) {
  const BenchGrid grid{24, 10};
  for (int n = 1; n <= 13; ++n) {
    holders(240, n, [&](int rank) { return deal_round_robin(240, rank, n); });
    holders(240, n, [&](int rank) { return make_latitude_blocks(grid, rank, n); });
    holders(240, n, [&](int rank) { return make_rectangles(grid, rank, n); });
    for (int m = 1; m <= 7; ++m)
      for (int q = 1; q <= n; ++q)
        holders(240, n, [&](int rank) { return deal_over_targets(240, m, q, rank, n); });
  }
}

TEST(BenchDecompositions, DealtCellsGoToExactlySoManyTargetsAndComeFromAsManySources) {
  for (const int n : {1, 2, 5, 12})
    for (int q = 1; q <= n; ++q) {
      const std::int64_t n_cell = 12 * n + 5;
      const auto source = holders(n_cell, n, [&](int r) { return make_block_decomposition(n_cell, r, n); });
      const auto target = holders(n_cell, n, [&](int r) { return deal_over_targets(n_cell, n, q, r, n); });
      std::map<int, std::set<int>> targets, sources;
      for (std::size_t cell = 0; cell < source.size(); ++cell) {
        targets[source[cell]].insert(target[cell]);
        sources[target[cell]].insert(source[cell]);
      }
      for (int rank = 0; rank < n; ++rank) {
        EXPECT_EQ(int(targets[rank].size()), q) << n << " processes";
        EXPECT_EQ(int(sources[rank].size()), q) << n << " processes";
      }
    }
}

TEST(BenchDecompositions, MoreMessagesThanTargetsAreRefused) {
  EXPECT_THROW(deal_over_targets(100, 4, 5, 0, 4), Error);
  EXPECT_THROW(deal_over_targets(100, 4, 0, 0, 4), Error);
}

TEST(BenchDecompositions, LatitudeBlocksAreWholeRowsAndRectanglesAreShort) {
  const BenchGrid grid{128, 60};
  for (const std::int64_t cell : make_latitude_blocks(grid, 3, 7).cells)
    EXPECT_EQ(make_block(60, 3, 7).begin <= cell / 128 && cell / 128 < make_block(60, 3, 7).end, true);
  std::set<std::int64_t> columns, rows;
  for (const std::int64_t cell : make_rectangles(grid, 5, 8).cells) {
    columns.insert(cell % 128);
    rows.insert(cell / 128);
  }
  EXPECT_EQ(columns.size(), 32u);  // 4 x 2 processes
  EXPECT_EQ(rows.size(), 30u);
}

// The needed cells are those with the nearest centres on each side, found by a search over all cells.
TEST(BenchDecompositions, InterpolationNeedsTheFourCellsAround) {
  const BenchGrid coarse{9, 6}, fine{20, 17};
  for (std::int64_t cell = 0; cell < fine.n_cell(); ++cell) {
    const double x = (double(cell % 20) + 0.5) / 20, y = (double(cell / 20) + 0.5) / 17;
    std::set<std::int64_t> expected;
    for (std::int64_t other = 0; other < coarse.n_cell(); ++other) {
      double dx = std::abs((double(other % 9) + 0.5) / 9 - x);
      dx = std::min(dx, 1.0 - dx);
      const double dy = std::abs((double(other / 9) + 0.5) / 6 - y);
      // There are no rows beyond the poles: a cell nearer to a pole than the centres of the last row needs
      // only that row.
      if (dx < 1.0 / 9 - 1e-12 && dy < 1.0 / 6 - 1e-12) {
        const bool beyond = (y < 0.5 / 6 && other / 9 != 0) || (y > 5.5 / 6 && other / 9 != 5);
        if (!beyond) expected.insert(other);
      }
    }
    const Decomposition needed = cells_for_interpolation(coarse, fine, {fine.n_cell(), {cell}});
    const std::set<std::int64_t> found(needed.cells.begin(), needed.cells.end());
    EXPECT_TRUE(std::ranges::includes(found, expected)) << "cell " << cell;
    EXPECT_LE(found.size(), 4u);
    if (expected.size() == 4) {
      EXPECT_EQ(found, expected) << "cell " << cell;
    }
    EXPECT_EQ(needed.cells.size(), found.size());
    EXPECT_TRUE(std::ranges::is_sorted(needed.cells));
  }
}

TEST(TransferCases, NamesAreUniqueAndEverySourceHoldsEachCellOnce) {
  for (const int n : {1, 2, 4}) {
    std::set<std::string> names;
    for (const TransferCase& which : make_transfer_cases(n)) {
      EXPECT_TRUE(names.insert(which.name()).second) << which.name();
      EXPECT_EQ(which.n_rank(), 2 * n);
      const std::int64_t n_cell = which.source(0).n_global;
      holders(n_cell, which.n_source, which.source);
      if (which.experiment != "rearrange") holders(n_cell, which.n_target, which.target);
    }
    EXPECT_GE(names.size(), 10u);
    EXPECT_TRUE(names.contains("messages.q1." + std::to_string(n) + "+" + std::to_string(n)));
  }
}

TEST(TransferCases, RivalsAreFoundByName) {
  EXPECT_EQ(rival_figures("peers.blocks.8+8").size(), 4u);
  EXPECT_TRUE(rival_figures("peers.blocks.1+1").empty());
}

}  // namespace
}  // namespace groundswell
