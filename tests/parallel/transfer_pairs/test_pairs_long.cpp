// SPDX-License-Identifier: Apache-2.0
// Every pair of numbers of source and target processes from 1 to 13, several times: sides that are disjoint,
// overlap or begin with the same process, decompositions of up to 2000 cells, all methods, masks.
#include <gtest/gtest.h>

#include <cstdio>

#include "pair_of_sides.hpp"
#include "transfer/transfer_method.hpp"

namespace groundswell {
namespace {

using test::world;

constexpr int most = 13, n_repeat = 3;  // one repeat for each choice of first_target()

class EachNumberOfSourcesLong : public testing::TestWithParam<int> {};

TEST_P(EachNumberOfSourcesLong, MeetsEachNumberOfTargets) {
  const int m = GetParam();
  std::int64_t n_checked = 0, n_transfer = 0;
  for (int n = 1; n <= most; ++n)
    for (int repeat = 0; repeat < n_repeat; ++repeat) {
      const unsigned seed = unsigned(100000 + 10000 * repeat + 100 * m + n);
      const int first = test::first_target(m, unsigned(repeat));
      const int n_rank = std::max(m, first + n);
      const Communicator group = world().split(world().rank() < n_rank ? 0 : 1, world().rank());
      if (world().rank() < n_rank)
        for (const std::string& method : transfer_method_names()) {
          const test::PairSettings settings{method, 2000, 12, seed};
          n_checked += test::move_between(group, m, first, n, settings);
          n_transfer += settings.n_transfer;
        }
      if (world().any(testing::Test::HasFailure()))
        FAIL() << m << " source and " << n << " target processes, seed " << seed;
    }
  n_checked = world().sum(n_checked);
  if (world().rank() == 0)
    std::printf("%d source processes, 1 to %d target processes: %lld transfers, %lld values checked\n", m,
                most, (long long)n_transfer, (long long)n_checked);
}

INSTANTIATE_TEST_SUITE_P(transfer, EachNumberOfSourcesLong, testing::Range(1, most + 1));

}  // namespace
}  // namespace groundswell
