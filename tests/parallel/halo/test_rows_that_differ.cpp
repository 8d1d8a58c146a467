// SPDX-License-Identifier: Apache-2.0
// Rows of different lengths on some ranks are refused on all ranks by every method, and no rank waits
// forever.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "halo/halo_exchange.hpp"
#include "parallel/halo/halo_samples.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::make_ring;
using test::message_of;
using test::Ring;
using test::world;

// Fields of 4-byte values, one for each width.
struct Fields {
  std::vector<CellRows> rows;

  Fields(const Ring& ring, const std::vector<int>& widths) {
    const std::size_t n = ring.cells.size();
    for (const int width : widths)
      rows.push_back(make_cell_rows(test::lasting_values<std::int32_t>(n * std::size_t(width)).data(),
                                    std::int64_t(n), width));
  }
};

// Rank 0 (or, if `all_but_first`, every rank but 0) passes `wrong` in exchange number `exchange` (from 0),
// while the remaining ranks pass `usual`. Before that exchange, all ranks pass `wrong` in every fifth one.
struct Mistake {
  bool all_but_first;
  std::vector<int> usual, wrong;  // values per row of each field
  int exchange;
};

// A halo exchange that all ranks have used.
HaloExchange used_halo(const Ring& ring, const std::string& method, std::vector<double>& values) {
  HaloExchange halo(world(), ring.plan, {.method = method});
  for (int i = 0; i < 3; ++i) halo.exchange(values);
  world().barrier();
  return halo;
}

// Exchanges until one fails; returns the message.
std::string exchange_with(HaloExchange& halo, const Ring& ring, const Mistake& mistake) {
  Fields usual(ring, mistake.usual), wrong(ring, mistake.wrong);
  const bool is_wrong = (world().rank() == 0) != mistake.all_but_first;
  for (int i = 0; i < mistake.exchange + 1000; ++i) {
    const bool other = i == mistake.exchange ? is_wrong : i % 5 == 3 && i < mistake.exchange;
    const std::string said =
        message_of([&] { halo.exchange(std::span<const CellRows>((other ? wrong : usual).rows)); });
    if (!said.empty()) return said;  // the error may come one exchange early if other ranks are ahead
  }
  return "";
}

// Both too long and too short rows are refused, whether or not both lengths have occurred before, and even if
// the total number of bytes is the same.
TEST(halo_rows, other_lengths_on_one_rank_are_refused_on_all) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has no others";
  const Ring ring = make_ring(world(), 4, 1);
  const std::vector<Mistake> mistakes{{false, {2}, {1}, 0},       {false, {2}, {3}, 12},
                                      {true, {2}, {3}, 0},        {true, {2}, {1}, 12},
                                      {false, {1, 2}, {2, 1}, 2}, {true, {2}, {1, 1}, 1}};
  for (const std::string& method : test::all_methods())
    for (const Mistake& mistake : mistakes) {
      SCOPED_TRACE(text(method, ", exchange ", mistake.exchange, mistake.all_but_first ? ", others" : ""));
      HaloExchange halo(world(), ring.plan, {.method = method});
      test::expect_words(exchange_with(halo, ring, mistake),
                         {"rows of different lengths were given to a halo exchange",
                          text("number ", mistake.exchange + 1, " of").c_str(), "on rank 0"});
      test::expect_words(message_of([&] { halo.exchange(std::span<const CellRows>()); }),
                         {"an earlier halo exchange failed", "rows of different lengths"});
    }
}

// A rank that gets the error from is_ready and continues gets it again from finish: the values have not
// arrived.
TEST(halo_rows, an_exchange_that_has_failed_stays_failed) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has no others";
  const Ring ring = make_ring(world(), 4, 1);
  for (const std::string method :
       {"point_to_point_ordered", "point_to_point", "persistent", "shared_window"}) {
    std::vector<double> values(ring.cells.size());
    HaloExchange halo(world(), ring.plan, {.method = method});
    halo.exchange(values);
    halo.exchange(values);
    world().barrier();
    if (world().rank() == 0) {
      EXPECT_NE(message_of([&] { halo.exchange(std::span<const CellRows>()); }), "");
      continue;
    }
    bool has_failed = false;
    for (int i = 0; i < 1000 && !has_failed; ++i) {
      HaloHandle exchange;
      has_failed = !message_of([&] { exchange = halo.start(values); }).empty();
      if (has_failed) continue;
      has_failed = !message_of([&] {
                      while (!exchange.is_ready()) std::this_thread::yield();
                    }).empty();
      EXPECT_EQ(!message_of([&] { exchange.finish(); }).empty(), has_failed) << method;
    }
    EXPECT_TRUE(has_failed) << method;
  }
}

