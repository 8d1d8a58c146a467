// SPDX-License-Identifier: Apache-2.0
// Every operation on a pack against the same operation on its eight floats.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "simd/pack.hpp"

namespace groundswell {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();

Pack make_random(std::mt19937& random) {
  Pack pack;
  for (int lane = 0; lane < pack_width; ++lane)
    pack.set(lane, std::uniform_real_distribution<float>(-3.0f, 3.0f)(random));
  return pack;
}

// Calls check(a, b) on random packs with one equal lane.
template <class F>
void for_random_packs(F&& check) {
  std::mt19937 random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Pack a = make_random(random);
    Pack b = make_random(random);
    b.set(trial % pack_width, a[trial % pack_width]);
    check(a, b);
  }
}

}  // namespace

TEST(Pack, HoldsOneValuePerLane) {
  Pack pack(2.5f);
  for (int lane = 0; lane < pack_width; ++lane) EXPECT_EQ(pack[lane], 2.5f);
  pack.set(3, -1.0f);
  for (int lane = 0; lane < pack_width; ++lane) EXPECT_EQ(pack[lane], lane == 3 ? -1.0f : 2.5f);
  EXPECT_EQ(Pack(7)[5], 7.0f);
  EXPECT_EQ(Pack(0.1)[0], 0.1f);
}

TEST(Pack, ArithmeticIsLaneByLane) {
  for_random_packs([](Pack a, Pack b) {
    const Pack sum = a + b, difference = a - b, product = a * b, quotient = a / b, negative = -a;
    Pack added = a, subtracted = a, multiplied = a;
    added += b;
    subtracted -= b;
    multiplied *= b;
    for (int lane = 0; lane < pack_width; ++lane) {
      EXPECT_EQ(sum[lane], a[lane] + b[lane]);
      EXPECT_EQ(difference[lane], a[lane] - b[lane]);
      EXPECT_EQ(product[lane], a[lane] * b[lane]);
      EXPECT_EQ(quotient[lane], a[lane] / b[lane]);
      EXPECT_EQ(negative[lane], -a[lane]);
      EXPECT_EQ(added[lane], sum[lane]);
      EXPECT_EQ(subtracted[lane], difference[lane]);
      EXPECT_EQ(multiplied[lane], product[lane]);
    }
  });
}

TEST(Pack, ComparisonsSelectLaneByLane) {
  for_random_packs([](Pack a, Pack b) {
    const Pack less = select(a < b, a, b), greater = select(a > b, a, b);
    const Pack at_most = select(a <= b, Pack(1.0f), Pack(0.0f)),
               at_least = select(a >= b, Pack(1.0f), Pack(0.0f));
    const Pack both = select((a < b) & (a > Pack(0.0f)), Pack(1.0f), Pack(0.0f));
    const Pack either = select((a < b) | (a > Pack(0.0f)), Pack(1.0f), Pack(0.0f));
    for (int lane = 0; lane < pack_width; ++lane) {
      EXPECT_EQ(less[lane], a[lane] < b[lane] ? a[lane] : b[lane]);
      EXPECT_EQ(greater[lane], a[lane] > b[lane] ? a[lane] : b[lane]);
      EXPECT_EQ(at_most[lane], a[lane] <= b[lane] ? 1.0f : 0.0f);
      EXPECT_EQ(at_least[lane], a[lane] >= b[lane] ? 1.0f : 0.0f);
      EXPECT_EQ(both[lane], a[lane] < b[lane] && a[lane] > 0.0f ? 1.0f : 0.0f);
      EXPECT_EQ(either[lane], a[lane] < b[lane] || a[lane] > 0.0f ? 1.0f : 0.0f);
    }
  });
}

TEST(Pack, MinimumMaximumAndRootMatchTheScalarOnes) {
  for_random_packs([](Pack a, Pack b) {
    const Pack low = minimum(a, b), high = maximum(a, b), root = square_root(a * a);
    for (int lane = 0; lane < pack_width; ++lane) {
      EXPECT_EQ(low[lane], minimum(a[lane], b[lane]));
      EXPECT_EQ(high[lane], maximum(a[lane], b[lane]));
      EXPECT_EQ(low[lane], std::fmin(a[lane], b[lane]));
      EXPECT_EQ(high[lane], std::fmax(a[lane], b[lane]));
      EXPECT_EQ(root[lane], square_root(a[lane] * a[lane]));
      EXPECT_EQ(root[lane], std::sqrt(a[lane] * a[lane]));
    }
  });
  EXPECT_EQ(minimum(2.0, -1.0), -1.0);
  EXPECT_EQ(square_root(2.0), std::sqrt(2.0));
}

TEST(Pack, NanAndInfinityStayInTheirLanes) {
  Pack a(1.0f);
  a.set(2, nan_value);
  a.set(5, infinity);
  const Pack b = square_root(a) * Pack(2.0f) + Pack(1.0f);
  for (int lane = 0; lane < pack_width; ++lane) {
    if (lane == 2) {
      EXPECT_TRUE(std::isnan(b[lane]));
    } else if (lane == 5) {
      EXPECT_EQ(b[lane], infinity);
    } else {
      EXPECT_EQ(b[lane], 3.0f);
    }
  }
  // a comparison with NaN is false, as for floats
  EXPECT_EQ(select(a < Pack(2.0f), Pack(1.0f), Pack(0.0f))[2], 0.0f);
  EXPECT_EQ(select(a >= Pack(2.0f), Pack(1.0f), Pack(0.0f))[2], 0.0f);
}

TEST(Pack, AnyFindsOneLane) {
  EXPECT_FALSE(any(Pack(1.0f) > Pack(1.0f)));
  for (int lane = 0; lane < pack_width; ++lane) {
    Pack a(1.0f);
    a.set(lane, 2.0f);
    EXPECT_TRUE(any(a > Pack(1.0f))) << lane;
  }
  EXPECT_TRUE(any(true));
  EXPECT_FALSE(any(false));
}

}  // namespace groundswell
