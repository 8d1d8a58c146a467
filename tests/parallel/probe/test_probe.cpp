// SPDX-License-Identifier: Apache-2.0
// The probe between ranks: what it measures, how much, and what happens if a rank does not answer.
#include <gtest/gtest.h>
#include <sched.h>

#include <cmath>
#include <cstring>

#include "base/median.hpp"
#include "base/stopwatch.hpp"
#include "comm/nap.hpp"
#include "probe/network_watch.hpp"
#include "probe/probe.hpp"
#include "support/parallel_world.hpp"

namespace groundswell {
namespace {

using test::world;

ProbeSettings quick() {
  ProbeSettings settings;
  settings.places = PlaceKind::ranks;
  settings.bytes = {8, 4096, 200000};
  settings.repetitions = 3;
  return settings;
}

// [size][from][to], without the diagonal.
std::vector<double> list_times(const NetworkModel& model) {
  std::vector<double> times;
  for (int size = 0; size < int(model.bytes().size()); ++size)
    for (int from = 0; from < model.n_place(); ++from)
      for (int to = 0; to < model.n_place(); ++to)
        if (from != to) times.push_back(model.measured(size, from, to));
  return times;
}

void expect_same_on_all(const NetworkModel& model) {
  std::vector<double> mine = list_times(model), first = mine;
  world().broadcast(first, 0);
  ASSERT_EQ(first.size(), mine.size());
  EXPECT_EQ(std::memcmp(first.data(), mine.data(), mine.size() * sizeof(double)), 0);
}

// Every message takes more than 10 ns plus its size at 1 TB/s. For each pair and size, half of the
// repetitions took at least the median, and at most n / 2 pairs are measured at a time, so the total time
// bounds the sum of all medians. Times that are wrong by a factor of 10^5 fail on any machine, however busy
// it is.
void expect_possible(const NetworkModel& model, double all_seconds) {
  const double n_pair_at_once = std::max(1, model.n_place() / 2), n_least = (quick().repetitions + 1) / 2;
  double sum = 0.0;
  for (int size = 0; size < int(model.bytes().size()); ++size)
    for (int from = 0; from < model.n_place(); ++from)
      for (int to = 0; to < model.n_place(); ++to) {
        if (from == to) continue;
        const double seconds = model.measured(size, from, to);
        EXPECT_GT(seconds, 1e-8 + 1e-12 * double(model.bytes()[std::size_t(size)]));
        sum += seconds;
      }
  EXPECT_LE(sum * n_least, all_seconds * n_pair_at_once);
}

// The message that the call throws; empty if it throws nothing.
template <class Call>
std::string thrown_by(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// A barrier in which waiting ranks sleep.
void meet() {
  CollectiveRequest barrier = world().start_barrier();
  nap_until([&] { return barrier.test(); });
}

TEST(network_probe, measures_all_pairs_both_ways) {
  const int n = world().size();
  const Stopwatch stopwatch;
  const NetworkFile file = probe_network(world(), quick());
  const double all_seconds = world().max(stopwatch.seconds());
  EXPECT_EQ(file.between.n_place(), n);
  EXPECT_EQ(file.between.bytes(), quick().bytes);
  EXPECT_TRUE(file.between.is_complete());
  expect_possible(file.between, all_seconds);
  EXPECT_EQ(file.n_sample, n * (n - 1) * 3 * 3);
  EXPECT_LE(file.n_outlier, file.n_sample / 2);
  EXPECT_EQ(file.under_load.n_place(), 0);
  EXPECT_EQ(file.date.size(), std::string("2000-01-01T00:00:00Z").size());
  expect_same_on_all(file.between);
}

// Messages are not faster than 200 GB/s; a busy machine only makes them slower.
TEST(network_probe, a_large_message_takes_its_time) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has nobody to measure with";
  ProbeSettings settings = quick();
  settings.bytes = {8, 4 << 20};
  const std::vector<double> times = list_times(probe_network(world(), settings).between);
  const auto middle = times.begin() + std::ptrdiff_t(times.size() / 2);
  EXPECT_GT(median({middle, times.end()}), double(settings.bytes[1]) / 2e11);
}

TEST(network_probe, one_process_of_each_node_takes_part) {
  ProbeSettings settings = quick();
  settings.places = PlaceKind::nodes;
  const NetworkFile file = probe_network(world(), settings);
  ASSERT_EQ(file.between.n_place(), 1);  // all ranks are on this machine
  EXPECT_EQ(file.between.places()[0].name, file.between.places()[0].host);
  EXPECT_EQ(file.n_sample, 0);
}

TEST(network_probe, rounds_measure_the_same_pairs) {
  ProbeSettings settings = quick();
  settings.quiet = QuietProbe::rounds;
  settings.under_load = true;
  settings.bytes = {8};
  settings.seconds = 20.0;  // a round under load takes 0.2 s, more on a busy machine
  const NetworkFile file = probe_network(world(), settings);
  EXPECT_TRUE(file.between.is_complete());
  EXPECT_TRUE(file.under_load.is_complete());
  EXPECT_EQ(file.under_load.places(), file.between.places());
  expect_same_on_all(file.under_load);
}

TEST(network_probe, only_pairs_within_groups_are_measured_under_load) {
  if (world().size() < 5) GTEST_SKIP() << "the groups need 5 ranks";
  ProbeSettings settings = quick();
  const std::vector<NetworkPlace> places = probe_network(world(), settings).between.places();
  const auto name = [&](int place) { return places[std::size_t(place)].name; };
  settings.bytes = {8};
  settings.seconds = 20.0;  // a round under load takes 0.2 s, more on a busy machine
  settings.groups = {{name(0), name(3)}, {name(1), name(2), name(4)}};
  const NetworkFile file = probe_network(world(), settings);
  EXPECT_TRUE(file.between.is_complete());
  ASSERT_EQ(file.under_load.n_place(), world().size());
  const std::vector<int> group_of{0, 1, 1, 0, 1, 2, 3, 4};
  for (int from = 0; from < world().size(); ++from)
    for (int to = 0; to < world().size(); ++to) {
      if (from == to) continue;
      EXPECT_EQ(!std::isnan(file.under_load.measured(0, from, to)),
                group_of[std::size_t(from)] == group_of[std::size_t(to)])
          << from << " " << to;
    }
}

// Even at memory speed, the messages of 1 GiB take at least 2 s; on a busy machine there may not even be time
// for those of 8 bytes.
TEST(network_probe, sizes_that_do_not_fit_are_left_out) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has nobody to measure with";
  ProbeSettings settings = quick();
  settings.quiet = QuietProbe::rounds;
  settings.bytes = {8, 1 << 30};
  settings.seconds = 0.3;
  std::vector<std::string> said;
  settings.announce = [&](const std::string& sentence) { said.push_back(sentence); };
  NetworkFile file;
  const std::string failure = thrown_by([&] { file = probe_network(world(), settings); });
  if (!failure.empty()) {
    EXPECT_EQ(failure, "messages of 8 bytes and more did not fit in 0.3 s; give more time");
    return;
  }
  EXPECT_EQ(file.between.bytes(), std::vector<std::int64_t>{8});
  EXPECT_TRUE(file.between.is_complete());
  expect_same_on_all(file.between);
  ASSERT_EQ(said.size(), world().rank() == 0 ? 2u : 0u);
  if (world().rank() == 0) {
    EXPECT_EQ(said[1], "messages of 1073741824 bytes did not fit in 0.3 s; give more time");
  }
}

TEST(network_probe, no_time_for_the_smallest_messages_is_an_error_on_all_ranks) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has nobody to measure with";
  ProbeSettings settings = quick();
  settings.quiet = QuietProbe::rounds;
  settings.bytes = {64 << 20};
  settings.seconds = 0.01;
  EXPECT_EQ(thrown_by([&] { probe_network(world(), settings); }),
            "messages of 67108864 bytes did not fit in 0.01 s; give more time");
}

