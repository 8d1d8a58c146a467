// SPDX-License-Identifier: Apache-2.0
// Flows that share links fairly: the max-min fair allocation. No flow can get more without taking from
// another whose rate is not higher. Computed by progressive filling: the link with the least capacity per
// flow assigns that rate to each of its flows; the same is then done for the remaining flows, with the
// remaining capacities. Reference: Bertsekas and Gallager 1992, Data Networks, section 6.5.2.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace groundswell {

// The links used by each flow, one list after another.
class FlowRoutes {
 public:
  int n_flow() const { return int(first_.size()) - 1; }
  std::span<const int> of(int flow) const {
    const auto begin = std::size_t(first_[std::size_t(flow)]),
               end = std::size_t(first_[std::size_t(flow) + 1]);
    return std::span(links_).subspan(begin, end - begin);
  }
  // Calls append(links), which must append the links of the next flow.
  template <class Append>
  void add(Append&& append) {
    append(links_);
    first_.push_back(std::int64_t(links_.size()));
  }

 private:
  std::vector<int> links_;
  std::vector<std::int64_t> first_{0};
};

class FairShares {
 public:
  // `capacity` is that of each link [B/s]. It and `routes` must outlive this object.
  FairShares(const FlowRoutes& routes, std::span<const double> capacity);

  // Sets rate[f] [B/s] of each active flow f; the rates of other flows stay as they are. Every active flow
  // must use at least one link.
  void compute(std::span<const int> active, std::vector<double>& rate);

 private:
  struct SharedLink {
    double left = 0.0;       // [B/s] left for flows that have no rate yet
    int n_flow = 0;          // number of such flows
    int first = 0, end = 0;  // range of the link's flows in flows_
    double share() const { return left / n_flow; }
  };
  void list_flows(std::span<const int> active);

  const FlowRoutes& routes_;
  std::span<const double> capacity_;
  std::vector<SharedLink> links_;
  std::vector<int> used_;   // links with active flows
  std::vector<int> flows_;  // the active flows on each used link, link by link
  std::vector<char> has_rate_;
};

}  // namespace groundswell
