// SPDX-License-Identifier: Apache-2.0
// Routes and capacities of fat trees and dragonflies, checked against routes found by hand and rules that all
// routes obey.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/error.hpp"
#include "bench/network_replay/dragonfly.hpp"
#include "bench/network_replay/fat_tree.hpp"
#include "bench/network_replay/replay_scene.hpp"

namespace groundswell {
namespace {

// Deduces from the routes alone where links begin and end: each link of a route begins where the previous one
// ends. Expects that no link then begins where it ends, and that no two nodes coincide.
void expect_links_join(const ModelledNetwork& network) {
  std::map<int, std::set<int>> places;
  std::vector<int> parent(2 * network.links().size() + std::size_t(network.n_node()));
  for (std::size_t i = 0; i < parent.size(); ++i) parent[i] = int(i);
  const auto root = [&](int at) {
    while (parent[std::size_t(at)] != at)
      at = parent[std::size_t(at)] = parent[std::size_t(parent[std::size_t(at)])];
    return at;
  };
  const auto begin = [](int link) { return 2 * link; };
  const auto end = [](int link) { return 2 * link + 1; };
  const auto node = [&](int n) { return 2 * int(network.links().size()) + n; };
  for (int a = 0; a < network.n_node(); ++a)
    for (int b = 0; b < network.n_node(); ++b) {
      const std::vector<int> route = network.route(a, b);
      EXPECT_EQ(route.empty(), a == b);
      EXPECT_EQ(std::set<int>(route.begin(), route.end()).size(), route.size());
      int at = node(a);
      for (const int link : route) {
        parent[std::size_t(root(at))] = root(begin(link));
        at = end(link);
      }
      if (!route.empty()) parent[std::size_t(root(at))] = root(node(b));
    }
  // No two nodes coincide, and no link begins where it ends.
  std::set<int> nodes;
  for (int n = 0; n < network.n_node(); ++n) EXPECT_TRUE(nodes.insert(root(node(n))).second);
  for (int a = 0; a < network.n_node(); ++a)
    for (int b = 0; b < network.n_node(); ++b)
      for (const int link : network.route(a, b)) EXPECT_NE(root(begin(link)), root(end(link)));
}

TEST(FatTree, RoutesClimbToTheFirstCommonSwitch) {
  const FatTree tree({{4, 3}, {1, 2}, 10.0, 0.5});
  EXPECT_EQ(tree.n_node(), 12);
  EXPECT_EQ(tree.links().size(), 2u * 12 + 2 * 3 * 2);
  // Order of the links: 12 up from nodes, 12 down to nodes, 6 up from switches, 6 down to switches.
  EXPECT_EQ(tree.route(0, 3), (std::vector<int>{0, 12 + 3}));
  EXPECT_EQ(tree.route(1, 4),
            (std::vector<int>{1, 24, 30 + 2, 12 + 4}));  // 4 is even: the first switch above
  EXPECT_EQ(tree.route(1, 5), (std::vector<int>{1, 24 + 1, 30 + 3, 12 + 5}));  // 5 is odd: the second
  EXPECT_EQ(tree.route(11, 2), (std::vector<int>{11, 24 + 4, 30 + 0, 12 + 2}));
  EXPECT_TRUE(tree.route(7, 7).empty());
  EXPECT_DOUBLE_EQ(tree.latency(1, 4), 2.0);
  EXPECT_EQ(tree.supernode_of(7), 1);
  EXPECT_EQ(tree.n_supernode(), 3);
  EXPECT_EQ(tree.links_above(1), (std::vector<int>{26, 27, 32, 33}));
}

TEST(FatTree, ThreeLevelsSpreadTargetsOverAllLinks) {
  const FatTree tree({{4, 4, 3}, {1, 4, 4}, 1.0, 1.0});
  EXPECT_EQ(tree.n_node(), 48);
  std::map<int, int> used;
  for (int to = 16; to < 48; ++to) {
    const std::vector<int> route = tree.route(0, to);
    ASSERT_EQ(route.size(), 6u);
    ++used[route[2]];
  }
  // 32 targets over the 4 x 4 upward routes of the switch: 16 links of the second level, two targets each.
  EXPECT_EQ(used.size(), 16u);
  for (const auto& [link, n] : used) EXPECT_EQ(n, 2) << link;
  EXPECT_EQ(tree.route(0, 5).size(), 4u);
  EXPECT_EQ(tree.links_above(2).size(), 2u * 16);
}

TEST(FatTree, LinksAboveASupernodeAreThoseThatRoutesOutOfItPass) {
  const FatTree tree({{2, 3, 4}, {1, 2, 3}, 1.0, 1.0});
  for (int supernode = 0; supernode < 4; ++supernode) {
    const std::vector<int> above = tree.links_above(supernode);
    std::set<int> outside(above.begin(), above.end()), passed;
    for (int a = 0; a < tree.n_node(); ++a)
      for (int b = 0; b < tree.n_node(); ++b) {
        const bool leaves = (tree.supernode_of(a) == supernode) != (tree.supernode_of(b) == supernode);
        int n = 0;
        for (const int link : tree.route(a, b)) n += int(outside.count(link));
        EXPECT_EQ(n, leaves ? 1 : 0);
      }
  }
}

TEST(FatTree, LinksJoin) {
  expect_links_join(FatTree({{4, 3}, {1, 2}, 1.0, 1.0}));
  expect_links_join(FatTree({{2, 3, 4}, {1, 2, 3}, 1.0, 1.0}));
  expect_links_join(FatTree({{3, 2, 2, 2}, {2, 2, 1, 3}, 1.0, 1.0}));
  expect_links_join(FatTree({{5}, {1}, 1.0, 1.0}));
}

TEST(Dragonfly, RoutesAreMinimal) {
  // 3 groups of 4 routers of 2 nodes: 24 links up, 24 down, 12 x 4 local, 9 global.
  const Dragonfly dragonfly({3, 4, 2, 10.0, 20.0, 30.0, 0.5});
  const int local = 48, global = 48 + 48;
  EXPECT_EQ(dragonfly.n_node(), 24);
  EXPECT_EQ(dragonfly.route(0, 1), (std::vector<int>{0, 24 + 1}));
  EXPECT_EQ(dragonfly.route(0, 6), (std::vector<int>{0, local + 3, 24 + 6}));
  // From router 0 of group 0 to router 3 of group 2: out by router 2, in at router 0.
  EXPECT_EQ(dragonfly.route(0, 22), (std::vector<int>{0, local + 2, global + 2, local + 8 * 4 + 3, 24 + 22}));
  // The global link joins the two nodes' own routers: router 1 of group 0 and router 0 of group 1.
  EXPECT_EQ(dragonfly.route(3, 9), (std::vector<int>{3, global + 1, 24 + 9}));
  EXPECT_DOUBLE_EQ(dragonfly.latency(3, 9), 1.5);
  EXPECT_DOUBLE_EQ(dragonfly.links()[std::size_t(global)].capacity, 30.0);
  EXPECT_DOUBLE_EQ(dragonfly.links()[std::size_t(local)].capacity, 20.0);
  EXPECT_DOUBLE_EQ(dragonfly.links()[0].capacity, 10.0);
  EXPECT_EQ(dragonfly.links_above(1).size(), 4u);
}

TEST(Dragonfly, LinksJoin) {
  expect_links_join(Dragonfly({3, 4, 2, 1.0, 1.0, 1.0, 1.0}));
  expect_links_join(Dragonfly({5, 2, 2, 1.0, 1.0, 1.0, 1.0}));  // more groups than routers in a group
  expect_links_join(Dragonfly({1, 3, 1, 1.0, 1.0, 1.0, 1.0}));
}

TEST(ModelledNetwork, OtherJobsTakeAShare) {
  FatTree tree({{4, 3}, {1, 2}, 10.0, 0.5});
  tree.set_busy(tree.links_above(1), 0.75);
  EXPECT_DOUBLE_EQ(tree.links()[26].free(), 2.5);
  EXPECT_DOUBLE_EQ(tree.links()[32].free(), 2.5);
  EXPECT_DOUBLE_EQ(tree.links()[24].free(), 10.0);
  EXPECT_THROW(tree.set_busy(tree.links_above(1), 1.0), Error);
}

TEST(ModelledNetwork, ImpossibleShapesAreRefused) {
  EXPECT_THROW(FatTree({{4}, {1, 2}}), Error);
  EXPECT_THROW(FatTree({{4, 0}, {1, 2}}), Error);
  EXPECT_THROW(FatTree({{4, 2}, {1, 2}, 0.0}), Error);
  EXPECT_THROW(Dragonfly({0, 4, 2}), Error);
}

TEST(ReplayScene, FreeNodesAndLoad) {
  for (const std::string& network : modelled_network_names())
    for (const std::string& situation : situation_names()) {
      const ReplayScene scene = make_scene({network, situation, 1500, 0.5});
      EXPECT_EQ(scene.free.size(), 1500u);
      EXPECT_EQ(std::set<int>(scene.free.begin(), scene.free.end()).size(), 1500u);
      EXPECT_LT(scene.free.back(), scene.network->n_node());
      EXPECT_EQ(scene.network->supernode_of(255), 0);
      EXPECT_EQ(scene.network->supernode_of(256), 1);
      for (const int supernode : {1, 2})
        for (const int link : scene.network->links_above(supernode))
          EXPECT_DOUBLE_EQ(scene.network->links()[std::size_t(link)].busy, 0.5);
      EXPECT_EQ(scene.free.back() == 1499, situation == "compact");
    }
  EXPECT_THROW(make_scene({"torus", "compact"}), Error);
  EXPECT_THROW(make_scene({"dragonfly", "empty"}), Error);
}

}  // namespace
}  // namespace groundswell
