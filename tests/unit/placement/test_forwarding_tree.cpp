// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <queue>

#include "placement/forwarding_tree.hpp"
#include "support/sentences.hpp"
#include "unit/placement/sample_networks.hpp"

namespace groundswell {
namespace {

using Places = std::vector<int>;

DistanceMatrix make_equal(int n) {
  DistanceMatrix distances(n);
  for (int a = 0; a < n; ++a)
    for (int b = 0; b < n; ++b) distances(a, b) = a == b ? 0.0 : 1.0;
  return distances;
}

// Parents in the binomial tree, with places counted from the root.
Places make_binomial(int n, int root) {
  Places parents(std::size_t(n), -1);
  for (int i = 1; i < n; ++i) {
    const int above = i & (i - 1);  // without its lowest set bit
    parents[std::size_t((i + root) % n)] = (above + root) % n;
  }
  return parents;
}

// The time of a broadcast as a program makes it: each place, once it has the message, sends it to its
// children in order.
double replay(const DistanceMatrix& distances, const Places& parents) {
  const auto children = order_children(distances, parents);
  double last = 0;
  std::queue<std::pair<int, double>> have;
  for (int place = 0; place < int(parents.size()); ++place)
    if (parents[std::size_t(place)] < 0) have.push({place, 0.0});
  int n_have = 0;
  for (; !have.empty(); have.pop(), ++n_have) {
    auto [place, time] = have.front();
    last = std::max(last, time);
    for (const int child : children[std::size_t(place)]) {
      EXPECT_EQ(parents[std::size_t(child)], place);
      time += distances(place, child);
      have.push({child, time});
    }
  }
  EXPECT_EQ(n_have, int(parents.size()));
  return last;
}

// The shortest time of any tree and order of messages, found by trying every next message; a place that has
// the message can send again at `free_at`, which is negative for places that do not have it yet.
double find_least_time(const DistanceMatrix& distances, std::vector<double>& free_at) {
  double least = std::numeric_limits<double>::infinity();
  bool is_done = true;
  const std::size_t n = free_at.size();
  for (std::size_t to = 0; to < n; ++to) {
    if (free_at[to] >= 0) continue;
    is_done = false;
    for (std::size_t from = 0; from < n; ++from) {
      if (free_at[from] < 0) continue;
      const double before = free_at[from];
      free_at[to] = free_at[from] = before + distances(int(from), int(to));
      least = std::min(least, find_least_time(distances, free_at));
      free_at[from] = before;
      free_at[to] = -1;
    }
  }
  return is_done ? std::ranges::max(free_at) : least;
}

TEST(ForwardingTree, IsBinomialForEqualDistances) {
  for (int n = 1; n <= 70; ++n) {
    const DistanceMatrix distances = make_equal(n);
    const Places parents = make_forwarding_tree(distances, n / 3);
    const double rounds = std::bit_width(unsigned(n - 1));  // log2 n, rounded up
    EXPECT_EQ(compute_broadcast_seconds(distances, parents), rounds) << n;
    EXPECT_EQ(replay(distances, parents), rounds);
    EXPECT_EQ(replay(distances, make_binomial(n, n / 3)), rounds);
    EXPECT_EQ(parents[std::size_t(n / 3)], -1);
  }
}

TEST(ForwardingTree, CrossesOnceBetweenTwoRacks) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 40; ++trial) {
    const Places rack_of = test::deal_racks({1 + trial % 13, 1 + trial % 7}, random);
    const double far = trial % 2 == 0 ? 3.0 : 20.0;
    const DistanceMatrix distances = test::make_racks(rack_of, far, 0.2, random);
    const int n = distances.size();
    const Places parents = make_forwarding_tree(distances, int(random() % unsigned(n)));
    int n_crossing = 0;
    for (int place = 0; place < n; ++place)
      if (const int parent = parents[std::size_t(place)]; parent >= 0)
        n_crossing += rack_of[std::size_t(place)] != rack_of[std::size_t(parent)];
    EXPECT_EQ(n_crossing, 1);
    EXPECT_NEAR(replay(distances, parents), compute_broadcast_seconds(distances, parents), 1e-9);
  }
}

TEST(ForwardingTree, CrossesFirstWhereThatIsSooner) {
  std::mt19937 random(2);
  const DistanceMatrix distances = test::make_racks({0, 0, 0, 0, 1, 1, 1, 1}, 3.0, 0.0, random);
  // 3 s to the other rack, then 2 rounds in both racks.
  EXPECT_DOUBLE_EQ(compute_broadcast_seconds(distances, make_forwarding_tree(distances, 1)), 5.0);
}

