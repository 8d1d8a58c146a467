// SPDX-License-Identifier: Apache-2.0
// Which ranks should share a node: what linked ranks send each other is cheaper inside a node than between
// two.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace groundswell {

// What one rank sends to another in an exchange; the unit of the weight (bytes, cells) is the caller's.
struct RankLink {
  int rank = 0, other = 0;
  std::int64_t weight = 1;
};

// What crosses between nodes. Two ranks on different nodes with a link one way or both have one link.
struct NodeTraffic {
  std::int64_t n_link = 0;       // in all
  std::int64_t most_links = 0;   // of one node
  std::int64_t weight = 0;       // both ways, in all
  std::int64_t most_weight = 0;  // to and from one node

  friend bool operator==(const NodeTraffic&, const NodeTraffic&) = default;
};

// Throws Error for links of ranks that do not exist, and so do the functions below.
NodeTraffic compute_node_traffic(std::span<const RankLink> links, std::span<const int> node_of_rank);

// The new rank of each process, given by its rank now and the node that this lies on: a permutation after
// which less weight crosses between nodes, and at equal weight less at the node that has most; never more
// than before. A process keeps its rank where that stays on its node, so on one node all do. Groups of ranks
// grow along the heaviest links, node by node, from several first ranks; from these, and from the ranks as
// they are, pairs are swapped while that gains; the best counts. Deterministic. This is a heuristic: the best
// map is hard to find (graph partitioning with fixed sizes).
std::vector<int> find_node_map(std::span<const RankLink> links, std::span<const int> node_of_rank);

}  // namespace groundswell
