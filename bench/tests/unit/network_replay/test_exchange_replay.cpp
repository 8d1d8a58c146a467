// SPDX-License-Identifier: Apache-2.0
// Exchanges on small networks, compared with times computed by hand; patterns, compared with their
// definitions.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "base/error.hpp"
#include "bench/network_replay/exchange_patterns.hpp"
#include "bench/network_replay/fat_tree.hpp"
#include "bench/network_replay/model_probe.hpp"
#include "bench/network_replay/placement_replay.hpp"

namespace groundswell {
namespace {

// Two supernodes of 4 nodes with one link above each; every link has a bandwidth of 1 B/s and a latency of
// 0.1 s.
FatTree make_thin_tree() {
  return FatTree({{4, 2}, {1, 1}, 1.0, 0.1});
}
const ExchangeCosts slow{.overhead = 0.5, .copy_bandwidth = 2.0, .tolerance = 0.0};

TEST(ExchangeReplay, AMessageTakesOverheadsLatencyAndItsBytes) {
  const FatTree tree = make_thin_tree();
  const std::vector<int> nodes{0, 1, 4};
  const ReplayedExchange near = replay_exchange(tree, nodes, std::vector<ReplayMessage>{{0, 1, 1.0}}, slow);
  EXPECT_NEAR(near.seconds(10.0), 0.5 + 0.2 + 10.0 + 0.5, 1e-12);
  const ReplayedExchange far = replay_exchange(tree, nodes, std::vector<ReplayMessage>{{0, 2, 3.0}}, slow);
  EXPECT_NEAR(far.seconds(10.0), 0.5 + 0.4 + 30.0 + 0.5, 1e-12);
}

TEST(ExchangeReplay, MessagesShareTheThinLinkAndEachCostsItsOverhead) {
  const FatTree tree = make_thin_tree();
  const std::vector<int> nodes{0, 1, 4, 5};
  // Two messages cross between the supernodes: each gets half of the thin link. The first rank also sends to
  // the second, at the remaining rate of its own link.
  const std::vector<ReplayMessage> messages{{0, 2, 1.0}, {1, 3, 1.0}, {0, 1, 1.0}};
  const ReplayedExchange found = replay_exchange(tree, nodes, messages, slow);
  EXPECT_NEAR(found.fixed[0], 3 * 0.5 + 0.4, 1e-12);
  EXPECT_NEAR(found.fixed[1], 2 * 0.5 + 0.4, 1e-12);
  EXPECT_NEAR(found.fixed[2], 3 * 0.5 + 0.2, 1e-12);
  for (const double per_byte : found.per_byte) EXPECT_NEAR(per_byte, 2.0, 1e-12);
  const std::vector<double> of_rank = found.rank_seconds(messages, 4, 1.0);
  EXPECT_NEAR(of_rank[3], 3.4, 1e-12);
  EXPECT_NEAR(of_rank[0], 3.9, 1e-12);
  EXPECT_NEAR(found.seconds(1.0), 3.9, 1e-12);
}

TEST(ExchangeReplay, RanksOfOneNodeCopyAndDoNotUseTheNetwork) {
  const FatTree tree = make_thin_tree();
  const std::vector<int> nodes{0, 0, 0};
  const std::vector<ReplayMessage> messages{{0, 1, 1.0}, {2, 1, 3.0}};
  const ReplayedExchange found = replay_exchange(tree, nodes, messages, slow);
  EXPECT_NEAR(found.seconds(10.0), 1.5 + 40.0 / 2.0, 1e-12);  // the second rank copies both messages
}

TEST(ExchangePatterns, AllToAllMeetsEveryPairOnceAndNobodyTwiceInARound) {
  for (const int n : {2, 5, 8, 12, 64}) {
    std::set<std::pair<int, int>> met;
    for (int round = 1; round < n; ++round) {
      std::set<int> receivers;
      for (const ReplayMessage& message : make_all_to_all_round(n, round)) {
        EXPECT_TRUE(met.insert({message.from, message.to}).second);
        EXPECT_TRUE(receivers.insert(message.to).second);
        EXPECT_NE(message.from, message.to);
        if ((n & (n - 1)) == 0) {
          EXPECT_EQ(message.from ^ message.to, round);
        }
      }
      EXPECT_EQ(receivers.size(), std::size_t(n));
    }
    EXPECT_EQ(met.size(), std::size_t(n * (n - 1)));
  }
  EXPECT_THROW(make_all_to_all_round(4, 4), Error);
}

TEST(ExchangePatterns, SampledRoundsAreOneOfEachPart) {
  EXPECT_EQ(sample_rounds(5, 100), (std::vector<int>{1, 2, 3, 4}));
  const std::vector<int> kept = sample_rounds(1025, 32);
  ASSERT_EQ(kept.size(), 32u);
  for (int i = 0; i < 32; ++i) EXPECT_EQ((kept[std::size_t(i)] - 1) / 32, i);
}

// Units forwarded step by step as defined by the modes reach all 26 neighbours, each once.
TEST(ExchangePatterns, EveryModeOfTheStencilBringsTheUnitsOfAllNeighbours) {
  const std::array<int, 3> grid{4, 3, 5};
  const int n = 60;
  for (const StencilSteps& mode : stencil_steps()) {
    std::vector<std::multiset<int>> units(n);
    for (int rank = 0; rank < n; ++rank) units[std::size_t(rank)] = {rank};
    for (const StencilStep& step : mode.steps) {
      const auto before = units;
      for (const ReplayMessage& message : make_stencil_messages(grid, step.directions)) {
        const auto& sent = before[std::size_t(message.from)];
        EXPECT_EQ(double(sent.size()), step.units) << mode.name;
        units[std::size_t(message.to)].insert(sent.begin(), sent.end());
      }
    }
    for (const auto& of_rank : units) EXPECT_EQ(of_rank.size(), 27u) << mode.name;
    EXPECT_EQ(std::set<int>(units[0].begin(), units[0].end()).size(), 27u) << mode.name;
  }
}

TEST(ExchangePatterns, SidesAreAlike) {
  EXPECT_EQ(make_alike_sides(512), (std::array<int, 3>{8, 8, 8}));
  EXPECT_EQ(make_alike_sides(2048), (std::array<int, 3>{16, 16, 8}));
  EXPECT_EQ(make_alike_sides(7), (std::array<int, 3>{7, 1, 1}));
}

TEST(ExchangePatterns, TreesReachAllInAsManyStepsAsTheyHave) {
  for (const int n : {1, 2, 5, 8, 100}) {
    const auto steps = make_tree_steps(make_binomial_children(n), 0);
    std::set<int> have{0};
    for (const auto& step : steps)
      for (const ReplayMessage& message : step) {
        EXPECT_TRUE(have.count(message.from));
        EXPECT_TRUE(have.insert(message.to).second);
      }
    EXPECT_EQ(have.size(), std::size_t(n));
    EXPECT_EQ(steps.size(), std::size_t(std::ceil(std::log2(n))));
  }
}

TEST(ModelProbe, AloneAPairHasTheLinkAndInARoundItSharesIt) {
  const FatTree tree = make_thin_tree();
  std::vector<int> nodes(8);
  std::iota(nodes.begin(), nodes.end(), 0);
  ModelProbe probe{10.0, false, 0.0};
  const DistanceMatrix alone = probe_modelled_network(tree, nodes, probe, slow);
  EXPECT_NEAR(alone(0, 1), 1.0 + 0.2 + 10.0, 1e-12);
  EXPECT_NEAR(alone(0, 4), 1.0 + 0.4 + 10.0, 1e-12);
  probe.is_in_rounds = true;
  const DistanceMatrix rounds = probe_modelled_network(tree, nodes, probe, slow);
  EXPECT_NEAR(rounds(0, 1), 1.0 + 0.2 + 10.0, 1e-12);
  double far = 0.0;
  for (int a = 0; a < 4; ++a)
    for (int b = 4; b < 8; ++b) far += rounds(a, b) / 16;
  EXPECT_GT(far, 20.0);
}

TEST(PlacedNodes, ChoicesAreDifferentFreeNodesAndAvoidTheLoad) {
  const ReplayScene scene = make_scene({"fat_tree_2", "compact", 1024, 0.9});
  for (const PlacedNodes& chosen : choose_all_to_all_nodes(scene, 512, {}, {})) {
    ASSERT_EQ(chosen.nodes.size(), 512u);
    for (const int node : chosen.nodes)
      EXPECT_TRUE(scene.network->supernode_of(node) == 0 || scene.network->supernode_of(node) == 3);
  }
  for (const PlacedNodes& placed : place_by_default(scene, 512))
    EXPECT_EQ(std::set<int>(placed.nodes.begin(), placed.nodes.end()).size(), 512u);
}

TEST(PlacedNodes, LargeMachinesAreChosenInUnits) {
  const ReplayScene scene = make_scene({"fat_tree_2", "compact", 6656, 0.9});
  const PlacedNodes chosen = choose_stencil_nodes(scene, {16, 16, 16}, {}, {});
  ASSERT_EQ(std::set<int>(chosen.nodes.begin(), chosen.nodes.end()).size(), 4096u);
  // The unit at the origin has 64 consecutive nodes, numbered with x varying fastest.
  EXPECT_EQ(chosen.nodes[1] - chosen.nodes[0], 1);
  EXPECT_EQ(chosen.nodes[16] - chosen.nodes[0], 4);
  EXPECT_EQ(chosen.nodes[256] - chosen.nodes[0], 16);
  EXPECT_THROW(choose_stencil_nodes(scene, {15, 15, 15}, {}, {}), Error);
  EXPECT_EQ(choose_all_to_all_nodes(scene, 4096, {}, {})[1].nodes.size(), 4096u);
}

}  // namespace
}  // namespace groundswell
