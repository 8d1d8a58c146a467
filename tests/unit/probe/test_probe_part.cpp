// SPDX-License-Identifier: Apache-2.0
// Which sizes of messages can be measured in the given time, on an emulated network with an emulated clock.
#include <gtest/gtest.h>

#include <algorithm>

#include "probe/probe_part.hpp"

namespace groundswell {
namespace {

constexpr int n_place = 5;
constexpr std::int64_t large = 1 << 30;

struct PretendedNetwork {
  double message_seconds = 1e-6, bytes_per_second = 1e10;
  double now = 0.0;
  std::vector<std::int64_t> sent;  // the sizes of the messages, step by step

  // Measures all pairs of a step at the same time; a repetition is a message with an answer in either
  // direction.
  std::vector<Measurement> measure(const ProbeStep& step, const PingSettings& ping) {
    const double one_way = message_seconds + double(ping.bytes) / bytes_per_second;
    const double both = one_way + message_seconds + double(ping.answer_bytes) / bytes_per_second;
    std::vector<Measurement> found;
    for (const auto& [a, b] : step) found.push_back({0, a, b, one_way, both, 0.0, 1, 0});
    for (const auto& [a, b] : step) found.push_back({0, b, a, one_way, both, 0.0, 1, 0});
    now += 2.0 * both * (ping.until_time ? std::max(1.0, ping.seconds / (2.0 * both)) : 1.0);
    sent.push_back(ping.bytes);
    return found;
  }

  PartMeter meter() {
    return {[this](const ProbeStep& step, const PingSettings& ping) { return measure(step, ping); },
            [this] { return now; }};
  }

  ProbePart measure_all(std::vector<std::int64_t> bytes, bool is_load, double seconds,
                        double answer_seconds = 10.0) {
    ProbeSettings settings;
    settings.bytes = std::move(bytes);
    settings.quiet = QuietProbe::rounds;
    settings.seconds = seconds;
    settings.answer_seconds = answer_seconds;
    std::vector<NetworkPlace> places;
    for (int place = 0; place < n_place; ++place) places.push_back({"n" + std::to_string(place), "n"});
    return measure_part(meter(), settings, plan_probe(places, settings).quiet, is_load, seconds);
  }
};

void expect_complete(const ProbePart& part, int n_size) {
  EXPECT_EQ(part.n_size, n_size);
  EXPECT_EQ(int(part.found.size()), n_size * n_place * (n_place - 1));
  for (int size = 0; size < n_size; ++size)
    EXPECT_EQ(std::ranges::count(part.found, size, &Measurement::size), n_place * (n_place - 1));
}

TEST(probe_part, has_all_sizes_where_there_is_time) {
  for (const bool is_load : {false, true}) {
    PretendedNetwork network;
    const ProbePart part = network.measure_all({8, 4096, 1 << 20, large}, is_load, 60.0);
    expect_complete(part, 4);
    EXPECT_EQ(part.left_out, "");
    EXPECT_LE(network.now, 60.0);
  }
}

TEST(probe_part, leaves_out_sizes_that_do_not_fit_before_it_begins_them) {
  for (const bool is_load : {false, true}) {
    PretendedNetwork network;
    const ProbePart part = network.measure_all({8, large - 1, large}, is_load, 0.3);
    expect_complete(part, 1);
    EXPECT_EQ(part.left_out,
              std::string(is_load ? "under load " : "") +
                  "messages of 1073741823 bytes and more did not fit in 0.3 s; give more time");
    EXPECT_LT(std::ranges::max(network.sent), large / 8);
    EXPECT_LE(network.now, 0.3);
  }
  PretendedNetwork network;
  EXPECT_EQ(network.measure_all({8, large}, false, 0.3).left_out,
            "messages of 1073741824 bytes did not fit in 0.3 s; give more time");
}

// However fast the network is, time is needed to allocate memory for the messages, unless an earlier
// measurement has done so.
TEST(probe_part, keeps_time_for_memory) {
  PretendedNetwork network;
  network.bytes_per_second = 1e13;
  expect_complete(network.measure_all({8, large}, false, 0.3), 1);
  expect_complete(network.measure_all({8, large}, true, 0.3), 2);
}

TEST(probe_part, has_no_size_where_the_smallest_takes_too_long) {
  PretendedNetwork network;
  network.message_seconds = 0.1;
  const ProbePart part = network.measure_all({8, 16}, false, 0.3);
  expect_complete(part, 0);
  EXPECT_EQ(part.left_out, "messages of 8 bytes and more did not fit in 0.3 s; give more time");
}

TEST(probe_part, leaves_out_messages_that_take_longer_than_a_process_may_be_silent) {
  PretendedNetwork network;
  network.bytes_per_second = 1e8;
  const ProbePart part = network.measure_all({8, large}, false, 1000.0, 2.0);
  expect_complete(part, 1);
  EXPECT_EQ(part.left_out,
            "messages of 1073741824 bytes are left out: one may take longer than the 2 s that a process may "
            "be silent; give more time to answer");
}

}  // namespace
}  // namespace groundswell
