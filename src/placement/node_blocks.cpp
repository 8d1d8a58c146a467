// SPDX-License-Identifier: Apache-2.0
#include "placement/node_blocks.hpp"

#include <algorithm>
#include <compare>
#include <tuple>
#include <utility>

namespace groundswell {
namespace {

// A block's nodes in the order of its halves, its halves' halves, and so on.
struct NodeBlock {
  std::vector<int> nodes;
  double inner = 0;  // sum of distances between its nodes
};

// The blocks of one size, and the sums of distances between their nodes.
struct BlockLevel {
  std::vector<NodeBlock> blocks;
  DistanceMatrix between;  // [row][column], symmetric
};

struct BlockPair {
  double between = 0;
  int a = 0, b = 0;

  auto operator<=>(const BlockPair&) const = default;
};

// Pairs of blocks, the closest first; no block is in two pairs.
std::vector<BlockPair> pair_blocks(const BlockLevel& level) {
  const int n = level.between.size();
  std::vector<BlockPair> all;
  for (int a = 0; a < n; ++a)
    for (int b = a + 1; b < n; ++b) all.push_back({level.between(a, b), a, b});
  std::ranges::sort(all);
  std::vector<bool> is_taken(std::size_t(n), false);
  std::vector<BlockPair> pairs;
  for (const BlockPair& pair : all) {
    if (is_taken[std::size_t(pair.a)] || is_taken[std::size_t(pair.b)]) continue;
    is_taken[std::size_t(pair.a)] = is_taken[std::size_t(pair.b)] = true;
    pairs.push_back(pair);
  }
  return pairs;
}

NodeBlock join_blocks(const NodeBlock& a, const NodeBlock& b, double between) {
  const auto& [first, second] = b.inner < a.inner ? std::tie(b, a) : std::tie(a, b);
  NodeBlock joined{first.nodes, a.inner + b.inner + between};
  joined.nodes.insert(joined.nodes.end(), second.nodes.begin(), second.nodes.end());
  return joined;
}

// Joins the blocks in pairs; if their number is odd, one is left over, whose nodes are put in front of
// `left_over`.
BlockLevel double_blocks(const BlockLevel& level, std::vector<int>& left_over) {
  const std::vector<BlockPair> pairs = pair_blocks(level);
  std::vector<bool> is_joined(level.blocks.size(), false);
  BlockLevel doubled{{}, DistanceMatrix(int(pairs.size()))};
  for (const auto& [between, a, b] : pairs) {
    is_joined[std::size_t(a)] = is_joined[std::size_t(b)] = true;
    doubled.blocks.push_back(
        join_blocks(level.blocks[std::size_t(a)], level.blocks[std::size_t(b)], between));
  }
  for (std::size_t i = 0; i < pairs.size(); ++i)
    for (std::size_t j = 0; j < pairs.size(); ++j)
      for (const int a : {pairs[i].a, pairs[i].b})
        for (const int b : {pairs[j].a, pairs[j].b})
          if (i != j) doubled.between(int(i), int(j)) += level.between(a, b);
  for (std::size_t i = 0; i < level.blocks.size(); ++i)
    if (!is_joined[i])
      left_over.insert(left_over.begin(), level.blocks[i].nodes.begin(), level.blocks[i].nodes.end());
  return doubled;
}

}  // namespace

std::vector<std::vector<int>> order_by_blocks(const DistanceMatrix& distances, std::span<const int> nodes,
                                              std::int64_t wanted) {
  BlockLevel level{{}, DistanceMatrix(int(nodes.size()))};
  for (std::size_t a = 0; a < nodes.size(); ++a) {
    level.blocks.push_back({{nodes[a]}, 0.0});
    for (std::size_t b = 0; b < nodes.size(); ++b)
      if (a != b) level.between(int(a), int(b)) = distances.both_ways(nodes[a], nodes[b]);
  }
  std::vector<int> left_over;
  std::int64_t size = 1;
  for (; size < wanted && level.blocks.size() > 1; size *= 2) level = double_blocks(level, left_over);
  std::vector<std::vector<int>> orders;
  for (NodeBlock& block : level.blocks) orders.push_back(std::move(block.nodes));
  if (size < wanted) orders[0].insert(orders[0].end(), left_over.begin(), left_over.end());
  return orders;
}

}  // namespace groundswell