// Rank 1 learns of a mistake of rank 0 before it has received the messages of rank 2 for this exchange and
// for the previous one, which is still under way.
TEST(halo_rows, after_a_failure_the_rows_are_the_callers_again) {
  if (world().size() < 3) GTEST_SKIP() << "needs three ranks";
  const Ring ring = make_ring(world(), 4, 1);
  for (const int width :
       {1, 1 << 16})  // MPI may deliver short messages before their receives are posted, but not long ones
    for (const std::string method : {"point_to_point_ordered", "point_to_point", "persistent"}) {
      HaloExchange halo(world(), ring.plan, {.method = method});
      std::vector<double> earlier(ring.cells.size() * std::size_t(width)), values(earlier.size());
      const auto rows = [&](std::vector<double>& of) {
        return make_cell_rows(of.data(), std::int64_t(ring.cells.size()), width);
      };
      const auto exchange_both = [&] {
        HaloHandle first = halo.start(rows(earlier));
        halo.exchange(rows(values));
        first.finish();
      };
      for (int i = 0; i < 2; ++i) exchange_both();
      world().barrier();
      if (world().rank() == 2) std::this_thread::sleep_for(std::chrono::milliseconds(200));
      const std::string said = message_of([&] {
        if (world().rank() == 0) {
          static_cast<void>(halo.start(rows(earlier)));
          halo.exchange(std::span<const CellRows>());
        } else {
          for (int i = 0; i < 1000; ++i) exchange_both();
        }
      });
      EXPECT_NE(said, "") << method;
      std::ranges::fill(earlier, -7.0);
      std::ranges::fill(values, -7.0);
      world().barrier();
      { const HaloExchange ends = std::move(halo); }
      for (const std::vector<double>* each : {&earlier, &values})
        EXPECT_EQ(std::ranges::count(*each, -7.0), std::ptrdiff_t(each->size())) << method;
    }
}

// With "auto", MPI may access the rows after an error, as some of the methods that it tries use collectives.
TEST(halo_rows, after_a_failure_allocated_memory_lasts) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has no others";
  const Ring ring = make_ring(world(), 4, 1);
  std::span<std::byte> memory;
  {
    HaloExchange halo(world(), ring.plan, {.method = "auto"});
    memory = halo.allocate(ring.cells.size() * sizeof(double));
    const CellRows rows =
        make_cell_rows(reinterpret_cast<double*>(memory.data()), std::int64_t(ring.cells.size()));
    const std::string said = message_of([&] {
      if (world().rank() == 0) halo.exchange(std::span<const CellRows>());
      for (int i = 0; i < 1000; ++i) halo.exchange(rows);
    });
    EXPECT_NE(said, "");
  }
  std::ranges::fill(memory, std::byte{1});  // crashes if the memory has been given back
  EXPECT_EQ(std::ranges::count(memory, std::byte{1}), std::ptrdiff_t(memory.size()));
}

// Rank 0 takes no part: its start is refused because it passes too few rows.
TEST(halo_rows, a_rank_that_does_not_come_is_not_waited_for_for_ever) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has no others";
  const Ring ring = make_ring(world(), 4, 1);
  for (const std::string& method : test::all_methods()) {
    SCOPED_TRACE(method);
    std::vector<double>& values = test::lasting_values<double>(ring.cells.size());
    HaloExchange halo = used_halo(ring, method, values);
    EXPECT_NE(message_of([&] { halo.set_time_limit(0.0); }).find("give a positive number"),
              std::string::npos);
    if (world().rank() == 0) {
      const std::string said = message_of([&] { halo.exchange(make_cell_rows(values.data(), 1)); });
      EXPECT_NE(said.find("give one row per cell"), std::string::npos) << said;
    } else {
      halo.set_time_limit(0.2);
      test::expect_words(message_of([&] {
                           for (int i = 0; i < 1000; ++i) halo.exchange(values);
                         }),
                         {"has waited 0.2 s on rank", "have all ranks started it"});
    }
    world().barrier();
    if (world().rank() == 0) {  // a rank that comes late gets the error
      test::expect_words(message_of([&] {
                           for (int i = 0; i < 1000; ++i) halo.exchange(values);
                         }),
                         {"has waited 0.2 s on rank"});
    }
  }
}

// Rank 0 destroys its object while an exchange is under way and the others continue.
TEST(halo_rows, a_rank_that_leaves_is_not_waited_for) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has no others";
  const Ring ring = make_ring(world(), 4, 1);
  for (const std::string& method : test::all_methods()) {
    SCOPED_TRACE(method);
    std::vector<double>& values = test::lasting_values<double>(ring.cells.size());
    HaloExchange halo = used_halo(ring, method, values);
    if (world().rank() == 0) {
      static_cast<void>(halo.start(values));
      { const HaloExchange ends = std::move(halo); }
    } else {
      test::expect_words(message_of([&] {
                           for (int i = 0; i < 1000; ++i) halo.exchange(values);
                         }),
                         {"rank 0 has left a halo exchange before it was finished"});
    }
    world().barrier();
  }
}