TEST(ForwardingTree, SendsToManyRacksFromManyPlaces) {
  std::mt19937 random(3);
  const Places rack_of = test::deal_racks(Places(8, 8), random);
  const DistanceMatrix distances = test::make_racks(rack_of, 10.0, 0.0, random);
  const Places parents = make_forwarding_tree(distances, 5);
  // Three rounds in the first rack, then seven of its places send to the other racks, and three rounds there.
  EXPECT_LE(compute_broadcast_seconds(distances, parents), 16.0 + 1e-9);
  EXPECT_LT(compute_broadcast_seconds(distances, parents),
            0.6 * compute_broadcast_seconds(distances, make_binomial(64, 5)));
  int n_crossing = 0;
  for (int place = 0; place < 64; ++place)
    if (const int parent = parents[std::size_t(place)]; parent >= 0)
      n_crossing += rack_of[std::size_t(place)] != rack_of[std::size_t(parent)];
  EXPECT_EQ(n_crossing, 7);
}

TEST(ForwardingTree, LetsQuickPlacesPassItOn) {
  std::mt19937 random(4);
  Places is_slow = test::deal_racks({16, 16}, random);
  DistanceMatrix distances(32);
  for (int a = 0; a < 32; ++a)
    for (int b = 0; b < 32; ++b)
      if (a != b) distances(a, b) = 1.0 + is_slow[std::size_t(a)] + is_slow[std::size_t(b)];
  const int root = int(std::ranges::find(is_slow, 0) - is_slow.begin());
  const Places parents = make_forwarding_tree(distances, root);
  int n_of_slow = 0;  // children of slow places
  for (const int parent : parents) n_of_slow += parent >= 0 && is_slow[std::size_t(parent)];
  EXPECT_LE(n_of_slow, 2);
  EXPECT_LT(compute_broadcast_seconds(distances, parents),
            compute_broadcast_seconds(distances, make_binomial(32, root)));
}

TEST(ForwardingTree, IsNearTheBestOfAllTrees) {
  std::mt19937 random(5);
  double greedy = 0, best = 0, binomial = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const int n = 2 + trial % 5;
    const DistanceMatrix distances =
        trial % 2 == 0 ? test::make_random(n, random)
                       : test::make_racks(test::deal_racks({n / 2, n - n / 2}, random), 4.0, 0.5, random);
    std::vector<double> free_at(std::size_t(n), -1.0);
    free_at[0] = 0.0;
    const double least = find_least_time(distances, free_at);
    const double found = compute_broadcast_seconds(distances, make_forwarding_tree(distances, 0));
    EXPECT_GE(found, least - 1e-9);
    greedy += found / least / 60;
    binomial += compute_broadcast_seconds(distances, make_binomial(n, 0)) / least / 60;
    best = std::max(best, found / least);
  }
  std::printf(
      "60 networks of 2 to 6 nodes: the tree takes %.1f %% longer than the best, at most %.0f %%; binomial "
      "%.0f %%\n",
      100 * (greedy - 1), 100 * (best - 1), 100 * (binomial - 1));
  EXPECT_LT(greedy, 1.15);
  EXPECT_LT(greedy, binomial);
}

TEST(ForwardingTree, SendsFirstWhereMostTimePasses) {
  DistanceMatrix distances = make_equal(4);
  distances(2, 3) = 5.0;
  EXPECT_EQ(order_children(distances, {-1, 0, 0, 2})[0], (Places{2, 1}));
  EXPECT_DOUBLE_EQ(compute_broadcast_seconds(distances, {-1, 0, 0, 2}), 6.0);
}

TEST(ForwardingTree, SaysWhatIsWrong) {
  const DistanceMatrix distances = make_equal(4);
  const auto tree = [&](const Places& parents) {
    return test::message_of([&] { compute_broadcast_seconds(distances, parents); });
  };
  test::expect_words(test::message_of([&] { make_forwarding_tree(distances, 4); }), {"place 4", "4 places"});
  test::expect_words(test::message_of([&] { make_forwarding_tree(distances, -1); }), {"place -1"});
  test::expect_words(tree({-1, 0, 0}), {"3 places", "has 4"});
  test::expect_words(tree({-1, 0, 0, -1}), {"2 roots"});
  test::expect_words(tree({1, 2, 3, 0}), {"0 roots"});
  test::expect_words(tree({-1, 2, 3, 1}), {"3 of its places", "cycle"});
  test::expect_words(tree({-1, 0, 0, 4}), {"parent of place 3 is 4"});
  test::expect_words(tree({-1, 0, 0, -2}), {"parent of place 3 is -2"});
  DistanceMatrix unknown = distances;
  unknown(1, 2) = std::numeric_limits<double>::quiet_NaN();
  test::expect_words(test::message_of([&] { make_forwarding_tree(unknown, 0); }), {"place 1 to place 2"});
}

}  // namespace
}  // namespace groundswell
