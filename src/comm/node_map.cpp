// SPDX-License-Identifier: Apache-2.0
// The ranks' work is called a part here: the parts are dealt out to the nodes, each of which takes as many as
// it has processes. All weights are whole numbers, so that every machine finds the same map.
#include "comm/node_map.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
#include <utility>

#include "base/error.hpp"

namespace groundswell {
namespace {

using Weight = std::int64_t;
using PairWeights = std::map<std::pair<int, int>, Weight>;

// The weight both ways of each pair of ranks, the lower first.
PairWeights join_pairs(std::span<const RankLink> links, std::span<const int> node_of_rank) {
  const int n_rank = int(node_of_rank.size());
  PairWeights pairs;
  for (const RankLink& link : links) {
    require(
        std::min(link.rank, link.other) >= 0 && std::max(link.rank, link.other) < n_rank && link.weight >= 0,
        "a link from rank ", link.rank, " to ", link.other, " with weight ", link.weight, " cannot be among ",
        n_rank, " ranks; ranks go from 0 to ", n_rank - 1, ", weights are not negative");
    if (link.rank != link.other) pairs[std::minmax(link.rank, link.other)] += link.weight;
  }
  for (const int node : node_of_rank)
    require(node >= 0 && node < n_rank, "a rank lies on node ", node, ", but ", n_rank,
            " ranks have nodes from 0 to ", n_rank - 1);
  return pairs;
}

class NodeMapper {
 public:
  NodeMapper(std::span<const RankLink> links, std::span<const int> node_of_rank)
      : node_of_process_(node_of_rank), linked_(node_of_rank.size()), node_(node_of_rank.size()) {
    for (const auto& [pair, weight] : join_pairs(links, node_of_rank)) {
      linked_[std::size_t(pair.first)].push_back({pair.second, weight});
      linked_[std::size_t(pair.second)].push_back({pair.first, weight});
    }
  }

  // Each part where its rank is.
  void keep() {
    node_.assign(node_of_process_.begin(), node_of_process_.end());
    count_outside();
  }
  // Node by node, the part with most weight to the node's parts; among equals, that with most to other
  // nodes'. The first part of the first node is given.
  void grow(int first);
  // Swaps pairs of parts on different nodes while less crosses, or as much with less at the fuller node.
  void swap_while_it_gains() {
    while (swap_once()) {
    }
  }
  // The weight that crosses, then that of the node with most.
  std::pair<Weight, Weight> cost() const {
    return {std::accumulate(outside_.begin(), outside_.end(), Weight(0)),
            *std::ranges::max_element(outside_)};
  }
  std::vector<int> new_ranks() const;

 private:
  struct Link {
    int part;
    Weight weight;
  };
  struct Swap {
    int other = -1;
    Weight change = 0;                    // of what crosses
    Weight outside_a = 0, outside_b = 0;  // afterwards, of the part's node and of the other's
    std::pair<Weight, Weight> merit() const { return {change, std::max(outside_a, outside_b)}; }
  };

  const std::vector<Link>& linked(int part) const { return linked_[std::size_t(part)]; }
  int node(int part) const { return node_[std::size_t(part)]; }
  // The weight of a part's links to a node; of all its links where the node is -1.
  Weight weight_to(int part, int node_or_all) const {
    Weight sum = 0;
    for (const Link& link : linked(part))
      if (node_or_all < 0 || node(link.part) == node_or_all) sum += link.weight;
    return sum;
  }
  Weight weight_between(int part, int other) const {
    for (const Link& link : linked(part))
      if (link.part == other) return link.weight;
    return 0;
  }
  void count_outside();
  Swap try_swap(int part, int other) const;
  bool swap_once();
  void apply(int part, const Swap& swap);

