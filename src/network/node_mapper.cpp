// SPDX-License-Identifier: Apache-2.0
// Each swap lowers the sum of weight x distance, or keeps it and lowers the larger of the two nodes' weights
// to other nodes. In the latter case the list of these weights, in descending order, decreases
// lexicographically, so the search terminates.
#include "network/node_mapper.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>

namespace groundswell {
namespace {

// If there are at most this many nodes and the distances between them differ, a part is tried on every node;
// otherwise only on nodes that hold parts to which it is linked.
constexpr int few_nodes = 16;

}  // namespace

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

// Repeats the cheapest move from an overfull node to one with free processes.
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

// If the distances between nodes differ, nodes are chosen greedily for all-to-all traffic: the next node has
// the smallest sum of distances to those before it.
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
  // Weights to the node being filled and to all nodes that have parts; both sets are sorted best part first.
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
  // If no part is linked to the node's parts, the next part is the one with the most weight to parts already
  // placed or, if none has any, the lowest-numbered one. The very first part is `first`.
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

NodeMapper::Weight NodeMapper::weight_between(int part, int other) const {
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

// `mine` and `its` each count a link between the two parts as if only one of them moved; in fact the cost of
// that link does not change, so the terms with `between` correct the sums.
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

// The links of the group of parts on each node; groups are numbered by their nodes.
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

// Moves all parts of a node together, so that only links between nodes count.
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
  // Whether a swap gains depends on the places of both groups and of the groups linked to them, so it is
  // tried again only after one of these has changed.
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
