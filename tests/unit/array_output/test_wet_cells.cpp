// SPDX-License-Identifier: Apache-2.0
// The numbers given to wet cells and to the land cells around them, against a search over all pairs of cells.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "array_output/wet_cells.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

constexpr std::int64_t n_i = 23, n_j = 17;

std::vector<std::uint8_t> make_mask() {
  std::vector<std::uint8_t> wet;
  std::uint64_t state = 12345;
  for (std::int64_t k = 0; k < n_i * n_j; ++k) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    wet.push_back(state >> 60 < 3 ? 1 : 0);
  }
  return wet;
}

// Whether b is among the `n_around` cells around a.
bool are_beside(std::int64_t a, std::int64_t b, const WetCellSettings& settings) {
  std::int64_t di = std::abs(a % n_i - b % n_i), dj = std::abs(a / n_i - b / n_i);
  if (settings.is_periodic && di == n_i - 1) di = 1;
  if (settings.n_around == 4) return di + dj == 1;
  return settings.n_around == 8 && a != b && di <= 1 && dj <= 1;
}

std::vector<std::int64_t> number_slowly(const std::vector<std::uint8_t>& wet,
                                        const WetCellSettings& settings) {
  std::vector<std::int64_t> numbers;
  std::int64_t next = 0;
  for (std::int64_t a = 0; a < n_i * n_j; ++a) {
    bool is_kept = wet[std::size_t(a)];
    for (std::int64_t b = 0; b < n_i * n_j; ++b)
      is_kept = is_kept || (wet[std::size_t(b)] && are_beside(a, b, settings));
    numbers.push_back(is_kept ? next++ : -1);
  }
  return numbers;
}

TEST(WetCells, AreNumberedWithTheLandAroundThem) {
  const std::vector<std::uint8_t> wet = make_mask();
  for (const int n_around : {0, 4, 8})
    for (const bool is_periodic : {false, true}) {
      const WetCellSettings settings{n_around, is_periodic};
      const WetCells cells(wet, n_i, n_j, settings);
      const std::vector<std::int64_t> expected = number_slowly(wet, settings);
      EXPECT_EQ(cells.numbers({0, n_i}, {0, n_j}), expected) << n_around << is_periodic;
      std::int64_t n_kept = 0, n_wet = 0;
      for (const std::int64_t number : expected) n_kept += number >= 0;
      for (const std::uint8_t each : wet) n_wet += each;
      EXPECT_EQ(cells.n_cell(), n_kept);
      EXPECT_EQ(cells.n_wet(), n_wet);
      EXPECT_NEAR(cells.share_saved(), 1.0 - double(n_kept) / double(n_i * n_j), 1e-12);
      EXPECT_LT(n_kept, n_i * n_j);
      EXPECT_EQ(n_kept == n_wet, n_around == 0);
    }
}

TEST(WetCells, OfAWindowHaveTheNumbersOfTheWholeGrid) {
  const WetCells cells(make_mask(), n_i, n_j, {});
  const std::vector<std::int64_t> all = cells.numbers({0, n_i}, {0, n_j}),
                                  some = cells.numbers({5, 11}, {3, 16});
  ASSERT_EQ(some.size(), 6u * 13u);
  for (std::int64_t j = 0; j < 13; ++j)
    for (std::int64_t i = 0; i < 6; ++i)
      EXPECT_EQ(some[std::size_t(j * 6 + i)], all[std::size_t((j + 3) * n_i + i + 5)]);
  EXPECT_TRUE(cells.numbers({4, 4}, {0, n_j}).empty());
}

TEST(WetCells, MistakesAreReported) {
  constexpr std::int64_t many = std::int64_t(1) << 32;  // many * many is 0 in 64 bits
  EXPECT_NE(test::message_of([&] { WetCells({}, many, many, {}); }).find("4294967296 x 4294967296 cells"),
            std::string::npos);
  using test::expect_words;
  using test::message_of;
  const std::vector<std::uint8_t> wet = make_mask();
  const auto refused = [&](std::int64_t i, std::int64_t j, int n_around) {
    return message_of([&] { WetCells(wet, i, j, {n_around, false}); });
  };
  expect_words(refused(n_i, 0, 8), {"23 x 0"});
  expect_words(refused(n_i, n_j + 1, 8), {"391 entries"});
  expect_words(refused(n_i, n_j, 6), {"6 neighbours", "8, 4 or 0"});
  const WetCells cells(wet, n_i, n_j, {});
  expect_words(message_of([&] { cells.numbers({0, n_i + 1}, {0, 1}); }), {"columns 0 to 24", "23 x 17"});
}

}  // namespace
}  // namespace groundswell
