// SPDX-License-Identifier: Apache-2.0
// The distances between the hosts of a run, from a file of measurements.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "network/host_distances.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::expect_words;
using test::message_of;

// Two processes on each of four hosts.
NetworkFile eight_places() {
  std::vector<NetworkPlace> places;
  for (const char* host : {"a", "b", "c", "d"})
    for (const char* process : {"/0", "/1"}) places.push_back({std::string(host) + process, host});
  NetworkFile network;
  network.between = NetworkModel(places, {8, 1000});
  for (int size = 0; size < 2; ++size)
    for (int from = 0; from < 8; ++from)
      for (int to = 0; to < 8; ++to)
        network.between.set(size, from, to, 1e-6 * (100 * size + 10 * from + to));
  return network;
}

TEST(host_distances, are_those_of_the_first_place_of_each_host) {
  const NetworkModel between = eight_places().between;
  EXPECT_EQ(find_hosts(between, std::vector<std::string>{"d", "a"}, "it"), (std::vector{6, 0}));
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("groundswell_hosts_" + std::to_string(getpid()) + ".json");
  write_network(file, eight_places());
  const DistanceMatrix far = read_host_distances(file, std::vector<std::string>{"d", "b"});
  std::filesystem::remove(file);
  ASSERT_EQ(far.size(), 2);
  EXPECT_NEAR(far(0, 1), 162e-6, 1e-9);  // for 1000 bytes, from place 6 to place 2
  EXPECT_NEAR(far(1, 0), 126e-6, 1e-9);
}

TEST(host_distances, hosts_that_are_missing_are_named) {
  const NetworkModel between = eight_places().between;
  expect_words(
      message_of([&] {
        find_hosts(between, std::vector<std::string>{"x", "a", "y"}, "'f'");
      }),
      {"'f' does not have the hosts 'x', 'y' of this run", "but 'a', 'b', 'c', 'd'", "network probe"});
  expect_words(message_of([&] {
                 const std::vector<std::string> many{"1", "2", "3", "4", "5", "6", "7", "8"};
                 find_hosts(between, many, "'f'");
               }),
               {"'6' and 2 others"});
}

}  // namespace
}  // namespace groundswell
