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
  TransferPlan plan(const Route& route, const KeptLinks& kept) const {
    return make_transfer_plan(route, pairs_, kept);
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
  const TransferPlan all = plan(route, {});
  ASSERT_EQ(all.stages.size(), 1u);
  EXPECT_EQ(int(all.stages[0].sends.size()), n_rank_ - 1);
  EXPECT_EQ(int(all.stages[0].receives.size()), n_rank_ - 1);
  EXPECT_EQ(all.local_deliveries.size(), 1u);
}

// Each stage halves the set of possible partners, and no rank ever has two partners in a stage.
TEST_F(AllToAll, ButterflyHasOnePartnerPerStageOnPowersOfTwo) {
  if (!std::has_single_bit(unsigned(n_rank_))) GTEST_SKIP() << "mappings of other counts have more partners";
  const Route route(exchange_, pairs_, true);
  const TransferPlan full = plan(route, KeptLinks(std::size_t(route.n_inner_link()), true));
  for (const TransferStage& stage : full.stages) {
    EXPECT_LE(stage.sends.size(), 1u);
    EXPECT_LE(stage.receives.size(), 1u);
  }
  if (n_rank_ != 8) return;
  // Links 1 to 4 lie before, between and after the three stages of the butterfly kernel. As in Zhang et al.
  // (2016), if one of these links is left out, each process sends up to three messages in the stage that
  // replaces the stages on either side of the link.
  KeptLinks kept(std::size_t(route.n_inner_link()), true);
  std::size_t most = 0;
  for (std::size_t link = 1; link + 1 < kept.size(); ++link) {
    kept[link] = false;
    for (const TransferStage& stage : plan(route, kept).stages) most = std::max(most, stage.sends.size());
    kept[link] = true;
  }
  EXPECT_EQ(most, 3u);
}

// For any choice of links, as many rows arrive as were sent, and each block is delivered once.
TEST_F(AllToAll, AnyLinksDeliverEachBlockOnce) {
  const Route route(exchange_, pairs_, true);
  const int n = route.n_inner_link();
  for (int bits = 0; bits < 1 << n; ++bits) {
    KeptLinks kept;
    for (int link = 0; link < n; ++link) kept.push_back((bits >> link & 1) != 0);
    const TransferPlan made = plan(route, kept);
    std::vector<int> delivered(pairs_.receives.size(), 0);
    for (const Delivery& delivery : made.local_deliveries) ++delivered[std::size_t(delivery.pair)];
    for (const TransferStage& stage : made.stages) {
      std::int64_t sent = 0, received = 0;
      for (const SentMessage& message : stage.sends) sent += message.n_row;
      for (const ReceivedMessage& message : stage.receives) {
        received += message.n_row;
        for (const Delivery& delivery : message.deliveries) ++delivered[std::size_t(delivery.pair)];
      }
      EXPECT_EQ(world().sum(sent), world().sum(received));
    }
    EXPECT_EQ(std::ranges::count(delivered, 1), std::ptrdiff_t(delivered.size()));
  }
}

}  // namespace
}  // namespace groundswell
