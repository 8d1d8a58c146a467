// SPDX-License-Identifier: Apache-2.0
// The times of the schedules of a halo exchange on two nodes of two ranks, compared with times computed by
// hand. Copying and sending each take a nanosecond per byte.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "bench/halo_replay/globe_graph.hpp"
#include "bench/halo_replay/halo_count.hpp"
#include "bench/halo_replay/halo_schedules.hpp"
#include "bench/halo_replay/schedule_replay.hpp"

namespace groundswell {
namespace {

constexpr double microsecond = 1e-6;                                        // [s]
constexpr std::int64_t message_bytes = 25 * 4096;                           // a whole number of chunks
constexpr double message = 1e-9 * message_bytes, last_chunk = 1e-9 * 4096;  // [s]
constexpr double overhead = 1 * microsecond, latency = 2 * microsecond, flag = 0.5 * microsecond;

ClusterModel even_cluster() {
  ClusterModel cluster;
  cluster.cores = 2;
  cluster.node_bandwidth = cluster.copy_bandwidth = 1e9;
  cluster.latency = latency;
  cluster.flag_latency = flag;
  cluster.message_overhead = overhead;
  cluster.eager_bytes = 1000;
  return cluster;
}

// The time of the slowest of four ranks, when the two ranks of each of these pairs send each other a message.
double slowest(const std::string& schedule, const std::vector<std::pair<int, int>>& pairs) {
  ExchangeLoad load{{0, 0, 1, 1}, {}};
  for (const auto& [a, b] : pairs) {
    load.messages.push_back({a, b, message_bytes});
    load.messages.push_back({b, a, message_bytes});
  }
  std::ranges::sort(load.messages, {}, [](const LoadMessage& m) { return std::pair(m.from, m.to); });
  const ClusterModel cluster = even_cluster();
  return std::ranges::max(
      replay_schedules(cluster, load.node_of_rank, make_halo_schedules(schedule, load, cluster)));
}

TEST(HaloSchedules, OnePairOnTwoNodesIsTheSameForAll) {
  const double all = message + overhead + latency + message + overhead + message;
  for (const std::string& name : halo_schedule_names())
    EXPECT_NEAR(slowest(name, {{0, 2}}), all, 1e-12) << name;
}

TEST(HaloSchedules, WithinANodeTheReceiverCopies) {
  for (const char* name : {"ordered", "non_blocking", "all_at_once"})
    EXPECT_NEAR(slowest(name, {{0, 1}}), 3 * message + 2 * overhead + flag, 1e-12) << name;
  EXPECT_NEAR(slowest("by_node", {{0, 1}}), message + flag, 1e-12);
}

TEST(HaloSchedules, TwoPairsShareTheLink) {
  for (const char* name : {"ordered", "non_blocking", "all_at_once"})
    EXPECT_NEAR(slowest(name, {{0, 2}, {1, 3}}), 4 * message + 2 * overhead + latency, 1e-12) << name;
  // Rank 1 signals to rank 0, which carries the rows of both, that it has packed its rows; rank 2 signals to
  // rank 3 that rows have arrived.
  EXPECT_NEAR(slowest("by_node", {{0, 2}, {1, 3}}), 4 * message + 2 * overhead + latency + 2 * flag, 1e-12);
}

// Rank 0 has two neighbours on the other node, 2 and 3.
TEST(HaloSchedules, NeighboursInTurnOrAtOnce) {
  // Rank 0 packs, sends and waits, twice; by then the messages from 2 and 3 have arrived, and are unpacked
  // one by one.
  EXPECT_NEAR(slowest("ordered", {{0, 2}, {0, 3}}),
              2 * (message + overhead + latency + message) + 2 * (overhead + message), 1e-12);
  // The first message is sent while the second is packed. The messages from 2 and 3 share a link and arrive
  // almost together, one chunk apart; rank 0 then unpacks them one by one.
  EXPECT_NEAR(slowest("non_blocking", {{0, 2}, {0, 3}}),
              message + overhead + latency + 2 * message - last_chunk + 2 * (overhead + message), 1e-12);
  // Rank 0 packs both messages before it sends them. When the messages from 2 and 3 have both arrived, it
  // unpacks them.
  EXPECT_NEAR(slowest("all_at_once", {{0, 2}, {0, 3}}),
              2 * message + overhead + latency + 2 * message + 2 * message, 1e-12);
}

TEST(HaloSchedules, OneMessagePerPairOfNodes) {
  const CellGraph graph = make_globe_graph(16);
  const PartPairs pairs = count_part_pairs(graph, make_partition(graph, 24), "flat");
  const ClusterModel cluster = even_cluster();
  for (const char* placement : {"block", "cyclic", "random"}) {
    const ExchangeLoad load = make_load(pairs, 1, 100, place_parts(placement, 24, 4));
    const LoadCount count = count_load(load);
    std::int64_t messages = 0, bytes = 0;
    for (const RankSchedule& schedule : make_halo_schedules("by_node", load, cluster))
      for (const ScheduleStep& step : schedule.steps())
        if (step.kind == StepKind::start_send && step.bytes >= 100) {
          ++messages;
          bytes += step.bytes;
        }
    EXPECT_EQ(messages, count.node_pairs);
    EXPECT_EQ(bytes, count.far_bytes);
    EXPECT_LT(messages, count.far_messages);
  }
}

// No schedule is faster than the busiest link allows, and none hangs.
TEST(HaloSchedules, AllEndAndNoneBeatsTheLink) {
  const CellGraph graph = make_globe_graph(16);
  const PartPairs pairs = count_part_pairs(graph, make_partition(graph, 40), "flat");
  const ClusterModel cluster = even_cluster();
  for (const char* placement : {"block", "cyclic", "random"})
    for (const std::string& name : halo_schedule_names()) {
      const ExchangeLoad load = make_load(pairs, 2, 500, place_parts(placement, 40, 8));
      const std::vector<double> done =
          replay_schedules(cluster, load.node_of_rank, make_halo_schedules(name, load, cluster));
      const double link = double(count_load(load).most_node_bytes) / cluster.node_bandwidth;
      EXPECT_GT(std::ranges::max(done), link + latency) << name;
      EXPECT_LT(std::ranges::max(done), 20 * link) << name;
    }
}

TEST(HaloSchedules, UnknownNamesAreRefused) {
  EXPECT_THROW(make_halo_schedules("at_night", {}, {}), Error);
  EXPECT_THROW(place_parts("heap", 4, 2), Error);
}

TEST(Placements, BlocksCyclesAndShuffledBlocks) {
  EXPECT_EQ(place_parts("block", 7, 3), (std::vector<int>{0, 0, 0, 1, 1, 1, 2}));
  EXPECT_EQ(place_parts("cyclic", 7, 3), (std::vector<int>{0, 1, 2, 0, 1, 2, 0}));
  const std::vector<int> random = place_parts("random", 300, 3);
  std::vector<int> sorted = random;
  std::ranges::sort(sorted);
  EXPECT_EQ(sorted, place_parts("block", 300, 3));
  EXPECT_NE(sorted, random);
  EXPECT_EQ(random, place_parts("random", 300, 3));
}

TEST(ExchangeLoads, CountWhatPassesBetweenNodes) {
  PartPairs pairs{
      100, 4, "flat", {{0, 1, {2, 5}}, {0, 3, {0, 1}}, {1, 0, {2, 5}}, {1, 2, {4, 8}}, {3, 2, {1, 2}}}};
  const ExchangeLoad load = make_load(pairs, 1, 10, {0, 0, 1, 1});
  const LoadCount one = count_load(load);
  EXPECT_EQ(one.messages, 4);
  EXPECT_EQ(one.bytes, 90);
  EXPECT_EQ(one.far_messages, 1);
  EXPECT_EQ(one.far_bytes, 40);
  EXPECT_EQ(one.most_node_bytes, 40);
  EXPECT_EQ(one.node_pairs, 1);
  const LoadCount two = count_load(make_load(pairs, 2, 10, {0, 1, 1, 0}));
  EXPECT_EQ(two.messages, 5);
  EXPECT_EQ(two.far_bytes, 120);
  EXPECT_EQ(two.most_node_bytes, 70);  // 0 -> 1 and 3 -> 2
  EXPECT_EQ(two.node_pairs, 2);
  EXPECT_THROW(make_load(pairs, 3, 10, {0, 0, 1, 1}), Error);
}

}  // namespace
}  // namespace groundswell
