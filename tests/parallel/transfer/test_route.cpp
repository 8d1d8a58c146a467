// SPDX-License-Identifier: Apache-2.0
// The plans that follow from a route: how many messages each stage has, and where blocks end up.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "support/parallel_world.hpp"
#include "transfer/butterfly_mapping.hpp"
#include "transfer/route.hpp"
#include "transfer/transfer_plan.hpp"

namespace groundswell {
namespace {

using test::world;

// Every rank has cells for every rank: a transfer from a round-robin to a block decomposition on the same
// processes.
class AllToAll : public testing::Test {
 protected:
  AllToAll() : source_{n_cell, {}}, target_(make_block_decomposition(n_cell, world().rank(), n_rank_)) {
    for (std::int64_t cell = world().rank(); cell < n_cell; cell += n_rank_) source_.cells.push_back(cell);
    pairs_ = match_cells(exchange_, &source_, &target_);
  }

  // The messages of a stage.
  template <class Message>
  static std::int64_t n_in(int stage, const std::vector<Message>& messages) {
    return std::ranges::count(messages, stage, &Message::stage);
  }

  static constexpr std::int64_t n_cell = 960;
  int n_rank_ = world().size();
  SparseExchange exchange_{world()};
  Decomposition source_, target_;
  CellPairs pairs_;
};

TEST_F(AllToAll, PointToPointHasOneMessagePerPartner) {
  const Route route(exchange_, pairs_, false);
  EXPECT_EQ(route.n_inner_link(), 0);
  const TransferPlan all = make_transfer_plan(route, {});
  ASSERT_EQ(all.n_stage, 1);
  EXPECT_EQ(int(all.sends.size()), n_rank_ - 1);
  EXPECT_EQ(int(all.receives.size()), n_rank_ - 1);
  EXPECT_EQ(all.local_deliveries.size(), 1u);
}

// Each stage halves the set of possible partners, and no rank ever has two partners in a stage.
TEST_F(AllToAll, ButterflyHasOnePartnerPerStageOnPowersOfTwo) {
  if (!std::has_single_bit(unsigned(n_rank_))) GTEST_SKIP() << "mappings of other counts have more partners";
  const Route route(exchange_, pairs_, true);
  const TransferPlan full = make_transfer_plan(route, KeptLinks(std::size_t(route.n_inner_link()), true));
  for (int stage = 0; stage < full.n_stage; ++stage) {
    EXPECT_LE(n_in(stage, full.sends), 1);
    EXPECT_LE(n_in(stage, full.receives), 1);
  }
  if (n_rank_ != 8) return;
  // Links 1 to 4 lie before, between and after the three stages of the butterfly kernel. As in Zhang et al.
  // (2016), if one of these links is left out, each process sends up to three messages in the stage that
  // replaces the stages on either side of the link.
  KeptLinks kept(std::size_t(route.n_inner_link()), true);
  std::int64_t most = 0;
  for (std::size_t link = 1; link + 1 < kept.size(); ++link) {
    kept[link] = false;
    const TransferPlan made = make_transfer_plan(route, kept);
    for (int stage = 0; stage < made.n_stage; ++stage) most = std::max(most, n_in(stage, made.sends));
    kept[link] = true;
  }
  EXPECT_EQ(most, 3);
}

// For any choice of links, as many rows arrive as were sent, and each block is delivered once.
TEST_F(AllToAll, AnyLinksDeliverEachBlockOnce) {
  const Route route(exchange_, pairs_, true);
  const int n = route.n_inner_link();
  for (int bits = 0; bits < 1 << n; ++bits) {
    KeptLinks kept;
    for (int link = 0; link < n; ++link) kept.push_back((bits >> link & 1) != 0);
    const TransferPlan made = make_transfer_plan(route, kept);
    std::vector<int> delivered(pairs_.receives.size(), 0);
    for (const Delivery& delivery : made.local_deliveries) ++delivered[std::size_t(delivery.pair)];
    std::vector<std::int64_t> unreceived(std::size_t(made.n_stage), 0);  // rows
    for (const SentMessage& message : made.sends) unreceived[std::size_t(message.stage)] += message.n_row;
    for (const ReceivedMessage& message : made.receives) {
      unreceived[std::size_t(message.stage)] -= message.n_row;
      for (const Delivery& delivery : message.deliveries) ++delivered[std::size_t(delivery.pair)];
    }
    for (const std::int64_t rows : unreceived) EXPECT_EQ(world().sum(rows), 0);
    EXPECT_EQ(std::ranges::count(delivered, 1), std::ptrdiff_t(delivered.size()));
  }
}

}  // namespace
}  // namespace groundswell
