// SPDX-License-Identifier: Apache-2.0
// A rank that exchanges rows of another length than its neighbours: methods whose messages tell their length
// say so on the ranks that see it, and nobody waits for ever, not even where the objects end.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "comm/placement.hpp"
#include "halo/halo_exchange.hpp"
#include "parallel/halo/halo_samples.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::make_ring;
using test::message_of;
using test::Ring;
using test::world;

TEST(halo_rows, a_rank_with_other_rows_is_found) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has no others";
  const Ring ring = make_ring(world(), 4, 1);
  for (const std::string method :
       {"point_to_point_ordered", "point_to_point", "persistent", "shared_window", "node_aware"}) {
    // Between nodes a rank that sees it sends no message for others, which wait until the program ends.
    if (method == "node_aware" && find_placement(world()).hosts.size() > 1) continue;
    for (const int n_of_first : {1, 3}) {  // shorter and longer
      std::string said;
      {
        HaloExchange halo(world(), ring.plan, {.method = method});
        const int n = world().rank() == 0 ? n_of_first : 2;
        std::vector<double> values(ring.cells.size() * std::size_t(n));
        said = message_of(
            [&] { halo.exchange(make_cell_rows(values.data(), std::int64_t(ring.cells.size()), n)); });
      }
      const bool seen =
          said.find("rows of the same length") != std::string::npos ||
          said.find("all must exchange the same") != std::string::npos ||  // more than fits
          said.find("another process has ended") != std::string::npos;     // one that saw it earlier
      EXPECT_TRUE(said.empty() || seen) << method << ": " << said;
      EXPECT_TRUE(world().any(seen)) << method;
    }
  }
}

// Whoever is told by is_ready, and goes on, is told by finish again: the values have not come.
TEST(halo_rows, an_exchange_that_has_failed_stays_failed) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has no others";
  const Ring ring = make_ring(world(), 4, 1);
  for (const std::string method : {"point_to_point_ordered", "point_to_point", "persistent"}) {
    HaloExchange halo(world(), ring.plan, {.method = method});
    const int n = world().rank() == 0 ? 1 : 2;
    std::vector<double> values(ring.cells.size() * std::size_t(n));
    HaloHandle exchange = halo.start(make_cell_rows(values.data(), std::int64_t(ring.cells.size()), n));
    const bool has_failed = !message_of([&] {
                               while (!exchange.is_ready()) std::this_thread::yield();
                             }).empty();
    EXPECT_TRUE(world().any(has_failed)) << method;
    EXPECT_EQ(!message_of([&] { exchange.finish(); }).empty(), has_failed) << method;
  }
}

// Rank 1 is told of a mistake of rank 0 before the message of rank 2 comes.
TEST(halo_rows, after_a_failure_the_rows_are_the_callers_again) {
  if (world().size() < 3) GTEST_SKIP() << "needs three ranks";
  const Ring ring = make_ring(world(), 4, 1);
  for (const int width :
       {1, 1 << 16})  // MPI may send short messages before they are asked for, not long ones
    for (const std::string method : {"point_to_point_ordered", "point_to_point", "persistent"}) {
      HaloExchange halo(world(), ring.plan, {.method = method});
      const int n = (world().rank() == 0 ? 3 : 2) * width;
      std::vector<double> values(ring.cells.size() * std::size_t(n));
      world().barrier();
      if (world().rank() == 2) std::this_thread::sleep_for(std::chrono::milliseconds(200));
      const std::string said = message_of(
          [&] { halo.exchange(make_cell_rows(values.data(), std::int64_t(ring.cells.size()), n)); });
      std::ranges::fill(values, -7.0);
      world().barrier();
      { const HaloExchange ends = std::move(halo); }
      if (world().rank() == 1) {
        EXPECT_FALSE(said.empty()) << method;
      }
      if (!said.empty()) {
        EXPECT_EQ(std::ranges::count(values, -7.0), std::ptrdiff_t(values.size())) << method;
      }
    }
}

TEST(halo_rows, an_exchange_of_nothing_is_one) {
  const Ring ring = make_ring(world(), 4, 1);
  for (const std::string& method : test::all_methods()) {
    HaloExchange halo(world(), ring.plan, {.method = method});
    HaloHandle exchange = halo.start(std::span<const CellRows>());
    EXPECT_TRUE(exchange.is_ready());
    exchange.finish();
  }
}

// Ranks without cells, and a rank whose halo nobody shares.
TEST(halo_rows, ranks_may_be_empty) {
  const int me = world().rank(), n = world().size();
  std::vector<std::int64_t> owned, halo_cells;
  std::vector<int> owners;
  if (me == 0) owned = {10, 20, 30};
  if (me == n - 1 && n > 1) {
    halo_cells = {20, 30};
    owners = {0, 0};
  }
  const HaloPlan plan = make_halo_plan(world(), owned, halo_cells, owners);
  for (const std::string& method : test::all_methods()) {
    HaloExchange halo(world(), plan, {.method = method});
    std::vector<double> values(std::size_t(plan.n_cell()), -1.0);
    for (std::size_t i = 0; i < owned.size(); ++i) values[i] = double(owned[i]);
    for (int i = 0; i < 80; ++i) halo.exchange(values);
    if (!halo_cells.empty()) {
      EXPECT_EQ(values, (std::vector<double>{20.0, 30.0})) << method;
    }
  }
}

// More sets of rows than a post between processes of a node has room for.
TEST(halo_rows, many_fields_go_together) {
  const Ring ring = make_ring(world(), 5, 2);
  for (const std::string& method : test::all_methods()) {
    HaloExchange halo(world(), ring.plan, {.method = method});
    for (const int n_field : {1, 8, 9, 30}) {
      std::vector<std::vector<float>> fields;
      std::vector<CellRows> rows;
      for (int f = 0; f < n_field; ++f) fields.push_back(test::make_values<float>(ring, 1 + f % 3, f));
      for (int f = 0; f < n_field; ++f)
        rows.push_back(
            make_cell_rows(fields[std::size_t(f)].data(), std::int64_t(ring.cells.size()), 1 + f % 3));
      halo.exchange(std::span<const CellRows>(rows));
      for (int f = 0; f < n_field; ++f)
        EXPECT_EQ(test::count_bad(ring, fields[std::size_t(f)], 1 + f % 3, f), 0)
            << method << ", field " << f;
    }
  }
}

// Rows that change their place and length at every exchange, as buffers of sub-steps do.
TEST(halo_rows, places_and_lengths_may_change_at_every_exchange) {
  const Ring ring = make_ring(world(), 5, 2);
  for (const std::string& method : test::all_methods()) {
    HaloExchange halo(world(), ring.plan, {.method = method});
    std::vector<std::vector<float>> kept;
    for (int repetition = 0; repetition < 120; ++repetition) {
      const int n = 1 + (repetition * 7) % 45;  // more lengths than methods keep
      kept.push_back(test::make_values<float>(ring, n, repetition));
      halo.exchange(make_cell_rows(kept.back().data(), std::int64_t(ring.cells.size()), n));
      ASSERT_EQ(test::count_bad(ring, kept.back(), n, repetition), 0) << method << ", " << repetition;
    }
  }
}

}  // namespace
}  // namespace groundswell
