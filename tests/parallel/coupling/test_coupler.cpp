// SPDX-License-Identifier: Apache-2.0
// Components that exchange fields, against a slow serial reference.
#include <gtest/gtest.h>

#include "coupled_run.hpp"

namespace groundswell {
namespace {

TEST(Coupler, random_components_use_the_values_of_a_slow_reference) {
  const test::SetCounts counts = test::run_random_sets(20, 1);
  EXPECT_EQ(counts.n_run, 20);
  EXPECT_GT(counts.n_restarted, 2);
  EXPECT_GT(counts.n_for_ever + counts.n_without_first + counts.n_without_slots, 2);
  EXPECT_GT(counts.n_compared, 1000);
}

}  // namespace
}  // namespace groundswell
