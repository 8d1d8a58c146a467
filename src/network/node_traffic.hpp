// SPDX-License-Identifier: Apache-2.0
// The traffic between nodes for ranks that send each other messages.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/rank_link.hpp"

namespace groundswell {

// Two ranks on different nodes count as one link, whether messages go one way or both.
struct NodeTraffic {
  std::int64_t n_link = 0;       // total
  std::int64_t most_links = 0;   // of one node
  std::int64_t weight = 0;       // total of both directions
  std::int64_t most_weight = 0;  // the largest total to and from one node

  friend bool operator==(const NodeTraffic&, const NodeTraffic&) = default;
};

// Throws Error if a link names a rank that does not exist or has a negative weight, or if a node number is
// not from 0 to the number of ranks less one; so do all functions with these arguments.
NodeTraffic compute_node_traffic(std::span<const RankLink> links, std::span<const int> node_of_rank);

// The total weight between two ranks, in both directions.
struct RankPair {
  int low = 0, high = 0;
  std::int64_t weight = 0;
};

// Each pair of linked ranks once, the lower rank first, in ascending order; links of a rank to itself are
// left out.
std::vector<RankPair> join_links(std::span<const RankLink> links, std::span<const int> node_of_rank);

// The node of each rank after the processes have been given new ranks.
std::vector<int> move_nodes(std::span<const int> node_of_rank, std::span<const int> new_rank);

}  // namespace groundswell
