// SPDX-License-Identifier: Apache-2.0
// Assignments of ranks to nodes at unequal distances, found by the project's own search and by Scotch:
// against all assignments in small cases, and against the obvious optimum on two racks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "network/node_map.hpp"
#include "network/node_mapper.hpp"
#include "network/scotch_map.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::expect_words;
using test::message_of;

using FindMap = std::vector<int> (*)(std::span<const RankLink>, std::span<const int>, const DistanceMatrix&);
constexpr FindMap methods[] = {find_node_map, map_by_scotch};

double cost_of(const std::vector<RankLink>& links, std::span<const int> nodes, const DistanceMatrix& far) {
  double sum = 0.0;
  for (const RankLink& link : links) {
    const int a = nodes[std::size_t(link.rank)], b = nodes[std::size_t(link.other)];
    if (a != b) sum += double(link.weight) * 0.5 * far.both_ways(a, b);
  }
  return sum;
}

void expect_permutation(std::vector<int> new_rank, std::size_t n) {
  std::ranges::sort(new_rank);
  ASSERT_EQ(new_rank.size(), n);
  for (std::size_t rank = 0; rank < n; ++rank) ASSERT_EQ(new_rank[rank], int(rank));
}

// Even-numbered nodes are in one rack, odd-numbered ones in another. Distances between the racks are 8 times
// those within a rack.
DistanceMatrix two_racks(int n_node) {
  DistanceMatrix far(n_node);
  for (int a = 0; a < n_node; ++a)
    for (int b = 0; b < n_node; ++b) far(a, b) = a == b ? 0.0 : a % 2 == b % 2 ? 1e-6 : 8e-6;
  return far;
}

std::vector<int> rack_of(std::vector<int> nodes) {
  for (int& node : nodes) node %= 2;
  return nodes;
}

// A grid of n x n ranks, each linked to those beside it.
std::vector<RankLink> grid_links(int n) {
  std::vector<RankLink> links;
  for (int rank = 0; rank < n * n; ++rank)
    for (const int other : {rank % n + 1 < n ? rank + 1 : -1, rank + n < n * n ? rank + n : -1})
      if (other >= 0) links.insert(links.end(), {{rank, other, 10}, {other, rank, 10}});
  return links;
}

std::vector<int> in_blocks(int n_rank, int n_node) {
  std::vector<int> nodes;
  for (int rank = 0; rank < n_rank; ++rank) nodes.push_back(rank * n_node / n_rank);
  return nodes;
}

TEST(node_distances, maps_are_near_the_best_of_all_maps) {
  std::mt19937 random(11);
  const std::vector<int> nodes{0, 1, 1, 2, 0, 2, 3};
  double best_sum = 0.0, found_sum[2] = {};
  for (int turn = 0; turn < 40; ++turn) {
    std::vector<RankLink> links;
    for (int link = 0; link < 12; ++link)
      links.push_back({int(random() % 7), int(random() % 7), std::int64_t(1 + random() % 20)});
    DistanceMatrix far(4);
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b) far(a, b) = a == b ? 0.0 : double(1 + random() % 16);
    const double before = cost_of(links, nodes, far);
    for (int i = 0; i < 2; ++i) {
      const std::vector<int> new_rank = methods[i](links, nodes, far);
      expect_permutation(new_rank, nodes.size());
      const double found = cost_of(links, move_nodes(nodes, new_rank), far);
      EXPECT_LE(found, before * 1.001);  // distances are rounded to 1/65536 of the largest
      found_sum[i] += found;
    }
    std::vector<int> tried = nodes;
    std::ranges::sort(tried);
    double best = before;
    do best = std::min(best, cost_of(links, tried, far));
    while (std::ranges::next_permutation(tried).found);
    best_sum += best;
  }
  EXPECT_LE(found_sum[0], 1.03 * best_sum);
  EXPECT_LE(found_sum[1], 1.10 * best_sum);
}

// Each rank is alone on its node, so all messages between ranks cross between nodes.
TEST(node_distances, single_ranks_are_near_the_best_of_all_permutations) {
  std::mt19937 random(5);
  std::vector<int> nodes(7);
  std::iota(nodes.begin(), nodes.end(), 0);
  double best_sum = 0.0, found_sum = 0.0;
  for (int turn = 0; turn < 20; ++turn) {
    std::vector<RankLink> links;
    for (int link = 0; link < 14; ++link)
      links.push_back({int(random() % 7), int(random() % 7), std::int64_t(1 + random() % 20)});
    DistanceMatrix far(7);
    for (int a = 0; a < 7; ++a)
      for (int b = 0; b < 7; ++b) far(a, b) = a == b ? 0.0 : double(1 + random() % 16);
    found_sum += cost_of(links, move_nodes(nodes, find_node_map(links, nodes, far)), far);
    std::vector<int> tried = nodes;
    double best = std::numeric_limits<double>::max();
    do best = std::min(best, cost_of(links, tried, far));
    while (std::ranges::next_permutation(tried).found);
    best_sum += best;
  }
  EXPECT_LE(found_sum, 1.03 * best_sum);
}

