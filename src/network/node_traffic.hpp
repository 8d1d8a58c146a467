// SPDX-License-Identifier: Apache-2.0
// What crosses between nodes, for ranks that send each other messages.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "comm/rank_link.hpp"

namespace groundswell {

// Two ranks on different nodes with a link one way or both have one link.
struct NodeTraffic {
  std::int64_t n_link = 0;       // in all
  std::int64_t most_links = 0;   // of one node
  std::int64_t weight = 0;       // both ways, in all
  std::int64_t most_weight = 0;  // to and from one node

  friend bool operator==(const NodeTraffic&, const NodeTraffic&) = default;
};

// Throws Error for links of ranks that do not exist, and for nodes that are not numbers from 0 to that of the
// ranks; so do all functions that take these.
NodeTraffic compute_node_traffic(std::span<const RankLink> links, std::span<const int> node_of_rank);

// The weight both ways between two ranks.
struct RankPair {
  int low = 0, high = 0;
  std::int64_t weight = 0;
};

// Each pair of ranks that has links once, the lower rank first, in ascending order; links of a rank to itself
// are left out.
std::vector<RankPair> join_links(std::span<const RankLink> links, std::span<const int> node_of_rank);

// The node of each rank after the processes have got other ranks.
std::vector<int> move_nodes(std::span<const int> node_of_rank, std::span<const int> new_rank);

}  // namespace groundswell
