// SPDX-License-Identifier: Apache-2.0
// Every pair of numbers of source and target processes from 1 to 13, on groups cut out of 26 ranks: random
// decompositions, some processes without cells, sides that are disjoint, overlap or begin with the same
// process.
#include <gtest/gtest.h>

#include "pair_of_sides.hpp"

namespace groundswell {
namespace {

using test::world;

constexpr int most = 13;

class EachNumberOfSources : public testing::TestWithParam<int> {};

TEST_P(EachNumberOfSources, MeetsEachNumberOfTargets) {
  const int m = GetParam();
  for (int n = 1; n <= most; ++n) {
    const unsigned seed = unsigned(1000 * m + n);
    const int first = test::first_target(m, seed);
    const int n_rank = std::max(m, first + n);
    const Communicator group = world().split(world().rank() < n_rank ? 0 : 1, world().rank());
    if (world().rank() >= n_rank) continue;
    for (const char* method : {"p2p", "butterfly", "adaptive"})
      test::move_between(group, m, first, n, {.method = method, .seed = seed});
    if (testing::Test::HasFailure()) FAIL() << m << " source and " << n << " target processes";
  }
}

INSTANTIATE_TEST_SUITE_P(transfer, EachNumberOfSources, testing::Range(1, most + 1));

}  // namespace
}  // namespace groundswell
