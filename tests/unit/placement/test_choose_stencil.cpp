// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <set>

#include "placement/choose_stencil.hpp"
#include "placement/node_blocks.hpp"
#include "support/sentences.hpp"
#include "unit/placement/sample_networks.hpp"

namespace groundswell {
namespace {

using Places = std::vector<int>;
using Sides = std::array<int, 3>;

// The sum of the distances between neighbours, found by comparing all pairs of places.
double add_slowly(const DistanceMatrix& distances, Sides grid, const Places& nodes) {
  double sum = 0;
  for (int a = 0; a < int(nodes.size()); ++a)
    for (int b = 0; b < a; ++b) {
      const int dx = a % grid[0] - b % grid[0], dy = a / grid[0] % grid[1] - b / grid[0] % grid[1];
      const int dz = a / (grid[0] * grid[1]) - b / (grid[0] * grid[1]);
      if (std::abs(dx) + std::abs(dy) + std::abs(dz) == 1)
        sum += distances(nodes[std::size_t(a)], nodes[std::size_t(b)]) +
               distances(nodes[std::size_t(b)], nodes[std::size_t(a)]);
    }
  return sum;
}

void expect_valid(const DistanceMatrix& distances, Sides grid, const Places& nodes) {
  EXPECT_EQ(int(nodes.size()), grid[0] * grid[1] * grid[2]);
  EXPECT_EQ(std::set<int>(nodes.begin(), nodes.end()).size(), nodes.size());
  for (const int node : nodes) EXPECT_TRUE(node >= 0 && node < distances.size());
  EXPECT_NEAR(sum_between_neighbours(distances, grid, nodes), add_slowly(distances, grid, nodes), 1e-9);
}

double random_sum(const DistanceMatrix& distances, Sides grid, std::mt19937& random) {
  Places nodes(static_cast<std::size_t>(distances.size()));
  std::iota(nodes.begin(), nodes.end(), 0);
  double sum = 0;
  const int n_trial = distances.size() > 1000 ? 2 : 10;
  for (int trial = 0; trial < n_trial; ++trial) {
    std::shuffle(nodes.begin(), nodes.end(), random);
    const Places first(nodes.begin(), nodes.begin() + grid[0] * grid[1] * grid[2]);
    sum += sum_between_neighbours(distances, grid, first) / n_trial;
  }
  return sum;
}

// Switches of eight nodes: in a grid with even sides the optimum is one block of 2 x 2 x 2 per switch,
// because no eight places of a grid have more than 12 pairs of neighbours among themselves.
TEST(ChooseForStencil, GivesEachSwitchOneBlock) {
  std::mt19937 random(1);
  for (const Sides grid : {Sides{2, 2, 2}, Sides{4, 2, 2}, Sides{4, 4, 4}, Sides{2, 8, 4}, Sides{8, 4, 4}})
    for (const int n_spare : {0, 1, 3}) {
      const int n_place = grid[0] * grid[1] * grid[2], n_switch = n_place / 8 + n_spare;
      const Places switch_of = test::deal_racks(Places(std::size_t(n_switch), 8), random);
      const DistanceMatrix distances = test::make_racks(switch_of, 5.0, 0.0, random);
      const Places nodes = choose_for_stencil(distances, grid);
      expect_valid(distances, grid, nodes);
      const int x = grid[0], y = grid[1], z = grid[2];
      const int n_link = (x - 1) * y * z + x * (y - 1) * z + x * y * (z - 1), n_near = n_place / 8 * 12;
      EXPECT_NEAR(sum_between_neighbours(distances, grid, nodes), 2.0 * (n_near + 5.0 * (n_link - n_near)),
                  1e-9);
      for (int place = 0; place < n_place; ++place) {  // on the same switch as the corner of its block
        const int corner = place % x / 2 * 2 + x * (place / x % y / 2 * 2 + y * (place / x / y / 2 * 2));
        EXPECT_EQ(switch_of[std::size_t(nodes[std::size_t(place)])],
                  switch_of[std::size_t(nodes[std::size_t(corner)])]);
      }
    }
}

// Racks of eight switches of eight nodes: blocks of 2 x 2 x 2 are joined into blocks of 4 x 4 x 4.
TEST(ChooseForStencil, JoinsBlocksAsPublished) {
  std::mt19937 random(2);
  const Places switch_of = test::deal_racks(Places(24, 8), random);
  DistanceMatrix distances = test::make_racks(switch_of, 3.0, 0.1, random);
  const auto rack = [&](int node) { return switch_of[std::size_t(node)] / 8; };
  for (int a = 0; a < distances.size(); ++a)
    for (int b = 0; b < distances.size(); ++b)
      if (rack(a) != rack(b)) distances(a, b) *= 3.0;
  const Sides grid{4, 4, 8};
  const Places nodes = choose_for_stencil(distances, grid);
  expect_valid(distances, grid, nodes);
  for (int place = 0; place < 128; ++place)
    EXPECT_EQ(rack(nodes[std::size_t(place)]), rack(nodes[std::size_t(place / 64 * 64)]));
  EXPECT_NE(rack(nodes[0]), rack(nodes[64]));
}

// Racks of eight nodes in random order, with noise in the distances.
TEST(ChooseForStencil, IsMuchBetterThanChance) {
  std::mt19937 random(3);
  for (const Sides grid :
       {Sides{4, 4, 4}, Sides{3, 5, 2}, Sides{1, 7, 1}, Sides{6, 5, 3}, Sides{5, 5, 5}, Sides{24, 1, 1}}) {
    const int n_place = grid[0] * grid[1] * grid[2];
    for (const int spare : {0, 40}) {
      const int n_rack = (n_place + spare + 7) / 8;
      const Places rack_of = test::deal_racks(Places(std::size_t(n_rack), 8), random);
      const DistanceMatrix distances = test::make_racks(rack_of, 8.0, 0.2, random);
      const Places nodes = choose_for_stencil(distances, grid);
      expect_valid(distances, grid, nodes);
      const double chosen = sum_between_neighbours(distances, grid, nodes);
      EXPECT_LT(chosen, (n_rack == 1 ? 1.05 : 0.75) * random_sum(distances, grid, random))
          << grid[0] << " " << grid[1] << " " << grid[2];
      const Places improved = improve_stencil(distances, grid, nodes);
      expect_valid(distances, grid, improved);
      EXPECT_LE(sum_between_neighbours(distances, grid, improved), chosen + 1e-9);
    }
  }
}

TEST(ChooseForStencil, TakesOneRackThatIsNoPowerOfTwo) {
  std::mt19937 random(4);
  const Places rack_of = test::deal_racks({24, 24, 24}, random);
  const DistanceMatrix distances = test::make_racks(rack_of, 8.0, 0.2, random);
  std::set<int> racks;
  for (const int node : choose_for_stencil(distances, {3, 4, 2})) racks.insert(rack_of[std::size_t(node)]);
  EXPECT_EQ(racks.size(), 1u);
}

TEST(ChooseForStencil, FillsAnyGrid) {
  std::mt19937 random(5);
  for (int x = 1; x <= 5; ++x)
    for (int y = 1; y <= 7; y += 2)
      for (int z = 1; z <= 4; ++z)
        for (const int spare : {0, 1, 13}) {
          const DistanceMatrix distances = test::make_random(x * y * z + spare, random);
          expect_valid(distances, {x, y, z}, choose_for_stencil(distances, {x, y, z}));
        }
  const DistanceMatrix large = test::make_racks(test::deal_racks(Places(16, 32), random), 4.0, 0.3, random);
  const Places nodes = choose_for_stencil(large, {8, 8, 8});  // all 512 nodes
  expect_valid(large, {8, 8, 8}, nodes);
  EXPECT_LT(sum_between_neighbours(large, {8, 8, 8}, nodes), 0.6 * random_sum(large, {8, 8, 8}, random));
}

// Compares with all orders of eight nodes in a grid of 2 x 2 x 2 and of 4 x 2 x 1.
TEST(ChooseForStencil, IsNearTheBestOfAllOrders) {
  std::mt19937 random(6);
  double built = 0, improved = 0, best = 0;
  for (const Sides grid : {Sides{2, 2, 2}, Sides{4, 2, 1}})
    for (int trial = 0; trial < 5; ++trial) {
      const DistanceMatrix distances = test::make_random(8, random);
      Places order{0, 1, 2, 3, 4, 5, 6, 7};
      double least = std::numeric_limits<double>::infinity();
      do {
        least = std::min(least, add_slowly(distances, grid, order));
      } while (std::ranges::next_permutation(order).found);
      const Places nodes = choose_for_stencil(distances, grid);
      built += sum_between_neighbours(distances, grid, nodes);
      improved += sum_between_neighbours(distances, grid, improve_stencil(distances, grid, nodes));
      best += least;
      EXPECT_GE(sum_between_neighbours(distances, grid, nodes), least - 1e-9);
    }
  std::printf("eight random nodes: blocks %.1f %% and swaps %.1f %% above the best\n",
              100 * (built / best - 1), 100 * (improved / best - 1));
  EXPECT_LT(improved, 1.08 * best);
  EXPECT_LT(built, 1.4 * best);
}

TEST(NodeBlocks, JoinTheClosestAndKeepWhatIsLeftOver) {
  std::mt19937 random(7);
  DistanceMatrix distances(7);  // on a line, at 0, 1, 3, 6, 10, 15, 21
  for (int a = 0; a < 7; ++a)
    for (int b = 0; b < 7; ++b) distances(a, b) = std::abs(a * (a + 1) / 2 - b * (b + 1) / 2);
  const Places all{0, 1, 2, 3, 4, 5, 6};
  const std::vector<Places> pairs{{0, 1}, {2, 3}, {4, 5}};  // 6 is left over
  EXPECT_EQ(order_by_blocks(distances, all, 2), pairs);
  EXPECT_EQ(order_by_blocks(distances, all, 4), (std::vector<Places>{{0, 1, 2, 3}}));
  EXPECT_EQ(order_by_blocks(distances, all, 7), (std::vector<Places>{{0, 1, 2, 3, 4, 5, 6}}));
  const Places some{6, 4, 2};
  EXPECT_EQ(order_by_blocks(distances, some, 3), (std::vector<Places>{{4, 2, 6}}));
}

TEST(ChooseForStencil, SaysWhatIsWrong) {
  std::mt19937 random(8);
  const DistanceMatrix distances = test::make_random(11, random);
  const auto choose = [&](Sides grid) {
    return test::message_of([&] { choose_for_stencil(distances, grid); });
  };
  test::expect_words(choose({3, 2, 2}), {"3 x 2 x 2", "12 nodes", "has 11", "smaller"});
  test::expect_words(choose({3, 0, 2}), {"side of 0"});
  test::expect_words(choose({1 << 20, 1 << 20, 1 << 20}), {"needs", "has 11"});
  test::expect_words(choose({2'000'000'000, 1, 1}), {"side of 2000000000"});
  const auto sum = [&](const Places& nodes) {
    return test::message_of([&] { sum_between_neighbours(distances, {2, 1, 1}, nodes); });
  };
  test::expect_words(sum({3}), {"1 nodes", "2 places"});
  test::expect_words(sum({3, 3}), {"node 3", "twice"});
  test::expect_words(sum({3, 11}), {"node 11"});
}

}  // namespace
}  // namespace groundswell
