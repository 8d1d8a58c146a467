// SPDX-License-Identifier: Apache-2.0
// Which process takes which rank: maps to nodes against counting by hand and against all maps, permutations.
// That wrong MPI libraries are found is tested in tests/python/program/test_wrong_mpi.py.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "comm/node_map.hpp"
#include "comm/rank_reorder.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::expect_words;
using test::message_of;
using test::world;

// Six processes as two rows of three: each sends as much to each neighbour as it receives.
std::vector<RankLink> six_links() {
  std::vector<RankLink> links;
  for (const auto& [a, b] : {std::pair(0, 1), {1, 2}, {3, 4}, {4, 5}, {0, 3}, {1, 4}, {2, 5}}) {
    links.push_back({a, b, 1});
    links.push_back({b, a, 1});
  }
  return links;
}

// The nodes of the ranks after a map.
std::vector<int> move_nodes(const std::vector<int>& node_of_rank, const std::vector<int>& new_rank) {
  std::vector<int> moved(node_of_rank.size(), -1);
  for (std::size_t rank = 0; rank < moved.size(); ++rank)
    moved.at(std::size_t(new_rank[rank])) = node_of_rank[rank];
  return moved;
}

// Every way to put six ranks on three nodes of two.
std::vector<std::vector<int>> all_pairings() {
  std::vector<int> nodes{0, 0, 1, 1, 2, 2};
  std::vector<std::vector<int>> all;
  do all.push_back(nodes);
  while (std::ranges::next_permutation(nodes).found);
  return all;
}

// The counts are those of the published example (FVWAM); the weights count both ways.
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

// A grid of 8 x 8 ranks on four nodes, dealt out in turn: the best are squares of 4 x 4, which cut 16 links.
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

// Random links among ranks of unequal nodes: a permutation that never makes it worse, and is near the best of
// all maps of seven ranks.
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

// A ring of all ranks.
std::vector<RankLink> ring_links() {
  std::vector<RankLink> links;
  const int n = world().size();
  for (int rank = 0; rank < n; ++rank)
    if (n > 1) links.push_back({rank, (rank + 1) % n, 3});
  return links;
}

TEST(reorder_ranks, gives_every_process_a_rank_by_every_name) {
  const int n = world().size(), me = world().rank();
  std::vector<int> in_turn;
  for (int rank = 0; rank < n; ++rank) in_turn.push_back(rank % 2);
  for (const std::string& name : reorder_names()) {
    const Reordering made = reorder_ranks(world(), name, {ring_links(), in_turn});
    EXPECT_EQ(made.warning, "") << name;
    EXPECT_EQ(made.communicator.size(), n);
    EXPECT_EQ(made.communicator.rank(), made.new_rank[std::size_t(me)]) << name;
    std::vector<int> old_ranks = made.communicator.all_gather(me);
    EXPECT_EQ(old_ranks[std::size_t(made.communicator.rank())], me);
    std::ranges::sort(old_ranks);
    for (int rank = 0; rank < n; ++rank) EXPECT_EQ(old_ranks[std::size_t(rank)], rank);
    if (name != "mpi") {
      EXPECT_EQ(made.n_moved() > 0, name == "nodes" && n > 3) << n;
    }
  }
  expect_words(message_of([] { reorder_ranks(world(), "node", {}); }), {"'node'", "none, mpi, nodes"});
}

TEST(permute_ranks, applies_any_permutation) {
  const int n = world().size(), me = world().rank();
  std::vector<int> numbers(std::size_t(n), 0);
  std::iota(numbers.begin(), numbers.end(), 0);
  std::mt19937 random(3);
  for (int turn = 0; turn < 5; ++turn) {
    std::shuffle(numbers.begin(), numbers.end(), random);
    const Communicator permuted = permute_ranks(world(), numbers);
    EXPECT_EQ(permuted.rank(), numbers[std::size_t(me)]);
    EXPECT_EQ(permuted.all_gather(me)[std::size_t(numbers[std::size_t(me)])], me);
  }
}

TEST(permute_ranks, refuses_what_is_no_permutation_on_all_ranks) {
  const int n = world().size();
  std::vector<int> numbers(std::size_t(n), 0);
  if (n > 1) expect_words(message_of([&] { permute_ranks(world(), numbers); }), {"not each rank once"});
  numbers.push_back(n);
  expect_words(message_of([&] { permute_ranks(world(), numbers); }), {"not each rank once"});
  numbers.assign(std::size_t(n), n);
  expect_words(message_of([&] { permute_ranks(world(), numbers); }), {"not each rank once"});
  if (n == 1) return;
  std::iota(numbers.begin(), numbers.end(), 0);  // each rank gives another one
  std::ranges::rotate(numbers, numbers.begin() + world().rank());
  expect_words(message_of([&] { permute_ranks(world(), numbers); }), {"other new ranks than the first"});
}

}  // namespace
}  // namespace groundswell
