// SPDX-License-Identifier: Apache-2.0
// Ratios of medians and their intervals.
#include <gtest/gtest.h>

#include <random>

#include "bench/measure/ratios.hpp"
#include "bench/transfer/case_result.hpp"

namespace groundswell {
namespace {

TEST(Ratios, OfConstantTimesIsExact) {
  const Ratio ratio = ratio_to_best({3, 3, 3}, {{2, 2, 2}, {4, 4, 4}});
  EXPECT_EQ(ratio.value, 1.5);
  EXPECT_EQ(ratio.low, 1.5);
  EXPECT_EQ(ratio.high, 1.5);
}

TEST(Ratios, UsesTheMedianNotTheMean) {
  EXPECT_EQ(ratio_to_best({2, 2, 100}, {{1, 1, 50}}).value, 2.0);
  EXPECT_EQ(ratio_to_best({1, 3}, {{2, 2}}).value, 1.0);  // the median of 1 and 3 is their mean
}

// Disturbances that hit a whole repetition cancel in a paired ratio.
TEST(Ratios, TheIntervalIsNarrowWhereDisturbancesAreShared) {
  std::mt19937 random(1);
  std::lognormal_distribution<double> shared(0.0, 0.5), own(0.0, 0.01);
  std::vector<double> times, others, unpaired;
  for (int i = 0; i < 101; ++i) {
    const double disturbance = shared(random);
    times.push_back(1.2 * disturbance * own(random));
    others.push_back(disturbance * own(random));
    unpaired.push_back(shared(random));
  }
  const Ratio paired = ratio_to_best(times, {others});
  EXPECT_NEAR(paired.value, 1.2, 0.03);
  EXPECT_LE(paired.low, 1.2);
  EXPECT_GE(paired.high, 1.19);
  EXPECT_LT(paired.width(), 0.15);
  EXPECT_GT(ratio_to_best(times, {unpaired}).width(), 2 * paired.width());
}

// The interval contains the true ratio in about 95 of 100 samples.
TEST(Ratios, TheIntervalHoldsTheTruthAsOftenAsItSays) {
  int n_held = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    std::mt19937 random(seed);
    std::lognormal_distribution<double> noise(0.0, 0.3);
    std::vector<double> times, others;
    for (int i = 0; i < 40; ++i) {
      times.push_back(2.0 * noise(random));
      others.push_back(noise(random));
    }
    const Ratio ratio = ratio_to_best(times, {others});
    n_held += int(ratio.low <= 2.0 && 2.0 <= ratio.high);
  }
  EXPECT_GE(n_held, 88);
}

TEST(Bandwidth, IsThatOfTheLineBetweenMeasuredSizes) {
  const std::vector<MessageTime> messages{{1000, 1e-6}, {3000, 2e-6}, {5000, 2e-6}};
  EXPECT_DOUBLE_EQ(ideal_bandwidth(messages, 3000), 1.5e9);
  EXPECT_DOUBLE_EQ(ideal_bandwidth(messages, 2000), 2000 / 1.5e-6);
  EXPECT_DOUBLE_EQ(ideal_bandwidth(messages, 10000), 10000 / 2e-6);
}

TEST(Links, HaveNamesWhereAllOrNoneAreKept) {
  EXPECT_EQ(links_in_words(""), "p2p");
  EXPECT_EQ(links_in_words("000"), "p2p");
  EXPECT_EQ(links_in_words("111"), "butterfly");
  EXPECT_EQ(links_in_words("0110"), "0110");
}

}  // namespace
}  // namespace groundswell