  std::span<const int> node_of_process_;
  std::vector<std::vector<Link>> linked_;  // of each part
  std::vector<int> node_;                  // of each part
  std::vector<Weight> outside_;            // of each node: weight to other nodes
  std::vector<std::vector<int>> parts_;    // of each node
};

void NodeMapper::count_outside() {
  const std::size_t n_node = std::size_t(*std::ranges::max_element(node_of_process_)) + 1;
  outside_.assign(n_node, 0);
  parts_.assign(n_node, {});
  for (int part = 0; part < int(node_.size()); ++part) {
    outside_[std::size_t(node(part))] += weight_to(part, -1) - weight_to(part, node(part));
    parts_[std::size_t(node(part))].push_back(part);
  }
}

void NodeMapper::grow(int first) {
  const std::size_t n_part = node_.size();
  std::ranges::fill(node_, -1);
  // Weights to the node that grows and to all nodes that have parts; both sets begin with the best part.
  std::vector<Weight> to_node(n_part, 0), to_all(n_part, 0);
  std::set<std::tuple<Weight, Weight, int>> near;
  std::set<std::pair<Weight, int>> left;
  for (std::size_t part = 0; part < n_part; ++part) left.insert({0, int(part)});
  const auto take = [&](int part, int on) {
    near.erase({-to_node[std::size_t(part)], -to_all[std::size_t(part)], part});
    left.erase({-to_all[std::size_t(part)], part});
    node_[std::size_t(part)] = on;
    for (const Link& link : linked(part)) {
      const auto other = std::size_t(link.part);
      if (node_[other] >= 0) continue;
      near.erase({-to_node[other], -to_all[other], link.part});
      left.erase({-to_all[other], link.part});
      to_node[other] += link.weight;
      to_all[other] += link.weight;
      near.insert({-to_node[other], -to_all[other], link.part});
      left.insert({-to_all[other], link.part});
    }
  };
  // Of several pieces that nothing links, the one of the lowest part is next.
  const auto choose = [&] {
    if (!near.empty()) return std::get<2>(*near.begin());
    return int(left.size()) == int(n_part) ? first : left.begin()->second;
  };
  std::map<int, int> sizes;
  for (const int on : node_of_process_) ++sizes[on];
  for (const auto& [on, size] : sizes) {
    near.clear();
    std::ranges::fill(to_node, 0);
    for (int i = 0; i < size; ++i) take(choose(), on);
  }
  count_outside();
}

NodeMapper::Swap NodeMapper::try_swap(int part, int other) const {
  const int a = node(part), b = node(other);
  const Weight between = weight_between(part, other);
  const Weight part_a = weight_to(part, a), part_b = weight_to(part, b) - between;
  const Weight other_b = weight_to(other, b), other_a = weight_to(other, a) - between;
  const Weight more = weight_to(other, -1) - weight_to(part, -1);
  Swap swap;
  swap.other = other;
  swap.outside_a = outside_[std::size_t(a)] + 2 * (part_a - other_a) + more;
  swap.outside_b = outside_[std::size_t(b)] + 2 * (other_b - part_b) - more;
  swap.change = part_a - other_a + other_b - part_b;
  return swap;
}

void NodeMapper::apply(int part, const Swap& swap) {
  const auto a = std::size_t(node(part)), b = std::size_t(node(swap.other));
  outside_[a] = swap.outside_a;
  outside_[b] = swap.outside_b;
  *std::ranges::find(parts_[a], part) = swap.other;
  *std::ranges::find(parts_[b], swap.other) = part;
  std::swap(node_[std::size_t(part)], node_[std::size_t(swap.other)]);
}

// Every swap lowers what crosses, or at equal weight the sum of the squares over nodes: it comes to an end.
bool NodeMapper::swap_once() {
  bool has_gained = false;
  for (int part = 0; part < int(node_.size()); ++part) {
    std::set<int> nodes;
    for (const Link& link : linked(part)) nodes.insert(node(link.part));
    nodes.erase(node(part));
    Swap best;
    for (const int b : nodes) {
      const Weight fuller = std::max(outside_[std::size_t(node(part))], outside_[std::size_t(b)]);
      for (const int other : parts_[std::size_t(b)]) {
        const Swap swap = try_swap(part, other);
        const bool gains = swap.merit() < std::pair(Weight(0), fuller);
        if (gains && (best.other < 0 || std::pair(swap.merit(), other) < std::pair(best.merit(), best.other)))
          best = swap;
      }
    }
    if (best.other < 0) continue;
    apply(part, best);
    has_gained = true;
  }
  return has_gained;
}

std::vector<int> NodeMapper::new_ranks() const {
  const std::size_t n_part = node_.size();
  std::vector<int> new_rank(n_part, -1);
  std::vector<std::vector<int>> left(parts_.size());  // parts that come to a node from others, ascending
  for (std::size_t part = 0; part < n_part; ++part)
    if (node_[part] == node_of_process_[part])
      new_rank[part] = int(part);
    else
      left[std::size_t(node_[part])].push_back(int(part));
  std::vector<std::size_t> next(left.size(), 0);
  for (std::size_t process = 0; process < n_part; ++process) {
    const auto on = std::size_t(node_of_process_[process]);
    if (new_rank[process] < 0) new_rank[process] = left[on][next[on]++];
  }
  return new_rank;
}

}  // namespace

NodeTraffic compute_node_traffic(std::span<const RankLink> links, std::span<const int> node_of_rank) {
  NodeTraffic traffic;
  std::map<int, std::pair<Weight, Weight>> of_node;  // links and weight
  for (const auto& [pair, weight] : join_pairs(links, node_of_rank)) {
    const int a = node_of_rank[std::size_t(pair.first)], b = node_of_rank[std::size_t(pair.second)];
    if (a == b) continue;
    ++traffic.n_link;
    traffic.weight += weight;
    for (const int node : {a, b}) {
      auto& [n_link, sum] = of_node[node];
      traffic.most_links = std::max(traffic.most_links, ++n_link);
      traffic.most_weight = std::max(traffic.most_weight, sum += weight);
    }
  }
  return traffic;
}

std::vector<int> find_node_map(std::span<const RankLink> links, std::span<const int> node_of_rank) {
  if (node_of_rank.empty()) return {};
  NodeMapper best(links, node_of_rank);
  best.keep();
  best.swap_while_it_gains();
  NodeMapper grown = best;
  const int n_part = int(node_of_rank.size());
  const int n_try = std::min(n_part, std::clamp(16384 / n_part, 1, 16));  // seconds at most, for any number
  for (int turn = 0; turn < n_try; ++turn) {
    grown.grow(int(std::int64_t(turn) * n_part / n_try));
    grown.swap_while_it_gains();
    if (grown.cost() < best.cost()) best = grown;
  }
  return best.new_ranks();
}

}  // namespace groundswell
