// SPDX-License-Identifier: Apache-2.0
// Rows sent to contiguous blocks slice by slice arrive once each, whatever the size of the slices.
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "support/parallel_world.hpp"
#include "transfer/block_slices.hpp"

namespace groundswell {
namespace {

using test::world;

// This rank's cells, in random order. Every rank computes the same random distribution of all cells.
std::vector<std::int64_t> some_cells(std::int64_t n_global, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::int64_t> mine;
  for (std::int64_t cell = 0; cell < n_global; ++cell)
    if (int(random() % unsigned(world().size())) == world().rank()) mine.push_back(cell);
  std::shuffle(mine.begin(), mine.end(), random);
  return mine;
}

double value_of(std::int64_t cell, std::size_t column) {
  return double(cell) + 0.01 * double(column);
}

void expect_blocks(std::int64_t n_global, std::int64_t slice_bytes) {
  const std::vector<std::int64_t> cells = some_cells(n_global, unsigned(n_global));
  RowArray<double> wide(cells.size(), 5);  // rows with padding
  std::vector<float> narrow(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t column = 0; column < 5; ++column) wide(i, column) = value_of(cells[i], column);
    narrow[i] = -float(cells[i]);
  }
  BlockSlices slices(world(), n_global, cells, {make_cell_rows(wide), make_cell_rows(std::as_const(narrow))},
                     slice_bytes);
  const Block block = make_block(n_global, world().rank(), world().size());
  std::int64_t next = block.begin;
  std::size_t n_left = 0;
  if (n_global > 0) slices.start(0);
  for (std::int64_t number = 0; number < slices.n_slice(); ++number) {
    if (number + 1 < slices.n_slice()) slices.start(number + 1);
    const Block slice = slices.slice(number);
    EXPECT_LE(slice.size(), slices.slice_rows());
    std::vector<double> wide_rows(std::size_t(slice.size() * 5), -1.0);
    std::vector<float> narrow_rows(std::size_t(slice.size()), 1.0f);
    const std::vector<CellRows> to{make_cell_rows(wide_rows.data(), slice.size(), 5),
                                   make_cell_rows(narrow_rows)};
    slices.finish(number, to);
    n_left += slices.leaving(number).size();
    for (std::int64_t cell = slice.begin; cell < slice.end; ++cell, ++next) {
      EXPECT_EQ(cell, next);
      for (std::size_t column = 0; column < 5; ++column)
        EXPECT_EQ(wide_rows[std::size_t(cell - slice.begin) * 5 + column], value_of(cell, column));
      EXPECT_EQ(narrow_rows[std::size_t(cell - slice.begin)], -float(cell));
    }
  }
  EXPECT_EQ(next, block.end);
  EXPECT_EQ(n_left, cells.size());
}

TEST(BlockSlices, BringEachRowOnce) {
  for (const std::int64_t n_global : {1, 7, 100, 1003})
    for (const std::int64_t slice_bytes : {1, 150, 1000, 1 << 20}) expect_blocks(n_global, slice_bytes);
}

TEST(BlockSlices, RefuseCellsThatAreMissingOrTwice) {
  std::vector<std::int64_t> cells = some_cells(50, 3);
  if (!cells.empty() && cells[0] != 0) cells[0] = 0;  // one cell twice, another one missing
  if (world().size() == 1) cells = {0, 1, 1};
  const std::vector<float> values(cells.size());
  EXPECT_THROW(BlockSlices(world(), 50, cells, {make_cell_rows(values)}, 100), Error);
}

}  // namespace
}  // namespace groundswell
