// SPDX-License-Identifier: Apache-2.0
#include "bench/network_replay/dragonfly.hpp"

#include <cstdint>

#include "base/error.hpp"

namespace groundswell {

Dragonfly::Dragonfly(const DragonflyShape& shape) : shape_(shape) {
  require(shape.groups >= 1 && shape.routers >= 1 && shape.nodes >= 1 &&
              std::int64_t(shape.groups) * shape.routers * shape.nodes < (1 << 24),
          "a dragonfly cannot have ", shape.groups, " groups of ", shape.routers, " routers with ",
          shape.nodes, " nodes each");
  const int n_router = shape.groups * shape.routers, n_node = n_router * shape.nodes;
  set_nodes(n_node);
  up_ = add_links(n_node, shape.node_bandwidth, shape.latency);
  down_ = add_links(n_node, shape.node_bandwidth, shape.latency);
  // Includes a link from each router to itself, which no route uses: this keeps the numbering simple.
  local_ = add_links(n_router * shape.routers, shape.local_bandwidth, shape.latency);
  global_ = add_links(shape.groups * shape.groups, shape.global_bandwidth, shape.latency);
}

void Dragonfly::append_route(int from, int to, std::vector<int>& route) const {
  if (from == to) return;
  const int group = supernode_of(from), target_group = supernode_of(to);
  int router = from / shape_.nodes % shape_.routers;
  const int target = to / shape_.nodes % shape_.routers;
  const auto pass = [&](int in_group, int next) {
    if (router != next) route.push_back(local(in_group, router, next));
    router = next;
  };
  route.push_back(up_ + from);
  if (group != target_group) {
    pass(group, target_group % shape_.routers);
    route.push_back(global(group, target_group));
    router = group % shape_.routers;
  }
  pass(target_group, target);
  route.push_back(down_ + to);
}

std::vector<int> Dragonfly::links_above(int supernode) const {
  std::vector<int> links;
  for (int other = 0; other < shape_.groups; ++other) {
    if (other == supernode) continue;
    links.push_back(global(supernode, other));
    links.push_back(global(other, supernode));
  }
  return links;
}

}  // namespace groundswell
