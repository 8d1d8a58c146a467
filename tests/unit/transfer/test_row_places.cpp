// SPDX-License-Identifier: Apache-2.0
// Copies between messages and cells against loops over single rows.
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "transfer/row_places.hpp"

namespace groundswell {
namespace {

using Places = std::vector<RowPlaces::Place>;

TEST(RowPlaces, EvenlySpacedCellsAreOneRun) {
  Places block, dealt, backwards;
  for (std::int64_t row = 0; row < 100; ++row) {
    block.push_back({row, 40 + row});
    dealt.push_back({row, 5 + 8 * row});
    backwards.push_back({row, 200 - 2 * row});
  }
  for (const Places& places : {block, dealt, backwards}) {
    EXPECT_EQ(RowPlaces(places).n_run(), 1);
    EXPECT_EQ(RowPlaces(places).n_row(), 100);
  }
  EXPECT_EQ(RowPlaces(Places{}).n_row(), 0);
}

// Rows of any width at random places, some of them for two cells.
TEST(RowPlaces, GatherAndScatterCopyEachRow) {
  std::mt19937 random(5);
  for (const std::int64_t length : {1, 3, 4, 8, 24}) {
    for (int trial = 0; trial < 20; ++trial) {
      const std::int64_t n_cell = 60, stride = length + 5, offset = 2;
      std::vector<std::byte> cells(std::size_t(n_cell * stride));
      for (std::byte& byte : cells) byte = std::byte(random());
      Places places;
      std::int64_t cell = 0;
      for (std::int64_t row = 0; row < 20; ++row)
        for (std::int64_t copies = random() % 6 == 0 ? 2 : 1; copies > 0 && cell < n_cell;
             --copies, cell += 1 + random() % 2)
          places.push_back({row, (cell * 7) % n_cell});
      const RowPlaces rows(places);
      std::vector<std::byte> message(std::size_t(rows.n_row() * length));
      rows.gather({cells.data(), n_cell, stride, offset, length}, message.data());
      std::vector<std::byte> scattered(cells.size(), std::byte(0)), expected = scattered;
      for (const auto& [row, place] : places) {
        std::byte* const last = &expected[std::size_t(place * stride + offset)];
        std::memcpy(last, message.data() + row * length, std::size_t(length));
      }
      rows.scatter(message.data(), {scattered.data(), n_cell, stride, offset, length});
      EXPECT_EQ(scattered, expected);
      for (std::size_t i = 0; i < places.size(); ++i) {
        const bool is_last = i + 1 == places.size() || places[i + 1].row != places[i].row;
        if (!is_last) continue;  // a message holds the last of the cells that share a row
        const std::byte* const from = &cells[std::size_t(places[i].cell * stride + offset)];
        EXPECT_EQ(std::memcmp(from, message.data() + places[i].row * length, std::size_t(length)), 0);
      }
    }
  }
}

// Copies the rows of a range of cells from a message, and directly from the cells of its sender. The cells
// are in the order of the rows or in another.
TEST(RowPlaces, ScatterSomeCopiesTheRowsOfARangeOfCells) {
  std::mt19937 random(6);
  for (const std::int64_t length : {3, 4, 8, 24})
    for (int trial = 0; trial < 40; ++trial) {
      const std::int64_t n_row = 30, n_cell = 64, stride = length + 5 * (trial % 2), offset = stride - length;
      std::vector<std::byte> sender(std::size_t(n_cell * stride)), message(std::size_t(n_row * length));
      for (std::byte& byte : sender) byte = std::byte(random());
      Places sent, places;
      std::int64_t cell = 0;
      for (std::int64_t row = 0; row < n_row; ++row) {
        sent.push_back({row, (11 * row + 3) % n_cell});
        if (trial % 3 == 1 && row > 0) sent.back().cell = (sent[std::size_t(row - 1)].cell + 1) % n_cell;
        cell += trial % 4 == 2 ? 2 : 1 + std::int64_t(random() % 3) / 2;
        places.push_back({row, trial % 5 == 4 ? (7 * cell) % n_cell : cell});
      }
      const RowPlaces here(places), from(sent);
      const ConstCellRows cells{sender.data(), n_cell, stride, offset, length};
      from.gather(cells, message.data());
      const std::int64_t begin = std::int64_t(random() % 50), end = begin + std::int64_t(random() % 15);
      const std::int64_t apart = length + trial % 2 * 3;  // between the rows of the cells that receive
      std::vector<std::byte> expected(std::size_t((end - begin) * apart), std::byte(9));
      std::vector<std::byte> of_message = expected, of_cells = expected;
      for (const auto& [row, place] : places)
        if (place >= begin && place < end)
          std::memcpy(&expected[std::size_t((place - begin) * apart)], &message[std::size_t(row * length)],
                      std::size_t(length));
      here.scatter_some(message.data(), {begin, end}, {of_message.data(), end - begin, apart, 0, length});
      here.scatter_some(from, cells, {begin, end}, {of_cells.data(), end - begin, apart, 0, length});
      EXPECT_EQ(of_message, expected) << trial << ' ' << begin << ' ' << end;
      EXPECT_EQ(of_cells, expected) << trial << ' ' << begin << ' ' << end;
    }
}

// Parts of a message have the places that its rows have in the whole.
TEST(RowPlaces, PartsHaveTheRowsBetweenTwoCells) {
  std::mt19937 random(5);
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<RowPlaces::Place> places;
    for (std::int64_t row = 0, cell = 0; row < 30;
         ++row, cell += 1 + (trial % 3) * std::int64_t(random() % 3))
      places.push_back({row, cell});
    const RowPlaces whole(places);
    const std::int64_t begin = std::int64_t(random() % 40), end = begin + std::int64_t(random() % 20);
    std::vector<std::size_t> expected, cells;
    std::int64_t n_before = 0;
    for (const auto& [row, cell] : places) {
      if (cell < begin) ++n_before;
      if (cell >= begin && cell < end) expected.push_back(std::size_t(cell - begin));
    }
    const Block rows{whole.rows_before(begin), whole.rows_before(end)};
    EXPECT_EQ(rows.begin, n_before);
    const RowPlaces part = whole.cut(rows, begin);
    EXPECT_EQ(part.n_row(), rows.size());
    part.add_cells_to(cells);
    EXPECT_EQ(cells, expected) << trial;
    std::vector<std::uint8_t> message(std::size_t(part.n_row())), to(60, 99), expected_to = to;
    for (std::size_t row = 0; row < message.size(); ++row) {
      message[row] = std::uint8_t(row);
      expected_to[expected[row]] = std::uint8_t(row);
    }
    part.scatter(reinterpret_cast<const std::byte*>(message.data()), make_cell_rows(to));
    EXPECT_EQ(to, expected_to) << trial;
  }
}

TEST(RowPlaces, CountsRowsOnlyWhereCellsAscend) {
  EXPECT_THROW(RowPlaces({{0, 3}, {1, 1}}).rows_before(2), LogicError);
}

}  // namespace
}  // namespace groundswell
