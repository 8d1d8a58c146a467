// SPDX-License-Identifier: Apache-2.0
// Halos of cells at any place of arrays: every row is compared with what its cell must have.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "halo/halo_exchange.hpp"
#include "halo/halo_plan.hpp"
#include "parallel/halo/halo_samples.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::all_methods;
using test::message_of;
using test::value_of;
using test::world;

// Cells at random places with gaps, a halo in random order that names some cells several times.
TEST(placed_halo, rows_lie_at_any_place) {
  constexpr std::int64_t n_each = 7;
  const std::int64_t me = world().rank(), n_grid = n_each * world().size();
  std::mt19937 random(unsigned(71 + me));
  std::vector<std::int64_t> owned, halo, places(60);
  const auto number = [](std::int64_t k) { return k * k * k - 1000; };  // gaps, some of them negative
  for (std::int64_t k = 0; k < n_each; ++k) owned.push_back(number(me + k * world().size()));
  for (int k = 0; k < 30; ++k) halo.push_back(number(std::int64_t(random() % std::uint64_t(n_grid))));
  std::iota(places.begin(), places.end(), std::int64_t(0));
  std::shuffle(places.begin(), places.end(), random);
  const std::span<const std::int64_t> all(places);
  const HaloPlan plan = make_placed_halo_plan(world(), {owned, all.first(owned.size())},
                                              {halo, all.subspan(owned.size(), halo.size())});
  for (const std::string& method : all_methods()) {
    HaloExchange exchange(world(), plan, {.method = method});
    std::vector<double> values(places.size() * 2, -7.0), wanted = values;
    for (std::size_t k = 0; k < owned.size() + halo.size(); ++k)
      for (int column : {0, 1}) {
        const std::size_t at = 2 * std::size_t(places[k]) + std::size_t(column);
        wanted[at] = value_of<double>(k < owned.size() ? owned[k] : halo[k - owned.size()], column, 1);
        if (k < owned.size()) values[at] = wanted[at];
      }
    exchange.exchange(make_cell_rows(values.data(), std::int64_t(places.size()), 2));
    EXPECT_EQ(values, wanted) << method;
    exchange.close();
  }
}

TEST(placed_halo, default_places_need_no_positions) {
  const test::Ring ring = test::make_ring(world(), 5, 2);
  const std::span<const std::int64_t> cells(ring.cells);
  const HaloPlan plan = make_placed_halo_plan(world(), {cells.first(5), {}}, {cells.subspan(5), {}});
  EXPECT_FALSE(plan.positions);
  EXPECT_EQ(plan.send_cells, ring.plan.send_cells);
  EXPECT_EQ(plan.receive_begin, ring.plan.receive_begin);
}

TEST(placed_halo, mistakes_are_refused_on_all_ranks) {
  const int last = world().size() - 1, me = world().rank();
  const std::vector<std::int64_t> owned{10 * me, 10 * me + 1}, halo{10 * ((me + 1) % world().size()) + 1};
  const auto refused = [&](std::vector<std::int64_t> own_places, std::vector<std::int64_t> cells,
                           std::vector<std::int64_t> places) {
    return message_of([&] { make_placed_halo_plan(world(), {owned, own_places}, {cells, places}); });
  };
  const auto has = [](const std::string& message, const std::string& words) {
    EXPECT_NE(message.find(words), std::string::npos) << message;
  };
  has(refused({0, 1}, halo, {me == last ? 1 : 2}),
      text("two cells of rank ", last, " were given the same position, 1"));
  has(refused({0, -1}, halo, {2}), "the owned cell 1 was given the position -1");
  has(refused({0, 1, 2}, halo, {3}), "2 owned cells and 3 positions");
  has(refused({0, 1}, {me == last ? -5 : halo[0]}, {2}),
      text("cell -5, in the halo of rank ", last, ", is owned by no"));
}

// Six cells begin in one line of a(i, k, j) and end in the next, at the sender and at the receiver.
TEST(placed_halo, neighbouring_rows_may_lie_in_two_lines) {
  const std::int64_t me = world().rank(), next = (me + 1) % world().size();
  std::vector<std::int64_t> owned, halo, owned_places, halo_places;
  for (std::int64_t k = 0; k < 6; ++k) {
    owned.push_back(6 * me + k), owned_places.push_back(13 + k);
    halo.push_back(6 * next + k), halo_places.push_back(2 + k);
  }
  const HaloPlan plan = make_placed_halo_plan(world(), {owned, owned_places}, {halo, halo_places});
  for (const std::string& method : all_methods()) {
    HaloExchange exchange(world(), plan, {.method = method});
    std::vector<double> values(4 * 2 * 5, -7.0), wanted;
    const auto set = [&](const std::vector<std::int64_t>& cells, const std::vector<std::int64_t>& places) {
      for (std::size_t n = 0; n < cells.size(); ++n)
        for (const int k : {0, 1})
          values[std::size_t((places[n] / 5 * 2 + k) * 5 + places[n] % 5)] = value_of<double>(cells[n], k, 1);
    };
    set(owned, owned_places), set(halo, halo_places);
    wanted = values;
    for (std::size_t at = 0; at < 20; ++at) values[at] = values[at] == -7.0 ? -7.0 : 0.0;  // the halo's half
    exchange.exchange(make_halo_array(values.data(), "jki", {4, 2, 5}));
    EXPECT_EQ(values, wanted) << method;
    exchange.close();
  }
}

}  // namespace
}  // namespace groundswell
