// SPDX-License-Identifier: Apache-2.0
#include "bench/network_replay/fair_shares.hpp"

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>

namespace groundswell {

FairShares::FairShares(const FlowRoutes& routes, std::span<const double> capacity)
    : routes_(routes),
      capacity_(capacity),
      links_(capacity.size()),
      has_rate_(std::size_t(routes.n_flow())) {}

void FairShares::list_flows(std::span<const int> active) {
  used_.clear();
  for (const int flow : active) {
    has_rate_[std::size_t(flow)] = 0;
    for (const int link : routes_.of(flow))
      if (links_[std::size_t(link)].n_flow++ == 0) used_.push_back(link);
  }
  int first = 0;
  for (const int link : used_) {
    SharedLink& shared = links_[std::size_t(link)];
    shared.left = capacity_[std::size_t(link)];
    shared.first = shared.end = first;
    first += shared.n_flow;
  }
  flows_.resize(std::size_t(first));
  for (const int flow : active)
    for (const int link : routes_.of(flow)) flows_[std::size_t(links_[std::size_t(link)].end++)] = flow;
}

// A link's share never decreases while flows on other links get their rates: an entry in the queue may be too
// low but not too high, and is corrected when it is popped.
void FairShares::compute(std::span<const int> active, std::vector<double>& rate) {
  list_flows(active);
  using Turn = std::pair<double, int>;
  std::vector<Turn> turns;
  for (const int link : used_) turns.emplace_back(links_[std::size_t(link)].share(), link);
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> queue({}, std::move(turns));
  double level = 0.0;  // shares come in ascending order; a lower one is a rounding error
  while (!queue.empty()) {
    const auto [old_share, link] = queue.top();
    queue.pop();
    const SharedLink& narrowest = links_[std::size_t(link)];
    if (narrowest.n_flow == 0) continue;
    const double share = std::max(narrowest.share(), level);
    if (share > old_share) {
      queue.emplace(share, link);
      continue;
    }
    level = share;
    for (int i = narrowest.first; i < narrowest.end; ++i) {
      const int flow = flows_[std::size_t(i)];
      if (has_rate_[std::size_t(flow)]) continue;
      has_rate_[std::size_t(flow)] = 1;
      rate[std::size_t(flow)] = share;
      for (const int passed : routes_.of(flow)) {
        links_[std::size_t(passed)].left -= share;
        --links_[std::size_t(passed)].n_flow;
      }
    }
  }
}

}  // namespace groundswell
