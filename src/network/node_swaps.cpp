// SPDX-License-Identifier: Apache-2.0
// Swaps that lower the cost of a map. Each lowers the sum of weight x distance, or leaves it and lowers the
// weight at the fuller of two nodes, so that the nodes' weights, in descending order, come down: there is an
// end.
#include <algorithm>
#include <map>
#include <set>

#include "network/node_mapper.hpp"

namespace groundswell {
namespace {

using Weight = NodeMapper::Weight;

// With so few nodes, a part is tried on all of them. Otherwise on those that it has links to.
constexpr int few_nodes = 16;

}  // namespace

NodeMapper::Pull NodeMapper::pull(int part, int a, int b) const {
  Pull sum;
  const bool are_alike = task_->distances.are_alike();
  for (const MappingTask::Link& link : linked(part)) {
    const int on = node(link.part);
    sum.all += link.weight;
    if (on == a) sum.to_a += link.weight;
    if (on == b) sum.to_b += link.weight;
    if (are_alike) continue;
    sum.from_a += link.weight * distance(a, on);
    sum.from_b += link.weight * distance(b, on);
  }
  if (are_alike) {
    sum.from_a = sum.all - sum.to_a;
    sum.from_b = sum.all - sum.to_b;
  }
  return sum;
}

Weight NodeMapper::weight_between(int part, int other) const {
  const auto found = std::ranges::lower_bound(linked(part), other, {}, &MappingTask::Link::part);
  return found != linked(part).end() && found->part == other ? found->weight : 0;
}

std::vector<int> NodeMapper::nodes_to_try(int part) const {
  std::set<int> nodes;
  for (const MappingTask::Link& link : linked(part)) nodes.insert(node(link.part));
  if (!task_->distances.are_alike() && task_->n_node() <= few_nodes)
    for (int on = 0; on < task_->n_node(); ++on) nodes.insert(on);
  nodes.erase(node(part));
  return {nodes.begin(), nodes.end()};
}

// A link between the two is counted by both as if only one of them moved; it stays as long as it is.
void NodeMapper::try_swaps(int part, int b, Swap& best) const {
  const int a = node(part);
  const Weight fuller = std::max(outside_[std::size_t(a)], outside_[std::size_t(b)]);
  const Pull mine = pull(part, a, b);
  for (const int other : parts_[std::size_t(b)]) {
    const Pull its = pull(other, a, b);
    const Weight between = weight_between(part, other);
    Swap swap;
    swap.other = other;
    swap.change = mine.from_b - mine.from_a + its.from_a - its.from_b + 2 * between * distance(a, b);
    const Weight more = its.all - mine.all;
    swap.outside_a = outside_[std::size_t(a)] + 2 * (mine.to_a - its.to_a + between) + more;
    swap.outside_b = outside_[std::size_t(b)] + 2 * (its.to_b - mine.to_b + between) - more;
    const bool gains = swap.merit() < std::pair(Weight(0), fuller);
    if (gains && (best.other < 0 || std::pair(swap.merit(), other) < std::pair(best.merit(), best.other)))
      best = swap;
  }
}

void NodeMapper::apply(int part, const Swap& swap) {
  const auto a = std::size_t(node(part)), b = std::size_t(node(swap.other));
  outside_[a] = swap.outside_a;
  outside_[b] = swap.outside_b;
  *std::ranges::find(parts_[a], part) = swap.other;
  *std::ranges::find(parts_[b], swap.other) = part;
  std::swap(node_[std::size_t(part)], node_[std::size_t(swap.other)]);
}

bool NodeMapper::swap_parts() {
  bool has_gained = false;
  for (int part = 0; part < task_->n_part(); ++part) {
    Swap best;
    for (const int b : nodes_to_try(part)) try_swaps(part, b, best);
    if (best.other < 0) continue;
    apply(part, best);
    has_gained = true;
  }
  return has_gained;
}

// What the group of parts on each node is linked to: groups by their nodes.
std::vector<std::vector<MappingTask::Link>> NodeMapper::join_groups() const {
  std::vector<std::map<int, Weight>> weight(parts_.size());
  for (int part = 0; part < task_->n_part(); ++part)
    for (const MappingTask::Link& link : linked(part))
      if (node(part) != node(link.part)) weight[std::size_t(node(part))][node(link.part)] += link.weight;
  std::vector<std::vector<MappingTask::Link>> joined(weight.size());
  for (std::size_t group = 0; group < weight.size(); ++group)
    for (const auto& [other, sum] : weight[group]) joined[group].push_back({other, sum});
  return joined;
}

// All that lies on a node stays together, so that only links between nodes count.
bool NodeMapper::swap_nodes() {
  if (task_->distances.are_alike()) return false;
  const auto n = std::size_t(task_->n_node());
  const std::vector<std::vector<MappingTask::Link>> weight = join_groups();
  std::vector<int> place(n);  // of each group
  for (std::size_t i = 0; i < n; ++i) place[i] = int(i);
  const auto change = [&](int group, int other) {
    Weight sum = 0;
    for (const auto& [third, w] : weight[std::size_t(group)])
      if (third != other)
        sum += w * (distance(place[std::size_t(other)], place[std::size_t(third)]) -
                    distance(place[std::size_t(group)], place[std::size_t(third)]));
    return sum;
  };
  // A swap pays or not by the places of both groups and of those linked to them: only where one of these has
  // changed it is tried again.
  std::vector<bool> is_open(n, true);
  const auto open = [&](int group) {
    is_open[std::size_t(group)] = true;
    for (const MappingTask::Link& link : weight[std::size_t(group)]) is_open[std::size_t(link.part)] = true;
  };
  bool has_gained = false;
  while (std::ranges::find(is_open, true) != is_open.end())
    for (int a = 0; a < int(n); ++a) {
      if (!is_open[std::size_t(a)]) continue;
      is_open[std::size_t(a)] = false;
      for (int b = 0; b < int(n); ++b) {
        if (a == b || task_->size_of_node[std::size_t(a)] != task_->size_of_node[std::size_t(b)]) continue;
        if (change(a, b) + change(b, a) >= 0) continue;
        std::swap(place[std::size_t(a)], place[std::size_t(b)]);
        open(a);
        open(b);
        has_gained = true;
      }
    }
  for (int& on : node_) on = place[std::size_t(on)];
  if (has_gained) count_outside();
  return has_gained;
}

void NodeMapper::improve() {
  bool has_gained = true;
  while (has_gained) {
    has_gained = swap_nodes();
    while (swap_parts()) has_gained = !task_->distances.are_alike();
  }
}

}  // namespace groundswell
