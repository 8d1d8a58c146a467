// SPDX-License-Identifier: Apache-2.0
// All numbers of source and target processes from 1 to 13, on groups cut out of 26 ranks: random
// decompositions, some processes without cells, sides that are apart, overlap or are the same.
#include <gtest/gtest.h>

#include <optional>

#include "support/parallel_world.hpp"
#include "support/transfer_sea.hpp"

namespace groundswell {
namespace {

using test::Fields;
using test::world;

constexpr int most = 13;

// Ranks [0, m) are the source, [first, first + n) the target.
void move_between(const Communicator& ranks, int m, int first, int n, const std::string& method,
                  unsigned seed) {
  std::mt19937 random(seed);
  const std::int64_t n_cell = 1 + std::int64_t(random() % 300);
  const auto sources = test::deal(n_cell, m, random), targets = test::deal(n_cell, n, random);
  const int me = ranks.rank();
  const bool sends = me < m, receives = me >= first && me < first + n;
  const Decomposition* const source = sends ? &sources[std::size_t(me)] : nullptr;
  const Decomposition* const target = receives ? &targets[std::size_t(me - first)] : nullptr;
  Transfer transfer(ranks, source, target, Fields::described(),
                    {.method = method, .tuner = {.samples = 1}, .timeout = 50});
  for (int i = 0; i < 4; ++i) {
    std::vector<bool> mask;
    if (i == 2) mask = {random() % 2 == 0, random() % 2 == 0, random() % 2 == 0};
    Fields from = source ? test::fields_of(*source, i) : Fields(0);
    Fields to(target ? target->cells.size() : 0);
    transfer.move(source ? from.const_rows() : std::vector<ConstCellRows>{},
                  target ? to.rows() : std::vector<CellRows>{}, mask);
    if (target) test::expect_fields(to, *target, i, mask);
  }
}

class EachNumberOfSources : public testing::TestWithParam<int> {};

TEST_P(EachNumberOfSources, MeetsEachNumberOfTargets) {
  const int m = GetParam();
  for (int n = 1; n <= most; ++n) {
    const unsigned seed = unsigned(1000 * m + n);
    // Apart, overlapping, and within the same processes as far as there are as many.
    const int first = std::vector<int>{m, m / 2, 0}[seed % 3];
    const int n_rank = std::max(m, first + n);
    const Communicator group = world().split(world().rank() < n_rank ? 0 : 1, world().rank());
    if (world().rank() >= n_rank) continue;
    for (const char* method : {"p2p", "butterfly", "adaptive"})
      move_between(group, m, first, n, method, seed);
    if (testing::Test::HasFailure()) FAIL() << m << " source and " << n << " target processes";
  }
}

INSTANTIATE_TEST_SUITE_P(transfer, EachNumberOfSources, testing::Range(1, most + 1));

}  // namespace
}  // namespace groundswell
