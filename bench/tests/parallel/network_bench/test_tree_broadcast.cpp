// SPDX-License-Identifier: Apache-2.0
// Broadcasts along trees.
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "base/error.hpp"
#include "bench/network/broadcast_case.hpp"
#include "bench/network/message_pattern.hpp"
#include "bench/network/tree_broadcast.hpp"
#include "placement/forwarding_tree.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;

// A tree in which the parent of each rank precedes it in a random order of the ranks; the same on all ranks.
std::vector<int> random_tree(int n, std::mt19937& random) {
  std::vector<int> order(static_cast<std::size_t>(n)), parents(order.size(), -1);
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i-- > 1;) std::swap(order[i], order[random() % (i + 1)]);
  for (std::size_t i = 1; i < order.size(); ++i) parents[std::size_t(order[i])] = order[random() % i];
  return parents;
}

TEST(TreeBroadcast, TheBinomialTreeHalvesTheWayInEachRound) {
  EXPECT_EQ(make_binomial_tree(8, 0), (std::vector<int>{-1, 0, 0, 2, 0, 4, 4, 6}));
  EXPECT_EQ(make_binomial_tree(3, 2), (std::vector<int>{2, 2, -1}));
  for (int n = 1; n < 40; ++n)
    for (int root = 0; root < n; ++root) EXPECT_EQ(find_tree_root(make_binomial_tree(n, root)), root);
}

TEST(TreeBroadcast, BringsTheRootsBytesAlongAnyTree) {
  std::mt19937 random(3);
  for (int i = 0; i < 30; ++i) {
    const std::vector<int> parents = random_tree(world().size(), random);
    for (const std::size_t size : {0u, 1u, 1000u, 100000u})
      for (const std::size_t segment : {0u, 1u, 4096u}) {
        if (segment == 1 && size > 1000) continue;
        const TreeBroadcast tree(world(), parents, segment);
        std::vector<std::byte> bytes(size);
        if (world().rank() == tree.root()) fill_pattern(bytes, 9);
        tree.run(bytes);
        ASSERT_TRUE(has_pattern(bytes, 9)) << size << " bytes in segments of " << segment;
      }
  }
}

TEST(TreeBroadcast, RefusesWhatIsNoTree) {
  EXPECT_THROW(find_tree_root(std::vector<int>{-1, -1}), Error);
  EXPECT_THROW(find_tree_root(std::vector<int>{1, 0}), Error);
  EXPECT_THROW(find_tree_root(std::vector<int>{-1, 2, 1}), Error);
  EXPECT_THROW(find_tree_root(std::vector<int>{-1, 5}), Error);
  EXPECT_THROW(find_tree_root(std::vector<int>{1, 1, -1, 2}), Error);
  const std::vector<int> others = make_binomial_tree(world().size() + 1, 0);
  EXPECT_THROW(TreeBroadcast(world(), others, 0), Error);
}

// Each rank sends first to the child with the largest subtree.
TEST(TreeBroadcast, ServesTheLargestBranchFirst) {
  const int n = world().size();
  const TreeBroadcast tree(world(), make_binomial_tree(n, 0), 0);
  std::vector<int> expected;
  for (int step = 1; step < n; step *= 2)
    if (world().rank() % (2 * step) == 0 && world().rank() + step < n)
      expected.insert(expected.begin(), world().rank() + step);
  if (n == 1 || n == 2 || n == 8) {
    EXPECT_EQ(tree.children(), expected);
  }
  EXPECT_EQ(tree.children().size(), expected.size());
}

// time_broadcast() itself checks the received bytes.
TEST(TreeBroadcast, IsTimedAgainstMpi) {
  std::vector<int> mirrored;
  for (int rank = world().size(); rank-- > 0;) mirrored.push_back(rank);
  const PlacedRanks ranks(world(), mirrored);
  const int n = world().size();
  const BroadcastResult result = time_broadcast(ranks, {10000, 1024, make_binomial_tree(n, n - 1), 3});
  EXPECT_EQ(result.mpi.placements.size(), 2u);
  EXPECT_EQ(result.tree.placements.size(), 2u);
  EXPECT_GT(result.tree_speed_up.value, 0.0);
}

}  // namespace
}  // namespace groundswell
