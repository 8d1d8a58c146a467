// SPDX-License-Identifier: Apache-2.0
// Halo cells that the rank owns itself, as on periodic grids, are copied within the process by every method.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "halo/expected_layouts.hpp"
#include "halo/halo_exchange.hpp"
#include "parallel/halo/halo_samples.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::Ring;
using test::world;

// Three cells on each rank. The halo consists of the outer two cells of this rank, of the previous and of the
// next one, so that a rank's own cells come before, between or after those of other ranks.
Ring make_ring_with_own_cells() {
  const int n = world().size(), me = world().rank();
  Ring ring;
  for (int i = 0; i < 3; ++i) ring.cells.push_back(3 * me + i);
  std::vector<std::int64_t> halo;
  std::vector<int> owners;
  for (const int rank : std::set<int>{(me + n - 1) % n, me, (me + 1) % n})
    for (const int i : {0, 2}) {
      halo.push_back(3 * rank + i);
      owners.push_back(rank);
    }
  add_halo(world(), ring, halo, owners);
  return ring;
}

TEST(halo_own_cells, are_copied_by_every_method) {
  const Ring ring = make_ring_with_own_cells();
  EXPECT_EQ(ring.plan.own_cells, (std::vector<int>{0, 2}));
  const std::int64_t n = std::int64_t(ring.cells.size());
  for (const std::string& method : test::all_methods()) {
    SCOPED_TRACE(method);
    HaloExchange halo(world(), ring.plan, {.method = method});
    EXPECT_EQ(halo.send_bytes(8), 8 * std::int64_t(ring.plan.send_cells.size()));
    for (int repetition = 0; repetition < 30; ++repetition) {
      std::vector<double> alone = test::make_values<double>(ring, 2, repetition);
      std::vector<float> together = test::make_values<float>(ring, 3, repetition);
      halo.exchange(make_cell_rows(alone.data(), n, 2));  // received in place
      EXPECT_EQ(test::count_bad(ring, alone, 2, repetition), 0);
      alone = test::make_values<double>(ring, 2, repetition + 1);
      const std::vector<CellRows> rows{make_cell_rows(together.data(), n, 3),
                                       make_cell_rows(alone.data(), n, 2)};
      halo.exchange(std::span<const CellRows>(rows));
      EXPECT_EQ(test::count_bad(ring, alone, 2, repetition + 1), 0);
      EXPECT_EQ(test::count_bad(ring, together, 3, repetition), 0);
    }
  }
}

TEST(halo_own_cells, must_be_among_its_cells) {
  const int me = world().rank();
  const std::string said = test::message_of([&] {
    make_halo_plan(world(), std::vector<std::int64_t>{2 * me}, std::vector<std::int64_t>{2 * me + 1},
                   std::vector<int>{me});
  });
  test::expect_words(said, {"rank 0 requests cell 1 from rank 0, which does not own it"});
}

// Number of wrong predictions in 600 exchanges, after `series` has occurred twice.
int count_surprises(const std::vector<std::uint64_t>& series) {
  ExpectedLayouts expected;
  int n = 0;
  for (std::size_t i = 0; i < 2 * series.size() + 600; ++i) {
    const std::uint64_t layout = series[i % series.size()];
    n += i >= 2 * series.size() && !expected.is_next(layout);
    expected.add(layout);
  }
  return n;
}

TEST(halo_expected_layouts, a_series_that_comes_again_is_expected) {
  EXPECT_EQ(count_surprises({7}), 0);
  EXPECT_EQ(count_surprises({7, 7, 7, 7, 7, 8}), 0);
  EXPECT_EQ(count_surprises({1, 2, 3}), 0);
  std::vector<std::uint64_t> ruler;  // in the pattern of nested sub-steps
  for (std::uint64_t i = 1; i <= 32; ++i) ruler.push_back(i & (~i + 1));
  EXPECT_EQ(count_surprises(ruler), 0);
  std::vector<std::uint64_t> all_new(700);
  for (std::size_t i = 0; i < all_new.size(); ++i) all_new[i] = i;
  EXPECT_EQ(count_surprises(all_new), 600);
}

}  // namespace
}  // namespace groundswell
