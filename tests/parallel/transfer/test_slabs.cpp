// SPDX-License-Identifier: Apache-2.0
// Rows sent to contiguous blocks slab by slab arrive once each, whatever the size of the slabs.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "parallel/transfer/slabs_of_blocks.hpp"
#include "support/message_counts.hpp"
#include "support/parallel_world.hpp"
#include "support/poverty.hpp"
#include "support/wrong_cells.hpp"

namespace groundswell {
namespace {

using test::SlabsOfBlocks;
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

Block my_block(std::int64_t n_global) {
  return make_block(n_global, world().rank(), world().size());
}

double value_of(std::int64_t cell, std::size_t column) {
  return double(cell) + 0.01 * double(column);
}

void expect_blocks(std::int64_t n_global, std::int64_t slab_bytes) {
  const std::vector<std::int64_t> cells = some_cells(n_global, unsigned(n_global));
  RowArray<double> wide(cells.size(), 5);  // rows with padding
  std::vector<float> narrow(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t column = 0; column < 5; ++column) wide(i, column) = value_of(cells[i], column);
    narrow[i] = -float(cells[i]);
  }
  SlabsOfBlocks slabs({n_global, cells}, my_block(n_global),
                      {make_cell_rows(wide), make_cell_rows(std::as_const(narrow))}, slab_bytes);
  const Block block = make_block(n_global, world().rank(), world().size());
  std::int64_t next = block.begin;
  std::size_t n_left = 0;
  if (n_global > 0) slabs.start(0);
  for (std::int64_t number = 0; number < slabs.n_slab(); ++number) {
    if (number + 1 < slabs.n_slab()) slabs.start(number + 1);
    const Block slab = slabs.slab(number);
    EXPECT_LE(slab.size(), slabs.slab_rows());
    std::vector<double> wide_rows(std::size_t(slab.size() * 5), -1.0);
    std::vector<float> narrow_rows(std::size_t(slab.size()), 1.0f);
    const std::vector<CellRows> to{make_cell_rows(wide_rows.data(), slab.size(), 5),
                                   make_cell_rows(narrow_rows)};
    slabs.finish(to);
    n_left += slabs.leaving(number).size();
    for (std::int64_t cell = slab.begin; cell < slab.end; ++cell, ++next) {
      EXPECT_EQ(cell, next);
      for (std::size_t column = 0; column < 5; ++column)
        EXPECT_EQ(wide_rows[std::size_t(cell - slab.begin) * 5 + column], value_of(cell, column));
      EXPECT_EQ(narrow_rows[std::size_t(cell - slab.begin)], -float(cell));
    }
  }
  EXPECT_EQ(next, block.end);
  EXPECT_EQ(n_left, cells.size());
}

TEST(Slabs, BringEachRowOnce) {
  for (const std::int64_t n_global : {1, 7, 100, 1003})
    for (const std::int64_t slab_bytes : {1, 150, 1000, 1 << 20}) expect_blocks(n_global, slab_bytes);
}

TEST(Slabs, RefuseCellsThatDoNotMatch) {
  const test::SideRanks all{0, world().size()};
  for (const test::WrongCells& wrong : test::all_wrong_cells(all, all)) {
    if (!wrong.is_of_source) continue;
    SCOPED_TRACE(wrong.name);
    const Decomposition cells = wrong.source_of(all, world().rank());
    const std::vector<float> values(cells.cells.size());
    const std::string said = test::message_of(
        [&] { SlabsOfBlocks(cells, my_block(test::n_wrong_cell), {make_cell_rows(values)}, 100); });
    test::expect_words(said, wrong.words);
    test::expect_same_sentence(world(), said);
  }
}

TEST(Slabs, OfAGridWithoutCellsAreEmpty) {
  SlabsOfBlocks slabs({}, {}, {make_cell_rows(std::vector<float>())}, 100);
  EXPECT_EQ(slabs.n_slab(), 1);
  EXPECT_EQ(slabs.slab(0).size(), 0);
  EXPECT_TRUE(slabs.leaving(0).empty());
  slabs.start(0);
  slabs.finish({make_cell_rows(static_cast<float*>(nullptr), 0)});
}

// Rows of one double, of all cells in turns.
struct InTurns {
  explicit InTurns(std::int64_t n, int shift = 0) : n_global(n) {
    for (std::int64_t cell = n - 1; cell >= 0; --cell)
      if (int((cell + shift) % world().size()) == world().rank()) cells.push_back(cell);
    for (const std::int64_t cell : cells) values.push_back(value_of(cell, std::size_t(shift)));
  }
  SlabsOfBlocks slabs(std::int64_t slab_bytes) const {
    return {{n_global, cells}, my_block(n_global), {make_cell_rows(values)}, slab_bytes};
  }
  // Finishes a slab and checks its rows.
  static void finish(SlabsOfBlocks& slabs, std::int64_t number, int shift = 0) {
    const Block slab = slabs.slab(number);
    std::vector<double> rows(std::size_t(slab.size()));
    slabs.finish({make_cell_rows(rows)});
    for (std::int64_t cell = slab.begin; cell < slab.end; ++cell)
      EXPECT_EQ(rows[std::size_t(cell - slab.begin)], value_of(cell, std::size_t(shift)));
  }

