// SPDX-License-Identifier: Apache-2.0
#include "bench/network_replay/fat_tree.hpp"

#include <cstdint>
#include <numeric>

#include "base/error.hpp"

namespace groundswell {

FatTree::FatTree(const FatTreeShape& shape) {
  require(!shape.children.empty() && shape.children.size() == shape.parents.size(),
          "a fat tree has as many numbers of children as of parents, one per level, but ",
          shape.children.size(), " and ", shape.parents.size(), " are given");
  std::int64_t n_node = 1;
  for (std::size_t l = 0; l < shape.children.size(); ++l) {
    require(shape.children[l] >= 1 && shape.parents[l] >= 1 && n_node * shape.children[l] < (1 << 24),
            "a fat tree cannot have ", shape.children[l], " children and ", shape.parents[l],
            " parents in level ", l);
    n_node *= shape.children[l];
  }
  set_nodes(int(n_node));
  Level level;
  for (std::size_t l = 0; l < shape.children.size(); ++l) {
    level.ports = shape.parents[l];
    const int n = int(n_node) / level.below * level.copies * level.ports;
    level.up = add_links(n, shape.bandwidth, shape.latency);
    level.down = add_links(n, shape.bandwidth, shape.latency);
    levels_.push_back(level);
    level.below *= shape.children[l];
    level.copies *= level.ports;
  }
}

void FatTree::append_route(int from, int to, std::vector<int>& route) const {
  if (from == to) return;
  const std::size_t first = route.size();
  std::vector<int>& links = route;
  int copy = 0, shift = 1, n_climbed = 0;
  // The downward links are the counterparts of the target's upward links, in reverse order.
  for (const Level& level : levels_) {
    if (from / level.below == to / level.below) break;
    const int port = to / shift % level.ports;
    links.push_back(level.up + level.index(from, copy, port));
    ++n_climbed;
    copy += port * level.copies;
    shift *= level.ports;
  }
  for (int l = n_climbed - 1; l >= 0; --l) {
    const Level& level = levels_[std::size_t(l)];
    links.push_back(level.down + level.index(to, copy % level.copies, copy / level.copies % level.ports));
  }
  ensure(links.size() - first == 2 * std::size_t(n_climbed), "a route of ", links.size() - first, " links");
}

std::vector<int> FatTree::links_above(int supernode) const {
  const Level& level = levels_.back();
  const int n = level.copies * level.ports;
  std::vector<int> links(std::size_t(2 * n));
  std::iota(links.begin(), links.begin() + n, level.up + supernode * n);
  std::iota(links.begin() + n, links.end(), level.down + supernode * n);
  return links;
}

}  // namespace groundswell
