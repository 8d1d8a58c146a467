// SPDX-License-Identifier: Apache-2.0
// The watch of a run's network measures only if there is time for it, and reports what it has found.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>

#include "base/error.hpp"
#include "network/network_file.hpp"
#include "probe/probe.hpp"
#include "run/drift_watch.hpp"
#include "support/parallel_world.hpp"
#include "support/sentences.hpp"

namespace groundswell {
namespace {

using test::world;

const WatchSettings by_rank{.places = PlaceKind::ranks, .repetitions = 2};

// Writes the network on the first rank; returns the path, the same on all ranks.
std::filesystem::path write_on_one(const char* name, const NetworkFile& network) {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / text("groundswell_", name, "_", world().size(), ".json");
  if (world().rank() == 0) write_network(path, network);
  world().barrier();
  return path;
}

// A file of measurements between all ranks.
std::filesystem::path write_probed_network(const char* name) {
  ProbeSettings settings;
  settings.places = PlaceKind::ranks;
  settings.bytes = {8, 1024};
  settings.repetitions = 3;
  return write_on_one(name, probe_network(world(), settings));
}

double share_in(const std::string& said) {
  std::smatch found;
  EXPECT_TRUE(std::regex_search(said, found, std::regex("in ([0-9.]+) % of the time"))) << said;
  return found.empty() ? -1.0 : std::stod(found[1]);
}

TEST(drift_watch, all_pairs_are_measured_one_after_another_if_there_is_time) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has no pairs";
  std::ostringstream out;
  const Log log(out);
  DriftWatch watch(world(), write_probed_network("drift_all"), log, by_rank, [] { return 1e5; });
  const int n_pair = world().size() * (world().size() - 1) / 2;
  for (int pair = 0; pair < n_pair && out.str().empty(); ++pair) watch.look();
  EXPECT_NE(out.str().find("network: messages take"), std::string::npos) << out.str();
}

TEST(drift_watch, takes_at_most_its_share_of_the_time) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has no pairs";
  std::ostringstream out;
  const Log log(out);
  double now = 0.0;
  DriftWatch watch(world(), write_probed_network("drift_share"), log, by_rank, [&] { return now += 0.5; });
  watch.look();
  EXPECT_EQ(out.str(), "");
  for (int step = 0; step < 5000; ++step) watch.look();  // a measurement would take half a second
  watch.say_report();
  const double share = share_in(out.str());
  EXPECT_LE(share, 0.51);
  EXPECT_GT(share, 0.3);
}

TEST(drift_watch, without_a_file_and_on_one_place_nothing_is_watched) {
  std::ostringstream out;
  const Log log(out);
  DriftWatch off(world(), "", log);
  off.look();
  off.say_report();
  EXPECT_EQ(out.str(), "");
  if (world().size() > 1) return;
  DriftWatch alone(world(), write_probed_network("drift_alone"), log, by_rank, [] { return 1e9; });
  alone.look();
  EXPECT_NE(out.str().find("there is no network to watch"), std::string::npos) << out.str();
}

TEST(drift_watch, refuses_a_file_that_lacks_a_place_and_one_that_is_none) {
  NetworkFile other;
  other.between = NetworkModel({{"elsewhere", "elsewhere"}}, {8});
  const std::filesystem::path path = write_on_one("other", other);
  const Log log;
  test::expect_words(test::message_of([&] { DriftWatch(world(), path, log); }),
                     {".json' has the places elsewhere, but these processes are on"});
  test::expect_words(test::message_of([&] { DriftWatch(world(), "no_such.json", log); }), {"no_such.json"});
}

}  // namespace
}  // namespace groundswell
