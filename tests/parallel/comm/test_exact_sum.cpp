// SPDX-License-Identifier: Apache-2.0
// Exact sums: hard cases with known results, agreement with sums of integers, and the same result in any
// order and with any distribution over the ranks.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "comm/exact_sum.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;

double sum_of(const std::vector<double>& values) {
  ExactSum sum;
  for (double value : values) sum.add(value);
  return sum.value();
}

std::vector<double> awkward_values(int n) {
  std::mt19937_64 random(7);
  std::vector<double> values;
  for (int i = 0; i < n; ++i) {
    const double mantissa = double(std::int64_t(random())) / 3.0;
    values.push_back(std::ldexp(mantissa, int(random() % 160) - 80));
  }
  return values;
}

TEST(exact_sum, single_values_come_back) {
  for (double value : {0.0, 1.0, -1.0, 0.1, -1e-300, 1e300, 5e-324, -5e-324, 2.2250738585072014e-308,
                       std::numeric_limits<double>::max(), -std::numeric_limits<double>::max(), 4294967296.0})
    EXPECT_EQ(sum_of({value}), value);
  for (double value : awkward_values(1000)) EXPECT_EQ(sum_of({value}), value);
}

TEST(exact_sum, nothing_is_lost_between_large_and_small) {
  EXPECT_EQ(sum_of({1e300, 1.0, -1e300}), 1.0);
  EXPECT_EQ(sum_of({1e300, 5e-324, -1e300}), 5e-324);
  EXPECT_EQ(sum_of({0.1, 0.2, -0.3}), std::ldexp(1.0, -55));  // the exact sum of these three doubles
  EXPECT_EQ(sum_of({1.0, -1.0}), 0.0);
  EXPECT_EQ(sum_of({}), 0.0);
}

TEST(exact_sum, rounds_once_to_nearest_even) {
  const double half = std::ldexp(1.0, -53), tiny = std::ldexp(1.0, -200);
  EXPECT_EQ(sum_of({1.0, half}), 1.0);
  EXPECT_EQ(sum_of({1.0, half, tiny}), 1.0 + 2 * half);
  EXPECT_EQ(sum_of({1.0, half, -tiny}), 1.0);
  EXPECT_EQ(sum_of({1.0 + 2 * half, half}), 1.0 + 4 * half);
  EXPECT_EQ(sum_of({-1.0, -half, -tiny}), -1.0 - 2 * half);
}

TEST(exact_sum, agrees_with_integers) {
  std::mt19937_64 random(11);
  std::vector<double> values;
  std::int64_t expected = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::int64_t value = std::int64_t(random() >> 24) - (std::int64_t(1) << 39);
    expected += value;
    values.push_back(double(value) * 0x1p-20);
  }
  EXPECT_EQ(sum_of(values), double(expected) * 0x1p-20);
}

TEST(exact_sum, order_does_not_matter) {
  std::vector<double> values = awkward_values(5000);
  const double forward = sum_of(values);
  std::ranges::reverse(values);
  EXPECT_EQ(sum_of(values), forward);
  std::shuffle(values.begin(), values.end(), std::mt19937(3));
  EXPECT_EQ(sum_of(values), forward);
}

TEST(exact_sum, the_ranks_do_not_matter) {
  const std::vector<double> values = awkward_values(3000);
  const double alone = sum_of(values);
  std::vector<double> mine;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (int(i * i % 97) % world().size() == world().rank()) mine.push_back(values[i]);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(sum_exact(world(), mine)), std::bit_cast<std::uint64_t>(alone));
}

TEST(exact_sum, a_value_that_is_not_finite_makes_the_sum_nan) {
  const bool last = world().rank() == world().size() - 1;
  const std::vector<double> mine{1.0, last ? std::numeric_limits<double>::infinity() : 2.0};
  EXPECT_TRUE(std::isnan(sum_exact(world(), mine)));
}

}  // namespace
}  // namespace groundswell
