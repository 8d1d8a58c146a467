// SPDX-License-Identifier: Apache-2.0
// A watchdog acts when its deadline passes, and only then. For real hangs see
// tests/python/program/test_wrong_mpi.py.
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <thread>

#include "base/stopwatch.hpp"
#include "comm/watchdog.hpp"

namespace groundswell {
namespace {

using namespace std::chrono_literals;

TEST(watchdog, acts_once_after_the_deadline) {
  std::atomic<int> n_act = 0;
  const auto caller = std::this_thread::get_id();
  std::atomic<bool> on_own_thread = false;
  {
    const Stopwatch stopwatch;
    const Watchdog watchdog(0.05, [&] {
      on_own_thread = std::this_thread::get_id() != caller;
      ++n_act;
    });
    while (n_act == 0) std::this_thread::sleep_for(1ms);  // if it never acts, the test times out
    EXPECT_GE(stopwatch.seconds(), 0.05);
  }
  EXPECT_EQ(n_act, 1);
  EXPECT_TRUE(on_own_thread);
}

TEST(watchdog, does_nothing_where_work_ends_in_time) {
  std::atomic<int> n_act = 0;
  for (int turn = 0; turn < 100; ++turn) const Watchdog watchdog(3600.0, [&] { ++n_act; });
  EXPECT_EQ(n_act, 0);
}

TEST(watchdog, waits_however_far_the_deadline_is) {
  std::atomic<int> n_act = 0;
  for (const double seconds : {1e10, 1e300, std::numeric_limits<double>::infinity()}) {
    const Watchdog watchdog(seconds, [&] { ++n_act; });
    std::this_thread::sleep_for(20ms);
    EXPECT_EQ(n_act, 0) << seconds;
  }
}

TEST(watchdog, needs_nobody_who_acts) {
  const Watchdog watchdog(0.0, {});
  std::this_thread::sleep_for(2ms);
}

}  // namespace
}  // namespace groundswell
