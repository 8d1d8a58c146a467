// SPDX-License-Identifier: Apache-2.0
// Assignments of ranks to nodes: their traffic against counts by hand, and the assignments found against all
// possible ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "network/node_map.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::expect_words;
using test::message_of;

// Links of six processes in two rows of three: each sends as much to each neighbour as it receives.
std::vector<RankLink> six_links() {
  std::vector<RankLink> links;
  for (const auto& [a, b] : {std::pair(0, 1), {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}}) {
    links.push_back({a, b, 1});
    links.push_back({b, a, 1});
  }
  return links;
}

// Every way to put six ranks on three nodes, two on each.
std::vector<std::vector<int>> all_pairings() {
  std::vector<int> nodes{0, 0, 1, 1, 2, 2};
  std::vector<std::vector<int>> all;
  do all.push_back(nodes);
  while (std::ranges::next_permutation(nodes).found);
  return all;
}

// The counts are those of the published example (FVWAM); the weights count both directions.
TEST(node_traffic, is_that_of_the_published_example) {
  const std::vector<RankLink> links = six_links();
  const NodeTraffic rows = compute_node_traffic(links, std::vector{0, 0, 1, 2, 2, 1});     // {0,1}{2,5}{3,4}
  const NodeTraffic columns = compute_node_traffic(links, std::vector{0, 1, 2, 0, 1, 2});  // {0,3}{1,4}{2,5}
  const NodeTraffic apart = compute_node_traffic(links, std::vector{0, 1, 2, 2, 0, 1});    // {0,4}{1,5}{2,3}
  EXPECT_EQ(rows, (NodeTraffic{4, 3, 8, 6}));
  EXPECT_EQ(columns, (NodeTraffic{4, 4, 8, 8}));
  EXPECT_EQ(apart.n_link, 7);
  EXPECT_EQ(apart.weight, 14);
}

TEST(node_traffic, counts_a_link_one_way_once_and_none_inside_a_node) {
  const std::vector<RankLink> links{{0, 1, 5}, {2, 0, 7}, {0, 2, 1}, {3, 3, 9}};
  EXPECT_EQ(compute_node_traffic(links, std::vector{0, 1, 1, 0}), (NodeTraffic{2, 2, 13, 13}));
  EXPECT_EQ(compute_node_traffic(links, std::vector{0, 0, 0, 0}), NodeTraffic{});
}

TEST(node_map, finds_the_best_pairing_of_the_published_example_from_everywhere) {
  for (const std::vector<int>& nodes : all_pairings()) {
    const std::vector<int> new_rank = find_node_map(six_links(), nodes);
    const NodeTraffic traffic = compute_node_traffic(six_links(), move_nodes(nodes, new_rank));
    EXPECT_EQ(traffic.n_link, 4);
    EXPECT_LE(traffic.most_links, 3);
  }
}

TEST(node_map, leaves_ranks_where_nothing_is_gained) {
  std::vector<int> same(6);
  std::iota(same.begin(), same.end(), 0);
  EXPECT_EQ(find_node_map(six_links(), std::vector{0, 0, 0, 0, 0, 0}), same);
  EXPECT_EQ(find_node_map(six_links(), std::vector{0, 0, 1, 2, 2, 1}), same);
  EXPECT_EQ(find_node_map({}, std::vector{0, 1, 0, 1, 2, 2}), same);
  EXPECT_TRUE(find_node_map({}, {}).empty());
}

// A grid of 8 x 8 ranks, distributed round-robin over four nodes: the optimum is squares of 4 x 4, which cut
// 16 links.
TEST(node_map, cuts_a_grid_of_ranks_into_blocks) {
  constexpr int n = 8;
  std::vector<RankLink> links;
  std::vector<int> nodes;
  for (int rank = 0; rank < n * n; ++rank) {
    nodes.push_back(rank % 4);
    for (const int other : {rank % n + 1 < n ? rank + 1 : -1, rank + n < n * n ? rank + n : -1}) {
      if (other < 0) continue;
      links.push_back({rank, other, 10});
      links.push_back({other, rank, 10});
    }
  }
  const std::vector<int> new_rank = find_node_map(links, nodes);
  EXPECT_EQ(compute_node_traffic(links, nodes).n_link, 56);
  EXPECT_LE(compute_node_traffic(links, move_nodes(nodes, new_rank)).n_link, 22);
  EXPECT_EQ(find_node_map(links, nodes), new_rank);
}

// Random links among ranks on unequal nodes: the map is a permutation, never increases the traffic, and is
// near the best of all maps of seven ranks.
TEST(node_map, is_near_the_best_of_all_maps) {
  std::mt19937 random(7);
  std::int64_t best_sum = 0, found_sum = 0;
  const std::vector<int> nodes{0, 1, 1, 2, 0, 2, 2};
  for (int turn = 0; turn < 40; ++turn) {
    std::vector<RankLink> links;
    for (int link = 0; link < 10; ++link)
      links.push_back({int(random() % 7), int(random() % 7), std::int64_t(1 + random() % 20)});
    const std::vector<int> new_rank = find_node_map(links, nodes);
    std::vector<int> sorted = new_rank, tried = nodes;
    std::ranges::sort(sorted);
    for (int rank = 0; rank < 7; ++rank) ASSERT_EQ(sorted[std::size_t(rank)], rank);
    const std::int64_t before = compute_node_traffic(links, nodes).weight;
    const std::int64_t found = compute_node_traffic(links, move_nodes(nodes, new_rank)).weight;
    EXPECT_LE(found, before);
    std::int64_t best = before;
    std::ranges::sort(tried);
    do best = std::min(best, compute_node_traffic(links, tried).weight);
    while (std::ranges::next_permutation(tried).found);
    best_sum += best;
    found_sum += found;
  }
  EXPECT_LE(double(found_sum), 1.1 * double(best_sum));
}

TEST(node_map, refuses_links_that_cannot_be) {
  const std::vector<int> nodes{0, 0, 1};
  for (const RankLink& link : {RankLink{0, 3, 1}, RankLink{-1, 0, 1}, RankLink{0, 1, -5}})
    expect_words(message_of([&] { find_node_map(std::vector{link}, nodes); }),
                 {"a link from rank", "3 ranks"});
  expect_words(message_of([] { find_node_map({}, std::vector{0, -1}); }), {"node -1"});
}

}  // namespace
}  // namespace groundswell
