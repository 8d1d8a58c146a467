// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "propagation/sprinkler.hpp"

namespace groundswell {
namespace {

TEST(Sprinkler, DefaultAgeGrowsWithTheCellsUpTo60Km) {
  constexpr double day = 86400.0;
  EXPECT_EQ(default_sprinkler_age(10e3, 36), 0.0);
  EXPECT_EQ(default_sprinkler_age(20e3, 36), 0.0);
  EXPECT_NEAR(default_sprinkler_age(30e3, 36), 0.325 * day, 1e-6);
  EXPECT_NEAR(default_sprinkler_age(60e3, 24), 1.3 * day, 1e-6);
  EXPECT_NEAR(default_sprinkler_age(400e3, 71), 1.3 * day, 1e-6);
  EXPECT_EQ(default_sprinkler_age(400e3, 72), 0.0);
}

TEST(Sprinkler, DiffusesOverTheWidthOfADirection) {
  EXPECT_NEAR(compute_sprinkler_factor(1200.0, 0.1), 1.0, 1e-12);
}

}  // namespace
}  // namespace groundswell
