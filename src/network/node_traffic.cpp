// SPDX-License-Identifier: Apache-2.0
#include "network/node_traffic.hpp"

#include <algorithm>
#include <tuple>

#include "base/error.hpp"

namespace groundswell {
namespace {

void check_links(std::span<const RankLink> links, std::span<const int> node_of_rank) {
  const int n_rank = int(node_of_rank.size());
  for (const RankLink& link : links)
    require(
        std::min(link.rank, link.other) >= 0 && std::max(link.rank, link.other) < n_rank && link.weight >= 0,
        "a link from rank ", link.rank, " to ", link.other, " with weight ", link.weight, " cannot be among ",
        n_rank, " ranks; ranks go from 0 to ", n_rank - 1, ", weights are not negative");
  for (const int node : node_of_rank)
    require(node >= 0 && node < n_rank, "a rank lies on node ", node, ", but ", n_rank,
            " ranks have nodes from 0 to ", n_rank - 1);
}

}  // namespace

std::vector<RankPair> join_links(std::span<const RankLink> links, std::span<const int> node_of_rank) {
  check_links(links, node_of_rank);
  std::vector<RankPair> pairs;
  pairs.reserve(links.size());
  for (const RankLink& link : links)
    if (link.rank != link.other)
      pairs.push_back({std::min(link.rank, link.other), std::max(link.rank, link.other), link.weight});
  std::ranges::sort(pairs, {}, [](const RankPair& pair) { return std::tuple(pair.low, pair.high); });
  std::size_t n = 0;
  for (const RankPair& pair : pairs)
    if (n > 0 && pairs[n - 1].low == pair.low && pairs[n - 1].high == pair.high)
      pairs[n - 1].weight += pair.weight;
    else
      pairs[n++] = pair;
  pairs.resize(n);
  return pairs;
}

NodeTraffic compute_node_traffic(std::span<const RankLink> links, std::span<const int> node_of_rank) {
  NodeTraffic traffic;
  std::vector<NodeTraffic> of_node(node_of_rank.size());
  for (const RankPair& pair : join_links(links, node_of_rank)) {
    const int a = node_of_rank[std::size_t(pair.low)], b = node_of_rank[std::size_t(pair.high)];
    if (a == b) continue;
    ++traffic.n_link;
    traffic.weight += pair.weight;
    for (const int node : {a, b}) {
      NodeTraffic& mine = of_node[std::size_t(node)];
      traffic.most_links = std::max(traffic.most_links, ++mine.n_link);
      traffic.most_weight = std::max(traffic.most_weight, mine.weight += pair.weight);
    }
  }
  return traffic;
}

std::vector<int> move_nodes(std::span<const int> node_of_rank, std::span<const int> new_rank) {
  ensure(new_rank.size() == node_of_rank.size(), new_rank.size(), " new ranks of ", node_of_rank.size());
  std::vector<int> moved(node_of_rank.size());
  for (std::size_t rank = 0; rank < moved.size(); ++rank)
    moved[std::size_t(new_rank[rank])] = node_of_rank[rank];
  return moved;
}

}  // namespace groundswell
