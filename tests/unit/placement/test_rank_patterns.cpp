// SPDX-License-Identifier: Apache-2.0
// Message patterns against counts by hand; and the cores chosen for ranks on hosts whose cores were measured.
#include <gtest/gtest.h>

#include <algorithm>

#include "placement/core_map.hpp"
#include "placement/rank_patterns.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::expect_words;
using test::message_of;

TEST(rank_patterns, all_send_to_all) {
  EXPECT_EQ(make_all_to_all_links(3, 7),
            (std::vector<RankLink>{{0, 1, 7}, {0, 2, 7}, {1, 0, 7}, {1, 2, 7}, {2, 0, 7}, {2, 1, 7}}));
  EXPECT_TRUE(make_all_to_all_links(1, 7).empty());
}

TEST(rank_patterns, a_grid_has_borders) {
  EXPECT_EQ(make_stencil_links({3, 1, 1}, 5),
            (std::vector<RankLink>{{0, 1, 5}, {1, 0, 5}, {1, 2, 5}, {2, 1, 5}}));
  const std::vector<RankLink> cube = make_stencil_links({3, 3, 3}, 1);
  const auto n_of = [&](int rank) { return std::ranges::count(cube, rank, &RankLink::rank); };
  EXPECT_EQ(n_of(13), 26);  // the middle
  EXPECT_EQ(n_of(0), 7);    // a corner
  EXPECT_EQ(n_of(4), 17);   // in the middle of a face
  EXPECT_EQ(cube.size(), 8u * 7 + 12 * 11 + 6 * 17 + 26);
  expect_words(message_of([] { make_stencil_links({2, 0, 1}, 1); }), {"side of 0"});
}

TEST(rank_patterns, parents_send_to_children) {
  EXPECT_EQ(make_tree_links(std::vector{-1, 0, 0, 2}, 3),
            (std::vector<RankLink>{{0, 1, 3}, {0, 2, 3}, {2, 3, 3}}));
}

// Messages between cores of the same parity are fast, as if these shared a cache. The tests need only four of
// the five cores.
NodeInside paired_cores(const std::string& host) {
  NodeInside inside;
  inside.host = host;
  std::vector<NetworkPlace> places;
  for (int core = 0; core < 5; ++core) {
    inside.cores.push_back({.core = 10 + core});
    places.push_back({"core" + std::to_string(core), host});
  }
  inside.between_cores = NetworkModel(places, {64});
  for (int a = 0; a < 5; ++a)
    for (int b = 0; b < 5; ++b) inside.between_cores.set(0, a, b, a % 2 == b % 2 ? 1e-7 : 5e-7);
  return inside;
}

TEST(core_map, puts_ranks_that_talk_on_cores_that_are_near) {
  const RankPlaces places{{"a", "b"}, {0, 0, 1, 1, 0, 0, 1}, {}};
  const std::vector<RankLink> links{{0, 1, 9}, {4, 5, 9}, {0, 4, 1}, {1, 2, 100}, {2, 6, 5}, {2, 3, 1}};
  const std::vector<NodeInside> inside{paired_cores("b"), paired_cores("a")};
  const std::vector<int> core = find_core_map(links, places, inside);
  ASSERT_EQ(core.size(), 7u);
  EXPECT_EQ((core[0] - core[1]) % 2, 0);
  EXPECT_EQ((core[4] - core[5]) % 2, 0);
  EXPECT_EQ((core[2] - core[6]) % 2, 0);
  std::vector<int> of_a{core[0], core[1], core[4], core[5]}, of_b{core[2], core[3], core[6]};
  std::ranges::sort(of_a);
  std::ranges::sort(of_b);
  EXPECT_EQ(of_a, (std::vector{10, 11, 12, 13}));
  EXPECT_EQ(of_b, (std::vector{10, 11, 12}));
}

TEST(core_map, is_empty_where_little_is_known) {
  const RankPlaces places{{"a", "b"}, {0, 0, 0, 1}, {}};
  EXPECT_TRUE(find_core_map({}, places, std::vector{paired_cores("a")}).empty());
  NodeInside few = paired_cores("a");
  few.cores.resize(2);
  EXPECT_TRUE(find_core_map({}, places, std::vector{few, paired_cores("b")}).empty());
}

}  // namespace
}  // namespace groundswell
