// SPDX-License-Identifier: Apache-2.0
// As test_coupler.cpp, with many more sets.
#include <gtest/gtest.h>

#include "coupled_sets.hpp"

namespace groundswell {
namespace {

TEST(Coupler, many_random_components_use_the_values_of_a_slow_reference) {
  const test::SetCounts counts = test::run_random_sets(2000, 3);
  EXPECT_EQ(counts.n_run, 2000);
  EXPECT_GT(counts.n_restarted, 400);
  EXPECT_GT(counts.n_regridded, 500);
  EXPECT_GT(std::min(counts.n_for_ever, counts.n_without_first), 10);
  EXPECT_GE(counts.n_without_slots, test::world().size() > 2 ? 1 : 0);  // two components need none
}

}  // namespace
}  // namespace groundswell
