// SPDX-License-Identifier: Apache-2.0
// The plan of a probe, the median of its measurements, and messages between cores.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.hpp"
#include "probe/core_messages.hpp"
#include "probe/memory_copies.hpp"
#include "probe/probe.hpp"
#include "probe/robust_median.hpp"

namespace groundswell {
namespace {

std::vector<NetworkPlace> make_places(int n) {
  std::vector<NetworkPlace> places;
  for (int i = 0; i < n; ++i) places.push_back({"n" + std::to_string(i), "n" + std::to_string(i)});
  return places;
}

std::string refusal(const ProbeSettings& settings, const std::vector<NetworkPlace>& places = make_places(4)) {
  try {
    plan_probe(places, settings);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// Checks that each pair occurs once, and that no place occurs twice in a step.
void expect_all_pairs(const std::vector<ProbeStep>& steps, int n) {
  std::set<std::pair<int, int>> seen;
  for (const ProbeStep& step : steps) {
    std::set<int> busy;
    for (const auto& [a, b] : step) {
      EXPECT_TRUE(busy.insert(a).second);
      EXPECT_TRUE(busy.insert(b).second);
      EXPECT_TRUE(seen.insert(std::minmax(a, b)).second);
    }
  }
  EXPECT_EQ(int(seen.size()), n * (n - 1) / 2);
}

TEST(probe_plan, has_all_pairs_one_by_one_or_in_rounds) {
  ProbeSettings settings;
  settings.under_load = true;
  for (const int n : {1, 2, 3, 8, 16, 17, 64}) {
    const ProbePlan plan = plan_probe(make_places(n), settings);
    expect_all_pairs(plan.quiet, n);
    expect_all_pairs(plan.under_load, n);
    const std::size_t n_round = n < 2 ? 0 : std::size_t(n % 2 ? n : n - 1);
    EXPECT_EQ(plan.quiet.size(), n <= 16 ? std::size_t(n * (n - 1) / 2) : n_round);
    EXPECT_EQ(plan.under_load.size(), n_round);
  }
  settings.quiet = QuietProbe::pairs;
  EXPECT_EQ(plan_probe(make_places(20), settings).quiet.size(), 190u);
}

TEST(probe_plan, places_are_those_that_are_known) {
  ProbeSettings settings;
  settings.known = make_places(4);
  EXPECT_EQ(plan_probe(make_places(4), settings).quiet.size(), 6u);
  settings.known = make_places(9);
  EXPECT_NE(refusal(settings).find("'n3', but"), std::string::npos) << refusal(settings);
  EXPECT_NE(refusal(settings).find("'n5' and 3 others"), std::string::npos) << refusal(settings);
  settings.known = make_places(4);
  std::swap(settings.known[0], settings.known[1]);
  EXPECT_NE(refusal(settings).find("same order"), std::string::npos) << refusal(settings);
}

TEST(probe_plan, hosts_have_names_that_can_be_read_again) {
  std::vector<NetworkPlace> places = make_places(4);
  for (const char* odd : {"", "n 3", "n3:0", "\xff\xfe"}) {
    places[3].host = odd;
    EXPECT_NE(refusal({}, places).find(text("the host '", odd, "' has a name")), std::string::npos);
  }
}

TEST(probe_plan, groups_have_their_tournaments_side_by_side) {
  ProbeSettings settings;
  settings.groups = {{"n4", "n0"}, {"n1", "n2", "n3"}};
  const ProbePlan plan = plan_probe(make_places(6), settings);
  EXPECT_EQ(plan.under_load.size(), 3u);
  std::multiset<std::pair<int, int>> pairs;
  for (const ProbeStep& step : plan.under_load)
    for (const auto& [a, b] : step) pairs.insert(std::minmax(a, b));
  EXPECT_EQ(pairs, (std::multiset<std::pair<int, int>>{{0, 4}, {1, 2}, {1, 3}, {2, 3}}));
  EXPECT_EQ(plan.under_load.front().size(), 2u);
}

TEST(probe_plan, says_what_is_measured) {
  ProbeSettings settings;
  const auto sentence = [&](int n) { return plan_probe(make_places(n), settings).sentence; };
  const std::string times = "; at most 60 s, or 100 s if one does not answer for 10 s";
  EXPECT_EQ(sentence(2),
            "measuring between 2 nodes, 5 sizes of messages, up to 20 repetitions: 1 pair" + times);
  EXPECT_EQ(sentence(1), "nothing is measured: a node that is alone has no pairs");
  settings.under_load = true;
  settings.places = PlaceKind::ranks;
  EXPECT_EQ(sentence(17),
            "measuring between 17 processes, 5 sizes of messages, up to 20 repetitions: "
            "17 rounds of pairs at once, 17 rounds under load" +
                times);
  settings.inside = true;
  settings.bytes = {8};
  EXPECT_EQ(sentence(1),
            "measuring inside of one node, 1 size of messages, up to 20 repetitions: cores and "
            "memories of each node; at most 10 s, or 50 s if one does not answer for 10 s");
}

TEST(probe_plan, keeps_time_for_what_is_under_load) {
  ProbeSettings settings;
  EXPECT_DOUBLE_EQ(plan_probe(make_places(8), settings).quiet_seconds, 60.0);
  settings.under_load = true;  // 28 pairs and 7 rounds
  EXPECT_DOUBLE_EQ(plan_probe(make_places(8), settings).quiet_seconds, 48.0);
}

TEST(probe_plan, refuses_what_cannot_be_done) {
  const auto expect = [](auto change, const std::string& part) {
    ProbeSettings settings;
    change(settings);
    EXPECT_NE(refusal(settings).find(part), std::string::npos) << refusal(settings);
  };
  EXPECT_EQ(refusal({}), "");
  expect([](auto& s) { s.seconds = 0.01; }, "needs 0.03 s or more, but is allowed only 0.01 s");
  expect([](auto& s) { s.bytes = {8, 8}; }, "must ascend");
  expect([](auto& s) { s.bytes = {}; }, "must ascend");
  expect([](auto& s) { s.bytes = {0, 8}; }, "from 1 byte");
  expect([](auto& s) { s.repetitions = 0; }, "0 repetitions");
  expect([](auto& s) { s.groups = {{"n0", "x"}}; }, "names the place 'x'");
  expect([](auto& s) { s.groups = {{"n0"}, {"n0"}}; }, "'n0' twice");
}

TEST(robust_median, drops_what_is_an_order_of_magnitude_off) {
  const RobustMedian found = compute_robust_median({1.0, 1.2, 100.0, 1.1, 0.05, 1.3});
  EXPECT_DOUBLE_EQ(found.value, 1.15);
  EXPECT_EQ(found.n_sample, 6);
  EXPECT_EQ(found.n_outlier, 2);
  EXPECT_DOUBLE_EQ(compute_robust_median({3.0}).value, 3.0);
  EXPECT_DOUBLE_EQ(compute_robust_median({1.0, 9.0}).value, 5.0);
  const RobustMedian apart = compute_robust_median({1.0, 100.0});
  EXPECT_DOUBLE_EQ(apart.value, 1.0);
  EXPECT_EQ(apart.n_outlier, 1);
}

TEST(core_messages, take_time_that_grows_with_the_message) {
  const MachineCores machine;
  ASSERT_FALSE(machine.cores().empty());
  if (machine.cores().size() < 2) GTEST_SKIP() << "there is one core";
  const int a = machine.cores()[0].processor, b = machine.cores()[1].processor;
  const auto time = [&](std::int64_t bytes) {
    const std::vector<double> samples = time_core_messages(a, b, {bytes, 9, 10.0});
    EXPECT_EQ(samples.size(), 9u);
    return std::ranges::min(samples);  // a busy machine slows some of them
  };
  EXPECT_LT(time(8), time(16 << 20));
}

TEST(core_messages, send_one_where_there_is_no_time) {
  const MachineCores machine;
  if (machine.cores().size() < 2) GTEST_SKIP() << "there is one core";
  const int a = machine.cores()[0].processor, b = machine.cores()[1].processor;
  EXPECT_EQ(time_core_messages(a, b, {8, 1000, 0.0}).size(), 1u);
  EXPECT_THROW(time_core_messages(a, 32000, {8, 1, 0.0}), Error);
}

TEST(core_messages, memories_are_where_they_are_wanted) {
  const MachineCores machine;
  ASSERT_FALSE(machine.core_of_memory().empty());
  const std::vector<double> samples = time_memory_copies(machine, {}, 0, 0, {1 << 20, 5, 10.0});
  EXPECT_EQ(samples.size(), 5u);
  for (const double seconds : samples) EXPECT_GT(seconds, 0.0);
}

TEST(core_messages, errors_come_out_of_the_thread_that_measures) {
  const int processor = MachineCores().cores()[0].processor;
  EXPECT_THROW(time_on_processor(processor, {8, 5, 10.0}, [] { throw Error("no"); }), Error);
}

}  // namespace
}  // namespace groundswell
