// SPDX-License-Identifier: Apache-2.0
// Receives follow from the halo's owners; sends are what the other ranks request.
#include "halo/halo_plan.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "comm/sparse_exchange.hpp"
#include "comm/together.hpp"
#include "halo/plan_messages.hpp"

namespace groundswell {
namespace {

void check_halo(const Communicator& communicator, std::span<const std::int64_t> halo,
                std::span<const int> halo_owner) {
  require(halo.size() == halo_owner.size(), "a halo plan was given ", halo.size(), " halo cells and ",
          halo_owner.size(), " owners");
  for (std::size_t i = 0; i < halo.size(); ++i) {
    require(halo_owner[i] >= 0 && halo_owner[i] < communicator.size(), "halo cell ", halo[i], " of rank ",
            communicator.rank(), " is owned by rank ", halo_owner[i], ", which is not one of the ",
            communicator.size(), " ranks");
    require(i == 0 || halo[i] != halo[i - 1] || halo_owner[i] != halo_owner[i - 1], "halo cell ", halo[i],
            " of rank ", communicator.rank(), " is named twice; name each cell once");
    require(i == 0 || std::tie(halo_owner[i - 1], halo[i - 1]) < std::tie(halo_owner[i], halo[i]),
            "halo cell ", halo[i], " of rank ", communicator.rank(),
            " is out of order; sort halo cells by (owner, global index)");
  }
}

// The requests to the other owners of halo cells, in the order of the halo.
std::vector<RankMessage> make_requests(std::span<const std::int64_t> halo, std::span<const int> halo_owner,
                                       int rank) {
  std::vector<RankMessage> requests;
  for (std::size_t i = 0; i < halo.size(); ++i) {
    if (halo_owner[i] == rank) continue;
    if (i == 0 || halo_owner[i] != halo_owner[i - 1]) requests.push_back({halo_owner[i], {}});
    requests.back().values.push_back(halo[i]);
  }
  return requests;
}

// Local indices of owned cells by global index.
class OwnedCells {
 public:
  OwnedCells(std::span<const std::int64_t> owned, int rank) : rank_(rank) {
    for (std::size_t i = 0; i < owned.size(); ++i) sorted_.emplace_back(owned[i], int(i));
    std::ranges::sort(sorted_);
  }
  int find(std::int64_t global, int asking_rank) const {
    const auto at =
        std::ranges::lower_bound(sorted_, global, {}, [](const auto& cell) { return cell.first; });
    require(at != sorted_.end() && at->first == global, "rank ", asking_rank, " requests cell ", global,
            " from rank ", rank_, ", which does not own it; all ranks must use the same partition");
    require(at + 1 == sorted_.end() || at[1].first != global, "rank ", asking_rank, " requests cell ", global,
            " from rank ", rank_, ", which has two cells of this number; give each its own number");
    return at->second;
  }

 private:
  int rank_;
  std::vector<std::pair<std::int64_t, int>> sorted_;
};

}  // namespace

HaloPlan make_halo_plan(const Communicator& communicator, std::span<const std::int64_t> owned,
                        std::span<const std::int64_t> halo, std::span<const int> halo_owner) {
  run_together(communicator, [&] { check_halo(communicator, halo, halo_owner); });
  return plan_messages(communicator, owned, halo, halo_owner);
}

HaloPlan plan_messages(const Communicator& communicator, std::span<const std::int64_t> owned,
                       std::span<const std::int64_t> halo, std::span<const int> halo_owner) {
  const std::vector<RankMessage> requests = make_requests(halo, halo_owner, communicator.rank());
  const std::vector<RankMessage> asked = exchange_sparse(communicator, requests);

  std::map<int, std::pair<const RankMessage*, const RankMessage*>>
      links;  // for each other rank, the request to it and the request from it
  for (const RankMessage& request : requests) links[request.rank].first = &request;
  for (const RankMessage& request : asked) links[request.rank].second = &request;
  HaloPlan plan;
  plan.n_owned = int(owned.size());
  plan.n_halo = int(halo.size());
  plan.send_begin.push_back(0);
  run_together(communicator, [&] {
    const int me = communicator.rank();
    const OwnedCells cells(owned, me);
    const auto [own, own_end] = std::equal_range(halo_owner.begin(), halo_owner.end(), me);
    plan.own_begin = int(own - halo_owner.begin());
    for (std::int64_t global : halo.subspan(std::size_t(plan.own_begin), std::size_t(own_end - own)))
      plan.own_cells.push_back(cells.find(global, me));
    int n_received = 0;
    const auto add_begin = [&] {
      const bool after_own = n_received >= plan.own_begin;
      plan.receive_begin.push_back(n_received + (after_own ? int(plan.own_cells.size()) : 0));
    };
    add_begin();
    for (const auto& [rank, link] : links) {
      plan.neighbours.push_back(rank);
      if (link.second)
        for (std::int64_t global : link.second->values) plan.send_cells.push_back(cells.find(global, rank));
      plan.send_begin.push_back(int(plan.send_cells.size()));
      if (link.first) n_received += int(link.first->values.size());
      add_begin();
    }
  });
  return plan;
}

}  // namespace groundswell
