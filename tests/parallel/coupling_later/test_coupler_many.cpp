// SPDX-License-Identifier: Apache-2.0
// As tests/parallel/coupling/test_coupler.cpp, with more sets.
#include <gtest/gtest.h>

#include "../coupling/coupled_sets.hpp"

namespace groundswell {
namespace {

TEST(Coupler, many_random_components_use_the_values_of_a_slow_reference) {
  const test::SetCounts counts = test::run_random_sets(200, 2);
  EXPECT_EQ(counts.n_run, 200);
  EXPECT_GT(counts.n_restarted, 40);
  EXPECT_GT(std::min(counts.n_for_ever, counts.n_without_first), 2);
}

}  // namespace
}  // namespace groundswell
