// SPDX-License-Identifier: Apache-2.0
// Makes maps of parts to nodes and improves them; each is one of many that node_map.hpp compares.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "network/mapping_task.hpp"

namespace groundswell {

class NodeMapper {
 public:
  using Weight = std::int64_t;

  // The task must stay.
  explicit NodeMapper(const MappingTask& task) : task_(&task) {}

  // Each part where its rank is.
  void keep();
  // Each part on this node; parts of nodes with too many then move to nodes with too few, one by one, where
  // that costs least.
  void put(std::vector<int> node_of_part);
  // Node by node, the part with most weight to the node's parts; among equals, that with most to other
  // nodes'. The first part of the first node is given. Of nodes, that which is nearest to those that have
  // parts is next.
  void grow(int first);
  // Swaps all parts of two nodes of one size, and pairs of parts on different nodes, while that lowers the
  // cost.
  void improve();
  // The sum of weight x distance, then the weight to and from the node that has most.
  std::pair<Weight, Weight> cost() const;
  const std::vector<int>& node_of_part() const { return node_; }
  // The new rank of each process. It keeps its rank where the part stays on its node.
  std::vector<int> new_ranks() const;

 private:
  struct Swap {
    int other = -1;
    Weight change = 0;                    // of weight x distance
    Weight outside_a = 0, outside_b = 0;  // afterwards, of the part's node and of the other's
    std::pair<Weight, Weight> merit() const { return {change, std::max(outside_a, outside_b)}; }
  };
  // What a part is tied to, seen from two nodes: weight to each, and weight x distance from each.
  struct Pull {
    Weight to_a = 0, to_b = 0, from_a = 0, from_b = 0, all = 0;
  };

  const std::vector<MappingTask::Link>& linked(int part) const { return task_->linked[std::size_t(part)]; }
  int node(int part) const { return node_[std::size_t(part)]; }
  Weight distance(int a, int b) const { return task_->distances(a, b); }
  void count_outside();
  void fill_up();
  std::vector<int> order_nodes() const;
  Pull pull(int part, int a, int b) const;
  Weight weight_between(int part, int other) const;
  std::vector<int> nodes_to_try(int part) const;
  void try_swaps(int part, int b, Swap& best) const;
  bool swap_parts();
  std::vector<std::vector<MappingTask::Link>> join_groups() const;
  bool swap_nodes();
  void apply(int part, const Swap& swap);

  const MappingTask* task_;
  std::vector<int> node_;                // of each part
  std::vector<Weight> outside_;          // of each node: weight to other nodes
  std::vector<std::vector<int>> parts_;  // of each node
};

}  // namespace groundswell
