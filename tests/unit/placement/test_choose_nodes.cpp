// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <cstdio>
#include <limits>
#include <set>

#include "placement/choose_nodes.hpp"
#include "support/sentences.hpp"
#include "unit/placement/sample_networks.hpp"

namespace groundswell {
namespace {

using Places = std::vector<int>;

// The smallest sum of the distances between k places, found by trying all choices.
double find_least_sum(const DistanceMatrix& distances, int k) {
  double least = std::numeric_limits<double>::infinity();
  for (unsigned set = 0; set < 1u << distances.size(); ++set) {
    if (std::popcount(set) != k) continue;
    Places chosen;
    for (int place = 0; place < distances.size(); ++place)
      if (set >> place & 1) chosen.push_back(place);
    least = std::min(least, sum_of_distances(distances, chosen));
  }
  return least;
}

// The published rule, taken literally.
Places choose_slowly(const DistanceMatrix& distances, int k) {
  Places chosen{0};
  if (distances.size() > 1) chosen = {0, 1};
  for (int a = 0; a < distances.size(); ++a)
    for (int b = a + 1; b < distances.size(); ++b)
      if (distances.both_ways(a, b) < distances.both_ways(chosen[0], chosen[1])) chosen = {a, b};
  chosen.resize(std::min(chosen.size(), std::size_t(k)));
  while (int(chosen.size()) < k) {
    int nearest = -1;
    double least = std::numeric_limits<double>::infinity();
    for (int place = 0; place < distances.size(); ++place) {
      if (std::ranges::find(chosen, place) != chosen.end()) continue;
      double sum = 0;
      for (const int other : chosen) sum += distances.both_ways(place, other);
      if (sum < least) {
        least = sum;
        nearest = place;
      }
    }
    chosen.push_back(nearest);
  }
  std::ranges::sort(chosen);
  return chosen;
}

TEST(ChooseNodes, GivesThePublishedExample) {
  const DistanceMatrix distances = test::make_eight_nodes();
  EXPECT_EQ(choose_for_all_to_all(distances, 2), (Places{1, 2}));
  EXPECT_EQ(choose_for_all_to_all(distances, 4), (Places{0, 1, 2, 3}));
  EXPECT_EQ(choose_exactly(distances, 2), (Places{1, 2}));
  EXPECT_EQ(choose_exactly(distances, 4), (Places{0, 1, 2, 3}));
  EXPECT_DOUBLE_EQ(sum_of_distances(distances, Places{0, 1, 2, 3}), 2 * (1.0 + 1.1 + 1.2 + 0.9 + 1.1 + 1.0));
}

TEST(ChooseNodes, FollowsThePublishedRule) {
  std::mt19937 random(1);
  for (int n = 1; n <= 20; ++n) {
    DistanceMatrix distances = test::make_random(n, random);
    for (int a = 0; a < n; ++a)  // for even n: whole numbers, so that many are equal
      for (int b = 0; b < n; ++b)
        if (n % 2 == 0) distances(a, b) = a == b ? 0.0 : double(random() % 3 + 1);
    for (int k = 1; k <= n; ++k) EXPECT_EQ(choose_for_all_to_all(distances, k), choose_slowly(distances, k));
  }
}

TEST(ChooseNodes, TakesTheLowestOfEqualPlaces) {
  DistanceMatrix distances(6);
  for (int a = 0; a < 6; ++a)
    for (int b = 0; b < 6; ++b) distances(a, b) = a == b ? 0.0 : 1.0;
  for (int k = 1; k <= 6; ++k) {
    Places first(static_cast<std::size_t>(k));
    std::iota(first.begin(), first.end(), 0);
    EXPECT_EQ(choose_for_all_to_all(distances, k), first);
    EXPECT_EQ(improve_choice(distances, first), first);
    EXPECT_EQ(choose_by_swaps(distances, k), first);
  }
}

TEST(ChooseNodes, CountsBothWays) {
  DistanceMatrix distances(3);
  distances(0, 1) = 1.0, distances(1, 0) = 9.0;
  distances(0, 2) = 9.0, distances(2, 0) = 9.0;
  distances(1, 2) = 4.0, distances(2, 1) = 4.0;
  EXPECT_EQ(choose_for_all_to_all(distances, 2), (Places{1, 2}));
  EXPECT_EQ(choose_exactly(distances, 2), (Places{1, 2}));
}

// On 200 small random networks, the exact choice is as good as the best of all choices. The choice by swaps,
// the improved greedy choice and the greedy choice follow in this order.
TEST(ChooseNodes, ExactImprovedGreedyAreInOrder) {
  std::mt19937 random(2);
  double greedy_excess = 0, swaps_excess = 0, most_greedy = 0, most_swaps = 0;
  int n_greedy_exact = 0, n_swaps_exact = 0;
  const int n_trial = 200;
  for (int trial = 0; trial < n_trial; ++trial) {
    const int n = 4 + int(random() % 9), k = 2 + int(random() % unsigned(n - 2));
    const DistanceMatrix distances = test::make_random(n, random);
    const auto sum = [&](const Places& chosen) { return sum_of_distances(distances, chosen); };
    const Places greedy = choose_for_all_to_all(distances, k);
    const double least = find_least_sum(distances, k), exact = sum(choose_exactly(distances, k));
    const double improved = sum(improve_choice(distances, greedy)),
                 swapped = sum(choose_by_swaps(distances, k));
    const double rounding = 1e-12 * least;
    EXPECT_NEAR(exact, least, rounding);
    EXPECT_LE(exact, swapped + rounding);
    EXPECT_LE(swapped, improved + rounding);
    EXPECT_LE(improved, sum(greedy) + rounding);
    greedy_excess += (sum(greedy) / exact - 1) / n_trial;
    swaps_excess += (swapped / exact - 1) / n_trial;
    most_greedy = std::max(most_greedy, sum(greedy) / exact - 1);
    most_swaps = std::max(most_swaps, swapped / exact - 1);
    n_greedy_exact += sum(greedy) <= exact + rounding;
    n_swaps_exact += swapped <= exact + rounding;
  }
  std::printf(
      "%d networks of 4 to 12 nodes: greedy exact in %d, %.2f %% above on average, at most %.1f %%; "
      "swaps exact in %d, %.3f %% above on average, at most %.2f %%\n",
      n_trial, n_greedy_exact, 100 * greedy_excess, 100 * most_greedy, n_swaps_exact, 100 * swaps_excess,
      100 * most_swaps);
  EXPECT_LT(greedy_excess, 0.15);
  EXPECT_LT(swaps_excess, 0.01);
  EXPECT_GT(n_swaps_exact, n_trial * 9 / 10);
}

TEST(ChooseNodes, SearchesTwentyNodesExactly) {
  std::mt19937 random(3);
  const DistanceMatrix distances = test::make_random(20, random);
  for (const int k : {3, 10, 17}) {
    const double exact = sum_of_distances(distances, choose_exactly(distances, k));
    if (k == 10) {
      EXPECT_NEAR(exact, find_least_sum(distances, k), 1e-9);
    }
    EXPECT_LE(exact, sum_of_distances(distances, choose_by_swaps(distances, k)) + 1e-9);
  }
}

TEST(ChooseNodes, TakesOneRack) {
  std::mt19937 random(4);
  for (int trial = 0; trial < 20; ++trial) {
    const Places rack_of = test::deal_racks({16, 12, 16, 9}, random);
    const DistanceMatrix distances = test::make_racks(rack_of, 3.0, 0.5, random);
    for (const int k : {2, 5, 9, 12, 16})
      for (const Places& chosen : {choose_for_all_to_all(distances, k), choose_by_swaps(distances, k)}) {
        std::set<int> racks;
        for (const int place : chosen) racks.insert(rack_of[std::size_t(place)]);
        // The greedy choice may begin in a rack that is too small, and the choice by swaps may end in one.
        if (k <= 9) {
          EXPECT_EQ(racks.size(), 1u) << k;
        }
        EXPECT_LE(racks.size(), 2u) << k;
      }
  }
}

TEST(ChooseNodes, SwapsLeaveARackThatIsTooSmall) {
  std::mt19937 random(5);
  const Places rack_of = test::deal_racks({3, 8}, random);
  DistanceMatrix distances = test::make_racks(rack_of, 3.0, 0.0, random);
  for (int a = 0; a < 11; ++a)
    for (int b = 0; b < 11; ++b)
      if (rack_of[std::size_t(a)] == 0 && rack_of[std::size_t(b)] == 0) distances(a, b) *= 0.9;
  const auto rack_sum = [&](const Places& chosen) {
    int sum = 0;
    for (const int place : chosen) sum += rack_of[std::size_t(place)];
    return sum;
  };
  EXPECT_EQ(rack_sum(choose_for_all_to_all(distances, 8)), 5);  // greedy choice: begins in the smaller rack
  EXPECT_EQ(rack_sum(choose_by_swaps(distances, 8)), 8);
  EXPECT_EQ(rack_sum(choose_exactly(distances, 8)), 8);
}

TEST(ChooseNodes, SaysWhatIsWrong) {
  const DistanceMatrix eight = test::make_eight_nodes();
  for (const auto choose : {choose_for_all_to_all, choose_exactly, choose_by_swaps}) {
    test::expect_words(test::message_of([&] { choose(eight, 9); }), {"9 nodes", "has 8", "ask for fewer"});
    test::expect_words(test::message_of([&] { choose(eight, 0); }), {"0 nodes", "at least 1"});
    test::expect_words(test::message_of([&] { choose(DistanceMatrix(), 1); }), {"1 nodes", "has 0"});
    for (const double wrong : {std::numeric_limits<double>::quiet_NaN(), -1.0}) {
      DistanceMatrix unknown = eight;
      unknown(3, 5) = wrong;
      test::expect_words(test::message_of([&] { choose(unknown, 2); }), {"place 3 to place 5", "probe"});
    }
    EXPECT_EQ(choose(eight, 8), (Places{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(choose(DistanceMatrix(1), 1), (Places{0}));
  }
  test::expect_words(test::message_of([&] { improve_choice(eight, {0, 0}); }), {"node 0", "twice"});
  test::expect_words(test::message_of([&] { improve_choice(eight, {0, 8}); }), {"node 8"});
  std::mt19937 random(6);
  const DistanceMatrix large = test::make_random(60, random);
  test::expect_words(test::message_of([&] { choose_exactly(large, 30); }),
                     {"30 of 60", "too many", "greedy"});
}

}  // namespace
}  // namespace groundswell
