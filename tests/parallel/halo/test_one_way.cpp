// SPDX-License-Identifier: Apache-2.0
// Halos in one direction only: each rank needs cells of the ranks that are two and more above it, and gives
// cells to those two and more below it. Ranks above are then held back by nothing that rank 0 sends.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "halo/halo_exchange.hpp"
#include "parallel/halo/halo_samples.hpp"

namespace groundswell {
namespace {

using test::Ring;
using test::world;

// Two cells on each rank.
Ring make_one_way() {
  const int n = world().size(), me = world().rank();
  Ring cells{.cells = {2 * me, 2 * me + 1}, .plan = {}};
  std::vector<std::int64_t> halo;
  std::vector<int> owners;
  for (int rank = me + 2; rank < n; ++rank)
    for (const int i : {0, 1}) {
      halo.push_back(2 * rank + i);
      owners.push_back(rank);
    }
  add_halo(world(), cells, halo, owners);
  return cells;
}

// The pause makes it likely that a method which does not wait for rank 0 overwrites values that rank 0 has
// not yet taken; a correct method passes however long the pause is.
TEST(halo_one_way, a_rank_that_is_late_gets_the_values_of_its_own_exchange) {
  const Ring cells = make_one_way();
  for (const std::string& method : test::all_methods()) {
    SCOPED_TRACE(method);
    HaloExchange halo(world(), cells.plan, {.method = method});
    for (int repetition = 0; repetition < 6; ++repetition) {
      std::vector<double> values = test::make_values<double>(cells, 3, repetition);
      HaloHandle pending = halo.start(make_cell_rows(values.data(), std::int64_t(cells.cells.size()), 3));
      if (world().rank() == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
      pending.finish();
      EXPECT_EQ(test::count_bad(cells, values, 3, repetition), 0) << "in exchange " << repetition;
    }
  }
}

}  // namespace
}  // namespace groundswell