TEST(network_probe, says_before_how_long_it_may_take) {
  ProbeSettings settings = quick();
  settings.seconds = 7.0;
  settings.answer_seconds = 2.0;
  std::string said;
  settings.announce = [&](const std::string& sentence) { said = sentence; };
  probe_network(world(), settings);
  EXPECT_EQ(said.empty(), world().rank() != 0);
  const std::string words =
      world().size() == 1 ? "nothing is measured" : "at most 7 s, or 15 s if one does not answer for 2 s";
  if (world().rank() == 0) {
    EXPECT_NE(said.find(words), std::string::npos) << said;
  }
}

TEST(network_probe, a_time_that_cannot_do_is_refused_on_all_ranks) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has nobody to measure with";
  ProbeSettings settings = quick();
  settings.seconds = 1e-4;
  EXPECT_NE(thrown_by([&] { probe_network(world(), settings); }).find("needs"), std::string::npos);
}

TEST(network_probe, names_a_process_that_does_not_come) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has nobody to wait for";
  Communicator ranks = world().duplicate();
  const int absent = world().size() - 1;
  ProbeSettings settings = quick();
  settings.answer_seconds = 0.3;
  if (world().rank() != absent) {
    const std::string said = thrown_by([&] { probe_network(ranks, settings); });
    EXPECT_NE(said.find("process " + std::to_string(absent) + " did not join"), std::string::npos) << said;
  }
  meet();
  ranks.abandon();
}

