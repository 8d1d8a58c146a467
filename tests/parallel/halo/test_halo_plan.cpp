// SPDX-License-Identifier: Apache-2.0
// Halo plans: each rank sends what its partner expects, in the same order, on meshes and on a lat-lon grid;
// plans that do not fit together are refused on all ranks.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "decomp/decomposed_mesh.hpp"
#include "halo/halo_plan.hpp"
#include "support/parallel_world.hpp"
#include "support/test_meshes.hpp"

namespace groundswell {
namespace {

using test::meshes;
using test::world;

// Every (from, to, global cell) that this rank sends or receives, in the plan's order.
std::vector<std::int64_t> links_of(const HaloPlan& plan, const std::vector<std::int64_t>& global,
                                   bool sends) {
  std::vector<std::int64_t> links;
  const int me = world().rank();
  for (int n = 0; n < plan.n_neighbour(); ++n) {
    const int other = plan.neighbours[n];
    if (sends)
      for (int i = plan.send_begin[n]; i < plan.send_begin[n + 1]; ++i)
        links.insert(links.end(), {me, other, global[plan.send_cells[i]]});
    else
      for (int i = plan.receive_begin[n]; i < plan.receive_begin[n + 1]; ++i)
        links.insert(links.end(), {other, me, global[plan.n_owned + i]});
  }
  return links;
}

using Links = std::map<std::pair<std::int64_t, std::int64_t>, std::vector<std::int64_t>>;

Links links_of_all(const std::vector<std::int64_t>& mine) {
  const std::vector<std::int64_t> all = world().all_gather(std::span<const std::int64_t>(mine));
  Links links;
  for (std::size_t i = 0; i < all.size(); i += 3) links[{all[i], all[i + 1]}].push_back(all[i + 2]);
  return links;
}

TEST(halo_plan, sends_are_what_others_expect_in_the_same_order) {
  for (const auto& [name, whole] : meshes()) {
    for (int n_ring : {1, 2}) {
      SCOPED_TRACE(text(name, ", ", n_ring, " rings"));
      const Partition partition = make_partition(make_cell_graph(whole), world().size());
      const LocalMesh local = make_local_mesh(whole, partition, world().rank(), n_ring);
      const HaloPlan plan = make_halo_plan(world(), local);
      EXPECT_EQ(plan.n_owned, local.n_owned);
      EXPECT_EQ(plan.n_halo, local.n_halo);
      EXPECT_EQ(plan.receive_begin.back(), local.n_halo);
      const std::set<int> owners(local.halo_owner.begin(), local.halo_owner.end());  // ascending, each once
      EXPECT_EQ(std::vector<int>(plan.neighbours.begin(), plan.neighbours.end()),
                std::vector<int>(owners.begin(), owners.end()));
      const Links sent = links_of_all(links_of(plan, local.global_cell, true));
      const Links received = links_of_all(links_of(plan, local.global_cell, false));
      EXPECT_EQ(sent, received);
      for (const auto& [link, cells] : received) {
        EXPECT_TRUE(std::ranges::is_sorted(cells, std::less<>()));
        for (std::int64_t cell : cells) EXPECT_EQ(partition.owner[std::size_t(cell)], link.first);
        EXPECT_TRUE(received.contains({link.second, link.first})) << "neighbours must be mutual";
      }
      for (int cell : plan.send_cells) EXPECT_TRUE(cell >= local.n_inner && cell < local.n_owned);
    }
  }
}

// Bands of latitude of a regular grid, periodic in longitude; the halo is one row to the north and one to the
// south. There is no mesh.
TEST(halo_plan, serves_a_lat_lon_grid) {
  const int nx = 12, rows_each = 2, me = world().rank(), n = world().size();
  std::vector<std::int64_t> owned, halo;
  std::vector<int> owner;
  for (int j = me * rows_each; j < (me + 1) * rows_each; ++j)
    for (int i = 0; i < nx; ++i) owned.push_back(std::int64_t(j) * nx + i);
  const auto add_row = [&](int j, int rank) {
    for (int i = 0; i < nx && rank >= 0 && rank < n; ++i) {
      halo.push_back(std::int64_t(j) * nx + i);
      owner.push_back(rank);
    }
  };
  add_row(me * rows_each - 1, me - 1);
  add_row((me + 1) * rows_each, me + 1);
  const HaloPlan plan = make_halo_plan(world(), owned, halo, owner);
  std::vector<int> expected;
  if (me > 0) expected.push_back(me - 1);
  if (me < n - 1) expected.push_back(me + 1);
  EXPECT_EQ(plan.neighbours, expected);
  std::vector<std::int64_t> global = owned;
  global.insert(global.end(), halo.begin(), halo.end());
  EXPECT_EQ(links_of_all(links_of(plan, global, true)), links_of_all(links_of(plan, global, false)));
}

// A rank may receive from a rank to which it sends nothing: a ring in one direction.
TEST(halo_plan, links_may_go_one_way) {
  const int me = world().rank(), n = world().size();
  if (n == 1) GTEST_SKIP() << "one rank has no others";
  const std::vector<std::int64_t> owned{me}, halo{(me + 1) % n};
  const std::vector<int> owner{(me + 1) % n};
  const HaloPlan plan = make_halo_plan(world(), owned, halo, owner);
  EXPECT_EQ(plan.n_neighbour(), n == 2 ? 1 : 2);
  EXPECT_EQ(plan.send_cells, std::vector<int>{0});
  EXPECT_EQ(plan.receive_begin.back(), 1);
}

std::string refusal(const std::vector<std::int64_t>& owned, const std::vector<std::int64_t>& halo,
                    const std::vector<int>& owner) {
  return test::message_of([&] { make_halo_plan(world(), owned, halo, owner); });
}

TEST(halo_plan, what_does_not_fit_is_refused_on_all_ranks) {
  const int me = world().rank(), n = world().size();
  const std::vector<std::int64_t> owned{2 * me, 2 * me + 1};
  EXPECT_NE(refusal(owned, {0}, {n}).find("is owned by rank"), std::string::npos);
  if (n == 1) return;
  // Only the last rank makes a mistake.
  const bool errs = me == n - 1;
  const auto if_errs = [&](std::vector<std::int64_t> cells) {
    return errs ? cells : std::vector<std::int64_t>{};
  };
  EXPECT_NE(refusal(owned, if_errs({1, 0}), std::vector<int>(errs ? 2 : 0, 0)).find("out of order"),
            std::string::npos);
  EXPECT_NE(refusal(owned, if_errs({1000}), std::vector<int>(errs ? 1 : 0, 0)).find("does not own it"),
            std::string::npos);
  EXPECT_NE(refusal(owned, if_errs({1, 1}), std::vector<int>(errs ? 2 : 0, 0)).find("is named twice"),
            std::string::npos);
  // Two cells with the same number are accepted if no rank needs them.
  const std::vector<std::int64_t> alike{2 * me, 7000, 7000};
  EXPECT_EQ(refusal(alike, {}, {}), "");
  EXPECT_NE(refusal(alike, if_errs({7000}), std::vector<int>(errs ? 1 : 0, 0))
                .find("from rank 0, which has two cells of this number"),
            std::string::npos);
}

}  // namespace
}  // namespace groundswell
