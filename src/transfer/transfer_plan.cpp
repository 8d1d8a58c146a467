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
  explicit PlanMaker(const Route& route) : route_(route) {
    const std::vector<CellPair>& sends = route.pairs().sends;
    for (std::size_t i = 0; i < sends.size(); ++i)
      places_.push_back({.pair = int(i), .n_row = sends[i].rows.n_row()});
  }

  void add_stage(int from, int to) {
    std::map<std::pair<int, int>, BlockPlace> here;  // blocks held at link `to`, by source and target
    send(from, to, here);
    receive(from, to, here);
    places_.clear();
    for (const RouteBlock& block : route_.held(to)) places_.push_back(here.at({block.source, block.target}));
    ++plan_.n_stage;
  }

  TransferPlan finish() {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      const int message = places_[i].message;
      (message < 0 ? plan_.local_deliveries : plan_.receives[std::size_t(message)].deliveries)
          .push_back({places_[i], int(i)});
    }
    return std::move(plan_);
  }

 private:
  using PlaceOf = std::map<std::pair<int, int>, BlockPlace>;

  // Blocks that stay on this process keep their place.
  void send(int from, int to, PlaceOf& here) {
    std::map<int, SentMessage> messages;
    const std::vector<RouteBlock>& blocks = route_.held(from);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const int rank = route_.holder(to, blocks[i]);
      if (rank == route_.rank()) {
        here[{blocks[i].source, blocks[i].target}] = places_[i];
        continue;
      }
      SentMessage& message = messages.try_emplace(rank, SentMessage{plan_.n_stage, rank}).first->second;
      message.n_row += blocks[i].n_row;
      message.blocks.push_back(places_[i]);
    }
    for (auto& [rank, message] : messages) plan_.sends.push_back(std::move(message));
  }

  void receive(int from, int to, PlaceOf& here) {
    std::map<int, int> index;  // of the message from each rank
    for (const RouteBlock& block : route_.held(to))
      if (const int rank = route_.holder(from, block); rank != route_.rank()) index[rank] = 0;
    for (auto& [rank, i] : index) {
      i = int(plan_.receives.size());
      plan_.receives.push_back({plan_.n_stage, rank});
    }
    for (const RouteBlock& block : route_.held(to)) {
      const auto found = index.find(route_.holder(from, block));
      if (found == index.end()) continue;
      std::int64_t& n_row = plan_.receives[std::size_t(found->second)].n_row;
      here[{block.source, block.target}] = {
          .message = found->second, .first_row = n_row, .n_row = block.n_row};
      n_row += block.n_row;
    }
  }

  const Route& route_;
  TransferPlan plan_;
  std::vector<BlockPlace> places_;  // of the blocks held at the last link added
};

}  // namespace

TransferPlan make_transfer_plan(const Route& route, const KeptLinks& kept) {
  ensure(int(kept.size()) == route.n_inner_link(), "a choice of ", kept.size(), " links for a route of ",
         route.n_link());
  PlanMaker maker(route);
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
