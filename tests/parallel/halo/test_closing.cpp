// SPDX-License-Identifier: Apache-2.0
// When an exchange object is closed, ranks that wait for no other rank learn of errors that they have not
// seen before.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
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

// The last rank sends, rank 0 receives, the others do neither.
HaloPlan one_way_plan() {
  const int me = world().rank(), last = world().size() - 1;
  const std::vector<std::int64_t> cell{7}, none;
  const std::vector<int> owner{last}, nobody;
  return make_halo_plan(world(), me == last ? cell : none, me == 0 ? cell : none, me == 0 ? owner : nobody);
}

// A rank that waits for no other rank gets the error when it closes.
TEST(halo_closing, a_rank_without_a_further_exchange_is_told_when_it_closes) {
  const int me = world().rank(), last = world().size() - 1;
  if (last == 0) GTEST_SKIP() << "one rank has no others";
  const HaloPlan plan = one_way_plan();
  for (const std::string& method : test::all_methods())
    for (const bool is_wrong : {false, true}) {
      SCOPED_TRACE(text(method, is_wrong ? ", other lengths on rank 0" : ""));
      std::vector<double>& values = test::lasting_values<double>(2);
      const auto rows = [&](int n) { return make_cell_rows(values.data(), plan.n_cell(), n); };
      HaloExchange halo(world(), plan, {.method = method, .time_limit = 20.0});
      const std::string said = message_of([&] {  // middle ranks may fail at their first exchange
        for (int i = 0; i < 4; ++i) halo.exchange(rows(1));
        halo.exchange(rows(is_wrong && me == 0 ? 2 : 1));
        halo.close();
      });
      if (is_wrong) {
        test::expect_words(said, {"rows of different lengths", "number 5 of", "16 bytes on rank 0"});
      } else {
        EXPECT_EQ(said, "");
      }
      EXPECT_EQ(halo.has_failed(), is_wrong);
      halo.close();  // close() may be called twice, also after a failure
    }
}

// The last rank closes after the others have given up waiting: it gets their error, or finds that all ranks
// have closed.
TEST(halo_closing, a_rank_that_closes_late_does_not_wait) {
  const int last = world().size() - 1;
  if (last == 0) GTEST_SKIP() << "one rank has no others";
  const Ring ring = make_ring(world(), 4, 1);
  std::vector<double> values(ring.cells.size());
  HaloExchange halo(world(), ring.plan);
  halo.exchange(values);
  world().barrier();
  halo.set_time_limit(world().rank() == last ? 20.0 : 0.2);
  constexpr int tag = 17;
  std::vector<int> token(1);
  for (int other = 0; world().rank() == last && other < last; ++other)
    world().receive(std::span(token), other, tag);
  const std::string said = message_of([&] { halo.close(); });
  if (world().rank() != last) world().start_send(std::span<const int>(token), last, tag).wait();
  if (world().rank() != last || !said.empty()) {
    test::expect_words(said, {"has waited 0.2 s for other ranks to close a halo exchange"});
  }
}

// A rank that only sends does not block in a surplus exchange. If close() did not report that exchange, its
// message would be received by an exchange of the next object.
TEST(halo_closing, an_exchange_more_on_one_rank_is_told_when_it_closes) {
  const int me = world().rank(), last = world().size() - 1;
  if (last == 0) GTEST_SKIP() << "one rank has no others";
  const HaloPlan plan = one_way_plan();
  for (const std::string method : {"point_to_point", "point_to_point_ordered", "persistent", "shared_window"})
    for (int turn = 0; turn < 3; ++turn) {
      SCOPED_TRACE(method);
      std::vector<double>& values = test::lasting_values<double>(1);
      const CellRows rows = make_cell_rows(values.data(), plan.n_cell(), 1);
      HaloExchange halo(world(), plan, {.method = method, .time_limit = 20.0});
      for (int i = 0; i < 4; ++i) {
        values[0] = me == last ? 10 * turn + i : -1;
        halo.exchange(rows);
        if (me == 0) {
          EXPECT_EQ(values[0], 10 * turn + i);
        }
      }
      if (me == last) static_cast<void>(message_of([&] { halo.exchange(rows); }));
      test::expect_words(
          message_of([&] { halo.close(); }),
          {text("rank ", last, " has started 5 exchanges of a halo and rank 0 only 4").c_str()});
    }
}

}  // namespace
}  // namespace groundswell
