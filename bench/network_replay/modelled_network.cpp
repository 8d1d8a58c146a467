// SPDX-License-Identifier: Apache-2.0
#include "bench/network_replay/modelled_network.hpp"

#include "base/error.hpp"

namespace groundswell {

std::vector<int> ModelledNetwork::route(int from, int to) const {
  std::vector<int> route;
  append_route(from, to, route);
  return route;
}

double ModelledNetwork::latency(int from, int to) const {
  double sum = 0.0;
  for (const int link : route(from, to)) sum += links_[std::size_t(link)].latency;
  return sum;
}

void ModelledNetwork::set_busy(std::span<const int> links, double share) {
  require(share >= 0.0 && share < 1.0, "other jobs cannot take a share of ", share,
          " of a link; give 0 or more, and less than 1");
  for (const int link : links) links_[std::size_t(link)].busy = share;
}

int ModelledNetwork::add_links(int n, double capacity, double latency) {
  require(capacity > 0.0 && latency >= 0.0, "a link cannot have ", capacity, " B/s and a latency of ",
          latency, " s");
  const int first = int(links_.size());
  links_.insert(links_.end(), std::size_t(n), {capacity, latency});
  return first;
}

}  // namespace groundswell
