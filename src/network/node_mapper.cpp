// SPDX-License-Identifier: Apache-2.0
#include "network/node_mapper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "network/node_traffic.hpp"

namespace groundswell {
namespace {

std::vector<int> count_processes(std::span<const int> node_of_process) {
  std::vector<int> n;
  for (const int node : node_of_process) {
    if (std::size_t(node) >= n.size()) n.resize(std::size_t(node) + 1, 0);
    ++n[std::size_t(node)];
  }
  return n;
}

// How often weights must be halved, so that sums of weight x distance, both ways and in swaps, stay below
// 2^63.
int count_halvings(std::span<const RankPair> pairs, bool are_alike) {
  const double most = std::ldexp(1.0, are_alike ? 59 : 43);  // a distance is at most 2^16
  double sum = 0.0;
  for (const RankPair& pair : pairs) sum += double(pair.weight);
  int n = 0;
  for (; sum > most; sum /= 2) ++n;
  return n;
}

std::vector<std::vector<MappingTask::Link>> list_links(std::span<const RankPair> pairs, std::size_t n_part,
                                                       bool are_alike) {
  std::vector<std::vector<MappingTask::Link>> linked(n_part);
  const int n_halving = count_halvings(pairs, are_alike);
  for (const RankPair& pair : pairs) {
    const std::int64_t weight = pair.weight >> n_halving;
    linked[std::size_t(pair.low)].push_back({pair.high, weight});
    linked[std::size_t(pair.high)].push_back({pair.low, weight});
  }
  for (auto& of_part : linked) std::ranges::sort(of_part, {}, &MappingTask::Link::part);
  return linked;
}

}  // namespace

MappingTask::MappingTask(std::span<const RankLink> links, std::span<const int> node_of_rank,
                         const DistanceMatrix& between_nodes)
    : MappingTask(join_links(links, node_of_rank), node_of_rank, between_nodes) {}

MappingTask::MappingTask(const std::vector<RankPair>& pairs, std::span<const int> node_of_rank,
                         const DistanceMatrix& between_nodes)
    : node_of_process(node_of_rank),
      size_of_node(count_processes(node_of_rank)),
      distances(between_nodes, int(size_of_node.size())),
      linked(list_links(pairs, node_of_rank.size(), distances.are_alike())) {}

void NodeMapper::keep() {
  node_.assign(task_->node_of_process.begin(), task_->node_of_process.end());
  count_outside();
}

void NodeMapper::put(std::vector<int> node_of_part) {
  node_ = std::move(node_of_part);
  fill_up();
  count_outside();
}

void NodeMapper::count_outside() {
  outside_.assign(std::size_t(task_->n_node()), 0);
  parts_.assign(std::size_t(task_->n_node()), {});
  for (int part = 0; part < task_->n_part(); ++part) {
    const Pull of_part = pull(part, node(part), node(part));
    outside_[std::size_t(node(part))] += of_part.all - of_part.to_a;
    parts_[std::size_t(node(part))].push_back(part);
  }
}

// The move that costs least of all from fuller nodes to emptier ones, again and again.
void NodeMapper::fill_up() {
  std::vector<int> free = task_->size_of_node;
  for (const int on : node_) --free[std::size_t(on)];
  std::vector<int> open;
  for (int on = 0; on < task_->n_node(); ++on)
    if (free[std::size_t(on)] > 0) open.push_back(on);
  while (!open.empty()) {
    std::tuple<Weight, int, int> best{std::numeric_limits<Weight>::max(), -1, -1};
    for (int part = 0; part < task_->n_part(); ++part) {
      if (free[std::size_t(node(part))] >= 0) continue;
      for (const int to : open) {
        const Pull of_part = pull(part, node(part), to);
        best = std::min(best, std::tuple(of_part.from_b - of_part.from_a, part, to));
      }
    }
    const auto [change, part, to] = best;
    ++free[std::size_t(node(part))];
    node_[std::size_t(part)] = to;
    if (--free[std::size_t(to)] == 0) std::erase(open, to);
  }
}

// With distances, those that all-to-all would choose: the next has the smallest sum of distances to those
// before it.
std::vector<int> NodeMapper::order_nodes() const {
  std::vector<int> order, left;
  for (int on = 0; on < task_->n_node(); ++on)
    if (task_->size_of_node[std::size_t(on)] > 0) left.push_back(on);
  if (task_->distances.are_alike()) return left;
  std::vector<Weight> sum(std::size_t(task_->n_node()), 0);
  while (!left.empty()) {
    const int next = *std::ranges::min_element(left, {}, [&](int on) { return sum[std::size_t(on)]; });
    order.push_back(next);
    std::erase(left, next);
    for (const int on : left) sum[std::size_t(on)] += distance(next, on);
  }
  return order;
}

void NodeMapper::grow(int first) {
  const auto n_part = std::size_t(task_->n_part());
  node_.assign(n_part, -1);
  // Weights to the node that grows and to all nodes that have parts; both sets begin with the best part.
  std::vector<Weight> to_node(n_part, 0), to_all(n_part, 0);
  std::set<std::tuple<Weight, Weight, int>> near;
  std::set<std::pair<Weight, int>> left;
  for (std::size_t part = 0; part < n_part; ++part) left.insert({0, int(part)});
  const auto take = [&](int part, int on) {
    near.erase({-to_node[std::size_t(part)], -to_all[std::size_t(part)], part});
    left.erase({-to_all[std::size_t(part)], part});
    node_[std::size_t(part)] = on;
    for (const MappingTask::Link& link : linked(part)) {
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
    return left.size() == n_part ? first : left.begin()->second;
  };
  for (const int on : order_nodes()) {
    near.clear();
    std::ranges::fill(to_node, 0);
    for (int i = 0; i < task_->size_of_node[std::size_t(on)]; ++i) take(choose(), on);
  }
  count_outside();
}

std::pair<NodeMapper::Weight, NodeMapper::Weight> NodeMapper::cost() const {
  Weight sum = 0;
  for (int part = 0; part < task_->n_part(); ++part)
    for (const MappingTask::Link& link : linked(part))
      sum += link.weight * distance(node(part), node(link.part));
  return {sum, *std::ranges::max_element(outside_)};
}

std::vector<int> NodeMapper::new_ranks() const {
  const std::size_t n_part = node_.size();
  std::vector<int> new_rank(n_part, -1);
  std::vector<std::vector<int>> left(parts_.size());  // parts that come to a node from others, ascending
  for (std::size_t part = 0; part < n_part; ++part)
    if (node_[part] == task_->node_of_process[part])
      new_rank[part] = int(part);
    else
      left[std::size_t(node_[part])].push_back(int(part));
  std::vector<std::size_t> next(left.size(), 0);
  for (std::size_t process = 0; process < n_part; ++process) {
    const auto on = std::size_t(task_->node_of_process[process]);
    if (new_rank[process] < 0) new_rank[process] = left[on][next[on]++];
  }
  return new_rank;
}

}  // namespace groundswell
