// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "base/error.hpp"
#include "placement/network_groups.hpp"

namespace groundswell {
namespace {

NetworkModel make_timed_model(int n, const std::function<double(int, int)>& seconds) {
  std::vector<NetworkPlace> places;
  for (int i = 0; i < n; ++i) places.push_back({"n" + std::to_string(i), "n" + std::to_string(i)});
  NetworkModel model(places, {8, 1024});
  for (int from = 0; from < n; ++from)
    for (int to = 0; to < n; ++to) {
      if (from == to) continue;
      model.set(0, from, to, 1e-6);
      model.set(1, from, to, seconds(from, to));
    }
  return model;
}

using PlaceGroups = std::vector<std::vector<int>>;

TEST(network_groups, finds_racks_in_noise) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> noise(0.7, 1.3);
  const NetworkModel model =
      make_timed_model(9, [&](int a, int b) { return (a % 3 == b % 3 ? 1e-4 : 1e-3) * noise(random); });
  EXPECT_EQ(find_groups(model, 1024), (PlaceGroups{{0, 3, 6}, {1, 4, 7}, {2, 5, 8}}));
  EXPECT_EQ(find_groups(model, 8), (PlaceGroups{{0, 1, 2, 3, 4, 5, 6, 7, 8}}));  // equal for small messages
}

TEST(network_groups, a_chain_is_one_group) {
  const NetworkModel model = make_timed_model(6, [](int a, int b) { return 1e-4 * std::abs(a - b); });
  EXPECT_EQ(find_groups(model, 1024).size(), 1u);
}

TEST(network_groups, averages_both_directions) {
  // Messages from higher to lower places do not distinguish the racks.
  const NetworkModel model =
      make_timed_model(4, [](int a, int b) { return a < b && (a < 2) != (b < 2) ? 9e-4 : 1e-4; });
  EXPECT_EQ(find_groups(model, 1024), (PlaceGroups{{0, 1}, {2, 3}}));
}

TEST(network_groups, alone_or_in_two_there_is_one_group) {
  EXPECT_EQ(find_groups(make_timed_model(1, {}), 1024), (PlaceGroups{{0}}));
  EXPECT_EQ(find_groups(make_timed_model(2, [](int, int) { return 1.0; }), 1024), (PlaceGroups{{0, 1}}));
  EXPECT_EQ(find_groups(make_timed_model(3, [](int a, int b) { return a + b == 1 ? 1e-4 : 1e-2; }), 1024),
            (PlaceGroups{{0, 1}, {2}}));
}

TEST(network_groups, contention_is_the_ratio_of_the_pairs_that_both_have) {
  const NetworkModel quiet = make_timed_model(3, [](int, int) { return 2e-4; });
  NetworkModel load({quiet.places().begin(), quiet.places().end()}, {8, 1024});
  for (int size : {0, 1}) {
    load.set(size, 0, 1, 4e-4);
    load.set(size, 1, 0, 6e-4);
    load.set(size, 2, 0, 2e-4);
  }
  const Contention found = compute_contention(quiet, load, 1024);
  EXPECT_EQ(found.n_pair, 3);
  EXPECT_DOUBLE_EQ(found.median, 2.0);
  EXPECT_DOUBLE_EQ(found.most, 3.0);
  EXPECT_EQ(found.from, 1);
  EXPECT_EQ(found.to, 0);
  EXPECT_THROW(compute_contention(quiet, make_timed_model(4, [](int, int) { return 1.0; }), 8), Error);
}

TEST(network_groups, contention_is_of_the_largest_size_under_load) {
  const NetworkModel quiet = make_timed_model(2, [](int, int) { return 2e-4; });
  NetworkModel load({quiet.places().begin(), quiet.places().end()}, {8});
  load.set(0, 0, 1, 7e-6);
  const Contention found = compute_contention(quiet, load, 1024);
  EXPECT_EQ(found.n_pair, 1);
  EXPECT_DOUBLE_EQ(found.most, 7.0);
}

}  // namespace
}  // namespace groundswell