// Exchanges may be finished out of order if all ranks use the same order; here rank 0 finishes a different
// exchange from the other ranks before the next one starts.
TEST(halo_rows, another_order_of_ends_on_one_rank_is_refused_on_all) {
  const Ring ring = make_ring(world(), 4, 1);
  for (const std::string& method : test::all_methods())
    for (const bool is_wrong : {false, true}) {
      if (is_wrong && world().size() == 1) continue;  // one rank has no others
      SCOPED_TRACE(text(method, is_wrong ? ", another order on rank 0" : ""));
      std::vector<double>& first_values = test::lasting_values<double>(ring.cells.size());
      HaloExchange halo = used_halo(ring, method, first_values);
      std::vector<double>& second_values = test::lasting_values<double>(ring.cells.size());
      std::vector<double>& third_values = test::lasting_values<double>(ring.cells.size());
      first_values = test::make_values<double>(ring, 1, 1);
      second_values = test::make_values<double>(ring, 1, 2);
      third_values = test::make_values<double>(ring, 1, 3);
      const bool waits_in_order = method == "graph_blocking";  // it communicates only in finish()
      if (is_wrong && waits_in_order) halo.set_time_limit(0.2);
      const std::string said = message_of([&] {
        HaloHandle first = halo.start(first_values), second = halo.start(second_values);
        if (is_wrong && world().rank() == 0) std::swap(first, second);
        second.finish();
        halo.exchange(third_values);
        first.finish();
        halo.close();
      });
      if (is_wrong) {
        if (waits_in_order)
          test::expect_words(said, {"has waited 0.2 s"});  // it waits for rank 0, or for ranks that do
        else
          test::expect_words(said, {"before a halo exchange, number 6 of its object",
                                    "had been finished on rank 0 in another order", "in the same order"});
        continue;
      }
      EXPECT_EQ(said, "");
      EXPECT_EQ(test::count_bad(ring, first_values, 1, 1), 0);
      EXPECT_EQ(test::count_bad(ring, second_values, 1, 2), 0);
      EXPECT_EQ(test::count_bad(ring, third_values, 1, 3), 0);
    }
}

TEST(halo_rows, a_wrong_time_limit_is_refused_on_all) {
  const Ring ring = make_ring(world(), 4, 1);
  const bool is_last = world().rank() == world().size() - 1;
  const std::string said =
      message_of([&] { HaloExchange(world(), ring.plan, {.time_limit = is_last ? -1.0 : 2.0}); });
  EXPECT_NE(said.find("a time limit of -1 s"), std::string::npos) << said;
}

// A second concurrent exchange is the first call that needs a further communicator, which all ranks must
// create together.
TEST(halo_rows, nor_where_it_would_make_a_communicator) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has no others";
  const Ring ring = make_ring(world(), 4, 1);
  std::vector<double> values(ring.cells.size()), others(ring.cells.size());
  HaloExchange halo(world(), ring.plan);
  for (int i = 0; i < 3; ++i) halo.exchange(values);
  HaloHandle first = halo.start(values);
  world().barrier();
  halo.set_time_limit(0.2);
  if (world().rank() != 0)
    test::expect_words(message_of([&] { halo.start(others).finish(); }), {"has waited 0.2 s"});
  world().barrier();
  EXPECT_NE(message_of([&] { first.finish(); }) == "", world().rank() != 0);
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

// Only the first rank owns cells, and only the last rank has a halo.
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

// More fields than fit into a post between processes of a node.
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

// Rows whose location and length change at every exchange, like buffers of sub-steps.
TEST(halo_rows, places_and_lengths_may_change_at_every_exchange) {
  const Ring ring = make_ring(world(), 5, 2);
  for (const std::string& method : test::all_methods()) {
    HaloExchange halo(world(), ring.plan, {.method = method});
    std::vector<std::vector<float>> kept;
    for (int repetition = 0; repetition < 120; ++repetition) {
      const int n = 1 + (repetition * 7) % 45;  // more lengths than the methods keep set-ups for
      kept.push_back(test::make_values<float>(ring, n, repetition));
      halo.exchange(make_cell_rows(kept.back().data(), std::int64_t(ring.cells.size()), n));
      ASSERT_EQ(test::count_bad(ring, kept.back(), n, repetition), 0) << method << ", " << repetition;
    }
  }
}

}  // namespace
}  // namespace groundswell
