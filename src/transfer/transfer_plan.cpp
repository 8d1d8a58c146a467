// SPDX-License-Identifier: Apache-2.0
// Sender and receiver list the blocks of a message in the same order, because both walk the blocks of a link
// by ascending source and target.
#include "transfer/transfer_plan.hpp"

#include <map>

#include "base/error.hpp"

namespace groundswell {
namespace {

class PlanMaker {
 public:
  PlanMaker(const Route& route, const CellPairs& pairs) : route_(route) {
    for (std::size_t i = 0; i < pairs.sends.size(); ++i)
      places_.push_back({.pair = int(i), .n_row = pairs.sends[i].rows.n_row()});
  }

  void add_stage(int from, int to) {
    TransferStage stage;
    std::map<std::pair<int, int>, BlockPlace> here;  // blocks held at link `to`, by source and target
    send(from, to, stage, here);
    receive(from, to, stage, here);
    places_.clear();
    for (const RouteBlock& block : route_.held(to)) places_.push_back(here.at({block.source, block.target}));
    plan_.stages.push_back(std::move(stage));
  }

  TransferPlan finish() {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const BlockPlace& place = places_[i];
      const Delivery delivery{place, int(i)};
      if (place.stage < 0)
        plan_.local_deliveries.push_back(delivery);
      else
        plan_.stages[std::size_t(place.stage)].receives[std::size_t(place.message)].deliveries.push_back(
            delivery);
    }
    return std::move(plan_);
  }

 private:
  using PlaceOf = std::map<std::pair<int, int>, BlockPlace>;

  // Blocks that stay on this process keep their place.
  void send(int from, int to, TransferStage& stage, PlaceOf& here) const {
    std::map<int, SentMessage> messages;
    const std::vector<RouteBlock>& blocks = route_.held(from);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const int rank = route_.holder(to, blocks[i]);
      if (rank == route_.rank()) {
        here[{blocks[i].source, blocks[i].target}] = places_[i];
        continue;
      }
      SentMessage& message = messages[rank];
      message.rank = rank;
      message.n_row += blocks[i].n_row;
      message.blocks.push_back(places_[i]);
    }
    for (auto& [rank, message] : messages) stage.sends.push_back(std::move(message));
  }

  void receive(int from, int to, TransferStage& stage, PlaceOf& here) const {
    std::map<int, int> index;  // index of the message from each rank
    for (const RouteBlock& block : route_.held(to))
      if (const int rank = route_.holder(from, block); rank != route_.rank()) index[rank] = 0;
    for (auto& [rank, i] : index) {
      i = int(stage.receives.size());
      stage.receives.push_back({rank, 0, {}});
    }
    for (const RouteBlock& block : route_.held(to)) {
      const int rank = route_.holder(from, block);
      if (rank == route_.rank()) continue;
      ReceivedMessage& message = stage.receives[std::size_t(index[rank])];
      here[{block.source, block.target}] = {.stage = int(plan_.stages.size()),
                                            .message = index[rank],
                                            .first_row = message.n_row,
                                            .n_row = block.n_row};
      message.n_row += block.n_row;
    }
  }

  const Route& route_;
  TransferPlan plan_;
  std::vector<BlockPlace> places_;  // of the blocks held at the last link added
};

}  // namespace

TransferPlan make_transfer_plan(const Route& route, const CellPairs& pairs, const KeptLinks& kept) {
  ensure(int(kept.size()) == route.n_inner_link(), "a choice of ", kept.size(), " links for a route of ",
         route.n_link());
  PlanMaker maker(route, pairs);
  int from = 0;
  for (int link = 1; link < route.n_link(); ++link) {
    const bool is_kept = link == route.n_link() - 1 || kept[std::size_t(link - 1)];
    if (!is_kept) continue;
    maker.add_stage(from, link);
    from = link;
  }
  return maker.finish();
}

}  // namespace groundswell
