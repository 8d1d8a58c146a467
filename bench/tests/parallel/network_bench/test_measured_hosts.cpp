// SPDX-License-Identifier: Apache-2.0
// Network measurements for the hosts of a run, which here uses a single host. Runs on several hosts are in
// bench/tests/program/test_placement.py.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.hpp"
#include "bench/network/measured_hosts.hpp"
#include "comm/placement.hpp"
#include "network/network_file.hpp"
#include "network/node_map.hpp"
#include "placement/rank_patterns.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;

// Writes a network file of two hosts, one of which has the name `host`; returns its path.
std::filesystem::path write_two_hosts(const std::string& host) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / text("groundswell_measured_hosts_", world().size());
  if (world().rank() == 0) {
    NetworkFile network;
    network.between = NetworkModel({{"one", host}, {"two", "elsewhere"}}, {8});
    network.between.set(0, 0, 1, 1e-5);
    network.between.set(0, 1, 0, 2e-5);
    write_network(file, network);
  }
  world().barrier();
  return file;
}

TEST(MeasuredHosts, AreReadOnce) {
  const std::filesystem::path file = write_two_hosts(find_placement(world()).hosts[0]);
  const MeasuredHosts hosts(world(), file);
  world().barrier();
  if (world().rank() == 0) std::filesystem::remove(file);
  EXPECT_TRUE(hosts.is_known());
  EXPECT_TRUE(hosts.find_order(world(), make_all_to_all_links, 8, find_node_map).empty());
  EXPECT_TRUE(hosts.predict(PlacedRanks(world()), make_all_to_all_links, 8).empty());
  if (world().rank() > 0) return;
  const DistanceMatrix distances = hosts.make_rank_distances(8);
  ASSERT_EQ(distances.size(), world().size());
  for (int a = 0; a < distances.size(); ++a)
    for (int b = 0; b < distances.size(); ++b) EXPECT_EQ(distances(a, b), a == b ? 0.0 : 0.1);
}

TEST(MeasuredHosts, MustHaveTheHostsOfTheRun) {
  EXPECT_FALSE(MeasuredHosts().is_known());
  const std::filesystem::path file = write_two_hosts("not-here");
  EXPECT_THROW(MeasuredHosts(world(), file), Error);
  world().barrier();
  if (world().rank() == 0) std::filesystem::remove(file);
}

}  // namespace
}  // namespace groundswell