  std::int64_t n_global;
  std::vector<std::int64_t> cells;
  std::vector<double> values;
};

TEST(Slabs, AreAtMost4096) {
  const InTurns all(5000 * world().size());
  const SlabsOfBlocks slabs = all.slabs(8);
  EXPECT_EQ(slabs.n_slab(), 2500);
}

// The rows of a slab are read when it starts, and those that stay here when it is copied, but no others.
TEST(Slabs, ReadOnlyTheRowsThatTheyTellOf) {
  InTurns all(50 * world().size());
  const std::vector<double> values = all.values;
  const Block mine = make_block(all.n_global, world().rank(), world().size());
  SlabsOfBlocks slabs = all.slabs(80);
  const auto show = [&](std::int64_t number, bool is_own) {
    for (const std::size_t row : slabs.leaving(number))
      if ((all.cells[row] >= mine.begin && all.cells[row] < mine.end) == is_own)
        all.values[row] = values[row];
  };
  const auto hide_all = [&] { std::ranges::fill(all.values, -1.0); };
  const auto start = [&](std::int64_t number) {
    hide_all();
    show(number, false);
    slabs.start(number);
    hide_all();
  };
  ASSERT_EQ(slabs.n_slab(), 5);
  start(0);
  for (std::int64_t number = 0; number < slabs.n_slab(); ++number) {
    if (number + 1 < slabs.n_slab()) start(number + 1);
    show(number, true);
    InTurns::finish(slabs, number);
    hide_all();
  }
}

// One rank wants all cells, and each slab comes from other ranks.
TEST(Slabs, TakeTheMemoryOfTwoSlabs) {
  const std::int64_t n_global = 50 * world().size();
  const Decomposition own{n_global, numbers_of(my_block(n_global))};
  const std::vector<double> values(own.cells.begin(), own.cells.end());
  SlabsOfBlocks slabs(own, {0, world().rank() == 0 ? n_global : 0}, {make_cell_rows(values)}, 80);
  std::vector<double> rows(10);
  for (std::int64_t number = 0; number < slabs.n_slab(); ++number) {
    slabs.start(number);
    slabs.finish({make_cell_rows(rows)});
    if (world().rank() == 0) {
      EXPECT_EQ(rows[9], double(10 * number + 9));
    }
  }
  EXPECT_LE(slabs.bytes(), 2 * 80);
  EXPECT_EQ(slabs.bytes() > 0, world().size() > 1);
}

TEST(Slabs, OfTwoFilesMayMoveAtOnce) {
  const InTurns one(40 * world().size(), 0), other(40 * world().size(), 1);
  SlabsOfBlocks of_one = one.slabs(80), of_other = other.slabs(80);
  for (std::int64_t number = 0; number < of_one.n_slab(); ++number) {
    const bool is_even = world().rank() % 2 == 0;
    (is_even ? of_one : of_other).start(number);
    (is_even ? of_other : of_one).start(number);
    InTurns::finish(of_one, number, 0);
    InTurns::finish(of_other, number, 1);
  }
}

// Of each rank's block each other rank has some rows.
TEST(Slabs, SendOneMessagePerPairAndSlab) {
  const InTurns all(100 * world().size());
  SlabsOfBlocks slabs = all.slabs(160);
  for (std::int64_t number = 0; number < slabs.n_slab(); ++number) {
    const int before = test::n_message_sent();
    slabs.start(number);
    EXPECT_EQ(test::n_message_sent() - before, world().size() - 1);
    InTurns::finish(slabs, number);
  }
}

// Two slabs are sent, two are received and one is written, if all ranks have about as many rows of each.
TEST(Slabs, TakeNoMoreMemoryThanFiveSlabs) {
  constexpr int slab_bytes = 16'000;
  const InTurns all(20'000 * world().size());
  SlabsOfBlocks slabs = all.slabs(slab_bytes);
  const test::CountedMemory counted;
  slabs.start(0);
  for (std::int64_t number = 0; number < slabs.n_slab(); ++number) {
    if (number + 1 < slabs.n_slab()) slabs.start(number + 1);
    InTurns::finish(slabs, number);
  }
  EXPECT_LE(counted.highest(), 5 * slab_bytes + 4096);
  EXPECT_GE(counted.highest(), world().size() == 1 ? slab_bytes : 2 * slab_bytes);
}

}  // namespace
}  // namespace groundswell