// 8 x 8 ranks in rows on 8 nodes that alternate between two racks: all 56 links between rows are slow. The
// optimum, with one half of the grid in each rack, cuts 8 links.
TEST(node_distances, little_crosses_between_racks) {
  const std::vector<RankLink> links = grid_links(8);
  const std::vector<int> nodes = in_blocks(64, 8);
  EXPECT_EQ(compute_node_traffic(links, rack_of(nodes)).n_link, 56);
  for (const FindMap method : methods) {
    const std::vector<int> new_rank = method(links, nodes, two_racks(8));
    expect_permutation(new_rank, nodes.size());
    const std::vector<int> moved = move_nodes(nodes, new_rank);
    EXPECT_EQ(compute_node_traffic(links, rack_of(moved)).n_link, 8);
    EXPECT_LE(compute_node_traffic(links, moved).n_link, 40);  // 32 with blocks of 4 x 2
    EXPECT_EQ(method(links, nodes, two_racks(8)), new_rank);
  }
}

TEST(node_distances, alike_ones_are_as_none) {
  DistanceMatrix alike(4);
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) alike(a, b) = a == b ? 0.0 : a < b ? 2.5 : 3.5;  // mean of both directions: 3
  const std::vector<RankLink> links = grid_links(6);
  const std::vector<int> nodes = in_blocks(36, 4);
  for (const FindMap method : methods) EXPECT_EQ(method(links, nodes, alike), method(links, nodes, {}));
}

TEST(node_distances, ones_that_cannot_be_are_refused) {
  const std::vector<RankLink> links{{0, 2, 1}};
  const std::vector<int> nodes{0, 1, 2};
  DistanceMatrix far(3);
  for (const FindMap method : methods) {
    expect_words(message_of([&] { method(links, nodes, DistanceMatrix(2)); }),
                 {"between 2 nodes", "lie on 3"});
    expect_words(message_of([&] { method(links, nodes, far); }), {"all distances", "are 0"});
    far(0, 1) = -1.0;
    expect_words(message_of([&] { method(links, nodes, far); }), {"from node 0 to node 1 is -1"});
    far(0, 1) = std::numeric_limits<double>::quiet_NaN();
    expect_words(message_of([&] { method(links, nodes, far); }),
                 {"from node 0 to node 1 is", "must be known"});
    far(0, 1) = 0.0;
  }
}

// Node 0 has two processes but gets four parts: each of the two parts that leave goes to the node to which
// its links lead.
TEST(node_mapper, moves_parts_from_full_nodes_to_those_with_room) {
  const std::vector<RankLink> links{{0, 1, 9}, {2, 4, 5}, {2, 0, 1}, {3, 5, 7}};
  const std::vector<int> nodes{0, 0, 1, 1, 2, 2};
  const MappingTask task(links, nodes, {});
  NodeMapper mapper(task);
  mapper.put({0, 0, 0, 0, 1, 2});
  EXPECT_EQ(mapper.node_of_part(), (std::vector{0, 0, 1, 2, 1, 2}));
}

TEST(scotch_map, finds_the_best_of_the_published_example) {
  std::vector<RankLink> links;
  for (const auto& [a, b] : {std::pair(0, 1), {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}})
    links.insert(links.end(), {{a, b, 1}, {b, a, 1}});
  std::vector<int> nodes{0, 0, 1, 1, 2, 2};
  do {
    const NodeTraffic traffic = compute_node_traffic(links, move_nodes(nodes, map_by_scotch(links, nodes)));
    EXPECT_EQ(traffic.n_link, 4);
  } while (std::ranges::next_permutation(nodes).found);
}

TEST(scotch_map, keeps_to_the_processes_of_nodes_of_any_size) {
  std::mt19937 random(2);
  for (int turn = 0; turn < 20; ++turn) {
    const int n_rank = 2 + int(random() % 60), n_node = 1 + int(random() % 9);
    std::vector<int> nodes;
    for (int rank = 0; rank < n_rank; ++rank)
      nodes.push_back(int(random() % unsigned(std::min(n_node, n_rank))));
    std::vector<RankLink> links;
    for (int link = 0; link < 3 * n_rank; ++link)
      links.push_back({int(random() % unsigned(n_rank)), int(random() % unsigned(n_rank)),
                       std::int64_t(random() % 4) * 1'000'000'000'000});
    const DistanceMatrix far = two_racks(turn % 2 == 0 ? 0 : 9);
    const std::vector<int> new_rank = map_by_scotch(links, nodes, far);
    expect_permutation(new_rank, nodes.size());
    if (far.size() == 0) {
      EXPECT_LE(compute_node_traffic(links, move_nodes(nodes, new_rank)).weight,
                compute_node_traffic(links, nodes).weight);
    }
  }
}

TEST(scotch_map, leaves_ranks_where_nothing_is_gained) {
  EXPECT_TRUE(map_by_scotch({}, {}).empty());
  EXPECT_EQ(map_by_scotch({}, std::vector{0, 1, 0}), (std::vector{0, 1, 2}));
  EXPECT_EQ(map_by_scotch(grid_links(2), std::vector{0, 0, 0, 0}), (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(map_by_scotch(std::vector<RankLink>{{0, 1, 0}, {2, 2, 5}}, std::vector{0, 1, 0, 2}),
            (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(map_by_scotch(grid_links(2), std::vector{0, 0, 1, 1}), (std::vector{0, 1, 2, 3}));
}

}  // namespace
}  // namespace groundswell