TEST(network_probe, names_a_pair_of_which_one_falls_silent) {
  if (world().size() == 1) GTEST_SKIP() << "one rank has nobody to measure with";
  auto* crew = new ProbeCrew(world(), PlaceKind::ranks, 0.3);  // never freed: messages stay under way
  const int silent = world().size() - 1;
  PingSettings ping;
  ping.answer_seconds = 0.3;
  if (world().rank() != silent) {
    const std::string said = thrown_by([&] {
      crew->run(60.0, [&] {
        for (int other = 1; other < silent; ++other) crew->measure({{0, other}}, ping);
        crew->measure({{silent - 1, silent}}, ping);
      });
    });
    const auto name = [&](int place) { return "'" + crew->places()[std::size_t(place)].name + "'"; };
    EXPECT_EQ(said.find(name(silent) + " did not answer " + name(silent - 1) + " within 0.3 s"), 0u) << said;
  }
  meet();
}

TEST(network_probe, an_error_of_the_leader_is_thrown_on_all) {
  auto* crew = new ProbeCrew(world(), PlaceKind::ranks, 10.0);
  const std::string said = thrown_by([&] { crew->run(60.0, [] { throw Error("the leader gives up"); }); });
  EXPECT_EQ(said, "the leader gives up");
}

TEST(network_probe, those_who_hear_nothing_of_the_leader_say_so) {
  auto* crew = new ProbeCrew(world(), PlaceKind::ranks, 10.0);
  if (world().rank() != 0) {
    const std::string said = thrown_by([&] { crew->run(0.2, [] {}); });
    EXPECT_NE(said.find("first process has not ended the probe"), std::string::npos) << said;
  }
  meet();
}

TEST(network_probe, measures_inside_of_the_node_and_leaves_bindings_alone) {
  cpu_set_t before, after;
  sched_getaffinity(0, sizeof(before), &before);
  ProbeSettings settings = quick();
  settings.places = PlaceKind::nodes;
  settings.inside = true;
  settings.inside_seconds = 5.0;
  const NetworkFile file = probe_network(world(), settings);
  sched_getaffinity(0, sizeof(after), &after);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
  ASSERT_EQ(file.inside.size(), 1u);
  const NodeInside& inside = file.inside[0];
  EXPECT_EQ(inside.host, file.between.places()[0].host);
  EXPECT_EQ(int(inside.cores.size()), inside.between_cores.n_place());
  EXPECT_TRUE(inside.between_cores.is_complete());
  EXPECT_TRUE(inside.between_memories.is_complete());
  expect_same_on_all(inside.between_cores);
}

TEST(network_watch, measures_pair_after_pair_and_updates_the_model) {
  const int n = world().size();
  const NetworkModel known = probe_network(world(), quick()).between;
  WatchSettings settings;
  settings.places = PlaceKind::ranks;
  settings.weight = 1.0;
  NetworkWatch watch(world(), known, settings);
  for (int pair = 0; pair < n * (n - 1) / 2; ++pair) {
    EXPECT_EQ(watch.n_turn(), 0);
    const std::vector<double> old = list_times(watch.model());
    EXPECT_EQ(watch.go_on(1e-9).n_pair, 2);
    const std::vector<double> now = list_times(watch.model());
    int n_new = 0;
    for (std::size_t i = 0; i < now.size(); ++i) n_new += now[i] != old[i];
    EXPECT_LE(n_new, 2 * 3);  // both directions, three sizes
    EXPECT_GT(n_new, 0);
    expect_same_on_all(watch.model());
  }
  EXPECT_EQ(watch.n_turn(), n > 1 ? 1 : 0);
  EXPECT_EQ(watch.go_on(1e6).n_pair, n * (n - 1));  // all pairs, each only once
}

TEST(network_watch, refuses_a_model_of_other_places) {
  const NetworkModel other({{"elsewhere", "elsewhere"}}, {8});
  const std::string said = thrown_by([&] { NetworkWatch(world(), other, {}); });
  EXPECT_NE(said.find("has the places elsewhere, but these processes are on"), std::string::npos) << said;
}

}  // namespace
}  // namespace groundswell
