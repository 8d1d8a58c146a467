// SPDX-License-Identifier: Apache-2.0
// Code shared by the placement benchmarks: the choice of times to keep, ranks before and after reordering,
// message patterns; and the times of MPI_Alltoall.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numeric>

#include "base/error.hpp"
#include "bench/network/all_to_all.hpp"
#include "bench/network/message_pattern.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;

// Ranks in reverse order.
std::vector<int> mirrored() {
  std::vector<int> ranks(std::size_t(world().size()));
  std::iota(ranks.rbegin(), ranks.rend(), 0);
  return ranks;
}

TEST(KeptTimes, WhatIsAnOrderOfMagnitudeOffIsDroppedAndCounted) {
  const KeptTimes times = keep_times({3.0, 1.0, 2.0, 25.0, 0.1, 2.0});
  EXPECT_EQ(times.seconds, (std::vector<double>{1.0, 2.0, 2.0, 3.0}));
  EXPECT_EQ(times.n_dropped, 2);
  EXPECT_EQ(times.median(), 2.0);
  EXPECT_EQ(times.lower_quartile(), 1.75);
  EXPECT_EQ(times.upper_quartile(), 2.25);
  EXPECT_EQ(keep_times({0.0, 0.0}).seconds.size(), 2u);
}

TEST(KeptTimes, ARepetitionCountsWhereBothPlacementsKeepIt) {
  const PlacedTimes times = compare_placements({{2.0, 2.0, 80.0, 2.0}, {1.0, 50.0, 1.0, 1.0}});
  EXPECT_EQ(times.speed_up.value, 2.0);
  EXPECT_EQ(times.placements[0].n_dropped, 1);
  EXPECT_EQ(times.placements[1].n_dropped, 1);
  EXPECT_EQ(compare_placements({{2.0, 3.0}}).placements.size(), 1u);
}

TEST(MessagePattern, EveryByteTells) {
  for (const std::size_t size : {1u, 7u, 8u, 100u}) {
    std::vector<std::byte> bytes(size);
    fill_pattern(bytes, 5);
    EXPECT_TRUE(has_pattern(bytes, 5));
    EXPECT_FALSE(has_pattern(bytes, 6));
    for (std::byte& byte : bytes) {
      byte ^= std::byte(1);
      EXPECT_FALSE(has_pattern(bytes, 5));
      byte ^= std::byte(1);
    }
  }
}

TEST(PlacedRanks, AreBothTheOldAndTheNewOnes) {
  const int n = world().size();
  const PlacedRanks ranks(world(), mirrored());
  ASSERT_EQ(ranks.n_placement(), 2u);
  EXPECT_EQ(ranks[0].rank(), world().rank());
  EXPECT_EQ(ranks[1].rank(), n - 1 - world().rank());
  EXPECT_EQ(PlacedRanks(world()).n_placement(), 1u);
  EXPECT_THROW(PlacedRanks(world(), std::vector<int>(std::size_t(n + 1), 0)), Error);
}

TEST(PlacedRanks, AFileOfNumbersIsReadOnAllRanks) {
  const int n = world().size();
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("groundswell_rank_numbers_" + std::to_string(n));
  const auto read_after_writing = [&](const std::string& content) {
    world().barrier();
    if (world().rank() == 0) std::ofstream(file) << content;
    world().barrier();
    return read_rank_numbers(world(), file, "--order", n);
  };
  std::string content;
  for (const int rank : mirrored()) content += std::to_string(rank) + "\n ";
  EXPECT_EQ(read_after_writing(content), mirrored());
  EXPECT_THROW(read_after_writing(content + "0"), Error);
  EXPECT_THROW(read_after_writing("0.5"), Error);
  world().barrier();
  if (world().rank() == 0) std::filesystem::remove(file);
  EXPECT_THROW(read_rank_numbers(world(), file.string() + ".none", "--order", n), Error);
  EXPECT_TRUE(read_rank_numbers(world(), "", "--order", n).empty());
}

TEST(PlacedRanks, WaysTakeTurnsAndTheSlowestRankCounts) {
  std::vector<int> runs(2, 0);
  std::vector<PlacedWay> ways;
  for (int k = 0; k < 2; ++k)
    ways.push_back({[&, k] {
                      ++runs[std::size_t(k)];
                      return 10.0 * k + world().rank();
                    },
                    {},
                    {}});
  time_in_turns(world(), ways, 5);
  EXPECT_EQ(runs, (std::vector<int>{6, 6}));
  EXPECT_EQ(ways[0].mine, std::vector<double>(5, world().rank()));
  EXPECT_EQ(ways[1].seconds, std::vector<double>(5, 10.0 + world().size() - 1));
}

// time_all_to_all() itself checks the received bytes, before and after the timing.
TEST(AllToAll, IsTimedInGroupsBeforeAndAfter) {
  const PlacedRanks ranks(world(), mirrored());
  for (int n_group = 1; n_group <= world().size(); ++n_group) {
    const AllToAllResult result = time_all_to_all(ranks, {1000, n_group, 3});
    ASSERT_EQ(result.times.placements.size(), 2u);
    ASSERT_EQ(result.groups.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(result.groups[i].size(), std::size_t(n_group));
      EXPECT_GE(result.group_variation(i), 1.0);
      EXPECT_EQ(result.times.placements[i].seconds.size() + std::size_t(result.times.placements[i].n_dropped),
                3u);
    }
  }
  EXPECT_THROW(time_all_to_all(ranks, {8, world().size() + 1, 1}), Error);
}

}  // namespace
}  // namespace groundswell
