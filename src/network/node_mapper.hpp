// SPDX-License-Identifier: Apache-2.0
// Builds maps of parts (see mapping_task.hpp) to nodes and improves them; find_node_map() compares many maps.
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

  // The task must outlive the mapper.
  explicit NodeMapper(const MappingTask& task) : task_(&task) {}

  // Leaves each part on the node of its rank.
  void keep();
  // Puts each part on the given node; then moves parts from overfull nodes to nodes with free processes, one
  // by one, the cheapest move first.
  void put(std::vector<int> node_of_part);
  // Fills node by node, each time with the part that has the most weight to the node's parts; ties go to the
  // part with the most weight to parts already placed. The first part of the first node is `first`. The next
  // node is the one nearest to those already filled.
  void grow(int first);
  // Swaps all parts of two nodes of equal size, and pairs of parts on different nodes, as long as that lowers
  // the cost.
  void improve();
  // The sum of weight x distance, then the largest weight to and from one node.
  std::pair<Weight, Weight> cost() const;
  const std::vector<int>& node_of_part() const { return node_; }
  // The new rank of each process, which keeps its rank if the part stays on its node.
  std::vector<int> new_ranks() const;

 private:
  struct Swap {
    int other = -1;
    Weight change = 0;  // in weight x distance
    // The weights to other nodes after the swap, from the part's node and from that of the other part.
    Weight outside_a = 0, outside_b = 0;
    std::pair<Weight, Weight> merit() const { return {change, std::max(outside_a, outside_b)}; }
  };
  // The links of a part as seen from two nodes a and b: the weight to the parts on each node, the weight x
  // distance if the part were on each node, and the weight to all parts.
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
  std::vector<Weight> outside_;          // weight from each node to others
  std::vector<std::vector<int>> parts_;  // of each node
};

}  // namespace groundswell
